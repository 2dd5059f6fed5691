"""Test perft of American Checkers: the numbers of paths agree with published counts and two other generators.

The published counts are OEIS A133046. A finished game has no more paths. A piece can sometimes jump by two routes from
the same square to the same square, capturing the same pieces. There are two conventions for this: `by_path` counts two
moves, `distinct` counts one. From the start, the two counts first differ at depth 12.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chowk.core.perft import perft
from chowk.games.checkers import notation, rules
from chowk.games.checkers.rules import START, Move, Position

FACTS: list[dict[str, Any]] = json.loads((Path(__file__).parents[3] / "data" / "checkers.json").read_text())["perft"]
QUICK, DEEP = 120_000, 100_000_000


def counts(convention: str, least: int, most: int) -> list[Any]:
    return [
        pytest.param(fact["fen"], depth, paths, id=f"position {number} depth {depth}")
        for number, fact in enumerate(FACTS)
        for depth, paths in enumerate(fact[convention], 1)
        if least < paths <= most
    ]


def paths_of(position: Position, depth: int) -> int:
    moves = position.moves()
    return len(moves) if depth == 1 else sum(paths_of(position.play(move), depth - 1) for move in moves)


def apart(moves: tuple[Move, ...]) -> dict[Any, Move]:
    return {(move[0], move[-1], rules.jumped(move)): move for move in moves}


def distinct_of(position: Position, depth: int) -> int:
    moves = apart(position.moves()).values()
    return len(moves) if depth == 1 else sum(distinct_of(position.play(move), depth - 1) for move in moves)


def test_the_first_position_is_the_start() -> None:
    assert notation.read_position(FACTS[0]["fen"]) == START


@pytest.mark.parametrize(("fen", "depth", "paths"), counts("by_path", 0, QUICK))
def test_paths(fen: str, depth: int, paths: int) -> None:
    assert paths_of(notation.read_position(fen), depth) == paths


@pytest.mark.parametrize("depth", [7, *(pytest.param(depth, marks=pytest.mark.deep) for depth in (8, 9))])
def test_paths_from_the_start_to_depth_9(depth: int) -> None:
    """An ordinary run counts up to depth 7, the deep run up to depth 9."""
    assert perft(START, depth) == FACTS[0]["by_path"][depth - 1]


@pytest.mark.parametrize(("fen", "depth", "paths"), counts("distinct", 0, 40_000))
def test_distinct_moves(fen: str, depth: int, paths: int) -> None:
    assert distinct_of(notation.read_position(fen), depth) == paths


@pytest.mark.deep
@pytest.mark.parametrize(("fen", "depth", "paths"), counts("by_path", QUICK, DEEP))
def test_paths_deeper(fen: str, depth: int, paths: int) -> None:
    assert paths_of(notation.read_position(fen), depth) == paths


@pytest.mark.deep
@pytest.mark.parametrize(("fen", "depth", "paths"), counts("distinct", 40_000, 4_000_000))
def test_distinct_moves_deeper(fen: str, depth: int, paths: int) -> None:
    assert distinct_of(notation.read_position(fen), depth) == paths
