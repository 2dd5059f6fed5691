"""Test that a change of window size, theme or zoom loses no unfinished move, text or sheet.

Going back closes the topmost sheet only, and a sheet that is opened again has the same choices as before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.conftest import Keeper, Opener, wait_for_frames
from tests.e2e.looking import press
from tests.e2e.play import begin, cell, centre, choose_seat, wait_until

QUICK: Final = "?test=1&speed=off&seed=7"
UPRIGHT: Final[ViewportSize] = {"width": 390, "height": 844}
ACROSS: Final[ViewportSize] = {"width": 844, "height": 390}
LARGE: Final[ViewportSize] = {"width": 320, "height": 200}
"""Size in CSS pixels of a window of 1280 by 800 at 400 percent zoom."""
USUAL: Final[ViewportSize] = {"width": 1280, "height": 800}
WINDOWS: Final = (UPRIGHT, ACROSS, LARGE, UPRIGHT, USUAL)
LOOKS: Final[tuple[Literal["dark", "light"], ...]] = ("dark", "light")
CHOSEN: Final = "[role=gridcell][aria-selected=true]"
SEEN: Final = """chosen => [
  JSON.parse(window.chowk.state()),
  [...document.querySelectorAll("input, select, textarea")].map((one) =>
    [one.name, one.dataset.do, one.dataset.arg, one.type, one.type === "radio" ? one.checked : one.value]
      .map(String).join(" ")).sort(),
  [...document.querySelectorAll("[role=dialog] h2")].filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => one.innerText),
  [...document.querySelectorAll(chosen)].map((one) => one.dataset.spot),
]"""
"""JavaScript that returns all that a change could lose."""


def _piece_is_picked(page: Page) -> None:
    begin(page, "checkers", "0 person", "1 person")
    cell(page, "11").press("Enter")
    wait_until(page, "s.open.includes('15')")


def _turn_of_dice_waits(page: Page) -> None:
    begin(page, "parcheesi", "0 person", "1 person")
    wait_until(page, "s.awaited !== null || s.rolling !== null")


def _patch_is_held(page: Page) -> None:
    begin(page, "patchwork", "0 person", "1 person")
    page.locator("[data-offer]").first.press("Enter")
    wait_until(page, "s.held.length > 0")
    press(page, "rotate")


def _refusal_is_read(page: Page) -> None:
    begin(page, "reversi", "0 person", "1 person")
    cell(page, "a1").press("Enter")
    wait_until(page, "s.refused !== ''")


def _game_is_set_up(page: Page) -> None:
    page.locator('[data-do="open"][data-arg="reversi"]').press("Enter")
    choose_seat(page, "0 person")
    choose_seat(page, "1 person")
    page.locator('[data-do="seat"][data-arg="0 name"]').fill("Asha")
    page.get_by_role("combobox", name="Clock").select_option(index=3)


def _comment_is_typed(page: Page) -> None:
    press(page, "analyse", "reversi")
    wait_until(page, "s.awaited !== null")
    press(page, "study-pause")
    press(page, "study-draw", "c4>e6")
    page.get_by_role("textbox", name="Comment").fill("half a sent")


def _past_is_looked_at(page: Page) -> None:
    begin(page, "checkers", "0 person", "1 person")
    for spot in ("11", "15"):
        cell(page, spot).press("Enter")
    wait_until(page, "s.ply === 1 && s.awaited === 1")
    press(page, "show", "0")


def _two_spaces_for_a_pawn_are_asked_about(page: Page) -> None:
    press(page, "import", '[Game "parcheesi"]\n[Setup "S:66,12,h7,H N:39,39,20,n S [4,3]"]\n[Seed "7"]\n\n*\n')
    press(page, "play")
    wait_until(page, "s.awaited === 0")
    cell(page, "space 66").press("Enter")
    wait_until(page, "s.open.includes('row south 1')")
    press(page, "which", "row south 1|space 1")
    expect(page.locator(".which")).to_have_count(2)


def _two_squares_for_a_cat_are_asked_about(page: Page) -> None:
    begin(page, "kilkenny", "0 person", "1 person")
    press(page, "roll")
    wait_until(page, "s.open.includes('j5')")
    cell(page, "j5").press("Enter")
    wait_until(page, "s.open.includes('o10')")
    press(page, "which", "j10|o10")
    expect(page.locator(".which")).to_have_count(2)


COMES: Final = (
    *(_piece_is_picked, _turn_of_dice_waits, _patch_is_held, _refusal_is_read, _game_is_set_up, _comment_is_typed),
    *(_past_is_looked_at, _two_spaces_for_a_pawn_are_asked_about, _two_squares_for_a_cat_are_asked_about),
)


@pytest.mark.parametrize("way", COMES, ids=lambda come: come.__name__.strip("_"))
def test_nothing_is_lost(kept_page: Keeper, way: Callable[[Page], None]) -> None:
    page = kept_page(QUICK)
    page.set_viewport_size(USUAL)
    way(page)
    stays(page)


def test_what_is_planned_while_an_opponent_thinks_stays_planned(page: Page, open_page: Opener) -> None:
    page.set_viewport_size(USUAL)
    page.route("**/py/worker.py", lambda _: None)  # the opponent never answers
    open_page(QUICK, page=page)
    press(page, "set", "premove on")
    for game, moves, planned in (("reversi", ("d3",), ("c5",)), ("checkers", ("11", "15"), ("8", "11"))):
        begin(page, game, "0 person", "1 bot 0")
        for spot in moves:
            cell(page, spot).press("Enter")
        wait_until(page, "s.thinking === 1")
        for spot in planned:
            press(page, "tap", spot)
        expect(page.locator(".event")).to_have_text(f"Planned: {'–'.join(planned)}")
        assert set(page.locator(CHOSEN).evaluate_all(SPOTS)) == {*planned}
        stays(page)
        press(page, "home")


SPOTS: Final = "cells => cells.map(one => one.dataset.spot)"


def test_a_piece_that_is_dragged_is_still_in_the_hand_and_one_that_the_device_takes_from_it_is_picked(
    kept_page: Keeper,
) -> None:
    page = kept_page(QUICK)
    page.set_viewport_size(USUAL)
    begin(page, "checkers", "0 person", "1 person")
    _take_hold(page)
    wait_until(page, "s.open.includes('15')")
    stays(page)
    page.mouse.move(*centre(page, "15"))
    page.mouse.up()
    wait_until(page, "s.ply === 1 && s.awaited === 1")
    for way in ("pointercancel", "blur"):  # as when a phone is rotated
        page.mouse.move(*centre(page, "22"))
        page.mouse.down()
        page.mouse.move(*centre(page, "18"), steps=3)
        page.evaluate(TAKEN, way)
        page.mouse.up()
        assert wait_until(page, "s.open.includes('18')")["ply"] == 1
        stays(page)
        press(page, "cancel")
        wait_until(page, "!s.open.includes('18')")


SHEETS: Final[tuple[tuple[tuple[str, str], ...], ...]] = (
    (("menu", ""),),
    (("menu", ""), ("settings", "")),
    (("rules", "R12"),),
    (("log", ""),),
    (("share", "at"),),
    (("record", ""),),
    (("shortcuts", ""),),
    (("ask-resign", ""),),
    (("new", ""), ("seat", "1 name Asha"), ("clock", "3")),
)
"""Sheets that can lie over a game. Each entry lists the commands that open one, with their arguments."""


def test_sheets_stay_open_and_back_closes_only_the_topmost(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    page.set_viewport_size(USUAL)
    begin(page, "reversi", "0 person", "1 person")
    for ply, spot in enumerate(("f5", "d6")):
        cell(page, spot).press("Enter")
        wait_until(page, f"s.ply === {ply + 1} && s.awaited !== null")
    wait_for_frames(page)
    bare = _seen(page)
    for number, orders in enumerate(SHEETS):
        for order in orders:
            press(page, *order)
        expect(page.get_by_role("dialog").first).to_be_visible()
        stays(page, (*WINDOWS[number % 3 : number % 3 + 2], USUAL))
        left = _seen(page)
        for depth in range(2 if orders[-1] == ("settings", "") else 1, 0, -1):
            page.wait_for_function(ENTRY, arg=depth)
            page.evaluate("history.back()")
            page.wait_for_function(ENTRY, arg=depth - 1)
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert _seen(page) == bare, orders
        press(page, *orders[0])
        if orders[0][0] == "new":
            assert _seen(page) == left, "what was chosen is there again"
        press(page, "close")


ENTRY: Final = "depth => JSON.parse(history.state ?? '{}').open?.length === 1 + depth"
"""JavaScript that returns true if the browser's history entry lists the table and `depth` sheets above it."""


def _take_hold(page: Page) -> None:
    page.mouse.move(*centre(page, "11"))
    page.mouse.down()
    x, y = centre(page, "15")
    page.mouse.move(x + 8, y + 8, steps=3)


TAKEN: Final = """way => {
  const target = way === "blur" ? window : document.querySelector(".board");
  target.dispatchEvent(new PointerEvent(way, { bubbles: true, pointerId: 1, pointerType: "mouse" }));
}"""


def stays(page: Page, windows: Sequence[ViewportSize] = WINDOWS) -> None:
    """Check that the page loses nothing when the window's size and the theme change.

    The usual `windows` include one of 400 percent zoom.
    """
    wait_for_frames(page)
    before = _seen(page)
    for turn, window in enumerate(windows):
        look = LOOKS[turn % 2]
        page.set_viewport_size(window)
        page.emulate_media(color_scheme=look)
        wait_for_frames(page)
        assert _seen(page) == before, (window, look)


def _seen(page: Page) -> list[Any]:
    """Return all that a change could lose: the table's state, the texts of fields, open sheets and chosen spots."""
    seen: list[Any] = page.evaluate(SEEN, CHOSEN)
    return seen
