"""Load a kernel: run its module, so that its arrays are filled, and parse the source of its functions."""

from __future__ import annotations

import ast
import importlib
import inspect
import math
import re
import sys
import traceback
from array import array
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, cast, get_args

from tools.kernels.diagnostics import CompileError, Diagnostic, SourceError
from tools.kernels.ir import ELEMENT_TYPES, Type

TYPES: Final = frozenset(get_args(Type))
"""The names of the types that kernels may use."""
ROOT: Final = Path(__file__).resolve().parents[3]
"""The project's folder."""


class Source:
    """A Python module with functions of a kernel: the imported module, and its source as lines and as a syntax tree."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        self.file = shown_path(module.__file__ or module.__name__)
        text = inspect.getsource(module)
        self.lines = text.splitlines()
        self.tree = ast.parse(text)
        self.functions = {node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)}

    def error(self, node: ast.AST, message: str, hint: str) -> SourceError:
        """Return an error at a syntax node of this source, for the caller to raise."""
        return SourceError(self.diagnostic(node, message, hint))

    def diagnostic(self, node: ast.AST, message: str, hint: str) -> Diagnostic:
        """Return the error with a message and a hint at a node of this source.

        The error marks the whole node if it is on one line. Of a node on several lines, it marks the keyword of a
        statement, or the first line of an expression. Of a function, it marks the name with its `def`.
        """
        line = getattr(node, "lineno", 1)
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        raw = text.encode()
        start = getattr(node, "col_offset", 0)
        end = getattr(node, "end_col_offset", None)
        if isinstance(node, ast.FunctionDef):
            end = start + len(f"def {node.name}".encode())
        elif end is None or getattr(node, "end_lineno", line) != line:
            keyword = re.match(rb"\w+", raw[start:]) if isinstance(node, ast.stmt) else None
            end = start + len(keyword[0]) if keyword else len(raw.rstrip())
        first, last = (len(raw[:offset].decode(errors="replace")) + 1 for offset in (start, end))
        return Diagnostic(self.file, line, first, max(last, first + 1), message, hint, text)


@dataclass(frozen=True, slots=True)
class Signature:
    """A kernel function's parameters and result type. A type is None if its annotation is wrong."""

    name: str
    source: Source
    node: ast.FunctionDef
    params: tuple[tuple[str, Type | None], ...]
    type: Type | None


@dataclass(frozen=True, slots=True)
class Array:
    """An array of a kernel. Its name is unique within the kernel."""

    name: str
    values: array[Any]

    @property
    def code(self) -> str:
        """The type code of the array's elements, as in Python's `array`."""
        return self.values.typecode


@dataclass(slots=True)
class Kernel:
    """A loaded kernel: its exports, and the functions and arrays that have been looked up so far.

    The keys of `sources` are module names, those of `arrays` the ids of the array objects, and those of `signatures`
    the names of the functions in the kernel.
    """

    name: str
    source: Source
    exports: tuple[str, ...] = ()
    sources: dict[str, Source] = field(default_factory=dict)
    arrays: dict[int, Array] = field(default_factory=dict)
    signatures: dict[str, Signature] = field(default_factory=dict)
    diagnostics: dict[Diagnostic, None] = field(default_factory=dict)
    """The errors found so far, without repetitions, in the order of their discovery."""

    def report(self, error: SourceError) -> None:
        """Record an error of the kernel, unless it has been recorded before."""
        if error.diagnostic is not None:
            self.diagnostics.setdefault(error.diagnostic)

    def check(self) -> None:
        """Raise `CompileError` with all errors that have been recorded, if there are any."""
        if self.diagnostics:
            raise CompileError(self.diagnostics)

    def lookup(self, source: Source, name: str) -> object:
        """Return the value of a global name in a module, or `NotImplemented` if the module has no such name."""
        return vars(source.module).get(name, NotImplemented)

    def exported_functions(self) -> list[Signature]:
        """Return the signatures of the exported functions, in the order of `EXPORTS`."""
        values = (self.lookup(self.source, name) for name in self.exports)
        return [self.signature(value) for value in values if isinstance(value, FunctionType)]

    def array(self, values: array[Any], name: str) -> Array:
        """Return the kernel's entry for an array object, and make the entry on the first call.

        A new entry is called `name`. If another array already has that name, a number is added to it.
        """
        if id(values) not in self.arrays:
            names = {entry.name for entry in self.arrays.values()}
            self.arrays[id(values)] = Array(name if name not in names else f"{name}.{len(names)}", values)
        return self.arrays[id(values)]

    def signature(self, function: FunctionType) -> Signature:
        """Return the signature of a function.

        Raise `SourceError` if the function is not at the top level of a module.
        """
        home = function.__module__
        if home not in self.sources:
            self.sources[home] = Source(importlib.import_module(home))
        source = self.sources[home]
        name = function.__name__ if home == self.source.module.__name__ else f"{home}.{function.__name__}"
        if name not in self.signatures:
            node = source.functions.get(function.__name__)
            if node is None:
                place = ast.Constant(None, lineno=function.__code__.co_firstlineno, col_offset=0)
                raise source.error(
                    place, f"{function.__name__} is not a function of its module", "Write it with def at the top level."
                )
            self.signatures[name] = self._signature(name, source, node)
        return self.signatures[name]

    def _signature(self, name: str, source: Source, node: ast.FunctionDef) -> Signature:
        extra = node.args
        if extra.vararg or extra.kwarg or extra.kwonlyargs or extra.posonlyargs or extra.defaults:
            self.report(
                source.error(node, f"{name} has parameters that are not plain", "Write each as NAME: TYPE, no default.")
            )
        if node.decorator_list:
            self.report(source.error(node, f"{name} has a decorator", "Write a plain function."))

        def annotated(place: ast.AST, annotation: ast.expr | None, result: bool) -> Type | None:
            try:
                return parse_type(source, place, annotation, result)
            except SourceError as error:
                self.report(error)
                return None

        every = [*extra.posonlyargs, *extra.args, *extra.kwonlyargs]
        params = tuple((arg.arg, annotated(arg, arg.annotation, False)) for arg in every)
        return Signature(name, source, node, params, annotated(node, node.returns, True))


