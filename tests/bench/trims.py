"""Measure the bytes that each reduction of the shipped Python and Pyodide saves: `python3 -m tests.bench trims`.

Each part that the first start loads is built again without one reduction (trim): the app, the standard library,
Pyodide's program and its WebAssembly. The figures depend on the sources alone, not on the machine. Sizes "as sent" are
after gzip at level 9, like those of most hosts.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from tools.build import build_runtime, build_vendor
from tools.build.build_python import LIBRARY_IN, ROOTS, Forge, imported, places
from tools.build.build_site import HOME, ROOT, Site, archive, packed, unsummed
from tools.build.build_vendor import BuildError

BUILD: Final = ROOT / "py/tools/build"
INSIDE: Final = {
    "app: short line tables": "lined = lambda code: code",
    "library: no lines but each function's first": "begun = lambda code: code",
    "both: no names of local variables": "nameless = lambda code: code",
    "app: no annotations": "drop_annotations = lambda tree: None",
    "app: no methods of protocols": "drop_promises = lambda tree: None",
    "app: no imports for types": "DropTypeChecking.visit_If = ast.NodeTransformer.generic_visit",
    "both: no docstrings": "drop_docstring = lambda node: None",
    "library: no imports of removed modules": "FOREGONE = frozenset()",
}
"""Python code that switches off each reduction made by `build_inside`, by the reduction's description."""


class Sizes(NamedTuple):
    """Sizes in bytes: raw, and compressed as a host sends it."""

    raw: int
    sent: int


class Gathered(Exception):
    """Raised to stop the build once it knows what it would give to the compiler of Python.

    Its arguments are the app's files, by name, and the texts of all Python files that may import the standard library.
    """


class Gathering(Site):
    """A build of the site that stops before Python is compiled. It raises `Gathered` instead."""

    def prepared(self, app: Mapping[str, bytes], sources: list[bytes]) -> tuple[dict[str, bytes], bytes]:
        """Raise `Gathered` with the arguments, to stop the build at the point where it would compile Python."""
        raise Gathered(app, sources)


def main(argv: Sequence[str]) -> int:
    """Print the bytes that each reduction saves, and their share of everything that a first start loads."""
    parser = argparse.ArgumentParser(prog="bench trims", description=__doc__)
    parser.parse_args(argv)
    vendor = ROOT / "vendor"
    try:
        Gathering(vendor, print, live=False)
    except Gathered as gathered:
        app, sources = gathered.args
    python, runtime = Python(app, sources), vendor / str(build_vendor.table()["pyodide"]["to"])
    whole = {"python": python.sizes(""), "runtime": sizes(trimmed(runtime))}
    total = Sizes(*(sum(size[index] for size in whole.values()) for index in range(2)))
    print(f"a first start loads {total.raw:,} bytes, {total.sent:,} as sent")
    for name, statement in INSIDE.items():
        show(name, whole["python"], python.sizes(statement), total)
    show("both: no checksums", whole["python"], python.sizes("", summed=True), total)
    for name, values in runtime_trims(runtime).items():
        with patch.multiple(build_runtime, **values):
            show(name, whole["runtime"], sizes(trimmed(runtime)), total)
    return 0


def show(name: str, reduced: Sizes, unreduced: Sizes, total: Sizes) -> None:
    """Print the bytes that a reduction saves, and their share of `total`.

    `reduced` and `unreduced` are the sizes with it and without it.
    """
    raw, sent = unreduced.raw - reduced.raw, unreduced.sent - reduced.sent
    print(f"{name:48} {raw:>10,} bytes, {sent:>8,} as sent, {sent / total.sent:.2%}", flush=True)


def sizes(files: Sequence[bytes]) -> Sizes:
    """Return the total size of some files, given by their contents: raw, and compressed as a host sends it."""
    return Sizes(sum(map(len, files)), sum(len(packed(data, 9)) for data in files))


class Python:
    """The page's Python files (the app and the standard library), which the page's Python compiles under Node."""

    def __init__(self, app: Mapping[str, bytes], sources: Sequence[bytes]) -> None:
        self.app = app
        self.forge = Forge(ROOT, print)
        known = set(zipfile.ZipFile(self.forge.runtime / LIBRARY_IN).namelist())
        names = {name for source in sources for name in imported(source)}
        self.roots = sorted({*ROOTS, *(name for name in names if known & places(name))})

    def sizes(self, statement: str, summed: bool = False) -> Sizes:
        """Return the sizes of the app's and the library's archives, built with one reduction switched off.

        `statement` is Python code that switches it off. If `summed`, the archives keep their checksums.
        """
        with tempfile.TemporaryDirectory(dir=self.forge.cache) as folder:
            job = Path(folder)
            for name in ("build_python.mjs", "node_python.mjs"):
                shutil.copy(BUILD / name, job)
            program = (BUILD / "build_inside.py").read_text()
            head, run, tail = program.rpartition("\nmain()\n")
            (job / "build_inside.py").write_text(f"{head}\n{statement}\n{run}{tail}")
            names = [name for name in self.app if name.endswith(".py")]
            for number, name in enumerate(names):
                (job / f"{number}.py").write_bytes(self.app[name])
            todo = {"compile": {str(number): f"{HOME}/{name}" for number, name in enumerate(names)}}
            (job / "job.json").write_text(json.dumps(todo | {"library": {"roots": self.roots}}))
            os.link(self.forge.runtime / LIBRARY_IN, job / "stdlib.zip")
            command = ["node", str(job / "build_python.mjs"), str(self.forge.runtime), folder]
            done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
            if done.returncode:
                raise BuildError(done.stderr)
            compiled = {f"{name}c": (job / f"{number}.pyc").read_bytes() for number, name in enumerate(names)}
            rest = {name: data for name, data in self.app.items() if name not in names}
            library = gzip.decompress((job / "library.zip.gz").read_bytes())
        wholes = (archive(compiled | rest), library)
        return sizes(wholes if summed else [unsummed(whole) for whole in wholes])


def trimmed(runtime: Path) -> build_runtime.Trimmed:
    """Return Pyodide as the site ships it, reduced and without unused functions."""
    users = [(runtime / "pyodide.mjs").read_bytes(), *(path.read_bytes() for path in (ROOT / "py/boot").glob("*.js"))]
    program, wasm = (runtime / f"pyodide.asm.{suffix}" for suffix in ("mjs", "wasm"))
    return build_runtime.trimmed(program.read_bytes(), wasm.read_bytes(), users)


class Every:
    """A stand-in for a compiled regular expression. Its `findall` returns the given names, whatever the text is."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = names

    def findall(self, _: str) -> Iterable[str]:
        """Return all the given names, whether they match or not."""
        return self.names


def runtime_trims(runtime: Path) -> dict[str, dict[str, Any]]:
    """Return the reductions in `build_runtime` by description.

    Each is a mapping from names of that module to the values that switch the reduction off.
    """
    exports = build_runtime.exported((runtime / "pyodide.asm.wasm").read_bytes())
    offered = build_runtime.OFFERED.search((runtime / "pyodide.asm.mjs").read_text())
    assert offered is not None, "else the runtime is not trimmed"
    offers = [("env", offer.partition(":")[0]) for offer in offered[1].split(",")]
    return {
        "runtime: no statements that nobody mentions": {"_mentioned": lambda body, _: body},
        "runtime: no exports that nobody calls": {"ASKED_BY_NAME": Every(exports)},
        "runtime: no imports that nothing takes": {"_imports": lambda _: offers},
        "runtime: strings in blocks": {
            "CHANGES": [change for change in build_runtime.CHANGES if "_python2js_ucs" not in change.old]
        },
    }
