"""A kernel that runs somewhere: its functions, arrays and numbers by name, whatever machine it is on.

A game asks for its kernel through `supplies`; who starts the program gives it one. The arrays are the kernel's own:
they are read and written by copies. A kernel is asked one thing at a time, and each call comes back within about 8 ms
on a slow device: a search is called with so many nodes, unwinds, and goes on through its table when asked again.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

SECTION: Final = b"chowk"
HEAD: Final = b"\0asm\x01\0\0\0"
PAGE: Final = 65536
"""A machine's memory grows by so many bytes."""


class Kernel(Protocol):
    """A kernel on some machine."""

    @property
    def numbers(self) -> Mapping[str, int | float]:
        """The numbers that it tells: places in arrays, sizes, codes."""

    def call(self, name: str, *given: float) -> Any:
        """What a function of it returns; whole numbers are up to 32 bits."""

    def read(self, name: str, first: int = 0, count: int | None = None) -> array[Any]:
        """Cells of an array: `count` from `first` on, or all that are left."""

    def write(self, name: str, values: array[Any], first: int = 0) -> None:
        """Gives the cells from `first` on these values; the arrays are of one type code.

        Raises `MemoryError` where an array that takes memory later finds none.
        """


class Cells(NamedTuple):
    """An array in a machine's memory: its type code, its address, and how many cells it has."""

    code: str
    at: int
    length: int

    def span(self, first: int, count: int | None) -> tuple[int, int]:
        """Address and bytes of some of its cells; raises `IndexError` for others."""
        number = self.length - first if count is None else count
        if not 0 <= first <= first + number <= self.length:
            raise IndexError(f"cells {first} to {first + number} of {self.length}")
        size = array(self.code).itemsize
        return self.at + first * size, number * size

    def missing(self, bytes_: int) -> int:
        """How many pages a memory of so many bytes lacks to hold all of its cells."""
        return max(0, -(-(self.at + self.length * array(self.code).itemsize - bytes_) // PAGE))

    def raw(self, values: array[Any], first: int) -> tuple[int, bytes]:
        """The address and the bytes to write there; raises for another type code and for too many."""
        if values.typecode != self.code:
            raise TypeError(f"an array of {values.typecode} for one of {self.code}")
        return self.span(first, len(values))[0], values.tobytes()


class Layout(NamedTuple):
    """What a compiled kernel says of itself."""

    arrays: Mapping[str, Cells]
    numbers: Mapping[str, int | float]


def layout(code: bytes) -> Layout:
    """What the bytes of a compiled kernel say; raises `ValueError` where they are none."""
    if not code.startswith(HEAD):
        raise ValueError("this is no compiled kernel")
    at = len(HEAD)
    while at < len(code):
        kind = code[at]
        size, at = _number(code, at + 1)
        if kind == 0:
            length, start = _number(code, at)
            if code[start : start + length] == SECTION:
                told = json.loads(code[start + length : at + size])
                return Layout({name: Cells(*one) for name, one in told["arrays"].items()}, told["numbers"])
        at += size
    raise ValueError("this kernel does not say what is in it")


def _number(code: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits a byte, and where the next thing is."""
    value = shift = 0
    while at < len(code):
        value |= (code[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if code[at - 1] < 128:
            return value, at
    raise ValueError("this kernel ends too early")
