"""Encode moves and positions of Kilkenny Cats as numbers for programs that learn.

The board is turned so that the player's own side is at the bottom.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from chowk.games.api.coding import Coding, Word
from chowk.games.kilkenny.rules import ROLLS, Move, Position, Step
from chowk.games.kilkenny.rules.board import GRID, HOLES, SQUARES, STEPS, Square, squares, turned

PLANES: Final = 12
"""The number of planes that `observe` returns. A plane has a number for each place of the grid of 16 by 16."""
LOST: Final = len(SQUARES) * len(STEPS)
"""The action for a turn that is lost because no cat can use the number on the die."""
MOST_QUIET: Final = 127
"""The largest count of turns without progress that `observe` returns, even if more turns have passed.

Progress is a capture, or a cat's arrival on its mouse (its goal square).
"""
_PLACES: Final = GRID * GRID
_INDEX: Final = {place: index for index, place in enumerate(SQUARES)}


def _seen(side: int) -> tuple[Square, ...]:
    """Return, for each square, the square to which it moves when the board is turned to bring `side` to the bottom."""
    views = []
    for place in range(_PLACES):
        view = place
        for _ in range(-side % 4):
            view = turned(view)
        views.append(view)
    return tuple(views)


SEEN: Final = tuple(map(_seen, range(4)))
"""By side and square: the square where it lies after the board is turned so that the side is at the bottom."""


@cache
def _action(side: int, step: Step) -> int:
    start, end = SEEN[side][step.start], SEEN[side][step.end]
    across, down = end % GRID - start % GRID, end // GRID - start // GRID
    direction = STEPS.index(((across > 0) - (across < 0), (down > 0) - (down < 0)))
    return len(STEPS) * _INDEX[start] + direction


def word(position: Position, move: Move) -> Word:
    """Return a move as one action: 8 times the cat's square, plus the direction; `LOST` for a lost turn.

    Squares have the numbers 0 to 203 by rows from the top as the player sees the board. The directions 0 to 7 go
    clockwise and begin with straight up.
    """
    return (_action(position.side, move),) if isinstance(move, Step) else (LOST,)


def observe(position: Position, seat: int, begun: Word) -> list[int]:  # noqa: ARG001 - a move is one action
    """Return a position as numbers for a learning program, as `seat` sees it. `begun` is not used.

    The numbers are twelve planes. A plane has one number for each square of a grid of 16 by 16, which contains the
    board. Four planes show the cats, those of the seat first and then of the others in the order of turns. Four planes
    show their mice, which are the goal squares of the cats, in the same order. The ninth plane shows the cats without
    an owner. Each of the last three planes repeats one number on all squares: the number on the die, the number of
    seats from this seat to the seat to move, and the turns without progress, at most `MOST_QUIET`.
    """
    seats, view = position.seats, SEEN[position.sides[seat]]
    numbers = [0] * (PLANES * _PLACES)
    masks = {8: position.strays}
    for distance in range(seats):
        other = (seat + distance) % seats
        masks[distance], masks[4 + distance] = position.cats[other], HOLES[position.sides[other]]
    for plane, mask in masks.items():
        for place in squares(mask):
            numbers[plane * _PLACES + view[place]] = 1
    facts = (position.die, (position.mover - seat) % seats, min(position.quiet, MOST_QUIET))
    for plane, number in enumerate(facts, 9):
        numbers[plane * _PLACES : (plane + 1) * _PLACES] = [number] * _PLACES
    return numbers


CODING: Final = Coding(
    actions=LOST + 1, word=word, shape=(PLANES, GRID, GRID), most=MOST_QUIET, observe=observe, draws=len(ROLLS)
)
