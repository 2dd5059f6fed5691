"""Compute with many Reversi boards at once, in numpy: moves, hits and pattern contents. For training only.

A board is a pair of `uint64` disc masks, of the side to move and of the other side, as in `chowk.games.reversi.rules`.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from chowk.games.reversi.engine import kernel_shapes as shapes

Masks: TypeAlias = NDArray[np.uint64]
"""Discs of one side on many boards, one bit mask for each board."""
Numbers: TypeAlias = NDArray[np.float32]
"""Values of many boards, or weights."""
Places: TypeAlias = NDArray[np.int32]
"""Indices into a table of weights, for many boards."""

_INNER: Final = np.uint64(0x7E7E7E7E7E7E7E7E)
"""Bit mask of the squares that are not on the left or right edge."""
_FULL: Final = np.uint64((1 << 64) - 1)
_STEPS: Final = tuple((np.uint64(step), mask) for step, mask in ((1, _INNER), (7, _INNER), (8, _FULL), (9, _INNER)))
"""For each of four directions: the distance between neighbouring squares in bits, and a mask of the squares that may be
inside a captured line."""


def legal(own: Masks, other: Masks) -> tuple[Masks, NDArray[np.int64]]:
    """Return for each board the squares that can be played, and the number of hits.

    A hit is a square that can be played, together with one direction in which it captures.
    """
    empty = ~(own | other)
    squares, count = np.zeros_like(own), np.zeros(len(own), np.int64)
    for step, mask in _STEPS:
        inside = other & mask
        up, down = own << step & inside, own >> step & inside
        for _ in range(5):
            up |= up << step & inside
            down |= down >> step & inside
        for ends in (up << step & empty, down >> step & empty):
            squares |= ends
            count += np.bitwise_count(ends)
    return squares, count


def _place_matrix() -> tuple[Numbers, Places]:
    """Return the arrays that find the weights of a board's groups. A group is a set of squares with a table of weights.

    The first is a matrix (64, groups). Multiplied by the contents of the squares, it gives each group's index in its
    table. The second array has the start of each group's table.
    """
    matrix = np.zeros((64, len(shapes.GROUPS)), np.float32)
    for column, (_, group) in enumerate(shapes.GROUPS):
        for place, square in enumerate(group):
            matrix[square, column] = 3**place
    first = np.array([shapes.FIRST[number] for number, _ in shapes.GROUPS], np.int32)
    return matrix, first


_MATRIX, _FIRST = _place_matrix()


def indices(own: Masks, other: Masks) -> Places:
    """Return for each board the indices of its 46 groups' contents in the table of weights."""
    digits = 1 + _bits(own).astype(np.float32) - _bits(other)
    return (digits @ _MATRIX).astype(np.int32) + _FIRST


def _bits(masks: Masks) -> NDArray[np.uint8]:
    return np.unpackbits(masks.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
