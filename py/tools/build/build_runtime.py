"""Remove from Pyodide the functions that are needed only for Python packages written in C.

Such packages are linked by name. Pyodide therefore exports every function that it has. At each start it wraps each
function in an object, puts it into a table and registers it under three names. It also offers everything that a
package's code may import, such as drawing with SDL or WebGL, or sound. The page has no such packages. A function stays
if its name occurs anywhere in Pyodide's program, in its WebAssembly, or in the scripts that use the program, even if
the name means something else there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tools.build.build_vendor import BuildError

IMPORTS: Final = 2
"""Number of the section of a WebAssembly file that lists the imports."""
EXPORTS: Final = 7
"""Number of the section of a WebAssembly file that lists the exports."""
FUNCTION, GLOBAL, TAG = 0, 3, 4
"""Numbers of the kinds of imports and exports in a WebAssembly file (WebAssembly core specification, 5.5)."""

WORD: Final = re.compile(r"[\w$]+")
"""Pattern of a word in JavaScript, such as a name."""
BEGINS: Final = "async function _createPyodideModule(moduleArg={}){"
"""Beginning of the function whose body is trimmed, in Pyodide's program."""
ENDS: Final = "}export "
"""Text that follows the body of the trimmed function."""
TAKING: Final = re.compile(r"\bvar (?P<own>\w+(?:,\w+)*);function assignWasmExports\(wasmExports\){(?P<given>[^{}]*)}")
"""Pattern of the place where Pyodide's program assigns the WebAssembly's exports to variables."""
ASSIGNMENT: Final = re.compile(
    r'(?P<own>\w+)=Module\["(?P<member>\w+)"\]=wasmExports\["(?P<export>\w+)"\](\.value>>>0)?'
)
"""Pattern of a JavaScript statement that assigns an export to a variable and to a member of `Module`.

The export is a function or an address.
"""
ASKED_BY_NAME: Final = re.compile(r'wasmExports(?:\.|\[")([\w.]+)')
"""Pattern of a use of a WebAssembly export, by its name, in Pyodide's JavaScript program."""
ALWAYS: Final = frozenset({"memory", "__indirect_function_table", "main", "__main_argc_argv"})
"""Exports of the WebAssembly that are always kept."""
OFFERED: Final = re.compile(r"\bwasmImports={([^{}]*)}")
"""Pattern of the JavaScript object with the functions that Pyodide's program offers to its WebAssembly.

It contains names, or names with values.
"""
LINKED: Final = ("GOT.func", "GOT.mem")
"""Names of import modules whose entries are addresses in the function table or in memory."""
DRAWN_WITH: Final = "emscripten_gl"
"""Prefix of the names of the WebGL functions.

The WebAssembly imports the address of each of these functions in the function table. An import of an address alone is
no reason to keep a function, because no code uses the address without the function's name.
"""

OWNED: Final = re.compile(
    r"""(?:async\ )?function\*?\ ?(?P<function>[\w$]+)\(
      | var\ (?P<variable>[\w$]+)=(?:(?:async\ ?)?(?:function\b|\([^()]*\)=>|[\w$]+=>)|{|[\w$.]+;$)
      | (?P<described>[\w$]+)\.(?:sig|stub|isAsync)=(?:"\w*"|true);$
      | Module\["(?P<member>[\w$]+)"\]=[\w$]+;$""",
    re.X,
)
"""Pattern of a JavaScript statement that only defines a name, or adds to its definition.

If nothing else uses the name, the statement can be removed.
"""

TEXTS: Final = ((1, "HEAPU8", "fromCharCode"), (2, "HEAPU16", "fromCharCode"), (4, "HEAPU32", "fromCodePoint"))
"""The three forms in which Python stores a string.

Each has the number of bytes of a character, the name of Pyodide's view of the memory, and the name of the JavaScript
function that makes a character from its code.
"""


def _string_copier(width: int, heap: str, converter: str, *, at_once: bool) -> str:
    """Return the JavaScript code of Pyodide's function that copies a Python string with characters of `width` bytes.

    The code copies one character after another. If `at_once` is True, it copies strings of 32 characters and more in
    blocks. `heap` is the name of Pyodide's view of the memory, and `converter` is the JavaScript function that makes a
    character from its code. `TEXTS` lists both for each `width`.
    """
    shift = width // 2
    loop = f"for(let i=0;i<len;++i){{jsstr+=String.{converter}({heap}[(ptr>>>{shift})+i>>>0])}}"
    if at_once:
        block = f"String.{converter}.apply(null,{heap}.subarray(i,Math.min(end,i+4096)))"
        loop = f"if(len<32){loop}else for(let i=ptr>>>{shift},end=i+len;i<end;i+=4096){{jsstr+={block}}}"
    return f'_python2js_ucs{width}(ptr,len){{try{{let jsstr="";{loop}'


class Change(NamedTuple):
    """A replacement of some text in Pyodide's program. `without` says what the page loses if `old` is not found."""

    old: str
    new: str
    without: str


