"""Write a WebAssembly module in the text format (`wat`), for people and for other tools.

Any tool that assembles the text gives the bytes of `encoder.encode(module, names=True)`.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tools.kernels.codegen import SECTION, VALUE_TYPES, FunctionCode, Instruction, Module
from tools.kernels.encoder import MEMORY_OPCODES

IDENTIFIER: Final = re.compile(r"[0-9A-Za-z!#$%&'*+\-./:<=>?@\\^_`|~]+")
"""Pattern of a name that needs no quotes in the text format."""
FRACTION_BITS: Final = 52
"""Number of bits of the fraction in an f64."""


def wat(module: Module) -> str:
    """Return a WebAssembly module as text: types, memory, exports, functions, data, and the custom section."""
    types = module.types()
    lines = ["(module"]
    for index, kind in enumerate(types):
        lines.append(
            f"  (type (;{index};) (func{_signature('param', kind.params)}{_signature('result', kind.results)}))"
        )
    for function in module.functions:
        lines += _function(function, types.index(function.type), module.functions)
    lines.append(f"  (memory (;0;) {module.pages} {module.max_pages})")
    lines.append('  (export "memory" (memory 0))')
    lines += [f"  (export {quoted(name.encode())} (func {_identifier(name)}))" for name in module.exports]
    lines += [f"  (data (i32.const {address}) {quoted(piece)})" for address, piece in module.data]
    lines.append(f"  (@custom {quoted(SECTION.encode())} {quoted(module.layout)})")
    return "\n".join([*lines, ")", ""])


def _signature(keyword: str, types: Sequence[str]) -> str:
    return f" ({keyword} {' '.join(types)})" if types else ""


def _function(function: FunctionCode, type_index: int, functions: Sequence[FunctionCode]) -> Iterator[str]:
    names = function.local_names()
    count = len(function.type.params)
    params = "".join(
        f" (param {_identifier(name)} {kind})" for name, kind in zip(names, function.type.params, strict=False)
    )
    results = _signature("result", function.type.results)
    yield f"  (func {_identifier(function.name)} (type {type_index}){params}{results}"
    for name, local in zip(names[count:], function.locals[count:], strict=True):
        yield f"    (local {_identifier(name)} {VALUE_TYPES[local.type]})"
    yield from _instructions(function.instructions, names, functions)
    yield "  )"


def _instructions(
    code: Iterable[Instruction], names: Sequence[str], functions: Sequence[FunctionCode]
) -> Iterator[str]:
    """Yield a line of text for each instruction, indented by the number of blocks around it.

    `names` are the names of the function's local variables, and `functions` all functions of the module.
    """
    depth = 2
    for instruction in code:
        name = instruction[0]
        if name in ("else", "end"):
            depth -= 1
        yield "  " * depth + _instruction(instruction, names, functions)
        if name == "else" or name.partition(" ")[0] in ("block", "loop", "if"):
            depth += 1


def _instruction(instruction: Instruction, names: Sequence[str], functions: Sequence[FunctionCode]) -> str:
    name, first, second = instruction
    if name.startswith("local."):
        return f"{name} {_identifier(names[first])}"
    if name == "call":
        return f"{name} {_identifier(functions[first].name)}"
    if name in ("br", "br_if", "i32.const", "i64.const"):
        return f"{name} {first}"
    if name == "f64.const":
        return f"{name} {float_text(first)}"
    if name in MEMORY_OPCODES:
        return f"{name} offset={second} align={1 << first}"
    opening, _, kind = name.partition(" ")
    return f"{opening} (result {kind})" if kind else name


def float_text(bits: int) -> str:
    """Return an f64 as text: a number in hexadecimal such as `0x1.8p+1`, `inf`, or `nan` with its payload.

    `bits` are the 64 bits of the f64.
    """
    (value,) = array("d", array("Q", (bits,)).tobytes())
    sign = "-" if bits >> 63 else ""
    if math.isnan(value):
        return f"{sign}nan:{bits & (1 << FRACTION_BITS) - 1:#x}"
    return f"{sign}inf" if math.isinf(value) else float(value).hex()


def quoted(raw: bytes) -> str:
    """Return bytes as a string of the text format. All bytes but printable ASCII are escaped."""
    return (
        '"' + "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02x}" for byte in raw) + '"'
    )


def _identifier(name: str) -> str:
    """Return a name as an identifier of the text format, in quotes if it contains characters that need them."""
    return f"${name}" if IDENTIFIER.fullmatch(name) else f"${quoted(name.encode())}"
