"""Translates a kernel's functions into trees, and refuses what could mean something else when compiled.

A u64 is either *exact*, or true modulo 2**64 only: plain Python may hold more bits there than the machine. Sums,
shifts to the left and complements make the latter; an `&` with something exact repairs it; nothing else may use it.
"""

from __future__ import annotations

import ast
import math
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import Any, Final, TypeAlias

from chowk.core import machine
from tools.kernels.reading import Kernel, Signature, Unfit, check_array, type_of
from tools.kernels.tree import (
    CELLS,
    Block,
    Call,
    Do,
    Expr,
    Function,
    Get,
    If,
    Inner,
    Jump,
    Label,
    Load,
    Local,
    Loop,
    Number,
    Op,
    Pick,
    Return,
    Set,
    Stmt,
    Store,
    Type,
    walk,
)

PREFIX: Final[dict[Type, str]] = {"i32": "i32", "bool": "i32", "u64": "i64", "f64": "f64"}
RING: Final = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}
ORDER: Final = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.Eq: "eq", ast.NotEq: "ne"}
FOLD: Final[dict[type, Callable[[Any, Any], Any]]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
    ast.Pow: lambda a, b: a**b,
    ast.LShift: lambda a, b: a << b,
    ast.RShift: lambda a, b: a >> b,
    ast.BitAnd: lambda a, b: a & b,
    ast.BitOr: lambda a, b: a | b,
    ast.BitXor: lambda a, b: a ^ b,
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
}
INSTEAD: Final = {
    "Try": "Nothing is raised in a kernel; return a number that says it.",
    "Raise": "Nothing is raised in a kernel; return a number that says it.",
    "With": "A kernel only reckons.",
    "Global": "What lasts is kept in an array.",
    "Nonlocal": "What lasts is kept in an array.",
    "FunctionDef": "Write it at the top of the module.",
    "Lambda": "Write a function at the top of the module.",
    "List": "Write to an array of the module.",
    "ListComp": "Write a loop over an array of the module.",
    "GeneratorExp": "Write a loop.",
    "Dict": "Use an array of the module.",
    "Attribute": "A mask has .bit_count() and .bit_length(); all else is functions and arrays of the module.",
    "NamedExpr": "Give the variable its value in a line before.",
    "Delete": "A variable needs no end.",
    "Match": "Write if and elif.",
    "Slice": "Write a loop over the places.",
    "Tuple": "Several values are returned through an array of the module.",
}
TWO_31: Final = 1 << 31
TWO_64: Final = 1 << 64
Known: TypeAlias = "frozenset[str] | None"
"""The variables that have a value here; None where no way leads."""


@dataclass(frozen=True, slots=True)
class Value:
    """An expression's type and tree; a plain number of the source has the type "number" and takes any that holds it."""

    type: str
    node: Expr
    exact: bool = True
    number: int | float = 0


def number(value: int | float) -> Value:
    """A number of the source."""
    return Value("number", Number("i32", 0), True, value)


@dataclass(slots=True)
class Turn:
    """A loop that is being translated: where `break` and `continue` go, and what is known at the breaks."""

    out: Label
    on: Label
    breaks: list[Known] = field(default_factory=list)
    continues: list[Known] = field(default_factory=list)


