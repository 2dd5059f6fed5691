"""Encode moves and positions of American Checkers as numbers for programs that learn.

The board is turned so that the player's back row is at the bottom and the player's men move up. A move is one action or
several: a step is one action, and so is each leg of a jump.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from chowk.games.api.coding import Coding, Word
from chowk.games.checkers.rules import BIT, BLACK, KING, LEAPS, NUMBER, QUIET, WALKS, WHITE, Move, Position, squares

PLANES: Final = 7
"""The number of planes that `observe` returns. A plane has a number for each cell of the board."""
_CELLS: Final = 64
_SQUARES: Final = range(1, 33)
_UP_LEFT, _UP_RIGHT, _DOWN_LEFT, _DOWN_RIGHT = range(4)


def _cell(seat: int, square: int) -> int:
    """Convert a square, 1 to 32, to a cell, 0 to 63 by rows from the top of the board as a seat's player sees it."""
    row, column = divmod(square - 1, 4)
    cell = 8 * row + 2 * column + 1 - row % 2
    return cell if seat == WHITE else _CELLS - 1 - cell


def _place(seat: int, square: int) -> int:
    """Renumber a square, 1 to 32, from 0 to 31 by rows from the top of the board as a seat's player sees it."""
    return square - 1 if seat == WHITE else 32 - square


def _direction(seat: int, start: int, target: int) -> int:
    before, after = _cell(seat, start), _cell(seat, target)
    is_down, is_right = after // 8 > before // 8, after % 8 > before % 8
    return (_DOWN_RIGHT if is_right else _DOWN_LEFT) if is_down else (_UP_RIGHT if is_right else _UP_LEFT)


def _legs(seat: int) -> dict[tuple[int, int], int]:
    steps = [move for walks in WALKS[KING].values() for _, move in walks]
    jumps = [(NUMBER[bit], landing) for bit, leaps in LEAPS[KING].items() for _, _, landing in leaps]
    return {
        (start, target): 4 * _place(seat, start) + _direction(seat, start, target) for start, target in (*steps, *jumps)
    }


CELLS: Final = tuple((-1, *(_cell(seat, square) for square in _SQUARES)) for seat in (BLACK, WHITE))
"""By seat and number of a square, from 1: the square's cell on the board as the seat sees it. Entry 0 is -1."""
LEGS: Final = tuple(map(_legs, (BLACK, WHITE)))
"""By seat: the number of the action for each step and each leg of a jump, by the first and last squares."""
JUMPS: Final[tuple[Mapping[int, tuple[int, int, int]], ...]] = tuple(
    {
        LEGS[seat][NUMBER[bit], landing]: (NUMBER[bit], over, landing)
        for bit, leaps in LEAPS[KING].items()
        for over, _, landing in leaps
    }
    for seat in (BLACK, WHITE)
)
"""By seat and action, the leg of a jump that the action stands for.

A leg is the number of its first square, the bit of the square jumped over, and the number of its last square.
"""


def word(position: Position, move: Move) -> Word:
    """Return the actions of a move, one for each leg: 4 times the square that the leg leaves, plus its direction.

    Squares have the numbers 0 to 31 from the top left as the player sees the board. The directions are 0 for up and
    left, 1 for up and right, 2 for down and left, 3 for down and right.
    """
    legs = LEGS[position.turn]
    return tuple(legs[leg] for leg in pairwise(move))


def observe(position: Position, seat: int, begun: Word) -> list[int]:
    """Return a position as the player in `seat` sees it: seven planes of 8 by 8 numbers, one for each cell.

    `begun` holds the actions already made of an unfinished jump.

    Five planes have ones for the seat's men, its kings, the other side's men, the other side's kings, and the piece
    that must go on jumping. The sixth repeats the count for the 40-move rule on all cells, the seventh 1 if it is the
    seat's turn, otherwise 0. After the first leg of a jump, the piece is on the square that it has reached, and the
    pieces that it has jumped are removed.
    """
    black, white, kings = position.black, position.white, position.kings
    going = 0
    if begun:
        way = [JUMPS[position.turn][action] for action in begun]
        start, going = BIT[way[0][0]], BIT[way[-1][2]]
        captured = sum(over for _, over, _ in way)
        if position.turn == WHITE:
            black, white = black & ~captured, white & ~start | going
        else:
            black, white = black & ~start | going, white & ~captured
        kings = kings & ~(captured | start) | (going if kings & start else 0)
    own, other = (white, black) if seat else (black, white)
    numbers = [0] * (PLANES * _CELLS)
    for plane, mask in enumerate((own & ~kings, own & kings, other & ~kings, other & kings, going)):
        for square in squares(mask):
            numbers[plane * _CELLS + CELLS[seat][square]] = 1
    numbers[5 * _CELLS : 6 * _CELLS] = [min(position.quiet, QUIET)] * _CELLS
    numbers[6 * _CELLS :] = [int(position.turn == seat)] * _CELLS
    return numbers


CODING: Final = Coding(actions=128, word=word, shape=(PLANES, 8, 8), most=QUIET, observe=observe)
