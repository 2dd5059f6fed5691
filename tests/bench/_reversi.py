"""Run Reversi's kernel on the available hosts (wasmtime, Node, Chromium), and make positions to measure it on."""

from __future__ import annotations

import base64
import random
import shutil
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import sync_playwright

from chowk.engine import assets
from chowk.engine.kernel.runtime import Kernel, layout
from chowk.engine.search_budget import Clock
from chowk.games.reversi import rules
from chowk.games.reversi.engine import reader, weights
from tools.build.kernel_assets import code, module
from tools.build.kernel_hosts import Native, Node

HOSTS: Final = ("wasmtime", "node", "chromium")
PAGE: Final = """code => {
  const raw = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const kernel = new WebAssembly.Instance(new WebAssembly.Module(raw(code))).exports;
  const memory = () => new Uint8Array(kernel.memory.buffer);
  let spent = 0;
  window.call = ([name, ...given]) => {
    const before = performance.now();
    const value = kernel[name](...given);
    spent += performance.now() - before;
    return [value ?? null, spent / 1000];
  };
  window.read = ([at, size]) => btoa(String.fromCharCode(...memory().subarray(at, at + size)));
  window.write = ([at, text]) => { memory().set(raw(text), at); };
}"""
"""JavaScript that compiles a kernel in a page of a browser, and counts the milliseconds that its functions take."""


class Host(NamedTuple):
    """A running kernel, and a function that returns for how many seconds the kernel has computed."""

    name: str
    kernel: Counting
    now: Callable[[], float]


class Counting:
    """A wrapped kernel that counts the positions it visits and records its longest call of each function (seconds)."""

    def __init__(self, kernel: Kernel, now: Callable[[], float]) -> None:
        self.kernel, self.now, self.nodes = kernel, now, 0
        self.longest: dict[str, float] = {}
        self.numbers = kernel.numbers
        self.read, self.write = kernel.read, kernel.write

    def call(self, name: str, *values: float) -> Any:
        """Call a function of the kernel and return its result."""
        before = self.now()
        value = self.kernel.call(name, *values)
        self.longest[name] = max(self.longest.get(name, 0.0), self.now() - before)
        if name in {"look_ahead", "play_out"}:
            self.nodes += self.read("STATE", int(self.numbers["NODES"]), 1)[0]
        return value


class Chromium:
    """A compiled kernel that runs in a page of Chromium; a context manager."""

    def __init__(self, code: bytes) -> None:
        self.arrays, self.numbers = layout(code)
        self.code, self.ends, self.seconds = base64.b64encode(code).decode(), ExitStack(), 0.0

    def __enter__(self) -> Chromium:
        system = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        playwright = self.ends.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=system, args=["--no-sandbox", "--disable-gpu"])
        self.ends.callback(browser.close)
        self.page = browser.new_page()
        self.page.evaluate(PAGE, self.code)
        return self

    def __exit__(self, *_: object) -> None:
        self.ends.close()

    def call(self, name: str, *values: float) -> Any:
        """Call a function of the kernel and return its result."""
        value, self.seconds = self.page.evaluate("one => window.call(one)", [name, *values])
        return value

    def read(self, name: str, first: int = 0, count: int | None = None) -> array[Any]:
        """Return `count` elements of one of the kernel's arrays, or all if None, beginning with element `first`."""
        raw = self.page.evaluate("one => window.read(one)", list(self.arrays[name].span(first, count)))
        return array(self.arrays[name].code, base64.b64decode(raw))

    def write(self, name: str, values: array[Any], first: int = 0) -> None:
        """Write values to the elements of one of the kernel's arrays, starting at `first`."""
        address, raw = self.arrays[name].raw(values, first)
        self.page.evaluate("one => window.write(one)", [address, base64.b64encode(raw).decode()])

    def spent(self) -> float:
        """Return the total seconds that the kernel's functions have taken, by the page's clock."""
        return self.seconds


def spent(node: Node) -> float:
    """Return the processor seconds of Node's process, or the wall time if the system does not report them."""
    schedstat = Path(f"/proc/{node.process.pid}/schedstat")
    return int(schedstat.read_text().split()[0]) / 1e9 if schedstat.exists() else time.perf_counter()


@contextmanager
def hosts(names: list[str], wasm: Path | None = None, data: Path | None = None) -> Iterator[list[Host]]:
    """Start the kernel on each of the named hosts, load the weights, and yield the hosts.

    `wasm` and `data` are files that replace the game's own kernel and weights.
    """
    bytes_ = wasm.read_bytes() if wasm else code(module("reversi"), print)
    with ExitStack() as stack:
        running = []
        for name in names:
            if name == "node":
                node = stack.enter_context(Node(bytes_))
                running.append(Host(name, Counting(node, partial(spent, node)), partial(spent, node)))
            elif name == "chromium":
                page = stack.enter_context(Chromium(bytes_))
                running.append(Host(name, Counting(page, page.spent), page.spent))
            else:
                running.append(Host(name, Counting(Native(bytes_), time.process_time), time.process_time))
        for host in running:
            for _ in weights.lay_out(host.kernel, learnt(data)):
                pass
        yield running


def learnt(data: Path | None = None) -> bytes:
    """Return the learnt weights of the game, or those in the file `data`."""
    return data.read_bytes() if data else assets.data("reversi", weights.DATA)


class Thought(NamedTuple):
    """The last result of a search, the processor seconds that it took, and the number of positions that it visited."""

    thought: reader.Ranking
    seconds: float
    nodes: int


def thinking(host: Host, own: int, other: int, way: reader.Limits, seconds: float, data: Path | None = None) -> Thought:
    """Search a position by the kernel for `seconds` of processor time, and return the last result.

    `own` and `other` are the discs of the position as bit masks. `way` limits the search. `data` is a file of weights
    that replaces the game's own.
    """
    clock = Clock(seconds, host.now)
    before = host.kernel.nodes
    host.kernel.call("forget")
    *_, last = reader.think(host.kernel, learnt(data), own, other, way, clock)
    return Thought(last, clock.spent, host.kernel.nodes - before)


def positions(kernel: Kernel, empties: int, number: int) -> list[rules.Position]:
    """Return `number` positions with `empties` empty squares, each from a different game of the kernel against itself.

    A game begins with 8 random moves and continues by a search of depth 4.
    """
    drawn: list[rules.Position] = []
    seed = 0
    while len(drawn) < number:
        seed += 1
        lot = random.Random(seed)
        position = rules.START
        while moves := position.moves():
            count = 64 - (position.own | position.other).bit_count()
            if count == empties and len(moves) > 1:
                drawn.append(position)
                break
            if count < empties:
                break
            if count > 52 or len(moves) == 1:
                move = lot.choice(moves)
            else:
                kernel.call("forget")
                kernel.write("POSITION", array("Q", [position.own, position.other]))
                kernel.call("look_ahead", 4, -10_000, 10_000, 1 << 30)
                move = kernel.call("best_known")
            position = position.play(move)
    return drawn
