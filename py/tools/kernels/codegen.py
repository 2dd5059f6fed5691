"""Generate WebAssembly instructions from the intermediate representation, and put a module together.

The result is a `Module`, a value that `encoder` writes as bytes and `wat` as text.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from chowk.engine.kernel.types import Deferred, capacity
from tools.kernels.ir import (
    ELEMENT_TYPES,
    Block,
    BlockValue,
    Branch,
    BranchValue,
    Call,
    Conditional,
    Const,
    Evaluate,
    Expr,
    Function,
    GetLocal,
    If,
    Label,
    Load,
    Local,
    Loop,
    Op,
    Return,
    SetLocals,
    Stmt,
    Store,
    Type,
    never_falls_through,
    walk,
)

VALUE_TYPES: Final[Mapping[Type, str]] = {"i32": "i32", "bool": "i32", "u64": "i64", "f64": "f64", "None": ""}
"""The WebAssembly type of each type of the intermediate representation, or "" if there is no value."""
DECLARATION_ORDER: Final = ("f64", "i64", "i32")
"""The order in which local variables are declared, by type. Neighbours of the same type share a declaration."""
PAGE_BYTES: Final = 65536
"""Size in bytes of a memory page, the unit by which a WebAssembly memory grows."""
FIRST_ADDRESS: Final = 64
"""Lowest memory address at which an array may begin, in bytes."""
ALIGNMENT: Final = 64
"""Arrays begin at memory addresses that are multiples of this number of bytes."""
GAP: Final = re.compile(rb"\0{16,}|\A\0+|\0+\Z")
"""Pattern of zero bytes that are not written into the module: 16 or more, or any number at either end of an array."""
SECTION: Final = "chowk"
"""The name of the custom section of the module, which describes the exported arrays and numbers."""
Instruction: TypeAlias = tuple[str, int, int]
"""A WebAssembly instruction: its name and up to two immediate operands.

For loads and stores: alignment as a power of two, and offset. A `block`, `loop` or `if` has its type in the name:
`block i32`.
"""


@dataclass(frozen=True, slots=True)
class FunctionType:
    """The WebAssembly types of a function's parameters, and of its result if there is one."""

    params: tuple[str, ...]
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FunctionCode:
    """A function of a WebAssembly module. `locals` are the parameters, then the other local variables."""

    name: str
    type: FunctionType
    locals: tuple[Local, ...]
    instructions: tuple[Instruction, ...]

    def local_names(self) -> tuple[str, ...]:
        """Return the names of the locals, each unique: a repeated name gets a number at its end."""
        suffixes: dict[str, int] = {}
        names = []
        for local in self.locals:
            name = local.name
            while name in suffixes:
                suffixes[local.name] += 1
                name = f"{local.name}.{suffixes[local.name]}"
            suffixes[name] = 0
            names.append(name)
        return tuple(names)


@dataclass(frozen=True, slots=True)
class Module:
    """A WebAssembly module. Its memory has `pages` pages at first and may grow to `max_pages`."""

    functions: tuple[FunctionCode, ...]
    exports: tuple[str, ...]
    pages: int
    max_pages: int
    data: tuple[tuple[int, bytes], ...]
    """The parts of the initial memory that are not zero: the address and the bytes of each."""
    layout: bytes
    """The content of the custom section: the exported arrays and numbers as JSON."""

    def types(self) -> list[FunctionType]:
        """Return the distinct types of the module's functions, in the order of their first use."""
        return list(dict.fromkeys(function.type for function in self.functions))


