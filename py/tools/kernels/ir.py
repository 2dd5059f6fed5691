"""The compiler's intermediate representation: each function as a tree of values and statements close to WebAssembly.

`lowering` makes it, `optimiser` rewrites it, and `codegen` turns it into instructions. All nodes are immutable values.
An index into an array counts elements, not bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Type: TypeAlias = Literal["i32", "u64", "f64", "bool", "None"]
"""The type of a value. A `bool` is 0 or 1 in an i32; `None` is the result type of a function without a result."""


@dataclass(frozen=True, slots=True)
class ElementType:
    """The elements of an array: their type when loaded, size in bytes, and load and store instructions."""

    type: Type
    size: int
    load: str
    store: str


ELEMENT_TYPES: Final = {
    "b": ElementType("i32", 1, "i32.load8_s", "i32.store8"),
    "B": ElementType("i32", 1, "i32.load8_u", "i32.store8"),
    "h": ElementType("i32", 2, "i32.load16_s", "i32.store16"),
    "H": ElementType("i32", 2, "i32.load16_u", "i32.store16"),
    "i": ElementType("i32", 4, "i32.load", "i32.store"),
    "I": ElementType("u64", 4, "i64.load32_u", "i64.store32"),
    "Q": ElementType("u64", 8, "i64.load", "i64.store"),
    "f": ElementType("f64", 4, "f32.load", "f32.store"),
    "d": ElementType("f64", 8, "f64.load", "f64.store"),
}
"""The element type for each type code of Python's `array` module that kernels may use."""


@dataclass(frozen=True, eq=False, slots=True)
class Local:
    """A local variable. Variables are compared by identity: two variables of the same name are different variables."""

    name: str
    type: Type


@dataclass(frozen=True, eq=False, slots=True)
class Label:
    """The target of a branch: the end of a `Block`, the start of a `Loop`, or the end of a `BlockValue`."""

    name: str


# Expressions


@dataclass(frozen=True, slots=True)
class Const:
    """A constant. A u64 is kept as a number from 0 to 2**64 - 1."""

    type: Type
    value: int | float


@dataclass(frozen=True, slots=True)
class GetLocal:
    """The current value of a local variable."""

    type: Type
    local: Local


@dataclass(frozen=True, slots=True)
class Op:
    """A WebAssembly instruction with its operands. `name` is its name in the text format."""

    type: Type
    name: str
    operands: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Load:
    """The value of an element of an array, loaded from memory."""

    type: Type
    array: str
    index: Expr


@dataclass(frozen=True, slots=True)
class Call:
    """The result of calling a function of the kernel."""

    type: Type
    function: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Conditional:
    """One of two values, chosen by `test`. Only the chosen value is evaluated."""

    type: Type
    test: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class BlockValue:
    """Statements that compute a value.

    The value is that of `result`, or that of the first `BranchValue` to `label` that is taken.
    """

    type: Type
    label: Label
    body: tuple[Stmt, ...]
    result: Expr | None


Expr: TypeAlias = Const | GetLocal | Op | Load | Call | Conditional | BlockValue
"""An expression of any kind."""

# Statements


@dataclass(frozen=True, slots=True)
class SetLocals:
    """Assign variables. All values are evaluated before the first variable changes."""

    locals: tuple[Local, ...]
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Store:
    """Assign an element of an array in memory."""

    array: str
    index: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Evaluate:
    """Evaluate an expression for its effect and drop its value, if it has one."""

    value: Expr


