"""Test a game with a clock: the clock is chosen, runs, and keeps its times over a reload."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Opener, wait_ready
from tests.e2e.looking import violations
from tests.e2e.play import by_role, choose_seat, tab_to_board, wait_until


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740})
def test_a_clock_is_chosen_runs_and_is_kept(open_page: Opener) -> None:
    page = open_page("?test=1&speed=off&seed=7")
    page.locator('[data-do="open"][data-arg="reversi"]').press("Enter")
    choose_seat(page, "0 person")
    choose_seat(page, "1 person")
    page.get_by_role("combobox", name="Clock").select_option(label="3 min + 2 s")
    page.locator('[role="dialog"] [data-do="play"]').press("Enter")
    wait_until(page, "s.awaited === 0")
    timers = page.get_by_role("timer")
    expect(timers).to_have_count(2)
    due = page.locator(".time[data-due]")
    expect(due).to_have_attribute("data-runs", "")
    expect(due).to_have_text(re.compile(r"^2:5\d$"))
    by_role(page, "d3")
    wait_until(page, "s.awaited === 1")
    expect(page.locator(".time:not([data-due])")).to_have_text(re.compile(r"^(3:0[0-2]|2:5\d)$"))
    expect(due).to_have_text(re.compile(r"^2:5\d$"))
    tab_to_board(page)
    page.keyboard.press("c")
    expect(page.locator("[role=status].unseen")).to_contain_text("min")
    assert violations(page) == []
    page.reload()
    wait_ready(page)
    wait_until(page, "s.awaited === 1")
    expect(timers).to_have_count(2)
    expect(due).to_have_text(re.compile(r"^2:[45]\d$"))
