"""Moves and positions of Reversi as numbers."""

from __future__ import annotations

from typing import Final

from chowk.games.api.coding import Coding, Word
from chowk.games.reversi.rules import PASS, Position

_SQUARES: Final = range(64)


def word(position: Position, move: int) -> Word:  # noqa: ARG001 - a move has the same number everywhere
    """Return the number of the square, `a1` first, row by row; 64 for a pass."""
    return (move,)


def observe(position: Position, seat: int, begun: Word) -> list[int]:  # noqa: ARG001 - a move is one action
    """Return three planes of 8 by 8: the seat's discs, the other discs, and ones if it is the seat's turn."""
    own, other = (position.white, position.black) if seat else (position.black, position.white)
    return [
        *[own >> square & 1 for square in _SQUARES],
        *[other >> square & 1 for square in _SQUARES],
        *[int(position.turn == seat)] * 64,
    ]


CODING: Final = Coding(actions=PASS + 1, word=word, shape=(3, 8, 8), most=1, observe=observe)
