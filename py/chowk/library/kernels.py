"""Run the kernels (compiled search code) of games by wasmtime.

An installed package contains the kernels of all games. They need the package wasmtime, which the extra `engines`
installs. In a checkout `tools.build.kernel_provider` compiles them instead.
"""

from __future__ import annotations

import atexit
import ctypes
import pkgutil
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any, Final, NamedTuple
from weakref import WeakSet

from chowk import games
from chowk.engine import assets
from chowk.engine.kernel.runtime import Kernel, layout

BATCH: Final = "batch.wasm"
"""The file name of the compiled kernel that plays many games at once."""


@cache
def provide() -> bool:
    """Let the opponents in this process use the kernels of the installed package.

    In a checkout, or if wasmtime is not installed, return False and change nothing.
    """
    is_available = find_spec("wasmtime") is not None and any(map(code, games.SHELF))
    if is_available:
        assets.provide(run)
    return is_available


def code(game: str, name: str = assets.KERNEL) -> bytes | None:
    """Return the bytes of a game's compiled kernel, or None if the package does not contain that file.

    `name` is the name of the kernel's file.
    """
    try:
        return pkgutil.get_data(f"chowk.games.{game}.engine", name)
    except OSError:
        return None


def run(game: str) -> Kernel | None:
    """Start a kernel of a game, with memory of its own, and return it; return None if the package has no kernel."""
    compiled = code(game)
    return None if compiled is None else Native(compiled)


class Native:
    """A compiled kernel that runs in wasmtime. Raises `ImportError` if wasmtime is not installed.

    With `steps`, a call fails once the kernel has executed about that many instructions in all calls together.
    """

    def __init__(self, code: bytes, steps: int | None = None) -> None:
        import wasmtime

        config = wasmtime.Config()
        config.cranelift_opt_level = "speed"
        config.consume_fuel = steps is not None
        self.store = wasmtime.Store(wasmtime.Engine(config))
        if steps is not None:
            self.store.set_fuel(steps)
        instance = wasmtime.Instance(self.store, wasmtime.Module(self.store.engine, code), [])
        exports = instance.exports(self.store)
        self.arrays, self.numbers = layout(code)
        memory = exports["memory"]
        assert isinstance(memory, wasmtime.Memory), "every kernel has one"
        self.memory = memory
        self._find_memory()
        self.functions: dict[str, Callable[..., Any]] = {
            name: function for name, function in exports.items() if isinstance(function, wasmtime.Func)
        }
        for function in self.functions.values():
            _remember_type(function, self.store)
        _running.add(self)

    def _find_memory(self) -> None:
        """Look up the address and the size of the kernel's memory. Both change when the memory grows."""
        self.base = ctypes.addressof(self.memory.data_ptr(self.store).contents)
        self.size = self.memory.data_len(self.store)

    def close(self) -> None:
        """Free the memory that wasmtime holds for this kernel. The kernel cannot be used after that."""
        self.functions.clear()
        engine = self.store.engine
        self.store.close()
        engine.close()

    def call(self, name: str, *arguments: float) -> Any:
        """Call a function of the kernel and return its result."""
        return self.functions[name](self.store, *arguments)

    def read(self, name: str, first: int = 0, count: int | None = None) -> array[Any]:
        """Return elements of one of the kernel's arrays: `count` elements starting at `first`, or all from `first`."""
        address, size = self.arrays[name].span(first, count)
        if address + size > self.size:
            raise IndexError(f"nothing was written to {name}")
        return array(self.arrays[name].code, ctypes.string_at(self.base + address, size))

    def write(self, name: str, values: array[Any], first: int = 0) -> None:
        """Assign elements of one of the kernel's arrays, starting at `first`."""
        address, raw = self.arrays[name].raw(values, first)
        if pages := self.arrays[name].missing_pages(self.size):
            self.grow(pages)
        ctypes.memmove(self.base + address, raw, len(raw))

    def grow(self, pages: int) -> None:
        """Grow the kernel's memory by a number of pages of 64 KiB. Raise `MemoryError` if there is not enough."""
        import wasmtime

        try:
            self.memory.grow(self.store, pages)
        except wasmtime.WasmtimeError as error:
            raise MemoryError(f"no memory for {pages} pages more") from error
        self._find_memory()


class _Signature(NamedTuple):
    """The types of a function's parameters and results."""

    params: Sequence[Any]
    results: Sequence[Any]


def _remember_type(function: Any, store: Any) -> None:
    """Look up the type of a compiled function once and keep it.

    Otherwise wasmtime looks it up at each call, which takes half of the time of the call.
    """
    signature = _Signature(function.type(store).params, function.type(store).results)
    function.type = lambda _: signature


_running: WeakSet[Native] = WeakSet()


@atexit.register
def _close() -> None:  # wasmtime cannot free anything once the interpreter shuts down
    for native in list(_running):
        native.close()
