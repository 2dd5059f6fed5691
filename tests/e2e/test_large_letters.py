"""Test large text: browser text of 150 and 200 percent, and pages at 200 and 400 percent.

Nothing may be cut, covered or out of reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, islice
from operator import itemgetter
from typing import Final

import pytest
from playwright.sync_api import CDPSession, Page, expect

from chowk.i18n.i18n import ENGLISH
from chowk.storage import turn_link
from tests.e2e import gathering, practising
from tests.e2e.conftest import FRAMES, Opener
from tests.e2e.looking import QUICK, USUAL, press, settle
from tests.e2e.play import begin, wait_for_turn, wait_until
from tests.e2e.test_apart import follow
from tests.unit.features.correspondence.players import chain_of, secret, terms
from tests.unit.features.correspondence.test_brought_seats import trap

USUAL_PX: Final = 16
WINDOWS: Final = (
    # Width, height, and the size of the browser's text in pixels, for an upright phone, a phone on its side, a tablet
    # and a desktop.
    (320, 568, 24),
    (320, 568, 32),
    (844, 390, 32),
    (768, 1024, 32),
    (1280, 800, 32),
    # 1280 by 1024 at 400 percent, and 1280 by 720 at 200 percent
    (320, 256, USUAL_PX),
    (640, 360, USUAL_PX),
)
DEEP: Final = (
    *((width, height, px) for px in (24, 32) for width, height in ((360, 740), (390, 844), (412, 915), (667, 375))),
    *((740, 360, 24), (740, 360, 32), (844, 390, 24), (768, 1024, 24), (1280, 800, 24), (1920, 1080, 24)),
    *((1920, 1080, 32), (390, 844, USUAL_PX), (768, 1024, USUAL_PX), (667, 375, USUAL_PX), (844, 390, USUAL_PX)),
    # 1280 by 800 at 200 percent, 1920 by 1080 at 400 percent, and upright phones
    *((640, 400, USUAL_PX), (480, 270, USUAL_PX), (320, 568, USUAL_PX), (360, 740, USUAL_PX)),
    *((1280, 800, USUAL_PX), (1920, 1080, USUAL_PX)),
)
LANGUAGES: Final = ("kn", "te")
"""The two languages with the tallest and longest words."""
PLAYED: Final = "1. 11-15 23-19 2. 8-11 22-17 1-0"
FINISHED: Final = f'[Event "A match"]\n[Black "Asha"]\n[White "Bela"]\n[Result "1-0"]\n\n{PLAYED}\n\n'
"""The text of a checkers game with players and a result. It opens as an analysis with a note."""
UNREAD: Final = '[Event "A match"]\n\n1. 11-99 1-0\n\n'
INVITED: Final = turn_link.invite(
    turn_link.Invitation(
        terms("kilkenny", 4), (turn_link.Joiner("Asha", chain_of(0, secret(1)).commitment), None, None, None)
    )
)
TABLES: Final = (("kilkenny", 4), ("patchwork", 2), ("parcheesi", 4), ("reversi", 2), ("checkers", 2))
SHEETS: Final = (*("menu", "rules", "ask-resign", "log", "dice", "verify", "record", "share", "house", "look"),)
"""Names of sheets that can be opened at a table. The usual run checks only the first three."""

FAULTS: Final = r"""() => {
  const faults = [], wide = document.documentElement.clientWidth, high = innerHeight;
  const across = document.documentElement.scrollWidth;
  if (across > wide) faults.push(`the page is ${across} px wide`);
  const board = document.querySelector('.board')?.getBoundingClientRect();
  if (board) {
    const least = Math.min(0.8 * wide, 0.87 * Math.max(high, 260));
    if (board.width < least - 0.5) faults.push(`the board is ${board.width.toFixed()} px wide`);
  }
  for (const panel of document.querySelectorAll('.review, .coach'))
    if (!panel.getClientRects().length) faults.push(`not shown: ${panel.className}`);
  const sheet = [...document.querySelectorAll('.stack')].pop();
  const seen = e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !e.closest('.unseen, [inert], svg, .grid, .saying, .banner, .digest, [aria-hidden=true]')
    && (!sheet || sheet.contains(e) || e.closest('.toasts')) && getComputedStyle(e).clipPath !== 'inset(50%)';
  const name = e => `${e.tagName}.${e.className} “${e.textContent.trim().slice(0, 30)}”`;
  const line = wide - 1.5 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const shown = (e, { left, top, right, bottom }) => {
    for (let box = e; box && box.id !== 'app'; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const r = box.getBoundingClientRect();
      if (overflowX !== 'visible') [left, right] = [Math.max(left, r.left), Math.min(right, r.right)];
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, r.top), Math.min(bottom, r.bottom)];
    }
    return { left, top, right, bottom, height: bottom - top };
  };
  const hides = (e, { top, bottom }) => {
    for (let box = e.parentElement; box && box.id !== 'app'; box = box.parentElement) {
      const { overflowY, webkitLineClamp } = getComputedStyle(box), r = box.getBoundingClientRect();
      if (['auto', 'scroll'].includes(overflowY) || webkitLineClamp !== 'none') return false;
      if (overflowY === 'visible') continue;
      const middle = (top + bottom) / 2;
      return middle > r.bottom + 1 || middle < r.top - 1;
    }
    return false;
  };
  const texts = [];
  const all = 'button, a, select, summary, p, h1, h2, h3, dt, dd, li, span, legend';
  for (const e of document.querySelectorAll(`#app :is(${all})`)) {
    const box = e.getBoundingClientRect();
    if (box.width < 2 || !seen(e)) continue;
    // The queue of patches, the dice, other moves, tables of numbers: each may be wider than the window and scrolls.
    const scrolls = e.closest('.far-offers, .ways, .others, .figures');
    // Or it ends in dots.
    const ends = getComputedStyle(e.parentElement).textOverflow === 'ellipsis';
    if (!scrolls && !ends && (box.left < -1 || box.right > wide + 1)) faults.push(`beside the window: ${name(e)}`);
    const style = getComputedStyle(e);
    const own = [...e.childNodes].filter(n => n.nodeType === Node.TEXT_NODE && n.data.trim());
    if (!own.length) continue;
    if (style.textOverflow !== 'ellipsis' && style.overflowX !== 'visible' && e.scrollWidth > e.clientWidth + 2)
      faults.push(`cut at the side: ${name(e)}`);
    if (style.overflowY === 'hidden' && e.scrollHeight > e.clientHeight + 4) faults.push(`cut below: ${name(e)}`);
    const range = document.createRange();
    for (const node of own) {
      for (const word of node.data.matchAll(/[^\s\-–—/]{2,}/gu)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const parts = [...range.getClientRects()].filter(r => r.width > 0.5);
        const tops = parts.map(r => r.top);
        // A word that is longer than the lines of a whole sheet has to break, in whatever layout.
        if (parts.reduce((sum, r) => sum + r.width, 0) > line) continue;
        // Half a letter's height is a new line; marks above and below letters are less.
        if (Math.max(...tops) - Math.min(...tops) > parseFloat(style.fontSize) * 0.8)
          faults.push(`broken: “${word[0]}” in ${name(e)}`);
      }
      range.selectNodeContents(node);
      // A note at the edge lies over the page. Text that is scrolled out of sight, or ended in dots, covers nothing.
      for (const r of range.getClientRects()) {
        const frame = e.closest('.button, .face')?.getBoundingClientRect();
        const out = frame && (r.left < frame.left - 2 || r.right > frame.right + 2 || r.bottom > frame.bottom + 6);
        if (out && r.width > 2) faults.push(`out of its button: ${name(e)}`);
        const seen = shown(e, r);
        // A box that neither scrolls nor ends its text in dots must not hide a line.
        if (r.width > 2 && hides(e, r)) faults.push(`hidden by its box: ${name(e)}`);
        if (!e.closest('.toasts') && seen.right - seen.left > 2 && seen.bottom - seen.top > 2) texts.push([e, seen]);
      }
    }
  }
  // A foot that does not scroll with its sheet is whole, and leaves the text of the sheet at least as much.
  const lying = sheet?.querySelector('.sheet'), foot = lying?.querySelector('.sheet-foot');
  if (foot && getComputedStyle(lying).overflowY === 'visible') {
    for (const e of foot.querySelectorAll('.button')) {
      const box = e.getBoundingClientRect();
      if (box.top < 0 || box.bottom > high + 0.5) faults.push(`cut by the window: ${name(e)}`);
    }
    const body = lying.querySelector('.sheet-body');
    if (body.scrollHeight > body.clientHeight + 4 && body.clientHeight < foot.offsetHeight)
      faults.push(`the foot is ${foot.offsetHeight} px high and leaves ${body.clientHeight} px`);
  }
  texts.forEach(([one, a], at) => texts.slice(at + 1).forEach(([other, b]) => {
    if (one.contains(other) || other.contains(one)) return;
    const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    // Lines of tall scripts are higher than their letters.
    if (x > 3 && y > 0.5 * Math.min(a.height, b.height)) faults.push(`${name(one)} over ${name(other)}`);
  }));
  return [...new Set(faults)];
}"""


def set_text_size(session: CDPSession, px: int) -> None:
    """Set the browser's default text size in pixels, as its settings do."""
    session.send("Page.setFontSizes", {"fontSizes": {"standard": px, "fixed": round(px * 13 / 16)}})


