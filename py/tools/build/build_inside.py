"""The part of the build that runs in the page's own Python: compile the app, and make a smaller standard library.

`build_python.mjs` starts this program under Node. It reads /job/job.json and writes its results into /job. Another
Python would write other bytecode, and might not parse the standard library of the page's Python.
"""

from __future__ import annotations

import ast
import gzip
import importlib.util
import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]  # no public way to write one
from importlib.machinery import FrozenImporter
from inspect import CO_OPTIMIZED, CO_VARARGS, CO_VARKEYWORDS
from pathlib import Path
from types import CodeType

JOB = Path("/job")
EPOCH = (2020, 1, 1, 0, 0, 0)
NO_SOURCE = bytes(8)  # stands for the hash of the source, which Python never compares
SPARED = frozenset(
    {
        "_py_abc",  # this module and the next two exist in C
        "_pydatetime",
        "_threading_local",
        "asyncio.proactor_events",
        "asyncio.windows_events",
        "asyncio.windows_utils",
        "bz2",
        "compression.bz2",
        "compression.zstd",
        "encodings._win_cp_codecs",
        "pyodide._nodesock_transport",
        "pyodide.console",
        "pyodide.http",
        "pyodide.http._exceptions",
        "pyodide.http._pyfetch",
        "pyodide.http.pyxhr",
        "ssl",
    }
)
"""Modules of the standard library that are left out of the page.

A module that imports one of them works without it, or imports it only on another system.
"""
FOREGONE = frozenset({"asyncio.sslproto", "html.entities"})
"""Modules of the standard library that are left out, together with the statements that import them.

No page calls the functions that need them: the browser does TLS itself, `html` is needed only for `escape`, and
`html.unescape` would fail with a clear error.
"""
BUILT_IN = frozenset({"importlib._bootstrap", "importlib._bootstrap_external"})
"""Modules built into Python that `FrozenImporter` does not find, because Python knows them by other names."""

BY_NAME = frozenset({"locals", "vars", "dir", "eval", "exec", "_getframe", "currentframe"})
"""Python functions through which code may read local variables by name."""


def main() -> None:
    """Carry out the job in /job/job.json: compile the modules that it lists.

    If the job asks for the standard library, pack that, too.
    """
    job = json.loads((JOB / "job.json").read_text())
    for name, place in job["compile"].items():
        tree = ast.parse((JOB / f"{name}.py").read_bytes(), place)
        tree = DropTypeChecking().visit(tree)
        drop_annotations(tree)
        drop_promises(tree)
        (JOB / f"{name}.pyc").write_bytes(bytecode(tree, place))
    if job["library"]:
        library = Library(JOB / "stdlib.zip")
        keep = {name for name in library.closure(job["library"]["roots"]) if not is_built_in(name)}
        (JOB / "library.json").write_text(json.dumps(sorted(keep)))
        (JOB / "library.zip.gz").write_bytes(gzip.compress(library.packed(keep), 9, mtime=0))


def bytecode(tree: ast.Module, place: str, lines: bool = True) -> bytes:
    """Return the content of a .pyc file: with asserts, without docstrings, valid at any path.

    Python never compares the file with its source. `place` is the path of the source that tracebacks show. Without
    `lines`, they show only the first line of each function.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            drop_docstring(node)
    code = compile(tree, place, "exec", dont_inherit=True, optimize=0)
    return bytes(
        _code_to_hash_pyc(nameless((with_short_line_table if lines else with_one_line)(code)), NO_SOURCE, False)
    )


def nameless(code: CodeType) -> CodeType:
    """Return the code without the names of its local variables. Bytecode addresses local variables by number.

    Parameters keep their names. So do variables that inner functions use, and variables of functions that may read
    them by name (`BY_NAME`).
    """
    inner = tuple(nameless(const) if isinstance(const, CodeType) else const for const in code.co_consts)
    params = code.co_argcount + code.co_kwonlyargcount
    params += bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    names = code.co_varnames
    if code.co_flags & CO_OPTIMIZED and BY_NAME.isdisjoint(code.co_names):
        names = (*names[:params], *("" for _ in names[params:]))
    return code.replace(co_varnames=names, co_consts=inner)


def with_short_line_table(code: CodeType) -> CodeType:
    """Return the code with a shorter line table: one entry for neighbouring instructions of the same line.

    The compiler also starts an entry at each change of column. Leaving out columns saves a sixteenth of the download.
    The docstring of `with_one_line` describes an entry. For instructions that belong to no line, an entry has only its
    first byte, with code 15.
    """
    table, before = bytearray(), code.co_firstlineno
    for start, stop, line in code.co_lines():
        units = (stop - start) // 2
        while units:
            count = min(units, 8)
            if line is None:
                table.append(0x80 | 15 << 3 | count - 1)
            else:
                table.append(0x80 | 13 << 3 | count - 1)
                table += signed(line - before)
                before = line
            units -= count
    inner = tuple(with_short_line_table(const) if isinstance(const, CodeType) else const for const in code.co_consts)
    result = code.replace(co_linetable=bytes(table), co_consts=inner)
    if list(result.co_lines()) != list(code.co_lines()):
        raise ValueError(f"the lines of {code.co_qualname} have become others")
    return result


def signed(value: int) -> bytes:
    """Return a number in the encoding of line tables: groups of six bits, the lowest group first.

    The lowest bit of all is the sign.
    """
    bits, encoded = abs(value) << 1 | (value < 0), bytearray()
    while bits > 63:
        encoded.append(0x40 | bits & 63)
        bits >>= 6
    return bytes((*encoded, bits))


def with_one_line(code: CodeType) -> CodeType:
    """Return the code with a line table that puts every instruction on the first line of its function.

    Such a table takes almost no space. Each entry of a line table covers one to eight code units (of two bytes each).
    The first byte of an entry holds a code (13 if columns are left out) and the number of units. Then follows the
    difference from the line of the previous entry. CPython's InternalDocs/code_objects.md describes the format.
    """
    full, left_over = divmod(len(code.co_code) // 2, 8)
    table = bytes((0x80 | 13 << 3 | 7, 0)) * full + (bytes((0x80 | 13 << 3 | left_over - 1, 0)) if left_over else b"")
    inner = tuple(with_one_line(const) if isinstance(const, CodeType) else const for const in code.co_consts)
    return code.replace(co_linetable=table, co_consts=inner)


class DropTypeChecking(ast.NodeTransformer):
    """Transformer that removes the bodies of `if TYPE_CHECKING`, which only type checkers read."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        """Return the statements of `else` in place of a test for `TYPE_CHECKING`. Return any other test unchanged."""
        self.generic_visit(node)
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return node.orelse or [ast.copy_location(ast.Pass(), node)]
        return node


def drop_annotations(tree: ast.Module) -> None:
    """Remove the annotations of functions and modules, which no code of the page reads.

    They are a ninth of the app's downloaded bytecode. Annotations of classes stay, because dataclasses and named
    tuples need them. The standard library's annotations stay, because some are read.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
    tree.body = [without_annotation(node) for node in tree.body]


