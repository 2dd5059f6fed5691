"""Makes a kernel's trees quicker: small functions are written out where they are called, what is known is reckoned.

An engine keeps variables in registers and reckons nothing twice by itself; what it does not do is to look into the
functions that are called. Two thirds of what an optimiser of its own would win is won here.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from tools.kernels.tree import (
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
    Leave,
    Load,
    Local,
    Number,
    Op,
    Pick,
    Return,
    Set,
    Stmt,
    Store,
    Type,
    changed_all,
    size,
    walk,
)

SMALL: Final = 60
"""A function of no more nodes than this is written out wherever it is called."""
LARGE: Final = 400
"""One that is called at one place only is, up to this size."""
FULL: Final = 4000
"""A function that has grown to this size takes in no more."""
CHEAP: Final = 4
"""An operand of so many nodes is reckoned whether it is needed or not: that is quicker than to jump."""
BITS: Final[Mapping[Type, int]] = {"i32": 32, "bool": 32, "u64": 64}

WHOLE: Final[dict[str, Callable[[int, int], int]]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shl": lambda a, b: a << b,
    "shr_s": lambda a, b: a >> b,
    "shr_u": lambda a, b: a >> b,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt_s": lambda a, b: int(a < b),
    "le_s": lambda a, b: int(a <= b),
    "gt_s": lambda a, b: int(a > b),
    "ge_s": lambda a, b: int(a >= b),
    "lt_u": lambda a, b: int(a < b),
    "le_u": lambda a, b: int(a <= b),
    "gt_u": lambda a, b: int(a > b),
    "ge_u": lambda a, b: int(a >= b),
}
NOTHING: Final = {
    f"{kind}.{name}" for kind in ("i32", "i64") for name in ["add", "sub", "or", "xor", "shl", "shr_s", "shr_u"]
}
"""With a 0 on the right these do nothing."""
OPPOSITE: Final = {
    "eq": "ne",
    "ne": "eq",
    "lt_s": "ge_s",
    "ge_s": "lt_s",
    "gt_s": "le_s",
    "le_s": "gt_s",
    "lt_u": "ge_u",
    "ge_u": "lt_u",
    "gt_u": "le_u",
    "le_u": "gt_u",
}


def divisions() -> tuple[Function, Function]:
    """`//` and `%` of i32, which round down; the machine's own round towards 0."""
    a, b, rest = Local("a", "i32"), Local("b", "i32"), Local("rest", "i32")
    one, other, left = Get("i32", a), Get("i32", b), Get("i32", rest)
    keep: Stmt = Set((rest,), (Op("i32", "i32.rem_s", (one, other)),))
    zero = Number("i32", 0)
    uneven = Op("bool", "i32.ne", (left, zero))
    apart = Op("bool", "i32.lt_s", (Op("i32", "i32.xor", (left, other)), zero))
    less = Op("i32", "i32.and", (uneven, apart))
    quotient = Op("i32", "i32.sub", (Op("i32", "i32.div_s", (one, other)), less))
    rounded = Op("i32", "i32.add", (left, Op("i32", "i32.and", (other, Op("i32", "i32.sub", (zero, less))))))
    return (
        Function("//", (a, b), "i32", (keep, Return(quotient))),
        Function("%", (a, b), "i32", (keep, Return(rounded))),
    )


def improved(functions: Iterable[Function], exports: Iterable[str], arrays: Mapping[str, array[Any]]) -> list[Function]:
    """The functions that are still called, improved. `arrays` are those that nobody outside can write."""
    whole = {one.name: one for one in (*functions, *divisions())}
    written = {node.array for one in whole.values() for node in walk(one.body) if isinstance(node, Store)}
    work = Improver(whole, set(exports), {name: cells for name, cells in arrays.items() if name not in written})
    for name in list(whole):
        work.improve(name)
    return work.reached()


