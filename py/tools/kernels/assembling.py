"""Writes a kernel's functions as WebAssembly: instructions, then the bytes of a module.

The form is that of the WebAssembly Core Specification, 5 (binary format). What is outside needs to know of arrays and
numbers lies in a section of its own, which machines skip: see `layout`.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from chowk.core.kernel import PAGE
from chowk.core.machine import Deferred, room
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
    Leave,
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
    ends,
    walk,
)

TYPE: Final[Mapping[Type, int]] = {"i32": 0x7F, "bool": 0x7F, "u64": 0x7E, "f64": 0x7C, "None": 0x40}
ORDERS: Final = "eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u"
REALS: Final = "eq ne lt gt le ge"
SUMS: Final = "clz ctz popcnt add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr"
CODES: Final = {
    "select": 0x1B, "i32.eqz": 0x45, "i64.eqz": 0x50,
    **{f"i32.{name}": 0x46 + at for at, name in enumerate(ORDERS.split())},
    **{f"i64.{name}": 0x51 + at for at, name in enumerate(ORDERS.split())},
    **{f"f64.{name}": 0x61 + at for at, name in enumerate(REALS.split())},
    **{f"i32.{name}": 0x67 + at for at, name in enumerate(SUMS.split())},
    **{f"i64.{name}": 0x79 + at for at, name in enumerate(SUMS.split())},
    "f64.abs": 0x99, "f64.neg": 0x9A, "f64.sqrt": 0x9F, "f64.add": 0xA0, "f64.sub": 0xA1, "f64.mul": 0xA2,
    "f64.div": 0xA3, "i32.wrap_i64": 0xA7, "i32.trunc_f64_s": 0xAA, "i64.extend_i32_u": 0xAD,
    "i64.trunc_f64_u": 0xB1, "f32.demote_f64": 0xB6, "f64.convert_i32_s": 0xB7, "f64.convert_i64_u": 0xBA,
    "f64.promote_f32": 0xBB,
}  # fmt: skip
MEMORY: Final = {
    "i32.load": 0x28, "i64.load": 0x29, "f32.load": 0x2A, "f64.load": 0x2B, "i32.load8_s": 0x2C, "i32.load8_u": 0x2D,
    "i32.load16_s": 0x2E, "i32.load16_u": 0x2F, "i64.load32_u": 0x35, "i32.store": 0x36, "i64.store": 0x37,
    "f32.store": 0x38, "f64.store": 0x39, "i32.store8": 0x3A, "i32.store16": 0x3B, "i64.store32": 0x3E,
}  # fmt: skip
FIRST: Final = 64
"""Nothing lies at address 0."""
GAP: Final = 16
"""So many bytes of 0 are worth a new piece of data."""
SECTION: Final = "chowk"
Code: TypeAlias = tuple[str, int, int]
"""An instruction and up to two numbers that belong to it."""


class Memory:
    """Where the arrays lie: last those that take memory later, when it has grown from `pages` to as many as `most`."""

    def __init__(self, arrays: Mapping[str, array[Any]]) -> None:
        self.arrays = arrays
        self.at: dict[str, int] = {}
        end, pages = FIRST, list[int]()
        for later in (False, True):
            for name, cells in arrays.items():
                if isinstance(cells, Deferred) is later:
                    end = -end % 64 + end
                    self.at[name] = end
                    end += cells.itemsize * room(cells)
            pages.append(-(-end // PAGE))
        self.pages, self.most = pages

    def pieces(self) -> list[tuple[int, bytes]]:
        """What is not 0, and where."""
        found = []
        for name, cells in self.arrays.items():
            raw = cells.tobytes()
            begin = at = 0
            while begin < len(raw):
                begin += len(raw[begin:]) - len(raw[begin:].lstrip(b"\0"))
                at = raw.find(bytes(GAP), begin)
                end = len(raw) if at < 0 else at
                if piece := raw[begin:end].rstrip(b"\0"):
                    found.append((self.at[name] + begin, piece))
                begin = end + GAP
        return found


class Writer:
    """One function as instructions."""

    def __init__(self, function: Function, memory: Memory, numbers: Mapping[str, int]) -> None:
        self.function, self.memory, self.numbers = function, memory, numbers
        self.code: list[Code] = []
        self.labels: list[Label | None] = []
        self.locals = list(function.params)
        own = {local: None for node in walk(function.body) for local in _locals(node) if local not in self.locals}
        self.locals += sorted(own, key=lambda local: TYPE[local.type])
        self.places = {local: place for place, local in enumerate(self.locals)}
        body = function.body
        if body and isinstance(body[-1], Return):
            self.statements(body[:-1])
            if body[-1].value is not None:
                self.expression(body[-1].value)
        else:
            self.statements(body)
            if function.type != "None":
                self.add("unreachable")

    def add(self, name: str, one: int = 0, other: int = 0) -> None:
        """One more instruction; a variable that is set and then fetched is kept while it is set."""
        if name == "local.get" and self.code and self.code[-1] == ("local.set", one, 0):
            self.code[-1] = ("local.tee", one, 0)
        else:
            self.code.append((name, one, other))

    def depth(self, label: Label) -> int:
        """How many blocks a jump leaves."""
        return next(depth for depth, other in enumerate(reversed(self.labels)) if other is label)

    def inside(self, label: Label | None, opening: str, kind: Type, body: tuple[Stmt, ...]) -> None:
        """Statements within a block of some kind, which stays open."""
        self.add(opening, TYPE[kind])
        self.labels.append(label)
        self.statements(body)

    def close(self) -> None:
        """Ends the block that was opened last."""
        self.labels.pop()
        self.add("end")

    def statements(self, body: tuple[Stmt, ...]) -> None:
        """Statements one after another."""
        for node in body:
            self.statement(node)
            if ends(node):
                break

    def statement(self, node: Stmt) -> None:
        """A statement: it leaves the machine's stack as it was."""
        match node:
            case Set(locals=names, values=values):
                for value in values:
                    self.expression(value)
                for name in reversed(names):
                    self.add("local.set", self.places[name])
            case Store(array=name, place=place, value=value):
                offset = self.address(name, place)
                self.expression(value)
                cell = CELLS[self.memory.arrays[name].typecode]
                if cell.store == "f32.store":
                    self.add("f32.demote_f64")
                self.add(cell.store, cell.size.bit_length() - 1, offset)
            case Do(value=value):
                self.expression(value)
                if value.type != "None":
                    self.add("drop")
            case If(test=test, yes=yes, no=no):
                self.test(test)
                self.inside(None, "if", "None", yes)
                if no:
                    self.add("else")
                    self.statements(no)
                self.close()
            case Block(label=label, body=body):
                self.inside(label, "block", "None", body)
                self.close()
            case Loop(label=label, body=body):
                self.inside(label, "loop", "None", body)
                self.close()
            case Jump(label=label, test=None):
                self.add("br", self.depth(label))
            case Jump(label=label, test=test) if test is not None:
                self.test(test)
                self.add("br_if", self.depth(label))
            case Leave(label=label, value=value):
                self.expression(value)
                self.add("br", self.depth(label))
            case Return(value=value):
                if value is not None:
                    self.expression(value)
                self.add("return")

    def test(self, node: Expr) -> None:
        """A test for a jump, which asks only for 0 or not 0."""
        match node:
            case Op(name="i32.ne", given=(one, Number(value=0))):
                self.expression(one)
            case _:
                self.expression(node)

    def expression(self, node: Expr) -> None:
        """An expression: it leaves its value on the machine's stack."""
        match node:
            case Number(type=kind, value=value):
                self.constant(kind, value)
            case Get(local=local):
                self.add("local.get", self.places[local])
            case Op(name="i64.eq", given=(one, Number(value=0))):
                self.expression(one)
                self.add("i64.eqz")
            case Op(name="i32.eq", given=(one, Number(value=0))):
                self.expression(one)
                self.add("i32.eqz")
            case Op(name="select", given=(yes, no, test)):
                self.expression(yes)
                self.expression(no)
                self.test(test)
                self.add("select")
            case Op(name=name, given=given):
                for one in given:
                    self.expression(one)
                self.add(name)
            case Load(array=name, place=place):
                offset = self.address(name, place)
                cell = CELLS[self.memory.arrays[name].typecode]
                self.add(cell.load, cell.size.bit_length() - 1, offset)
                if cell.load == "f32.load":
                    self.add("f64.promote_f32")
            case Call(function=name, given=given):
                for one in given:
                    self.expression(one)
                self.add("call", self.numbers[name])
            case Pick(type=kind, test=test, yes=yes, no=no):
                self.test(test)
                self.inside(None, "if", kind, ())
                self.expression(yes)
                self.add("else")
                self.expression(no)
                self.close()
            case Inner():
                self.inner(node)

    def inner(self, node: Inner) -> None:
        """Statements and a value; a block only where somebody leaves it."""
        left = any(isinstance(one, Leave | Jump) and one.label is node.label for one in walk(node.body))
        if left:
            self.inside(node.label, "block", node.type, node.body)
        else:
            self.statements(node.body)
        if node.result is not None:
            self.expression(node.result)
        elif node.type != "None":
            self.add("unreachable")
        if left:
            self.close()

    def constant(self, kind: Type, value: int | float) -> None:
        """A number."""
        if kind == "f64":
            (bits,) = array("Q", array("d", (float(value),)).tobytes())
            self.add("f64.const", bits)
        elif kind == "u64":
            self.add("i64.const", int(value) - (1 << 64) if int(value) >> 63 else int(value))
        else:
            self.add("i32.const", int(value))

    def address(self, name: str, place: Expr) -> int:
        """Lays a cell's address on the stack; what is to be added to it."""
        cells = self.memory.arrays[name]
        if isinstance(place, Number):
            self.add("i32.const", 0)
            return self.memory.at[name] + cells.itemsize * int(place.value)
        self.expression(place)
        if cells.itemsize > 1:
            self.add("i32.const", cells.itemsize.bit_length() - 1)
            self.add("i32.shl")
        return self.memory.at[name]

    def bytes(self) -> bytes:
        """The function's body."""
        groups: list[list[int]] = []
        for local in self.locals[len(self.function.params) :]:
            if groups and groups[-1][1] == TYPE[local.type]:
                groups[-1][0] += 1
            else:
                groups.append([1, TYPE[local.type]])
        head = unsigned(len(groups)) + b"".join(unsigned(count) + bytes((kind,)) for count, kind in groups)
        body = head + b"".join(map(encoded, self.code)) + b"\x0b"
        return unsigned(len(body)) + body