class Memory:
    """The placement of arrays in memory.

    Deferred arrays (arrays that take no memory until the host writes to them) come last, and the initial memory has no
    room for them. `addresses` has the address of the first byte of each array, by the array's name. `pages` and
    `max_pages` are as in `Module`: the sizes without and with the deferred arrays.
    """

    def __init__(self, arrays: Mapping[str, array[Any]]) -> None:
        self.arrays = arrays
        self.addresses: dict[str, int] = {}
        end, pages = FIRST_ADDRESS, list[int]()
        for deferred in (False, True):
            for name, values in arrays.items():
                if isinstance(values, Deferred) is deferred:
                    end += -end % ALIGNMENT
                    self.addresses[name] = end
                    end += values.itemsize * capacity(values)
            pages.append(-(-end // PAGE_BYTES))
        self.pages, self.max_pages = pages

    def data(self) -> list[tuple[int, bytes]]:
        """Return the parts of the initial memory that are not zero: the address and the bytes of each."""
        result = []
        for name, values in self.arrays.items():
            raw = values.tobytes()
            start = 0
            for stop, next_start in [*(gap.span() for gap in GAP.finditer(raw)), (len(raw), len(raw))]:
                if stop > start:
                    result.append((self.addresses[name] + start, raw[start:stop]))
                start = next_start
        return result


class FunctionGenerator:
    """Generator of the WebAssembly instructions of one function.

    `function_indices` has the index of each function by name.
    """

    def __init__(self, function: Function, memory: Memory, function_indices: Mapping[str, int]) -> None:
        self.function, self.memory, self.function_indices = function, memory, function_indices
        self.instructions: list[Instruction] = []
        self.labels: list[Label | None] = []
        """The labels of the open blocks, the outermost first. The label is None if no branch leaves the block."""
        used = {local: None for node in walk(function.body) for local in _locals(node) if local not in function.params}
        others = sorted(used, key=lambda local: DECLARATION_ORDER.index(VALUE_TYPES[local.type]))
        self.locals = [*function.params, *others]
        self.local_indices = {local: index for index, local in enumerate(self.locals)}

    def generate(self) -> FunctionCode:
        """Return the WebAssembly function with its instructions."""
        function, body = self.function, self.function.body
        if body and isinstance(body[-1], Return):
            self.statements(body[:-1])
            if body[-1].value is not None:
                self.expression(body[-1].value)
        else:
            self.statements(body)
            if function.type != "None":
                self.add("unreachable")
        params = tuple(VALUE_TYPES[local.type] for local in function.params)
        results = () if function.type == "None" else (VALUE_TYPES[function.type],)
        kind = FunctionType(params, results)
        return FunctionCode(function.name, kind, tuple(self.locals), tuple(self.instructions))

    def add(self, name: str, first: int = 0, second: int = 0) -> None:
        """Append the instruction `name` with the operands `first` and `second`, or 0 where it has none.

        Setting and then getting the same local becomes a single `local.tee`.
        """
        if name == "local.get" and self.instructions and self.instructions[-1] == ("local.set", first, 0):
            self.instructions[-1] = ("local.tee", first, 0)
        else:
            self.instructions.append((name, first, second))

    def depth(self, label: Label) -> int:
        """Return the number of open blocks inside the block with this label.

        This number is the operand of a branch to the label.
        """
        return next(depth for depth, other in enumerate(reversed(self.labels)) if other is label)

    def open(self, label: Label | None, opening: str, kind: Type, body: tuple[Stmt, ...]) -> None:
        """Open a `block`, `loop` or `if`, and generate its statements, `body`. `close` ends it.

        `opening` is the name of the instruction, and `kind` the type of its result. Branches in the body name `label`.
        """
        self.add(f"{opening} {VALUE_TYPES[kind]}".rstrip())
        self.labels.append(label)
        self.statements(body)

    def close(self) -> None:
        """End the innermost open block."""
        self.labels.pop()
        self.add("end")

    def statements(self, body: tuple[Stmt, ...]) -> None:
        """Generate instructions for statements, but not for those that control can never reach."""
        for node in body:
            self.statement(node)
            if never_falls_through(node):
                break

    def statement(self, node: Stmt) -> None:
        """Generate instructions for a statement. They leave the operand stack as it was."""
        match node:
            case SetLocals(locals=names, values=values):
                for value in values:
                    self.expression(value)
                for name in reversed(names):
                    self.add("local.set", self.local_indices[name])
            case Store(array=name, index=index, value=value):
                offset = self.address(name, index)
                self.expression(value)
                element = ELEMENT_TYPES[self.memory.arrays[name].typecode]
                if element.store == "f32.store":
                    self.add("f32.demote_f64")
                self.add(element.store, element.size.bit_length() - 1, offset)
            case Evaluate(value=value):
                self.expression(value)
                if value.type != "None":
                    self.add("drop")
            case If(test=test, then=then, otherwise=otherwise):
                self.test(test)
                self.open(None, "if", "None", then)
                if otherwise:
                    self.add("else")
                    self.statements(otherwise)
                self.close()
            case Block(label=label, body=body):
                self.open(label, "block", "None", body)
                self.close()
            case Loop(label=label, body=body):
                self.open(label, "loop", "None", body)
                self.close()
            case Branch(label=label, test=None):
                self.add("br", self.depth(label))
            case Branch(label=label, test=test) if test is not None:
                self.test(test)
                self.add("br_if", self.depth(label))
            case BranchValue(label=label, value=value):
                self.expression(value)
                self.add("br", self.depth(label))
            case Return(value=value):
                if value is not None:
                    self.expression(value)
                self.add("return")

    def test(self, node: Expr) -> None:
        """Generate instructions for a condition. They may push any value other than 0 for true."""
        match node:
            case Op(name="i32.ne", operands=(operand, Const(value=0))):
                self.expression(operand)
            case _:
                self.expression(node)

    def expression(self, node: Expr) -> None:
        """Generate instructions for an expression. They push its value on the operand stack."""
        match node:
            case Const(type=kind, value=value):
                self.constant(kind, value)
            case GetLocal(local=local):
                self.add("local.get", self.local_indices[local])
            case Op(name="i64.eq" | "i32.eq" as name, operands=(operand, Const(value=0))):
                self.expression(operand)
                self.add(f"{name}z")
            case Op(name="select", operands=(then, otherwise, test)):
                self.expression(then)
                self.expression(otherwise)
                self.test(test)
                self.add("select")
            case Op(name=name, operands=operands):
                for operand in operands:
                    self.expression(operand)
                self.add(name)
            case Load(array=name, index=index):
                offset = self.address(name, index)
                element = ELEMENT_TYPES[self.memory.arrays[name].typecode]
                self.add(element.load, element.size.bit_length() - 1, offset)
                if element.load == "f32.load":
                    self.add("f64.promote_f32")
            case Call(function=name, arguments=arguments):
                for argument in arguments:
                    self.expression(argument)
                self.add("call", self.function_indices[name])
            case Conditional(type=kind, test=test, then=then, otherwise=otherwise):
                self.test(test)
                self.open(None, "if", kind, ())
                self.expression(then)
                self.add("else")
                self.expression(otherwise)
                self.close()
            case BlockValue():
                self.block_value(node)

    def block_value(self, node: BlockValue) -> None:
        """Generate instructions for statements that compute a value. They need a block only if a branch leaves them."""
        is_left = any(
            isinstance(descendant, BranchValue | Branch) and descendant.label is node.label
            for descendant in walk(node.body)
        )
        if is_left:
            self.open(node.label, "block", node.type, node.body)
        else:
            self.statements(node.body)
        if node.result is not None:
            self.expression(node.result)
        elif node.type != "None":
            self.add("unreachable")
        if is_left:
            self.close()

    def constant(self, kind: Type, value: int | float) -> None:
        """Generate the instruction for a constant. The immediate operand of an f64 is its 64 bits."""
        if kind == "f64":
            (bits,) = array("Q", array("d", (float(value),)).tobytes())
            self.add("f64.const", bits)
        elif kind == "u64":
            self.add("i64.const", int(value) - (1 << 64) if int(value) >> 63 else int(value))
        else:
            self.add("i32.const", int(value))

    def address(self, name: str, index: Expr) -> int:
        """Generate instructions for the variable part of an array element's address, and return the constant part.

        The instructions push the variable part, in bytes.
        """
        values = self.memory.arrays[name]
        if isinstance(index, Const):
            self.add("i32.const", 0)
            return self.memory.addresses[name] + values.itemsize * int(index.value)
        self.expression(index)
        if values.itemsize > 1:
            self.add("i32.const", values.itemsize.bit_length() - 1)
            self.add("i32.shl")
        return self.memory.addresses[name]


def generate(
    functions: list[Function],
    exports: Iterable[str],
    arrays: Mapping[str, array[Any]],
    exported_arrays: Mapping[str, array[Any]],
    numbers: Mapping[str, int | float],
) -> Module:
    """Return the WebAssembly module with these functions and arrays.

    `exports` are names of functions. `arrays` are all arrays that the functions use or the module exports, by name.
    `exported_arrays` and `numbers` are the arrays and the constants that the kernel exports, by name. The custom
    section of the module describes them.
    """
    memory = Memory(arrays)
    indices = {function.name: index for index, function in enumerate(functions)}
    entries = {
        name: (cells.typecode, memory.addresses[name], capacity(cells)) for name, cells in exported_arrays.items()
    }
    layout = json.dumps({"arrays": entries, "numbers": numbers}, separators=(",", ":")).encode()
    code = tuple(FunctionGenerator(function, memory, indices).generate() for function in functions)
    return Module(code, tuple(exports), memory.pages, memory.max_pages, tuple(memory.data()), layout)


def _locals(node: object) -> tuple[Local, ...]:
    match node:
        case SetLocals(locals=names):
            return names
        case GetLocal(local=local):
            return (local,)
    return ()