def faults(page: Page, session: CDPSession, windows: Iterable[tuple[int, int, int]]) -> Iterator[str]:
    """Yield the layout faults of the current screen in each of these windows. The last window's size stays set.

    A window is its width and height in CSS pixels and the browser's default text size in pixels.
    """
    for width, height, px in windows:
        set_text_size(session, px)
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        yield from (f"{width}x{height} at {px} px: {fault}" for fault in page.evaluate(FAULTS))


def speak(page: Page, code: str) -> None:
    """Change the language of the page by a link, and wait for the language's fonts."""
    follow(page, f"#lang={code}")
    expect(page.locator("html")).to_have_attribute("lang", code)
    page.evaluate("document.fonts.ready")


def at_home(page: Page, *, deep: bool) -> Iterator[str]:
    """Show the home page and the sheets that open from it, and yield the name of each.

    In the deep run (`deep`), three more sheets are shown.
    """
    yield "home"
    press(page, "someone", "edit")
    yield "name and face"
    press(page, "close")
    with_people(page)
    yield "home of a person"
    press(page, "ladder", "reversi")
    yield "opponents"
    press(page, "close")
    for sheet in ("settings", "paste", "apart", "household", *(("about", "learn", "shortcuts") if deep else ())):
        press(page, sheet)
        yield sheet
        press(page, "close")


