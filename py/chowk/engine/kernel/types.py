"""The types and built-in functions of kernels, which are functions that run as Python or are compiled to WebAssembly.

A game's kernel is its module `engine/kernel.py`. It imports names from this module, constants of its own game, and
parts that kernels share (`chowk.engine.kernel_network`); docs/kernels.md specifies the language. In Python, the names
of this module mean exactly what they mean when compiled.
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
"""An integer from -2**31 to 2**31 - 1. A result beyond this range is an error, which only checked runs report."""
u64: TypeAlias = int
"""A mask of 64 bits, or an integer from 0 to 2**64 - 1.

The results of `+ - * << ~` and of unary `-` may have more bits. Apply `&` with a mask before comparing, shifting right,
assigning or passing such a result.
"""
f64: TypeAlias = float
"""A floating-point number of 64 bits, Python's float."""

ALL: Final = (1 << 64) - 1
"""A mask with all 64 bits set."""


class Deferred(_Cells):
    """An array that takes no memory until the host writes to it.

    The kernel may read and write only elements up to the last one that the host has written.
    """

    capacity: int

    def __new__(cls, code: str, capacity: int) -> Deferred:
        """Create an array of type code `code` with room for `capacity` elements."""
        created = super().__new__(cls, code)
        created.capacity = capacity
        return created


def capacity(cells: array[Any]) -> int:
    """Return the number of elements for which an array has room.

    For an array that is not deferred, this is its length.
    """
    return cells.capacity if isinstance(cells, Deferred) else len(cells)


def f32(number: f64) -> f64:
    """Return a number rounded to 32-bit floating point (24 significant bits), as stored in arrays of type `f`."""
    return array("f", (number,))[0]


def ctz(mask: u64) -> i32:
    """Return the index of the lowest bit of a mask, or 64 for 0."""
    return (mask & -mask).bit_length() - 1 if mask else 64


def unrolled(turns: i32) -> range:
    """Return `range(turns)`, for a loop whose body the compiler repeats `turns` times. `turns` must be a constant."""
    return range(turns)
