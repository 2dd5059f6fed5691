"""Constants of Patchwork's kernel: patches, their shapes, the time track, the bonus squares.

Everything here is computed when the kernel is built; nothing of it reaches the page. A board is two masks, the cells
of the upper five rows (`UPPER` bits) and those of the lower four.
"""

from __future__ import annotations

from typing import Final

from chowk.games.patchwork.rules.patches import PATCHES
from chowk.games.patchwork.rules.quilt import BLOCKS, CELLS, FULL, SIDE, lies, shapes
from chowk.games.patchwork.rules.track import CENTRE, MARKERS, TRACKS

UPPER: Final = 5 * SIDE
TOP: Final = (1 << UPPER) - 1
LOW: Final = FULL >> UPPER
"""All cells of the two parts."""
IDS: Final = range(max(PATCHES) + 1)
PATCH_SHAPES: Final = [shapes(one) if one else () for one in IDS]
MASKS: Final = [shape.mask for some in PATCH_SHAPES for shape in some]
HEIGHTS: Final = [shape.height for some in PATCH_SHAPES for shape in some]
WIDTHS: Final = [shape.width for some in PATCH_SHAPES for shape in some]
FIRST_SHAPES: Final = [sum(len(some) for some in PATCH_SHAPES[:one]) for one in range(len(IDS) + 1)]
"""The index of each patch's first shape; the shapes of all patches are listed in order, each placed on a1."""
FIRST_LIES: Final = [CELLS * (one > 0) + sum(len(lies(other)) for other in IDS[1:one]) for one in range(len(IDS) + 1)]
"""The index of each patch's first placement; single patches, number 0, come first."""


def halves(masks: list[int]) -> list[int]:
    """Return the upper part and the lower part of each mask of cells."""
    return [part for mask in masks for part in (mask & TOP, mask >> UPPER)]


_EAST: Final = sum(0xFF << SIDE * row for row in range(SIDE))
NOT_LAST: Final = halves([_EAST])
NOT_FIRST: Final = halves([_EAST << 1])
RIM: Final = halves([FULL & ~sum(0x7F << SIDE * row + 1 for row in range(1, SIDE - 1))])
"""The cells outside the last column, those outside the first, and those on the rim of the board."""
SQUARES: Final = halves(list(BLOCKS))


def counted(places: tuple[int, ...]) -> list[int]:
    """Return for every space of the track the number of `places` on it or before it."""
    return [sum(place <= space for place in places) for space in range(CENTRE + 1)]


PAID: Final = counted(MARKERS)
EDITIONS: Final = tuple(TRACKS)
"""The editions of the track, in the order of their numbers in the kernel."""
SINGLES: Final = [number for edition in EDITIONS for number in counted(TRACKS[edition])]
SINGLE_SPACES: Final = [space for edition in EDITIONS for space in TRACKS[edition]]
AREAS: Final = [PATCHES[one].area if one else 1 for one in IDS]
PRICES: Final = [PATCHES[one].price if one else 0 for one in IDS]
TIMES: Final = [PATCHES[one].time if one else 0 for one in IDS]
INCOMES: Final = [PATCHES[one].income if one else 0 for one in IDS]

# The value: the points of a side beyond its score if it only advanced, in tables by its possessions and its token's
# space. The tables are interpolated linearly from a grid of few numbers.

UNIT: Final = 64
"""The number of parts in a point."""
SPACE_KNOTS: Final = (0, 5, 11, 17, 23, 29, 35, 41, 47, 50, 53)
"""The spaces with numbers in the grid; in the last of them, the centre, every value is 0."""
MOST_BUTTONS: Final = 256
MOST_INCOME: Final = 48
LEAST_PAIRS: Final = 96
"""The lower limit of pairs of empty neighbours plus two for each covered cell; lower sums count as this number."""
TABLES: Final = (
    ((0, 1, 2, 3, 5, 7, 10, 14, 19, 26, 36, 60, 150), MOST_BUTTONS),
    ((0, 2, 4, 6, 9, 12, 16, 21, 28, 40), MOST_INCOME),
    ((0, 8, 16, 24, 32, 40, 46, 52, 57, 62, 66, 70, 74, 77, 81), CELLS + 1),
    ((0, 16, 26, 34, 40, 46, 52, 58, 66, 80), 81),
    ((0, 1, 2, 3, 5, 8), 16),
    ((0, 1, 2, 3, 5, 8), 16),
    ((0, 1, 2, 3, 4, 6, 8, 11, 15), 16),
)
"""The knots and the width of each table.

In order: buttons, income, covered cells, pairs, lone cells, parts, and the cells that the nearest square lacks, while
the bonus tile can be won.
"""
SPACES: Final = CENTRE + 1
KNOTS: Final = [knot for knots, _ in TABLES for knot in knots]
FIRST_KNOTS: Final = [sum(len(knots) for knots, _ in TABLES[:one]) for one in range(len(TABLES) + 1)]
STRIP: Final = FIRST_KNOTS[-1]
"""The number of grid values for one space."""
TABLE_WIDTHS: Final = [width for _, width in TABLES]
FIRST_TABLES: Final = [SPACES * sum(width for _, width in TABLES[:one]) for one in range(len(TABLES) + 1)]
WAY: Final = 2 * CENTRE + 1
WAY_KNOTS: Final = (0, 20, 40, 55, 70, 80, 88, 94, 98, 101, 103, 106)
"""Sums of both tokens' spaces: the value of a point as a chance to win depends on them."""
