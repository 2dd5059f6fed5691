"""Lower typed trees to the intermediate representation: operators become instructions, loops become branches.

Python's order of evaluation is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tools.kernels import ir
from tools.kernels import typed_tree as typed

PREFIXES: Final[dict[ir.Type, str]] = {"i32": "i32", "bool": "i32", "u64": "i64", "f64": "f64"}
"""The WebAssembly type for each type. The names of its instructions begin with this type."""
ARITHMETIC: Final = {"+": "add", "-": "sub", "*": "mul", "/": "div", "&": "and", "|": "or", "^": "xor"}
"""Name of the instruction for each arithmetic operator, without the type."""
COMPARISONS: Final = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"}
"""Name of the instruction for each comparison operator, without the type and sign."""
CONVERSIONS: Final = {
    ("u64", "i32"): "i32.wrap_i64",
    ("f64", "i32"): "i32.trunc_f64_s",
    ("i32", "u64"): "i64.extend_i32_u",
    ("f64", "u64"): "i64.trunc_f64_u",
    ("i32", "f64"): "f64.convert_i32_s",
    ("u64", "f64"): "f64.convert_i64_u",
}
"""The WebAssembly instruction for each conversion, by the old type and the new type."""


def lower(functions: Iterable[typed.Function]) -> list[ir.Function]:
    """Return the functions in the intermediate representation, followed by the functions for `//` and `%` of i32."""
    return [*(Lowering().function(function) for function in functions), *floor_division()]


def floor_division() -> tuple[ir.Function, ir.Function]:
    """Return the functions that compute `//` and `%` of i32 and round down, as Python does.

    WebAssembly's own instructions round towards 0.
    """
    a, b, rest_local = ir.Local("a", "i32"), ir.Local("b", "i32"), ir.Local("rest", "i32")
    dividend, divisor, remainder = (ir.GetLocal("i32", local) for local in (a, b, rest_local))
    set_rest = ir.SetLocals((rest_local,), (ir.Op("i32", "i32.rem_s", (dividend, divisor)),))
    zero = ir.Const("i32", 0)
    uneven = ir.Op("bool", "i32.ne", (remainder, zero))
    signs_differ = ir.Op("bool", "i32.lt_s", (ir.Op("i32", "i32.xor", (remainder, divisor)), zero))
    adjust = ir.Op("i32", "i32.and", (uneven, signs_differ))
    quotient = ir.Op("i32", "i32.sub", (ir.Op("i32", "i32.div_s", (dividend, divisor)), adjust))
    mask = ir.Op("i32", "i32.sub", (zero, adjust))
    modulo = ir.Op("i32", "i32.add", (remainder, ir.Op("i32", "i32.and", (divisor, mask))))
    return (
        ir.Function("//", (a, b), "i32", (set_rest, ir.Return(quotient))),
        ir.Function("%", (a, b), "i32", (set_rest, ir.Return(modulo))),
    )


class Lowering:
    """Converter of one function from the typed tree to the intermediate representation."""

    def __init__(self) -> None:
        self.loops: list[tuple[ir.Label, ir.Label]] = []
        """The enclosing loops, the innermost last.

        Each has two labels: after the loop, and at the end of one iteration.
        """
        self.old_element: ir.Expr | None = None
        """The expression for which an `OldElement` stands: the array element that is being updated."""

    def function(self, function: typed.Function) -> ir.Function:
        """Lower the whole function."""
        return ir.Function(function.name, function.params, function.type, self.statements(function.body))

    # Statements

    def statements(self, body: Iterable[typed.Stmt]) -> tuple[ir.Stmt, ...]:
        """Lower statements from the typed tree."""
        return tuple(result for node in body for result in self.statement(node))

    def statement(self, node: typed.Stmt) -> list[ir.Stmt]:
        """Lower a statement to one or several statements."""
        match node:
            case typed.Evaluate(value=value):
                return [ir.Evaluate(self.expression(value))]
            case typed.Assign(locals=names, values=values):
                return [ir.SetLocals(names, self.expressions(values))]
            case typed.AssignElement():
                return self.assign_element(node)
            case typed.UpdateElement():
                return self.update_element(node)
            case typed.Return(value=value):
                return [ir.Return(None if value is None else self.expression(value))]
            case typed.If(test=test, then=then, otherwise=otherwise):
                return [ir.If(self.expression(test), self.statements(then), self.statements(otherwise))]
            case typed.While():
                return self.while_(node)
            case typed.ForRange():
                return self.for_range(node)
            case typed.Unrolled():
                return self.unrolled(node)
            case typed.Break():
                return [ir.Branch(self.loops[-1][0])]
            case typed.Continue():
                return [ir.Branch(self.loops[-1][1])]

    def assign_element(self, node: typed.AssignElement) -> list[ir.Stmt]:
        """Lower an assignment to an array element.

        Python evaluates the value before the index, but WebAssembly's stack needs the index first. If a function call
        makes the order important, the value is computed first and held in a local.
        """
        value, index = self.expression(node.value), self.expression(node.index)
        may_interfere = _contains_call(value) or _contains_call(index)
        if may_interfere and not _is_simple(value) and not _is_simple(index):
            temporary = ir.Local("held", value.type)
            return [
                ir.SetLocals((temporary,), (value,)),
                ir.Store(node.array, index, ir.GetLocal(value.type, temporary)),
            ]
        return [ir.Store(node.array, index, value)]

    def update_element(self, node: typed.UpdateElement) -> list[ir.Stmt]:
        """Lower an update of an array element, `array[index] op= ...`. The index is evaluated once."""
        index = self.expression(node.index)
        first: list[ir.Stmt] = []
        if not _is_simple(index):
            temporary = ir.Local("index", "i32")
            first, index = [ir.SetLocals((temporary,), (index,))], ir.GetLocal("i32", temporary)
        self.old_element = ir.Load(node.type, node.array, index)
        return [*first, ir.Store(node.array, index, self.expression(node.value))]

    def while_(self, node: typed.While) -> list[ir.Stmt]:
        """Lower a `while` loop: one test before the first iteration, and another at the end of each iteration."""
        out, again = ir.Label("out"), ir.Label("again")
        test = self.expression(node.test)
        body = self.loop_body(node.body, out)
        if isinstance(test, ir.Const):
            return [ir.Block(out, (ir.Loop(again, (*body, ir.Branch(again))),))]
        return [ir.Block(out, (ir.If(test, (ir.Loop(again, (*body, ir.Branch(again, test))),), ()),))]

    def for_range(self, node: typed.ForRange) -> list[ir.Stmt]:
        """Lower a loop over a range.

        The end of the range is stored in a variable, unless it is a constant. A hidden variable counts the iterations,
        unless the loop's own variable can count them.
        """
        first, last = self.expression(node.start), self.expression(node.stop)
        counter = node.local if node.counts_directly else ir.Local("count", "i32")
        setup: list[ir.Stmt] = [ir.SetLocals((counter,), (first,))]
        if not isinstance(last, ir.Const):
            end = ir.Local("end", "i32")
            setup = [ir.SetLocals((counter, end), (first, last))]
            last = ir.GetLocal("i32", end)
        out, again = ir.Label("out"), ir.Label("again")
        body = self.loop_body(node.body, out)
        count = ir.GetLocal("i32", counter)
        if counter is not node.local:
            body = (ir.SetLocals((node.local,), (count,)), *body)
        test = ir.Op("bool", "i32.lt_s" if node.step > 0 else "i32.gt_s", (count, last))
        step = ir.SetLocals((counter,), (ir.Op("i32", "i32.add", (count, ir.Const("i32", node.step))),))
        loop = ir.Loop(again, (*body, step, ir.Branch(again, test)))
        return [*setup, ir.Block(out, (ir.If(test, (loop,), ()),))]

    def unrolled(self, node: typed.Unrolled) -> list[ir.Stmt]:
        """Lower an unrolled loop: its iterations follow one another without branches back."""
        out = ir.Label("out")
        turns = tuple(statement for turn in node.turns for statement in self.loop_body(turn, out))
        return [ir.Block(out, turns)] if node.has_break else list(turns)

    def loop_body(self, body: typed.LoopBody, out: ir.Label) -> tuple[ir.Stmt, ...]:
        """Lower a loop's body. `out` is the label to which a `break` branches.

        A body with a `continue` becomes a block, and `continue` branches to the block's end.
        """
        turn = ir.Label("turn")
        self.loops.append((out, turn))
        statements = self.statements(body.statements)
        self.loops.pop()
        return (ir.Block(turn, statements),) if body.has_continue else statements

    # Expressions

    def expressions(self, nodes: Iterable[typed.Expr]) -> tuple[ir.Expr, ...]:
        """Lower expressions from the typed tree."""
        return tuple(map(self.expression, nodes))

    def expression(self, node: typed.Expr) -> ir.Expr:
        """Lower an expression from the typed tree to WebAssembly operations."""
        match node:
            case typed.Constant(type=kind, value=value):
                return ir.Const(kind, value)
            case typed.Variable(type=kind, local=local):
                return ir.GetLocal(kind, local)
            case typed.Element(type=kind, array=array, index=index):
                return ir.Load(kind, array, self.expression(index))
            case typed.OldElement():
                assert self.old_element is not None, "stands in an UpdateElement only"
                return self.old_element
            case typed.Unary():
                return self.unary(node)
            case typed.Binary():
                return self.binary(node)
            case typed.Compare():
                return self.compare(node)
            case typed.MinMax():
                return self.min_max(node)
            case typed.Conditional(type=kind, test=test, then=then, otherwise=otherwise):
                return ir.Conditional(kind, *self.expressions((test, then, otherwise)))
            case typed.Convert():
                return self.convert(node)
            case typed.Call(type=kind, function=name, arguments=arguments):
                return ir.Call(kind, name, self.expressions(arguments))
            case typed.Let(type=kind, locals=names, values=values, body=body):
                first = tuple(
                    ir.SetLocals((name,), (self.expression(value),)) for name, value in zip(names, values, strict=True)
                )
                return ir.BlockValue(kind, ir.Label("let"), first, self.expression(body))

    def unary(self, node: typed.Unary) -> ir.Expr:
        """Lower an operator or function of one operand."""
        kind, operand = node.type, self.expression(node.operand)
        prefix = PREFIXES[kind]
        match node.op:
            case "not":
                return ir.Op("bool", "i32.eqz", (operand,))
            case "-" if kind == "f64":
                return ir.Op(kind, "f64.neg", (operand,))
            case "-":
                return ir.Op(kind, f"{prefix}.sub", (ir.Const(kind, 0), operand))
            case "~":
                return ir.Op(kind, f"{prefix}.xor", (operand, ir.Const(kind, (1 << 64) - 1 if kind == "u64" else -1)))
            case "abs" if kind == "i32":
                return self.absolute(operand)
            case "abs" | "sqrt":
                return ir.Op(kind, f"f64.{node.op}", (operand,))
            case "f32":
                return ir.Op("f64", "f64.promote_f32", (ir.Op("f64", "f32.demote_f64", (operand,)),))
            case "bit_length":
                return ir.Op("i32", "i32.sub", (ir.Const("i32", 64), _count(operand, "clz")))
            case "ctz":
                return _count(operand, "ctz")
            case _:
                return _count(operand, "popcnt")

    def absolute(self, operand: ir.Expr) -> ir.Expr:
        """Lower `abs` of an i32, for which WebAssembly has no instruction."""
        temporary = ir.Local("held", "i32")
        value = ir.GetLocal("i32", temporary)
        test = ir.Op("bool", "i32.lt_s", (value, ir.Const("i32", 0)))
        positive = ir.Conditional("i32", test, ir.Op("i32", "i32.sub", (ir.Const("i32", 0), value)), value)
        return ir.BlockValue("i32", ir.Label("abs"), (ir.SetLocals((temporary,), (operand,)),), positive)

    def binary(self, node: typed.Binary) -> ir.Expr:
        """Lower an arithmetic, bitwise or shift operator."""
        left, right = self.expression(node.left), self.expression(node.right)
        prefix, sign = PREFIXES[left.type], "u" if left.type == "u64" else "s"
        match node.op:
            case "<<" | ">>":
                if left.type == "u64":
                    right = ir.Op("u64", "i64.extend_i32_u", (right,))
                return ir.Op(node.type, f"{prefix}.{'shl' if node.op == '<<' else f'shr_{sign}'}", (left, right))
            case "//" | "%" if isinstance(right, ir.Const) and typed.is_power_of_two(right.value):
                divisor = int(right.value)
                if node.op == "%":
                    return ir.Op(node.type, f"{prefix}.and", (left, ir.Const(node.type, divisor - 1)))
                power = ir.Const(node.type, divisor.bit_length() - 1)
                return ir.Op(node.type, f"{prefix}.shr_{sign}", (left, power))
            case "//" | "%" if node.type == "i32":
                return ir.Call("i32", node.op, (left, right))
            case "//" | "%":
                return ir.Op(node.type, f"{prefix}.{'div' if node.op == '//' else 'rem'}_u", (left, right))
        return ir.Op(node.type, f"{prefix}.{ARITHMETIC[node.op]}", (left, right))

    def compare(self, node: typed.Compare) -> ir.Expr:
        """Lower a comparison. Comparisons of u64 are unsigned."""
        left, right = self.expression(node.left), self.expression(node.right)
        return ir.Op("bool", _comparison(node.op, left.type), (left, right))

    def min_max(self, node: typed.MinMax) -> ir.Expr:
        """Lower `min` or `max`. Equal operands give the left one, as in Python."""
        kind = node.type
        temporaries = (ir.Local("left", kind), ir.Local("right", kind))
        left, right = (ir.GetLocal(kind, local) for local in temporaries)
        test = ir.Op("bool", _comparison("<" if node.op == "min" else ">", kind), (right, left))
        first = ir.SetLocals(temporaries, (self.expression(node.left), self.expression(node.right)))
        return ir.BlockValue(kind, ir.Label(node.op), (first,), ir.Conditional(kind, test, right, left))

    def convert(self, node: typed.Convert) -> ir.Expr:
        """Lower a conversion to another type. A conversion of a bool to i32 needs no instruction."""
        operand = self.expression(node.operand)
        source: ir.Type = "i32" if operand.type == "bool" else operand.type
        if source == node.type:
            return replace(operand, type=node.type)
        return ir.Op(node.type, CONVERSIONS[source, node.type], (operand,))


def _comparison(op: str, kind: ir.Type) -> str:
    sign = "" if op in ("==", "!=") or kind == "f64" else "_u" if kind == "u64" else "_s"
    return f"{PREFIXES[kind]}.{COMPARISONS[op]}{sign}"


def _count(operand: ir.Expr, name: str) -> ir.Expr:
    """Return an expression that counts bits of a u64, with an i32 as its result.

    `name` is the name of the instruction without its type: `clz`, `ctz` or `popcnt`.
    """
    return ir.Op("i32", "i32.wrap_i64", (ir.Op("u64", f"i64.{name}", (operand,)),))


def _is_simple(node: ir.Expr) -> bool:
    """Return whether an expression may be evaluated twice, because this costs nothing and gives the same value."""
    return isinstance(node, ir.Const | ir.GetLocal)


def _contains_call(node: ir.Expr) -> bool:
    return any(isinstance(descendant, ir.Call) for descendant in ir.walk((node,)))
