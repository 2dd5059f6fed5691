"""Prepare the Python code of the page: compile the app to bytecode, and make a smaller standard library.

The smaller library contains only modules that the app can import. Compiling and packing are done by the page's own
Python, run under Node (`build_inside.py`). The results are cached in .cache/ under a hash of their inputs. Without Node
the sources are shipped instead: the page works, but starts more slowly.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from tools.build import build_vendor
from tools.build.build_vendor import BuildError, Say
from tools.shared.once import alone, cached_result

FOLDER = Path(__file__).parent
LIBRARY_IN = "python_stdlib.zip"
"""Name of Pyodide's file that contains the standard library."""
ROOTS = (
    # Pyodide's own Python, much of which its C code imports by name
    "_pyodide.*",
    "pyodide.*",
    "encodings.ascii",
    "encodings.latin_1",
    "encodings.utf_8",
    "site",
    # PyScript's Python
    "inspect",
    "os",
    "pathlib",
    # imported by functions of the library when they are called
    "_colorize",
    "copy",
    "linecache",
    "locale",
    "tokenize",
    "traceback",
    # likely to be needed by the app
    "base64",
    "bisect",
    "gettext",
    "hashlib",
    "heapq",
    "json",
    "random",
    "struct",
    "zlib",
)
"""Modules of the standard library that the page keeps although its sources do not import them.

`.*` at the end of a name includes all modules below that module.
"""