def load(name: str) -> Kernel:
    """Import the module with this name as a kernel and check its exports.

    Raise `CompileError` if the module cannot be imported. Wrong exports are recorded in the kernel.
    """
    source = Source(_import(name))
    kernel = Kernel(name, source, sources={name: source})
    exports = getattr(source.module, "EXPORTS", None)
    place = next((node for node in source.tree.body if "EXPORTS" in _targets(node)), _TOP)
    if not isinstance(exports, tuple) or not exports or not all(isinstance(name, str) for name in exports):
        kernel.report(
            source.error(
                place, "EXPORTS is not a tuple of names", 'Name the exports: EXPORTS: Final = ("perft", "BOARD")'
            )
        )
        return kernel
    kernel.exports = exports
    names = {node.value: node for node in ast.walk(place) if isinstance(node, ast.Constant)}
    for export in exports:
        try:
            _check_export(kernel, names.get(export, place), export)
        except SourceError as error:
            kernel.report(error)
    return kernel


_TOP: Final = ast.Pass(lineno=1, col_offset=0)
"""The place of an error that belongs to no syntax node: the beginning of the file."""


def _targets(node: ast.stmt) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def shown_path(path: str) -> str:
    """Return a path as errors show it: relative to the project or the working directory if one of them contains it."""
    full_path = Path(path)
    for folder in (ROOT, Path.cwd()):
        if full_path.is_relative_to(folder):
            return full_path.relative_to(folder).as_posix()
    return path


def _import(name: str) -> ModuleType:
    try:
        module = importlib.import_module(name)
    except SyntaxError as error:
        line, column = error.lineno or 1, error.offset or 1
        end = error.end_offset if error.end_lineno == error.lineno and error.end_offset else column + 1
        file = shown_path(error.filename or name)
        text = (error.text or "").rstrip("\n")
        raise CompileError([Diagnostic(file, line, column, end, f"syntax error: {error.msg}", "", text)]) from error
    except Exception as error:
        raise CompileError([_import_error(name, error)]) from error
    if not getattr(module, "__file__", None):
        raise CompileError([Diagnostic(name, 1, 1, 2, "a kernel is a Python file", "Name a module that has a source.")])
    return module


def _import_error(name: str, error: Exception) -> Diagnostic:
    """Return the error for a module that fails when it is imported.

    Its place is the innermost line of the traceback outside Python's own library.
    """
    message = f"the module cannot be imported: {type(error).__name__}: {error}"
    library = Path(importlib.__file__).parents[1]
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        own = not frame.filename.startswith("<") and not Path(frame.filename).is_relative_to(library)
        if own and frame.filename != __file__ and frame.lineno and frame.filename != sys.argv[0]:
            column, end = (frame.colno or 0) + 1, (frame.end_colno or 0) + 1
            text = _line_of(frame.filename, frame.lineno)
            file = shown_path(frame.filename)
            return Diagnostic(file, frame.lineno, column, max(end, column + 1), message, "", text)
    return Diagnostic(name, 1, 1, 2, message)


def _line_of(file: str, line: int) -> str:
    lines = Path(file).read_text("utf-8").splitlines()
    return lines[line - 1] if line <= len(lines) else ""


def _check_export(kernel: Kernel, place: ast.AST, name: str) -> None:
    source = kernel.source
    value = kernel.lookup(source, name)
    if isinstance(value, FunctionType):
        signature = kernel.signature(value)
        if any(kind == "u64" for _, kind in signature.params) or signature.type == "u64":
            raise source.error(
                signature.node, f"{name} is exported with a u64 parameter or result", "Pass it in an exported array."
            )
    elif isinstance(value, array):
        check_array(source, place, name, value)
        kernel.array(value, name)
    elif not isinstance(value, int | float) or not math.isfinite(value):
        raise source.error(
            place, f"EXPORTS names {name}, which cannot be exported", "Export functions, arrays and finite numbers."
        )


def check_array(source: Source, node: ast.AST, name: str, values: array[Any]) -> None:
    """Raise `SourceError` if kernels do not support the type code of an array."""
    if values.typecode not in ELEMENT_TYPES:
        raise source.error(
            node, f"{name} is an array of type {values.typecode}", f"Use one of {', '.join(ELEMENT_TYPES)}."
        )


def parse_type(source: Source, node: ast.AST, annotation: ast.expr | None, result: bool = False) -> Type:
    """Return the type that an annotation names.

    The annotation `None` is a type only if `result` is True, that is, for the result of a function. Raise `SourceError`
    if the annotation names no type of kernels, or if it is missing. In the second case the error is at `node`.
    """
    hint = "Use i32, u64, f64 or bool, or -> None for no result." if result else "Use i32, u64, f64 or bool."
    if annotation is None:
        raise source.error(node, "a type is missing", hint)
    text = ast.unparse(annotation)
    if text not in TYPES or (text == "None" and not result):
        raise source.error(annotation, f"{text} is not a type of kernels", hint)
    return cast(Type, text)
