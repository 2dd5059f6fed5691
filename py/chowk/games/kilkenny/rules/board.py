"""The board of Kilkenny Cats: 14 by 14 squares, and two more squares in the middle of each side, the mice.

Squares are numbered on a grid of 16 by 16, by rows from the top. The square in column x and row y, both from 0, has the
number 16 y + x. Its bit in masks of squares is `1 << number`. Its name is the column's letter and the row's number. The
place a1, the corner at the upper left, is not a square.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from chowk.core.bits import rising
from chowk.core.position import Spot
from chowk.core.seat_draw import EAST, NORTH, SOUTH, WEST, Side

Square: TypeAlias = int
"""The number of a square: 16 times its row plus its column, both from 0."""
Mask: TypeAlias = int
"""A set of squares, as an integer in which the bit with a square's number is 1 if the set has the square."""

GRID: Final = 16
"""The number of columns and rows of the grid."""
FACES: Final = range(1, 7)
"""The numbers on a die."""
NAMES: Final[tuple[Spot, ...]] = tuple(
    f"{'abcdefghijklmnop'[place % GRID]}{place // GRID + 1}" for place in range(GRID * GRID)
)
"""The name of each place of the grid, such as `a1`, by its number. Some places are no squares of the board."""


def square(x: int, y: int) -> Square:
    """Return the number of the square in the column `x` and the row `y`, both from 0."""
    return GRID * y + x


def mask(squares: Sequence[Square]) -> Mask:
    """Return the mask of a sequence of squares."""
    return sum(1 << place for place in set(squares))


squares: Final = rising
"""The function that lists the squares in a mask, in rising order."""


def turned(start: Square) -> Square:
    """Return the square where `start` lies after the board is turned by a quarter turn clockwise.

    South's squares become West's.
    """
    return square(GRID - 1 - start // GRID, start % GRID)


def _around(south: Sequence[Square]) -> dict[Side, tuple[Square, ...]]:
    by_side = {SOUTH: tuple(south)}
    for side, previous in ((WEST, SOUTH), (NORTH, WEST), (EAST, NORTH)):
        by_side[side] = tuple(sorted(turned(place) for place in by_side[previous]))
    return by_side


_MICE: Final = _around((square(7, 0), square(8, 0)))
_CATS: Final = _around([square(x, y) for y in (11, 12) for x in (6, 7, 8, 9)])

MICE: Final[tuple[tuple[Square, Square], ...]] = tuple((_MICE[side][0], _MICE[side][1]) for side in range(4))
"""By side: the squares of its two mice, which are at the edge opposite its cats (KR-04, B2)."""
HOLES: Final[tuple[Mask, ...]] = tuple(mask(mice) for mice in MICE)
"""The mask of each side's two mice."""
CATS: Final[tuple[Mask, ...]] = tuple(mask(_CATS[side]) for side in range(4))
"""The mask of the starting squares of each side's eight cats (KR-03)."""
TABS: Final[Mask] = sum(HOLES)
"""The mask of all mice."""
MOUSE_OF: Final[Mapping[Square, Side]] = MappingProxyType({place: side for side in range(4) for place in MICE[side]})
"""The side that owns each mouse, by square."""

SQUARES: Final[tuple[Square, ...]] = tuple(
    place for place in range(GRID * GRID) if place in MOUSE_OF or (0 < place % GRID < 15 and 0 < place // GRID < 15)
)
"""The numbers of the 204 squares, in rising order."""
BOARD: Final[Mask] = mask(SQUARES)
"""The mask of all squares."""
SQUARE: Final[Mapping[Spot, Square]] = MappingProxyType({NAMES[place]: place for place in SQUARES})
"""The number of each square, by name."""

STEPS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight directions, clockwise from the north, as the change of column and row by one square."""


def ray(start: Square, step: tuple[int, int]) -> tuple[Square, ...]:
    """Return the squares after `start` in the direction `step`: at most six, and none beyond the board (B3-11)."""
    path = []
    x, y = start % GRID, start // GRID
    for _ in FACES:
        x, y = x + step[0], y + step[1]
        if not (0 <= x < GRID and 0 <= y < GRID and BOARD >> square(x, y) & 1):
            break
        path.append(square(x, y))
    return tuple(path)


def _ways() -> dict[Square, tuple[tuple[tuple[Square, Mask, Mask], ...], ...]]:
    shared: dict[Mask, Mask] = {0: 0}  # equal masks are one object: otherwise the 6,540 lines take 1.7 times the memory

    def lines(start: Square, face: int) -> Iterator[tuple[Square, Mask, Mask]]:
        for step in STEPS:
            path = ray(start, step)
            if len(path) >= face:
                target = path[face - 1]
                between = mask(path[: face - 1])
                yield target, shared.setdefault(between, between), shared.setdefault(1 << target, 1 << target)

    return {place: ((), *(tuple(sorted(lines(place, face))) for face in FACES)) for place in SQUARES}


WAYS: Final[Mapping[Square, tuple[tuple[tuple[Square, Mask, Mask], ...], ...]]] = MappingProxyType(_ways())
"""By square and number on the die: the straight lines of that length that begin at the square.

A line is the square at its end, the mask of the squares between, and the bit of the end.
"""


def line(start: Square, target: Square) -> tuple[Square, ...]:
    """Return the squares after `start` up to `target`. Empty if `start` and `target` are not on a straight line.

    A line to or from a mouse may pass places of the 16 by 16 grid that are not on the board. They are returned, too.
    """
    dx, dy = target % GRID - start % GRID, target // GRID - start // GRID
    far = max(abs(dx), abs(dy))
    if not far or (dx and dy and abs(dx) != abs(dy)):
        return ()
    return tuple(start + (dx // far + GRID * (dy // far)) * step for step in range(1, far + 1))
