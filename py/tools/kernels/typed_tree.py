"""The typed tree: a function after type checking. Every name is resolved, every expression has its machine type.

The type checker has folded constants, chosen the branches of constant tests, and unrolled loops. `lowering` then
decides which WebAssembly instructions do each operation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tools.kernels.ir import Local, Type

# Expressions


@dataclass(frozen=True, slots=True)
class Constant:
    """A number or bool that is known when the kernel is compiled."""

    type: Type
    value: int | float


@dataclass(frozen=True, slots=True)
class Variable:
    """A local variable."""

    type: Type
    local: Local


@dataclass(frozen=True, slots=True)
class Element:
    """An element of an array."""

    type: Type
    array: str
    index: Expr


@dataclass(frozen=True, slots=True)
class OldElement:
    """The value of an array element before its update. It occurs in the value of an `UpdateElement`."""

    type: Type


@dataclass(frozen=True, slots=True)
class Unary:
    """An operator or built-in function of one operand.

    `op` is `-`, `~`, `not`, `abs`, `sqrt`, `f32`, `ctz`, `bit_count` or `bit_length`.
    """

    type: Type
    op: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary:
    """An arithmetic, bitwise or shift operator with two operands. `op` is its symbol in Python.

    Except in shifts, both operands have the same type.
    """

    type: Type
    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of two operands of the same type. `op` is its symbol in Python."""

    type: Type
    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class MinMax:
    """The smaller (`min`) or larger (`max`) of two operands. If they are equal, the left one."""

    type: Type
    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Conditional:
    """The expression `then if test else otherwise`. It also represents `and` and `or`."""

    type: Type
    test: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Convert:
    """A value that is converted to the type `type`."""

    type: Type
    operand: Expr


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function of the kernel."""

    type: Type
    function: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Let:
    """An expression that uses temporary variables. First these variables get their values, in order."""

    type: Type
    locals: tuple[Local, ...]
    values: tuple[Expr, ...]
    body: Expr


Expr: TypeAlias = (
    Constant | Variable | Element | OldElement | Unary | Binary | Compare | MinMax | Conditional | Convert | Call | Let
)
"""An expression of any kind."""

# Statements


@dataclass(frozen=True, slots=True)
class Evaluate:
    """A call of a function for its effect. The function's result, if it has one, is dropped."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Assign:
    """An assignment to several variables at once: all values are evaluated before the first variable changes."""

    locals: tuple[Local, ...]
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class AssignElement:
    """An assignment to an array element, `array[index] = value`. The value is evaluated first."""

    array: str
    index: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class UpdateElement:
    """An update of an array element, `array[index] op= ...`.

    The index is evaluated once; `value` contains an `OldElement`.
    """

    type: Type
    array: str
    index: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Return:
    """A `return` statement, with the function's result if it has one."""

    value: Expr | None


@dataclass(frozen=True, slots=True)
class If:
    """An `if` statement: `then` runs if the test holds, else `otherwise`."""

    test: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class LoopBody:
    """The statements of a loop, and whether one of them is a `continue` of this loop."""

    statements: tuple[Stmt, ...]
    has_continue: bool


@dataclass(frozen=True, slots=True)
class While:
    """A loop that repeats its body while a test holds. If the test is the constant True, only a `break` ends it."""

    test: Expr
    body: LoopBody


@dataclass(frozen=True, slots=True)
class ForRange:
    """A loop that counts from `start` up or down to `stop`, which is not included.

    `counts_directly` means that no other statement assigns the loop's variable, so that it can be the counter.
    """

    local: Local
    counts_directly: bool
    start: Expr
    stop: Expr
    step: int
    body: LoopBody


@dataclass(frozen=True, slots=True)
class Unrolled:
    """An unrolled loop: a copy of its body for each iteration."""

    turns: tuple[LoopBody, ...]
    has_break: bool


@dataclass(frozen=True, slots=True)
class Break:
    """A `break` statement: it leaves the innermost loop."""


@dataclass(frozen=True, slots=True)
class Continue:
    """A `continue` statement: it starts the next iteration of the innermost loop."""


Stmt: TypeAlias = (
    Evaluate | Assign | AssignElement | UpdateElement | Return | If | While | ForRange | Unrolled | Break | Continue
)
"""A statement of any kind."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function that has passed type checking."""

    name: str
    params: tuple[Local, ...]
    type: Type
    body: tuple[Stmt, ...]


def is_simple(node: Expr) -> bool:
    """Return whether an expression may be evaluated twice, because this costs nothing and gives the same value."""
    if isinstance(node, Convert) and node.type == "i32" and node.operand.type == "bool":
        return is_simple(node.operand)
    return isinstance(node, Constant | Variable)


def contains_call(node: Expr) -> bool:
    """Return whether evaluating an expression calls a function: one of the kernel, or one that the compiler adds."""
    return _contains(node, elements=False)


def contains_call_or_element(node: Expr) -> bool:
    """Return whether evaluating an expression calls a function or reads an array element.

    Such an expression may have an effect, trap, or have another value after memory changes.
    """
    return _contains(node, elements=True)


def is_floor_division(node: Binary) -> bool:
    """Return whether an operation is `//` or `%` of i32 by anything but a constant power of two.

    WebAssembly rounds towards zero, so such an operation calls a function that the compiler adds to the kernel.
    """
    if node.op not in ("//", "%") or node.type != "i32":
        return False
    return not (isinstance(node.right, Constant) and is_power_of_two(node.right.value))


def is_power_of_two(value: int | float) -> bool:
    """Return whether a number is 1, 2, 4, 8 and so on."""
    return isinstance(value, int) and value > 0 and not value & (value - 1)


def _contains(node: Expr, elements: bool) -> bool:
    match node:
        case Call():
            return True
        case Element(index=index):
            return elements or _contains(index, elements)
        case Unary(operand=operand) | Convert(operand=operand):
            return _contains(operand, elements)
        case Binary(left=left, right=right):
            return is_floor_division(node) or _contains(left, elements) or _contains(right, elements)
        case Compare(left=left, right=right) | MinMax(left=left, right=right):
            return _contains(left, elements) or _contains(right, elements)
        case Conditional(test=test, then=then, otherwise=otherwise):
            return any(_contains(child, elements) for child in (test, then, otherwise))
        case Let(values=values, body=body):
            return any(_contains(child, elements) for child in (*values, body))
    return False
