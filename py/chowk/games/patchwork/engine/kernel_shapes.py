"""The numbers that Patchwork's kernel is laid out with: patches, their shapes, the time track, the bonus squares.

Everything here is made once, when the kernel is: nothing of it reaches the page. A board is two masks, the cells of the
upper five rows (`UPPER` bits) and those of the lower four.
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
"""The different shapes of all patches one after another, as they lie on a1, and where those of each patch begin."""
FIRST_LIES: Final = [CELLS * (one > 0) + sum(len(lies(other)) for other in IDS[1:one]) for one in range(len(IDS) + 1)]
"""Where the ways in which a patch can lie begin, those of a single patch, number 0, before all others."""


def halves(masks: list[int]) -> list[int]:
    """For each mask of cells its upper part and its lower part."""
    return [part for mask in masks for part in (mask & TOP, mask >> UPPER)]


_EAST: Final = sum(0xFF << SIDE * row for row in range(SIDE))
NOT_LAST: Final = halves([_EAST])
NOT_FIRST: Final = halves([_EAST << 1])
RIM: Final = halves([FULL & ~sum(0x7F << SIDE * row + 1 for row in range(1, SIDE - 1))])
"""The cells that are not in the last column, not in the first, and those on the rim of the board."""
SQUARES: Final = halves(list(BLOCKS))


def counted(places: tuple[int, ...]) -> list[int]:
    """For every space of the track how many of `places` lie on it or before it."""
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
