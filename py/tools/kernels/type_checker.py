"""Check the types of a kernel's functions, and refuse code that would behave differently once compiled.

Each function becomes a typed tree (`typed_tree`). Errors are added to the kernel's list of errors, so that all of them
can be reported together.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import Final

from chowk.engine.kernel import types
from tools.kernels import typed_tree as typed
from tools.kernels.diagnostics import SourceError
from tools.kernels.expression_checker import ERROR, Assigned, ExpressionChecker, Value, constant, known_truth
from tools.kernels.ir import ELEMENT_TYPES, Local, Type
from tools.kernels.loader import Kernel, Signature, parse_type

MAX_TURNS: Final = 4096
"""Maximum number of iterations of an unrolled loop, or of all iterations of nested unrolled loops together."""


@dataclass(slots=True)
class LoopState:
    """A loop that is being checked: the variables that have values at each `break` and each `continue`."""

    breaks: list[Assigned] = field(default_factory=list)
    continues: list[Assigned] = field(default_factory=list)


class TypeChecker(ExpressionChecker):
    """Checker of the statements of one kernel function. It knows which variables have values at each point."""

    def __init__(self, kernel: Kernel, signature: Signature) -> None:
        super().__init__(kernel, signature)
        self.params = tuple(self.locals.values())
        self.loops: list[LoopState] = []
        self.enclosing_turns = 1
        """The product of the iteration counts of the enclosing unrolled loops."""
        self.direct_counters = _direct_counters(signature.node)

    def function(self) -> typed.Function:
        """Check the function and return its typed tree. Errors are reported to the kernel."""
        try:
            body = self.block(self.signature.node.body)
        except RecursionError:
            body, self.assigned = (), None
            self.report(self.error(self.signature.node, "an expression is nested too deeply", "Write it in parts."))
        if self.assigned is not None and self.signature.type not in ("None", None):
            self.report(
                self.error(
                    self.signature.node, f"{self.signature.name} may end without a result", "Return one at its end."
                )
            )
        return typed.Function(self.signature.name, self.params, self.signature.type or "None", body)

    # Statements

    def block(self, body: Sequence[ast.stmt]) -> tuple[typed.Stmt, ...]:
        """Check a list of statements and return their trees, without statements that control never reaches."""
        result: list[typed.Stmt] = []
        for node in body:
            if self.assigned is None:
                break
            try:
                result += self.statement(node)
            except SourceError as error:
                self.report(error)
                if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
                    self.declare_faulty(node)
        return tuple(result)

    def statement(self, node: ast.stmt) -> list[typed.Stmt]:
        """Check a statement and return its trees, none if it does nothing."""
        match node:
            case ast.Pass() | ast.Assert() | ast.Expr(value=ast.Constant()):
                return []
            case ast.Expr(value=ast.Call()):
                return [typed.Evaluate(self.value(node.value).tree)]
            case ast.Return():
                return self.return_(node)
            case ast.AnnAssign(target=ast.Name()):
                return self.declaration(node)
            case ast.Assign(targets=[ast.Tuple() as target], value=ast.Tuple() as value):
                return self.tuple_assignment(target, value)
            case ast.Assign(targets=[ast.Name() | ast.Subscript() as target]):
                return self.assignment(target, node.value, self.value(node.value))
            case ast.AugAssign():
                return self.augmented_assignment(node)
            case ast.If():
                return self.if_(node)
            case ast.While(orelse=[]):
                return self.while_(node)
            case ast.For(orelse=[], target=ast.Name()):
                return self.for_(node)
            case ast.Break() | ast.Continue():
                return self.break_or_continue(node)
        self.declare_faulty(node)
        raise self.unsupported(node)

    def declare_faulty(self, node: ast.AST) -> None:
        """Record that all names that a statement binds are variables of unknown type.

        Their uses then cause no further errors.
        """
        for descendant in ast.walk(node):
            match descendant:
                case ast.Name(id=name, ctx=ast.Store()) | ast.FunctionDef(name=name):
                    self.mark_faulty(name)

    def return_(self, node: ast.Return) -> list[typed.Stmt]:
        """Check a `return` statement."""
        expected = self.signature.type
        value = None if node.value is None else self.value(node.value)
        self.assigned = None
        if expected is None:
            return []
        if (value is None) != (expected == "None"):
            place = node.value or node
            raise self.error(
                place, f"{self.signature.name} returns {expected}", "Return that, or change the annotation."
            )
        if value is None or node.value is None:
            return [typed.Return(None)]
        return [typed.Return(self.fit(value, expected, node.value))]

    def declaration(self, node: ast.AnnAssign) -> list[typed.Stmt]:
        """Check a declaration, `NAME: TYPE` or `NAME: TYPE = VALUE`."""
        assert isinstance(node.target, ast.Name)
        try:
            kind = parse_type(self.source, node, node.annotation)
            self.local(node.target, kind, strict=True)
        except SourceError as error:
            self.report(error)
            self.mark_faulty(node.target.id)
            return []
        return [] if node.value is None else self.assignment(node.target, node.value, self.value(node.value))

    def local(self, node: ast.Name, kind: Type, strict: bool = False) -> Local:
        """Return the local variable with this name. If it is new, create it with this type.

        If `strict` is set, raise an error for a variable of another type.
        """
        if node.id in self.unrolled_values:
            raise self.error(node, f"{node.id} is the variable of an unrolled loop", "Take another name.")
        local = self.locals.setdefault(node.id, Local(node.id, kind))
        if strict and local.type != kind:
            raise self.error(
                node, f"{node.id} is {local.type} elsewhere in this function", "A variable keeps its type."
            )
        return local

    def assignment(self, target: ast.expr, place: ast.AST, value: Value) -> list[typed.Stmt]:
        """Check the assignment of a value to a variable or an array element.

        `place` is the node of the value, for errors.
        """
        if isinstance(target, ast.Subscript):
            entry, index = self.index(target)
            kind = ELEMENT_TYPES[entry.code].type
            return [typed.AssignElement(entry.name, index, self.fit(value, kind, place))]
        if not isinstance(target, ast.Name):
            self.declare_faulty(target)
            raise self.error(target, f"{ast.unparse(target)} cannot be assigned", "Assign variables and elements.")
        if value.type in ("error", "None") or target.id in self.faulty:
            self.mark_faulty(target.id)
            if value.type == "None":
                raise self.error(place, "this call has no result", "Call a function that returns a value.")
            return []
        self.mark_assigned(target.id)
        local = self.local(target, self.initial_type(value))
        return [typed.Assign((local,), (self.fit(value, local.type, place),))]

    def initial_type(self, value: Value) -> Type:
        """Return the type of a variable whose first assigned value is `value`."""
        if value.type == "number":
            return "f64" if isinstance(value.number, float) else "i32"
        return value.tree.type

    def tuple_assignment(self, target: ast.Tuple, source: ast.Tuple) -> list[typed.Stmt]:
        """Check an assignment such as `a, b = b, a`: all values are evaluated first, then assigned from the left."""
        values = [self.value(element) for element in source.elts]
        if len(values) != len(target.elts):
            self.declare_faulty(target)
            raise self.error(
                target, f"{len(values)} values for {len(target.elts)} targets", "Write one value for each target."
            )
        names = [element.id for element in target.elts if isinstance(element, ast.Name)]
        usable = all(value.type not in ("error", "None") for value in values) and not self.faulty & {*names}
        if usable and len({*names}) == len(target.elts):
            locals_, trees = [], []
            for element, place, value in zip(target.elts, source.elts, values, strict=True):
                assert isinstance(element, ast.Name)
                self.mark_assigned(element.id)
                locals_.append(self.local(element, self.initial_type(value)))
                trees.append(self.fit(value, locals_[-1].type, place))
            return [typed.Assign(tuple(locals_), tuple(trees))]
        temporaries: list[Local] = []
        trees = []
        assignments: list[typed.Stmt] = []
        for element, place, value in zip(target.elts, source.elts, values, strict=True):
            if value.type in ("error", "None"):
                try:
                    assignments += self.assignment(element, place, value)
                except SourceError as error:
                    self.report(error)
                continue
            kind = self.initial_type(value)
            if isinstance(element, ast.Subscript):
                kind = ELEMENT_TYPES[self.element_array(element).code].type
            temporaries.append(Local("held", kind))
            trees.append(self.fit(value, kind, place))
            temporary = Value(kind, typed.Variable(kind, temporaries[-1]))
            assignments += self.assignment(element, place, temporary)
        return [typed.Assign(tuple(temporaries), tuple(trees)), *assignments]

    def augmented_assignment(self, node: ast.AugAssign) -> list[typed.Stmt]:
        """Check an augmented assignment such as `+=`. The index of an array element is evaluated once."""
        if isinstance(node.target, ast.Name):
            name = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
            before, operand = self.value(name), self.value(node.value)
            self.mark_assigned(node.target.id)
            if ERROR in (before, operand):
                return []
            after = self.binary(node, before, node.op, operand)
            self.types[node] = after.type
            return self.assignment(node.target, node, after)
        if not isinstance(node.target, ast.Subscript):
            raise self.error(
                node.target, f"{ast.unparse(node.target)} cannot be assigned", "Assign variables and elements."
            )
        operand_node = node.value
        try:
            entry, index = self.index(node.target)
        except SourceError:
            self.value(operand_node)
            raise
        kind = ELEMENT_TYPES[entry.code].type
        operand = self.value(operand_node)
        if operand is ERROR:
            return []
        value = self.binary(node, Value(kind, typed.OldElement(kind)), node.op, operand)
        self.types[node] = value.type
        return [typed.UpdateElement(kind, entry.name, index, self.fit(value, kind, node))]

    def if_(self, node: ast.If) -> list[typed.Stmt]:
        """Check an `if` statement. If the test is a constant, the kernel contains only the chosen branch."""
        test = self.test(node.test)
        truth = known_truth(test)
        if truth is not None:
            return list(self.block(node.body if truth else node.orelse))
        before = self.assigned
        then, after_then = self.block(node.body), self.assigned
        self.assigned = before
        otherwise = self.block(node.orelse)
        self.assigned = _join(after_then, self.assigned)
        return [typed.If(test, then, otherwise)]

    def while_(self, node: ast.While) -> list[typed.Stmt]:
        """Check a `while` loop. Return no statement if its test is always false.

        If the test is always true, the statements after the loop are reached only by `break`. A variable then has a
        value after the loop only if it has one at every `break`.
        """
        test = self.test(node.test)
        truth = known_truth(test)
        if truth is False:
            return []
        before = self.assigned
        loop = LoopState()
        body = self.loop_body(node.body, loop)
        self.assigned = before
        if truth:
            self.assigned = None
            for assigned in loop.breaks:
                self.assigned = _join(self.assigned, assigned)
        return [typed.While(test, body)]

    def loop_body(self, nodes: list[ast.stmt], loop: LoopState) -> typed.LoopBody:
        """Check the body of a loop. Record in `loop` which variables have values at each `break` and `continue`."""
        self.loops.append(loop)
        body = self.block(nodes)
        self.loops.pop()
        return typed.LoopBody(body, bool(loop.continues))

    def break_or_continue(self, node: ast.Break | ast.Continue) -> list[typed.Stmt]:
        """Record which variables have values at a `break` or `continue`, and return its tree."""
        loop = self.loops[-1]
        (loop.breaks if isinstance(node, ast.Break) else loop.continues).append(self.assigned)
        self.assigned = None
        return [typed.Break() if isinstance(node, ast.Break) else typed.Continue()]

    def for_(self, node: ast.For) -> list[typed.Stmt]:
        """Check a `for` loop: over a range, over unrolled(...), or over a tuple of numbers."""
        assert isinstance(node.target, ast.Name)
        try:
            callee = self.resolve(node.iter.func) if isinstance(node.iter, ast.Call) else None
            if callee is types.unrolled and isinstance(node.iter, ast.Call):
                return self.unrolled(node, self.unrolled_turns(node.iter))
            if callee is range and isinstance(node.iter, ast.Call):
                return self.for_range(node, node.iter)
            numbers = self.resolve(node.iter)
            if isinstance(numbers, tuple) and all(isinstance(number, int | float) for number in numbers):
                return self.unrolled(node, [constant(number) for number in numbers])
            raise self.error(
                node.iter,
                f"a loop over {ast.unparse(node.iter)} is not supported in a kernel",
                "Loop over range(...), unrolled(...) or a tuple of numbers; "
                "for the bits of a mask: while mask: bit = ctz(mask); mask &= mask - 1",
            )
        except SourceError as error:
            self.report(error)
        before = self.assigned
        self.mark_faulty(node.target.id)
        self.loop_body(node.body, LoopState())
        self.assigned = before
        return []

    def unrolled_turns(self, call: ast.Call) -> list[Value]:
        """Return the values of the loop variable in `unrolled(COUNT)`: the numbers from 0 to COUNT - 1."""
        counts = self.operands(*call.args)
        if len(counts) != 1 or counts[0].type != "number" or not isinstance(counts[0].number, int):
            raise self.error(call, "the number of turns is not a constant", "Use range, or write a number.")
        return [constant(turn) for turn in range(min(counts[0].number, MAX_TURNS + 1))]

    def unrolled(self, node: ast.For, turns: list[Value]) -> list[typed.Stmt]:
        """Check the body of an unrolled loop once for each iteration, with the loop's variable as a constant."""
        assert isinstance(node.target, ast.Name)
        name = node.target.id
        if name in self.locals or name in self.unrolled_values:
            raise self.error(
                node.target, f"{name} is a variable already", "Give the variable of an unrolled loop a name of its own."
            )
        if self.enclosing_turns * len(turns) > MAX_TURNS:
            raise self.error(
                node.iter, "these are too many turns to unroll", f"Unroll at most {MAX_TURNS}, or use range."
            )
        self.enclosing_turns *= max(1, len(turns))
        bodies: list[typed.LoopBody] = []
        breaks: list[Assigned] = []
        for value in turns:
            if self.assigned is None:
                break
            self.unrolled_values[name] = value
            loop = LoopState(breaks)
            bodies.append(self.loop_body(node.body, loop))
            for assigned in loop.continues:
                self.assigned = _join(self.assigned, assigned)
            del self.unrolled_values[name]
        self.enclosing_turns //= max(1, len(turns))
        for assigned in breaks:
            self.assigned = _join(self.assigned, assigned)
        return [typed.Unrolled(tuple(bodies), bool(breaks))]

    def for_range(self, node: ast.For, call: ast.Call) -> list[typed.Stmt]:
        """Check a loop over a range. The ends of the range are evaluated once."""
        assert isinstance(node.target, ast.Name)
        if call.keywords or not 1 <= len(call.args) <= 3:
            raise self.error(call, "this range is not supported", "Write range(stop) or range(start, stop[, step]).")
        bounds = self.operands(*call.args)
        places: list[ast.expr] = call.args
        start, stop = (constant(0), bounds[0]) if len(bounds) == 1 else bounds[:2]
        first_place, last_place = (call, places[0]) if len(bounds) == 1 else places[:2]
        step = bounds[2] if len(bounds) == 3 else constant(1)
        if step.type != "number" or not isinstance(step.number, int) or not step.number:
            raise self.error(places[2], "the step of a range is not a constant", "Write a number, or a while loop.")
        self.fit(step, "i32", call)
        first, last = self.fit(start, "i32", first_place), self.fit(stop, "i32", last_place)
        if node.target.id in self.faulty:
            raise SourceError
        local = self.local(node.target, "i32", strict=True)
        before = self.assigned
        self.mark_assigned(local.name)
        body = self.loop_body(node.body, LoopState())
        self.assigned = before
        return [typed.ForRange(local, local.name in self.direct_counters, first, last, step.number, body)]