class Improver:
    """All functions of a kernel on their way."""

    def __init__(self, functions: dict[str, Function], exports: set[str], fixed: Mapping[str, array[Any]]) -> None:
        self.functions, self.exports, self.fixed = functions, exports, fixed
        self.calls = {name: _called(one) for name, one in functions.items()}
        self.times = {name: sum(some.count(name) for some in self.calls.values()) for name in functions}
        self.recursive = {name for name in functions if name in self.below(name)}
        self.done: set[str] = set()
        self.fresh: dict[tuple[str, Local], Local] = {}
        self.now = ""
        self.grown = 0

    def below(self, name: str) -> set[str]:
        """The functions that a function calls, directly or not."""
        found: set[str] = set()
        waiting = list(self.calls[name])
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += self.calls[one]
        return found

    def reached(self) -> list[Function]:
        """Those that the exports still need, in their old order."""
        needed = set(self.exports)
        waiting = list(self.exports)
        while waiting:
            for name in _called(self.functions[waiting.pop()]):
                if name not in needed:
                    needed.add(name)
                    waiting.append(name)
        return [one for name, one in self.functions.items() if name in needed]

    def improve(self, name: str) -> None:
        """A function, after those that it calls."""
        if name in self.done:
            return
        self.done.add(name)
        for other in self.calls[name]:
            self.improve(other)
        self.now, one = name, self.functions[name]
        self.grown = size(one.body)
        self.functions[name] = replace(one, body=changed_all(one.body, self.expression, self.statement))

    def expression(self, node: Expr) -> Expr:
        """An expression whose parts are improved."""
        if isinstance(node, Call) and self.fits(node.function):
            return self.written_out(node)
        if isinstance(node, Load) and node.array in self.fixed and isinstance(node.place, Number):
            return Number(node.type, self.fixed[node.array][int(node.place.value)])
        return simpler(node)

    def statement(self, node: Stmt) -> tuple[Stmt, ...]:
        """A statement whose parts are improved."""
        match node:
            case If(test=Number(value=truth), yes=yes, no=no):
                return yes if truth else no
            case If(test=Op(name="i32.eqz", given=(test,)), yes=yes, no=no) if no:
                return (If(test, no, yes),)
            case Jump(test=Number(value=truth), label=label):
                return (Jump(label),) if truth else ()
            case Do(value=Inner(type="None", label=label, body=body, result=None)):
                leaves = any(isinstance(one, Jump) and one.label is label for one in walk(body))
                return (Block(label, body),) if leaves else body
            case Set(locals=names, values=values) if all(
                isinstance(one, Get) and one.local is name for name, one in zip(names, values, strict=True)
            ):
                return ()
        return (node,)

    def fits(self, name: str) -> bool:
        """Whether a function is written out where it is called."""
        if name in self.recursive or name not in self.done:
            return False
        cost = size(self.functions[name].body)
        once = self.times[name] == 1 and name not in self.exports
        if cost > (LARGE if once else SMALL) or self.grown + cost > FULL:
            return False
        self.grown += cost
        return True

    def written_out(self, node: Call) -> Expr:
        """A call's function in its place: parameters that never change are what was given, if that is simple."""
        called = self.functions[node.function]
        given = {name for one in walk(called.body) if isinstance(one, Set) for name in one.locals}
        kept: dict[Local, Expr] = {}
        first: list[tuple[Local, Expr]] = []
        for param, value in zip(called.params, node.given, strict=True):
            if param not in given and isinstance(value, Number | Get):
                kept[param] = value
            else:
                first.append((self.renamed(param), value))
        out = Label(called.name)

        def change(one: Expr) -> Expr:
            if isinstance(one, Get):
                return kept.get(one.local) or Get(one.type, self.renamed(one.local))
            return self.expression(one)

        def also(one: Stmt) -> tuple[Stmt, ...]:
            if isinstance(one, Set):
                one = Set(tuple(map(self.renamed, one.locals)), one.values)
            if isinstance(one, Return):
                one = Jump(out) if one.value is None else Leave(out, one.value)
            return self.statement(one)

        body = changed_all(called.body, change, also)
        if first:
            body = (Set(tuple(name for name, _ in first), tuple(value for _, value in first)), *body)
        if called.type == "None":
            if body and body[-1] == Jump(out):
                body = body[:-1]
            return Inner("None", out, body, None)
        if isinstance(last := body[-1] if body else None, Leave) and last.label is out:
            if len(body) == 1:
                return last.value
            return Inner(called.type, out, body[:-1], last.value)
        return Inner(called.type, out, body, None)

    def renamed(self, local: Local) -> Local:
        """The variable that stands for a written out function's in the present one; wherever it is written out."""
        return self.fresh.setdefault((self.now, local), Local(local.name, local.type))


