"""A kernel's functions as trees, between the Python that was read and the bytes that are written.

Every node is a value. Expressions say their type; a place is an array's, counted in its cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Type: TypeAlias = Literal["i32", "u64", "f64", "bool", "None"]
"""A `bool` is 0 or 1 in an i32; `None` is no value at all."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What an array of a type code holds: the type of a value, its bytes, and how it is fetched and kept."""

    type: Type
    size: int
    load: str
    store: str


CELLS: Final = {
    "b": Cell("i32", 1, "i32.load8_s", "i32.store8"),
    "B": Cell("i32", 1, "i32.load8_u", "i32.store8"),
    "h": Cell("i32", 2, "i32.load16_s", "i32.store16"),
    "H": Cell("i32", 2, "i32.load16_u", "i32.store16"),
    "i": Cell("i32", 4, "i32.load", "i32.store"),
    "I": Cell("u64", 4, "i64.load32_u", "i64.store32"),
    "Q": Cell("u64", 8, "i64.load", "i64.store"),
    "f": Cell("f64", 4, "f32.load", "f32.store"),
    "d": Cell("f64", 8, "f64.load", "f64.store"),
}


@dataclass(frozen=True, eq=False, slots=True)
class Local:
    """A variable of a function; two of one name are two."""

    name: str
    type: Type


@dataclass(frozen=True, eq=False, slots=True)
class Label:
    """Where a jump goes: behind a `Block`, to the beginning of a `Loop`, or out of an `Inner` with its value."""

    name: str


# Expressions


@dataclass(frozen=True, slots=True)
class Number:
    """A constant; a u64 from 0 to below 2**64."""

    type: Type
    value: int | float


@dataclass(frozen=True, slots=True)
class Get:
    """What a variable holds."""

    type: Type
    local: Local


@dataclass(frozen=True, slots=True)
class Op:
    """An instruction of the machine, by its WebAssembly name."""

    type: Type
    name: str
    given: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Load:
    """A cell of an array."""

    type: Type
    array: str
    place: Expr


@dataclass(frozen=True, slots=True)
class Call:
    """What a function of the kernel returns."""

    type: Type
    function: str
    given: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """One of two values; only that one is reckoned."""

    type: Type
    test: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class Inner:
    """Statements, then a value: that of `result`, or of the `Leave` that left for the label before."""

    type: Type
    label: Label
    body: tuple[Stmt, ...]
    result: Expr | None


Expr: TypeAlias = Number | Get | Op | Load | Call | Pick | Inner

# Statements


@dataclass(frozen=True, slots=True)
class Set:
    """Variables are given values, all of which are reckoned before the first is kept."""

    locals: tuple[Local, ...]
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Store:
    """A cell of an array is given a value."""

    array: str
    place: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Do:
    """A call for what it does; a value is dropped."""

    value: Expr


@dataclass(frozen=True, slots=True)
class If:
    """One of two."""

    test: Expr
    yes: tuple[Stmt, ...]
    no: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Statements that can be left."""

    label: Label
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """Statements that can be begun anew."""

    label: Label
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Jump:
    """On at a label, if a test holds or there is none."""

    label: Label
    test: Expr | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Out of an `Inner` with its value."""

    label: Label
    value: Expr


@dataclass(frozen=True, slots=True)
class Return:
    """Out of the function."""

    value: Expr | None


Stmt: TypeAlias = Set | Store | Do | If | Block | Loop | Jump | Leave | Return
Node: TypeAlias = Expr | Stmt


@dataclass(frozen=True, slots=True)
class Function:
    """A function whose tree is whole."""

    name: str
    params: tuple[Local, ...]
    type: Type
    body: tuple[Stmt, ...]


def parts(node: Node) -> tuple[Node, ...]:
    """The nodes right below a node, in the order in which they are reckoned."""
    match node:
        case Number() | Get():
            return ()
        case Op(given=given) | Call(given=given) | Set(values=given):
            return given
        case Load(place=place):
            return (place,)
        case Pick(test=test, yes=yes, no=no):
            return test, yes, no
        case Inner(body=body, result=result):
            return (*body, result) if result is not None else body
        case Store(place=place, value=value):
            return place, value
        case Do(value=value) | Leave(value=value):
            return (value,)
        case If(test=test, yes=body, no=other):
            return test, *body, *other
        case Block(body=body) | Loop(body=body):
            return body
        case Jump(test=maybe) | Return(value=maybe):
            return () if maybe is None else (maybe,)


def walk(nodes: tuple[Node, ...]) -> Iterator[Node]:
    """All nodes from these down."""
    for node in nodes:
        yield node
        yield from walk(parts(node))


def size(nodes: tuple[Node, ...]) -> int:
    """About how much machine code it is: nodes that do something."""
    return sum(not isinstance(node, Number | Get | Block | Do | Inner) for node in walk(nodes))


Change: TypeAlias = Callable[["Expr"], "Expr"]
"""What becomes of an expression whose parts have been changed already."""


Also: TypeAlias = Callable[["Stmt"], "tuple[Stmt, ...]"]
"""What becomes of a statement whose parts have been changed already."""


def changed(node: Expr, change: Change, also: Also) -> Expr:
    """The expression with all below it changed, from the leaves up, then itself; statements go through `also`."""
    match node:
        case Number() | Get():
            return change(node)
        case Op(type=type, name=name, given=given):
            return change(Op(type, name, tuple(changed(one, change, also) for one in given)))
        case Load(type=type, array=array, place=place):
            return change(Load(type, array, changed(place, change, also)))
        case Call(type=type, function=name, given=given):
            return change(Call(type, name, tuple(changed(one, change, also) for one in given)))
        case Pick(type=type, test=test, yes=yes, no=no):
            return change(Pick(type, *(changed(one, change, also) for one in (test, yes, no))))
        case Inner(type=type, label=label, body=body, result=result):
            last = None if result is None else changed(result, change, also)
            return change(Inner(type, label, changed_all(body, change, also), last))


def changed_all(body: tuple[Stmt, ...], change: Change, also: Also) -> tuple[Stmt, ...]:
    """The statements with all expressions changed, then each by `also`; nothing behind one that never goes on."""
    found: list[Stmt] = []
    for node in body:
        found += also(_changed_statement(node, change, also))
        if found and ends(found[-1]):
            break
    return tuple(found)


def ends(node: Stmt) -> bool:
    """Whether what stands behind is never reached, as far as is seen at once."""
    match node:
        case Return() | Leave() | Jump(test=None):
            return True
        case If(yes=yes, no=no):
            return bool(yes and no) and ends(yes[-1]) and ends(no[-1])
    return False


def _changed_statement(node: Stmt, change: Change, also: Also) -> Stmt:
    def all_of(body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        return changed_all(body, change, also)

    def one_of(value: Expr) -> Expr:
        return changed(value, change, also)

    match node:
        case Set(locals=names, values=values):
            return Set(names, tuple(map(one_of, values)))
        case Store(array=array, place=place, value=value):
            return Store(array, one_of(place), one_of(value))
        case Do(value=value):
            return Do(one_of(value))
        case If(test=test, yes=yes, no=no):
            return If(one_of(test), all_of(yes), all_of(no))
        case Block(label=label, body=body):
            return Block(label, all_of(body))
        case Loop(label=label, body=body):
            return Loop(label, all_of(body))
        case Jump(label=label, test=maybe):
            return Jump(label, None if maybe is None else one_of(maybe))
        case Leave(label=label, value=value):
            return Leave(label, one_of(value))
        case Return(value=maybe):
            return Return(None if maybe is None else one_of(maybe))
