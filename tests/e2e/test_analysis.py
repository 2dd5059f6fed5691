"""Tests of the analysis board: values on squares, variations, keys, drawings, reloads and accessibility."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from chowk.games import SHELF
from tests.e2e.conftest import Keeper, Opener, deep, wait_for_frames
from tests.e2e.looking import press, settle, violations
from tests.e2e.play import by_role, cell, state, tab_to_board, wait_until

QUICK = "?test=1&speed=off&seed=7"
LONG = "c4c5b6d3c2a7d6e7d7e3b5d2f7b1b7c6e6e8d1a8c7a4b8c3f5e1b3c1b2a2"


IN_SIGHT: Final = """() => {
  const list = document.querySelector(".variations"), place = list.getBoundingClientRect();
  const line = list.querySelector("[aria-current=step]").getBoundingClientRect();
  return line.top >= place.top - 1 && line.bottom <= place.bottom + 1;
}"""
"""JavaScript that returns true if the current move is visible in the list of moves.

An error of one pixel is allowed, because lists scroll by whole pixels. It is a single script, because the list may
move between two scripts.
"""


MIDDLE: Final = """one => {
  one.scrollIntoView({ block: "nearest" });
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2, one.dataset.arg];
}"""
"""JavaScript that scrolls to a control, and returns the coordinates of its centre and its command's argument.

It is a single script, because arriving values may move the control between two scripts.
"""


def blank(kept_page: Keeper) -> Page:
    """Delete all analyses, and return the page that the tests of this file share. It shows the home page."""
    page = kept_page(QUICK)
    press(page, "analyse")
    numbers = page.locator("[data-do=forget-analysis]").evaluate_all("all => all.map(one => one.dataset.arg)")
    for number in (*SHELF, *numbers):
        press(page, "forget-analysis", number)
    press(page, "close")
    return page


@pytest.mark.browser_context_args(viewport={"width": 1280, "height": 800})
def test_a_position_is_thought_about_beside_the_board_by_pointer_and_by_keys(kept_page: Keeper) -> None:
    page = blank(kept_page)
    page.get_by_role("button", name="Analyse").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Reversi", exact=True).press("Enter")
    worth = page.locator(".worth")
    expect(worth).to_have_count(4, timeout=60_000)  # after the opponents' worker has started
    expect(page.locator(".asking")).to_contain_text("positions")
    board = page.locator(".board").bounding_box()
    assert board is not None
    assert board["width"] >= 690

    by_role(page, "d3")
    wait_until(page, "s.ply === 1 && s.awaited !== null")
    expect(worth).to_have_count(3)
    first = page.locator(".best [data-do=study-play]").first
    move = first.get_attribute("data-arg")
    assert move is not None
    expect(cell(page, move)).to_have_attribute("data-open", "")
    by_role(page, "c3")
    wait_until(page, "s.ply === 2 && s.awaited !== null")
    page.locator(".variations [aria-current=step]").focus()
    page.keyboard.press("ArrowLeft")
    wait_until(page, "s.ply === 1 && s.awaited !== null")
    by_role(page, "e3")
    wait_until(page, "s.ply === 2 && s.awaited !== null")
    expect(page.locator(".variations [aria-level='2']")).to_contain_text("e3")
    page.locator(".variations [aria-current=step]").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".variations [aria-current=step]")).to_contain_text("c3")

    spoken = page.locator("[role=status].unseen")
    expect(page.locator(".best li").first).to_be_visible()
    assert "best" not in spoken.inner_text()
    tab_to_board(page)
    page.keyboard.press("v")
    expect(spoken).to_contain_text(", best")
    page.get_by_role("textbox", name="Comment").press_sequentially("Parallel opening")
    expect(page.locator(".variations .comment")).to_have_text("Parallel opening")
    assert violations(page) == []

    page.get_by_role("button", name="Pause").press("Enter")
    expect(page.locator(".asking")).to_contain_text("Paused.")
    page.reload()
    expect(page.locator(".variations .comment")).to_have_text("Parallel opening", timeout=60_000)
    assert state(page)["ply"] == 2
    press(page, "import", LONG)
    for there in ("end", "0"):
        press(page, "study-end") if there == "end" else press(page, "study-go", there)
        shown = page.locator(".variations [aria-current=step]")
        expect(shown).to_have_text("Beginning" if there == "0" else re.compile(r"^\d\d\W"))
        assert page.evaluate(IN_SIGHT), "it stays in sight"
    page.get_by_role("button", name="Play this position").press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.browser_context_args(viewport={"width": 1920, "height": 1080})
def test_the_move_that_is_shown_stays_in_sight_in_a_window_that_becomes_smaller(kept_page: Keeper) -> None:
    page = blank(kept_page)
    press(page, "analyse", "reversi")
    press(page, "import", LONG)
    expect(page.locator(".variations [data-arg='24']")).to_have_count(1, timeout=60_000)
    press(page, "study-go", "24")
    expect(page.locator(".variations [aria-current=step]")).to_contain_text("12...")
    press(page, "study-pause")
    expect(page.locator(".asking")).to_contain_text("Paused.")
    for width, height in ((1920, 1080), (1280, 800), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        assert page.evaluate(IN_SIGHT), (width, height)


ROOM: Final = """() => {
  const all = chosen => [...document.querySelectorAll(chosen)].map(one => one.getBoundingClientRect());
  const tray = document.querySelector(".study .tray").getBoundingClientRect();
  const settings = all("[data-do=study-lines], [data-do=study-seconds]").map(one => tray.top - one.bottom);
  return [...settings, ...all(".study .way").map(one => innerHeight - one.bottom)];
}"""
"""JavaScript that returns distances on the page of the analysis board, in pixels.

