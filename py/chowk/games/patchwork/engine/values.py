"""Read and write the file with the numbers of the learnt evaluation, and convert its values to chances to win.

`training.patchwork.learn_patchwork` makes the file.

The file has two bytes for each number. First comes the grid: the values of buttons, income and other possessions. Then
come the values of being the seat to move. All these are in 64ths of a point and are given for the spaces in `TRACK`, on
which a token may be. Last comes the value of a point as a chance to win, for the sums in `WAY`, each the sum of the
spaces of both tokens.

The learnt chances to win are too close to one half: between good players, the side that is ahead wins more often. So
the displayed chances are calibrated, for the default house rules and for good play on both sides.
"""

from __future__ import annotations

from array import array
from itertools import pairwise
from math import exp
from typing import Final, NamedTuple

from chowk.engine.kernel.runtime import Kernel

DATA: Final = "value.bin"
"""Name of the file of the evaluation's numbers."""
GRID: Final = 11 * 69
"""Number of integers in the grid of the evaluation: 69 for each of 11 spaces of the track."""
TRACK: Final = (0, 5, 11, 17, 23, 29, 35, 41, 47, 50, 53)
"""The spaces of the track with stored numbers. Between them, numbers are interpolated linearly."""
WAY: Final = (0, 20, 40, 55, 70, 80, 88, 94, 98, 101, 103, 106)
"""The sums of both tokens' spaces for which the value of a point is stored."""

FACTOR: Final = 1.75
"""The factor by which log-odds are multiplied for display, measured by `training.patchwork.learn_patchwork correct`.

Opponents use the uncorrected values, because the factor does not change which move is best.
"""


class Value(NamedTuple):
    """The numbers of a learnt evaluation.

    `grid` holds the values of a side's possessions (`kernel_shapes.TABLES`), for each space in `TRACK`. `turns` holds
    the value of being the seat to move, for each space in `TRACK`. `steepness` holds the value of a point for each
    number in `WAY`, which is a sum of the spaces of both tokens.
    """

    grid: tuple[int, ...]
    turns: tuple[int, ...]
    steepness: tuple[int, ...]


def write(value: Value) -> bytes:
    """Encode the numbers of an evaluation as a file."""
    numbers = array("h", [*value.grid, *value.turns, *value.steepness])
    assert numbers.itemsize == 2
    return numbers.tobytes()


def read(data: bytes) -> Value:
    """Decode a file into the numbers of an evaluation."""
    numbers = array("h", data)
    turns = GRID + len(TRACK)
    return Value(tuple(numbers[:GRID]), tuple(numbers[GRID:turns]), tuple(numbers[turns:]))


def interpolate_knots(knots: tuple[int, ...], numbers: tuple[int, ...]) -> list[int]:
    """Return a number for every integer from the first of `knots` to the last.

    `numbers` are the numbers at the knots. Those between are interpolated linearly.
    """
    interpolated = [numbers[0]]
    for (start, left), (stop, right) in pairwise(zip(knots, numbers, strict=True)):
        interpolated += [
            (left * (stop - x) + right * (x - start)) // (stop - start) for x in range(start + 1, stop + 1)
        ]
    return interpolated


def lay_out(kernel: Kernel, value: Value) -> None:
    """Load the numbers of an evaluation into the kernel."""
    kernel.call("set_up")
    kernel.write("GRID", array("h", value.grid))
    kernel.write("TURNS", array("i", interpolate_knots(TRACK, value.turns)))
    kernel.write("STEEPNESS", array("i", interpolate_knots(WAY, value.steepness)))
    kernel.call("unfold")
    kernel.call("forget")


def chance(worth: float) -> float:
    """Return the learnt chance to win, from 0 to 1. `worth` is in thousandths of log-odds."""
    return 1 / (1 + exp(-worth / 1000))


def calibrated_chance(worth: float) -> float:
    """Return the chance to win, from 0 to 1, calibrated for display. `worth` is in thousandths of log-odds."""
    return chance(FACTOR * worth)
