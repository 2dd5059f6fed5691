"""The layout of the results of positions with five pieces, and a function that divides such results into sections.

`kernel_results` describes the file of these results, and uses the function also for three pieces against three.
Positions are numbered as in `endgame`, by material and by ranks.
"""

from __future__ import annotations

from itertools import product
from math import comb
from typing import Final

from chowk.games.checkers.engine.endgame import Force, Region

FIVE: Final = 5
"""The number of pieces in the positions whose results `PLACES` arranges."""
WON, LOST, DRAWN = 0, 1, 2
"""The stored results in two bits, for the side to move.

`WON` is 0 because nearly all positions are won.
"""


def table_layout(pieces: int, own_least: int, own_most: int) -> tuple[dict[Force, Region], int]:
    """Divide the results of positions with `pieces` pieces into sections. Return the sections and their total size.

    There is a section for each material, that is, the numbers of men and kings of both sides. Only positions in which
    the side to move has from `own_least` to `own_most` of the pieces count. The sections are ordered so that crowning a
    man leads to an earlier section.
    """
    places: dict[Force, Region] = {}
    base = 0
    materials = [
        (own_men, own - own_men, men, pieces - own - men)
        for own in range(own_least, own_most + 1)
        for own_men, men in product(range(own + 1), range(pieces - own + 1))
    ]
    for material in sorted(materials, key=lambda material: (material[0] + material[2], material)):
        own_men, own_kings, men, kings = material
        men_sets = comb(28, men)  # no man is on its king row, which has the highest squares
        steps = (men_sets, men_sets * comb(32, kings), men_sets * comb(32, kings) * comb(32, own_kings))
        size = steps[2] * comb(28, own_men)
        places[material] = Region(base, size, steps[2], steps[1], steps[0])
        base += (size + 3) // 4 * 4
    return places, base


PLACES, SIZE = table_layout(FIVE, 3, 4)
"""The sections of the results of five pieces, by material, and the total number of these results.

A material is the numbers of men and kings of both sides.
"""
