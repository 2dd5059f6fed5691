"""Check the expressions of kernels: resolve names, give each expression its type, and fold constants.

An error does not stop the checker. The expression gets the type "error", which fits everywhere without a further
error, and checking goes on after it.

A u64 is either *exact*, or *inexact*: equal to Python's value only modulo 2**64. Sums, products, left shifts and
complements of u64 are inexact, because Python keeps the bits beyond the 64th. `&` with an exact value makes the result
exact. Inexact values may be added, multiplied and so on. Any other use of them is an error.
"""

from __future__ import annotations

import ast
import math
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Final, TypeAlias

from chowk.engine.kernel import types
from tools.kernels import typed_tree as typed
from tools.kernels.diagnostics import SourceError
from tools.kernels.ir import ELEMENT_TYPES, Local, Type
from tools.kernels.loader import Array, Kernel, Signature, check_array

SYMBOLS: Final[dict[type, str]] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
"""The symbol of each operator class of Python's `ast`."""
COMPARISONS: Final = frozenset({"<", "<=", ">", ">=", "==", "!="})
ARITHMETIC: Final = frozenset({"+", "-", "*", "&", "|", "^"})
BITWISE: Final = frozenset({"&", "|", "^"})
CONSTANT_OPERATIONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "**": lambda a, b: a**b,
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
"""The function that computes an operator for two constants, by the operator's symbol."""
HINTS: Final = {
    "Try": "Kernels raise nothing; return a number as an error code.",
    "Raise": "Kernels raise nothing; return a number as an error code.",
    "With": "Kernels open nothing.",
    "Global": "Keep what outlives a call in an array.",
    "Nonlocal": "Keep what outlives a call in an array.",
    "FunctionDef": "Write it at the top level of the module.",
    "Lambda": "Write a function at the top level of the module.",
    "List": "Write to an array of the module.",
    "ListComp": "Write a loop over an array of the module.",
    "GeneratorExp": "Write a loop.",
    "Dict": "Use an array of the module.",
    "Attribute": "Masks have .bit_count() and .bit_length(); there are no other attributes.",
    "NamedExpr": "Assign the variable in a statement of its own.",
    "Delete": "Variables end with their function.",
    "Match": "Write if and elif.",
    "Slice": "Write a loop over the elements.",
    "Tuple": "Return several values in an array of the module.",
}
"""The hint in the error message for each kind of unsupported syntax, by its class in Python's `ast`."""
MANUAL: Final = "docs/kernels.md lists what kernels may use."
"""The hint in the error message for all other unsupported syntax."""
MAX_CONSTANT_BITS: Final = 4096
"""Maximum size of a constant in bits, so that no constant expression can use up the memory."""
TWO_31: Final = 1 << 31
TWO_64: Final = 1 << 64
Assigned: TypeAlias = "frozenset[str] | None"
"""The variables that certainly have a value at some point of a function, or None for a point that is never reached."""


@dataclass(frozen=True, slots=True)
class Value:
    """A checked expression of a kernel.

    Its type is a machine type, or "error", or "number" for a constant whose type is not decided yet. `number` is the
    value of such a constant. `exact` is as in the description of the module.
    """

    type: str
    tree: typed.Expr
    exact: bool = True
    number: int | float = 0


PLACEHOLDER: Final = typed.Constant("None", 0)
"""A tree that stands in for a missing one: after an error, or until the type of a constant is decided."""
ERROR: Final = Value("error", PLACEHOLDER)
"""The checked form of an expression with an error that has been reported."""


def constant(value: int | float) -> Value:
    """Return a checked constant whose machine type is not decided yet."""
    return Value("number", PLACEHOLDER, True, value)