The first ones are from each setting down to the choices of moves, the others from each choice to the window's bottom
edge. A negative distance means that something is covered or out of sight.
"""


@pytest.mark.browser_context_args(viewport={"width": 1280, "height": 800})
def test_with_dice_what_may_be_chosen_hides_no_settings(kept_page: Keeper) -> None:
    page = blank(kept_page)
    press(page, "analyse", "parcheesi")
    offered = page.locator(".found [data-do=study-play]")
    for _ in range(60):
        offered.first.wait_for()
        if state(page)["ply"] > 14 and offered.count() > 2 and page.locator(".study .way").count():
            break
        press(page, "study-play", offered.first.evaluate("one => one.dataset.arg"))
        wait_until(page, "!s.moving")
    rooms = page.evaluate(ROOM)
    assert len(rooms) > 2
    assert all(room >= 0 for room in rooms)


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740})
def test_on_a_phone_the_board_keeps_its_width_and_lines_lie_below(kept_page: Keeper) -> None:
    page = blank(kept_page)
    page.get_by_role("button", name="Analyse").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="American Checkers", exact=True).press("Enter")
    expect(page.locator(".best li")).to_have_count(3, timeout=60_000)
    board, lines = page.locator(".board").bounding_box(), page.locator(".study .lines").bounding_box()
    assert board is not None
    assert lines is not None
    assert board["width"] >= 360 - 16
    assert lines["y"] >= board["y"] + board["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator(".headway")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    assert violations(page) == []


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740})
def test_a_position_is_set_up_by_keys_and_as_text_then_thought_about(kept_page: Keeper) -> None:
    page = blank(kept_page)
    page.get_by_role("button", name="Analyse").press("Enter")
    page.locator("[data-do=draft][data-arg=checkers]").press("Enter")
    due, text = page.locator(".draft .goal"), page.get_by_role("textbox", name="The position as text")
    expect(due).to_have_text("This position can be played.")
    board = page.locator(".board").bounding_box()
    assert board is not None
    assert board["width"] >= 360 - 16
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []
    page.get_by_role("button", name="Clear the board").press("Enter")
    expect(due).not_to_have_text("This position can be played.")
    for tool, squares in {"White king": ("19", "23"), "Red man": ("12",), "Red king": ("28", "5")}.items():
        page.get_by_role("button", name=tool).press("Enter")
        expect(page.get_by_role("button", name=tool)).to_have_attribute("aria-pressed", "true")
        for square in squares:
            settle(page)
            cell(page, square).press("Enter")
            expect(text).to_have_value(re.compile(rf"\b[WBK]?K?{square}\b"))
    page.get_by_role("button", name="Take away").press("Enter")
    settle(page)
    cell(page, "5").press("Enter")
    expect(text).to_have_value("B:WK19,K23:B12,K28")
    expect(due).to_have_text("This position can be played.")
    text.fill("B:WK19,K23:B12,K28,99")
    expect(due).to_have_attribute("data-fault", "")
    expect(text).to_have_attribute("aria-invalid", "true")
    text.fill("W:WK19,K23:B12,K28")
    expect(due).to_have_text("This position can be played.")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(cell(page, "12")).to_be_visible()
    assert violations(page) == []
    page.locator("[data-do=draft-analyse]").press("Enter")
    expect(page.locator(".worth[data-best]").first).to_be_visible(timeout=60_000)
    expect(page.locator(".variations")).to_be_visible()


THEMES: Final = ("light", "dark", "contrast")
DICE: Final = 12
"""Number of rolls and moves to play in a game with dice, after which pawns are on the board."""


LEAVING: Final = """other => {
  const offered = [...document.querySelectorAll(".found [data-do=study-play]")].map(one => one.dataset.arg);
  return offered.find(arg => arg === `[5,${other}]`) ?? offered.at(-1);
}"""
"""JavaScript that returns the argument of the offered roll of a five and `other`. A five lets a pawn leave its nest.

