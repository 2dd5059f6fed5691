"""Test windows of many sizes: all controls are on the screen, texts are readable, boards and dice are large."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Opener
from tests.e2e.looking import press, settle
from tests.e2e.play import wait_for_turn

GRID: Final = tuple(
    (width, height) for width in (640, 680, 720, 760, 800, 840, 880, 920) for height in (600, 700, 780, 860)
)
"""Sizes near which the layout changes. The usual run checks every second one, as on a chess-board."""
SIZES: Final = (
    *((width, height) for width, height in GRID if (width // 40 + height // 80) % 2),
    *((320, 568), (360, 740), (412, 915), (667, 375), (844, 390), (820, 1180), (1024, 768), (1200, 720)),
    *((1280, 640), (1280, 800), (1440, 900), (1920, 1080)),
    # Sizes on both sides of the widths and heights at which the layout changes.
    *((959, 700), (961, 700), (1199, 700), (1201, 700), (1199, 543), (1201, 543), (1200, 719), (1200, 721)),
    *((700, 699), (699, 700), (698, 698), (529, 383), (527, 385), (751, 600), (753, 600), (1080, 810)),
)
ALL_SIZES: Final = tuple(dict.fromkeys((*GRID, *SIZES)))
PHONES: Final = ((360, 740), (360, 800), (390, 844), (412, 915))
ROLL: Final = (96, 56)
"""Minimum width and height, in CSS pixels, of the button that rolls the dice, on a phone of 360 by 740 pixels."""
SIDES: Final = (400, 560, 720, 860, 1080, 1440)
SWEPT: Final = tuple(
    (width, height)
    for width, height in (
        *((width, height) for height in SIDES for width in range(320, 4097, 40)),
        *((width, height) for width in SIDES for height in range(320, 2161, 40)),
    )
    if width > 528 or height > 384
)
"""Window sizes that the deep run checks.

