"""Test overlaps and clipping: low windows, long games, long names, and the scrolling of the list of moves."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page

from chowk.core import record
from chowk.core.message import english
from chowk.features.sharing import game_link
from chowk.storage.plan import Plan, SeatPlan
from tests.e2e.conftest import Keeper, Opener
from tests.e2e.looking import MEASURE, QUICK, USUAL, press, settle
from tests.e2e.play import begin, state, wait_for_turn, wait_until
from tests.unit import shelf

LOW: Final = ((640, 400), (844, 390))  # the first is the size that a window of 1280 by 800 has at 200 %
LONG: Final = 4
"""The seed of a game of more than a hundred moves."""
NAME: Final = "Alexandrina Featherston"
TOUCHING: Final = """() => {
  const wrong = [];
  const seen = e => e.nodeType !== 1 || getComputedStyle(e).visibility !== 'hidden';
  const box = e => e && e.getClientRects().length && seen(e) ? e.getBoundingClientRect() : null;
  const apart = (one, other, least, what) => {
    const a = box(one), b = box(other);
    if (!a || !b || !a.width || !b.width) return;
    const between = Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom);
    const text = String(one.textContent || one).trim();
    if (between < least - 0.01) wrong.push(`${what}: ${between.toFixed(1)} apart, “${text}”`);
  };
  const ink = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r; };
  for (const e of document.querySelectorAll('.offer .flaw'))
    apart(e, e.parentElement.querySelector('.tags'), 0, 'a price is covered');
  for (const e of document.querySelectorAll('.log button, .judged button')) {
    const ply = e.querySelector('.ply');
    if (ply) apart(ink(ply), e.querySelector('.dot'), 4, 'a number touches its dot');
  }
  for (const e of document.querySelectorAll('.player')) {
    const pill = e.querySelector('.pill:not(.none)'), title = e.querySelector('.title');
    if (pill) for (const one of e.querySelectorAll('.about span, .title, dd, dt'))
      if (box(one) && !one.closest('.main dt')) apart(pill, one, 1, 'what is due touches');
    const line = box(e), picture = box(e.querySelector('.quilt'));
    const over = p => p.left < line.left + 3 || p.top < line.top + 3 || p.bottom > line.bottom - 3;
    if (picture && over(picture) && getComputedStyle(e).boxShadow.includes('inset'))
      wrong.push('a picture lies over the outline of its card');
    if (title && title.scrollWidth > title.clientWidth + 1) {
      const rest = [...e.querySelectorAll('.pill:not(.none), .main, .more')].map(box).filter(b => b && b.width)
        .filter(b => b.top < box(title).bottom - 2 && b.bottom > box(title).top + 2).map(b => b.left);
      const free = Math.min(line.right, ...rest) - box(title).right;
      if (free > 16) wrong.push(`a name is cut with ${free.toFixed()} free beside it`);
    }
  }
  for (const e of document.querySelectorAll('.player[data-twin] .title'))
    if (e.scrollWidth > e.clientWidth + 1 || box(e).bottom > box(e.closest('.player')).bottom + 1)
      wrong.push(`nobody can tell who this is: ${e.textContent}`);
  const list = document.querySelector('.rail-box, .rail');
  if (box(list) && getComputedStyle(list).backgroundColor !== 'rgba(0, 0, 0, 0)' && !box(list.querySelector('.log')))
    wrong.push('a box for the moves is there without them');
  return wrong;
}"""
IN_SIGHT: Final = """() => {
  const line = document.querySelector('.rail .log [aria-current]');
  const at = line.getBoundingClientRect(), list = line.closest('.log').getBoundingClientRect();
  return at.top >= list.top - 1 && at.bottom <= list.bottom + 1 ? line.querySelector('.ply').textContent : '';
}"""


def written(name: str, plies: int, seed: int = 3) -> str:
    """Return the record of a random game between people, of at most `plies` plies. The first player has a long name."""
    match = shelf.walk(shelf.Table(name, 2), seed).match
    shown = match.until(min(plies, match.ply))
    side = english(shelf.Table(name, 2).game.speech.SEATS[0])
    return record.write(shown, {side: NAME})


def faults_in(page: Page, name: str, windows: tuple[tuple[int, int], ...]) -> list[str]:
    """Return the faults of the current screen in each of these windows."""
    wrong: list[str] = []
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        faults: list[Any] = [*page.evaluate(MEASURE), *page.evaluate(TOUCHING)]
        # The queue of offers scrolls, and the spaces of a track cannot be tapped: their sizes are no faults.
        known = ("BUTTON.offer", "cells are too small", "pile")
        faults = [fault for fault in faults if not any(words in fault for words in known)]
        wrong += [f"{name} {width}x{height}: {fault}" for fault in faults]
    page.set_viewport_size(USUAL)
    settle(page)
    return wrong


COVERED: Final = """() => {
  for (const one of document.getAnimations())
    if (['saying', 'unseen', 'pass-by'].includes(one.animationName)) {
      one.pause();
      one.currentTime = one.animationName === 'pass-by' ? 300 : 2500;
    }
  const floats = [...document.querySelectorAll('.saying, .banner, .toast')];
  const what = '.player .title, .player dd, .pill:not(.none), .portrait, button, a, summary, .saying, .toast, .top h1'
    + ', .goal, .asking, .past, .sheet';
  const visible = { visibilityProperty: true, opacityProperty: true };
  const shown = [...document.querySelectorAll(`#app :is(${what}), .grid [data-open]`)]
    .filter(e => e.checkVisibility(visible) && !e.closest('[inert], .unseen'));
  const wrong = [];
  for (const one of floats) {
    const over = one.getBoundingClientRect();
    if (over.left < 0 || over.right > innerWidth || over.top < 0 || over.bottom > innerHeight)
      wrong.push(`${one.className} is beside the window`);
    for (const e of one.querySelectorAll('.utterance, p'))
      if (e.scrollHeight > e.clientHeight + 3) wrong.push(`${one.className} is cut: “${e.textContent}”`);
    for (const e of shown.filter(e => !one.contains(e) && !e.contains(one))) {
      // Who announces a turn hangs over the edge of the board, whose squares are pressed through it.
      if (e.matches('.grid *') && one.matches('.banner')) continue;
      const text = document.createRange();
      text.selectNodeContents(e);
      const box = (e.matches('.title, dd, h1') ? text : e).getBoundingClientRect();
      const wide = Math.min(over.right, box.right) - Math.max(over.left, box.left);
      const high = Math.min(over.bottom, box.bottom) - Math.max(over.top, box.top);
      const size = `${wide.toFixed()} by ${high.toFixed()}`, name = `${e.className || e.tagName} “${e.textContent}”`;
      if (wide > 1 && high > 1) wrong.push(`${one.className} over ${name}: ${size}`);
    }
  }
  return [floats.map(e => e.className.split(' ')[0]), wrong];
}"""


def covered(page: Page, about: str, *more: tuple[int, int]) -> tuple[set[str], list[str]]:
    """Return the kinds of messages (bubbles, notes, banners) that appear in windows of several sizes, and their faults.

    A fault is a message that is cut, lies outside the window, or covers something. The windows are three usual ones and
    `more`, as width and height. `about` names the case in the faults.
    """
    there, wrong = set[str](), list[str]()
    for wide, high in ((360, 740), (844, 390), (1280, 800), *more):
        page.set_viewport_size({"width": wide, "height": high})
        settle(page)
        kinds, faults = page.evaluate(COVERED)
        there |= set(kinds)
        wrong += [f"{about}, {wide} by {high}: {fault}" for fault in faults]
    page.set_viewport_size(USUAL)
    return there, wrong


LONG_NAMES: Final = (NAME, "Krishnamurthy", "Wolfeschlegelsteinhausen", "Bo")
OUTSIDE: Final = """() => {
  const wrong = [], there = [];
  for (const e of document.querySelectorAll('.standing .title, .banner.turn > span:last-child, .now .status')) {
    const text = document.createRange();
    text.selectNodeContents(e);
    const one = text.getBoundingClientRect();
    const box = e.closest('.standing, .banner, .now').getBoundingClientRect(), cut = e.scrollWidth > e.clientWidth + 1;
    there.push(e.className || 'banner');
    if (cut || one.left < box.left - 1 || one.right > box.right + 1 || box.left < 0 || box.right > innerWidth)
      wrong.push(`a name is cut: “${e.textContent}”`);
  }
  for (const e of document.querySelectorAll('.banner.turn'))
    if (getComputedStyle(e).display !== 'flex') wrong.push('the name of a banner is not beside its token');
  return [there, wrong];
}"""
"""JavaScript that returns where names are (on the sheet of a result, in a banner, in the status), and which are cut."""


def _with_long_names(page: Page, game: str, names: tuple[str, ...]) -> None:
    for order in (("open", game), ("players", str(len(names)))):
        press(page, *order)
    for seat, name in enumerate(names):
        press(page, "seat", f"{seat} person")
        press(page, "seat", f"{seat} name {name}")
    press(page, "play")
    wait_for_turn(page)


def test_long_names_are_whole_on_results_banners_and_in_the_status(kept_page: Keeper) -> None:
    page, seen, wrong = kept_page(QUICK), set[str](), list[str]()
    windows = ((360, 740), (844, 390), (1280, 800))

    def look(about: str) -> None:
        for wide, high in windows:
            page.set_viewport_size({"width": wide, "height": high})
            settle(page)
            there, faults = page.evaluate(OUTSIDE)
            seen.update(there)
            wrong.extend(f"{about}, {wide} by {high}: {fault}" for fault in faults)
        page.set_viewport_size(USUAL)

    _with_long_names(page, "reversi", (LONG_NAMES[0], LONG_NAMES[2]))
    press(page, "tap", "d3")
    page.locator(".banner.turn").wait_for(state="attached")
    look("a turn")
    title = page.locator(".player .title").filter(has_text=LONG_NAMES[2])
    assert LONG_NAMES[2] in (title.get_attribute("title") or ""), "a name that a card cuts is whole in its tooltip"
    press(page, "home")
    for game, names in (("reversi", LONG_NAMES[1:3]), ("kilkenny", LONG_NAMES)):
        _with_long_names(page, game, names)
        press(page, "resign")
        page.locator(".standing").first.wait_for()
        look(f"the result of {game}")
        press(page, "close")
        press(page, "home")
    assert not wrong, "\n".join(wrong)
    assert seen == {"title", "banner", "status"}


def test_what_opponents_say_covers_no_name_score_or_control(kept_page: Keeper) -> None:
    page, there, wrong = kept_page(QUICK), set[str](), list[str]()
    for game, seats in (("checkers", 2), ("reversi", 2), ("parcheesi", 4), ("kilkenny", 4), ("patchwork", 2)):
        begin(page, game, *(f"{seat} bot 1" for seat in range(1, seats)), "0 person", players=str(seats))
        kinds, faults = covered(page, game)
        assert kinds or state(page)["ply"], "whoever has moved already greets nobody"
        there |= kinds
        wrong += faults
        press(page, "home")
    assert there == {"saying"}
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("game", "seats", "spots"), [("reversi", 2, ("d3",)), ("parcheesi", 4, ())])
def test_notes_and_turns_cover_no_name_score_or_control(
    kept_page: Keeper, game: str, seats: int, spots: tuple[str, ...]
) -> None:
    page = kept_page(QUICK)
    match = shelf.walk(shelf.Table(game, seats), 3).match
    link = game_link.write(match.until(9), Plan(game, (SeatPlan(),) * seats, {}))
    page.evaluate("link => { location.hash = link; }", link)
    page.locator(".toast").wait_for()
    kinds, wrong = covered(page, f"{game}, a note")
    press(page, "dismiss")
    press(page, "home")
    begin(page, game, *(f"{seat} person" for seat in range(seats)), players=str(seats))
    for spot in spots:
        press(page, "tap", spot)
    while not page.locator(".banner.turn").count():
        press(page, "roll")
        wait_for_turn(page)
    banners, faults = covered(page, f"{game}, a turn")
    press(page, "home")
    assert kinds | banners == {"toast", "banner"}
    assert not [*wrong, *faults], "\n".join([*wrong, *faults])


def test_notes_cover_nothing_of_a_sheet(kept_page: Keeper) -> None:
    page, wrong = kept_page(QUICK), list[str]()
    begin(page, "reversi", "0 person", "1 person")
    for sheet in (("share", "at"), ("settings",), ("rules",), ("menu",), ("record",), ("ask-resign",)):
        press(page, *sheet)
        press(page, "copy-link", "at")
        page.locator(".toast").wait_for()
        there, faults = covered(page, f"{sheet[0]}, a note", (320, 256), (320, 568), (768, 1024), (1920, 1080))
        assert there == {"toast"}
        wrong += faults
        press(page, "dismiss")
        press(page, "close")
    press(page, "home")
    assert not wrong, "\n".join(wrong)


def test_notes_cover_nothing_of_an_analysis_a_lesson_or_a_review(kept_page: Keeper) -> None:
    page, wrong = kept_page(QUICK), list[str]()
    for where in ("analysis", "lesson", "review"):
        if where == "review":
            begin(page, "checkers", "0 person", "1 person")
            press(page, "tap", "11")
            press(page, "tap", "15")
            wait_until(page, "s.ply === 1 && s.awaited !== null")
            press(page, "resign")
            press(page, "close")
            press(page, "review")
            page.locator(".review").wait_for()
        else:
            press(page, *{"analysis": ("analyse", "checkers"), "lesson": ("learn", "checkers")}[where])
            page.locator(".lesson .goal").wait_for()
        press(page, "copy-link", "at")
        page.locator(".toast").wait_for()
        there, faults = covered(page, f"{where}, a note", (320, 256), (768, 1024), (1024, 768), (1920, 1080))
        assert there == {"toast"}
        wrong += faults
        press(page, "dismiss")
        press(page, "lesson-leave" if where == "lesson" else "study-leave" if where == "analysis" else "home")
        press(page, "home")
    assert not wrong, "\n".join(wrong)


CUT: Final = """() => [...document.querySelectorAll('.short .way')]
  .filter(e => e.scrollHeight > e.clientHeight + 1 || e.getBoundingClientRect().top > e.children[1]
    .getBoundingClientRect().top)
  .map(e => e.textContent)"""
"""JavaScript that returns the texts of the buttons "Just us" and "Against the computer" that do not fit."""


def test_ways_to_begin_hold_four_players_in_landscape(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    press(page, "open", "kilkenny")
    for width, height in LOW:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        assert page.locator(".short .way").count() == 2
        assert page.evaluate(CUT) == []
    page.set_viewport_size(USUAL)


def test_nothing_touches_covers_or_cuts_what_is_beside_it(open_page: Opener) -> None:
    page = open_page("?test=1&seed=7&speed=off")
    match = shelf.walk(shelf.Table("patchwork", 2), 3).match
    buying = next(ply for ply in range(24, 0, -1) if match.until(ply).options()[0].startswith("buy"))
    press(page, "import", written("patchwork", buying))
    press(page, "play")
    now = wait_for_turn(page)
    wrong = faults_in(page, "patchwork", (*LOW, (390, 844)))
    press(page, "tap", next(spot for spot in now["open"] if spot.startswith("patch")))
    assert state(page)["held"]
    wrong += faults_in(page, "patchwork, a patch held", (*LOW, (390, 844), (1280, 640), (1280, 560)))
    press(page, "import", written("checkers", 1000, LONG))
    press(page, "study-result")
    press(page, "close")
    assert wait_until(page, "s.over")["ply"] > 99, "the numbers have three figures"
    wrong += faults_in(page, "a long game of checkers", ((390, 844), (1280, 800)))
    last = state(page)["ply"]
    for ply in (3, last // 2, 4, last - 2):
        press(page, "show", str(ply))
        if page.evaluate(IN_SIGHT) != str(ply):
            wrong.append(f"the line of move {ply} is out of sight")
    press(page, "show", "3")
    press(page, "present")
    if page.evaluate(IN_SIGHT) != str(last):
        wrong.append("back at the present its line is out of sight")
    press(page, "import", written("reversi", 12))
    press(page, "seat", "1 bot 3")
    press(page, "play")
    wait_for_turn(page)
    wrong += faults_in(page, "a long name", (*LOW, (360, 740), (1280, 800)))
    press(page, "open", "kilkenny")
    press(page, "players", "4")
    for seat in range(1, 4):
        press(page, "seat", f"{seat} bot 2")
    press(page, "play")
    wait_for_turn(page)
    wrong += faults_in(page, "opponents of some strength", ((1280, 800), (360, 740), (360, 640), *LOW))
    assert wrong == [], "\n".join(wrong)
