"""Test the first player in a rematch of Patchwork: with the house rule "the loser", the loser begins (R7)."""

from __future__ import annotations

from typing import Any

import pytest

from chowk.app.commands import rematch_plan
from chowk.core.match import Match
from chowk.games import load
from chowk.games.patchwork import rules
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from chowk.ui.screens import result
from tests.unit.games.patchwork.helpers import RULESET, state

SEATS = (SeatPlan("person", 0, "Asha"), SeatPlan("person", 0, "Bela"))


def table(first: str, winner: int) -> Table:
    """Return the table of a finished game with this winner. `first` is the house rule about the first player."""
    over: Match[Any, Any] = Match(RULESET, state(pos=(53, 53), but=(9, 5) if winner == 0 else (5, 9)))
    return Table(load("patchwork"), Plan("patchwork", SEATS, {"first": first}), over, "1", "2026-11-21")


@pytest.mark.parametrize("winner", [0, 1])
def test_the_loser_of_the_last_game_starts(winner: int) -> None:
    last = table("loser", winner)
    plan = rematch_plan(last)
    assert result._rematch(last).text == "Rematch, the loser starts"
    loser = last.plan.seats[1 - winner]
    started = rules.start(2, plan.options, 5).turn
    assert plan.seats[started] == loser
    assert set(plan.seats) == set(SEATS)
    third = rematch_plan(Table(last.game, plan, last.match, "2", "2026-11-21"))
    assert third.seats[0] == plan.seats[1 - winner]


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("first", ["random", "first", "second"])
def test_otherwise_the_sides_are_swapped(first: str, winner: int) -> None:
    last = table(first, winner)
    assert rematch_plan(last).seats == SEATS[::-1]
    assert result._rematch(last).text == "Rematch, sides swapped"


@pytest.mark.parametrize("seat", [0, 1])
def test_who_resigns_has_lost(seat: int) -> None:
    match: Match[Any, Any] = Match(RULESET, rules.start(2, {}, 1))
    match.resign(seat)
    plan = Plan("patchwork", SEATS, {"first": "loser"})
    assert rematch_plan(Table(load("patchwork"), plan, match, "1", "2026-11-21")).seats[0] == SEATS[seat]


def test_after_a_draw_that_was_agreed_the_sides_are_swapped() -> None:
    match: Match[Any, Any] = Match(RULESET, rules.start(2, {}, 1))
    match.agree()
    plan = Plan("patchwork", SEATS, {"first": "loser"})
    last = Table(load("patchwork"), plan, match, "1", "2026-11-21")
    assert rematch_plan(last).seats == SEATS[::-1]
    assert result._rematch(last).text == "Rematch, sides swapped"
