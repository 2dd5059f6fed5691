"""Encode moves and positions of Reversi as numbers for programs that learn."""

from __future__ import annotations

from typing import Final

from chowk.games.api.coding import Coding, Word
from chowk.games.reversi.rules import PASS, Position

_SQUARES: Final = range(64)


def word(position: Position, move: int) -> Word:  # noqa: ARG001 - a move has the same number everywhere
    """Return a move as one action: the number of its square, from `a1` row by row, or 64 for a pass."""
    return (move,)


def observe(position: Position, seat: int, begun: Word) -> list[int]:  # noqa: ARG001 - a move is one action
    """Return a position as the player in `seat` sees it: three planes of 8 by 8 numbers, one for each square.

    They show the player's discs and the other side's discs; the third has ones if it is the player's turn, else zeros.
    `begun`, the actions of an unfinished move, is always empty, because each move is one action.
    """
    own, other = (position.white, position.black) if seat else (position.black, position.white)
    return [
        *[own >> square & 1 for square in _SQUARES],
        *[other >> square & 1 for square in _SQUARES],
        *[int(position.turn == seat)] * 64,
    ]


CODING: Final = Coding(actions=PASS + 1, word=word, shape=(3, 8, 8), most=1, observe=observe)