PLAIN: Final = {"unreachable": 0x00, "else": 0x05, "end": 0x0B, "return": 0x0F, "drop": 0x1A}
COUNTED: Final = {"br": 0x0C, "br_if": 0x0D, "call": 0x10, "local.get": 0x20, "local.set": 0x21, "local.tee": 0x22}
OPENING: Final = {"block": 0x02, "loop": 0x03, "if": 0x04}
CONSTANT: Final = {"i32.const": 0x41, "i64.const": 0x42}


def encoded(code: Code) -> bytes:
    """An instruction as bytes."""
    name, one, other = code
    if name in PLAIN:
        return bytes((PLAIN[name],))
    if name in CODES:
        return bytes((CODES[name],))
    if name in COUNTED:
        return bytes((COUNTED[name],)) + unsigned(one)
    if name in OPENING:
        return bytes((OPENING[name], one))
    if name in CONSTANT:
        return bytes((CONSTANT[name],)) + signed(one)
    if name == "f64.const":
        return b"\x44" + one.to_bytes(8, "little")
    return bytes((MEMORY[name],)) + unsigned(one) + unsigned(other)


def module(
    functions: list[Function],
    exports: Iterable[str],
    arrays: Mapping[str, array[Any]],
    told: Mapping[str, array[Any]],
    numbers: Mapping[str, int | float],
) -> bytes:
    """The bytes of a module: these functions and arrays; `told` and `numbers` are named to the outside."""
    memory = Memory(arrays)
    places = {one.name: place for place, one in enumerate(functions)}
    forms: dict[bytes, int] = {}
    used = []
    for one in functions:
        params = bytes(TYPE[local.type] for local in one.params)
        results = b"" if one.type == "None" else bytes((TYPE[one.type],))
        form = b"\x60" + unsigned(len(params)) + params + unsigned(len(results)) + results
        used.append(forms.setdefault(form, len(forms)))
    limits = b"\x01" + unsigned(memory.pages) + unsigned(memory.most)
    named = [text("memory") + b"\x02\x00", *(text(name) + b"\x00" + unsigned(places[name]) for name in exports)]
    data = [b"\x00\x41" + signed(at) + b"\x0b" + unsigned(len(piece)) + piece for at, piece in memory.pieces()]
    about = layout({name: (cells.typecode, memory.at[name], room(cells)) for name, cells in told.items()}, numbers)
    parts = [
        section(1, list(forms)),
        section(3, [unsigned(form) for form in used]),
        section(5, [limits]),
        section(7, named),
        section(10, [Writer(one, memory, places).bytes() for one in functions]),
        section(11, data) if data else b"",
        custom(SECTION, about),
    ]
    return b"\0asm\x01\0\0\0" + b"".join(parts)