def without_annotation(node: ast.stmt) -> ast.stmt:
    """Return an annotated assignment without its annotation, and any other statement unchanged."""
    if not isinstance(node, ast.AnnAssign):
        return node
    return ast.copy_location(ast.Assign([node.target], node.value) if node.value else ast.Pass(), node)


def drop_promises(tree: ast.Module) -> None:
    """Remove from protocol classes the methods with an empty body, which only type checkers read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any("Protocol" in ast.unparse(base) for base in node.bases):
            node.body = [statement for statement in node.body if not is_promise(statement)] or [ast.Pass()]


def is_promise(node: ast.stmt) -> bool:
    """Return whether a statement is a function whose body has only a docstring or `...`."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    return all(isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant) for statement in node.body)


def drop_docstring(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """Replace the docstring of a node by one character, because no code in the page reads docstrings.

    The docstring is not removed altogether, because a dataclass without one generates one, which takes time.
    """
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        first.value.value = "-"


def is_built_in(module: str) -> bool:
    """Return whether Python itself contains a module, so that importing the module reads no file."""
    return module in BUILT_IN or FrozenImporter.find_spec(module) is not None


class Library:
    """The standard library of the page's Python, read from an archive of sources."""

    def __init__(self, path: Path) -> None:
        self.archive = zipfile.ZipFile(path)
        self.names = dict(self.modules())

    def modules(self) -> Iterator[tuple[str, str]]:
        """Yield each module's name and its file in the archive."""
        for name in self.archive.namelist():
            if name.endswith(".py"):
                yield name.removesuffix(".py").removesuffix("/__init__").replace("/", "."), name

    def closure(self, roots: Iterable[str]) -> set[str]:
        """Return the names of the modules in `roots` (see `meant`), and of all that they import, directly or not.

        Leave out the modules that the page does without (`SPARED` and `FOREGONE`).
        """
        kept: set[str] = set()
        todo = [name for root in roots for name in self.meant(root)]
        while todo:
            name = todo.pop()
            if "." in name:
                todo.append(name.rpartition(".")[0])
            if name in self.names and name not in kept | SPARED | FOREGONE:
                kept.add(name)
                todo += self.imports(name)
        return kept

    def meant(self, root: str) -> list[str]:
        """Return the names of the modules that a root stands for.

        A root is one module, or with `.*` at its end a module and all modules below it.
        """
        top = root.removesuffix(".*")
        return [name for name in self.names if name == top or (root != top and name.startswith(f"{top}."))]

    def imports(self, module: str) -> Iterator[str]:
        """Yield the modules that are imported when a module is imported.

        Imports within functions are ignored, so the modules that they import must be listed as roots.
        """
        for node in at_once(ast.parse(self.archive.read(self.names[module]))):
            yield from self.named(module, node)

    def named(self, module: str, node: ast.AST) -> Iterator[str]:
        """Yield the modules that one import statement may import.

        `module` is the module that contains the statement.
        """
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = module if self.names[module].endswith("__init__.py") else module.rpartition(".")[0]
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)

    def source(self, module: str) -> ast.Module:
        """Return the syntax tree of a module, without statements that import modules in `FOREGONE`."""
        tree = ast.parse(self.archive.read(self.names[module]), f"/lib/{self.names[module]}")
        tree.body = [node for node in tree.body if not FOREGONE.intersection(self.named(module, node))]
        return tree

    def packed(self, keep: Iterable[str]) -> bytes:
        """Return an archive of the modules `keep` as bytecode.

        It is not compressed, because Gzip later compresses it as a whole.
        """
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as zipped:
            for module in sorted(keep):
                name = self.names[module]
                info = zipfile.ZipInfo(f"{name}c", EPOCH)
                zipped.writestr(info, bytecode(self.source(module), f"/lib/{name}", lines=False))
        return stream.getvalue()


def at_once(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a syntax tree that run when the module is imported.

    Leave out nodes within functions, under `if TYPE_CHECKING`, and under a test for `__main__`.
    """
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(child, ast.If) and ("TYPE_CHECKING" in (test := ast.unparse(child.test)) or "__main__" in test):
            continue
        yield child
        yield from at_once(child)


main()
