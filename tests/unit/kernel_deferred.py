"""A kernel with an array that takes memory later, for the tests of its compiler."""

from __future__ import annotations

from typing import Final

from chowk.core.machine import Deferred, array, i32

EXPORTS: Final = ("total", "LATER", "NOW")

LATER: Final = Deferred("H", 200_000)
NOW: Final = array("i", [1, 2, 3])
"""Comes after it, and lies before it."""


def total(count: i32) -> i32:
    """What the first cells come to, with all that is there now."""
    sum_ = NOW[0] + NOW[1] + NOW[2]
    for at in range(count):
        sum_ += LATER[at]
    return sum_