class ExpressionChecker:
    """Checker of the expressions of one kernel function.

    `types` holds the type of each expression, and `callees` the signatures of the functions that the function calls.
    """

    def __init__(self, kernel: Kernel, signature: Signature) -> None:
        self.kernel, self.signature, self.source = kernel, signature, signature.source
        self.locals = {name: Local(name, kind) for name, kind in signature.params if kind is not None}
        self.faulty = {name for name, kind in signature.params if kind is None}
        """The variables whose type is unknown, because of an error that has been reported."""
        self.unrolled_values: dict[str, Value] = {}
        """The variables of the enclosing unrolled loops, with their current values."""
        self.assigned: Assigned = frozenset(name for name, _ in signature.params)
        self.callees: list[Signature] = []
        self.types: dict[ast.AST, str] = {}

    def error(self, node: ast.AST, message: str, hint: str) -> SourceError:
        """Return an error at a syntax node of this function, for the caller to raise."""
        return self.source.error(node, message, hint)

    def report(self, error: SourceError) -> None:
        """Add an error to the kernel's list of errors instead of raising it, so that checking goes on."""
        self.kernel.report(error)

    def unsupported(self, node: ast.AST) -> SourceError:
        """Return the error for syntax that kernels do not support."""
        text = ast.unparse(node).splitlines()[0]
        return self.error(node, f"`{text}` is not supported in a kernel", HINTS.get(type(node).__name__, MANUAL))

    def mark_faulty(self, name: str) -> None:
        """Record that an error left a variable without a type. The variable then causes no further errors."""
        if name not in self.locals:
            self.faulty.add(name)
        self.mark_assigned(name)

    def mark_assigned(self, name: str) -> None:
        """Record that a variable has a value from this point of the function on."""
        if self.assigned is not None:
            self.assigned |= {name}

    def resolve(self, node: ast.expr) -> object:
        """Return the object that an expression names in the kernel's module or in Python.

        For a tuple of constants, return the tuple of their values. If there is no object, return `NotImplemented`.
        """
        match node:
            case ast.Name(id=name) if name not in self.locals and name not in self.unrolled_values:
                value = self.kernel.lookup(self.source, name)
                builtins = {"min": min, "max": max, "abs": abs, "range": range, "len": len}
                return builtins.get(name, NotImplemented) if value is NotImplemented else value
            case ast.Tuple(elts=elements):
                values = self.operands(*elements)
                if all(value.type == "number" for value in values):
                    return tuple(value.number for value in values)
        return NotImplemented

    def value(self, node: ast.expr) -> Value:
        """Check an expression and record its type. If there is an error, report it and return `ERROR`."""
        try:
            value = self._value(node)
        except SourceError as error:
            self.report(error)
            value = ERROR
        self.types[node] = value.type
        return value

    def operands(self, *nodes: ast.expr) -> list[Value]:
        """Check several expressions, and return their checked forms.

        If some of them have errors, report these, and then raise `SourceError` without a diagnostic, so that nothing is
        reported twice.
        """
        values = [self.value(node) for node in nodes]
        if ERROR in values:
            raise SourceError
        return values

    def _value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=bool() as truth):
                return Value("bool", typed.Constant("bool", int(truth)))
            case ast.Constant(value=int() | float() as number):
                return constant(number)
            case ast.Name():
                return self.name(node)
            case ast.Subscript():
                return self.element(node)
            case ast.UnaryOp():
                return self.unary(node)
            case ast.BinOp():
                left, right = self.operands(node.left, node.right)
                return self.binary(node, left, node.op, right)
            case ast.Compare():
                return self.comparison(node)
            case ast.BoolOp():
                return self.and_or(node, as_value=True)
            case ast.IfExp():
                return self.conditional(node)
            case ast.Call():
                return self.call(node)
        raise self.unsupported(node)

    def name(self, node: ast.Name) -> Value:
        """Check a name as an expression: a local variable, or a global constant of the kernel's module."""
        if node.id in self.unrolled_values:
            return self.unrolled_values[node.id]
        if node.id in self.faulty:
            return ERROR
        if node.id in self.locals:
            if self.assigned is not None and node.id not in self.assigned:
                self.mark_assigned(node.id)
                raise self.error(node, f"{node.id} may have no value here", "Assign it on every path that leads here.")
            local = self.locals[node.id]
            return Value(local.type, typed.Variable(local.type, local))
        value = self.resolve(node)
        if isinstance(value, bool):
            return Value("bool", typed.Constant("bool", int(value)))
        if isinstance(value, int | float):
            return constant(value)
        if value is NotImplemented:
            self.mark_faulty(node.id)
            raise self.error(node, f"{node.id} is not defined", "Assign it first, or make it a number of the module.")
        raise self.error(node, f"{node.id} is not a number", "Use elements of arrays, and call functions.")

    def element_array(self, node: ast.Subscript) -> Array:
        """Return the array that a subscript such as `cells[i]` indexes."""
        text = ast.unparse(node.value)
        if isinstance(node.value, ast.Name) and node.value.id in self.faulty:
            raise SourceError
        values = self.resolve(node.value)
        if not isinstance(values, array):
            raise self.error(node.value, f"{text} is not an array of the module", "Make one there: array('i', ...).")
        check_array(self.source, node.value, text, values)
        return self.kernel.array(values, text)

    def index(self, node: ast.Subscript) -> tuple[Array, typed.Expr]:
        """Return the array and the checked index of a subscript such as `cells[i]`."""
        if isinstance(node.slice, ast.Slice | ast.Tuple):
            raise self.error(node, "several elements at once are not supported", "Write a loop over the elements.")
        try:
            entry = self.element_array(node)
        finally:
            index = self.value(node.slice)
        if index is ERROR:
            raise SourceError
        length = types.capacity(entry.values)
        if index.type == "number" and not 0 <= index.number < length:
            raise self.error(
                node.slice, f"{entry.name} has no element {shown(index.number)}", f"It has {length}, counted from 0."
            )
        return entry, self.fit(index, "i32", node.slice)

    def element(self, node: ast.Subscript) -> Value:
        """Check a subscript: an element of an array, or of a tuple of numbers at a constant index."""
        numbers = self.resolve(node.value)
        if isinstance(numbers, tuple):
            (index,) = self.operands(node.slice)
            if index.type != "number" or not isinstance(index.number, int) or not 0 <= index.number < len(numbers):
                raise self.error(
                    node.slice,
                    "the index into a tuple is not a constant within it",
                    "Make it an array: array('i', ...).",
                )
            number = numbers[index.number]
            if isinstance(number, int | float) and not isinstance(number, bool):
                return constant(number)
            raise self.error(node, f"{ast.unparse(node)} is not a number", "Tuples of a kernel hold numbers.")
        entry, place = self.index(node)
        kind = ELEMENT_TYPES[entry.code].type
        return Value(kind, typed.Element(kind, entry.name, place))

    def unary(self, node: ast.UnaryOp) -> Value:
        """Check an expression with `not`, `-`, `+` or `~` before one operand."""
        if isinstance(node.op, ast.Not):
            test = self.test(node.operand)
            if test is PLACEHOLDER:
                return ERROR
            if isinstance(test, typed.Constant):
                return Value("bool", typed.Constant("bool", int(not test.value)))
            return Value("bool", typed.Unary("bool", "not", test))
        (value,) = self.operands(node.operand)
        if value.type == "number":
            if isinstance(node.op, ast.Invert):
                if isinstance(value.number, float):
                    raise self.error(node, "~ of an f64", "Only i32 and u64 have bits.")
                return constant(~value.number)
            return constant(-value.number if isinstance(node.op, ast.USub) else value.number)
        if value.type == "None":
            raise self.no_result(node.operand)
        kind: Type = "i32" if value.type == "bool" else value.tree.type
        if isinstance(node.op, ast.UAdd):
            return Value(kind, _retyped(value.tree, kind), value.exact)
        if isinstance(node.op, ast.Invert) and kind == "f64":
            raise self.error(node, "~ of an f64", "Only i32 and u64 have bits.")
        op = "-" if isinstance(node.op, ast.USub) else "~"
        return Value(kind, typed.Unary(kind, op, value.tree), kind != "u64")

    def no_result(self, node: ast.AST) -> SourceError:
        """Return the error for a call of a function without a result in a place where a value is needed."""
        return self.error(node, "this call has no result", "Call a function that returns a value.")

    def binary(self, node: ast.AST, left: Value, op: ast.operator, right: Value) -> Value:
        """Check an expression with an operator between two operands."""
        symbol = SYMBOLS[type(op)]
        if left.type == right.type == "number":
            return self.fold(node, symbol, left.number, right.number)
        if symbol in ("<<", ">>"):
            return self.shift(node, left, symbol, right)
        kind, left_tree, right_tree = self.same_type(node, left, right)
        exact = [self.is_exact(value, kind) for value in (left, right)]
        if symbol == "/":
            if kind != "f64":
                raise self.error(node, f"/ of {kind}", "Write // for whole numbers, or f64(a) / f64(b).")
            return Value("f64", typed.Binary("f64", "/", left_tree, right_tree))
        if symbol in ("//", "%"):
            return self.division(node, symbol, kind, left_tree, right_tree, all(exact))
        if symbol not in ARITHMETIC or (kind == "f64" and symbol in BITWISE):
            raise self.error(node, f"`{symbol}` of {kind} is not supported in a kernel", "Use + - * // and shifts.")
        result: Type = "bool" if symbol in BITWISE and left.type == right.type == "bool" else kind
        tree = typed.Binary(result, symbol, left_tree, right_tree)
        return Value(result, tree, kind != "u64" or (any(exact) if symbol == "&" else symbol in BITWISE and all(exact)))

    def fold(self, node: ast.AST, symbol: str, left: int | float, right: int | float) -> Value:
        """Return the constant that an operator gives for two constants. `symbol` is the operator.

        Raise an error at `node` if there is no result, such as for a division by zero, or if it is too large.
        """
        bits = abs(left).bit_length() if isinstance(left, int) else 0
        most = bits + right if symbol == "<<" else bits * right if symbol == "**" else 0
        try:
            if isinstance(right, int) and most > MAX_CONSTANT_BITS:
                raise OverflowError("the result is too large")
            result = CONSTANT_OPERATIONS[symbol](left, right)
            if not isinstance(result, int | float):
                raise ArithmeticError("the result is not a real number")
        except (KeyError, TypeError, ValueError, ArithmeticError) as error:
            raise self.error(
                node, f"`{symbol}` of these constants: {error}", "Write the number that is meant."
            ) from None
        return constant(result)

    def same_type(self, node: ast.AST, left: Value, right: Value) -> tuple[Type, typed.Expr, typed.Expr]:
        """Return the common type of two operands, and the two operands converted to it.

        A bool becomes an i32. Inexact values are allowed.
        """
        if "None" in (left.type, right.type):
            raise self.no_result(node)
        if left.type == right.type == "number":
            kind: Type = "f64" if isinstance(left.number + right.number, float) else "i32"
        else:
            kind = right.tree.type if left.type == "number" else left.tree.type
        kind = "i32" if kind == "bool" else kind
        left_tree, right_tree = (
            self.fit(value, kind, node, inexact=True) if value.type in ("number", "bool") else value.tree
            for value in (left, right)
        )
        if left_tree.type != right_tree.type:
            raise self.error(
                node,
                f"{left_tree.type} with {right_tree.type}",
                "Convert them to one type: i32(...), u64(...) or f64(...).",
            )
        return kind, left_tree, right_tree

    def shift(self, node: ast.AST, left: Value, symbol: str, right: Value) -> Value:
        """Check a shift. It may shift by 0 to 31 bits for an i32, and by 0 to 63 for a u64."""
        base = self.fit(left, "i32", node) if left.type in ("number", "bool") else left.tree
        kind = base.type
        if kind not in ("i32", "u64"):
            raise self.error(node, f"a shift of {kind}", "Only i32 and u64 are shifted.")
        bits = 64 if kind == "u64" else 32
        if right.type == "number" and not 0 <= right.number < bits:
            raise self.error(node, f"a shift by {shown(right.number)}", f"{kind} is shifted by 0 to {bits - 1}.")
        count = self.fit(right, "i32", node)
        if symbol == ">>":
            self.check_exact(node, left, ">>")
        return Value(kind, typed.Binary(kind, symbol, base, count), symbol == ">>" or kind != "u64")

    def check_exact(self, node: ast.AST, value: Value, use: str) -> None:
        """Raise an error if a value is inexact: a u64 for which Python may compute more than 64 bits.

        `node` is the place of the error. `use` says how the value is used, such as "a comparison", for the message.
        """
        if not value.exact:
            raise self.error(
                node, f"this u64 may have more than 64 bits before {use}", "Put it under an & first: (...) & ALL."
            )

    def division(
        self, node: ast.AST, symbol: str, kind: Type, left: typed.Expr, right: typed.Expr, exact: bool
    ) -> Value:
        """Check `//` or `%`, which round down as in Python. `exact` is True if both operands are exact."""
        if kind == "f64":
            raise self.error(node, f"`{symbol}` of f64 is not supported in a kernel", "Use /, or convert to i32.")
        self.check_exact(node, Value(kind, left, exact), "a division")
        if isinstance(right, typed.Constant) and right.value == 0:
            raise self.error(node, "a division by 0", "Divide by another number.")
        return Value(kind, typed.Binary(kind, symbol, left, right))

    def comparison(self, node: ast.Compare) -> Value:
        """Check a comparison or a chain of comparisons.

        Each operand is evaluated once. Operands after the first failed comparison are not evaluated.
        """
        ops = [SYMBOLS.get(type(op), "") for op in node.ops]
        places = [node.left, *node.comparators]
        if not COMPARISONS.issuperset(ops):
            raise self.error(
                node, f"`{ast.unparse(node)}` is not supported in a kernel", "Compare with == != < <= > >=."
            )
        values = self.operands(*places)
        if all(value.type == "number" for value in values):
            pairs = zip(values, ops, values[1:], strict=False)
            truth = all(CONSTANT_OPERATIONS[op](left.number, right.number) for left, op, right in pairs)
            return Value("bool", typed.Constant("bool", int(truth)))
        temporaries: list[Local] = []
        trees: list[typed.Expr] = []
        stored = [index for index in range(1, len(values) - 1) if not typed.is_simple(values[index].tree)]
        if stored and any(typed.contains_call_or_element(value.tree) for value in values[2:]):
            raise self.error(
                node, "a chain of comparisons with calls or elements behind its second operand", "Compare in two steps."
            )
        if stored and self.may_interfere(values[0].tree, values[1].tree):
            stored.insert(0, 0)
        for index in stored:
            value, place = values[index], places[index]
            if value.type == "None":
                raise self.no_result(place)
            self.check_exact(place, value, "a comparison")
            temporaries.append(Local("held", value.tree.type))
            trees.append(value.tree)
            values[index] = Value(value.type, typed.Variable(value.tree.type, temporaries[-1]))
        steps = zip(values, ops, values[1:], places, places[1:], strict=False)
        tests = [
            self.compared(left, op, right, (left_node, right_node)) for left, op, right, left_node, right_node in steps
        ]
        chain: typed.Expr = tests[-1]
        for test in reversed(tests[:-1]):
            chain = typed.Conditional("bool", test, chain, typed.Constant("bool", 0))
        if temporaries:
            chain = typed.Let("bool", tuple(temporaries), tuple(trees), chain)
        return Value("bool", chain)

    def may_interfere(self, left: typed.Expr, right: typed.Expr) -> bool:
        """Return whether the order in which two expressions are evaluated can change their values."""
        calls = typed.contains_call(left), typed.contains_call(right)
        return any(calls) and typed.contains_call_or_element(left) and typed.contains_call_or_element(right)

    def compared(self, left: Value, op: str, right: Value, places: tuple[ast.expr, ast.expr]) -> typed.Expr:
        """Check one comparison of a chain. `places` are the syntax nodes of its two operands."""
        if left.type == right.type == "number":
            return typed.Constant("bool", int(CONSTANT_OPERATIONS[op](left.number, right.number)))
        for value, place in zip((left, right), places, strict=True):
            self.check_exact(place, value, "a comparison")
        kind, left_tree, right_tree = self.same_type(places[1], left, right)
        for value, place in zip((left, right), places, strict=True):
            if value.type == "number":
                self.fit(value, kind, place)
        return typed.Compare("bool", op, left_tree, right_tree)

    def and_or(self, node: ast.BoolOp, as_value: bool) -> Value:
        """Check a chain of `and` or of `or`.

        If the value of the chain is used (`as_value`), the operands must be bools, because in Python the chain has the
        value of one of its operands.
        """
        tests = []
        for operand in node.values:
            if as_value:
                value = self.value(operand)
                if value.type not in ("bool", "error"):
                    self.report(
                        self.error(operand, f"`and` or `or` of {_a(value.type)}", "Compare: (x != 0) and (y != 0).")
                    )
                tests.append(value.tree if value.type == "bool" else PLACEHOLDER)
            else:
                tests.append(self.test(operand))
        if PLACEHOLDER in tests:
            return ERROR
        tree = tests[-1]
        for test in reversed(tests[:-1]):
            if isinstance(node.op, ast.And):
                tree = typed.Conditional("bool", test, tree, typed.Constant("bool", 0))
            else:
                tree = typed.Conditional("bool", test, typed.Constant("bool", 1), tree)
        return Value("bool", _folded(tree))

    def test(self, node: ast.expr) -> typed.Expr:
        """Check an expression that is used as a condition. After an error the result is a placeholder."""
        try:
            return self._test(node)
        except SourceError as error:
            self.report(error)
            return PLACEHOLDER

    def _test(self, node: ast.expr) -> typed.Expr:
        if isinstance(node, ast.BoolOp):
            return self.and_or(node, as_value=False).tree
        (value,) = self.operands(node)
        if value.type == "number":
            return typed.Constant("bool", int(bool(value.number)))
        if value.type == "bool":
            return value.tree
        if value.type == "None":
            raise self.no_result(node)
        self.check_exact(node, value, "a test")
        kind = value.tree.type
        return typed.Compare("bool", "!=", value.tree, typed.Constant(kind, 0))

    def conditional(self, node: ast.IfExp) -> Value:
        """Check `then if test else otherwise`. If the test is a constant, the kernel contains only the chosen value."""
        test = self.test(node.test)
        truth = known_truth(test)
        if truth is not None:
            return self.value(node.body if truth else node.orelse)
        then, otherwise = self.operands(node.body, node.orelse)
        if test is PLACEHOLDER:
            return ERROR
        if then.type == otherwise.type == "bool":
            return Value("bool", typed.Conditional("bool", test, then.tree, otherwise.tree))
        kind, then_tree, else_tree = self.same_type(node, then, otherwise)
        exact = self.is_exact(then, kind) and self.is_exact(otherwise, kind)
        return Value(kind, typed.Conditional(kind, test, then_tree, else_tree), exact)

    def call(self, node: ast.Call) -> Value:
        """Check a call of a function of the kernel, or of a built-in function of Python."""
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            raise self.error(node, "arguments by name or with * are not supported", "Give the arguments in order.")
        if isinstance(node.func, ast.Attribute):
            return self.method(node, node.func)
        name = ast.unparse(node.func)
        callee = self.resolve(node.func)
        if name in ("i32", "u64", "f64") and callee in (int, float):
            return self.conversion(node, name)
        if callee is len and len(node.args) == 1:
            values = self.resolve(node.args[0])
            if isinstance(values, types.Deferred):
                raise self.error(
                    node,
                    f"{ast.unparse(node.args[0])} has no fixed length",
                    "Name its length as a number of the module.",
                )
            if isinstance(values, array | tuple):
                return constant(len(values))
        if isinstance(node.func, ast.Name) and node.func.id in self.faulty:
            return ERROR
        arguments = [self.value(argument) for argument in node.args]
        if isinstance(callee, FunctionType) and callee.__module__ != types.__name__:
            return self.kernel_call(node, callee, arguments)
        if ERROR in arguments:
            return ERROR
        if callee in (min, max) and len(arguments) > 1:
            return self.min_max(node, arguments, "min" if callee is min else "max")
        if len(arguments) == 1:
            (place,) = node.args
            if callee is abs:
                return self.absolute(place, arguments[0])
            if callee is types.ctz:
                return Value("i32", typed.Unary("i32", "ctz", self.fit(arguments[0], "u64", place)))
            if callee is types.f32 or callee is math.sqrt:
                op = "f32" if callee is types.f32 else "sqrt"
                return Value("f64", typed.Unary("f64", op, self.fit(arguments[0], "f64", place)))
        raise self.error(
            node, f"{name}(...) is not supported in a kernel", "Call functions of the module and the built-in ones."
        )

    def kernel_call(self, node: ast.Call, function: FunctionType, arguments: list[Value]) -> Value:
        """Check the number and types of the arguments in a call of a function of the kernel."""
        signature = self.kernel.signature(function)
        self.callees.append(signature)
        expected = len(signature.params)
        if len(arguments) != expected:
            raise self.error(
                node,
                f"{signature.name} takes {expected} argument{'' if expected == 1 else 's'}",
                f"Give it {expected}.",
            )
        trees = []
        for value, place, (_, kind) in zip(arguments, node.args, signature.params, strict=True):
            if kind is None or value is ERROR:
                continue
            try:
                trees.append(self.fit(value, kind, place))
            except SourceError as error:
                self.report(error)
        if signature.type is None:
            return ERROR
        return Value(signature.type, typed.Call(signature.type, signature.name, tuple(trees)))

    def method(self, node: ast.Call, attribute: ast.Attribute) -> Value:
        """Check a call of the methods `bit_count` and `bit_length` of a u64."""
        if attribute.attr not in ("bit_count", "bit_length") or node.args:
            raise self.error(node, f"`{ast.unparse(node)}` is not supported in a kernel", HINTS["Attribute"])
        (value,) = self.operands(attribute.value)
        if value.type == "number" and isinstance(value.number, int):
            number = value.number
            return constant(number.bit_count() if attribute.attr == "bit_count" else number.bit_length())
        if value.type != "u64":
            raise self.error(
                node, f".{attribute.attr}() of {value.type}", f"Only masks have it: u64(...).{attribute.attr}()."
            )
        return Value("i32", typed.Unary("i32", attribute.attr, self.fit(value, "u64", attribute.value)))

    def conversion(self, node: ast.Call, name: str) -> Value:
        """Check a conversion `i32(x)`, `u64(x)` or `f64(x)`."""
        if len(node.args) != 1:
            raise self.error(node, f"{name} takes 1 argument", "Give it one value.")
        (value,) = self.operands(node.args[0])
        kind: Type = "i32" if name == "i32" else "u64" if name == "u64" else "f64"
        if value.type == "number":
            try:
                number = constant(float(value.number) if name == "f64" else int(value.number))
            except (OverflowError, ValueError):
                raise self.error(
                    node, f"{shown(value.number)} is not {_a(kind)}", f"Write a number that fits {kind}."
                ) from None
            return Value(kind, self.fit(number, kind, node))
        if value.type == "None":
            raise self.no_result(node.args[0])
        self.check_exact(node, value, f"{name}(...)")
        if value.tree.type == kind:
            return Value(kind, value.tree)
        return Value(kind, typed.Convert(kind, value.tree))

    def min_max(self, node: ast.Call, arguments: list[Value], op: str) -> Value:
        """Check a call of `min` or `max`."""
        result = arguments[0]
        for place, argument in zip(node.args[1:], arguments[1:], strict=True):
            if result.type == argument.type == "number":
                result = constant((min if op == "min" else max)(result.number, argument.number))
                continue
            for value in (result, argument):
                self.check_exact(node, value, "a comparison")
            kind, left, right = self.same_type(place, result, argument)
            for value in (result, argument):
                if value.type == "number":
                    self.fit(value, kind, place)
            result = Value(kind, typed.MinMax(kind, op, left, right))
        return result

    def absolute(self, place: ast.expr, value: Value) -> Value:
        """Check a call of `abs` with the argument `value`, and return the result. `place` is the argument's node."""
        if value.type == "number":
            return constant(abs(value.number))
        kind: Type = "f64" if value.type == "f64" else "i32"
        return Value(kind, typed.Unary(kind, "abs", self.fit(value, kind, place)))

    def number_as(self, value: Value, kind: Type) -> tuple[typed.Expr | None, bool]:
        """Return a constant as a tree of this type, and whether the tree has exactly the constant's value.

        The tree is None if the type cannot hold the constant.
        """
        number = value.number
        if kind == "f64":
            try:
                fits = isinstance(number, float) or number == float(number)
            except OverflowError:
                fits = False
            return (typed.Constant(kind, float(number)) if fits else None), True
        if isinstance(number, float):
            return None, True
        if kind == "u64":
            return (typed.Constant(kind, number % TWO_64) if -TWO_64 < number < TWO_64 else None), number >= 0
        if kind == "i32":
            return (typed.Constant(kind, number) if -TWO_31 <= number < TWO_31 else None), True
        return None, True

    def is_exact(self, value: Value, kind: Type) -> bool:
        """Return whether a value is exact after conversion to this type. A negative constant is not exact as a u64."""
        return self.number_as(value, kind)[1] if value.type == "number" else value.exact

    def fit(self, value: Value, kind: Type, node: ast.AST, inexact: bool = False) -> typed.Expr:
        """Return the tree of a value as an expression of the type `kind`.

        A constant that has no type yet is converted. A bool is converted if `kind` is i32. Raise an error for a value
        of another type, and for a u64 that may have more than 64 bits (an inexact one) unless `inexact` is set.
        """
        if value is ERROR:
            raise SourceError
        if value.type == "number":
            tree, exact = self.number_as(value, kind)
            if tree is None:
                raise self.error(node, f"{shown(value.number)} is not {_a(kind)}", f"Write a number that fits {kind}.")
            if not exact and not inexact:
                raise self.error(node, f"{shown(value.number)} is not {_a(kind)}", "A u64 is not negative.")
            value = Value(kind, tree, exact)
        elif value.type == "bool" and kind == "i32":
            return _retyped(value.tree, "i32")
        if value.type == "None":
            raise self.no_result(node)
        if value.type != kind:
            hint = f"Write {kind}(...) around it." if kind in ("i32", "u64", "f64") else "Write a comparison."
            raise self.error(node, f"{value.type} where {kind} is expected", hint)
        if not inexact:
            self.check_exact(node, value, "it is assigned, passed or returned")
        return value.tree


