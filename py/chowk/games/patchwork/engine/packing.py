"""Search for good placements of patches: close to covered cells, without holes. Buttons and time do not count.

The unit of value is a pair of neighbouring empty cells: the more pairs, the easier later patches fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from heapq import nsmallest
from typing import Final, NamedTuple

from chowk.games.patchwork.rules.patches import PATCHES, PatchId
from chowk.games.patchwork.rules.quilt import CELLS, FULL, SIDE, Mask, placements

ALONE: Final = 3
"""Cost of an empty cell without an empty neighbour. The unit is the value of a pair of neighbouring empty cells."""
APART: Final = 2
"""Cost of each connected region of empty cells. The unit is the value of a pair of neighbouring empty cells."""
SQUARED: Final = 100.0
"""Value of winning the bonus tile, in pairs of neighbouring empty cells.

It exceeds the value of any arrangement of empty cells.
"""
SHORT: Final = 14
"""Number of placements that are evaluated in full: those with the fewest empty cells around them."""
AHEAD: Final = 6
"""Number of patches of the queue that should still fit on the quilt."""

_NOT_LAST: Final = sum(0xFF << SIDE * row for row in range(SIDE))
_NOT_FIRST: Final = _NOT_LAST << 1
_RIM: Final = FULL & ~sum(0x7F << SIDE * row + 1 for row in range(1, SIDE - 1))


def neighbours(mask: Mask) -> Mask:
    """Return the mask of the neighbours of the cells in a mask. It may include cells of the mask."""
    return (mask & _NOT_LAST) << 1 | (mask & _NOT_FIRST) >> 1 | mask << SIDE & FULL | mask >> SIDE


def pairs(empty: Mask) -> int:
    """Return the number of pairs of neighbouring cells in a mask."""
    return (empty & (empty >> 1) & _NOT_LAST).bit_count() + (empty & (empty >> SIDE)).bit_count()


def count_regions(empty: Mask) -> int:
    """Return the number of connected regions of the cells in a mask. A single cell is a region, too."""
    count = 0
    while empty:
        grown, region = empty & -empty, 0
        while grown != region:
            region = grown
            grown |= neighbours(grown) & empty
        empty &= ~region
        count += 1
    return count


def neatness(quilt: Mask) -> int:
    """Return how well the empty cells of a quilt hang together.

    It is the number of pairs of neighbouring empty cells, minus costs of lone cells and of regions.
    """
    empty = FULL & ~quilt
    return pairs(empty) - ALONE * (empty & ~neighbours(empty)).bit_count() - APART * count_regions(empty)


class BorderedPlacement(NamedTuple):
    """A placement of a patch on the empty board: the mask of its cells, and the mask of the cells around them."""

    mask: Mask
    border: Mask


@cache
def bordered_placements(patch: PatchId) -> tuple[BorderedPlacement, ...]:
    """Return every placement of a patch in the order of the rules. Patch 0 is a single patch."""
    masks = [lie.mask for lie in placements(patch)] if patch else [1 << cell for cell in range(CELLS)]
    return tuple(BorderedPlacement(mask, neighbours(mask) & ~mask) for mask in masks)


def fits(patch: PatchId, quilt: Mask) -> bool:
    """Return True if the patch fits somewhere on the quilt."""
    for mask, _ in bordered_placements(patch):  # noqa: SIM110 - twice as fast as any()
        if not mask & quilt:
            return True
    return False


class Fitter:
    """A search for good placements of patches. It caches what it has found.

    `blocks` are the masks of the squares that win the bonus tile. They are empty if the house rules have no bonus tile.
    """

    def __init__(self, blocks: Sequence[Mask]) -> None:
        self.blocks = blocks
        self._best_masks: dict[tuple[Mask, PatchId, bool], Mask] = {}
        self._rooms: dict[Mask, int] = {}
        self._neat: dict[Mask, int] = {}

    def best(self, quilt: Mask, patch: PatchId, tile: bool) -> Mask:
        """Return the mask of the best placement of a patch (0: a single patch), or 0 if it fits nowhere.

        `tile` is True if the bonus tile can still be won.
        """
        key = quilt, patch, tile
        if key not in self._best_masks:
            ranked = self.ranked(quilt, patch, tile, 1)
            self._best_masks[key] = ranked[0] if ranked else 0
        return self._best_masks[key]

    def ranked(self, quilt: Mask, patch: PatchId, tile: bool, count: int) -> list[Mask]:
        """Return the masks of the `count` best placements of a patch, best first.

        Those that win the bonus tile come first, then those that leave the neatest quilt (`neatness`). Patch 0 is a
        single patch. `tile` is True if the bonus tile can still be won.
        """
        lacking = [block & ~quilt for block in self.blocks] if tile else []
        lacking = [lack for lack in lacking if lack.bit_count() <= 8]
        close = [
            ((border & ~quilt).bit_count(), number, mask)
            for number, (mask, border) in enumerate(bordered_placements(patch))
            if not mask & quilt
        ]
        chosen = [mask for *_, mask in nsmallest(max(SHORT, 2 * count), close)]
        if lacking:
            chosen += [mask for *_, mask in close if any(not lack & ~mask for lack in lacking) and mask not in chosen]
        worth = [
            (-self.neat(quilt | mask) - 0.01 * (mask & _RIM).bit_count()
             - SQUARED * any(not lack & ~mask for lack in lacking), number, mask)
            for number, mask in enumerate(chosen)
        ]  # fmt: skip
        return [mask for *_, mask in nsmallest(count, worth)]

    def neat(self, quilt: Mask) -> int:
        """Return the `neatness` of a quilt. Results are cached."""
        cached = self._neat.get(quilt)
        if cached is None:
            cached = self._neat[quilt] = neatness(quilt)
        return cached

    def fitting_patches(self, quilt: Mask) -> int:
        """Return the set of the patches that fit on the quilt, as bits: bit n is set if patch n fits.

        Results are cached.
        """
        cached = self._rooms.get(quilt)
        if cached is None:
            cached = self._rooms[quilt] = sum(1 << patch for patch in PATCHES if fits(patch, quilt))
        return cached


def plainly(quilt: Mask, patch: PatchId) -> Mask:
    """Return the mask of the placement with the fewest empty cells around it, even if it leaves holes.

    The mask is 0 if no placement fits.
    """
    close = [((border & ~quilt).bit_count(), mask) for mask, border in bordered_placements(patch) if not mask & quilt]
    return min(close)[1] if close else 0
