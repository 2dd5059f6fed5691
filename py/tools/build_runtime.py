"""Pyodide without what only packages in C would ask of it: thousands of functions that it hands out by name.

A package's code is linked to the running one by names, so Pyodide exports every function that it has, and at each start
makes an object of each, puts it into a table and notes it under three names. The page has no such packages. What stays
is what the program itself, or somebody who uses it, names; a function that is left out of the list is still there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tools.build_vendor import BuildError

IMPORTS: Final = 2
EXPORTS: Final = 7
"""Numbers of sections; see the WebAssembly core specification, 5.5."""

TAKING: Final = re.compile(r"\bvar (?P<own>\w+(?:,\w+)*);function assignWasmExports\(wasmExports\){(?P<given>[^{}]*)}")
"""Where the program takes over what is exported."""
GIVEN: Final = re.compile(r'(?P<own>\w+)=Module\["(?P<member>\w+)"\]=wasmExports\["(?P<export>\w+)"\](\.value>>>0)?')
"""A function, or a place in memory, that it gives a name of its own and one for its users."""

ASKED_BY_NAME: Final = re.compile(r'wasmExports(?:\.|\[")([\w.]+)')
ALWAYS: Final = frozenset({"memory", "__indirect_function_table", "main", "__main_argc_argv"})
LINKED: Final = ("GOT.func", "GOT.mem")
"""Of what is imported from these, the program finds the place among the exports."""

# Whoever puts a function into the table looks first whether it lies there. All that lie there already are made objects
# of, to be looked through, thousands; but they come from code that knows their places, and are not put in again.
KNOWN: Final = "functionsInTableMap=new WeakMap;updateTableMap(0,wasmTable.length)"
KNOWN_LATER: Final = "functionsInTableMap=new WeakMap"


class Trimmed(NamedTuple):
    """A program and its WebAssembly that belong together."""

    program: bytes
    wasm: bytes


def trimmed(program: bytes, wasm: bytes, users: Iterable[bytes]) -> Trimmed:
    """Both without the names that neither the program nor its users mention.

    `program` is pyodide.asm.mjs, `users` are the other scripts that may ask its module for something. Raises
    `BuildError` if either is not of the form that this knows.
    """
    text = program.decode()
    taking = TAKING.search(text)
    if taking is None or text.count(KNOWN) != 1:
        raise BuildError("pyodide.asm.mjs is not as py/tools/build_runtime.py knows it.")
    begin, end = taking.span()
    rest = text[:begin] + text[end:]
    said = _words([rest.encode(), *users])
    taken = [(one, GIVEN.fullmatch(one)) for one in taking["given"].split(";")]
    asked = {found["export"] for _, found in taken if found and {found["own"], found["member"]} & said}
    kept = ALWAYS | asked | set(ASKED_BY_NAME.findall(rest)) | set(_linked(wasm))
    dropped = {found["own"] for _, found in taken if found and found["export"] not in kept}
    own = ",".join(name for name in taking["own"].split(",") if name not in dropped)
    given = ";".join(one for one, found in taken if not found or found["own"] not in dropped)
    taking_less = f"var {own};function assignWasmExports(wasmExports){{{given}}}"
    program = (text[:begin] + taking_less + text[end:]).replace(KNOWN, KNOWN_LATER).encode()
    return Trimmed(program, _exporting(wasm, kept))


def exported(wasm: bytes) -> dict[str, int]:
    """What a WebAssembly exports: name -> kind (0 a function, 1 a table, 2 a memory, 3 a global, 4 a tag)."""
    return {name: kind for name, kind, _ in _exports(_section(wasm, EXPORTS))}


def _words(scripts: Iterable[bytes]) -> set[str]:
    return {word for script in scripts for word in re.findall(r"[\w$]+", script.decode())}


def _exporting(wasm: bytes, kept: Iterable[str]) -> bytes:
    """The same with only these exports, which need not all be there."""
    wanted = set(kept)
    entries = [entry for name, kind, entry in _exports(_section(wasm, EXPORTS)) if name in wanted or kind == 4]
    parts = [wasm[:8]]
    for number, body in _sections(wasm):
        if number == EXPORTS:
            body = _number(len(entries)) + b"".join(entries)
        parts += [bytes([number]), _number(len(body)), body]
    return b"".join(parts)


def _linked(wasm: bytes) -> Iterator[str]:
    """Names of what is imported only to find its place."""
    body = _section(wasm, IMPORTS)
    count, at = _read(body, 0)
    for _ in range(count):
        module, at = _name(body, at)
        name, at = _name(body, at)
        kind, at = body[at], at + 1
        if kind == 0:  # a function, by its type
            _, at = _read(body, at)
        elif kind == 3:  # a global, by its type and whether it can be changed
            at += 2
        else:
            raise BuildError("pyodide.asm.wasm imports what py/tools/build_runtime.py does not know.")
        if module in LINKED:
            yield name


def _exports(body: bytes) -> Iterator[tuple[str, int, bytes]]:
    """Name, kind and the bytes of each entry."""
    count, at = _read(body, 0)
    for _ in range(count):
        begin = at
        name, at = _name(body, at)
        kind = body[at]
        _, at = _read(body, at + 1)
        yield name, kind, body[begin:at]


def _section(wasm: bytes, wanted: int) -> bytes:
    for number, body in _sections(wasm):
        if number == wanted:
            return body
    raise BuildError("pyodide.asm.wasm is not a WebAssembly with imports and exports.")


def _sections(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    at = 8
    while at < len(wasm):
        number = wasm[at]
        size, at = _read(wasm, at + 1)
        yield number, wasm[at : at + size]
        at += size


def _name(data: bytes, at: int) -> tuple[str, int]:
    length, at = _read(data, at)
    return data[at : at + length].decode(), at + length


def _read(data: bytes, at: int) -> tuple[int, int]:
    """An unsigned number as WebAssembly writes it (LEB128), and where the next thing begins."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def _number(value: int) -> bytes:
    written = bytearray()
    while value > 127:
        written.append(value & 127 | 128)
        value >>= 7
    return bytes([*written, value])