def known_truth(test: typed.Expr) -> bool | None:
    """Return whether a condition is true, or None if not a constant."""
    return bool(test.value) if isinstance(test, typed.Constant) and test is not PLACEHOLDER else None


def shown(number: int | float) -> str:
    """Return a number as error messages show it. A number with very many digits is shown by its length in bits."""
    bits = number.bit_length() if isinstance(number, int) else 0
    return str(number) if bits <= 128 else f"a number of {bits} bits"


def _a(kind: str) -> str:
    """Return the name of a type with its article, for error messages."""
    return f"an {kind}" if kind in ("i32", "f64") else f"a {kind}"


def _retyped(tree: typed.Expr, kind: Type) -> typed.Expr:
    """Return an expression converted to `kind`. An expression that has this type is returned unchanged."""
    return tree if tree.type == kind else typed.Convert(kind, tree)


def _folded(test: typed.Expr) -> typed.Expr:
    """Return a condition simplified where the left operand of `and` or `or` is constant: `True and a` becomes `a`."""
    if isinstance(test, typed.Conditional):
        then, otherwise = _folded(test.then), _folded(test.otherwise)
        if isinstance(test.test, typed.Constant):
            return then if test.test.value else otherwise
        return typed.Conditional(test.type, test.test, then, otherwise)
    return test
