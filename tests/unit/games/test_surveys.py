"""Test surveys, which value all moves of a position: they agree with separate searches, and improve stepwise."""

from __future__ import annotations

import random
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import pytest

from chowk import games
from chowk.engine import assets
from chowk.engine.protocol import Line, Scope, Survey
from chowk.engine.search_budget import Clock
from chowk.games.checkers.engine import reader as checkers_reader
from chowk.games.reversi.rules import Position as Discs

MANY = 1 << 28
ENDLESS = 1000.0


def midgame(name: str, plies: int, seed: int = 5) -> Any:
    """Return the position of a game after `plies` random moves. Fail if it has fewer than three legal moves."""
    lot = random.Random(seed)
    position = games.load(name).match(1).position
    for _ in range(plies):
        position = position.play(lot.choice(position.moves()))
    assert len(position.moves()) > 2
    return position


def surveyed(
    name: str, position: Any, depth: int, nodes: int = MANY, known: Mapping[Any, Line[Any]] | None = None
) -> Survey[Any]:
    look = games.load(name).thinker.survey
    assert look is not None
    *_, last = look(position, (), Scope(depth, nodes, known or {}), Clock(ENDLESS))
    return last


def played_out(position: Discs) -> int:
    """Return the result of a Reversi position for the side to move with best play, computed by the rules alone."""
    moves = position.moves()
    if not moves:
        ended = position.outcome()
        assert ended is not None
        lead = ended.scores[0] - ended.scores[1]
        # Empty squares count for the winner, as in tournaments.
        lead += (64 - sum(ended.scores)) * ((lead > 0) - (lead < 0))
        return -lead if position.turn else lead
    return max(-played_out(position.play(move)) for move in moves)


def test_near_the_end_every_move_of_reversi_is_worth_what_playing_it_out_brings() -> None:
    position = midgame("reversi", 54)
    empty = 64 - (position.black | position.white).bit_count()
    survey = surveyed("reversi", position, empty)
    assert {line.moves[0] for line in survey.lines} == set(position.moves())
    for line in survey.lines:
        assert line.score == -played_out(position.play(line.moves[0]))
        assert line.exact
    scores = [line.score for line in survey.lines]
    assert scores == sorted(scores, key=lambda score: -(score or 0))
    assert survey.onward == 0


@pytest.mark.parametrize(("name", "plies", "depth", "near"), [("reversi", 20, 4, 0), ("checkers", 12, 2, 25)])
def test_every_move_is_worth_what_looking_at_it_alone_says(name: str, plies: int, depth: int, near: float) -> None:
    # In checkers, the lines searched before affect how much of a later line is pruned, so values may differ a little.
    position = midgame(name, plies)
    survey = surveyed(name, position, depth)
    assert survey.nodes
    assert survey.onward > depth
    for line in survey.lines:
        others = {move: Line((move,), -1e4, 99) for move in position.moves() if move != line.moves[0]}
        alone = surveyed(name, position, depth, known=others)
        assert [candidate.score for candidate in alone.lines if candidate.moves[0] == line.moves[0]] == [
            pytest.approx(line.score, rel=0, abs=near)
        ]
        position_then = position
        for move in line.moves:
            assert move in position_then.moves()
            position_then = position_then.play(move)


@pytest.mark.parametrize("name", ["reversi", "checkers"])
def test_a_survey_of_so_many_positions_is_the_same_each_time_and_goes_on_from_what_is_known(name: str) -> None:
    position = midgame(name, 16)
    short = surveyed(name, position, 6, nodes=3000)
    assert short == surveyed(name, position, 6, nodes=3000)
    continued = surveyed(name, position, 6, known={line.moves[0]: line for line in short.lines})
    assert len(continued.lines) == len(set(position.moves()))
    assert all(line.depth >= 6 or line.exact for line in continued.lines)
    assert surveyed(name, position, 6, known={line.moves[0]: line for line in continued.lines}).nodes == 0


