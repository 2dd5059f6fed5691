"""Measure how much of an opponent's reply is Python between calls of its kernel: `tests.bench driving reversi`.

The kernel runs in the same thread as this Python code. If it ran in a worker instead, the page would still have to run
the Python code, and to send the worker a message for each call. Each line of the output is for one level. It has the
number of kernel calls for each reply, and the milliseconds in them and in Python. Copying data into the kernel and out
of it counts as Python.
"""

from __future__ import annotations

import argparse
import time
from array import array
from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from chowk.engine import assets
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.search_budget import Clock
from chowk.games import sign
from chowk.games.api import Level
from tests.bench._page import here_and_there, provide
from tests.bench.levels import contest
from tests.bench.thinking import decisions


class CountedKernel:
    """A kernel that counts its calls and measures their processor time, in seconds."""

    def __init__(self, kernel: Kernel) -> None:
        self.calls = 0
        self.seconds = 0.0
        self._kernel = kernel

    @property
    def numbers(self) -> Mapping[str, int | float]:
        """The kernel's exported constants."""
        return self._kernel.numbers

    def call(self, name: str, *arguments: float) -> Any:
        """Call a function of the kernel and return its result."""
        began = time.process_time()
        try:
            return self._kernel.call(name, *arguments)
        finally:
            self.seconds += time.process_time() - began
            self.calls += 1

    def read(self, name: str, first: int = 0, count: int | None = None) -> array[Any]:
        """Return `count` elements of one of the kernel's arrays, or all if None, beginning with element `first`."""
        return self._kernel.read(name, first, count)

    def write(self, name: str, values: array[Any], first: int = 0) -> None:
        """Write values to the elements of one of the kernel's arrays, starting at `first`."""
        self._kernel.write(name, values, first)


def main(argv: Sequence[str]) -> int:
    """Run the measurement in this Python and in the page's Python."""
    return here_and_there("driving", argv, measure, next(iter(argv), None))


def measure(argv: Sequence[str]) -> int:
    """Print a line for each level of the game that `argv` names."""
    parser = argparse.ArgumentParser(prog="bench driving", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--moves", type=int, default=20, help="moves for each level (default 20)")
    parser.add_argument("--seconds", type=float, default=3.0, help="maximum processor time of a move (default 3)")
    options = parser.parse_args(argv)
    provide(options.game)
    kernel = CountedKernel(assets.kernel(options.game))
    assets.give(options.game, {}, kernel)
    game = contest(options.game, sign(options.game).seats[0])
    positions = list(decisions(game, options.moves))
    for level in game.bots.LEVELS:
        rows = [reply(game.bots, position, level, kernel, options.seconds) for position in positions]
        calls, inside, between = zip(*rows, strict=True)
        print(
            f"{level.name!s:14}{mean(calls):8.0f} calls a reply, most {max(calls):6}; in calls {mean(inside):8.1f} ms;"
            f" Python {mean(between):8.1f} ms, most {max(between):8.1f}",
            flush=True,
        )
    return 0


def reply(bots: Any, position: Any, level: Level, kernel: CountedKernel, seconds: float) -> tuple[int, float, float]:
    """Let a level reply. Return the number of kernel calls, and the milliseconds in them and outside them."""
    kernel.calls, kernel.seconds = 0, 0.0
    clock = Clock(min(seconds, level.seconds), time.process_time)
    for _ in bots.think(position, (), level.number, 1, clock):
        if clock.over:
            break
    spent = clock.spent
    return kernel.calls, 1000 * kernel.seconds, 1000 * (spent - kernel.seconds)
