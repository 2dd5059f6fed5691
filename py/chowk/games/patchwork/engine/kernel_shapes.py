"""Tables of Patchwork's kernel: patches, their shapes, the time track, the squares that win the bonus tile.

All tables are computed when the kernel is built. This module is not part of the page. A quilt board is two masks, the
cells of the upper five rows (`UPPER` bits) and the cells of the lower four.
"""

from __future__ import annotations

from typing import Final

from chowk.games.patchwork.rules.patches import PATCHES
from chowk.games.patchwork.rules.quilt import BLOCKS, CELLS, FULL, SIDE, placements, shapes
from chowk.games.patchwork.rules.track import CENTRE, MARKERS, TRACKS

UPPER: Final = 5 * SIDE
"""Number of cells in the upper five rows."""
TOP: Final = (1 << UPPER) - 1
LOW: Final = FULL >> UPPER
"""The mask of all cells of the lower four rows. `TOP` is the mask of all cells of the upper five rows."""
IDS: Final = range(max(PATCHES) + 1)
"""The patch numbers, from 0. Number 0 is a single patch."""
PATCH_SHAPES: Final = [shapes(patch) if patch else () for patch in IDS]
"""The shapes of each patch."""
MASKS: Final = [shape.mask for shapes_of_patch in PATCH_SHAPES for shape in shapes_of_patch]
HEIGHTS: Final = [shape.height for shapes_of_patch in PATCH_SHAPES for shape in shapes_of_patch]
WIDTHS: Final = [shape.width for shapes_of_patch in PATCH_SHAPES for shape in shapes_of_patch]
"""The widths in cells of all shapes, in the order of the patches.

`HEIGHTS` has the heights in cells. `MASKS` has the masks, for a bounding box whose top left corner is on a1.
"""
FIRST_SHAPES: Final = [
    sum(len(shapes_of_patch) for shapes_of_patch in PATCH_SHAPES[:patch]) for patch in range(len(IDS) + 1)
]
"""The index of each patch's first shape in `MASKS`. The last entry is the number of shapes."""
FIRST_LIES: Final = [
    CELLS * (patch > 0) + sum(len(placements(earlier)) for earlier in IDS[1:patch]) for patch in range(len(IDS) + 1)
]
"""The number of each patch's first placement. The placements of single patches, number 0, come first."""


def halves(masks: list[int]) -> list[int]:
    """Return the upper and the lower part of each mask of cells, mask by mask, in one list."""
    return [half for mask in masks for half in (mask & TOP, mask >> UPPER)]


_EAST: Final = sum(0xFF << SIDE * row for row in range(SIDE))
NOT_LAST: Final = halves([_EAST])
NOT_FIRST: Final = halves([_EAST << 1])
RIM: Final = halves([FULL & ~sum(0x7F << SIDE * row + 1 for row in range(1, SIDE - 1))])
"""The mask of the cells on the rim of the board, in two parts.

`NOT_LAST` is the mask of the cells outside the last column, and `NOT_FIRST` of those outside the first column, also in
two parts.
"""
SQUARES: Final = halves(list(BLOCKS))
"""The mask, in two parts, of a 7 x 7 square at each of its nine places on the board."""


def counted(places: tuple[int, ...]) -> list[int]:
    """Return, for every space of the track, how many of the spaces in `places` are at or before it."""
    return [sum(place <= space for place in places) for space in range(CENTRE + 1)]


PAID: Final = counted(MARKERS)
"""By space of the track: the number of income markers at or before the space."""
EDITIONS: Final = tuple(TRACKS)
"""The editions of the track. Their indices are the editions' numbers in the kernel."""
SINGLES: Final = [number for edition in EDITIONS for number in counted(TRACKS[edition])]
SINGLE_SPACES: Final = [space for edition in EDITIONS for space in TRACKS[edition]]
"""The spaces of single patches, edition by edition.

`SINGLES` has, edition by edition and for each space, the number of single patches at or before the space.
"""
AREAS: Final = [PATCHES[patch].area if patch else 1 for patch in IDS]
PRICES: Final = [PATCHES[patch].price if patch else 0 for patch in IDS]
TIMES: Final = [PATCHES[patch].time if patch else 0 for patch in IDS]
INCOMES: Final = [PATCHES[patch].income if patch else 0 for patch in IDS]
"""The income of each patch, by patch number. Number 0 is a single patch.

`AREAS`, `PRICES` and `TIMES` hold the other properties in the same way.
"""

# The value of a side is its score if it only advanced from here on, plus numbers from tables by its possessions and its
# token's space. The tables are interpolated linearly from a grid of few numbers.

UNIT: Final = 64
"""Number of units of the value in one point."""
SPACE_KNOTS: Final = (0, 5, 11, 17, 23, 29, 35, 41, 47, 50, 53)
"""The spaces for which the grid of the evaluation has numbers. In the last space, the centre, every value is 0."""
MOST_BUTTONS: Final = 256
MOST_INCOME: Final = 48
LEAST_PAIRS: Final = 96
"""Lower limit of the sum that is looked up in the table of pairs of empty neighbours. Lower sums count as this number.

The sum is the number of pairs of empty neighbours, plus two for each covered cell.
"""
TABLES: Final = (
    ((0, 1, 2, 3, 5, 7, 10, 14, 19, 26, 36, 60, 150), MOST_BUTTONS),
    ((0, 2, 4, 6, 9, 12, 16, 21, 28, 40), MOST_INCOME),
    ((0, 8, 16, 24, 32, 40, 46, 52, 57, 62, 66, 70, 74, 77, 81), CELLS + 1),
    ((0, 16, 26, 34, 40, 46, 52, 58, 66, 80), 81),
    ((0, 1, 2, 3, 5, 8), 16),
    ((0, 1, 2, 3, 5, 8), 16),
    ((0, 1, 2, 3, 4, 6, 8, 11, 15), 16),
)
"""For each table of the evaluation: its knots (the entries between which it is interpolated) and its length.

The tables are, in order: buttons, income, covered cells, pairs of empty neighbours, cells without an empty neighbour,
regions of empty cells, and the cells that the most complete 7 x 7 square lacks, while the bonus tile can be won.
"""
SPACES: Final = CENTRE + 1
KNOTS: Final = [knot for knots, _ in TABLES for knot in knots]
FIRST_KNOTS: Final = [sum(len(knots) for knots, _ in TABLES[:table]) for table in range(len(TABLES) + 1)]
"""The index in `KNOTS` of each table's first knot. Knots are the entries between which a table is interpolated."""
STRIP: Final = FIRST_KNOTS[-1]
"""The number of values that the grid has for one space of the track: one for each knot of each table."""
TABLE_WIDTHS: Final = [width for _, width in TABLES]
FIRST_TABLES: Final = [SPACES * sum(width for _, width in TABLES[:table]) for table in range(len(TABLES) + 1)]
"""The index of each table's first value, in the array of all tables."""
WAY: Final = 2 * CENTRE + 1
"""Number of different sums of both tokens' spaces, from 0 to twice the centre."""
WAY_KNOTS: Final = (0, 20, 40, 55, 70, 80, 88, 94, 98, 101, 103, 106)
"""The sums of both tokens' spaces for which training learns the value of a point as a chance to win.

Values for other sums are interpolated.
"""
