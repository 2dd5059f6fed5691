"""Test the explorer: it sorts a collection's positions, and shows beside the board which moves were played."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Keeper, wait_ready
from tests.e2e.looking import PEOPLE, measured, press, violations
from tests.e2e.play import begin, by_mouse, play, state, wait_until
from tests.e2e.test_collections import CHECKED, ROWS, packed_file, where
from tests.e2e.test_large_letters import faults
from tests.e2e.test_learning import tab_to

LARGE = ((320, 568, 32), (844, 390, 32), (1280, 800, 32))
"""Windows (width and height in CSS pixels), each with the browser's text size in pixels."""


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
def test_moves_that_were_played_are_shown_and_followed(kept_page: Keeper) -> None:
    page = kept_page("?test=1&seed=31&speed=off")
    press(page, "collections")
    page.locator('[role="dialog"] input[type="file"]').set_input_files(packed_file(100))
    where(page, "Games: 99 of 99")
    page.locator(ROWS).nth(2).get_by_role("button").tap()
    wait_until(page, "s.awaited !== null || s.over")
    page.locator('.moves-head [data-do="played"]').tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Sort the positions").tap()
    where(page, "Games: 99 of 99")

    # by touch: the only first move, up to symmetry, and then the most frequent answer
    expect(dialog.locator(".played")).to_have_count(1)
    dialog.locator(".played").tap()
    wait_until(page, "s.moves.length === 1")
    second = dialog.locator(".played").first
    expect(dialog.locator(".played")).not_to_have_count(1)
    move = second.locator(".made").text_content() or ""
    # by keyboard: the same, and back
    tab_to(page, '[role="dialog"] .played')
    page.keyboard.press("Enter")
    wait_until(page, "s.moves.length === 2")
    assert state(page)["moves"][1] == move.strip()
    tab_to(page, '[role="dialog"] summary')
    page.keyboard.press("Enter")
    dialog.get_by_role("radio", name="White").check()
    assert violations(page) == []
    assert measured(page, "explorer", CHECKED) == []
    session = page.context.new_cdp_session(page)
    assert [*faults(page, session, LARGE)] == []
    session.detach()
    page.set_viewport_size({"width": 360, "height": 740})
    count = dialog.get_by_role("status").text_content() or ""
    dialog.get_by_role("button", name="Show all these games").tap()
    where(page, count)
    expect(dialog).to_contain_text("Only games with the chosen position.")
    page.reload()
    wait_ready(page)
    where(page, count)
    press(page, "close")

    press(page, "home")
    # the explorer's button in the replay has room beside the others
    begin(page, "reversi", *PEOPLE)
    play(page, by_mouse, ("f5",), ("d6",))
    press(page, "show", "1")
    assert measured(page, "replay", CHECKED) == []
    session = page.context.new_cdp_session(page)
    assert [*faults(page, session, LARGE[1:])] == []
    expect(page.locator('.past [data-do="played"]')).to_be_visible()
