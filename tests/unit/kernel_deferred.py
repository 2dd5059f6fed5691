"""A kernel with a deferred array (one that takes no memory at first), for the tests of the kernel compiler."""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import Deferred, array, i32

EXPORTS: Final = ("total", "LATER", "NOW")

LATER: Final = Deferred("H", 200_000)
NOW: Final = array("i", [1, 2, 3])
"""An array that comes before the deferred array in memory, although its definition comes after it."""


def total(count: i32) -> i32:
    """Return the sum of `NOW` and of the first `count` elements of `LATER`."""
    sum_ = NOW[0] + NOW[1] + NOW[2]
    for at in range(count):
        sum_ += LATER[at]
    return sum_
