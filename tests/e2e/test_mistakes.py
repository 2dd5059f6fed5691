"""Test the player's own mistakes in the browser: a bad game, its review, the exercise, a reload, and a later date."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Opener, wait_ready
from tests.e2e.looking import measured, press, violations
from tests.e2e.play import by_keys, by_touch, state, tab_to_board, wait_for_turn, wait_until

QUICK: Final = "?test=1&seed=7&speed=off"
SIZES: Final = ((1280, 800), (390, 844), (844, 390), (320, 568))
OPENING: Final = "f5d6c5f4e3f6g5"
"""The moves of a game of Reversi, after which White is to move."""
BLUNDER: Final = "e6"
"""A move after which Black can turn all discs of White."""
LATER: Final = "const now = Date.now.bind(Date); Date.now = () => now() + 86_400_000 * 2;"
"""JavaScript that moves the date two days forward."""


def lose(page: Page) -> None:
    """Play a bad move by touch and resign, then wait for the review of the game."""
    press(page, "import", OPENING)
    for seat in ("0 bot", "0 bot 0", "1 person"):
        press(page, "seat", seat)
    press(page, "play")
    wait_for_turn(page)
    by_touch(page, BLUNDER)
    if not wait_until(page, "s.ply > 8 || s.over")["over"]:
        wait_for_turn(page)
        press(page, "ask-resign")
        press(page, "resign")
    wait_until(page, "s.over")
    press(page, "close")
    press(page, "review")
    expect(page.locator(".progress")).to_be_empty(timeout=60_000)
    press(page, "review-close")
    press(page, "result")
    expect(page.locator(".takeaway")).to_contain_text("To try at move ")
    press(page, "close")


def better_move(page: Page) -> str:
    """Return the move that the second step of a hint shows."""
    hint = page.locator(".coach .note").nth(1)
    for text in ("Hint: ", re.compile(r"^Hint: [a-h][1-8]\.")):
        press(page, "hint")
        expect(hint).to_contain_text(text)
    return hint.inner_text().removeprefix("Hint: ")[:2]


@pytest.mark.browser_context_args(has_touch=True)
def test_a_mistake_comes_back_is_solved_by_touch_and_after_two_days_by_keys(open_page: Opener) -> None:
    page = open_page(QUICK)
    lose(page)
    press(page, "practice", "reversi")
    page.locator('[data-do="mistakes"]').tap()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("1 due today")
    assert measured(page, "mistakes", SIZES) == []
    assert violations(page) == []
    dialog.locator('[data-do="mistake-find"][data-arg="reversi"]').tap()
    ready = "s.awaited !== null && !s.moving && s.ply === 0"
    wait_until(page, ready)
    expect(page.locator(".coach .goal")).to_have_text(f"Move 8: you played {BLUNDER}. Find something better.")
    assert measured(page, "a mistake", SIZES) == []
    assert violations(page) == []
    by_touch(page, BLUNDER)
    expect(page.locator(".coach .answered")).to_contain_text("Look again.")
    wait_until(page, ready)
    better = better_move(page)
    by_touch(page, better)
    expect(page.locator(".coach .praise")).to_contain_text("It comes back on")
    assert measured(page, "a mistake, solved", SIZES) == []

    page.reload()
    wait_ready(page)
    expect(dialog).to_contain_text("Nothing more is due today.")
    assert measured(page, "nothing is due", SIZES) == []
    press(page, "mistake-find", "reversi")
    assert state(page)["sheet"] == "mistakes"

    page.add_init_script(LATER)
    page.reload()
    wait_ready(page)
    press(page, "mistakes", "reversi")
    expect(dialog).to_contain_text("1 due today")
    press(page, "mistake-find", "reversi")
    wait_until(page, ready)
    tab_to_board(page)
    by_keys(page, better)
    expect(page.locator(".coach .praise")).to_contain_text("Found it.")
    press(page, "mistake-game")
    expect(page.locator(".review")).to_be_visible()
    assert state(page)["shown"] == 7
