"""The learnt evaluation: a file of numbers for the kernel, made by `training.patchwork.learn_patchwork`.

A number of the grid or of having the choice is a part of a point in two bytes; the value of a point as a chance
follows, for some lengths of the track. The learnt chances are too close to one half for good play; the displayed ones
are calibrated for the default house rules and for good play on both sides.
"""

from __future__ import annotations

from array import array
from itertools import pairwise
from math import exp
from typing import Final, NamedTuple

from chowk.engine.kernel.runtime import Kernel

DATA: Final = "value.bin"
GRID: Final = 11 * 69
TRACK: Final = (0, 5, 11, 17, 23, 29, 35, 41, 47, 50, 53)
"""The spaces with stored numbers; values between them are interpolated linearly."""
WAY: Final = (0, 20, 40, 55, 70, 80, 88, 94, 98, 101, 103, 106)
"""The sums of both tokens' spaces for which the value of a point is stored."""

FACTOR: Final = 1.75
"""The factor for the logarithms of odds that are shown, as measured by `training.patchwork.learn_patchwork correct`.

Opponents use the uncorrected values, because the factor does not change which move is best.
"""


class Value(NamedTuple):
    """The grid, the value of having the choice on `TRACK`, and the value of a point on `WAY`."""

    grid: tuple[int, ...]
    turns: tuple[int, ...]
    steepness: tuple[int, ...]


def write(value: Value) -> bytes:
    """Encode a value as a file."""
    numbers = array("h", [*value.grid, *value.turns, *value.steepness])
    assert numbers.itemsize == 2
    return numbers.tobytes()


def read(data: bytes) -> Value:
    """Decode a file."""
    numbers = array("h", data)
    turns = GRID + len(TRACK)
    return Value(tuple(numbers[:GRID]), tuple(numbers[GRID:turns]), tuple(numbers[turns:]))


def between(knots: tuple[int, ...], numbers: tuple[int, ...]) -> list[int]:
    """Interpolate between knots: return the number at every integer from the first knot to the last."""
    found = [numbers[0]]
    for (start, one), (end, two) in pairwise(zip(knots, numbers, strict=True)):
        found += [(one * (end - at) + two * (at - start)) // (end - start) for at in range(start + 1, end + 1)]
    return found


def lay_out(kernel: Kernel, value: Value) -> None:
    """Load these numbers into the kernel."""
    kernel.call("set_up")
    kernel.write("GRID", array("h", value.grid))
    kernel.write("TURNS", array("i", between(TRACK, value.turns)))
    kernel.write("STEEPNESS", array("i", between(WAY, value.steepness)))
    kernel.call("unfold")
    kernel.call("forget")


def chance(worth: float) -> float:
    """Return the chance to win of a player with this worth, as it was learnt."""
    return 1 / (1 + exp(-worth / 1000))


def told(worth: float) -> float:
    """Return the chance to win of a player with this worth, calibrated for display."""
    return chance(FACTOR * worth)
