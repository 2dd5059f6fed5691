"""Test Parcheesi on the built site: whole games, refusals, bonuses, house rules and small windows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from chowk.engine.search_budget import Clock
from chowk.games.parcheesi import notation
from chowk.games.parcheesi.engine import bots
from chowk.games.parcheesi.rules import Position
from chowk.games.parcheesi.ui import speech, tray, view
from chowk.i18n.i18n import words
from tests.e2e.conftest import Keeper, Opener, deep, wait_ready
from tests.e2e.looking import press, settle, violations
from tests.e2e.play import (
    begin,
    by_mouse,
    by_touch,
    centre,
    state,
    tab_to_board,
    tick,
    wait_for_frame,
    wait_for_turn,
    wait_until,
)

SEED = 7
QUICK = f"?test=1&seed={SEED}&speed=off"
SHORT = 19
"""Seed of a short game for two players: 56 rolls, instead of 93 with `SEED`."""
HARE = 1
CELLS = {cell.spot for row in view.cells() for cell in row}
SMALL = {"width": 320, "height": 568}
Choose = Callable[[Page, Position, tuple[str, ...], str], None]


def seated(page: Page, players: int, *seats: str, rules: str = "") -> None:
    """Set up and start a game.

    Each of `seats` is a choice of the set-up sheet: a seat's number, its kind of player, and the opponent's level, such
    as `1 bot 2`. `rules` is the name of a set of house rules; empty for the default.
    """
    begin(page, "parcheesi", *seats, players=str(players), **({"preset": rules} if rules else {}))


def laid(page: Page, position: str) -> None:
    """Paste the text of a game that begins at `position`, as a player can, and start it with people on all seats."""
    press(page, "paste")
    page.locator('textarea[name="text"]').fill(
        f'[Game "parcheesi"]\n[Rules "2"]\n[Setup "{position}"]\n[Seed "{SEED}"]\n\n*\n'
    )
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    page.locator('[role="dialog"] [data-do="play"]').click()
    wait_for_turn(page)


# Ways of playing ------------------------------------------------------------------------------------------------------


def on_board(point: Callable[[Page, str], None], page: Page, _: Position, __: tuple[str, ...], spot: str) -> None:
    """Choose a spot by the function `point` if it is on the board, otherwise by clicking its button."""
    if spot in CELLS:
        point(page, spot)
    else:
        page.locator(f'.ways [data-arg="{spot}"]').click()


def by_roles(page: Page, position: Position, picked: tuple[str, ...], spot: str) -> None:
    """Choose a spot by the button whose accessible name describes the move to the spot, as with a screen reader.

    `picked` are the spots of this move that were chosen before.
    """
    way = next(way for way in tray.ways(position, picked) if way.spot == spot)
    # Two opponents of the same name are called by their colours.
    names = speech.SEATS if position.seats > 2 else (speech.SEATS[0], bots.LEVELS[0].name)
    name = " ".join(words().with_names(names)(sentence) for sentence in way.sentences)
    group = page.get_by_role("group", name="Where to" if picked else "Choices")
    # The accessible name of a pawn's button begins with the pawn's number on the board.
    group.get_by_role("button", name=re.compile(rf"^(\d )?{re.escape(name)}$")).dispatch_event("click")


def by_tab(page: Page, _: Position, __: tuple[str, ...], spot: str) -> None:
    """Go to the button of the spot with Tab and press Enter."""
    tab_to(page, f'.ways [data-arg="{spot}"]')
    page.keyboard.press("Enter")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab, or Shift and Tab, until the element that matches `selector` has the focus. Wait for it first."""
    page.locator(selector).first.wait_for(state="attached")
    for _ in range(60):
        way = page.evaluate(
            """wanted => { const [here, there] = [document.activeElement, document.querySelector(wanted)];
               return here === there ? "" : here.compareDocumentPosition(there) & 2 ? "Shift+Tab" : "Tab"; }""",
            selector,
        )
        if not way:
            return
        page.keyboard.press(way)
    raise AssertionError(f"Tab never came to {selector}")


