"""Counting the paths of a game tree: the field's standard check of a move generator."""

from __future__ import annotations

from typing import Any

from chowk.core.position import Position


def perft(position: Position[Any], depth: int) -> int:
    """The number of different ways to play `depth` moves; a game that ends earlier on a path counts once.

    A forced pass is a move and counts as one ply.
    """
    moves = position.moves()
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)


def divide(position: Position[Any], depth: int) -> dict[Any, int]:
    """`perft` of each first move, to find out where two generators part."""
    return {move: perft(position.play(move), depth - 1) for move in position.moves()}