CHANGES: Final = (
    # At the start, the program wraps thousands of functions of the table in objects, to find out whether a function
    # that is being added is in the table already. Code that adds functions here knows their places and adds none twice.
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
    # This memory is used for sleeping. A page cannot sleep, so create the memory on first use.
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
            _string_copier(*width, at_once=False),
            _string_copier(*width, at_once=True),
            f"strings of {width[0]} bytes a character are converted character by character: 15 ms of the home page",
        )
        for width in TEXTS
    ),
)
"""The replacements to make in Pyodide's program. The old text of each occurs there exactly once."""


class Trimmed(NamedTuple):
    """Pyodide's JavaScript program and its WebAssembly file, both without what no code uses."""

    program: bytes
    wasm: bytes


def trimmed(program: bytes, wasm: bytes, users: Iterable[bytes]) -> Trimmed:
    """Return Pyodide's program and WebAssembly without functions and other names that no code uses.

    `program` is pyodide.asm.mjs, `wasm` is pyodide.asm.wasm, and `users` are the other scripts that may use the
    program. A name stays if the program, the WebAssembly or one of these scripts mentions it. Raise `BuildError` if the
    program or the WebAssembly has an unknown form.
    """
    text = program.decode()
    head, begins, following = text.partition(BEGINS)
    body, ends, tail = following.rpartition(ENDS)
    taking, offered = TAKING.search(body), OFFERED.search(body)
    if taking is None or offered is None or (lost := unknown(body)):
        pieces = lost if taking and offered else ["exports and imports are not where they were: nothing is left out"]
        raise BuildError("\n".join(["pyodide.asm.mjs is not as py/tools/build/build_runtime.py knows it.", *pieces]))
    imports = {name for module, name in _imports(wasm) if not (module in LINKED and name.startswith(DRAWN_WITH))}
    offers = [entry for entry in offered[1].split(",") if entry.partition(":")[0] in imports]
    if missing := imports - {entry.partition(":")[0] for entry in offers}:
        raise BuildError(f"pyodide.asm.mjs does not offer {', '.join(sorted(missing))}.")
    body = body.replace(taking[0], "TAKING;").replace(offered[0], f"wasmImports={{{','.join(offers)}}}")
    mentioned = {word for script in users for word in WORD.findall(script.decode())}
    body = _mentioned(body, mentioned)
    mentioned |= set(WORD.findall(body))
    assignments = [(entry, ASSIGNMENT.fullmatch(entry)) for entry in taking["given"].split(";")]
    used = {
        assignment["export"]
        for _, assignment in assignments
        if assignment and {assignment["own"], assignment["member"]} & mentioned
    }
    exports = ALWAYS | used | set(ASKED_BY_NAME.findall(body))
    dropped = {assignment["own"] for _, assignment in assignments if assignment and assignment["export"] not in exports}
    own = ",".join(name for name in taking["own"].split(",") if name not in dropped)
    assigned = ";".join(
        entry for entry, assignment in assignments if not assignment or assignment["own"] not in dropped
    )
    body = body.replace("TAKING;", f"var {own};function assignWasmExports(wasmExports){{{assigned}}}")
    for change in CHANGES:
        body = body.replace(change.old, change.new)
    return Trimmed((head + begins + body + ends + tail).encode(), _exporting(wasm, exports))


def unknown(body: str) -> list[str]:
    """Return a line for each replacement in `CHANGES` that is not possible in the program `body`.

    A replacement is not possible if its old text is missing or occurs several times. The line says what the page loses.
    """
    return [f"{change.without} ({change.old[:60]})" for change in CHANGES if body.count(change.old) != 1]


def exported(wasm: bytes) -> dict[str, int]:
    """Return the exports of a WebAssembly file: name -> kind (0 function, 1 table, 2 memory, 3 global, 4 tag)."""
    return {name: kind for name, kind, _ in _exports(_section(wasm, EXPORTS))}


# The program --------------------------------------------------------------------------------------------------------


def _mentioned(body: str, mentioned: Iterable[str]) -> str:
    """Return the program `body` without the definitions of names that are not used.

    A name is used if it is listed in `mentioned`, or if a statement that stays contains it.
    """
    mentioned = set(mentioned)
    statements = list(_statements(body))
    waiting = {index: owner for index, statement in enumerate(statements) if (owner := _owner(statement))}
    kept = [index for index in range(len(statements)) if index not in waiting]
    fresh = kept
    while fresh:
        mentioned.update(word for index in fresh for word in WORD.findall(statements[index].text))
        fresh = [index for index, owner in waiting.items() if owner in mentioned]
        kept = kept + fresh
        for index in fresh:
            del waiting[index]
    return "".join(statements[index].text for index in sorted(kept))


class _Statement(NamedTuple):
    """A JavaScript statement with the character that ends it.

    `single` is True if it has no comma at the outermost level.
    """

    text: str
    single: bool


