"""Reversi on many boards at once, in numpy: moves, flips, evaluation. For training only; nothing here reaches the page.

A board is a pair of `uint64` disc masks, of the side to move and of the other, as in `chowk.games.reversi.rules`.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from chowk.games.reversi.engine import patterns

Masks: TypeAlias = NDArray[np.uint64]
Numbers: TypeAlias = NDArray[np.float32]
Places: TypeAlias = NDArray[np.int32]

CHUNK: Final = 8192
"""Boards are worked on so many at a time, which keeps them in the processor's cache."""
_INNER: Final = np.uint64(0x7E7E7E7E7E7E7E7E)
_FULL: Final = np.uint64((1 << 64) - 1)
_STEPS: Final = tuple((np.uint64(step), mask) for step, mask in ((1, _INNER), (7, _INNER), (8, _FULL), (9, _INNER)))
_ONE: Final = np.uint64(1)


class Children(NamedTuple):
    """Every position after one move, for the side then to move: which board it comes from, the square, the masks."""

    parent: NDArray[np.int64]
    square: NDArray[np.int64]
    own: Masks
    other: Masks


def legal(own: Masks, other: Masks) -> tuple[Masks, NDArray[np.int64]]:
    """The squares that can be played, and the number of hits (square and direction)."""
    empty = ~(own | other)
    found, count = np.zeros_like(own), np.zeros(len(own), np.int64)
    for step, mask in _STEPS:
        inside = other & mask
        up, down = own << step & inside, own >> step & inside
        for _ in range(5):
            up |= up << step & inside
            down |= down >> step & inside
        for ends in (up << step & empty, down >> step & empty):
            found |= ends
            count += np.bitwise_count(ends)
    return found, count


def flips(own: Masks, other: Masks, disc: Masks) -> Masks:
    """The discs that a disc laid on each board turns."""
    turned = np.zeros_like(own)
    for step, mask in _STEPS:
        inside = other & mask
        up, down = disc << step & inside, disc >> step & inside
        for _ in range(5):
            up |= up << step & inside
            down |= down >> step & inside
        turned |= np.where(up << step & own, up, 0) | np.where(down >> step & own, down, 0)
    return turned


def children(own: Masks, other: Masks, able: Masks) -> Children:
    """The positions after every move in `able`, board by board."""
    parent, square = np.nonzero(_bits(able))
    disc = _ONE << square.astype(np.uint64)
    mine, theirs = own[parent], other[parent]
    turned = flips(mine, theirs, disc)
    return Children(parent, square, theirs & ~turned, mine | turned | disc)


def _place_matrix() -> tuple[Numbers, Places]:
    """What each square adds to each group's number, and where each group's table begins."""
    matrix = np.zeros((64, len(patterns.GROUPS)), np.float32)
    for column, (_, group) in enumerate(patterns.GROUPS):
        for place, at in enumerate(group):
            matrix[at, column] = 3**place
    first = np.array([patterns.FIRST[number] for number, _ in patterns.GROUPS], np.int32)
    return matrix, first


_MATRIX, _FIRST = _place_matrix()


def indices(own: Masks, other: Masks) -> Places:
    """For each board the places of its 46 groups in the table of weights."""
    digits = 1 + _bits(own).astype(np.float32) - _bits(other)
    return (digits @ _MATRIX).astype(np.int32) + _FIRST


def _bits(masks: Masks) -> NDArray[np.uint8]:
    return np.unpackbits(masks.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")


class Table(NamedTuple):
    """Weights in discs: of the groups' contents, of the mover's hits, of the other side's."""

    groups: Numbers
    own: Numbers
    other: Numbers

    def worth(self, own: Masks, other: Masks) -> Numbers:
        """The worth of each board to its side to move."""
        parts = [self._worth(own[at : at + CHUNK], other[at : at + CHUNK]) for at in range(0, len(own), CHUNK)]
        return np.concatenate(parts) if parts else np.zeros(0, np.float32)

    def _worth(self, own: Masks, other: Masks) -> Numbers:
        groups: Numbers = self.groups[indices(own, other)].sum(axis=1)
        groups += self.own[legal(own, other)[1]]
        groups += self.other[legal(other, own)[1]]
        return groups


def result(own: Masks, other: Masks) -> Numbers:
    """The difference in discs of finished games, empty squares counted for the winner."""
    mine, theirs = np.bitwise_count(own).astype(np.float32), np.bitwise_count(other).astype(np.float32)
    lead: Numbers = mine - theirs
    empty = 64 - mine - theirs
    return np.where(lead > 0, lead + empty, np.where(lead < 0, lead - empty, lead))