class Translator:
    """One function on its way."""

    def __init__(self, kernel: Kernel, signature: Signature) -> None:
        self.kernel, self.signature, self.source = kernel, signature, signature.source
        self.params = tuple(Local(name, kind) for name, kind in signature.params)
        self.locals = {local.name: local for local in self.params}
        self.bound: dict[str, Value] = {}
        self.known: Known = frozenset(self.locals)
        self.called: list[Signature] = []
        self.turns: list[Turn] = []
        self.counters = _plain_counters(signature.node)
        self.types: dict[ast.AST, str] = {}

    def function(self) -> Function:
        """The whole."""
        body = self.block(self.signature.node.body)
        if self.known is not None and self.signature.type != "None":
            raise self.unfit(
                self.signature.node, f"{self.signature.name} may end without a value", "Return one at its end."
            )
        return Function(self.signature.name, self.params, self.signature.type, body)

    def unfit(self, node: ast.AST, what: str, instead: str) -> Unfit:
        """An error at a place in this function."""
        return self.source.unfit(node, what, instead)

    # Statements

    def block(self, body: Sequence[ast.stmt]) -> tuple[Stmt, ...]:
        """Statements one after another; none behind the last that is reached."""
        found: list[Stmt] = []
        for node in body:
            if self.known is None:
                break
            found += self.statement(node)
        return tuple(found)

    def statement(self, node: ast.stmt) -> list[Stmt]:
        """A statement."""
        match node:
            case ast.Pass() | ast.Assert() | ast.Expr(value=ast.Constant()):
                return []
            case ast.Expr(value=ast.Call()):
                return [Do(self.value(node.value).node)]
            case ast.Return():
                return self.returned(node)
            case ast.AnnAssign(target=ast.Name()):
                return self.declared(node)
            case ast.Assign(targets=[ast.Tuple() as target], value=ast.Tuple() as value):
                return self.swapped(target, value)
            case ast.Assign(targets=[ast.Name() | ast.Subscript() as target]):
                return self.assigned(target, self.value(node.value))
            case ast.AugAssign():
                return self.added(node)
            case ast.If():
                return self.chosen(node)
            case ast.While(orelse=[]):
                return self.repeated(node)
            case ast.For(orelse=[], target=ast.Name()):
                return self.counted(node)
            case ast.Break() | ast.Continue():
                return self.jumped(node)
        raise self.unfit(
            node, f"`{_first(node)}` is not in a kernel", INSTEAD.get(type(node).__name__, "See the README.")
        )

    def returned(self, node: ast.Return) -> list[Stmt]:
        """A return; of a call for nothing, the call comes first."""
        wanted = self.signature.type
        if (node.value is None) != (wanted == "None"):
            raise self.unfit(node, f"{self.signature.name} gives {wanted}", "Return that, or say another type.")
        value = None if node.value is None else self.fit(self.value(node.value), wanted, node)
        self.known = None
        return [Return(value)]

    def declared(self, node: ast.AnnAssign) -> list[Stmt]:
        """A variable with its type."""
        assert isinstance(node.target, ast.Name)
        kind = type_of(self.source, node, node.annotation)
        self.local(node.target, kind, exactly=True)
        return [] if node.value is None else self.assigned(node.target, self.value(node.value))

    def local(self, node: ast.Name, kind: Type, exactly: bool = False) -> Local:
        """The variable of that name, made with this type if there is none."""
        if node.id in self.bound:
            raise self.unfit(node, f"{node.id} counts an unrolled loop", "Take another name.")
        local = self.locals.setdefault(node.id, Local(node.id, kind))
        if exactly and local.type != kind:
            raise self.unfit(node, f"{node.id} is {local.type} before", "A variable keeps its type.")
        return local

    def assigned(self, target: ast.expr, value: Value) -> list[Stmt]:
        """A variable or a cell gets a value."""
        if isinstance(target, ast.Subscript):
            name, place = self.place(target)
            kind = CELLS[self.kernel_array(target).code].type
            given = self.fit(value, kind, target)
            if _calls(given) and not _plain(place):  # Python reckons the value first
                held = Local("held", kind)
                return [Set((held,), (given,)), Store(name, place, Get(kind, held))]
            return [Store(name, place, given)]
        if not isinstance(target, ast.Name):
            raise self.unfit(target, f"{ast.unparse(target)} cannot be given a value", "Variables and cells can.")
        local = self.local(target, self.guess(value))
        found = self.fit(value, local.type, target)
        self.learn(local.name)
        return [Set((local,), (found,))]

    def guess(self, value: Value) -> Type:
        """The type of a variable that begins with a value."""
        if value.type == "number":
            return "f64" if isinstance(value.number, float) else "i32"
        if value.type == "None":
            return "i32"  # which does not fit
        return value.node.type

    def learn(self, name: str) -> None:
        """From here on the variable has a value."""
        if self.known is not None:
            self.known |= {name}

    def swapped(self, target: ast.Tuple, source: ast.Tuple) -> list[Stmt]:
        """Several values at once: all are reckoned, then kept from the left."""
        values = [self.value(one) for one in source.elts]
        if len(values) != len(target.elts):
            raise self.unfit(target, "the sides are not equally long", "Give each target a value.")
        if all(isinstance(one, ast.Name) for one in target.elts):
            names = [one.id for one in target.elts if isinstance(one, ast.Name)]
            if len(set(names)) == len(names):
                locals_ = [self.local(one, self.guess(value)) for one, value in zip(target.elts, values, strict=True)]  # type: ignore[arg-type]  # names, all
                found = [self.fit(value, one.type, target) for one, value in zip(locals_, values, strict=True)]
                for name in names:
                    self.learn(name)
                return [Set(tuple(locals_), tuple(found))]
        made: list[Value] = []
        held: list[Local] = []
        nodes: list[Expr] = []
        for one, value in zip(target.elts, values, strict=True):
            kind = CELLS[self.kernel_array(one).code].type if isinstance(one, ast.Subscript) else self.guess(value)
            held.append(Local("held", kind))
            nodes.append(self.fit(value, kind, one))
            made.append(Value(kind, Get(kind, held[-1])))
        stores = [self.assigned(one, value) for one, value in zip(target.elts, made, strict=True)]
        return [Set(tuple(held), tuple(nodes)), *(node for some in stores for node in some)]

    def added(self, node: ast.AugAssign) -> list[Stmt]:
        """`+=` and its like; a cell's place is reckoned once."""
        if isinstance(node.target, ast.Name):
            before = self.value(ast.copy_location(ast.Name(node.target.id, ast.Load()), node))
            after = self.binary(node, before, node.op, self.value(node.value))
            self.types[node] = after.type
            return self.assigned(node.target, after)
        if not isinstance(node.target, ast.Subscript):
            raise self.unfit(node, f"{ast.unparse(node.target)} cannot be given a value", "Variables and cells can.")
        name, place = self.place(node.target)
        kind = CELLS[self.kernel_array(node.target).code].type
        first: list[Stmt] = []
        if not _plain(place):
            held = Local("at", "i32")
            first, place = [Set((held,), (place,))], Get("i32", held)
        before = Value(kind, Load(kind, name, place))
        value = self.binary(node, before, node.op, self.value(node.value))
        self.types[node] = value.type
        return [*first, Store(name, place, self.fit(value, kind, node))]

    def chosen(self, node: ast.If) -> list[Stmt]:
        """If; where the answer is known now, only that side is in the kernel."""
        test = self.test(node.test)
        if isinstance(test, Number):
            return list(self.block(node.body if test.value else node.orelse))
        before = self.known
        yes, after_yes = self.block(node.body), self.known
        self.known = before
        no = self.block(node.orelse)
        self.known = _both(after_yes, self.known)
        return [If(test, yes, no)]

    def repeated(self, node: ast.While) -> list[Stmt]:
        """While, its test at the end of each turn; before the first, it is a test of its own."""
        turn = Turn(Label("out"), Label("on"))
        test = self.test(node.test)
        if isinstance(test, Number) and not test.value:
            return []
        before = self.known
        body = self.body(node.body, turn)
        again = Label("again")
        if isinstance(test, Number):
            self.known = None
            for known in turn.breaks:
                self.known = _both(self.known, known)
            return [Block(turn.out, (Loop(again, (*body, Jump(again))),))]
        self.known = before
        return [Block(turn.out, (If(test, (Loop(again, (*body, Jump(again, test))),), ()),))]

    def body(self, nodes: list[ast.stmt], turn: Turn) -> tuple[Stmt, ...]:
        """What a loop does in a turn."""
        self.turns.append(turn)
        body = self.block(nodes)
        self.turns.pop()
        return (Block(turn.on, body),) if turn.continues else body

    def jumped(self, node: ast.Break | ast.Continue) -> list[Stmt]:
        """Out of a loop, or on with its next turn."""
        turn = self.turns[-1]
        if isinstance(node, ast.Break):
            turn.breaks.append(self.known)
        else:
            turn.continues.append(self.known)
        self.known = None
        return [Jump(turn.out if isinstance(node, ast.Break) else turn.on)]

    def counted(self, node: ast.For) -> list[Stmt]:
        """For: over a range, over one that is written out, or over the numbers of a tuple."""
        called = self.meant(node.iter.func) if isinstance(node.iter, ast.Call) else None
        if called is machine.unrolled and isinstance(node.iter, ast.Call):
            given = [self.value(one) for one in node.iter.args]
            if [one.type for one in given] != ["number"]:
                raise self.unfit(node, "how often the loop is written out is not known", "Use range, or a number.")
            return self.unrolled(node, [number(turn) for turn in range(int(given[0].number))])
        if called is range and isinstance(node.iter, ast.Call):
            return self.ranged(node, node.iter)
        numbers = self.meant(node.iter)
        if isinstance(numbers, tuple) and all(isinstance(one, int | float) for one in numbers):
            return self.unrolled(node, [number(one) for one in numbers])
        raise self.unfit(
            node,
            f"`for {ast.unparse(node.target)} in {ast.unparse(node.iter)}` is not in a kernel",
            "Loop over range(...), unrolled(...) or a tuple of numbers; take bits by at = ctz(mask); mask &= mask - 1.",
        )

    def unrolled(self, node: ast.For, turns: list[Value]) -> list[Stmt]:
        """The body once for each number."""
        assert isinstance(node.target, ast.Name)
        name = node.target.id
        if name in self.locals or name in self.bound:
            raise self.unfit(
                node, f"{name} is a variable before", "What counts an unrolled loop has a name of its own."
            )
        whole = Turn(Label("out"), Label("on"))
        found: list[Stmt] = []
        for value in turns:
            if self.known is None:
                break
            self.bound[name] = value
            turn = Turn(whole.out, Label("on"), whole.breaks)
            found += self.body(node.body, turn)
            for known in turn.continues:
                self.known = _both(self.known, known)
            del self.bound[name]
        for known in whole.breaks:
            self.known = _both(self.known, known)
        return [Block(whole.out, tuple(found))] if whole.breaks else found

    def ranged(self, node: ast.For, called: ast.Call) -> list[Stmt]:
        """A range: its ends are reckoned once."""
        assert isinstance(node.target, ast.Name)
        given = [self.value(one) for one in called.args]
        if called.keywords or not 1 <= len(given) <= 3:
            raise self.unfit(
                node, "this range is not in a kernel", "Write range(stop), range(start, stop) or with a step."
            )
        start, stop = (number(0), given[0]) if len(given) == 1 else given[:2]
        step = given[2] if len(given) == 3 else number(1)
        if step.type != "number" or not isinstance(step.number, int) or not step.number:
            raise self.unfit(node, "the step of a range is not known", "Write a number, or a while loop.")
        first, last = self.fit(start, "i32", node), self.fit(stop, "i32", node)
        local = self.local(node.target, "i32", exactly=True)
        before = self.known
        self.learn(local.name)
        counter = local if local.name in self.counters else Local("count", "i32")
        setup: list[Stmt] = [Set((counter,), (first,))]
        if not isinstance(last, Number):
            end = Local("end", "i32")
            setup = [Set((counter, end), (first, last))]
            last = Get("i32", end)
        turn = Turn(Label("out"), Label("on"))
        body = self.body(node.body, turn)
        self.known = before
        count = Get("i32", counter)
        if counter is not local:
            body = (Set((local,), (count,)), *body)
        more = Op("bool", "i32.lt_s" if step.number > 0 else "i32.gt_s", (count, last))
        stepped = Set((counter,), (Op("i32", "i32.add", (count, Number("i32", step.number))),))
        again = Label("again")
        loop = Loop(again, (*body, stepped, Jump(again, more)))
        return [*setup, Block(turn.out, (If(more, (loop,), ()),))]

    # Expressions

    def meant(self, node: ast.expr) -> object:
        """What an expression names at the top of the module or in Python; `NotImplemented` for nothing such."""
        match node:
            case ast.Name(id=name) if name not in self.locals and name not in self.bound:
                found = self.kernel.named(self.source, name)
                plain = {"min": min, "max": max, "abs": abs, "range": range, "len": len, "bool": bool}
                return plain.get(name, NotImplemented) if found is NotImplemented else found
            case ast.Tuple(elts=elts):
                values = [self.value(one) for one in elts]
                if all(one.type == "number" for one in values):
                    return tuple(one.number for one in values)
        return NotImplemented

    def value(self, node: ast.expr) -> Value:
        """An expression; its type is noted."""
        found = self._value(node)
        self.types[node] = found.type
        return found

    def _value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=bool() as truth):
                return Value("bool", Number("bool", int(truth)))
            case ast.Constant(value=int() | float() as plain):
                return number(plain)
            case ast.Name():
                return self.name(node)
            case ast.Subscript():
                return self.cell(node)
            case ast.UnaryOp():
                return self.unary(node)
            case ast.BinOp():
                return self.binary(node, self.value(node.left), node.op, self.value(node.right))
            case ast.Compare():
                return self.compared(node)
            case ast.BoolOp():
                return self.joined(node, strict=True)
            case ast.IfExp():
                return self.either(node)
            case ast.Call():
                return self.call(node)
        raise self.unfit(
            node, f"`{_first(node)}` is not in a kernel", INSTEAD.get(type(node).__name__, "See the README.")
        )

    def name(self, node: ast.Name) -> Value:
        """A variable, or a number of the module."""
        if node.id in self.bound:
            return self.bound[node.id]
        if node.id in self.locals:
            if self.known is not None and node.id not in self.known:
                raise self.unfit(node, f"{node.id} may have no value here", "Give it one on every way that leads here.")
            local = self.locals[node.id]
            return Value(local.type, Get(local.type, local))
        found = self.meant(node)
        if isinstance(found, bool):
            return Value("bool", Number("bool", int(found)))
        if isinstance(found, int | float):
            return number(found)
        if found is NotImplemented:
            raise self.unfit(
                node, f"{node.id} has no value here", "Give it one before, or say its number in the module."
            )
        raise self.unfit(node, f"{node.id} is no number", "Arrays are used by their cells, functions are called.")

    def kernel_array(self, node: ast.Subscript) -> Any:
        """The array of a cell."""
        found = self.meant(node.value)
        if not isinstance(found, array):
            raise self.unfit(
                node, f"{ast.unparse(node.value)} is no array of the module", "Make one there: array('i', ...)."
            )
        check_array(self.source, node, ast.unparse(node.value), found)
        return self.kernel.array(found, ast.unparse(node.value))

    def place(self, node: ast.Subscript) -> tuple[str, Expr]:
        """An array's name and the place in it."""
        if isinstance(node.slice, ast.Slice | ast.Tuple):
            raise self.unfit(node, "several cells at once are not in a kernel", "Write a loop over the places.")
        found = self.kernel_array(node)
        index = self.value(node.slice)
        if index.type == "number" and not 0 <= index.number < machine.room(found.values):
            most = machine.room(found.values)
            raise self.unfit(node, f"{found.name} has no place {index.number}", f"It has {most}, from 0 on.")
        return found.name, self.fit(index, "i32", node)

    def cell(self, node: ast.Subscript) -> Value:
        """A cell of an array, or a number of a tuple."""
        numbers = self.meant(node.value)
        if isinstance(numbers, tuple):
            index = self.value(node.slice)
            if index.type != "number" or not 0 <= index.number < len(numbers):
                raise self.unfit(node, "which number of the tuple is not known", "Make it an array: array('i', ...).")
            found = numbers[int(index.number)]
            if isinstance(found, int | float) and not isinstance(found, bool):
                return number(found)
            raise self.unfit(node, f"{ast.unparse(node)} is no number", "Tuples hold numbers here.")
        name, place = self.place(node)
        kind = CELLS[self.kernel_array(node).code].type
        return Value(kind, Load(kind, name, place))

    def unary(self, node: ast.UnaryOp) -> Value:
        """`not`, `-`, `+` and `~`."""
        if isinstance(node.op, ast.Not):
            test = self.test(node.operand)
            if isinstance(test, Number):
                return Value("bool", Number("bool", int(not test.value)))
            return Value("bool", Op("bool", "i32.eqz", (test,)))
        value = self.value(node.operand)
        if value.type == "number":
            if isinstance(node.op, ast.Invert):
                return number(~int(value.number))
            return number(-value.number if isinstance(node.op, ast.USub) else value.number)
        if value.type == "None":
            raise self.unfit(node, "nothing has no sign", "Call what gives a value.")
        kind: Type = "i32" if value.type == "bool" else value.node.type
        prefix = PREFIX[kind]
        if isinstance(node.op, ast.UAdd):
            return Value(kind, value.node, value.exact)
        if kind == "f64":
            if isinstance(node.op, ast.Invert):
                raise self.unfit(node, "~ of an f64", "Only i32 and u64 have bits.")
            return Value("f64", Op("f64", "f64.neg", (value.node,)))
        if isinstance(node.op, ast.USub):
            found = Op(kind, f"{prefix}.sub", (Number(kind, 0), value.node))
        else:
            found = Op(kind, f"{prefix}.xor", (value.node, Number(kind, TWO_64 - 1 if kind == "u64" else -1)))
        return Value(kind, found, kind != "u64")

    def binary(self, node: ast.AST, left: Value, op: ast.operator, right: Value) -> Value:
        """Two values joined."""
        if left.type == right.type == "number":
            if type(op) not in FOLD:
                raise self.unfit(node, "these numbers cannot be joined so", "Write the number.")
            try:
                return number(FOLD[type(op)](left.number, right.number))
            except (TypeError, ValueError, ArithmeticError) as wrong:
                raise self.unfit(node, f"these numbers cannot be joined: {wrong}", "Write the number meant.") from None
        if isinstance(op, ast.LShift | ast.RShift):
            return self.shifted(node, left, op, right)
        kind, one, other = self.alike(node, left, right)
        prefix, both = PREFIX[kind], left.exact and right.exact
        if isinstance(op, ast.Div):
            if kind != "f64":
                raise self.unfit(node, f"/ of {kind}", "Write // for whole numbers, or f64(a) / f64(b).")
            return Value("f64", Op("f64", "f64.div", (one, other)))
        if isinstance(op, ast.FloorDiv | ast.Mod):
            return self.divided(node, op, kind, one, other, both)
        if type(op) not in RING or (kind == "f64" and isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor)):
            raise self.unfit(node, f"`{_sign(op)}` of {kind} is not in a kernel", "Write it with + - * // and shifts.")
        bits = isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor)
        exact = kind != "u64" or (left.exact or right.exact if isinstance(op, ast.BitAnd) else both and bits)
        result: Type = "bool" if bits and left.type == right.type == "bool" else kind
        return Value(result, Op(result, f"{prefix}.{RING[type(op)]}", (one, other)), exact)

    def alike(self, node: ast.AST, left: Value, right: Value) -> tuple[Type, Expr, Expr]:
        """Both as one type, exact or not."""
        if left.type == right.type == "number":
            kind: Type = "f64" if isinstance(left.number + right.number, float) else "i32"
        else:
            kind = right.node.type if left.type == "number" else left.node.type
        kind = "i32" if kind == "bool" else kind
        if "None" in (left.type, right.type):
            raise self.unfit(node, "nothing has no value", "Call what gives one.")
        pair = [
            self.fit(one, kind, node, any_bits=True) if one.type in ("number", "bool") else one.node
            for one in (left, right)
        ]
        if pair[0].type != pair[1].type:
            raise self.unfit(
                node, f"{pair[0].type} with {pair[1].type}", "Make them one type: i32(...), u64(...) or f64(...)."
            )
        return kind, pair[0], pair[1]

    def shifted(self, node: ast.AST, left: Value, op: ast.operator, right: Value) -> Value:
        """A shift; its count is 0 to 31 for an i32, 0 to 63 for a u64."""
        base = self.fit(left, "i32", node) if left.type in ("number", "bool") else left.node
        kind = base.type
        if kind not in ("i32", "u64"):
            raise self.unfit(node, f"a shift of {kind}", "Only i32 and u64 are shifted.")
        bits = 64 if kind == "u64" else 32
        if right.type == "number" and not 0 <= right.number < bits:
            raise self.unfit(node, f"a shift by {right.number}", f"{kind} is shifted by 0 to {bits - 1}.")
        count = self.fit(right, "i32", node)
        if kind == "u64":
            count = Op("u64", "i64.extend_i32_u", (count,))
        prefix = PREFIX[kind]
        if isinstance(op, ast.LShift):
            return Value(kind, Op(kind, f"{prefix}.shl", (base, count)), kind != "u64")
        self.check_exact(node, left, ">>")
        return Value(kind, Op(kind, f"{prefix}.shr_{'u' if kind == 'u64' else 's'}", (base, count)))

    def check_exact(self, node: ast.AST, value: Value, use: str) -> None:
        """Raises `Unfit` for a u64 that is true modulo 2**64 only."""
        if not value.exact:
            raise self.unfit(
                node, f"this u64 may have left 64 bits before {use}", "Put it under an & first: (...) & ALL."
            )

    def divided(self, node: ast.AST, op: ast.operator, kind: Type, one: Expr, other: Expr, exact: bool) -> Value:
        """`//` and `%`, which round down, as in Python."""
        if kind == "f64":
            raise self.unfit(node, f"`{_sign(op)}` of f64", "Divide by /, or reckon with i32.")
        if not exact:
            self.check_exact(node, Value(kind, one, False), "a division")
        whole = isinstance(op, ast.FloorDiv)
        divisor = other.value if isinstance(other, Number) else None
        if divisor == 0:
            raise self.unfit(node, "a division by 0", "Divide by something else.")
        if isinstance(divisor, int) and divisor > 0 and not divisor & (divisor - 1):
            prefix, power = PREFIX[kind], divisor.bit_length() - 1
            if not whole:
                return Value(kind, Op(kind, f"{prefix}.and", (one, Number(kind, divisor - 1))))
            name = f"{prefix}.shr_{'u' if kind == 'u64' else 's'}"
            return Value(kind, Op(kind, name, (one, Number(kind, power))))
        if kind == "u64":
            return Value(kind, Op(kind, "i64.div_u" if whole else "i64.rem_u", (one, other)))
        return Value("i32", Call("i32", "//" if whole else "%", (one, other)))

    def compared(self, node: ast.Compare) -> Value:
        """A comparison, or a chain of them: each value once, and none behind the first that fails."""
        if any(type(op) not in ORDER for op in node.ops):
            raise self.unfit(node, f"`{ast.unparse(node)}` is not in a kernel", "Compare by == != < <= > >=.")
        values = [self.value(one) for one in (node.left, *node.comparators)]
        if all(one.type == "number" for one in values):
            pairs = zip(values, node.ops, values[1:], strict=False)
            truth = all(FOLD[type(op)](a.number, b.number) for a, op, b in pairs)
            return Value("bool", Number("bool", int(truth)))
        first: list[Stmt] = []
        if len(values) > 2:
            for place, one in enumerate(values[1:-1], 1):
                if one.type != "number" and not _plain(one.node):
                    if any(_risky(other.node) for other in values[2:]):
                        raise self.unfit(
                            node, "a chain of comparisons with calls or cells inside", "Keep them in variables."
                        )
                    held = Local("held", one.node.type)
                    self.check_exact(node, one, "a comparison")
                    first.append(Set((held,), (one.node,)))
                    values[place] = Value(one.type, Get(one.node.type, held))
            if first and not _plain(values[0].node) and _calls(values[0].node):
                raise self.unfit(node, "a chain of comparisons with calls inside", "Keep them in variables.")
        found = [self.ordered(node, a, op, b) for a, op, b in zip(values, node.ops, values[1:], strict=False)]
        whole: Expr = found[-1]
        for one_test in reversed(found[:-1]):
            whole = Pick("bool", one_test, whole, Number("bool", 0))
        return Value("bool", Inner("bool", Label("chain"), tuple(first), whole) if first else whole)

    def ordered(self, node: ast.AST, left: Value, op: ast.cmpop, right: Value) -> Expr:
        """One comparison; u64 without a sign."""
        if left.type == right.type == "number":
            return Number("bool", int(FOLD[type(op)](left.number, right.number)))
        for one in (left, right):
            self.check_exact(node, one, "a comparison")
        kind, one_node, other = self.alike(node, left, right)
        for value in (left, right):
            if value.type == "number":
                self.fit(value, kind, node)
        name = ORDER[type(op)]
        sign = "" if name in ("eq", "ne") or kind == "f64" else "_u" if kind == "u64" else "_s"
        return Op("bool", f"{PREFIX[kind]}.{name}{sign}", (one_node, other))

    def joined(self, node: ast.BoolOp, strict: bool) -> Value:
        """`and` and `or`; as a value (`strict`) of bools only, because Python gives one of the operands."""
        tests = []
        for one in node.values:
            if strict and self.value(one).type != "bool":
                raise self.unfit(one, "`and` or `or` of what is no bool", "Compare: (x != 0) and (y != 0).")
            tests.append(self.test(one))
        whole = tests[-1]
        for test in reversed(tests[:-1]):
            if isinstance(node.op, ast.And):
                whole = Pick("bool", test, whole, Number("bool", 0))
            else:
                whole = Pick("bool", test, Number("bool", 1), whole)
        return Value("bool", _settled(whole))

    def test(self, node: ast.expr) -> Expr:
        """Whether an expression holds: 0 or 1."""
        if isinstance(node, ast.BoolOp):
            return self.joined(node, strict=False).node
        value = self.value(node)
        if value.type == "number":
            return Number("bool", int(bool(value.number)))
        if value.type == "bool":
            return value.node
        if value.type == "None":
            raise self.unfit(node, "nothing has no truth", "Call what gives a value.")
        self.check_exact(node, value, "a test")
        kind = value.node.type
        return Op("bool", f"{PREFIX[kind]}.ne", (value.node, Number(kind, 0)))

    def either(self, node: ast.IfExp) -> Value:
        """One of two values."""
        test = self.test(node.test)
        if isinstance(test, Number):
            return self.value(node.body if test.value else node.orelse)
        yes, no = self.value(node.body), self.value(node.orelse)
        if yes.type == no.type == "bool":
            return Value("bool", Pick("bool", test, yes.node, no.node))
        kind, one, other = self.alike(node, yes, no)
        exact = all(self.fit_number(value, kind)[1] if value.type == "number" else value.exact for value in (yes, no))
        return Value(kind, Pick(kind, test, one, other), exact)

    def call(self, node: ast.Call) -> Value:
        """A call of a function of the kernel, or of a word."""
        if node.keywords or any(isinstance(one, ast.Starred) for one in node.args):
            raise self.unfit(node, "an argument by name", "Give the arguments in order.")
        if isinstance(node.func, ast.Attribute):
            return self.method(node, node.func)
        name = ast.unparse(node.func)
        if name in ("i32", "u64", "f64") and self.meant(node.func) in (int, float):
            return self.converted(node, name)
        called = self.meant(node.func)
        if called is len and len(node.args) == 1:
            found = self.meant(node.args[0])
            if isinstance(found, machine.Deferred):
                raise self.unfit(node, f"{ast.unparse(node.args[0])} takes its cells later", "Name the number of them.")
            if isinstance(found, array | tuple):
                return number(len(found))
        given = [self.value(one) for one in node.args]
        if called in (min, max) and len(given) > 1:
            return self.least(node, given, called is max)
        if called is abs and len(given) == 1:
            return self.absolute(node, given[0])
        if called is machine.ctz and len(given) == 1:
            return Value("i32", Op("i32", "i32.wrap_i64", (Op("u64", "i64.ctz", (self.fit(given[0], "u64", node),)),)))
        if called is machine.f32 and len(given) == 1:
            less = Op("f64", "f32.demote_f64", (self.fit(given[0], "f64", node),))
            return Value("f64", Op("f64", "f64.promote_f32", (less,)))
        if called is math.sqrt and len(given) == 1:
            return Value("f64", Op("f64", "f64.sqrt", (self.fit(given[0], "f64", node),)))
        if not isinstance(called, FunctionType):
            raise self.unfit(
                node, f"{name}(...) is not in a kernel", "Call functions of the module and the machine's words."
            )
        return self.own_call(node, called, given)

    def own_call(self, node: ast.Call, called: FunctionType, given: list[Value]) -> Value:
        """A call of a function of the kernel."""
        if called.__module__ == machine.__name__:
            raise self.unfit(node, f"{called.__name__} is not used so", "See the README.")
        signature = self.kernel.function(called)
        if len(given) != len(signature.params):
            raise self.unfit(node, f"{signature.name} takes {len(signature.params)} values", "Give it so many.")
        self.called.append(signature)
        pairs = zip(given, signature.params, strict=True)
        found = tuple(self.fit(one, kind, node) for one, (_, kind) in pairs)
        return Value(signature.type, Call(signature.type, signature.name, found))

    def method(self, node: ast.Call, named: ast.Attribute) -> Value:
        """The two methods of masks."""
        if named.attr not in ("bit_count", "bit_length") or node.args:
            raise self.unfit(node, f"`{ast.unparse(node)}` is not in a kernel", INSTEAD["Attribute"])
        value = self.value(named.value)
        if value.type == "number" and isinstance(value.number, int):
            return number(value.number.bit_count() if named.attr == "bit_count" else value.number.bit_length())
        if value.type != "u64":
            raise self.unfit(node, f".{named.attr}() of {value.type}", f"Masks have it: u64(...).{named.attr}().")
        mask = self.fit(value, "u64", node)
        if named.attr == "bit_count":
            return Value("i32", Op("i32", "i32.wrap_i64", (Op("u64", "i64.popcnt", (mask,)),)))
        zeros = Op("i32", "i32.wrap_i64", (Op("u64", "i64.clz", (mask,)),))
        return Value("i32", Op("i32", "i32.sub", (Number("i32", 64), zeros)))

    def converted(self, node: ast.Call, name: str) -> Value:
        """A value as another type. An i32 made a u64 is not negative, a u64 made an i32 is below 2**31."""
        if len(node.args) != 1:
            raise self.unfit(node, f"{name} of nothing", "Give it one value.")
        value = self.value(node.args[0])
        kind: Type = "i32" if name == "i32" else "u64" if name == "u64" else "f64"
        if value.type == "number":
            plain = value.number
            return Value(kind, self.fit(number(float(plain) if name == "f64" else int(plain)), kind, node))
        if value.type == "None":
            raise self.unfit(node, f"{name} of nothing", "Call what gives a value.")
        self.check_exact(node, value, f"{name}(...)")
        known: Type = "i32" if value.type == "bool" else value.node.type
        if known == kind:
            return Value(kind, _typed(value.node, kind))
        one = {
            ("u64", "i32"): "i32.wrap_i64",
            ("f64", "i32"): "i32.trunc_f64_s",
            ("i32", "u64"): "i64.extend_i32_u",
            ("f64", "u64"): "i64.trunc_f64_u",
            ("i32", "f64"): "f64.convert_i32_s",
            ("u64", "f64"): "f64.convert_i64_u",
        }[known, kind]
        return Value(kind, Op(kind, one, (value.node,)))

    def least(self, node: ast.Call, given: list[Value], most: bool) -> Value:
        """`min` and `max`; of equal ones the first, as in Python."""
        whole = given[0]
        for other in given[1:]:
            if whole.type == other.type == "number":
                pick = max if most else min
                whole = number(pick(whole.number, other.number))
                continue
            for one in (whole, other):
                self.check_exact(node, one, "a comparison")
            kind, left, right = self.alike(node, whole, other)
            for one in (whole, other):
                if one.type == "number":
                    self.fit(one, kind, node)
            held = (Local("one", kind), Local("other", kind))
            one_, other_ = Get(kind, held[0]), Get(kind, held[1])
            sign = "" if kind == "f64" else "_u" if kind == "u64" else "_s"
            test = Op("bool", f"{PREFIX[kind]}.{'gt' if most else 'lt'}{sign}", (other_, one_))
            pick_ = Pick(kind, test, other_, one_)
            whole = Value(kind, Inner(kind, Label("least"), (Set(held, (left, right)),), pick_))
        return whole

    def absolute(self, node: ast.Call, given: Value) -> Value:
        """`abs`."""
        if given.type == "number":
            return number(abs(given.number))
        kind: Type = "f64" if given.type == "f64" else "i32"
        value = self.fit(given, kind, node)
        if kind == "f64":
            return Value(kind, Op(kind, "f64.abs", (value,)))
        held = Local("held", kind)
        got = Get(kind, held)
        test = Op("bool", "i32.lt_s", (got, Number(kind, 0)))
        pick = Pick(kind, test, Op(kind, "i32.sub", (Number(kind, 0), got)), got)
        return Value(kind, Inner(kind, Label("abs"), (Set((held,), (value,)),), pick))

    def fit_number(self, value: Value, kind: Type) -> tuple[Expr | None, bool]:
        """A number of the source as a type, None where it does not fit; and whether it is exact."""
        plain = value.number
        if kind == "f64":
            fits = isinstance(plain, float) or plain == float(plain)
            return (Number(kind, float(plain)) if fits else None), True
        if isinstance(plain, float):
            return None, True
        if kind == "u64":
            return (Number(kind, plain % TWO_64) if -TWO_64 < plain < TWO_64 else None), plain >= 0
        if kind == "i32":
            return (Number(kind, plain) if -TWO_31 <= plain < TWO_31 else None), True
        return None, True

    def fit(self, value: Value, kind: Type, node: ast.AST, any_bits: bool = False) -> Expr:
        """The value as this type; raises `Unfit` for another one, and for one that may have left its bits."""
        if value.type == "number":
            found, exact = self.fit_number(value, kind)
            if found is None:
                raise self.unfit(node, f"{value.number} is no {kind}", f"Say a number that {kind} holds.")
            value = Value(kind, found, exact)
        elif value.type == "bool" and kind == "i32":
            return _typed(value.node, "i32")
        if value.type != kind:
            instead = f"Write {kind}(...) around it." if kind in ("i32", "u64", "f64") else "Write a comparison."
            raise self.unfit(node, f"{value.type} where {kind} is wanted", instead)
        if not any_bits:
            self.check_exact(node, value, "it is kept, handed on or returned")
        return value.node