CHOOSE: dict[str, Choose] = {
    "mouse": partial(on_board, by_mouse),
    "touch": partial(on_board, by_touch),
    "keys": by_tab,
    "roles": by_roles,
}


def throw(page: Page, way: str) -> None:
    """Roll the dice for a person. `way` is `keys`, `roles` (accessible roles and names), `touch` or `mouse`."""
    before = wait_until(page, "s.rolling !== null && !s.moving")["ply"]
    if way == "keys":
        tab_to(page, ".parts .part")
        page.keyboard.press("Enter")
    elif way == "roles":
        dice = page.get_by_role("group", name="Dice and bonuses")
        dice.get_by_role("button", name="A die that is still to be rolled").first.dispatch_event("click")
    elif way == "touch":
        page.get_by_role("button", name="Roll", exact=True).tap()
    else:
        page.get_by_role("button", name="Roll", exact=True).click()
    wait_until(page, f"s.ply > {before} || s.over")
    page.keyboard.press("Shift")  # otherwise a press on a choice at the same place would count as a repeated one


def best(position: Position, ply: int) -> tuple[str, ...]:
    """Return the spots to point at for a good move: the move that the opponent Hare chooses, with the seed `ply`."""
    *_, thought = bots.think(position, (), HARE, ply, Clock(1.0, lambda: 0.0))
    return view.spell(position)[thought.move]


def play_well(page: Page, way: str, until: int = 4000) -> dict[str, Any]:
    """Roll and make good moves for every person until `until` plies are made or the game is over.

    `way` is a way of pointing, a key of `CHOOSE`. Return the page's state.
    """
    for _ in range(until):
        now = wait_for_turn(page)
        if now["over"] or now["ply"] >= until:
            return now
        if now["rolling"] is not None:
            throw(page, way)
            continue
        position = notation.read_position(now["position"])
        picked: tuple[str, ...] = ()
        for spot in best(position, now["ply"]):
            CHOOSE[way](page, position, picked, spot)
            picked = (*picked, spot)
            wait_for_frame(page)
        if picked == ("end",):
            page.get_by_role("dialog").get_by_role("button", name="Yes, do it").click()
        wait_until(page, f"s.ply > {now['ply']} || s.over")
    raise AssertionError("the game does not end")


# Whole games ----------------------------------------------------------------------------------------------------------


@pytest.mark.browser_context_args(has_touch=True)
@pytest.mark.parametrize(
    ("way", "players"),
    [
        ("touch", 2),
        *(
            pytest.param(*more, marks=pytest.mark.deep)
            for more in (("mouse", 2), ("mouse", 4), ("touch", 4), ("keys", 2), ("keys", 4), ("roles", 2), ("roles", 4))
        ),
    ],
)
def test_a_whole_game(open_page: Opener, way: str, players: int) -> None:
    page = open_page(f"?test=1&seed={SHORT if players == 2 else SEED}&speed=off")
    seated(page, players, "0 person", *("1 bot 0", "2 bot 0", "3 bot 0")[: players - 1])
    end = play_well(page, way)
    assert sum(move.startswith("[") for move in end["moves"]) > 20 * players
    result = page.locator('.result[role="dialog"]')
    expect(result).to_contain_text("all four pawns are home")