def with_people(page: Page) -> None:
    """Add a person with a long name, who then appears on the home page and on sheets."""
    press(page, "someone", "edit")
    press(page, "someone", "name Chandrasekharan Venkata")
    press(page, "someone", "save")


def in_studies(page: Page, *, deep: bool) -> Iterator[str]:
    """Show an analysis, a result, a review and the games of a file, and yield the name of each screen.

    In the deep run (`deep`), first show the saved games, a lesson, and the set-up of a position.
    """
    if deep:
        press(page, "kept")
        yield "your games"
        press(page, "close")
        press(page, "learn", "reversi")
        yield "lesson"
        press(page, "lesson-leave")
        press(page, "draft", "checkers")
        yield "set-up of a position"
        press(page, "draft-leave")
        press(page, "home")
    press(page, "import", FINISHED)
    expect(page.locator(".about-game")).to_be_visible()
    yield "analysis"
    press(page, "dismiss")
    press(page, "study-result")
    yield "result"
    press(page, "review")
    expect(page.locator(".judged li")).to_have_count(4)
    yield "review"
    press(page, "review-close")
    press(page, "home")
    press(page, "import", UNREAD + FINISHED * 2)
    expect(page.locator(".listed .unread")).to_have_count(1)
    yield "games of a file"
    press(page, "close")


def by_links(page: Page, *, deep: bool) -> Iterator[str]:
    """Show the screens that links open, and the sheet with a link to send, and yield the name of each.

    `deep` makes no difference here.
    """
    for name, link in (("invitation", INVITED), ("question of a seat", f"#{trap(1, 4).link}")):
        follow(page, link)
        expect(page.locator(".stack .sheet-foot")).to_be_visible()
        yield name
        press(page, "close")
    press(page, "home")
    press(page, "apart")
    press(page, "invite")
    expect(page.locator(".stack textarea[readonly]")).to_be_visible()
    yield "link to send"
    press(page, "close")


