"""Reads a kernel: the module as Python has left it, and the source of its functions."""

from __future__ import annotations

import ast
import importlib
import inspect
from array import array
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, cast, get_args

from tools.kernels.tree import CELLS, Type

TYPES: Final = frozenset(get_args(Type))
ROOT: Final = Path(__file__).resolve().parents[3]


class Unfit(Exception):
    """Something that the language of kernels does not have: where, what, and what to write instead."""

    def __init__(self, file: str, line: int, what: str, instead: str) -> None:
        super().__init__(f"{file}:{line}: {what}. {instead}")
        self.file, self.line, self.what, self.instead = file, line, what, instead


class Source:
    """A module with functions of a kernel."""

    def __init__(self, module: ModuleType) -> None:
        assert module.__file__, "kernels are files"
        path = Path(module.__file__)
        self.module = module
        self.file = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)
        tree = ast.parse(inspect.getsource(module))
        self.functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}

    def unfit(self, node: ast.AST, what: str, instead: str) -> Unfit:
        """An error at a place in this source."""
        return Unfit(self.file, getattr(node, "lineno", 0), what, instead)


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function takes and gives."""

    name: str
    source: Source
    node: ast.FunctionDef
    params: tuple[tuple[str, Type], ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Array:
    """An array of a kernel, by a name that no other has."""

    name: str
    values: array[Any]

    @property
    def code(self) -> str:
        """The type code of its cells."""
        return self.values.typecode


@dataclass(slots=True)
class Kernel:
    """A kernel that was read: what it hands out, and all that its functions name."""

    name: str
    source: Source
    exports: tuple[str, ...] = ()
    sources: dict[str, Source] = field(default_factory=dict)
    arrays: dict[int, Array] = field(default_factory=dict)
    signatures: dict[str, Signature] = field(default_factory=dict)

    def named(self, source: Source, name: str) -> object:
        """What a name means at the top of a module; `NotImplemented` for nothing."""
        return vars(source.module).get(name, NotImplemented)

    def array(self, values: array[Any], name: str) -> Array:
        """The array of these very cells."""
        if id(values) not in self.arrays:
            taken = {one.name for one in self.arrays.values()}
            self.arrays[id(values)] = Array(name if name not in taken else f"{name}.{len(taken)}", values)
        return self.arrays[id(values)]

    def function(self, made: FunctionType) -> Signature:
        """The signature of a function of this kernel."""
        home = made.__module__
        if home not in self.sources:
            self.sources[home] = Source(importlib.import_module(home))
        source = self.sources[home]
        name = made.__name__ if home == self.source.module.__name__ else f"{home}.{made.__name__}"
        if name not in self.signatures:
            self.signatures[name] = _signature(name, source, source.functions[made.__name__])
        return self.signatures[name]


def read(name: str) -> Kernel:
    """The kernel of that module name; the module runs, so that its arrays are as it leaves them."""
    module = importlib.import_module(name)
    source = Source(module)
    kernel = Kernel(name, source, sources={name: source})
    exports = getattr(module, "EXPORTS", None)
    top = ast.Constant(None, lineno=1)
    if not isinstance(exports, tuple) or not exports:
        raise source.unfit(top, "EXPORTS is missing", "Name what is handed out: EXPORTS: Final = ('perft', 'BOARD')")
    for one in exports:
        _check_export(kernel, one)
    kernel.exports = exports
    return kernel


def _check_export(kernel: Kernel, name: str) -> None:
    source = kernel.source
    found = kernel.named(source, name)
    if isinstance(found, FunctionType):
        signature = kernel.function(found)
        if any(kind == "u64" for _, kind in signature.params) or signature.type == "u64":
            raise source.unfit(
                signature.node, f"{name} takes or gives a u64 to the outside", "Masks go through an exported array."
            )
    elif isinstance(found, array):
        if found.typecode not in CELLS:
            raise _no_cells(source, ast.Constant(None, lineno=1), name, found.typecode)
        kernel.array(found, name)
    elif not isinstance(found, int | float):
        top = ast.Constant(None, lineno=1)
        raise source.unfit(top, f"EXPORTS names {name}", "It may name functions, arrays and numbers of the module.")


def _no_cells(source: Source, node: ast.AST, name: str, code: str) -> Unfit:
    return source.unfit(node, f"{name} is an array of type {code}", f"There are {', '.join(CELLS)}.")


def check_array(source: Source, node: ast.AST, name: str, values: array[Any]) -> None:
    """Raises `Unfit` for an array whose cells the language lacks."""
    if values.typecode not in CELLS:
        raise _no_cells(source, node, name, values.typecode)


def _signature(name: str, source: Source, node: ast.FunctionDef) -> Signature:
    given = node.args
    if given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs or given.defaults or node.decorator_list:
        raise source.unfit(node, f"{name} is more than a plain function", "Take each value as a parameter of its own.")
    params = tuple((arg.arg, type_of(source, arg, arg.annotation)) for arg in given.args)
    return Signature(name, source, node, params, type_of(source, node, node.returns))


def type_of(source: Source, node: ast.AST, annotation: ast.expr | None) -> Type:
    """The type that an annotation names."""
    text = ast.unparse(annotation) if annotation is not None else "nothing"
    if text not in TYPES:
        raise source.unfit(node, f"{text} is no type of a kernel", "There are i32, u64, f64, bool, and None to return.")
    return cast(Type, text)
