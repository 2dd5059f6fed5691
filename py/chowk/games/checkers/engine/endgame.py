"""The endgame table of two to four pieces: won, drawn or lost, and the number of plies to the end.

`py/training/checkers/endgame_checkers.py` makes the table, and `lookup` reads it in plain Python. It holds a byte for
each position in which the side to move has no capture: `DRAWN`, `WON`, or `LOST` plus half the plies to the end. The
number of plies to a win is not stored, but follows from the positions after the moves. So does the result of a position
with a capture.

Positions are numbered by material, then by the ranks of four sets of squares: the men and the kings of the side to
move, the kings and the men of the other side. Each side counts its squares from its own back row, so that Black and
White share the table. All sets of the same number of squares are sorted by their masks, taken as numbers. The rank of a
set is its index in this order.
"""

from __future__ import annotations

from itertools import product
from math import comb
from typing import Final, NamedTuple, TypeAlias

PIECES: Final = 4
"""Maximum number of pieces in the table."""
DRAWN, WON, LOST = 0, 1, 2
"""The values of a byte of the table. A byte of `LOST + n` means that the side to move loses after 2 n plies."""

Board: TypeAlias = tuple[int, int, int]
"""The masks of black pieces, of white pieces, and of the kings of both sides."""
Force: TypeAlias = tuple[int, int, int, int]
"""Material: the numbers of men and of kings of the side to move, then of men and of kings of the other side."""


class Region(NamedTuple):
    """The section of the table for one material (numbers of men and kings of both sides).

    `base` is its first index and `size` its length in bytes. The other fields are the strides of the ranks of own men,
    own kings and the other side's kings. The rank of the other side's men has stride 1.
    """

    base: int
    size: int
    men: int
    kings: int
    other_kings: int


def _places() -> tuple[dict[Force, Region], int]:
    places: dict[Force, Region] = {}
    base = 0
    for own_men, own_kings, men, kings in product(range(PIECES), repeat=4):
        if own_men + own_kings and men + kings and own_men + own_kings + men + kings <= PIECES:
            men_sets = comb(28, men)  # no man is on its king row, which has the highest squares
            steps = (men_sets, men_sets * comb(32, kings), men_sets * comb(32, kings) * comb(32, own_kings))
            size = steps[2] * comb(28, own_men)
            places[own_men, own_kings, men, kings] = Region(base, size, steps[2], steps[1], steps[0])
            base += size
    return places, base


PLACES, SIZE = _places()
"""The table's section for each material (numbers of men and kings of both sides), and its size in bytes."""