def check_types(kernel: Kernel) -> list[typed.Function]:
    """Check the exported functions and all that they call. Return the functions in the order of their discovery.

    Raises `CompileError` with all errors of the kernel.
    """
    functions: dict[str, typed.Function] = {}
    waiting = []
    for name in kernel.exports:
        value = kernel.lookup(kernel.source, name)
        if isinstance(value, FunctionType):
            try:
                waiting.append(kernel.signature(value))
            except SourceError as error:
                kernel.report(error)
    while waiting:
        signature = waiting.pop(0)
        if signature.name not in functions:
            checker = TypeChecker(kernel, signature)
            functions[signature.name] = checker.function()
            waiting += checker.callees
    kernel.check()
    return list(functions.values())


def _join(first: Assigned, second: Assigned) -> Assigned:
    """Return the variables that have values after two paths of control have met: those that have values on both."""
    return second if first is None else first if second is None else first & second


def _direct_counters(node: ast.FunctionDef) -> frozenset[str]:
    """Return the loop variables that can serve as the counters of their loops. Other loops get a hidden counter.

    A variable can serve if only `for` statements assign it, and if no loop over it is inside another loop over it.
    """
    others = {arg.arg for arg in node.args.args}
    loops: set[str] = set()

    def visit(node_inside: ast.AST, enclosing: frozenset[str]) -> None:
        match node_inside:
            case ast.For(target=ast.Name(id=name)):
                loops.add(name)
                if name in enclosing:
                    others.add(name)
                for statement in (*node_inside.body, *node_inside.orelse):
                    visit(statement, enclosing | {name})
                return
            case ast.Name(id=name, ctx=ast.Store()):
                others.add(name)
        for child in ast.iter_child_nodes(node_inside):
            visit(child, enclosing)

    visit(node, frozenset())
    return frozenset(loops - others)
