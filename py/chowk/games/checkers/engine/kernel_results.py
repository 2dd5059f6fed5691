"""Every Checkers position of five pieces, and of three against three: won, drawn or lost.

Two sides of five pieces are never equal, so one of them is the stronger. What is kept are the positions in which the
stronger is to move and has no capture; the others are told by their successors. Of three against three all without a
capture are kept. Positions are numbered as in `endgame`, by material and by ranks, and their results lie four to a
byte. `py/training/checkers/endings_checkers.py` finds them.
"""

from __future__ import annotations

from itertools import product
from math import comb
from typing import Final

from chowk.games.checkers.engine.endgame import Force, Region

FIVE: Final = 5
SIX: Final = 6
WON, LOST, DRAWN = 0, 1, 2
"""What two bits say, for the side to move: nearly all are won."""


def numbered(pieces: int, own_least: int, own_most: int) -> tuple[dict[Force, Region], int]:
    """Where the positions of each material begin in which the side to move has so many pieces, and how many there are.

    They come in an order in which a man's crowning leads to what comes earlier.
    """
    places: dict[Force, Region] = {}
    base = 0
    materials = [
        (own_men, own - own_men, men, pieces - own - men)
        for own in range(own_least, own_most + 1)
        for own_men, men in product(range(own + 1), range(pieces - own + 1))
    ]
    for material in sorted(materials, key=lambda one: (one[0] + one[2], one)):
        own_men, own_kings, men, kings = material
        last = comb(28, men)  # no man stands on its king row, where the highest squares are
        steps = (last, last * comb(32, kings), last * comb(32, kings) * comb(32, own_kings))
        size = steps[2] * comb(28, own_men)
        places[material] = Region(base, size, steps[2], steps[1], steps[0])
        base += (size + 3) // 4 * 4
    return places, base


PLACES, SIZE = numbered(FIVE, 3, 4)
"""Of five pieces."""
SIX_PLACES, SIX_SIZE = numbered(SIX, 3, 3)
"""Of three against three."""
