"""Test matches: playing, undo, the dice of a replay, ends by resignation or agreement, and the referee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from chowk.core.errors import TextError
from chowk.core.events import Event
from chowk.core.match import IllegalMove, Match
from chowk.core.position import CHANCE, Outcome
from chowk.core.referee import referee
from tests.unit import toys
from tests.unit.toys import RULESET, Race


def race(seed: int = 7) -> Match[Race, str]:
    return Match(RULESET, Race(), seed)


def rolled(seed: int, *moves: str) -> Match[Race, str]:
    """Return a race (a toy game) with the given moves, each after the roll that the seed determines."""
    match = race(seed)
    for move in moves:
        match.play(match.roll())
        match.play(move)
    return match


def test_a_match_begins_with_nothing_played() -> None:
    match = race()
    assert match.ply == 0
    assert match.position == match.position_after(0) == Race()
    assert match.outcome() is None
    assert not match.moves
    assert not match.undone


def test_playing_tells_the_events_and_keeps_every_position() -> None:
    match = race()
    assert match.play("roll2") == (Race().events("roll2"))
    assert match.position == Race(die=2)
    assert match.positions == (Race(), Race(die=2))
    assert match.moves == ("roll2",)
    assert match.written() == ["roll2"]


def test_an_illegal_move_changes_nothing() -> None:
    match = race()
    with pytest.raises(IllegalMove, match="walk"):
        match.play("walk")
    assert match.ply == 0


def test_the_dice_depend_on_the_seed_and_the_ply_alone() -> None:
    first, second = rolled(7, "walk", "walk"), rolled(7, "rest", "rest")
    assert first.moves[0::2] == second.moves[0::2]
    assert len({tuple(rolled(seed, *["rest"] * 5).moves) for seed in range(20)}) > 10


def test_nobody_rolls_again_by_taking_back() -> None:
    match = rolled(7, "walk", "walk")
    first = match.moves[2]
    for _ in range(2):
        match.undo()
    assert match.roll() == first


def test_nobody_rolls_out_of_turn() -> None:
    match = rolled(7, "walk")
    match.play(match.roll())
    with pytest.raises(AssertionError):
        match.roll()


def test_undo_and_redo_walk_the_same_way() -> None:
    match = rolled(7, "walk", "rest")
    positions, moves = match.positions, match.moves
    assert [match.undo() for _ in range(4)] == [*reversed(moves)]
    assert match.position == Race()
    assert match.undone == moves
    for _ in range(4):
        match.redo()
    assert match.positions == positions
    assert not match.undone


def test_the_same_move_again_keeps_the_rest_of_the_future() -> None:
    match = rolled(7, "walk", "walk")
    for _ in range(3):
        match.undo()
    match.play("walk")
    assert len(match.undone) == 2


def test_another_move_drops_the_future() -> None:
    match = rolled(7, "walk", "walk")
    for _ in range(3):
        match.undo()
    match.play("rest")
    assert not match.undone
    with pytest.raises(IndexError):
        match.redo()


def test_nothing_can_be_taken_back_before_the_first_move() -> None:
    match = race()
    with pytest.raises(IndexError):
        match.undo()
    assert match.positions == (Race(),)
    match.play("roll1")
    assert match.position == Race(die=1)


def test_a_rule_of_the_past_ends_a_match() -> None:
    match = rolled(7, *["rest"] * 5)
    match.play(match.roll())
    assert match.outcome() == Outcome((1, 1), (), "dawdling")
    assert match.position.moves()
    with pytest.raises(IllegalMove):
        match.play("walk")
    match.undo()
    assert match.outcome() is None


def test_who_resigns_comes_second() -> None:
    match = race()
    match.resign(1)
    assert match.outcome() == Outcome((1, 2), (), "resigned")
    with pytest.raises(IllegalMove):
        match.play("roll1")


def test_an_agreed_draw_is_shared() -> None:
    match = race()
    match.agree()
    outcome = match.outcome()
    assert outcome == Outcome((1, 1), (), "agreed")
    assert outcome.winner is None


def test_a_declared_end_is_taken_back_before_any_move() -> None:
    match = rolled(7, "walk")
    match.agree()
    assert match.undo() is None
    assert match.outcome() is None
    assert match.undo() == "walk"


def test_a_match_that_is_over_cannot_be_resigned() -> None:
    match = won()
    end = match.outcome()
    match.resign(0)
    match.agree()
    assert match.outcome() == end
    assert match.undo() == "walk"
    assert match.outcome() is None


def won() -> Match[Race, str]:
    match = race()
    while match.outcome() is None:
        match.play(match.roll() if match.position.turn == CHANCE else "walk")
    return match


def test_moves_as_text() -> None:
    match = race()
    assert match.options() == ["roll1", "roll2", "roll3"]
    match.push(" ROLL3 ")
    assert match.options() == ["walk", "rest"]
    with pytest.raises(TextError, match="fly"):
        match.push("fly")
    assert match.ply == 1


class Walker:
    """A player of the race that always makes the move `walk`, and records the positions in which it is asked."""

    def __init__(self) -> None:
        self.positions: list[Race] = []

    async def choose(self, match: Match[Race, str]) -> str:
        self.positions.append(match.position)
        return "walk"


async def test_the_referee_rolls_asks_and_shows_until_the_end() -> None:
    match, players = race(), {0: Walker(), 1: Walker()}
    shown: list[Any] = []

    async def show(move: str, events: Sequence[Event]) -> None:
        shown.append((move, tuple(events)))

    await referee(match, players, show)
    assert match.outcome() is not None
    assert [move for move, _ in shown] == list(match.moves)
    assert [events for _, events in shown] == [
        before.events(move) for before, move in zip(match.positions, match.moves, strict=False)
    ]
    assert all(position.turn == seat for seat, player in players.items() for position in player.positions)
    assert len(players[0].positions) + len(players[1].positions) == sum(move == "walk" for move in match.moves)


async def test_the_referee_makes_a_forced_move_without_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toys, "forced", lambda position: "rest" if position.die == 2 else None)
    match, players = race(3), {0: Walker(), 1: Walker()}

    async def show(move: str, events: Sequence[Event]) -> None:
        pass

    await referee(match, players, show)
    rests = [before for before, move in zip(match.positions, match.moves, strict=False) if move == "rest"]
    assert rests
    assert all(before.die == 2 for before in rests)


def test_telling_what_recurs_is_as_much_work_late_in_a_match_as_early(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Race] = []

    def recurring(position: Race) -> int:
        calls.append(position)
        return len(calls)  # a different value each time, so nothing recurs

    monkeypatch.setattr(toys, "recurring", recurring)
    match, work = race(), list[int]()
    for _ in range(200):
        before = len(calls)
        match.play(match.roll())
        match.play("rest")
        work.append(len(calls) - before)
    assert set(work[1:]) == {work[0]}
    for _ in range(100):
        match.undo()
    assert len(calls) == sum(work) + 101  # one call for the start, one for each of 100 undone moves


def test_how_the_rules_end_a_match_is_asked_once_at_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Race] = []
    outcome = Race.outcome

    def counted(position: Race) -> Outcome | None:
        calls.append(position)
        return outcome(position)

    monkeypatch.setattr(Race, "outcome", counted)
    match, other_match = race(), race()
    while match.ruled() is None:
        match.play(match.roll() if match.position.turn == CHANCE else match.position.moves()[0])
        ruled, before = match.ruled(), len(calls)
        assert (match.ruled(), len(calls)) == (ruled, before)
    ended = match.ruled()
    assert ended is not None
    match.undo()
    assert match.ruled() is other_match.ruled() is None
    match.redo()
    assert match.ruled() == ended
