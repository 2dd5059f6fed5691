"""Whatever is under way stays as it is when the window, the look or the size of all things changes, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.e2e.conftest import Keeper, wait_for_frames
from tests.e2e.looking import press
from tests.e2e.play import begin, cell, choose_seat, state, wait_until

QUICK: Final = "?test=1&speed=off&seed=7"
UPRIGHT: Final[ViewportSize] = {"width": 390, "height": 844}
ACROSS: Final[ViewportSize] = {"width": 844, "height": 390}
LARGE: Final[ViewportSize] = {"width": 320, "height": 200}
"""What is left of 1280x800 at 400 percent."""
USUAL: Final[ViewportSize] = {"width": 1280, "height": 800}
WINDOWS: Final = (UPRIGHT, ACROSS, LARGE, UPRIGHT, USUAL)
LOOKS: Final[tuple[Literal["dark", "light"], ...]] = ("dark", "light")
FIELDS: Final = """() => [...document.querySelectorAll("input, select, textarea")].map((one) =>
  [one.name, one.dataset.do, one.dataset.arg, one.type, one.type === "radio" ? one.checked : one.value]
    .map(String).join(" ")).sort()"""


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


@pytest.mark.parametrize(
    "come",
    [_piece_is_picked, _turn_of_dice_waits, _patch_is_held, _refusal_is_read, _game_is_set_up, _comment_is_typed,
     _past_is_looked_at],
    ids=lambda come: come.__name__.strip("_"),
)  # fmt: skip
def test_nothing_is_lost(kept_page: Keeper, come: Callable[[Page], None]) -> None:
    page = kept_page(QUICK)
    page.set_viewport_size(USUAL)
    come(page)
    wait_for_frames(page)
    before = _seen(page)
    for turn, window in enumerate(WINDOWS):
        look = LOOKS[turn % 2]
        page.set_viewport_size(window)
        page.emulate_media(color_scheme=look)
        wait_for_frames(page)
        assert _seen(page) == before, (window, look)


def _seen(page: Page) -> tuple[dict[str, Any], list[str]]:
    """All that could be lost: the table's state, and what fields hold."""
    return state(page), page.evaluate(FIELDS)