@dataclass(frozen=True, slots=True)
class If:
    """Run `then` if the test is not zero, else `otherwise`."""

    test: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Statements that form a block. A branch to `label` leaves the block and continues after it."""

    label: Label
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """Statements that a branch to `label` runs again from the start. Without such a branch they run once."""

    label: Label
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """Branch to a label: always, or only if a test holds."""

    label: Label
    test: Expr | None = None


@dataclass(frozen=True, slots=True)
class BranchValue:
    """Branch to the end of the `BlockValue` with this label, and give it a value."""

    label: Label
    value: Expr


@dataclass(frozen=True, slots=True)
class Return:
    """Leave the function, with its result if it has one."""

    value: Expr | None


Stmt: TypeAlias = SetLocals | Store | Evaluate | If | Block | Loop | Branch | BranchValue | Return
"""A statement of any kind."""
Node: TypeAlias = Expr | Stmt


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the kernel with its parameters, result type and body."""

    name: str
    params: tuple[Local, ...]
    type: Type
    body: tuple[Stmt, ...]


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly below a node, in evaluation order."""
    match node:
        case Const() | GetLocal():
            return ()
        case Op(operands=nodes) | Call(arguments=nodes) | SetLocals(values=nodes):
            return nodes
        case Load(index=index):
            return (index,)
        case Conditional(test=test, then=then, otherwise=otherwise):
            return test, then, otherwise
        case BlockValue(body=body, result=result):
            return (*body, result) if result is not None else body
        case Store(index=index, value=value):
            return index, value
        case Evaluate(value=value) | BranchValue(value=value):
            return (value,)
        case If(test=test, then=body, otherwise=other):
            return test, *body, *other
        case Block(body=body) | Loop(body=body):
            return body
        case Branch(test=maybe) | Return(value=maybe):
            return () if maybe is None else (maybe,)


def walk(nodes: tuple[Node, ...]) -> Iterator[Node]:
    """Yield these nodes and all nodes below them, each before its children."""
    for node in nodes:
        yield node
        yield from walk(children(node))


def size(nodes: tuple[Node, ...]) -> int:
    """Estimate the amount of machine code of these nodes by counting the nodes that become instructions."""
    return sum(not isinstance(node, Const | GetLocal | Block | Evaluate | BlockValue) for node in walk(nodes))


ExprRewrite: TypeAlias = Callable[["Expr"], "Expr"]
"""A function that returns the replacement of an expression. The expression's children have been rewritten already."""


StmtRewrite: TypeAlias = Callable[["Stmt"], "tuple[Stmt, ...]"]
"""A function that returns the replacements of a statement. The statement's children have been rewritten already."""


def rewrite(node: Expr, on_expr: ExprRewrite, on_stmt: StmtRewrite) -> Expr:
    """Rewrite an expression from the leaves up, with `on_expr` for expressions and `on_stmt` for statements."""
    match node:
        case Const() | GetLocal():
            return on_expr(node)
        case Op(type=type, name=name, operands=operands):
            return on_expr(Op(type, name, tuple(rewrite(operand, on_expr, on_stmt) for operand in operands)))
        case Load(type=type, array=array, index=index):
            return on_expr(Load(type, array, rewrite(index, on_expr, on_stmt)))
        case Call(type=type, function=name, arguments=arguments):
            return on_expr(Call(type, name, tuple(rewrite(argument, on_expr, on_stmt) for argument in arguments)))
        case Conditional(type=type, test=test, then=then, otherwise=otherwise):
            return on_expr(Conditional(type, *(rewrite(child, on_expr, on_stmt) for child in (test, then, otherwise))))
        case BlockValue(type=type, label=label, body=body, result=result):
            last = None if result is None else rewrite(result, on_expr, on_stmt)
            return on_expr(BlockValue(type, label, rewrite_body(body, on_expr, on_stmt), last))


def rewrite_body(body: tuple[Stmt, ...], on_expr: ExprRewrite, on_stmt: StmtRewrite) -> tuple[Stmt, ...]:
    """Rewrite statements from the leaves up, and drop statements that control cannot reach."""
    result: list[Stmt] = []
    for node in body:
        result += on_stmt(_rewrite_children(node, on_expr, on_stmt))
        if result and never_falls_through(result[-1]):
            break
    return tuple(result)


def never_falls_through(node: Stmt) -> bool:
    """Return True if control certainly never reaches the statement after this one.

    The check is cheap. It may return False although control never gets there.
    """
    match node:
        case Return() | BranchValue() | Branch(test=None):
            return True
        case If(then=then, otherwise=otherwise):
            return bool(then and otherwise) and never_falls_through(then[-1]) and never_falls_through(otherwise[-1])
    return False


def _rewrite_children(node: Stmt, on_expr: ExprRewrite, on_stmt: StmtRewrite) -> Stmt:
    def statements(body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        return rewrite_body(body, on_expr, on_stmt)

    def expression(value: Expr) -> Expr:
        return rewrite(value, on_expr, on_stmt)

    match node:
        case SetLocals(locals=names, values=values):
            return SetLocals(names, tuple(map(expression, values)))
        case Store(array=array, index=index, value=value):
            return Store(array, expression(index), expression(value))
        case Evaluate(value=value):
            return Evaluate(expression(value))
        case If(test=test, then=then, otherwise=otherwise):
            return If(expression(test), statements(then), statements(otherwise))
        case Block(label=label, body=body):
            return Block(label, statements(body))
        case Loop(label=label, body=body):
            return Loop(label, statements(body))
        case Branch(label=label, test=maybe):
            return Branch(label, None if maybe is None else expression(maybe))
        case BranchValue(label=label, value=value):
            return BranchValue(label, expression(value))
        case Return(value=maybe):
            return Return(None if maybe is None else expression(maybe))
