"""Run a kernel as plain Python, with checks of every condition on which its compiled form relies.

Compiled code checks no bounds, wraps an i32 around, and shifts by a count modulo its bits. Plain Python counts a
negative index from the end and lets an i32 grow. The checks raise `BrokenPromise` where the two would differ.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import FunctionType
from typing import Any, Final

from tools.kernels.loader import Signature, Source, load
from tools.kernels.type_checker import TypeChecker

I32_RANGE: Final = range(-(1 << 31), 1 << 31)
"""The values of an i32."""


class BrokenPromise(Exception):
    """Raised if a kernel does something for which its compiled form would give another result without an error."""


def check_i32(value: int) -> int:
    """Return a value that must fit an i32. Raise `BrokenPromise` if it does not."""
    if value not in I32_RANGE:
        raise BrokenPromise(f"{value} is not an i32")
    return value


def check_u64(value: int) -> int:
    """Return a value that must fit a u64. Raise `BrokenPromise` if it does not."""
    if not 0 <= value < 1 << 64:
        raise BrokenPromise(f"{value} is not a u64")
    return value


def check_index(index: int) -> int:
    """Return an index of an array. Raise `BrokenPromise` if it is negative."""
    if index < 0:
        raise BrokenPromise(f"index {index} of an array")
    return index


def check_i32_shift(count: int) -> int:
    """Return the count of a shift of an i32. Raise `BrokenPromise` unless it is from 0 to 31."""
    if not 0 <= count < 32:
        raise BrokenPromise(f"an i32 shifted by {count}")
    return count


def check_u64_shift(count: int) -> int:
    """Return the count of a shift of a u64. Raise `BrokenPromise` unless it is from 0 to 63."""
    if not 0 <= count < 64:
        raise BrokenPromise(f"a u64 shifted by {count}")
    return count


CHECKS: Final = {
    check.__name__: check for check in (check_i32, check_u64, check_index, check_i32_shift, check_u64_shift)
}
"""The functions that sanitized code calls, by name."""


class Sanitizer(ast.NodeTransformer):
    """Transformer that adds the checks to a function, given the type of each of its expressions."""

    def __init__(self, types: Mapping[ast.AST, str]) -> None:
        self.types = types

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Check that an i32 result fits, and that a shift's count is less than the number of bits."""
        kind = self.types.get(node)
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift | ast.RShift) and kind in ("i32", "u64"):
            node.right = call_check(f"check_{kind}_shift", node.right)
        return call_check("check_i32", node) if kind == "i32" else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """Check that the negative of an i32 fits: that of -2**31 does not."""
        kind = self.types.get(node)
        self.generic_visit(node)
        return call_check("check_i32", node) if kind == "i32" and isinstance(node.op, ast.USub) else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """Check augmented assignments such as `+=` in the same way.

        An array itself checks the values of its elements.
        """
        kind = self.types.get(node)
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift | ast.RShift) and kind in ("i32", "u64"):
            node.value = call_check(f"check_{kind}_shift", node.value)
        if isinstance(node.target, ast.Name) and kind == "i32":
            before = ast.Name(node.target.id, ast.Load())
            checked = call_check("check_i32", ast.copy_location(ast.BinOp(before, node.op, node.value), node))
            return ast.copy_location(ast.Assign([node.target], checked), node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Check that an index is not negative."""
        self.generic_visit(node)
        node.slice = call_check("check_index", node.slice)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Check that a converted number fits its new type, and that an absolute value fits an i32."""
        kind = self.types.get(node)
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in ("i32", "u64"):
            return call_check(f"check_{name}", node)
        if name == "abs" and kind == "i32":
            return call_check("check_i32", node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        """Skip the annotation, which is no code, and visit the value."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node


def call_check(name: str, node: ast.expr) -> ast.expr:
    """Return an expression wrapped in the call of a check."""
    return ast.copy_location(ast.Call(ast.copy_location(ast.Name(name, ast.Load()), node), [node], []), node)


def sanitized(name: str) -> dict[str, Any]:
    """Return the global names of a kernel's module, with checks in its functions. The arrays are the module's own.

    Raises `CompileError` if the kernel has errors.
    """
    kernel = load(name)
    kernel.check()
    waiting = kernel.exported_functions()
    namespaces: dict[str, dict[str, Any]] = {}
    functions: dict[tuple[str, str], Any] = {}
    while waiting:
        signature = waiting.pop()
        source, node = signature.source, signature.node
        if (source.file, node.name) not in functions:
            checker = TypeChecker(kernel, signature)
            checker.function()
            kernel.check()
            waiting += checker.callees
            namespace = namespaces.setdefault(source.file, {**vars(source.module), **CHECKS})
            functions[source.file, node.name] = _define(source, signature, checker.types, namespace)
    for namespace in namespaces.values():
        for key, value in namespace.items():
            if isinstance(value, FunctionType) and key not in CHECKS:
                home = kernel.sources.get(value.__module__)
                namespace[key] = functions.get((home.file, value.__name__), value) if home else value
    return namespaces[kernel.source.file]


def _define(source: Source, signature: Signature, types: Mapping[ast.AST, str], namespace: dict[str, Any]) -> Any:
    """Define the function with its checks in a namespace, and return the function."""
    tree = Sanitizer(types).visit(signature.node)
    signature.node.returns = None
    for arg in signature.node.args.args:
        arg.annotation = None
    module = ast.fix_missing_locations(ast.Module([tree], []))
    exec(compile(module, source.file, "exec"), namespace)
    function = namespace[signature.node.name]
    function.__module__ = source.module.__name__
    return function
