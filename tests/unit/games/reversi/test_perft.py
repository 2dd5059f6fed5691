"""Test perft of Reversi: the numbers of paths agree with published counts.

The convention is Bik's (2009): a pass is a ply, and a path on which the game is over counts once. Three other
conventions are in use. From the start of the game, their counts differ at depth 9 or 10; from other positions, earlier.
The tests count by them as well, because this checks passes and endings.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from chowk.core.perft import divide, perft
from chowk.games.reversi import notation, rules
from chowk.games.reversi.rules import PASS, Position

FACTS: list[dict[str, Any]] = json.loads((Path(__file__).parents[3] / "data" / "reversi.json").read_text())["perft"]
START = FACTS[0]
QUICK, DEEP = 150_000, 250_000_000


class Count(NamedTuple):
    """A published count: the number of paths of `depth` plies from a position."""

    position: str
    depth: int
    paths: int


def counts(least: int, most: int) -> list[Any]:
    """Return test parameters for the published counts of more than `least` and at most `most` paths."""
    return [
        pytest.param(Count(fact["position"], depth, paths), id=f"position {number} depth {depth}")
        for number, fact in enumerate(FACTS)
        for depth, paths in enumerate(fact["pass_is_a_ply"], 1)
        if least < paths <= most
    ]


def position_of(text: str) -> Position:
    return notation.read_position(text)


@pytest.mark.parametrize("count", counts(0, QUICK))
def test_paths_of_reversi(count: Count) -> None:
    assert perft(position_of(count.position), count.depth) == count.paths


@pytest.mark.deep
def test_the_first_passes_and_endings_come_at_depth_9_of_the_start() -> None:
    """Count the paths of 9 plies from the start. This is the smallest depth that has passes and finished games.

    An ordinary run counts from other positions, in which passes and endings come within a few plies.
    """
    assert perft(rules.START, 9) == START["pass_is_a_ply"][8]


@pytest.mark.deep
@pytest.mark.parametrize("count", counts(QUICK, DEEP))
def test_paths_of_reversi_deeper(count: Count) -> None:
    assert perft(position_of(count.position), count.depth) == count.paths


def no_pass_ply(finished: int) -> Callable[[Position, int], int]:
    """Return a perft function in which a pass is no ply and a finished game counts as `finished` paths."""

    def paths(position: Position, depth: int) -> int:
        moves = position.moves()
        if moves == (PASS,):
            return paths(position.play(PASS), depth) if depth else 1
        if not depth:
            return 1
        return sum(paths(position.play(move), depth - 1) for move in moves) if moves else finished

    return paths


def pass_if_the_other_can_move(position: Position, depth: int) -> int:
    """Count paths by the convention that a pass is a ply and a finished game has no more paths."""
    if not depth:
        return 1
    return sum(pass_if_the_other_can_move(position.play(move), depth - 1) for move in position.moves())


CONVENTIONS: dict[str, Callable[[Position, int], int]] = {
    "pass_is_a_ply_if_the_other_can_move": pass_if_the_other_can_move,
    "pass_is_no_ply_a_finished_game_counts": no_pass_ply(1),
    "pass_is_no_ply_a_finished_game_does_not_count": no_pass_ply(0),
}


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("number", range(len(FACTS)))
def test_other_conventions_agree_with_their_own_counts(number: int, convention: str) -> None:
    fact = FACTS[number]
    position = position_of(fact["position"])
    published = [paths for paths in fact.get(convention, ()) if paths < 7000]
    assert [CONVENTIONS[convention](position, depth) for depth in range(1, len(published) + 1)] == published


@pytest.mark.deep
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_the_conventions_part_at_depth_9_of_the_start(convention: str) -> None:
    assert CONVENTIONS[convention](rules.START, 9) == START[convention][8]


def test_divide_sums_to_perft() -> None:
    shares = divide(rules.START, 5)
    assert set(shares) == set(rules.START.moves())
    assert sum(shares.values()) == START["pass_is_a_ply"][4]
