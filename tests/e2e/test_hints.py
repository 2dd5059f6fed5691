"""Test hints that say more with every press, the replay of moves, and the list of keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Keeper
from tests.e2e.looking import press, violations
from tests.e2e.play import begin, by_role, play, state, tab_to_board, wait_for_turn, wait_until

QUICK = "?test=1&speed=off&seed=7"


def seated(open_page: Keeper) -> Page:
    page = open_page(QUICK)
    begin(page, "reversi", "0 person", "1 person")
    play(page, by_role, ("f5",), ("d6",), ("c5",))
    return page


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740})
def test_a_hint_says_more_with_every_press_and_the_board_stays(kept_page: Keeper) -> None:
    page = seated(kept_page)
    board = page.locator(".board").bounding_box()
    spoken = page.get_by_role("status").filter(has_text="Hint")
    hint = page.locator('[data-do="hint"]:visible')
    hint.click()
    expect(spoken).to_contain_text("Hint: one of these squares: ", timeout=30_000)  # after the worker has started
    hint.click()
    expect(spoken).not_to_contain_text("squares")
    expect(page.locator(".answer-card")).to_have_count(0)
    hint.click()
    card = page.locator(".answer-card")
    expect(card.get_by_role("listitem").first).to_be_visible()
    assert card.get_by_role("listitem").first.inner_text() in spoken.inner_text()
    assert page.locator(".board").bounding_box() == board
    assert violations(page) == []
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)
    assert state(page)["ply"] == 3
    assert wait_for_turn(page)["awaited"] == 1


def test_moves_are_shown_again_by_slider_and_by_themselves(kept_page: Keeper) -> None:
    page = seated(kept_page)
    position = state(page)["position"]
    page.locator('.rail [data-do="replay"]').click()
    slider = page.get_by_role("slider", name="Move of the game")
    assert wait_until(page, "s.shown === 0")["position"] == position
    expect(slider).to_have_attribute("aria-valuetext", "Move 0 of 3")
    slider.focus()
    page.keyboard.press("ArrowRight")
    wait_until(page, "s.shown === 1")
    expect(slider).to_have_attribute("aria-valuetext", "Move 1 of 3 Black: f5, turning 1 disc.")
    expect(slider).to_be_focused()
    page.keyboard.press("End")
    wait_until(page, "s.shown === 3")
    expect(slider).to_have_value("3")
    page.keyboard.press("Home")
    wait_until(page, "s.shown === 0")
    assert violations(page) == []
    page.locator('[data-do="pace"]').click()
    page.get_by_role("button", name="Show the moves one after another").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    wait_until(page, "s.shown === 3")
    page.locator('.rail [data-do="back"]').click()
    wait_until(page, "s.shown === 2")
    page.get_by_role("button", name="Back to the game").click()
    assert wait_until(page, "s.shown === 3")["position"] == position
    expect(slider).to_have_count(0)
    play(page, by_role, ("b4",))


def test_the_question_mark_lists_the_keys_and_they_can_be_switched_off(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("Escape")
    page = seated(kept_page)
    menu = page.locator('[data-do="menu"]').first
    menu.focus()
    page.keyboard.press("w")
    expect(page.get_by_role("status").filter(has_text="to move.")).to_have_count(1)
    expect(menu).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(menu).to_be_focused()
    tab_to_board(page)
    page.keyboard.press("s")
    expect(page.get_by_role("status").filter(has_text="Discs in hand: ")).to_have_count(1)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard")
    expect(dialog.get_by_text("What is around me?")).to_be_visible()
    assert violations(page) == []
    dialog.get_by_role("switch").uncheck(force=True)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.locator('[data-do="menu"]').first.focus()
    page.keyboard.press("?")
    tab_to_board(page)
    page.keyboard.press("?")
    page.keyboard.press("u")
    page.keyboard.press("ArrowUp")
    values = wait_until(page, "s.cursor !== ''")
    assert values["sheet"] == ""
    assert values["ply"] == 3
    press(page, "set", "shortcuts on")


@pytest.mark.browser_context_args(viewport={"width": 1280, "height": 560})
def test_a_list_of_moves_that_was_scrolled_back_comes_to_the_next_move(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    press(page, "import", "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7")
    page.locator('[role="dialog"] [data-do="play"]').click()
    wait_for_turn(page)
    scrolled = "document.querySelector('.rail .log').scrollTop"
    assert page.evaluate(f"{scrolled} = -9999, {scrolled}") < -100
    play(page, by_role, (state(page)["open"][0],))
    assert page.evaluate(scrolled) == 0
