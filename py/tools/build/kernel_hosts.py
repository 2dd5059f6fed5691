"""Run kernels (compiled search code of games) outside the page: as plain Python, by wasmtime, or under Node.

Each class has the interface of `chowk.engine.kernel.runtime.Kernel`. `Native` is imported from `chowk.library.kernels`.
"""

from __future__ import annotations

import base64
import importlib
import json
import shutil
import subprocess
from array import array
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from chowk.engine.kernel.runtime import layout
from chowk.engine.kernel.types import capacity
from chowk.library.kernels import Native as Native
from tools.kernels.sanitizer import sanitized

PROGRAM = Path(__file__).with_name("kernel_node.mjs")


class Plain:
    """Runner that executes a kernel's source as a plain Python module."""

    def __init__(self, name: str) -> None:
        self.names: Mapping[str, Any] = vars(importlib.import_module(name))
        self.numbers = _numbers(self.names)

    def call(self, name: str, *arguments: float) -> Any:
        """Call a function of the kernel and return its result."""
        return self.names[name](*arguments)

    def read(self, name: str, first: int = 0, count: int | None = None) -> array[Any]:
        """Return elements of one of the kernel's arrays: `count` elements starting at `first`, or all from `first`."""
        cells: array[Any] = self.names[name]
        return cells[first:] if count is None else cells[first : first + count]

    def write(self, name: str, values: array[Any], first: int = 0) -> None:
        """Assign elements of one of the kernel's arrays, starting at `first`."""
        cells: array[Any] = self.names[name]
        if first + len(values) > capacity(cells):
            raise IndexError(f"cells {first} to {first + len(values)} of {capacity(cells)}")
        cells.frombytes(bytes(cells.itemsize * max(0, first + len(values) - len(cells))))
        cells[first : first + len(values)] = values


class Checked(Plain):
    """Runner that executes a kernel as Python and checks what the compiled code assumes (`tools.kernels.sanitizer`)."""

    def __init__(self, name: str) -> None:
        self.names = sanitized(name)
        self.numbers = _numbers(self.names)


class Node:
    """Runner that executes a compiled kernel under Node, in the same engine as in Chromium.

    Use it in a `with` statement. The Node process ends when the block is left.
    """

    def __init__(self, code: bytes) -> None:
        node = shutil.which("node")
        if node is None:
            raise FileNotFoundError("Node.js was not found.")
        self.arrays, self.numbers = layout(code)
        command = [node, str(PROGRAM)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.size = int(self.ask("load", _text(code)))

    def __enter__(self) -> Node:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.communicate()

    def ask(self, *words: object) -> Any:
        """Send a request (a word and its arguments) to the program under Node and return its answer."""
        assert self.process.stdin, "a pipe"
        assert self.process.stdout, "a pipe"
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["value"]

    def call(self, name: str, *arguments: float) -> Any:
        """Call a function of the kernel and return its result."""
        return self.ask("call", name, *arguments)

    def read(self, name: str, first: int = 0, count: int | None = None) -> array[Any]:
        """Return elements of one of the kernel's arrays: `count` elements starting at `first`, or all from `first`."""
        raw = self.ask("read", *self.arrays[name].span(first, count))
        return array(self.arrays[name].code, base64.b64decode(raw))

    def write(self, name: str, values: array[Any], first: int = 0) -> None:
        """Assign elements of one of the kernel's arrays, starting at `first`."""
        address, raw = self.arrays[name].raw(values, first)
        if pages := self.arrays[name].missing_pages(self.size):
            self.size = self.ask("grow", pages)
        self.ask("write", address, _text(raw))


def _text(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _numbers(names: Mapping[str, Any]) -> dict[str, int | float]:
    return {name: names[name] for name in names["EXPORTS"] if isinstance(names[name], int | float)}