def at_table(page: Page, *, game: str, seats: int, deep: bool) -> Iterator[str]:
    """Show the screens of a game, and yield the name of each.

    These are the set-up sheet, the table, the tray with the choices of a turn (in games that have one), and sheets over
    the table. In the deep run (`deep`), all sheets are shown, else only some.
    """
    press(page, "open", game)
    yield f"set-up of {game}"
    press(page, "players", str(seats))
    for seat in range(seats):
        press(page, "seat", f"{seat} bot 2" if seat == 1 else f"{seat} person")
    yield f"all choices of {game}"
    press(page, "play")
    wait_for_turn(page)
    yield f"table of {game}"
    if game == "patchwork":
        press(page, "tap", "patch 33")
        yield f"tray of {game}"
        press(page, "let-go")
    elif page.locator(".table[data-tray]").count():
        while wait_for_turn(page)["awaited"] is None:
            press(page, "roll")
        yield f"tray of {game}"
    for sheet in SHEETS if deep else ("look",) if game == "patchwork" else SHEETS[:3]:
        press(page, sheet)
        if page.locator(".stack").count():
            yield f"{sheet} of {game}"
            press(page, "close")
    press(page, "home")


def in_practice(page: Page, *, part: str, deep: bool) -> Iterator[str]:
    """Show the screens of a part of practice, and yield the name of each.

    In the deep run (`deep`), results are stored first and all screens of the part are shown. The usual run shows the
    first two screens, without stored results.
    """
    shown = practising.PARTS[part](page)
    if not deep:
        yield from islice(shown, 2)
        press(page, "lesson-leave")
        return
    code = page.locator("html").get_attribute("lang")
    assert code is not None
    practising.equip(page)
    speak(page, code)
    yield from shown


def gathered(page: Page, *, part: str, deep: bool) -> Iterator[str]:
    """Show the screens of collections, studies or people, and yield their names. Only the deep run calls this."""
    assert deep
    yield from gathering.PARTS[part](page)


PARTS: Final[Mapping[str, Callable[..., Iterator[str]]]] = {
    "home": at_home,
    **{game: partial(at_table, game=game, seats=seats) for game, seats in TABLES},
    "studies": in_studies,
    "links": by_links,
    **{part: partial(in_practice, part=part) for part in practising.PARTS},
    **{part: partial(gathered, part=part) for part in gathering.PARTS},
}
"""The function that shows the screens of each part of the app, by the part's name.

Each function begins and ends on the home page, and works in any language of the page.
"""
USUAL_PARTS: Final = ("home", *(game for game, _ in TABLES[:2]), "studies", "links", "storm")


def test_no_word_is_cut_or_covered_however_large_letters_are(open_page: Opener) -> None:
    """Check the screens of `USUAL_PARTS` in all windows, each window in one of the two `LANGUAGES`."""
    page = open_page(QUICK)
    session = page.context.new_cdp_session(page)
    languages = list(LANGUAGES)
    faults_found: list[str] = []
    for screen in chain.from_iterable(PARTS[part](page, deep=False) for part in USUAL_PARTS):
        for number, code in enumerate(languages):
            speak(page, code)
            faults_found += [
                f"{screen}, {code}, {fault}" for fault in faults(page, session, WINDOWS[number :: len(languages)])
            ]
        languages.reverse()  # the next screen begins in this language, and gets each window in the other language
        restore(page, session)
    assert not faults_found, f"{len(faults_found)} faults\n" + "\n".join(faults_found)


def test_more_choices_begin_with_their_title(open_page: Opener) -> None:
    page = open_page(QUICK)
    session = page.context.new_cdp_session(page)
    set_text_size(session, 2 * USUAL_PX)
    page.set_viewport_size({"width": 360, "height": 740})
    press(page, "open", "kilkenny")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="More choices").click()  # scrolls down to it
    expect(dialog.get_by_role("heading", name="Kilkenny Cats")).to_be_focused()
    expect(dialog.get_by_role("heading", name="Kilkenny Cats")).to_be_in_viewport()
    restore(page, session)


