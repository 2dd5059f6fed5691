"""Windows of many sizes: nothing that can be pressed is off screen, no name is written too small to be read."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Opener
from tests.e2e.looking import press, settle
from tests.e2e.play import wait_for_turn

SIZES: Final = (
    *((width, height) for width in (640, 680, 720, 760, 800, 840, 880, 920) for height in (600, 700, 780, 860)),
    *((320, 568), (360, 740), (412, 915), (667, 375), (844, 390), (820, 1180), (1024, 768), (1200, 720)),
    *((1280, 640), (1280, 800), (1440, 900), (1920, 1080)),
)
GAMES: Final = (("kilkenny", 4), ("parcheesi", 4), ("reversi", 2), ("checkers", 2), ("patchwork", 2))
"""The first has most at the table, and is looked at in every window; in the deep run all are."""
LOST: Final = """() => {
  const wrong = [];
  for (const e of document.querySelectorAll('.actions button, .top button, .now button, .part')) {
    const b = e.getBoundingClientRect();
    if (!b.width) continue;
    // A button may be taller than the bar it lies in, by a hair.
    if (b.left < -0.5 || b.top < -2.5 || b.right > innerWidth + 0.5 || b.bottom > innerHeight + 0.5)
      wrong.push(`off screen: ${e.dataset.do} ${[b.left, b.top, b.right, b.bottom].map(Math.round)}`);
  }
  if (!document.querySelector('[data-do="menu"]').getBoundingClientRect().width) wrong.push('no way to more');
  for (const e of document.querySelectorAll('.player .title, .now .status, .actions .label')) {
    const size = parseFloat(getComputedStyle(e).fontSize);
    if (e.getBoundingClientRect().width && size < 12) wrong.push(`${size} px: ${e.textContent}`);
  }
  return wrong;
}"""
BOARD: Final = "() => document.querySelector('.board').getBoundingClientRect().width"
DIE: Final = "() => document.querySelector('.part .token')?.getBoundingClientRect().width"


def sides(page: Page, width: int, height: int) -> tuple[float, float | None]:
    """How wide the board is in such a window, and a die beside it, in pixels."""
    page.set_viewport_size({"width": width, "height": height})
    settle(page)
    return page.evaluate(BOARD), page.evaluate(DIE)


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.deep)])
def test_nothing_is_off_screen_in_windows_of_any_size_and_boards_and_dice_are_large(
    open_page: Opener, every: int
) -> None:
    page = open_page("?test=1&seed=7&speed=off")
    wrong: list[str] = []
    for number, (game, seats) in enumerate(GAMES):
        press(page, "open", game)
        press(page, "players", str(seats))
        for seat in range(1, seats):
            press(page, "seat", f"{seat} person")
        press(page, "play")
        wait_for_turn(page)
        for width, height in SIZES[number - 1 :: every] if number else SIZES:
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            wrong += [f"{game} {width}x{height}: {one}" for one in page.evaluate(LOST)]
        board, die = sides(page, 1280, 800)
        assert board >= (680 if game == "patchwork" else 690), game
        assert die is None or die >= 63.9
        board, die = sides(page, 1024, 768)
        assert board >= 710, game
        assert die is None or die >= 63.9
        assert sides(page, 360, 740)[1] in (None, 44)
        press(page, "home")
    assert not wrong, "\n".join(wrong)
