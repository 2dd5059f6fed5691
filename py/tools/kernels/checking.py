"""Runs a kernel as plain Python with every promise checked that the compiled one relies on.

Compiled code looks at no bounds, lets an i32 wrap round, and shifts by a count modulo its bits; plain Python lets a
negative place count from the end and an i32 grow. Both mean the same only where none of this happens: here it raises.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import FunctionType
from typing import Any, Final

from tools.kernels.reading import Kernel, Signature, Source, read
from tools.kernels.translating import Translator

I32: Final = range(-(1 << 31), 1 << 31)


class Broken(Exception):
    """A promise that a kernel has not kept."""


def kept_i32(value: int) -> int:
    """An i32 that has stayed one."""
    if value not in I32:
        raise Broken(f"{value} is no i32")
    return value


def kept_u64(value: int) -> int:
    """An i32 or an f64 that can be a u64."""
    if not 0 <= value < 1 << 64:
        raise Broken(f"{value} is no u64")
    return value


def kept_place(place: int) -> int:
    """A place that does not count from the end."""
    if place < 0:
        raise Broken(f"place {place} of an array")
    return place


def kept_31(count: int) -> int:
    """By how much an i32 can be shifted."""
    if not 0 <= count < 32:
        raise Broken(f"an i32 shifted by {count}")
    return count


def kept_63(count: int) -> int:
    """By how much a u64 can be shifted."""
    if not 0 <= count < 64:
        raise Broken(f"a u64 shifted by {count}")
    return count


WORDS: Final = {one.__name__: one for one in (kept_i32, kept_u64, kept_place, kept_31, kept_63)}


class Checks(ast.NodeTransformer):
    """Writes the checks into a function whose types are known."""

    def __init__(self, types: Mapping[ast.AST, str]) -> None:
        self.types = types

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """A sum stays an i32; a shift is within the bits."""
        kind = self.types.get(node)
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift | ast.RShift) and kind in ("i32", "u64"):
            node.right = word("kept_31" if kind == "i32" else "kept_63", node.right)
        return word("kept_i32", node) if kind == "i32" else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """The same; a sum that is kept in a cell is checked by the array."""
        kind = self.types.get(node)
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift | ast.RShift) and kind in ("i32", "u64"):
            node.value = word("kept_31" if kind == "i32" else "kept_63", node.value)
        if isinstance(node.target, ast.Name) and kind == "i32":
            before = ast.Name(node.target.id, ast.Load())
            whole = word("kept_i32", ast.copy_location(ast.BinOp(before, node.op, node.value), node))
            return ast.copy_location(ast.Assign([node.target], whole), node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """A place counts from the beginning."""
        self.generic_visit(node)
        node.slice = word("kept_place", node.slice)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A number made another type is one of it."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in ("i32", "u64"):
            return word(f"kept_{node.func.id}", node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        """Its annotation is no code."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node


def word(name: str, node: ast.expr) -> ast.expr:
    """A check round an expression."""
    return ast.copy_location(ast.Call(ast.copy_location(ast.Name(name, ast.Load()), node), [node], []), node)


def checked(name: str) -> dict[str, Any]:
    """What the top of a kernel's module names, its functions with the checks in them; the arrays are the module's."""
    kernel = read(name)
    waiting = [
        kernel.function(one) for export in kernel.exports if isinstance(one := _named(kernel, export), FunctionType)
    ]
    spaces: dict[str, dict[str, Any]] = {}
    made: dict[tuple[str, str], Any] = {}
    while waiting:
        signature = waiting.pop()
        source, node = signature.source, signature.node
        if (source.file, node.name) not in made:
            translator = Translator(kernel, signature)
            translator.function()
            waiting += translator.called
            space = spaces.setdefault(source.file, {**vars(source.module), **WORDS})
            made[source.file, node.name] = _function(source, signature, translator.types, space)
    for space in spaces.values():
        for key, value in space.items():
            if isinstance(value, FunctionType) and key not in WORDS:
                home = kernel.sources.get(value.__module__)
                space[key] = made.get((home.file, value.__name__), value) if home else value
    return spaces[kernel.source.file]


def _named(kernel: Kernel, name: str) -> object:
    return kernel.named(kernel.source, name)


def _function(source: Source, signature: Signature, types: Mapping[ast.AST, str], space: dict[str, Any]) -> Any:
    tree = Checks(types).visit(signature.node)
    signature.node.returns = None
    for arg in signature.node.args.args:
        arg.annotation = None
    whole = ast.fix_missing_locations(ast.Module([tree], []))
    exec(compile(whole, source.file, "exec"), space)
    found = space[signature.node.name]
    found.__module__ = source.module.__name__
    return found
