"""Encode a WebAssembly module in the binary format of the WebAssembly Core Specification, chapter 5."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from tools.kernels.codegen import SECTION, VALUE_TYPES, FunctionCode, Instruction, Module

TYPE_CODES: Final = {"i32": 0x7F, "i64": 0x7E, "f64": 0x7C, "": 0x40}
"""The byte that encodes each value type. The byte of "" is for a block without a result."""
INTEGER_COMPARISONS: Final = "eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u"
"""The comparison instructions of integers, in the order of their opcodes."""
FLOAT_COMPARISONS: Final = "eq ne lt gt le ge"
"""The comparison instructions of floating-point numbers, in the order of their opcodes."""
INTEGER_ARITHMETIC: Final = "clz ctz popcnt add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr"
"""The arithmetic instructions of integers, in the order of their opcodes."""
OPCODES: Final = {
    "select": 0x1B, "i32.eqz": 0x45, "i64.eqz": 0x50,
    **{f"i32.{name}": 0x46 + index for index, name in enumerate(INTEGER_COMPARISONS.split())},
    **{f"i64.{name}": 0x51 + index for index, name in enumerate(INTEGER_COMPARISONS.split())},
    **{f"f64.{name}": 0x61 + index for index, name in enumerate(FLOAT_COMPARISONS.split())},
    **{f"i32.{name}": 0x67 + index for index, name in enumerate(INTEGER_ARITHMETIC.split())},
    **{f"i64.{name}": 0x79 + index for index, name in enumerate(INTEGER_ARITHMETIC.split())},
    "f64.abs": 0x99, "f64.neg": 0x9A, "f64.sqrt": 0x9F, "f64.add": 0xA0, "f64.sub": 0xA1, "f64.mul": 0xA2,
    "f64.div": 0xA3, "i32.wrap_i64": 0xA7, "i32.trunc_f64_s": 0xAA, "i64.extend_i32_u": 0xAD,
    "i64.trunc_f64_u": 0xB1, "f32.demote_f64": 0xB6, "f64.convert_i32_s": 0xB7, "f64.convert_i64_u": 0xBA,
    "f64.promote_f32": 0xBB,
}  # fmt: skip
"""The opcode of each instruction that takes its operands from the stack only."""
MEMORY_OPCODES: Final = {
    "i32.load": 0x28, "i64.load": 0x29, "f32.load": 0x2A, "f64.load": 0x2B, "i32.load8_s": 0x2C, "i32.load8_u": 0x2D,
    "i32.load16_s": 0x2E, "i32.load16_u": 0x2F, "i64.load32_u": 0x35, "i32.store": 0x36, "i64.store": 0x37,
    "f32.store": 0x38, "f64.store": 0x39, "i32.store8": 0x3A, "i32.store16": 0x3B, "i64.store32": 0x3E,
}  # fmt: skip
"""The opcode of each instruction that loads from or stores into memory."""
OPCODES_WITHOUT_OPERAND: Final = {"unreachable": 0x00, "else": 0x05, "end": 0x0B, "return": 0x0F, "drop": 0x1A}
"""The opcode of each control-flow instruction without an operand, and of `drop`."""
INDEX_OPCODES: Final = {
    "br": 0x0C,
    "br_if": 0x0D,
    "call": 0x10,
    "local.get": 0x20,
    "local.set": 0x21,
    "local.tee": 0x22,
}
"""The opcode of each instruction whose operand is the index of a function, local variable or block."""
BLOCK_OPCODES: Final = {"block": 0x02, "loop": 0x03, "if": 0x04}
"""The opcode of each instruction that opens a block."""
CONST_OPCODES: Final = {"i32.const": 0x41, "i64.const": 0x42}
"""The opcode of each instruction that pushes an integer constant."""


def encode(module: Module, names: bool = False) -> bytes:
    """Return a WebAssembly module as bytes. `names` adds a name section, which profilers and debuggers read."""
    types = module.types()
    indices = {function.name: index for index, function in enumerate(module.functions)}
    exports = [encode_name("memory") + b"\x02\x00"]
    exports += [encode_name(name) + b"\x00" + unsigned(indices[name]) for name in module.exports]
    data = [b"\x00\x41" + signed(address) + b"\x0b" + sized(piece) for address, piece in module.data]
    sections = [
        section(1, [b"\x60" + type_list(kind.params) + type_list(kind.results) for kind in types]),
        section(3, [unsigned(types.index(function.type)) for function in module.functions]),
        section(5, [b"\x01" + unsigned(module.pages) + unsigned(module.max_pages)]),
        section(7, exports),
        section(10, [sized(function_body(function)) for function in module.functions]),
        section(11, data) if data else b"",
        custom_section(SECTION, module.layout),
        custom_section("name", name_section(module.functions)) if names else b"",
    ]
    return b"\0asm\x01\0\0\0" + b"".join(sections)


def function_body(function: FunctionCode) -> bytes:
    """Return a function's body as bytes: the declarations of its local variables, then the instructions."""
    own = [VALUE_TYPES[local.type] for local in function.locals[len(function.type.params) :]]
    groups = [(len(list(group)), kind) for kind, group in groupby(own)]
    declarations = b"".join(unsigned(count) + bytes((TYPE_CODES[kind],)) for count, kind in groups)
    return unsigned(len(groups)) + declarations + b"".join(map(encode_instruction, function.instructions)) + b"\x0b"


