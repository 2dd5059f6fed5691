"""From a kernel's module name to the bytes of its WebAssembly module."""

from __future__ import annotations

from array import array
from types import FunctionType
from typing import Any

from tools.kernels.assembling import module
from tools.kernels.improving import improved
from tools.kernels.reading import Kernel, read
from tools.kernels.translating import translate
from tools.kernels.tree import Load, Store, walk


def compiled(name: str) -> bytes:
    """The module of a kernel; raises `reading.Unfit` for what the language lacks. Equal sources give equal bytes."""
    return assembled(read(name))


def assembled(kernel: Kernel) -> bytes:
    """The module of a kernel that was read."""
    functions = translate(kernel)
    outside = {name: kernel.named(kernel.source, name) for name in kernel.exports}
    calls = [name for name, one in outside.items() if isinstance(one, FunctionType)]
    told = {name: one for name, one in outside.items() if isinstance(one, array)}
    numbers = {name: one for name, one in outside.items() if isinstance(one, int | float)}
    cells = {one.name: one.values for one in kernel.arrays.values()}
    known = {id(one) for one in told.values()}
    hidden = {name: one for name, one in cells.items() if id(one) not in known}
    functions = improved(functions, calls, hidden)
    used = {node.array for one in functions for node in walk(one.body) if isinstance(node, Load | Store)}
    laid: dict[str, array[Any]] = {name: one for name, one in cells.items() if name in used or name in told}
    return module(functions, calls, laid, told, numbers)
