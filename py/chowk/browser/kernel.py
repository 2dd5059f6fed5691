"""A compiled kernel (an opponent's search) in the browser's WebAssembly. Its memory is separate from Python's."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any

import js
from pyodide.ffi import JsException

from chowk.engine.kernel.runtime import layout


class PageKernel:
    """A `Kernel` in the browser's WebAssembly.

    Calls pass floats, and integers of up to 32 bits. All other data pass through the kernel's memory.
    """

    def __init__(self, code: bytes, exports: Any) -> None:
        self.numbers: Mapping[str, int | float]
        self._arrays, self.numbers = layout(code)
        self._exports = exports
        self._memory = js.Uint8Array.new(exports.memory.buffer)

    def call(self, name: str, *arguments: float) -> Any:
        """Call an exported function, and return its result."""
        return getattr(self._exports, name)(*arguments)

    def read(self, name: str, first: int = 0, count: int | None = None) -> array[Any]:
        """Read `count` cells of an array from cell `first` on, or all remaining cells if `count` is None."""
        address, size = self._arrays[name].span(first, count)
        return array(self._arrays[name].code, self._memory.subarray(address, address + size).to_bytes())

    def write(self, name: str, values: array[Any], first: int = 0) -> None:
        """Write values into an array from cell `first` on. The kernel's memory grows if needed."""
        address, raw = self._arrays[name].raw(values, first)
        if pages := self._arrays[name].missing_pages(self._memory.length):
            try:
                self._exports.memory.grow(pages)
            except JsException as error:
                raise MemoryError(f"no memory for {pages} pages more") from error
            self._memory = js.Uint8Array.new(self._exports.memory.buffer)
        self._memory.subarray(address, address + len(raw)).assign(raw)