def _owner(statement: _Statement) -> str | None:
    """Return the name that a statement defines or adds to, or None if the statement also does something else."""
    match = OWNED.match(statement.text) if statement.single else None
    return next(filter(None, match.groups()), None) if match else None


TOKEN: Final = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
      | (?P<word>[\w$]+)
      | (?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
      | (?P<regex>/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)
      | (?P<mark>.)""",
    re.S | re.X,
)
"""Pattern of a JavaScript token, white space or comment."""
TEMPLATE: Final = re.compile(r"(?:[^`\\$]|\\.|\$(?!{))*(`|\${)", re.S)
"""Pattern of the rest of a JavaScript template literal, up to its end or its next placeholder."""
VALUE_ENDS: Final = re.compile(r"[\w$\"'`)\]}]")
"""Pattern of the last character of a token after which a slash is a division."""
VALUE_FOLLOWS: Final = frozenset({"return", "typeof", "case", "in", "of", "delete", "void", "throw", "else", "do"})
"""JavaScript words after which a slash begins a regular expression."""


def _statements(text: str) -> Iterator[_Statement]:
    """Yield the outermost statements of a JavaScript program.

    The program must have all its semicolons, except after functions.
    """
    offset = start = depth = 0
    templates: list[int] = []  # nesting depth of the open placeholders of templates
    last, single = ";", True
    while offset < len(text):
        token = TOKEN.match(text, offset)
        assert token is not None, "any character is a mark"
        if token["regex"] and VALUE_ENDS.fullmatch(last[-1]) and last not in VALUE_FOLLOWS:
            token = re.compile(r"(?P<space>(?!))|(?P<mark>/)").match(text, offset)  # the slash is a division
            assert token is not None, "it begins with one"
        offset = token.end()
        if token["space"]:
            continue
        last = token[0]
        closes = last == "}" and bool(templates) and templates[-1] == depth
        if last == "`" or closes:
            inner = TEMPLATE.match(text, offset)
            if inner is None:
                raise BuildError("A template does not end.")
            offset = inner.end()
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
        declared = last == "}" and re.match(r"\s*(?:async )?function\b", text[start : start + 40])
        if depth == 0 and (last == ";" or declared):
            yield _Statement(text[start:offset], single)
            start, single = offset, True
    yield _Statement(text[start:], single=False)


# The WebAssembly ----------------------------------------------------------------------------------------------------


def _exporting(wasm: bytes, names: Iterable[str]) -> bytes:
    """Return the WebAssembly file with only two kinds of its exports: those in `names`, and exception tags."""
    wanted_names = set(names)
    entries = [entry for name, kind, entry in _exports(_section(wasm, EXPORTS)) if name in wanted_names or kind == TAG]
    chunks = [wasm[:8]]
    for number, body in _sections(wasm):
        content = _number(len(entries)) + b"".join(entries) if number == EXPORTS else body
        chunks += [bytes([number]), _number(len(content)), content]
    return b"".join(chunks)


def _imports(wasm: bytes) -> Iterator[tuple[str, str]]:
    """Yield each import of a WebAssembly file as its module and its name."""
    body = _section(wasm, IMPORTS)
    count, offset = _read(body, 0)
    for _ in range(count):
        module, offset = _name(body, offset)
        name, offset = _name(body, offset)
        kind, offset = body[offset], offset + 1
        if kind == FUNCTION:
            _, offset = _read(body, offset)  # its type
        elif kind == GLOBAL:
            offset += 2  # its type and mutability
        else:
            raise BuildError("pyodide.asm.wasm imports what py/tools/build/build_runtime.py does not know.")
        yield module, name


def _exports(body: bytes) -> Iterator[tuple[str, int, bytes]]:
    """Yield the name, kind and bytes of each entry in a section of exports."""
    count, offset = _read(body, 0)
    for _ in range(count):
        start = offset
        name, offset = _name(body, offset)
        kind = body[offset]
        _, offset = _read(body, offset + 1)
        yield name, kind, body[start:offset]


def _section(wasm: bytes, number: int) -> bytes:
    for section, body in _sections(wasm):
        if section == number:
            return body
    raise BuildError("pyodide.asm.wasm is not a WebAssembly with imports and exports.")


def _sections(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    offset = 8
    while offset < len(wasm):
        number = wasm[offset]
        size, offset = _read(wasm, offset + 1)
        yield number, wasm[offset : offset + size]
        offset += size


def _name(data: bytes, offset: int) -> tuple[str, int]:
    length, offset = _read(data, offset)
    return data[offset : offset + length].decode(), offset + length


def _read(data: bytes, offset: int) -> tuple[int, int]:
    """Read an unsigned LEB128 number at an offset. Return the number and the offset after it."""
    value = shift = 0
    while True:
        byte = data[offset]
        value |= (byte & 127) << shift
        offset, shift = offset + 1, shift + 7
        if byte < 128:
            return value, offset


def _number(value: int) -> bytes:
    written = bytearray()
    while value > 127:
        written.append(value & 127 | 128)
        value >>= 7
    return bytes([*written, value])