The smallest windows are left out: they are like windows at 400 percent zoom, in which the page may scroll.
"""
GAMES: Final = (("kilkenny", 4), ("parcheesi", 4), ("reversi", 2), ("checkers", 2), ("patchwork", 2))
"""The games, each with a number of players. The first has the fullest screen, so it is checked in every window."""
LOST: Final = """() => {
  const wrong = [];
  for (const e of document.querySelectorAll('.actions button, .top button, .now button, .part')) {
    const b = e.getBoundingClientRect();
    if (!b.width) continue;
    // A button may be slightly taller than its bar.
    if (b.left < -0.5 || b.top < -2.5 || b.right > innerWidth + 0.5 || b.bottom > innerHeight + 0.5)
      wrong.push(`off screen: ${e.dataset.do} ${[b.left, b.top, b.right, b.bottom].map(Math.round)}`);
  }
  // A row of choices scrolls, but must show one button at full height.
  const ways = document.querySelector('.ways:has(button)'), tray = document.querySelector('.tray');
  if (ways && Math.min(ways.getBoundingClientRect().bottom, tray.getBoundingClientRect().bottom + 4)
      - ways.querySelector('button').getBoundingClientRect().top < 43.9) wrong.push('choices are cut off');
  if (!document.querySelector('[data-do="menu"]').getBoundingClientRect().width) wrong.push('no way to more');
  for (const e of document.querySelectorAll('.table :is(span, p, dd, dt, h1, h2, button, li)')) {
    if (e.closest('.grid, svg, .unseen, [aria-hidden=true]')) continue;
    if (![...e.childNodes].some(one => one.nodeType === Node.TEXT_NODE && one.data.trim())) continue;
    const size = parseFloat(getComputedStyle(e).fontSize), box = e.getBoundingClientRect();
    if (box.width > 1 && size < 11.95 && e.checkVisibility()) wrong.push(`${size} px: ${e.textContent}`);
  }
  const blocks = [...document.querySelectorAll('.top, .player, .board, .now, .tray, .actions, .rail-box, .bench')]
    .filter(one => one.checkVisibility()).map(one => [one, one.getBoundingClientRect()]).filter(([, b]) => b.width);
  blocks.forEach(([one, a], at) => blocks.slice(at + 1).forEach(([other, b]) => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const along = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 1.5 && along > 1.5 && !one.contains(other) && !other.contains(one))
      wrong.push(`${one.className} and ${other.className} overlap by ${across.toFixed(1)} and ${along.toFixed(1)}`);
  }));
  return wrong;
}"""
BOARD: Final = "() => document.querySelector('.board').getBoundingClientRect().width"
DIE: Final = "() => document.querySelector('.part .token')?.getBoundingClientRect().width"


def sides(page: Page, width: int, height: int) -> tuple[float, float | None]:
    """Return the widths, in CSS pixels, of the board and of a die in a window of this size.

    The width of a die is None if the game has no dice.
    """
    page.set_viewport_size({"width": width, "height": height})
    settle(page)
    return page.evaluate(BOARD), page.evaluate(DIE)


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.deep)])
def test_nothing_is_off_screen_in_windows_of_any_size_and_boards_and_dice_are_large(
    open_page: Opener, every: int
) -> None:
    page = open_page("?test=1&seed=7&speed=off")
    sizes = SIZES if every > 1 else ALL_SIZES
    wrong: list[str] = []
    rolled: list[str] = []
    for number, (game, seats) in enumerate(GAMES):
        sit_down(page, game, seats)
        for width, height in sizes[number - 1 :: every] if number else sizes:
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            wrong += [f"{game} {width}x{height}: {fault}" for fault in page.evaluate(LOST)]
        board, die = sides(page, 1280, 800)
        assert board >= (680 if game == "patchwork" else 690), game
        assert die is None or die >= 63.9
        board, die = sides(page, 1024, 768)
        assert board >= 710, game
        assert die is None or die >= 63.9
        board, die = sides(page, 820, 1180)
        assert board >= (750 if game == "patchwork" else 803.5), game
        assert die is None or die >= 63.9
        board, die = sides(page, 360, 740)
        assert board >= (300 if game == "patchwork" else 330), game
        assert die is None or die >= 43.9
        # On the usual phones, during the choice of a move.
        if wait_for_turn(page)["rolling"] is not None:
            button = page.get_by_role("button", name="Roll", exact=True).bounding_box()
            assert button is not None
            assert button["width"] >= ROLL[0], game
            assert button["height"] >= ROLL[1], game
            rolled.append(game)
            press(page, "roll")
            wait_for_turn(page)
        for width, height in PHONES:
            board, _ = sides(page, width, height)
            assert board >= width - 24 - (35 if game == "patchwork" else 0), (game, width)
            wrong += [f"{game}, to move, {width}x{height}: {fault}" for fault in page.evaluate(LOST)]
        press(page, "home")
    assert rolled == ["kilkenny", "parcheesi"]
    assert not wrong, "\n".join(wrong)


@pytest.mark.deep
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_nothing_is_off_screen_in_any_state_of_a_table(open_page: Opener, game: str, seats: int) -> None:
    page = open_page("?test=1&seed=7&speed=off")
    sit_down(page, game, seats)
    wrong: list[str] = []

    def look(state: str, windows: tuple[tuple[int, int], ...]) -> None:
        for width, height in windows:
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            wrong.extend(f"{game}, {state}, {width}x{height}: {fault}" for fault in page.evaluate(LOST))

    look("at first", SWEPT)
    now = wait_for_turn(page)
    while now["rolling"] is not None:  # some rolls allow no move
        press(page, "roll")
        now = wait_for_turn(page)
    look("to move", ALL_SIZES)
    press(page, "tap", now["open"][0])
    settle(page)
    look("one tap later", ALL_SIZES)
    wait_for_turn(page)
    press(page, "resign")
    press(page, "close")
    look("over", ALL_SIZES)
    assert not wrong, "\n".join(wrong)


def sit_down(page: Page, game: str, seats: int) -> None:
    """Begin a game among `seats` people."""
    press(page, "open", game)
    press(page, "players", str(seats))
    for seat in range(1, seats):
        press(page, "seat", f"{seat} person")
    press(page, "play")
    wait_for_turn(page)