@pytest.mark.parametrize("name", ["reversi", "checkers"])
@pytest.mark.parametrize("plies", [10, 12, 16, 22])
def test_what_a_move_is_worth_lies_within_the_bounds_that_it_was_looked_for_in(
    name: str, plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel, windows = assets.kernel(name), list[tuple[int, int, int]]()
    call = type(kernel).call

    def heard(machine: Any, function: str, *arguments: float) -> Any:
        value = call(machine, function, *arguments)
        if function == "look_ahead":
            windows.append((int(arguments[1]), int(value), int(arguments[2])))
        return value

    monkeypatch.setattr(type(kernel), "call", heard)
    survey = surveyed(name, midgame(name, plies), 6)
    unit = kernel.numbers.get("UNIT", 1) if name == "reversi" else 1
    values = {-value / unit for low, value, high in windows if low < value < high}
    assert {line.score for line in survey.lines if not line.exact} <= values
    assert all(len(line.moves) > 1 for line in survey.lines), "what is known to be so is known with a reply"


def test_a_man_that_is_lost_shows_in_what_a_move_of_checkers_is_worth() -> None:
    game = games.load("checkers")
    position = game.notation.read_position("B:W18,31,32:B10,1,2")
    worth = {game.notation.write_move(position, line.moves[0]): line.score or 0 for line in
             surveyed("checkers", position, 5).lines}  # fmt: skip
    assert worth["10-15"] < max(worth.values()) - 50


def test_a_survey_whose_time_is_up_tells_what_it_had() -> None:
    position = midgame("checkers", 10)
    clock = Clock(0.0)
    for survey in checkers_reader.survey(assets.kernel("checkers"), position, (), Scope(4), clock):
        assert survey.onward
    assert not survey.lines


def test_a_position_of_checkers_is_worth_the_same_whatever_was_looked_at_before() -> None:
    position, other = midgame("checkers", 12), midgame("checkers", 16)
    direct = surveyed("checkers", position, 5, nodes=0)
    surveyed("checkers", other, 6, nodes=0)
    surveyed("checkers", position.play(position.moves()[0]), 6, nodes=0)
    assert surveyed("checkers", position, 5, nodes=0) == direct


@pytest.mark.parametrize("plies", [24, 40])
def test_every_purchase_of_patchwork_says_where_it_is_sewn_on_and_what_that_leaves_is_what_is_valued(
    plies: int,
) -> None:
    position = midgame("patchwork", plies)
    survey = surveyed("patchwork", position, 2)
    seat, lengths = position.turn, set()
    for line in survey.lines:
        position_then = position
        for move in line.moves:
            assert move in position_then.moves()
            position_then = position_then.play(move)
        lengths.add(len(line.moves))
        assert position_then.turn != seat or not (position_then.hand or position_then.single), (
            "its own turn is played to its end"
        )
    assert max(lengths) > 1


def _after_the_next_roll(name: str, position: Any) -> float:
    """Return the lead of the player who rolls next, averaged over all rolls.

    After each roll, the player gets the best value that a survey of depth 1 finds.
    """
    rolled = [surveyed(name, position.play(roll), 1).lines[0].score or 0.0 for roll in position.moves()]
    odds = position.odds()
    return float(sum(score * often for score, often in zip(rolled, odds, strict=True)) / sum(odds))


@pytest.mark.parametrize(("name", "plies"), [("kilkenny", 41), ("parcheesi", 101)])
def test_with_dice_a_move_is_worth_the_chances_that_the_next_roll_leaves_on_average(
    name: str, plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Averages are computed from the learnt chances. The correction is applied only to reported chances.
    shifts = import_module(f"chowk.games.{name}.engine.shifts").SHIFTS
    survey_before = surveyed(name, midgame(name, plies), 2)
    monkeypatch.delitem(shifts, 2)
    assert surveyed(name, midgame(name, plies), 2) != survey_before
    position = midgame(name, plies)
    survey_after = surveyed(name, position, 2)
    assert {line.moves[0] for line in survey_after.lines} == set(position.moves())
    assert survey_after.nodes > len(survey_after.lines)
    for line in survey_after.lines:
        after = position.play(line.moves[0])
        sign = 1 if after.mover == position.mover else -1
        assert line.score == pytest.approx(sign * _after_the_next_roll(name, after))
    assert (
        surveyed(name, position, 2, known={line.moves[0]: line for line in survey_after.lines}).lines
        == survey_after.lines
    )
