"""The board: 14 by 14 squares, and two more in the middle of each side, which are the mice.

Squares are numbered on a grid of 16 by 16, by rows from the top: the square in column x and row y, both from 0, has
the number 16 y + x and, in masks of squares, the bit `1 << number`. Its name is the column's letter and the row's
number; a1 is the corner at the upper left, where there is no square.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from chowk.core.bits import rising
from chowk.core.position import Spot
from chowk.core.seat_draw import EAST, NORTH, SOUTH, WEST, Side

Square: TypeAlias = int
Mask: TypeAlias = int

GRID: Final = 16
FACES: Final = range(1, 7)
NAMES: Final[tuple[Spot, ...]] = tuple(f"{'abcdefghijklmnop'[at % GRID]}{at // GRID + 1}" for at in range(GRID * GRID))


def square(x: int, y: int) -> Square:
    """Return the number of the square in that column and row."""
    return GRID * y + x


def mask(squares: Sequence[Square]) -> Mask:
    """Return the squares as a mask."""
    return sum(1 << at for at in set(squares))


squares: Final = rising
"""The squares in a mask, in rising order."""


def turned(at: Square) -> Square:
    """Return the square at the place of `at` after a quarter turn clockwise: from South's view to West's."""
    return square(GRID - 1 - at // GRID, at % GRID)


def _around(south: Sequence[Square]) -> dict[Side, tuple[Square, ...]]:
    found = {SOUTH: tuple(south)}
    for side, before in ((WEST, SOUTH), (NORTH, WEST), (EAST, NORTH)):
        found[side] = tuple(sorted(turned(at) for at in found[before]))
    return found


_MICE: Final = _around((square(7, 0), square(8, 0)))
_CATS: Final = _around([square(x, y) for y in (11, 12) for x in (6, 7, 8, 9)])

MICE: Final[tuple[tuple[Square, Square], ...]] = tuple((_MICE[side][0], _MICE[side][1]) for side in range(4))
"""Each side's two mice, at the edge opposite its cats (KR-04, B2)."""
HOLES: Final[tuple[Mask, ...]] = tuple(mask(pair) for pair in MICE)
"""Each side's two mice as a mask."""
CATS: Final[tuple[Mask, ...]] = tuple(mask(_CATS[side]) for side in range(4))
"""The starting squares of each side's eight cats (KR-03)."""
TABS: Final[Mask] = sum(HOLES)
"""The mask of all mice."""
MOUSE_OF: Final[Mapping[Square, Side]] = MappingProxyType({at: side for side in range(4) for at in MICE[side]})
"""The side that owns each mouse, by square."""

SQUARES: Final[tuple[Square, ...]] = tuple(
    at for at in range(GRID * GRID) if at in MOUSE_OF or (0 < at % GRID < 15 and 0 < at // GRID < 15)
)
"""The 204 squares, in rising order."""
BOARD: Final[Mask] = mask(SQUARES)
SQUARE: Final[Mapping[Spot, Square]] = MappingProxyType({NAMES[at]: at for at in SQUARES})
"""The number of each square by its name."""

STEPS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight directions, clockwise from the north."""


def ray(at: Square, step: tuple[int, int]) -> tuple[Square, ...]:
    """Return the squares from `at` in one direction, up to the reach of a die or the edge of the board (B3-11)."""
    found = []
    x, y = at % GRID, at // GRID
    for _ in FACES:
        x, y = x + step[0], y + step[1]
        if not (0 <= x < GRID and 0 <= y < GRID and BOARD >> square(x, y) & 1):
            break
        found.append(square(x, y))
    return tuple(found)


def _ways(at: Square, face: int) -> Iterator[tuple[Square, Mask, Mask]]:
    for step in STEPS:
        path = ray(at, step)
        if len(path) >= face:
            end = path[face - 1]
            yield end, mask(path[: face - 1]), 1 << end


WAYS: Final[Mapping[Square, tuple[tuple[tuple[Square, Mask, Mask], ...], ...]]] = MappingProxyType(
    {at: ((), *(tuple(sorted(_ways(at, face))) for face in FACES)) for at in SQUARES}
)
"""By square and number of the die: the end of each straight line, the squares between, and the end's bit."""


def line(start: Square, end: Square) -> tuple[Square, ...]:
    """Return the squares after `start` up to `end` on a straight line, else none; some may be off the board."""
    dx, dy = end % GRID - start % GRID, end // GRID - start // GRID
    far = max(abs(dx), abs(dy))
    if not far or (dx and dy and abs(dx) != abs(dy)):
        return ()
    return tuple(start + (dx // far + GRID * (dy // far)) * step for step in range(1, far + 1))
