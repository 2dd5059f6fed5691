"""Runs inside the page's own Python (see build_python.mjs): compiles the app, and makes a smaller standard library.

Reads /job/job.json and writes beside it. Its Python is the page's, so that the bytecode is what the page expects, and
so that it can parse that Python's own library.
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
from pathlib import Path
from types import CodeType

JOB = Path("/job")
EPOCH = (2020, 1, 1, 0, 0, 0)
NO_SOURCE = bytes(8)  # where a hash of the source would be, if anybody compared
SPARED = frozenset(
    {
        "_py_abc",  # for these three there is one in C
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
"""What others import only where it is, or only elsewhere: left out, it is missed by nobody."""
FOREGONE = frozenset({"asyncio.sslproto", "html.entities"})
"""What others import at once, for functions that no page calls: left out together with the statements that import it.

TLS is the browser's, and `html` is there for `escape`; `html.unescape`, if it were called, would say what it lacks.
"""
BUILT_IN = frozenset({"importlib._bootstrap", "importlib._bootstrap_external"})
"""What Python holds under other names; the rest of what it holds it names itself (`FrozenImporter`)."""


def main() -> None:
    """Do what the job says."""
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
    """A .pyc that is valid wherever it is put: asserts kept, docstrings not, never compared with its source.

    Without `lines`, an error tells of a function only in which line it begins.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            drop_docstring(node)
    code = compile(tree, place, "exec", dont_inherit=True, optimize=0)
    return bytes(_code_to_hash_pyc((lined if lines else begun)(code), NO_SOURCE, False))


def lined(code: CodeType) -> CodeType:
    """The code with a table of the same lines, but one entry for neighbouring instructions of one line.

    The compiler writes an entry wherever the column changes, too, which is not in the table: a sixteenth less to
    download. For how a table is made see `begun`; 15 is the head of what is in no line, and stands alone.
    """
    table, before = bytearray(), code.co_firstlineno
    for start, end, line in code.co_lines():
        units = (end - start) // 2
        while units:
            part = min(units, 8)
            if line is None:
                table.append(0x80 | 15 << 3 | part - 1)
            else:
                table.append(0x80 | 13 << 3 | part - 1)
                table += signed(line - before)
                before = line
            units -= part
    inner = tuple(lined(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    found = code.replace(co_linetable=bytes(table), co_consts=inner)
    if list(found.co_lines()) != list(code.co_lines()):
        raise ValueError(f"the lines of {code.co_qualname} have become others")
    return found


def signed(value: int) -> bytes:
    """A number as tables of lines have it: its sign last, then six bits at a time, the lowest first."""
    rest, found = abs(value) << 1 | (value < 0), bytearray()
    while rest > 63:
        found.append(0x40 | rest & 63)
        rest >>= 6
    return bytes((*found, rest))


def begun(code: CodeType) -> CodeType:
    """The code with each instruction in the line in which its function begins, which takes next to no room.

    A table of lines has an entry for up to eight units of code: a head, 13 for one without columns, and by how much the
    line differs from the one before (CPython's InternalDocs, code_objects.md).
    """
    whole, rest = divmod(len(code.co_code) // 2, 8)
    table = bytes((0x80 | 13 << 3 | 7, 0)) * whole + (bytes((0x80 | 13 << 3 | rest - 1, 0)) if rest else b"")
    inner = tuple(begun(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=table, co_consts=inner)


class DropTypeChecking(ast.NodeTransformer):
    """Remove what only type checkers read: the bodies of `if TYPE_CHECKING`, so that they are not downloaded."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        """Return the statements of `else` in place of a test for a type checker; any other test as it is."""
        self.generic_visit(node)
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return node.orelse or [ast.Pass()]
        return node


def drop_annotations(tree: ast.Module) -> None:
    """Nobody asks functions and modules of the app for theirs, which are a ninth of its bytecode as downloaded.

    Those of classes stay: dataclasses and named tuples are made of them. So do the library's, some of which are read.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
    tree.body = [plain(node) for node in tree.body]


def plain(node: ast.stmt) -> ast.stmt:
    """An assignment to an annotated name as one to a name; all else as it is."""
    if not isinstance(node, ast.AnnAssign):
        return node
    return ast.copy_location(ast.Assign([node.target], node.value) if node.value else ast.Pass(), node)


def drop_promises(tree: ast.Module) -> None:
    """Nobody runs what protocols promise, which only type checkers read, and of which no class is made."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any("Protocol" in ast.unparse(base) for base in node.bases):
            node.body = [one for one in node.body if not is_promise(one)] or [ast.Pass()]


def is_promise(node: ast.stmt) -> bool:
    """Whether it is a function in which nothing is done."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    return all(isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in node.body)


def drop_docstring(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """Nobody reads them in the page, and everybody would download them.

    One character stays: a dataclass that has no docstring at all writes itself one, which takes time.
    """
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        first.value.value = "-"


def is_built_in(module: str) -> bool:
    """Whether this Python has the module with it, and never looks for a file."""
    return module in BUILT_IN or FrozenImporter.find_spec(module) is not None


class Library:
    """The standard library as an archive of sources."""

    def __init__(self, path: Path) -> None:
        self.archive = zipfile.ZipFile(path)
        self.names = dict(self.modules())

    def modules(self) -> Iterator[tuple[str, str]]:
        """Module -> its file in the archive."""
        for name in self.archive.namelist():
            if name.endswith(".py"):
                yield name.removesuffix(".py").removesuffix("/__init__").replace("/", "."), name

    def closure(self, roots: Iterable[str]) -> set[str]:
        """The roots, and all that importing them imports."""
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
        """A module; with `.*` at its end, it and all below it."""
        top = root.removesuffix(".*")
        return [name for name in self.names if name == top or (root != top and name.startswith(f"{top}."))]

    def imports(self, module: str) -> Iterator[str]:
        """What importing a module may import at once; what its functions import later is for the roots to name."""
        for node in at_once(ast.parse(self.archive.read(self.names[module]))):
            yield from self.named(module, node)

    def named(self, module: str, node: ast.AST) -> Iterator[str]:
        """The modules that a statement of this one may import."""
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = module if self.names[module].endswith("__init__.py") else module.rpartition(".")[0]
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)

    def source(self, module: str) -> ast.Module:
        """A module without its imports of what is left out."""
        tree = ast.parse(self.archive.read(self.names[module]), f"/lib/{self.names[module]}")
        tree.body = [node for node in tree.body if not FOREGONE.intersection(self.named(module, node))]
        return tree

    def packed(self, keep: Iterable[str]) -> bytes:
        """The archive of these modules, compiled, and left for gzip to compress as a whole."""
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as zipped:
            for module in sorted(keep):
                name = self.names[module]
                info = zipfile.ZipInfo(f"{name}c", EPOCH)
                zipped.writestr(info, bytecode(self.source(module), f"/lib/{name}", lines=False))
        return stream.getvalue()


def at_once(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when a module is imported: all but the insides of functions and what is only for type checkers."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(child, ast.If) and ("TYPE_CHECKING" in (test := ast.unparse(child.test)) or "__main__" in test):
            continue
        yield child
        yield from at_once(child)


main()
