"""Bit masks: sets of small integers."""

from __future__ import annotations


def rising(mask: int) -> tuple[int, ...]:
    """Return the indices of the set bits, in ascending order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)