def encode_instruction(instruction: Instruction) -> bytes:
    """Return a WebAssembly instruction as bytes."""
    name, first, second = instruction
    if name in OPCODES_WITHOUT_OPERAND:
        return bytes((OPCODES_WITHOUT_OPERAND[name],))
    if name in OPCODES:
        return bytes((OPCODES[name],))
    if name in INDEX_OPCODES:
        return bytes((INDEX_OPCODES[name],)) + unsigned(first)
    if name in CONST_OPCODES:
        return bytes((CONST_OPCODES[name],)) + signed(first)
    if name == "f64.const":
        return b"\x44" + first.to_bytes(8, "little")
    if name in MEMORY_OPCODES:
        return bytes((MEMORY_OPCODES[name],)) + unsigned(first) + unsigned(second)
    opening, _, kind = name.partition(" ")
    return bytes((BLOCK_OPCODES[opening], TYPE_CODES[kind]))


def name_section(functions: Sequence[FunctionCode]) -> bytes:
    """Return the content of the name section: names of functions, then names of each function's local variables."""
    local_maps = [
        unsigned(index) + name_map(function.local_names())
        for index, function in enumerate(functions)
        if function.locals
    ]
    function_names = name_map([function.name for function in functions])
    return b"\x01" + sized(function_names) + b"\x02" + sized(unsigned(len(local_maps)) + b"".join(local_maps))


def name_map(names: Iterable[str]) -> bytes:
    """Return a vector of names, each preceded by its index, as bytes."""
    return vector([unsigned(index) + encode_name(name) for index, name in enumerate(names)])


def type_list(types: Sequence[str]) -> bytes:
    """Return a vector of value types as bytes."""
    return unsigned(len(types)) + bytes(TYPE_CODES[kind] for kind in types)


def section(number: int, entries: list[bytes]) -> bytes:
    """Return a section of a WebAssembly module whose content is a vector of entries. `number` is the section's kind."""
    return bytes((number,)) + sized(vector(entries))


def custom_section(name: str, content: bytes) -> bytes:
    """Return a custom section of a WebAssembly module. Engines ignore custom sections."""
    return b"\0" + sized(encode_name(name) + content)


def vector(entries: Sequence[bytes]) -> bytes:
    """Return a vector as bytes: the number of entries, then the entries."""
    return unsigned(len(entries)) + b"".join(entries)


def sized(content: bytes) -> bytes:
    """Return bytes preceded by their length."""
    return unsigned(len(content)) + content


def encode_name(name: str) -> bytes:
    """Return a name as UTF-8 bytes, preceded by their length."""
    return sized(name.encode())


def unsigned(value: int) -> bytes:
    """Return a number in unsigned LEB128: seven bits per byte, the lowest first."""
    result = bytearray()
    while True:
        result.append(value & 127 | (128 if value > 127 else 0))
        value >>= 7
        if not value:
            return bytes(result)


def signed(value: int) -> bytes:
    """Return a number in signed LEB128: seven bits per byte, the lowest first."""
    result = bytearray()
    while not -64 <= value < 64:
        result.append(value & 127 | 128)
        value >>= 7
    result.append(value & 127)
    return bytes(result)
