"""The words of kernels: functions on machine numbers that run as Python and are compiled to WebAssembly.

A kernel is a game's `engine/kernel.py`. It imports these words, `array`, and what its own game knows of plain numbers;
`docs/kernels.md` describes the language, and the compiler beside it refuses whatever is not in it. Here the
words mean, as plain Python, exactly what they mean when compiled.
"""

from __future__ import annotations

from array import array
from math import sqrt
from typing import TYPE_CHECKING, Any, Final, TypeAlias

__all__ = ["ALL", "Deferred", "array", "ctz", "f32", "f64", "i32", "sqrt", "u64", "unrolled"]

if TYPE_CHECKING:
    _Cells: TypeAlias = array[int]
else:
    _Cells = array

i32: TypeAlias = int
"""A whole number from -2**31 to below 2**31. A result beyond that is an error, which the checked run finds."""
u64: TypeAlias = int
"""A mask of 64 bits, or a whole number from 0 to below 2**64.

`+ - * <<` and a sign or `~` in front may lead out of 64 bits; what they give must come under an `&` with a mask before
it is compared, shifted to the right, kept or handed on.
"""
f64: TypeAlias = float
"""A number with a fraction, of 53 bits."""

ALL: Final = (1 << 64) - 1
"""All 64 bits."""


class Deferred(_Cells):
    """An array of so many cells that takes no memory until something is written to it from outside.

    No cell may be read, or written by the kernel itself, beyond those that were written so.
    """

    room: int

    def __new__(cls, code: str, room: int) -> Deferred:
        """An array of that type code with room for so many cells."""
        made = super().__new__(cls, code)
        made.room = room
        return made


def room(cells: array[Any]) -> int:
    """How many cells an array has, or has room for."""
    return cells.room if isinstance(cells, Deferred) else len(cells)


def f32(number: f64) -> f64:
    """The nearest number that has 24 bits, as arrays of type `f` keep it."""
    return array("f", (number,))[0]


def ctz(mask: u64) -> i32:
    """The place of the lowest bit of a mask; 64 if there is none."""
    return (mask & -mask).bit_length() - 1 if mask else 64


def unrolled(turns: i32) -> range:
    """A `range` whose loop is written out once for each turn when it is compiled; `turns` is known then."""
    return range(turns)
