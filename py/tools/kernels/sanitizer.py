"""Run a kernel as plain Python, with checks of every condition on which its compiled form relies.

Compiled code checks no bounds, wraps an i32 around, and shifts by a count modulo the number of bits. Plain Python
counts a negative index from the end and does not limit the size of a number. The checks raise `BrokenPromise` where the
results would differ.
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
    """Raised if a kernel does something for which its compiled code would silently give another result."""


def check_i32(value: int) -> int:
    """Return the value, or raise `BrokenPromise` if it does not fit an i32."""
    if value not in I32_RANGE:
        raise BrokenPromise(f"{value} is not an i32")
    return value


def check_u64(value: int) -> int:
    """Return the value, or raise `BrokenPromise` if it does not fit a u64."""
    if not 0 <= value < 1 << 64:
        raise BrokenPromise(f"{value} is not a u64")
    return value


def check_index(index: int) -> int:
    """Return the index of an array element, or raise `BrokenPromise` if it is negative."""
    if index < 0:
        raise BrokenPromise(f"index {index} of an array")
    return index


def check_i32_shift(count: int) -> int:
    """Return the number of bits by which to shift an i32, or raise `BrokenPromise` unless it is from 0 to 31."""
    if not 0 <= count < 32:
        raise BrokenPromise(f"an i32 shifted by {count}")
    return count


def check_u64_shift(count: int) -> int:
    """Return the number of bits by which to shift a u64, or raise `BrokenPromise` unless it is from 0 to 63."""
    if not 0 <= count < 64:
        raise BrokenPromise(f"a u64 shifted by {count}")
    return count


CHECKS: Final = {
    check.__name__: check for check in (check_i32, check_u64, check_index, check_i32_shift, check_u64_shift)
}
"""The check functions that the changed code calls, by name."""


class Sanitizer(ast.NodeTransformer):
    """Transformer that adds calls of the checks to a kernel function, given the type of each of its expressions."""

    def __init__(self, types: Mapping[ast.AST, str]) -> None:
        self.types = types

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Add a check that an i32 result fits its type, and that a shift is by fewer bits than the type has."""
        kind = self.types.get(node)
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift | ast.RShift) and kind in ("i32", "u64"):
            node.right = call_check(f"check_{kind}_shift", node.right)
        return call_check("check_i32", node) if kind == "i32" else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """Add a check that the negative of an i32 is an i32, too. It fails for -2**31."""
        kind = self.types.get(node)
        self.generic_visit(node)
        return call_check("check_i32", node) if kind == "i32" and isinstance(node.op, ast.USub) else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """Add the checks of `visit_BinOp` to augmented assignments such as `+=`.

        If the target is an array element, the result needs no check: the array itself checks the value.
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
        """Add a check that the index is not negative."""
        self.generic_visit(node)
        node.slice = call_check("check_index", node.slice)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Add a check that a converted number fits its new type, or that an absolute value fits an i32."""
        kind = self.types.get(node)
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in ("i32", "u64"):
            return call_check(f"check_{name}", node)
        if name == "abs" and kind == "i32":
            return call_check("check_i32", node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        """Visit the value and skip the annotation, which is not executed."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node


def call_check(name: str, node: ast.expr) -> ast.expr:
    """Return a call of the named check with the expression as its argument."""
    return ast.copy_location(ast.Call(ast.copy_location(ast.Name(name, ast.Load()), node), [node], []), node)


def sanitized(name: str) -> dict[str, Any]:
    """Return the global names of a kernel's module, with functions that contain the checks.

    The arrays are the module's own, not copies. Raises `CompileError` if the kernel has errors.
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
    """Add checks to the function of a signature, define it in a namespace, and return it.

    `types` has the type of each expression in the function. `namespace` has the global names that the function uses.
    """
    tree = Sanitizer(types).visit(signature.node)
    signature.node.returns = None
    for arg in signature.node.args.args:
        arg.annotation = None
    module = ast.fix_missing_locations(ast.Module([tree], []))
    exec(compile(module, source.file, "exec"), namespace)
    function = namespace[signature.node.name]
    function.__module__ = source.module.__name__
    return function
