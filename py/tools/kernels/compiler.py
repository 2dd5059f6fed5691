"""Compile a kernel: from the name of its module to the bytes or the text of a WebAssembly module."""

from __future__ import annotations

from array import array
from types import FunctionType
from typing import Any, Final

from tools.kernels.codegen import Module, generate
from tools.kernels.diagnostics import CompileError, Diagnostic
from tools.kernels.encoder import encode
from tools.kernels.ir import Load, Store, walk
from tools.kernels.loader import Kernel, load
from tools.kernels.lowering import lower
from tools.kernels.optimiser import optimise
from tools.kernels.type_checker import check_types

MAX_PAGES: Final = 65536
"""Maximum number of pages of a WebAssembly memory: 4 GiB."""


def compile_kernel(name: str, names: bool = False) -> bytes:
    """Compile the kernel in the module `name` to WebAssembly. Equal sources give equal bytes.

    If `names` is True, add the names of functions and variables, for profilers and debuggers. Raise `CompileError` if
    the kernel has errors.
    """
    return encode(compile_module(load(name)), names)


def compile_module(kernel: Kernel) -> Module:
    """Compile a loaded kernel to a WebAssembly module. Raise `CompileError` with all errors of its source."""
    typed_functions = check_types(kernel)
    exported = {name: kernel.lookup(kernel.source, name) for name in kernel.exports}
    export_names = [name for name, value in exported.items() if isinstance(value, FunctionType)]
    exported_arrays = {name: value for name, value in exported.items() if isinstance(value, array)}
    numbers = {name: value for name, value in exported.items() if isinstance(value, int | float)}
    arrays = {entry.name: entry.values for entry in kernel.arrays.values()}
    exported_ids = {id(values) for values in exported_arrays.values()}
    hidden = {name: values for name, values in arrays.items() if id(values) not in exported_ids}
    try:
        functions = optimise(lower(typed_functions), export_names, hidden)
        used = {node.array for function in functions for node in walk(function.body) if isinstance(node, Load | Store)}
        placed: dict[str, array[Any]] = {
            name: values for name, values in arrays.items() if name in used or name in exported_arrays
        }
        module = generate(functions, export_names, placed, exported_arrays, numbers)
    except RecursionError:
        raise _whole_file(kernel, "an expression or a block is nested too deeply") from None
    if module.max_pages > MAX_PAGES:
        raise _whole_file(kernel, "the arrays take more than 4 GiB")
    return module


def _whole_file(kernel: Kernel, message: str) -> CompileError:
    return CompileError([Diagnostic(kernel.source.file, 1, 1, 2, message, "Write it in smaller parts.")])