If that roll is not offered, it returns the argument of the last offered one.
"""


def _states(page: Page, game: str) -> Iterator[str]:
    """Show an analysis of a game in various states, one after another, and yield the name of each state."""
    press(page, "analyse", game)
    expect(page.locator(".best li, .rolls li").first).to_be_visible(timeout=60_000)
    yield "the first position"
    if game == "reversi":
        press(page, "import", LONG)
        press(page, "dismiss")
        press(page, "study-go", "24")
        # Until then, the moves of the position before are shown.
        expect(page.locator(".variations [aria-current=step]")).to_contain_text("12...")
        expect(page.locator(".worth").first).to_be_attached(timeout=60_000)
        other = page.locator(".best [data-do=study-play]:not([data-arg=f5])").first  # the game went on with F5
        press(page, "study-play", other.get_attribute("data-arg") or "")
        press(page, "study-mark", "?!")
        expect(page.locator(".variations [aria-level='2']")).to_have_count(1)
    else:
        for number in range(DICE):
            press(page, "study-play", page.evaluate(LEAVING, 1 + number % 3))
            wait_until(page, "!s.moving")
            page.locator(".found [data-do=study-play]").first.wait_for(timeout=60_000)
    press(page, "study-pause")
    settle(page)
    yield "a variation, paused" if game == "reversi" else "pawns on the board"
    press(page, "study-engine", "off")
    yield "values hidden"
    press(page, "study-engine", "on")
    press(page, "legend")
    yield "the legend"
    press(page, "close")
    press(page, "menu")
    yield "the menu"
    press(page, "close")
    press(page, "study-undo")
    press(page, "analyse")
    yield "the list of analyses"
    press(page, "close")
    press(page, "draft", game)
    expect(page.locator(".draft .goal")).to_be_visible()
    yield "a position being set up"
    press(page, "draft-leave")


@pytest.mark.browser_context_args(viewport={"width": 844, "height": 390})
@pytest.mark.parametrize("game", ["reversi", *deep("parcheesi")])
def test_axe_finds_nothing_in_any_state_of_an_analysis(kept_page: Keeper, game: str) -> None:
    page, wrong, names = blank(kept_page), list[str](), list[str]()
    for state_name in _states(page, game):
        names.append(state_name)
        for theme in THEMES:
            press(page, "set", f"theme {theme}")
            for width, height in ((844, 390), (360, 740)) if theme == THEMES[0] else ((844, 390),):
                page.set_viewport_size({"width": width, "height": height})
                settle(page)
                faults = violations(page) if theme == THEMES[0] else violations(page, ["color-contrast"])
                wrong += [f"{state_name}, {theme}, {width} by {height}: {fault}" for fault in faults]
        press(page, "set", f"theme {THEMES[0]}")
        page.set_viewport_size({"width": 844, "height": 390})
    assert len(names) == 7
    assert not wrong, "\n".join(wrong)


def _middle(page: Page, spot: str) -> tuple[float, float]:
    box = cell(page, spot).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_right_button_draws_rings_and_arrows_and_moves_nothing(kept_page: Keeper) -> None:
    page = blank(kept_page)
    page.get_by_role("button", name="Analyse").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Reversi", exact=True).press("Enter")
    wait_until(page, "s.awaited !== null")
    drawn = page.get_by_role("list", name="Drawn on the board").get_by_role("listitem")
    page.mouse.move(*_middle(page, "d3"))
    page.mouse.down(button="right")
    expect(page.locator(".drawings circle")).to_have_count(2)
    page.mouse.move(*_middle(page, "f5"))
    expect(page.locator(".drawings .arrow")).to_have_count(1)
    page.mouse.up(button="right")
    expect(drawn).to_have_text(["Arrow: d3 – f5"])
    page.mouse.click(*_middle(page, "c4"), button="right")
    expect(drawn).to_have_count(2)
    page.mouse.click(*_middle(page, "c4"), button="right")
    expect(drawn).to_have_count(1)
    page.mouse.move(*_middle(page, "a1"))
    page.mouse.down(button="right")
    page.mouse.move(2, 2)
    page.mouse.up(button="right")
    expect(drawn).to_have_count(1)
    expect(page.locator(".drawings circle")).to_have_count(0)
    assert state(page)["ply"] == 0
    page.reload()
    expect(drawn).to_have_count(1, timeout=60_000)
    page.get_by_role("button", name="Clear the drawings").press("Enter")
    expect(page.locator(".drawings")).to_have_count(0)


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
def test_a_finger_that_is_held_down_draws_and_one_that_is_not_moves(open_page: Opener) -> None:
    page = open_page(QUICK)
    page.get_by_role("button", name="Analyse").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="American Checkers", exact=True).press("Enter")
    wait_until(page, "s.awaited !== null")
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, spot: str = "") -> None:
        points = [dict(zip(("x", "y"), _middle(page, spot), strict=True))] if spot else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", "11")
    expect(page.locator(".drawings circle")).to_have_count(2)  # after the finger has been down for long enough
    finger("touchMove", "15")
    expect(page.locator(".drawings .arrow")).to_have_count(1)
    finger("touchEnd")
    expect(page.get_by_role("list", name="Drawn on the board").get_by_role("listitem")).to_have_count(1)
    assert state(page)["ply"] == 0
    page.touchscreen.tap(*_middle(page, "11"))
    wait_until(page, "s.open.includes('15')")
    page.touchscreen.tap(*_middle(page, "15"))
    wait_until(page, "s.ply === 1 && s.awaited !== null")
    assert violations(page) == []


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740})
def test_two_lines_are_played_on_side_by_side_on_a_phone(kept_page: Keeper) -> None:
    page = blank(kept_page)
    page.get_by_role("button", name="Analyse").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="American Checkers", exact=True).press("Enter")
    expect(page.locator(".best li")).to_have_count(3, timeout=60_000)
    expect(page.locator(".others button")).not_to_have_count(0)
    page.locator(".others button").last.press("Enter")
    wait_until(page, "s.ply === 1 && s.awaited !== null")
    page.get_by_role("button", name="Compare").press("Enter")
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".side svg")).to_have_count(2)
    slider = sheet.get_by_role("slider")
    expect(slider).to_have_value("1")
    before = sheet.locator(".side svg").first.inner_html()
    slider.press("ArrowRight")
    expect(slider).to_have_value("2")
    expect(sheet.locator(".side").first.get_by_role("listitem").nth(1)).to_have_attribute("aria-current", "step")
    assert sheet.locator(".side svg").first.inner_html() != before
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []


def _set_lines(page: Page, lines: int) -> None:
    """Set the number of best moves for which the analysis shows a line: the play that it expects after the move.

    The other moves are in a second list, without lines.
    """
    pick = "(one, lines) => { one.value = lines; one.dispatchEvent(new Event('change', { bubbles: true })); }"
    page.locator("[data-do=study-lines]").evaluate(pick, str(lines))


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True)
def test_a_press_counts_although_its_control_takes_another_place_meanwhile(open_page: Opener) -> None:
    page = open_page(QUICK)
    page.get_by_role("button", name="Analyse").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="American Checkers", exact=True).press("Enter")
    expect(page.locator(".best li")).to_have_count(3, timeout=60_000)
    page.get_by_role("button", name="Pause").press("Enter")
    page.get_by_role("button", name="Go on").wait_for()
    pressed, touch = page.locator(".others button").first, page.context.new_cdp_session(page)
    for way in ("Enter", "Space", "mouse", "touch"):
        x, y, move = pressed.evaluate(MIDDLE)
        if way == "mouse":
            page.mouse.move(x, y)
            page.mouse.down()
        elif way == "touch":
            touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        else:
            # The focus must stay on a move that changes to another list.
            pressed.focus()
            for lines in (5, 3):
                _set_lines(page, lines)
                expect(page.locator(".best li")).to_have_count(lines)
                assert page.evaluate("document.activeElement.dataset.arg") == move
            if way == "Space":
                page.keyboard.down("Space")
        _set_lines(page, 5)
        if way == "mouse":
            page.mouse.up()
        elif way == "touch":
            touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        elif way == "Space":
            page.keyboard.up("Space")
        else:
            page.keyboard.press("Enter")
        values = wait_until(page, "s.ply === 1 && s.awaited !== null", 10_000)
        assert values["moves"] == [move], way
        page.get_by_role("button", name="One move back").press("Enter")
        wait_until(page, "s.ply === 0 && s.awaited !== null")
        _set_lines(page, 3)
        expect(page.locator(".best li")).to_have_count(3)


def test_a_line_that_is_pointed_at_lights_its_squares_on_the_board(kept_page: Keeper) -> None:
    page = blank(kept_page)
    page.get_by_role("button", name="Analyse").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="American Checkers", exact=True).press("Enter")
    expect(page.locator(".best li")).to_have_count(3, timeout=60_000)
    page.get_by_role("button", name="Pause").press("Enter")
    lines = page.locator(".best button")
    places = str(lines.nth(1).get_attribute("data-points")).split("|")
    assert len(places) == 2
    page.mouse.move(*_middle(page, "13"))
    wait_for_frames(page)
    plain = page.locator(".board").screenshot()
    box = lines.nth(1).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 10)
    wait_for_frames(page)
    lit = page.locator(".board").screenshot()
    assert lit != plain
    page.mouse.move(2, 2)
    wait_for_frames(page)
    assert page.locator(".board").screenshot() != lit