class Forge:
    """A compiler of Python files that runs the page's own Python and caches the results."""

    def __init__(self, root: Path, say: Say) -> None:
        self.runtime: Path = root / "vendor" / str(build_vendor.table()["pyodide"]["to"])
        self.root = root
        self.cache = root / ".cache" / "python"
        self.say = say
        makers = b"".join((FOLDER / name).read_bytes() for name in ("build_inside.py", "build_python.mjs"))
        self.seed = hashlib.sha256(makers + json.dumps(build_vendor.table()).encode()).hexdigest()

    def key(self, *inputs: str | bytes) -> str:
        """Return the name of the cache file for the result that is made from these inputs."""
        digest = hashlib.sha256(self.seed.encode())
        for data in inputs:
            digest.update(hashlib.sha256(data.encode() if isinstance(data, str) else data).digest())
        return digest.hexdigest()[:32]

    def app(self, files: Mapping[str, bytes], home: str, compile_new: bool) -> dict[str, bytes]:
        """Return the app's files with bytecode in place of sources.

        If `compile_new` is False, nothing is compiled: only sources with cached bytecode are replaced. `home` is the
        files' folder in the page's file system.
        """
        places = {name: f"{home}/{name}" for name in files if name.endswith(".py")}
        cached = {name: self.cache / f"{self.key(place, files[name])}.pyc" for name, place in places.items()}
        new = [name for name, path in cached.items() if not path.is_file()]
        if new and compile_new:
            self.say(f"python: compiling {len(new)} of {len(cached)} modules")
            self.run({cached[name].stem: (files[name], places[name]) for name in new})
        return {
            (f"{name}c" if name in cached and cached[name].is_file() else name): (
                cached[name].read_bytes() if name in cached and cached[name].is_file() else data
            )
            for name, data in files.items()
        }

    def library(self, sources: Iterable[bytes]) -> bytes:
        """Return, as a compressed zip archive of bytecode, the part of the standard library that these sources need."""
        names = set(zipfile.ZipFile(self.runtime / LIBRARY_IN).namelist())
        modules = {name for source in sources for name in imported(source)}
        roots = sorted({*ROOTS, *(name for name in modules if names & places(name))})
        path = self.cache / f"{self.key(*roots)}.zip.gz"
        if not path.is_file():
            self.say("python: compiling the standard library, once")
            self.run({}, library={"roots": roots}, result=path)
        return path.read_bytes()

    def packed(self, data: bytes) -> bytes:
        """Return data compressed to the smallest gzip file: by Zopfli, or by zlib if Zopfli is not installed.

        The result is cached.
        """
        path = self.cache / f"{self.key(data)}.gz"
        if path.is_file():
            return path.read_bytes()
        with alone(path):  # Zopfli takes 20 seconds, and tests build several sites at once
            return path.read_bytes() if path.is_file() else self._packed(data, path)

    def _packed(self, data: bytes, path: Path) -> bytes:
        node = shutil.which("node")
        with tempfile.TemporaryDirectory(dir=self.cache) as folder:
            plain, small = Path(folder) / "plain", Path(folder) / "small"
            plain.write_bytes(data)
            command = [node or "node", str(FOLDER / "build_packed.mjs"), str(plain), str(small)]
            process = node and subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, check=False)
            if not process or process.returncode or gzip.decompress(small.read_bytes()) != data:
                self.say("The site is packed by gzip alone, since Zopfli is missing: delete node_modules/ and vendor/.")
                return gzip.compress(data, 9, mtime=0)
            small.replace(path)
        return path.read_bytes()

    def plain_library(self) -> bytes:
        """Return the standard library as Pyodide ships it."""
        return (self.runtime / LIBRARY_IN).read_bytes()

    def run(
        self,
        sources: Mapping[str, tuple[bytes, str]],
        library: dict[str, Any] | None = None,
        result: Path | None = None,
    ) -> None:
        """Start the page's Python under Node once, to compile files and, if asked, to make the standard library.

        `sources` maps each cache key to a source and its path in the page. The compiled file is KEY.pyc in the cache.
        `library["roots"]` are the names of the modules that the library must have. The library's archive is written to
        `result`, and the list of its modules beside it. If `library` is None, no library is made, and `result` is not
        needed. Raise `BuildError` if Node is missing or the program fails.
        """
        node = shutil.which("node")
        if node is None:
            raise BuildError("Node.js was not found.")
        self.cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.cache) as folder:
            job = Path(folder)
            for name, (source, _) in sources.items():
                (job / f"{name}.py").write_bytes(source)
            todo = {"compile": {name: place for name, (_, place) in sources.items()}, "library": library}
            (job / "job.json").write_text(json.dumps(todo))
            if library:
                os.link(self.runtime / LIBRARY_IN, job / "stdlib.zip")
            command = [node, str(FOLDER / "build_python.mjs"), str(self.runtime), folder]
            process = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
            if process.returncode:
                raise BuildError(f"Node.js could not compile:\n{process.stderr.strip()}")
            for name in sources:
                (job / f"{name}.pyc").replace(self.cache / f"{name}.pyc")
            if result:
                (job / "library.json").replace(result.with_suffix(".json"))
                (job / "library.zip.gz").replace(result)


def places(module: str) -> set[str]:
    """Return the paths in the standard library's archive at which a module's file may be."""
    path = module.replace(".", "/")
    return {f"{path}.py", f"{path}/__init__.py"}


@lru_cache(maxsize=1000)
def imported(source: bytes) -> frozenset[str]:
    """Return the names of all modules that a source file may import, at its beginning or within functions.

    Relative imports are left out. After `from a import b`, both `a` and `a.b` are in the result.
    """
    listing = cached_result("imports", (source, _maker()), lambda: "\n".join(sorted(_imported(source))).encode())
    return frozenset(listing.decode().split())


@cache
def _maker() -> bytes:
    """Return the content of this source file.

    It is part of the cache key, so that no result of an earlier version of this code is used.
    """
    return Path(__file__).read_bytes()


def _imported(source: bytes) -> set[str]:
    modules: set[str] = set()
    for node in _statements(ast.parse(source)):
        if isinstance(node, ast.Import):
            modules.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            modules.add(node.module)
            modules.update(f"{node.module}.{alias.name}" for alias in node.names)
    return modules


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the module and all statements in it, at any depth, including exception handlers and `case` blocks.

    Expressions are skipped, because they are nine tenths of the nodes.
    """
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting += getattr(node, field, ())