def test_first_turns_by_every_way_of_pointing(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    seated(page, 4, "0 person", "1 bot 0", "2 bot 0", "3 bot 0")
    for number, way in enumerate(("mouse", "keys", "roles"), 1):
        reached = play_well(page, way, until=24 * number)
        assert reached["ply"] >= 24 * number


WALK = """([here, key]) => {
  document.querySelector(`[role=grid] [data-spot="${here}"]`).focus();
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  return document.activeElement.dataset.spot;
}"""


@pytest.mark.deep  # every board is tested in plain Python: tests/unit/app/test_app.py
def test_arrow_keys_reach_every_place_on_the_board(open_page: Opener) -> None:
    page = open_page(QUICK)
    seated(page, 2, "0 person", "1 person")
    tab_to_board(page)
    places: set[str] = set()
    left = [state(page)["cursor"]]
    while left:
        here = left.pop()
        for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
            there = page.evaluate(WALK, [here, key])
            if there not in places:
                places.add(there)
                left.append(there)
    assert places == CELLS


FOCUSED = """() => {
  globalThis.focused = [];
  const note = () => {
    requestAnimationFrame(() => {
      // A task after the frame's work; the browser has now told assistive technology what the frame shows.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => focused.push(document.activeElement.tagName);
      channel.port2.postMessage("");
      note();
    });
  };
  note();
}"""
"""Record the tag of the focused element after each frame."""


def test_the_focus_moves_on_before_the_frame_that_shows_its_button_gone(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    laid(page, "S:5,12,20,40 W:n,56,h3,H N:39,39,22,n E:n,n,30,45 S roll")
    page.get_by_role("button", name="Roll", exact=True).focus()
    page.evaluate(FOCUSED)
    page.keyboard.press("Enter")
    wait_until(page, "s.rolling === null && s.open.length")
    expect(page.locator(".ways .way:focus, .parts .part:focus")).to_have_count(1)
    wait_for_frame(page)
    assert "BODY" not in page.evaluate("focused")
    assert len(page.evaluate("focused")) > 1


# The turn -------------------------------------------------------------------------------------------------------------

GATE = "S:66,12,h7,H W:n,56,h3,H N:39,39,20,n E:n,n,30,45 S [4,3]"
OWED = "S:5,12,20,40 W:n,56,h3,H N:39,39,22,n E:n,n,30,45 S [6,5] left=- +20"


def ways(page: Page) -> dict[str, str]:
    """Return the choices for the next step: the label of each button, by the button's spot."""
    wait_for_frame(page)
    texts: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.ways .way:not(.back)')].map(
             one => [one.dataset.arg, one.querySelector('.title').textContent.trim()]))"""
    )
    return texts


def dice(page: Page) -> list[tuple[str, str]]:
    """Return the accessible label and the state (`data-state`) of each die beside the board."""
    wait_for_frame(page)
    parts = page.locator(".parts .part")
    return [
        (parts.nth(index).get_attribute("aria-label") or "", parts.nth(index).get_attribute("data-state") or "")
        for index in range(parts.count())
    ]


def test_goals_are_listed_with_what_they_take_and_both_ways_at_the_gate(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    laid(page, GATE)
    assert ways(page) == {"space 66": "1", "space 12": "2"}, "as the board numbers them"
    by_mouse(page, "space 66")
    texts = ways(page)
    assert (texts["space 1"], texts["row south 1"]) == ("3", "3")
    assert (texts["space 5"], texts["row south 5"]) == ("7 = 4 + 3", "7 = 4 + 3")


def test_a_sum_is_played_in_two_steps_by_one_click_and_taken_back_one_by_one(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    laid(page, GATE)
    by_mouse(page, "space 66")
    by_mouse(page, "space 5")
    after = wait_until(page, "s.ply === 2")
    assert after["moves"] in (["66>2", "2>5"], ["66>1", "1>5"])
    press(page, "undo")
    assert wait_until(page, "s.ply === 1 && s.awaited !== null")["moves"] == after["moves"][:1]
    assert [part[1] for part in dice(page)].count("used") == 1


def test_a_pawn_is_dragged_to_where_two_dice_take_it(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    laid(page, GATE)
    page.mouse.move(*centre(page, "space 66"))
    page.mouse.down()
    page.mouse.move(*centre(page, "row south 5"), steps=6)
    page.mouse.up()
    assert wait_until(page, "s.ply === 2")["moves"][1].endswith(">h5")


def test_the_end_of_a_turn_with_a_bonus_is_asked_for_once(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    laid(page, OWED)
    end = page.get_by_role("button", name="End the turn and skip 1 bonus.")
    end.click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("1 bonus is not used yet. It is lost when the turn ends.")
    question.get_by_role("button", name="Cancel").click()
    assert state(page)["ply"] == 0
    end.click()
    page.get_by_role("dialog").get_by_role("button", name="Yes, do it").click()
    assert wait_until(page, "s.ply === 1")["moves"] == ["end"]


def test_a_bonus_is_played_without_a_question(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    laid(page, OWED)
    assert dice(page)[-1] == ("Bonus of 20: to be used by one pawn. Those that can are marked.", "free")
    by_mouse(page, "space 12")
    assert ways(page) == {"space 32": "+20"}
    by_mouse(page, "space 32")
    assert wait_until(page, "s.ply === 1")["moves"] == ["12>32"]


def test_a_die_that_is_used_looks_used_and_says_so(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    laid(page, GATE)
    assert [part[1] for part in dice(page)] == ["free", "free"]
    by_mouse(page, "space 12")
    by_mouse(page, "space 16")
    wait_until(page, "s.ply === 1")
    assert dice(page)[0] == ("Die 4: used.", "used")


def test_whose_turn_it_is_is_in_the_title_the_card_and_the_dice(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    seated(page, 2, "0 person", "1 person")
    assert page.title() == "Red to move · Parcheesi · Chowk"
    expect(page.locator(".player[data-turn]")).to_have_attribute("aria-label", "Red")
    assert {part[1] for part in dice(page)} == {"due"}
    throw(page, "mouse")
    expect(page).to_have_title("Blue to move · Parcheesi · Chowk")
    expect(page.locator(".player[data-turn]")).to_have_attribute("aria-label", "Blue")


REFUSED = (
    ("S:n,12,n,n N:39,39,20,n S [6,3]", ("nest south",), "NEED_FIVE"),
    ("S:8,30,n,n N:10,10,n,n S [6,2]", ("space 8",), "BLOCKADE_ON_PATH"),
    ("S:8,30,n,n N:12,n,n,n S [6,4]", ("space 8", "space 12"), "SAFE_OCCUPIED"),
    ("S:h5,30,n,n N:n,n,n,n S [6,4]", ("row south 5",), "NOT_EXACT_HOME"),
    ("S:5,30,n,n N:n,n,n,n S [6,4]", ("space 39",), "NO_PAWN"),
    ("S:5,30,n,n N:39,n,n,n S [6,4]", ("space 39",), "NOT_YOUR_PAWN"),
    ("S:5,30,n,n N:n,n,n,n S [6,4]", ("space 5", "space 7"), "WRONG_DISTANCE"),
    ("S:5,30,n,n N:n,n,n,n S [6,5] left=- +20", ("space 5", "space 10"), "BONUS_NOT_SPLITTABLE"),
)


@pytest.mark.parametrize(("position", "spots", "reason"), REFUSED)
def test_a_refused_pointing_says_why_and_leads_to_the_rule(
    kept_page: Keeper, position: str, spots: tuple[str, ...], reason: str
) -> None:
    page = kept_page(QUICK)
    laid(page, position)
    for spot in spots:
        by_mouse(page, spot)
        wait_for_frame(page)
    assert wait_until(page, "s.refused !== ''")["refused"] == reason
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.locator('.refusal [data-do="rules"]').click()
    expect(page.get_by_role("dialog").locator("[data-scroll]")).to_be_in_viewport()


def test_undo_and_a_reload_meet_the_same_dice(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    seated(page, 2, "0 person", "1 person")
    before: dict[str, Any] = {}
    for _ in range(60):
        now = wait_for_turn(page)
        if now["rolling"] is not None:
            throw(page, "mouse")
            continue
        before = now
        if now["ply"] > 16:
            break
        for spot in best(notation.read_position(now["position"]), now["ply"]):
            page.locator(f'.ways [data-arg="{spot}"]').click()
            wait_for_frame(page)
        wait_until(page, f"s.ply > {now['ply']}")
    press(page, "undo")
    after = wait_until(page, f"s.ply < {before['ply']} && s.awaited !== null && !s.moving")
    assert before["moves"][: after["ply"]] == after["moves"]
    press(page, "redo")
    assert wait_until(page, "s.awaited !== null && !s.moving")["position"] == before["position"]
    page.reload()
    wait_ready(page)
    assert wait_for_turn(page)["moves"] == before["moves"]


# House rules ----------------------------------------------------------------------------------------------------------


def test_a_rule_book_other_than_the_usual_one_is_named_at_the_table(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    seated(page, 2, "0 person", "1 person")
    expect(page.locator(".badge")).to_have_count(0)
    page.get_by_role("button", name="Home").click()
    seated(page, 2, "0 person", "1 person", rules="parker")
    page.locator(".badge").click()
    listed = page.get_by_role("dialog", name="Parker sheet")
    expect(listed).to_contain_text("Must bring out a pawn if it can")
    assert listed.locator("dt").count() == 5


def test_a_rule_set_by_hand_is_no_rule_book_any_more(open_page: Opener) -> None:
    page = open_page(QUICK)
    page.locator('[data-do="open"][data-arg="parcheesi"]').click()
    page.locator('[data-do="more"]').press("Enter")
    expect(page.locator('[data-do="preset"][data-arg="document"]')).to_be_checked()
    page.locator(".every-rule summary").click()
    tick(page, '[data-do="option"][data-arg="laps off"]')
    expect(page.locator('[data-do="preset"]:checked')).to_have_count(0)
    page.locator('[role="dialog"] [data-do="play"]').click()
    wait_for_turn(page)
    expect(page.locator(".badge")).to_have_text("House rules")


# Small windows --------------------------------------------------------------------------------------------------------


@pytest.mark.deep
@pytest.mark.browser_context_args(has_touch=True, viewport=SMALL)
def test_two_people_play_by_the_tray_alone_in_the_smallest_window(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    seated(page, 2, "0 person", "1 person")
    for _ in range(40):
        now = wait_for_turn(page)
        if now["rolling"] is not None:
            throw(page, "touch")
            continue
        for spot in best(notation.read_position(now["position"]), now["ply"]):
            page.locator(f'.ways [data-arg="{spot}"]').tap()
            wait_for_frame(page)
        wait_until(page, f"s.ply > {now['ply']}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.browser_context_args(has_touch=True, viewport=SMALL)
def test_a_finger_beside_a_small_pawn_takes_it_and_stays_with_it(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    laid(page, GATE)
    x, y = centre(page, "space 12")
    page.touchscreen.tap(x, y + 16)
    wait_for_frame(page)
    assert set(ways(page)) == {"space 15", "space 16", "space 19"}
    assert state(page)["ply"] == 0, "the finger that takes a pawn does not play it as well"
    x, y = centre(page, "space 16")
    page.touchscreen.tap(x, y + 12)
    assert wait_until(page, "s.ply === 1")["moves"] == ["12>16"]


@pytest.mark.browser_context_args(has_touch=True, viewport=SMALL)
def test_a_finger_between_two_things_is_asked_which_one_it_means(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    laid(page, "S:66,12,h7,H N:39,39,20,n S [4,3]")
    by_touch(page, "space 66")
    wait_until(page, "s.open.includes('row south 1')")
    settle(page)
    page.touchscreen.tap(*centre(page, "space 0"))
    dialog = page.get_by_role("dialog", name="Which one?")
    expect(dialog.locator(".which")).to_have_count(2)
    sizes = dialog.locator(".which").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(sizes) >= 56
    # On a busy phone, the click of the same tap may come only after the sheet has opened.
    late = "new MouseEvent('click', {bubbles: true, cancelable: true, detail: 1})"
    dialog.locator('[data-arg="row south 1"]').evaluate(f"button => button.dispatchEvent({late})")
    settle(page)
    assert state(page)["ply"] == 0, "it answers nothing"
    expect(dialog).to_have_count(1)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert "row south 1" in wait_until(page, "s.open.length")["open"], "what was chosen stays chosen"
    settle(page)
    page.touchscreen.tap(*centre(page, "space 0"))
    dialog.locator('[data-arg="row south 1"]').press("Enter")
    wait_until(page, "s.ply === 1 && s.sheet === ''")


WINDOWS = ((320, 568), (360, 740), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080))
FOURTEEN = "S:5,12,20,40 W:n,56,h3,H N:39,39,22,n E:n,n,30,45 S [6,6]"


@pytest.mark.parametrize("window", WINDOWS)
def test_every_choice_is_a_button_large_enough_and_nothing_hangs_over(
    kept_page: Keeper, window: tuple[int, int]
) -> None:
    page = kept_page(QUICK)
    page.set_viewport_size({"width": window[0], "height": window[1]})
    laid(page, FOURTEEN)
    small = """() => [...document.querySelectorAll('.tray button')].map(one => one.getBoundingClientRect())
        .filter(box => box.width < 44 || box.height < 44).length"""
    hidden = """() => { const tray = document.querySelector('.tray').getBoundingClientRect();
        return [...document.querySelectorAll('.near .player, .actions, .board')].some(one => {
          const box = one.getBoundingClientRect();
          return box.left < tray.right - 1 && tray.left < box.right - 1
              && box.top < tray.bottom - 1 && tray.top < box.bottom - 1; }); }"""
    for spot in ("", "space 20"):
        if spot:
            page.locator(f'.ways [data-arg="{spot}"]').click()
            wait_for_frame(page)
        assert page.evaluate(small) == 0
        assert not page.evaluate(hidden)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.locator(".board").bounding_box()["width"] >= min(window) * 0.68  # type: ignore[index]


# The picture ----------------------------------------------------------------------------------------------------------

PIXEL = """([x, y]) => { const ground = document.querySelector('.board .ground');
  const one = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  one.drawImage(ground, -Math.round(x * ground.width), -Math.round(y * ground.height));
  return [...one.getImageData(0, 0, 1, 1).data].slice(0, 3); }"""


def colour(page: Page, x: float, y: float) -> str:
    """Return `red`, `blue`, `yellow`, `green`, or "" for wood: the colour at a point given in board units."""
    wait_for_frame(page)
    red, green, blue = page.evaluate(PIXEL, [x / view.SIZE[0], y / view.SIZE[1]])
    if red > 140 and green < 80 and blue < 80:
        return "red"
    if blue > 100 and red < 80 and green < 100:
        return "blue"
    if red > 200 and green > 140 and blue < 80:
        return "yellow"
    return "green" if green > 110 and red < 90 else ""


def nests(page: Page) -> list[str]:
    """Return the colours of the four nests, clockwise from the south, as `colour` names them.

    Each colour is taken from a point between the edge of the nest and the signs in it.
    """
    return [colour(page, x + view.EDGE, y + view.EDGE) for x, y in ((11.5, 15), (0.5, 15), (0.5, 4), (11.5, 4))]


@pytest.mark.browser_context_args(reduced_motion="reduce")
def test_the_nests_of_those_who_play_are_painted_on_the_board(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    laid(page, "S:5,12,n,n N:39,30,20,n S [6,4]")
    assert nests(page) == ["red", "", "blue", ""]
    page.set_viewport_size({"width": 500, "height": 700})
    assert nests(page) == ["red", "", "blue", ""]
    press(page, "home")
    laid(page, FOURTEEN)
    assert nests(page) == ["red", "blue", "yellow", "green"]
    press(page, "home")
    laid(page, "S:5,12,n,n N:39,30,20,n S [6,4]")
    assert nests(page) == ["red", "", "blue", ""]


# Accessibility --------------------------------------------------------------------------------------------------------


def screens(page: Page) -> Iterator[str]:
    """Show one screen of Parcheesi after another, and yield a name for each while it is shown."""
    page.locator('[data-do="open"][data-arg="parcheesi"]').click()
    yield "ways to begin"
    page.locator('[data-do="more"]').press("Enter")
    page.locator(".every-rule").evaluate("box => box.open = true")
    yield "set-up"
    tick(page, '[data-do="preset"][data-arg="parker"]')
    page.locator('[role="dialog"] [data-do="play"]').click()
    wait_for_turn(page)
    yield "to roll"
    press(page, "house")
    yield "house rules"
    press(page, "close")
    press(page, "home")
    laid(page, FOURTEEN)
    yield "a double of fourteen"
    press(page, "tap", "space 20")
    yield "a pawn chosen"
    press(page, "tap", "space 23")
    yield "refused"
    press(page, "home")
    laid(page, OWED)
    yield "a bonus"
    press(page, "tap", "end")
    yield "a question"
    press(page, "cancel")


TABLES = ("to roll", "a double of fourteen", "refused")


@pytest.mark.browser_context_args(reduced_motion="reduce")
@pytest.mark.parametrize("theme", ["light", *deep("dark", "contrast")])
def test_axe_finds_nothing(open_page: Opener, theme: str) -> None:
    page = open_page(QUICK)
    press(page, "set", f"theme {theme}")
    faults: list[str] = []
    for name in screens(page):
        # Sheets look the same in both windows, but for the way their lines break.
        windows = ((320, 568), (1280, 800))[: 2 if name in TABLES else 1] if theme == "light" else ((1280, 800),)
        for width, height in windows:
            page.set_viewport_size({"width": width, "height": height})
            wait_for_frame(page)
            faults += [f"{name} {width}: {violation}" for violation in violations(page)]
    assert faults == []


SHAKE = """() => { for (const [at, x] of [[0, 20], [200, -20], [400, 20]]) {
  const event = new DeviceMotionEvent("devicemotion", { acceleration: { x, y: 0, z: 0 }, interval: 16 });
  Object.defineProperty(event, "timeStamp", { value: 1000 + at });
  dispatchEvent(event);
} }"""


@pytest.mark.browser_context_args(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
def test_dice_are_thrown_by_shaking_where_that_is_set_and_allowed(open_page: Opener, page: Page) -> None:
    page.add_init_script(
        "window.answer = 'denied'; window.asked = 0;"
        "DeviceMotionEvent.requestPermission = async () => { window.asked += 1; return window.answer; };"
    )
    open_page(QUICK, page=page)
    seated(page, 2, "0 person", "1 person")
    assert wait_for_turn(page)["rolling"] is not None
    page.evaluate(SHAKE)
    wait_for_frame(page)
    assert wait_for_turn(page)["rolling"] is not None, "nobody has asked for that"
    assert page.evaluate("asked") == 0
    press(page, "settings")
    expect(page.locator(".group[data-keys]")).to_be_hidden()
    page.locator(".group summary", has_text="Making moves").tap()
    switch = page.get_by_role("switch", name="Shake the device to roll the dice")
    switch.tap()
    expect(page.locator(".toast")).to_contain_text("The browser does not tell how the device is moved.")
    expect(switch).not_to_be_checked()
    page.evaluate("window.answer = 'granted'")
    settle(page)
    switch.tap()
    wait_until(page, "asked === 2")
    page.evaluate(SHAKE)
    wait_for_frame(page)
    assert state(page)["rolling"] is not None, "what lies over the table is looked at"
    press(page, "close")
    before = wait_until(page, "s.sheet === '' && s.rolling !== null")
    page.evaluate(SHAKE)
    wait_until(page, f"s.ply > {before['ply']} || s.rolling !== {before['rolling']}")
