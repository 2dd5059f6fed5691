"""Sets of small integers as bit masks."""

from __future__ import annotations


def rising(mask: int) -> tuple[int, ...]:
    """Return the indices of the set bits, in ascending order."""
    indices = []
    while mask:
        low = mask & -mask
        indices.append(low.bit_length() - 1)
        mask ^= low
    return tuple(indices)
