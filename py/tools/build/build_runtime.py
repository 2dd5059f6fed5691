"""Remove from Pyodide what only packages in C would use or provide.

Such packages are linked by name, so Pyodide exports every function that it has, and at each start wraps each in an
object, puts it into a table and registers it under three names; it also offers all that their code may import, to draw
with SDL or WebGL, to play sound. The page has no such packages. A name stays if the program itself, its WebAssembly or
one of its users mentions it anywhere, in any sense.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tools.build.build_vendor import BuildError

IMPORTS: Final = 2
EXPORTS: Final = 7
FUNCTION, GLOBAL, TAG = 0, 3, 4
"""Kinds of imports and exports; like the numbers of sections above, from the WebAssembly core specification, 5.5."""

WORD: Final = re.compile(r"[\w$]+")
BEGINS: Final = "async function _createPyodideModule(moduleArg={}){"
ENDS: Final = "}export "
TAKING: Final = re.compile(r"\bvar (?P<own>\w+(?:,\w+)*);function assignWasmExports\(wasmExports\){(?P<given>[^{}]*)}")
"""The place where the program assigns the exports to variables."""
GIVEN: Final = re.compile(r'(?P<own>\w+)=Module\["(?P<member>\w+)"\]=wasmExports\["(?P<export>\w+)"\](\.value>>>0)?')
"""An assignment of an exported function or address to a variable and to a member of `Module`."""
ASKED_BY_NAME: Final = re.compile(r'wasmExports(?:\.|\[")([\w.]+)')
ALWAYS: Final = frozenset({"memory", "__indirect_function_table", "main", "__main_argc_argv"})
OFFERED: Final = re.compile(r"\bwasmImports={([^{}]*)}")
"""The object of imports that the program offers: names, or names with values."""
LINKED: Final = ("GOT.func", "GOT.mem")
"""Import modules whose entries are addresses in the table or in memory."""
DRAWN_WITH: Final = "emscripten_gl"
"""Prefix of the WebGL functions, whose addresses only code that names them uses."""

OWNED: Final = re.compile(
    r"""(?:async\ )?function\*?\ ?(?P<function>[\w$]+)\(
      | var\ (?P<variable>[\w$]+)=(?:(?:async\ ?)?(?:function\b|\([^()]*\)=>|[\w$]+=>)|{|[\w$.]+;$)
      | (?P<described>[\w$]+)\.(?:sig|stub|isAsync)=(?:"\w*"|true);$
      | Module\["(?P<member>[\w$]+)"\]=[\w$]+;$""",
    re.X,
)
"""A statement that only defines a name, or adds to one."""

TEXTS: Final = ((1, "HEAPU8", "fromCharCode"), (2, "HEAPU16", "fromCharCode"), (4, "HEAPU32", "fromCodePoint"))
"""Python's three string widths: bytes per character, the heap view, and the JavaScript function that converts them."""


def _taken(width: int, heap: str, by: str, *, at_once: bool) -> str:
    """Return the code that converts a string: character by character, or in blocks if it is long."""
    shift = width // 2
    loop = f"for(let i=0;i<len;++i){{jsstr+=String.{by}({heap}[(ptr>>>{shift})+i>>>0])}}"
    if at_once:
        part = f"String.{by}.apply(null,{heap}.subarray(i,Math.min(end,i+4096)))"
        loop = f"if(len<32){loop}else for(let i=ptr>>>{shift},end=i+len;i<end;i+=4096){{jsstr+={part}}}"
    return f'_python2js_ucs{width}(ptr,len){{try{{let jsstr="";{loop}'


class Change(NamedTuple):
    """A piece of the program's text that is replaced; `without` says what the page loses if it is not found."""

    old: str
    new: str
    without: str


CHANGES: Final = (
    # The program wraps all functions of the table in objects, thousands of them, to find out whether a function that is
    # added is there already; but those come from code that knows their places, and are not added again.
    Change(
        "functionsInTableMap=new WeakMap;updateTableMap(0,wasmTable.length)",
        "functionsInTableMap=new WeakMap",
        "every start wraps thousands of functions in objects",
    ),
    Change(
        "if(!value&&!entry.required){entry.value=0;continue}",
        "if(!value){entry.value=0;continue}",
        "imports that are no longer offered, which have no address, stop the start",
    ),
    # A page cannot sleep, so create that memory on first use.
    Change(
        "io=new Int32Array(new WebAssembly.Memory({shared:!0,initial:1,maximum:1}).buffer);",
        "io;",
        "browsers warn about shared memory at every start",
    ),
    Change(
        "Atomics.wait(io,0,0,t)",
        "Atomics.wait(io??=new Int32Array(new WebAssembly.Memory({shared:!0,initial:1,maximum:1}).buffer),0,0,t)",
        "sleeping fails, because its shared memory does not exist",
    ),
    *(
        Change(
            _taken(*one, at_once=False),
            _taken(*one, at_once=True),
            f"strings of {one[0]} bytes a character are converted character by character: 15 ms of the home page",
        )
        for one in TEXTS
    ),
)


class Trimmed(NamedTuple):
    """A program and the WebAssembly that belongs to it."""

    program: bytes
    wasm: bytes


def trimmed(program: bytes, wasm: bytes, users: Iterable[bytes]) -> Trimmed:
    """Return both without the names that neither they nor their users mention.

    `program` is pyodide.asm.mjs, `users` are the other scripts that may use its module. Raise `BuildError` if either
    has an unknown form.
    """
    text = program.decode()
    head, begins, rest = text.partition(BEGINS)
    body, ends, tail = rest.rpartition(ENDS)
    taking, offered = TAKING.search(body), OFFERED.search(body)
    if taking is None or offered is None or (lost := unknown(body)):
        pieces = lost if taking and offered else ["exports and imports are not where they were: nothing is left out"]
        raise BuildError("\n".join(["pyodide.asm.mjs is not as py/tools/build/build_runtime.py knows it.", *pieces]))
    wanted = {name for module, name in _imports(wasm) if not (module in LINKED and name.startswith(DRAWN_WITH))}
    offers = [one for one in offered[1].split(",") if one.partition(":")[0] in wanted]
    if missing := wanted - {one.partition(":")[0] for one in offers}:
        raise BuildError(f"pyodide.asm.mjs does not offer {', '.join(sorted(missing))}.")
    body = body.replace(taking[0], "TAKING;").replace(offered[0], f"wasmImports={{{','.join(offers)}}}")
    said = {word for script in users for word in WORD.findall(script.decode())}
    body = _mentioned(body, said)
    said |= set(WORD.findall(body))
    taken = [(one, GIVEN.fullmatch(one)) for one in taking["given"].split(";")]
    asked = {found["export"] for _, found in taken if found and {found["own"], found["member"]} & said}
    kept = ALWAYS | asked | set(ASKED_BY_NAME.findall(body))
    dropped = {found["own"] for _, found in taken if found and found["export"] not in kept}
    own = ",".join(name for name in taking["own"].split(",") if name not in dropped)
    given = ";".join(one for one, found in taken if not found or found["own"] not in dropped)
    body = body.replace("TAKING;", f"var {own};function assignWasmExports(wasmExports){{{given}}}")
    for change in CHANGES:
        body = body.replace(change.old, change.new)
    return Trimmed((head + begins + body + ends + tail).encode(), _exporting(wasm, kept))


def unknown(body: str) -> list[str]:
    """Return a line for each change whose place is not found once in the program: what the page loses without it."""
    return [f"{change.without} ({change.old[:60]})" for change in CHANGES if body.count(change.old) != 1]


def exported(wasm: bytes) -> dict[str, int]:
    """Return the exports of a WebAssembly: name -> kind (0 function, 1 table, 2 memory, 3 global, 4 tag)."""
    return {name: kind for name, kind, _ in _exports(_section(wasm, EXPORTS))}


# The program --------------------------------------------------------------------------------------------------------


def _mentioned(body: str, said: Iterable[str]) -> str:
    """Return the statements that do something, and the definitions of names that are mentioned here or in `said`."""
    said = set(said)
    statements = list(_statements(body))
    waiting = {at: owner for at, statement in enumerate(statements) if (owner := _owner(statement))}
    kept = [at for at in range(len(statements)) if at not in waiting]
    fresh = kept
    while fresh:
        said.update(word for at in fresh for word in WORD.findall(statements[at].text))
        fresh = [at for at, owner in waiting.items() if owner in said]
        kept = kept + fresh
        for at in fresh:
            del waiting[at]
    return "".join(statements[at].text for at in sorted(kept))


class _Statement(NamedTuple):
    """A statement with its terminator; `single` means that it has no comma at the outermost level."""

    text: str
    single: bool


def _owner(statement: _Statement) -> str | None:
    """Return the name that a statement only defines or adds to; None for any other statement."""
    found = OWNED.match(statement.text) if statement.single else None
    return next(filter(None, found.groups()), None) if found else None


TOKEN: Final = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
      | (?P<word>[\w$]+)
      | (?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
      | (?P<regex>/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)
      | (?P<mark>.)""",
    re.S | re.X,
)
TEMPLATE: Final = re.compile(r"(?:[^`\\$]|\\.|\$(?!{))*(`|\${)", re.S)
VALUE_ENDS: Final = re.compile(r"[\w$\"'`)\]}]")
VALUE_FOLLOWS: Final = frozenset({"return", "typeof", "case", "in", "of", "delete", "void", "throw", "else", "do"})


def _statements(text: str) -> Iterator[_Statement]:
    """Yield the outermost statements of a program that has all its semicolons except after functions."""
    at = begin = depth = 0
    templates: list[int] = []  # nesting depth of their placeholders
    last, single = ";", True
    while at < len(text):
        found = TOKEN.match(text, at)
        assert found is not None, "any character is a mark"
        if found["regex"] and VALUE_ENDS.fullmatch(last[-1]) and last not in VALUE_FOLLOWS:
            found = re.compile(r"(?P<space>(?!))|(?P<mark>/)").match(text, at)  # it is a division
            assert found is not None, "it begins with one"
        at = found.end()
        if found["space"]:
            continue
        last = found[0]
        closes = last == "}" and bool(templates) and templates[-1] == depth
        if last == "`" or closes:
            inner = TEMPLATE.match(text, at)
            if inner is None:
                raise BuildError("A template does not end.")
            at = inner.end()
            if closes:
                depth -= 1
                templates.pop()
            if inner[1] != "`":
                depth += 1
                templates.append(depth)
            last = inner[1]
        elif last in ("(", "[", "{"):
            depth += 1
        elif last in (")", "]", "}"):
            depth -= 1
        if depth < 0:
            raise BuildError("A bracket is closed that was not opened.")
        if depth == 0 and last == ",":
            single = False
        declared = last == "}" and re.match(r"\s*(?:async )?function\b", text[begin : begin + 40])
        if depth == 0 and (last == ";" or declared):
            yield _Statement(text[begin:at], single)
            begin, single = at, True
    yield _Statement(text[begin:], single=False)


# The WebAssembly ----------------------------------------------------------------------------------------------------


def _exporting(wasm: bytes, kept: Iterable[str]) -> bytes:
    """Return the module with only these exports, if they exist, and with its exception tags."""
    wanted = set(kept)
    entries = [entry for name, kind, entry in _exports(_section(wasm, EXPORTS)) if name in wanted or kind == TAG]
    parts = [wasm[:8]]
    for number, body in _sections(wasm):
        less = _number(len(entries)) + b"".join(entries) if number == EXPORTS else body
        parts += [bytes([number]), _number(len(less)), less]
    return b"".join(parts)


def _imports(wasm: bytes) -> Iterator[tuple[str, str]]:
    """Yield the imports: module and name."""
    body = _section(wasm, IMPORTS)
    count, at = _read(body, 0)
    for _ in range(count):
        module, at = _name(body, at)
        name, at = _name(body, at)
        kind, at = body[at], at + 1
        if kind == FUNCTION:
            _, at = _read(body, at)  # its type
        elif kind == GLOBAL:
            at += 2  # its type and mutability
        else:
            raise BuildError("pyodide.asm.wasm imports what py/tools/build/build_runtime.py does not know.")
        yield module, name


def _exports(body: bytes) -> Iterator[tuple[str, int, bytes]]:
    """Yield the name, kind and bytes of each export."""
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
    """Read an unsigned LEB128 number; return it and the position after it."""
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
