"""Test the review of a finished game: the graph, the best moves on the board, and retrying from a position."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Keeper, wait_ready
from tests.e2e.play import begin, by_role, play, state, wait_for_frame, wait_until

QUICK = "?test=1&speed=off"
SIZES = "all => all.map(one => one.getBoundingClientRect()).map(({ width, height }) => [width, height])"
"""JavaScript that returns the widths and heights of all given elements in one call.

One call is needed because the list of moves is redrawn while a review runs.
"""
ROOM = """() => {
  const sentence = document.querySelector('.judged-text > p');
  const cross = document.querySelector('.review .rail-head .button svg');
  const end = sentence.getBoundingClientRect().right - parseFloat(getComputedStyle(sentence).paddingRight);
  return cross.getBoundingClientRect().left - end;
}"""
"""JavaScript that returns how many pixels before the cross that closes the review the sentence on a result ends."""
IN_SIGHT = """control => {
  const box = control.getBoundingClientRect(), verdict = document.querySelector('.judgement').getBoundingClientRect();
  return document.activeElement === control && box.top >= verdict.bottom - 1 && box.bottom <= innerHeight + 1;
}"""
"""JavaScript that returns True if a control has the focus, and is neither outside the window nor below the verdict."""
SHORTEST = [(spot,) for spot in ("f5", "d6", "c5", "f4", "e3", "f6", "g5", "e6", "e7")]


def over(kept_page: Keeper) -> Page:
    """Play a game of Reversi that Black wins after nine moves, the fewest possible, and return the page."""
    page = kept_page(QUICK)
    begin(page, "reversi", "0 person", "1 person")
    assert play(page, by_role, *SHORTEST)["over"]
    return page


def test_a_finished_game_is_looked_through_and_taken_up_again(kept_page: Keeper) -> None:
    page = over(kept_page)
    before = len(state(page)["saves"])
    dialog = page.get_by_role("dialog")
    dialog.locator('[data-do="review"]').click()
    beside = page.get_by_role("complementary", name="Review")
    expect(beside.get_by_role("heading", name="Review")).to_be_visible()
    expect(beside.locator(".progress")).to_be_empty(timeout=60_000)
    expect(beside.locator(".judged li")).to_have_count(9)
    expect(beside.locator(".curve polyline")).to_have_count(1)
    beside.locator('.judged [data-do="show"][data-arg="3"]').press("Enter")
    shown = wait_until(page, "s.shown === 3 && s.sheet === ''")
    assert shown["over"]
    expect(beside.locator(".judgement .made")).to_have_text("f4")
    page.locator('[data-do="forward"]:visible').press("Enter")
    expect(beside.locator(".judgement .made")).to_have_text("e3")
    page.set_viewport_size({"width": 1280, "height": 800})
    board, panel = page.locator(".board").first.bounding_box(), beside.bounding_box()
    assert board is not None
    assert panel is not None
    assert board["width"] >= 690, "the board stays large"
    assert panel["x"] >= board["x"] + board["width"], "the review lies beside it"
    beside.get_by_role("button", name="Retry from here").press("Enter")
    again = wait_until(page, "s.ply === 4 && s.awaited === 0 && !s.over")
    assert again["moves"] == [spot for (spot,) in SHORTEST[:4]]
    assert len(again["saves"]) == before + 1, "the finished game stays"


def test_a_reload_comes_back_to_it(kept_page: Keeper) -> None:
    page = over(kept_page)
    page.get_by_role("dialog").locator('[data-do="review"]').click()
    beside = page.get_by_role("complementary", name="Review")
    expect(beside).to_be_visible()
    page.wait_for_selector(".judged li")
    page.reload()
    wait_ready(page)
    expect(beside).to_be_visible()
    page.wait_for_selector(".judged li")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.go_back()
    expect(beside).to_have_count(0)
    assert state(page)["screen"] == "table"


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740})
def test_it_can_be_used_on_a_small_phone(kept_page: Keeper) -> None:
    page = over(kept_page)
    page.get_by_role("dialog").locator('[data-do="review"]').click()
    page.wait_for_selector(".judged li")
    assert page.evaluate(ROOM) >= 0, "the sentence ends before the button that closes the review"
    page.locator('.judged [data-do="show"]').first.press("Enter")
    expect(page.locator(".judgement .made")).to_be_visible()
    board = page.locator(".board").first.bounding_box()
    assert board is not None
    assert board["width"] >= 360 - 16, "the board is not made smaller for it"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    sizes = page.locator(".review button").evaluate_all(SIZES)
    assert sizes
    assert min(min(size) for size in sizes) >= 43.5
    assert state(page)["sheet"] == ""


@pytest.mark.parametrize("size", [(360, 740), (1280, 600)])
def test_what_shows_a_move_stays_in_sight(kept_page: Keeper, size: tuple[int, int]) -> None:
    page = over(kept_page)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.get_by_role("dialog").locator('[data-do="review"]').click()
    beside = page.get_by_role("complementary", name="Review")
    expect(beside.locator(".progress")).to_be_empty(timeout=60_000)
    expect(beside.locator(".turning")).to_be_visible()
    controls = beside.locator('.review-lines [data-do="show"]')
    hidden = list[str]()
    for number in range(controls.count()):
        control = controls.nth(number)
        control.press("Enter")
        wait_until(page, f"s.shown === {control.get_attribute('data-arg')}")
        wait_for_frame(page)
        hidden += [] if control.evaluate(IN_SIGHT) else [control.inner_text()]
    assert not hidden