def layout(arrays: Mapping[str, tuple[str, int, int]], numbers: Mapping[str, int | float]) -> bytes:
    """What the outside is told: name -> type code, address and length of an array; name -> number."""
    return json.dumps({"arrays": arrays, "numbers": numbers}, separators=(",", ":")).encode()


def section(number: int, entries: list[bytes]) -> bytes:
    """A section of the module that is a list."""
    body = unsigned(len(entries)) + b"".join(entries)
    return bytes((number,)) + unsigned(len(body)) + body


def custom(name: str, data: bytes) -> bytes:
    """A section that machines skip."""
    body = text(name) + data
    return b"\0" + unsigned(len(body)) + body


def text(name: str) -> bytes:
    """A name with its length."""
    raw = name.encode()
    return unsigned(len(raw)) + raw


def unsigned(value: int) -> bytes:
    """A number of seven bits a byte (LEB128)."""
    found = bytearray()
    while True:
        found.append(value & 127 | (128 if value > 127 else 0))
        value >>= 7
        if not value:
            return bytes(found)


def signed(value: int) -> bytes:
    """A number with its sign of seven bits a byte (LEB128)."""
    found = bytearray()
    while not -64 <= value < 64:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value & 127)
    return bytes(found)


def _locals(node: object) -> tuple[Local, ...]:
    match node:
        case Set(locals=names):
            return names
        case Get(local=local):
            return (local,)
    return ()
