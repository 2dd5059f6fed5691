"""The learnt evaluation: a file of numbers for the kernel, made by `training.patchwork.learn_patchwork`.

A number of the grid or of having the choice is a part of a point in two bytes; then, at some lengths of the way, what
a point is worth as a chance. Chances that were learnt are too near even for good play; as they are told, they are
calibrated for the house rules by default and for good play on both sides.
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
"""The spaces at which there are numbers; between them are straight lines."""
WAY: Final = (0, 20, 40, 55, 70, 80, 88, 94, 98, 101, 103, 106)
"""Both tokens' spaces together at which a point's worth is told."""

FACTOR: Final = 1.75
"""Factor for the logarithms of odds that are shown, as `training.patchwork.learn_patchwork correct` found it.

Opponents go by what was learnt, as it is: which move is best does not hang on that.
"""


class Value(NamedTuple):
    """The grid, what having the choice is worth on `TRACK`, what a point is worth on `WAY`."""

    grid: tuple[int, ...]
    turns: tuple[int, ...]
    steepness: tuple[int, ...]


def write(value: Value) -> bytes:
    """The file."""
    numbers = array("h", [*value.grid, *value.turns, *value.steepness])
    assert numbers.itemsize == 2
    return numbers.tobytes()


def read(data: bytes) -> Value:
    """What is in the file."""
    numbers = array("h", data)
    turns = GRID + len(TRACK)
    return Value(tuple(numbers[:GRID]), tuple(numbers[GRID:turns]), tuple(numbers[turns:]))


def between(knots: tuple[int, ...], numbers: tuple[int, ...]) -> list[int]:
    """The numbers at every whole place from the first knot to the last."""
    found = [numbers[0]]
    for (start, one), (end, two) in pairwise(zip(knots, numbers, strict=True)):
        found += [(one * (end - at) + two * (at - start)) // (end - start) for at in range(start + 1, end + 1)]
    return found


def lay_out(kernel: Kernel, value: Value) -> None:
    """Gives the kernel these numbers."""
    kernel.call("set_up")
    kernel.write("GRID", array("h", value.grid))
    kernel.write("TURNS", array("i", between(TRACK, value.turns)))
    kernel.write("STEEPNESS", array("i", between(WAY, value.steepness)))
    kernel.call("unfold")
    kernel.call("forget")


def chance(worth: float) -> float:
    """The chance of winning of whoever something is worth so much to, as it was learnt."""
    return 1 / (1 + exp(-worth / 1000))


def told(worth: float) -> float:
    """The same as it is told to players."""
    return chance(FACTOR * worth)
