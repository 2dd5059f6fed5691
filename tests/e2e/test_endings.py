"""Test an ending against the tables in the browser: listed, thrown by touch, won by roles, and seen in the analysis."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from chowk.engine.protocol import Scope
from chowk.engine.search_budget import Clock
from chowk.games.checkers import notation
from chowk.games.checkers.engine import bots
from chowk.games.checkers.ui.endings import ENDINGS
from tests.e2e.conftest import Keeper
from tests.e2e.looking import measured, press, violations
from tests.e2e.play import by_role, by_touch, wait_until

QUICK = "?test=1&seed=7&speed=off"
SIZES = ((1280, 800), (360, 740), (844, 390))


def move_on(page: Page, point: Callable[[Page, str], None], *, worst: bool = False) -> None:
    """Make the best move of the position by pointing at its squares, or the worst one."""
    before = wait_until(page, "s.awaited !== null && !s.moving")
    position = notation.read_position(before["position"])
    (*_, survey) = bots.survey(position, (), Scope(1), Clock(60))
    for square in survey.lines[-1 if worst else 0].moves[0]:
        point(page, str(square))


@pytest.mark.browser_context_args(has_touch=True)
def test_an_ending_is_thrown_away_by_touch_won_by_roles_and_counted(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    press(page, "practice", "checkers")
    page.locator('[role="dialog"] [data-do="puzzle"][data-arg="checkers ending two-men"]').click()
    position = notation.read_position(wait_until(page, "s.awaited !== null && !s.moving")["position"])
    assert ENDINGS.kind(position) == "two-men"
    move_on(page, by_touch, worst=True)
    expect(page.locator(".coach .answered")).to_contain_text("This move gives the win away")
    wait_until(page, "s.awaited !== null && !s.moving && s.ply === 0")
    assert measured(page, "ending", SIZES) == []
    assert violations(page) == []
    for _ in range(40):
        if page.locator(".coach .praise").count():
            break
        before = wait_until(page, "s.awaited !== null && !s.moving")["ply"]
        move_on(page, by_role)
        wait_until(
            page, f"!s.moving && s.ply > {before} && (s.awaited !== null || !!document.querySelector('.praise'))"
        )
    expect(page.locator(".coach .praise")).to_contain_text("The ending is won.")
    page.locator('[data-do="puzzle-why"]').click()
    press(page, "study-start")
    expect(page.locator(".ends").first).to_contain_text("Win in ", timeout=60_000)
    assert measured(page, "results of an ending", SIZES) == []
    assert violations(page) == []
    page.locator('.found [data-do="puzzle"]').click()
    wait_until(page, "s.awaited !== null && !s.moving && s.ply === 0")
    press(page, "lesson-leave")
    press(page, "study-leave")
    press(page, "lesson-leave")
    press(page, "practice", "checkers")
    expect(page.get_by_role("dialog")).to_contain_text("Solved: 1, 0 without a mistake.")
    press(page, "close")
