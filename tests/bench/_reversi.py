"""Reversi's kernel on this machine's hosts, and positions of games to measure it on."""

from __future__ import annotations

import random
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from chowk.core import supplies
from chowk.core.clock import Clock
from chowk.core.kernel import Kernel
from chowk.games.reversi import rules
from chowk.games.reversi.engine import reader, weights
from tools.kernels.hosts import Native, Node
from tools.kernels.shipping import code, module

HOSTS: Final = ("wasmtime", "node")


class Host(NamedTuple):
    """A kernel that runs, and the seconds its processor has spent."""

    name: str
    kernel: Counting
    now: Callable[[], float]


class Counting:
    """A kernel that counts the positions it meets, and knows its longest call of each kind in seconds."""

    def __init__(self, kernel: Kernel, now: Callable[[], float]) -> None:
        self.kernel, self.now, self.nodes = kernel, now, 0
        self.longest: dict[str, float] = {}
        self.numbers = kernel.numbers
        self.read, self.write = kernel.read, kernel.write

    def call(self, name: str, *given: float) -> Any:
        """What a function returns."""
        before = self.now()
        value = self.kernel.call(name, *given)
        self.longest[name] = max(self.longest.get(name, 0.0), self.now() - before)
        if name in {"look_ahead", "play_out"}:
            self.nodes += self.read("STATE", int(self.numbers["NODES"]), 1)[0]
        return value


def spent(node: Node) -> float:
    """Processor seconds of Node's process, where the system tells; else by the wall."""
    told = Path(f"/proc/{node.process.pid}/schedstat")
    return int(told.read_text().split()[0]) / 1e9 if told.exists() else time.perf_counter()


@contextmanager
def hosts(names: list[str], wasm: Path | None = None, data: Path | None = None) -> Iterator[list[Host]]:
    """The hosts of these names, with the weights laid out."""
    bytes_ = wasm.read_bytes() if wasm else code(module("reversi"), print)
    with ExitStack() as stack:
        found = []
        for name in names:
            if name == "node":
                node = stack.enter_context(Node(bytes_))
                found.append(Host(name, Counting(node, partial(spent, node)), partial(spent, node)))
            else:
                found.append(Host(name, Counting(Native(bytes_), time.process_time), time.process_time))
        for host in found:
            for _ in weights.lay_out(host.kernel, learnt(data)):
                pass
        yield found


def learnt(data: Path | None = None) -> bytes:
    """The weights."""
    return data.read_bytes() if data else supplies.data("reversi", weights.DATA)


class Thought(NamedTuple):
    """The last thought, the processor seconds it took, and how many positions were met."""

    thought: reader.Ranking
    seconds: float
    nodes: int


def thinking(host: Host, own: int, other: int, way: reader.Limits, seconds: float, data: Path | None = None) -> Thought:
    """What the reader thinks of a position in so many processor seconds."""
    clock = Clock(seconds, host.now)
    before = host.kernel.nodes
    host.kernel.call("forget")
    *_, last = reader.think(host.kernel, learnt(data), own, other, way, clock)
    return Thought(last, clock.spent, host.kernel.nodes - before)


def positions(kernel: Kernel, empties: int, number: int) -> list[rules.Position]:
    """A position with so many empty squares from each of so many games of the kernel against itself.

    A game begins with 8 moves at random and goes on by what looking 4 moves ahead says.
    """
    found: list[rules.Position] = []
    seed = 0
    while len(found) < number:
        seed += 1
        lot = random.Random(seed)
        position = rules.START
        while moves := position.moves():
            count = 64 - (position.own | position.other).bit_count()
            if count == empties and len(moves) > 1:
                found.append(position)
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
    return found
