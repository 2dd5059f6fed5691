"""Test the opponent that adapts to the player's strength, in the browser: chosen, played, and reloaded.

After three games it is the default.
"""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Opener, wait_ready
from tests.e2e.looking import measured, press, violations
from tests.e2e.play import by_mouse, wait_for_turn, wait_until

QUICK = "?test=1&speed=off"
"""Query of an address without a seed.

A seed would determine the names of games, and games with the same name count only once.
"""
SIZES = ((1280, 800), (390, 844), (844, 390), (320, 568))
LABEL = "At my level"


def lose(page: Page) -> None:
    """Play one move of a game of Reversi against the proposed opponent, resign, and go to the home page."""
    for name, arg in (("open", "reversi"), ("more", ""), ("colour", "0"), ("play", "")):
        press(page, name, arg)
    wait_for_turn(page)
    by_mouse(page, "d3")
    wait_until(page, "s.ply > 1 && s.awaited !== null && !s.moving")
    press(page, "resign")
    wait_until(page, "s.over")
    press(page, "home")


def test_it_is_the_default_after_three_games_and_is_chosen_played_and_reloaded(open_page: Opener) -> None:
    page = open_page(QUICK)
    computer = page.locator(".way", has_text="Against the computer")
    for _ in range(3):
        press(page, "open", "reversi")
        expect(computer).not_to_contain_text(LABEL)
        press(page, "close")
        lose(page)
    press(page, "open", "reversi")
    expect(computer).to_contain_text(LABEL)
    press(page, "more")
    press(page, "colour", "0")
    own, level = page.get_by_role("radio", name=LABEL), page.get_by_role("radio", name="Strength 5 of 11")
    expect(own).to_be_checked()
    expect(page.get_by_role("dialog")).to_contain_text("Plays about as well as you, judging by your latest games.")
    assert measured(page, "set-up", SIZES) == []
    assert violations(page) == []
    press(page, "seat", "1 bot 2")
    expect(level).to_be_checked()
    press(page, "seat", "1 bot own")
    expect(own).to_be_checked()
    expect(level).not_to_be_checked()
    press(page, "play")
    seen = wait_for_turn(page)
    opponent = page.locator(".level", has_text=LABEL).first
    expect(opponent).to_be_attached()
    by_mouse(page, "d3")
    wait_until(page, f"s.ply > {seen['ply']} + 1 && s.awaited !== null && !s.moving")
    page.reload()
    wait_ready(page)
    again = wait_for_turn(page)
    assert again["ply"] > seen["ply"]
    expect(opponent).to_be_attached()
    press(page, "resign")
    wait_until(page, "s.over")
    press(page, "home")
    press(page, "statistics")
    expect(page.get_by_role("dialog")).to_contain_text(LABEL)
    press(page, "close")
