"""Masks: sets of numbers as the bits of one."""

from __future__ import annotations


def rising(mask: int) -> tuple[int, ...]:
    """The numbers of the bits that are set, rising."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)
