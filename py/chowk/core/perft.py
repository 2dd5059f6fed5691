"""Perft: count the leaf nodes of a game tree, the standard test of a move generator."""

from __future__ import annotations

from typing import Any

from chowk.core.position import Position


def perft(position: Position[Any], depth: int) -> int:
    """Return the number of move sequences of length `depth`, including shorter sequences that end the game.

    A forced pass is a move and counts as one ply.
    """
    moves = position.moves()
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)


def divide(position: Position[Any], depth: int) -> dict[Any, int]:
    """Return, for each legal move, the number of move sequences of length `depth` that begin with it.

    Sequences are counted as in `perft`. If two move generators give different numbers for a move, they differ somewhere
    after this move.
    """
    return {move: perft(position.play(move), depth - 1) for move in position.moves()}