def simpler(node: Expr) -> Expr:
    """An expression that is worth the same and costs no more."""
    match node:
        case Op(given=(Number(value=int(a)), Number(value=int(b)))) if (found := _reckoned(node, a, b)) is not None:
            return Number(node.type, found)
        case Op(name="i32.eqz", given=(Number(value=a),)):
            return Number("bool", int(not a))
        case Op(name="i32.eqz", given=(Op(name=name, given=given),)) if name[4:] in OPPOSITE and name[0] == "i":
            return Op("bool", name[:4] + OPPOSITE[name[4:]], given)
        case Op(name="i64.extend_i32_u", given=(Number(value=int(a)),)) if a >= 0:
            return Number("u64", a)
        case Op(name="i32.wrap_i64", given=(Number(value=int(a)),)):
            return Number("i32", _wrapped("i32", a))
        case Op(name="i64.and", given=(one, Number(value=value))) if value == (1 << 64) - 1:
            return one
        case Op(name="i64.and", given=(Number(value=value), one)) if value == (1 << 64) - 1:
            return one
        case Op(name=name, given=(one, Number(value=0))) if name in NOTHING and one.type == node.type:
            return one
        case Op(name="i32.ne", given=(one, Number(value=0))) if one.type == "bool":
            return one
        case Pick(test=Number(value=truth), yes=yes, no=no):
            return yes if truth else no
        case Pick(type="bool", test=test, yes=yes, no=Number(value=0)) if _cheap(yes):
            return Op("bool", "i32.and", (test, yes))
        case Pick(type="bool", test=test, yes=Number(value=1), no=no) if _cheap(no):
            return Op("bool", "i32.or", (test, no))
        case Pick(type=kind, test=test, yes=yes, no=no) if _cheap(yes) and _cheap(no):
            return Op(kind, "select", (yes, no, test))
    return node


def _reckoned(node: Op, a: int, b: int) -> int | None:
    """What an instruction makes of two numbers; None where it is not known here."""
    prefix, _, name = node.name.partition(".")
    if prefix not in ("i32", "i64") or name not in WHOLE:
        return None
    if name.endswith("_u") and min(a, b) < 0:
        return None
    if name.startswith("sh") and not 0 <= b < BITS[node.type]:
        return None
    return _wrapped(node.type, WHOLE[name](a, b))


def _wrapped(kind: Type, value: int) -> int:
    """What the machine keeps of a number."""
    bits = BITS[kind]
    value &= (1 << bits) - 1
    return value - (1 << bits) if bits == 32 and value >> 31 else value


def _cheap(node: Expr) -> bool:
    """Whether it may be reckoned without need: it does nothing, cannot fail, and is little."""
    return size((node,)) <= CHEAP and all(
        isinstance(one, Number | Get) or (isinstance(one, Op) and not _fails(one.name)) for one in walk((node,))
    )


def _fails(name: str) -> bool:
    return name.partition(".")[2].startswith(("div", "rem", "trunc"))


def _called(one: Function) -> list[str]:
    return [node.function for node in walk(one.body) if isinstance(node, Call)]
