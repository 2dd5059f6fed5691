"""The runtime interface of a kernel: its functions, arrays and constants by name, on any host.

A game gets its kernel from `engine.assets`. The arrays are in the kernel's own memory, and are read and written by
copying. A kernel handles one call at a time, and each call returns in about 8 ms on a slow device. So a search takes
several calls: each visits a limited number of nodes, and the next one continues with the help of the transposition
table.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

SECTION: Final = b"chowk"
"""Name of the custom section of a compiled kernel that holds its layout as JSON."""
HEAD: Final = b"\0asm\x01\0\0\0"
"""The first bytes of every WebAssembly module."""
PAGE: Final = 65536
"""Size of a page in bytes. A WebAssembly memory grows in pages."""


class Kernel(Protocol):
    """The interface of a game's kernel, a compiled part of its opponents. Each host implements it."""

    @property
    def numbers(self) -> Mapping[str, int | float]:
        """The kernel's exported constants: indices in arrays, sizes, codes."""

    def call(self, name: str, *arguments: float) -> Any:
        """Call a function of the kernel with these arguments and return its result. Integers have up to 32 bits."""

    def read(self, name: str, first: int = 0, count: int | None = None) -> array[Any]:
        """Return elements of an array: `count` elements from `first` on, or all remaining elements."""

    def write(self, name: str, values: array[Any], first: int = 0) -> None:
        """Write elements of an array from `first` on. `values` must have the array's type code.

        Raises `MemoryError` if a deferred array cannot be allocated.
        """


class Cells(NamedTuple):
    """An array in a kernel's memory: its type code, the address of its first byte, and its number of elements."""

    code: str
    address: int
    length: int

    def span(self, first: int, count: int | None) -> tuple[int, int]:
        """Return the address and the size in bytes of `count` elements from `first` on, or of all remaining elements.

        Raises `IndexError` if they are not all inside the array.
        """
        number = self.length - first if count is None else count
        if not 0 <= first <= first + number <= self.length:
            raise IndexError(f"cells {first} to {first + number} of {self.length}")
        size = array(self.code).itemsize
        return self.address + first * size, number * size

    def missing_pages(self, memory_bytes: int) -> int:
        """Return the number of pages by which a memory of `memory_bytes` bytes must grow to contain the array."""
        return max(0, -(-(self.address + self.length * array(self.code).itemsize - memory_bytes) // PAGE))

    def raw(self, values: array[Any], first: int) -> tuple[int, bytes]:
        """Return the address and the bytes for writing `values` into the array, from the element `first` on.

        Raises `TypeError` if the type code of `values` is not the array's, and `IndexError` for too many elements.
        """
        if values.typecode != self.code:
            raise TypeError(f"an array of {values.typecode} for one of {self.code}")
        return self.span(first, len(values))[0], values.tobytes()


class Layout(NamedTuple):
    """The arrays and constants of a compiled kernel, by name."""

    arrays: Mapping[str, Cells]
    numbers: Mapping[str, int | float]


def layout(code: bytes) -> Layout:
    """Return the arrays and constants of a compiled kernel; raise `ValueError` if `code` is no compiled kernel."""
    if not code.startswith(HEAD):
        raise ValueError("this is no compiled kernel")
    offset = len(HEAD)
    while offset < len(code):
        kind = code[offset]
        size, offset = _number(code, offset + 1)
        if kind == 0:
            length, start = _number(code, offset)
            if code[start : start + length] == SECTION:
                section = json.loads(code[start + length : offset + size])
                return Layout({name: Cells(*fields) for name, fields in section["arrays"].items()}, section["numbers"])
        offset += size
    raise ValueError("this kernel does not say what is in it")


def _number(code: bytes, offset: int) -> tuple[int, int]:
    """Decode an unsigned LEB128 number at `offset`. Return the number and the offset after it."""
    value = shift = 0
    while offset < len(code):
        value |= (code[offset] & 127) << shift
        offset, shift = offset + 1, shift + 7
        if code[offset - 1] < 128:
            return value, offset
    raise ValueError("this kernel ends too early")