def test_a_finger_on_the_board_scrolls_and_the_status_stays_below_the_board(open_page: Opener) -> None:
    page = open_page(QUICK)
    session = page.context.new_cdp_session(page)
    begin(page, "kilkenny", "0 person", "1 person")
    page.locator("[data-do=roll]").first.click()
    wait_until(page, "s.awaited !== null && !s.moving")
    set_text_size(session, 24)
    page.set_viewport_size({"width": 360, "height": 640})
    settle(page)
    page.locator(".table .way + .way").first.wait_for()
    still, free = page.evaluate(CELLS)
    assert drawn_up(page, session, *still) == 0, "a cat that can be chosen is picked up"
    assert drawn_up(page, session, *free) > 60, "anywhere else the finger scrolls"
    covering = []
    for share in range(1, 6):
        page.evaluate("share => scrollTo(0, share / 5 * document.scrollingElement.scrollHeight)", share)
        page.evaluate(FRAMES, 2)
        covering += page.evaluate(COVERED)
    assert covering == [], "the board stays in sight, and nothing lies across it"
    restore(page, session)


CELLS: Final = """() => {
  const middle = cell => {
    const { x, y, width, height } = cell.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const cells = [...document.querySelectorAll('.grid [role=gridcell]')];
  const open = cells.filter(cell => cell.hasAttribute('data-open'));
  const free = cells.filter(cell => !cell.hasAttribute('data-open') && middle(cell)[1] > innerHeight / 4);
  return [middle(open[0]), middle(free[0])];
}"""
"""JavaScript that returns the middle of a cell that can be chosen, and of one that cannot."""
COVERED: Final = """() => {
  const board = document.querySelector('.table .place'), { left, top, right, bottom } = board.getBoundingClientRect();
  const covering = new Set();
  for (let x = left + 8; x < right; x += 16)
    for (let y = Math.max(top, 0) + 8; y < Math.min(bottom, innerHeight); y += 16) {
      const found = document.elementFromPoint(x, y);
      if (!board.contains(found)) covering.add(found?.className ?? 'nothing');
    }
  const inSight = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return inSight < (bottom - top) / 2 ? ['the board is out of sight'] : [...covering];
}"""
"""JavaScript that returns the classes of the elements that lie across the board, or that it is out of sight."""


def drawn_up(page: Page, session: CDPSession, x: float, y: float) -> float:
    """Move a finger up by 120 pixels from a point. Return by how many pixels that scrolls the page."""
    before = page.evaluate("scrollY")
    for kind, up in (("touchStart", 0), *(("touchMove", step) for step in range(20, 121, 20))):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y - up}]})
        page.evaluate(FRAMES, 1)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate(FRAMES, 2)
    return float(page.evaluate("scrollY") - before)


@pytest.mark.deep
@pytest.mark.parametrize("code", [*LANGUAGES, "hi", "pa", "bn", "gu", ENGLISH.code])
@pytest.mark.parametrize("part", PARTS)
def test_nor_on_any_screen_in_any_window_and_language(open_page: Opener, part: str, code: str) -> None:
    """Check all screens of a part of the app in all windows and in one language.

    The option `-k "parcheesi-te"` runs a single case.
    """
    page = open_page(QUICK)
    session = page.context.new_cdp_session(page)
    windows = sorted(WINDOWS + DEEP, key=itemgetter(2))
    faults_found: list[str] = []
    looks = 0
    speak(page, code)
    for screen in PARTS[part](page, deep=True):
        faults_found += [f"{screen}, {code}, {fault}" for fault in faults(page, session, windows)]
        looks += len(windows)
        restore(page, session)
    assert looks > len(windows)
    assert not faults_found, f"{len(faults_found)} faults in {looks} looks\n" + "\n".join(faults_found)


def restore(page: Page, session: CDPSession) -> None:
    """Restore the usual window and the usual size of text."""
    set_text_size(session, USUAL_PX)
    page.set_viewport_size(USUAL)
    settle(page)
