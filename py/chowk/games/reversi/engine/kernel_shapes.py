"""The numbers that Reversi's kernel is laid out with: lines, shapes of squares, stages, what a shallow look is worth.

Everything here is made once, when the kernel is: nothing of it reaches the page.
"""

from __future__ import annotations

from itertools import count
from typing import Final

from chowk.games.reversi.engine.patterns import FIRST, GROUPS, SHAPES, Group, Shape, reflected, twins

__all__ = ["FIRST", "GROUPS", "SHAPES", "Group", "Shape", "reflected"]

STEPS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The four lines through a square, as rows and files to go."""


def ray(at: int, step: tuple[int, int], sign: int) -> int:
    """The squares beyond a square in a direction, as a mask."""
    row, file = at // 8 + sign * step[0], at % 8 + sign * step[1]
    mask = 0
    while 0 <= row < 8 and 0 <= file < 8:
        mask |= 1 << row * 8 + file
        row, file = row + sign * step[0], file + sign * step[1]
    return mask


def beside(at: int) -> int:
    """The squares around a square, as a mask."""
    row, file = divmod(at, 8)
    return sum(
        1 << there for there in range(64) if there != at and abs(there // 8 - row) <= 1 and abs(there % 8 - file) <= 1
    )


SIZE: Final = FIRST[-1]
"""How many weights a stage has for the contents of shapes."""
HITS: Final = 64
"""Ways to move are counted up to one less than this."""


def _words(fields: list[int]) -> list[int]:
    """Fields, one for each group, four to a word."""
    fours = [fields[at : at + 4] for at in range(0, len(fields), 4)]
    return [sum(field << 16 * part for part, field in enumerate(four)) for four in fours]


EMPTY: Final = _words([sum(3**place for place in range(len(group))) for _, group in GROUPS])
"""The words of an empty board: the digits of a field are 0 for the other side's disc, 1 for none, 2 for an own one."""
LAID: Final = [
    word for at in range(64) for word in _words([3 ** group.index(at) if at in group else 0 for _, group in GROUPS])
]
"""For each square, in words, what an own disc there adds to the fields."""


def _mirror() -> list[int]:
    """For each shape and each place in it: what a digit there adds to the number of the mirror image."""
    table: list[int] = []
    for shape in SHAPES:
        row = [3 ** shape.twin.index(place) for place in range(len(shape.twin))]
        table += row + [0] * (11 - len(row))
    return table


MIRROR: Final = _mirror()
STAGES: Final = 12


def stage(discs: int) -> int:
    """The stage of a position with so many discs: there is one for every five."""
    return min(max(discs - 4, 0) // 5, STAGES - 1)


def columns() -> list[int]:
    """For each place in a stage's weights the place of the same among those stored, mirror images once."""
    table: list[int] = []
    stored = count()
    for first, shape in zip(FIRST, SHAPES, strict=False):
        for number, twin in enumerate(twins(shape)):
            table.append(next(stored) if twin >= number else table[first + twin])
    return table


STORED: Final = max(columns()) + 1
"""How many of a stage's weights are stored."""

SHALLOW: Final = [0, 0, 0, 1, 2, 3, 2, 3, 4, 5, 6, 7, 8, *(depth - 4 for depth in range(13, 32))]
"""For each depth from 3 on: the depth of the look that may spare one."""
CUT: Final = 1.5
"""A look is spared if a shallower one says that it would fail by so many standard deviations."""
_DEVIATIONS: Final = ((1.0, 1.2, 1.7, 2.9, 3.8), (1.2, 1.8, 3.2, 4.2, 4.7))


def _sure() -> list[int]:
    table = []
    for number in range(STAGES):
        at = min(max(0.0, (5 * number + 6 - 12) / 8), 3.999)
        low, part = int(at), at % 1
        two, four = (CUT * 64 * (row[low] * (1 - part) + row[low + 1] * part) for row in _DEVIATIONS)
        table += [round(four if depth - SHALLOW[depth] > 2 else two) for depth in range(32)]
    return table


SURE: Final = _sure()
