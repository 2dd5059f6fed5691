"""Test endings against the endgame tables in the browser: by keyboard, by touch, through roles, and in the analysis."""

from __future__ import annotations

import re
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
from tests.e2e.play import by_keys, by_role, by_touch, state, wait_until

QUICK = "?test=1&seed=7&speed=off"
SIZES = ((1280, 800), (360, 740), (844, 390))


def best_move(text: str) -> tuple[str, ...]:
    """Return the squares of the best move of a position, which is given as text."""
    (*_, survey) = bots.survey(notation.read_position(text), (), Scope(1), Clock(60))
    return tuple(map(str, survey.lines[0].moves[0]))


def move_on(page: Page, point: Callable[[Page, str], None], *, worst: bool = False) -> None:
    """Make the best move of the position, or the worst move if `worst` is True, by pointing at its squares."""
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


def test_an_ending_is_won_by_keys_alone_from_its_first_moment(kept_page: Keeper) -> None:
    page = kept_page("?test=1&seed=8")
    press(page, "practice", "checkers")
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Two men against a king")).press("Enter")
    page.get_by_role("grid").wait_for(state="attached")
    expect(page.get_by_role("gridcell").and_(page.locator(":focus"))).to_have_count(1)
    for _ in range(40):
        before = state(page)  # the first move is made at once: the engine's worker may still be loading the tables
        for square in best_move(before["position"]):
            by_keys(page, square)
        after = wait_until(page, f"s.ply > {before['ply']} && !s.moving && (s.awaited !== null || s.over)")
        if after["over"]:
            break
    expect(page.locator(".coach .praise")).to_contain_text("Solved. The ending is won.")
    expect(page.get_by_role("gridcell").and_(page.locator(":focus"))).to_have_count(1)
    press(page, "lesson-leave")