def translate(kernel: Kernel) -> list[Function]:
    """Every function that the exports reach, in the order in which they were reached."""
    made: dict[str, Function] = {}
    waiting = [
        kernel.function(found)
        for name in kernel.exports
        if isinstance(found := kernel.named(kernel.source, name), FunctionType)
    ]
    while waiting:
        signature = waiting.pop(0)
        if signature.name not in made:
            one = Translator(kernel, signature)
            made[signature.name] = one.function()
            waiting += one.called
    return list(made.values())


def _first(node: ast.AST) -> str:
    return ast.unparse(node).splitlines()[0]


def _sign(op: ast.operator) -> str:
    return ast.unparse(ast.BinOp(ast.Name("a"), op, ast.Name("b")))[2:-2]


def _both(one: Known, other: Known) -> Known:
    """What is known where two ways meet."""
    return other if one is None else one if other is None else one & other


def _plain(node: Expr) -> bool:
    """Whether it is worth the same if reckoned again, and costs nothing."""
    return isinstance(node, Number | Get)


def _calls(node: Expr) -> bool:
    return any(isinstance(one, Call) for one in walk((node,)))


def _risky(node: Expr) -> bool:
    """Whether reckoning it may do something or fail."""
    return any(isinstance(one, Call | Load) for one in walk((node,)))


def _typed(node: Expr, kind: Type) -> Expr:
    """A bool as an i32: the same bits."""
    if node.type == kind:
        return node
    return replace(node, type=kind)


def _settled(test: Expr) -> Expr:
    """A test without what is known already."""
    if isinstance(test, Pick):
        yes, no = _settled(test.yes), _settled(test.no)
        if isinstance(test.test, Number):
            return yes if test.test.value else no
        return Pick(test.type, test.test, yes, no)
    return test


def _plain_counters(node: ast.FunctionDef) -> frozenset[str]:
    """The names that only `for` gives values, not one inside another: the loop can count in the variable itself."""
    given: dict[str, int] = {arg.arg: 1 for arg in node.args.args}
    loops: set[str] = set()

    def visit(one: ast.AST, inside: frozenset[str]) -> None:
        match one:
            case ast.For(target=ast.Name(id=name)):
                loops.add(name)
                if name in inside:
                    given[name] = 1
                inside |= {name}
                for below in (*one.body, *one.orelse):
                    visit(below, inside)
                return
            case ast.Name(id=name, ctx=ast.Store()):
                given[name] = 1
        for child in ast.iter_child_nodes(one):
            visit(child, inside)

    visit(node, frozenset())
    return frozenset(loops - set(given))
