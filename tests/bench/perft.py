"""Measure how many positions per second the rules generate: `python3 -m tests.bench perft reversi`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any

from chowk.core.perft import perft
from chowk.games import load
from tests.bench._page import here_and_there


def loop(turns: int) -> int:
    """Run an empty loop of `turns` iterations and return `turns`.

    The time of an iteration is the unit in which figures of different machines can be compared.
    """
    for _ in range(turns):
        pass
    return turns


def timed(work: Callable[[], int]) -> tuple[int, float]:
    """Return the result of a function and the processor seconds it took."""
    began = time.process_time()
    count = work()
    return count, time.process_time() - began


def main(argv: Sequence[str]) -> int:
    """Run the measurement in this Python and in the page's Python."""
    return here_and_there("perft", argv, measure)


def measure(argv: Sequence[str]) -> int:
    """Count the leaves of a game tree, and print how many were counted per second.

    Also print the time for a leaf in iterations of an empty loop. Return the exit status.
    """
    parser = argparse.ArgumentParser(prog="bench perft", description=__doc__)
    parser.add_argument("game", nargs="?", default="reversi")
    parser.add_argument("--depth", type=int, default=6)
    options = parser.parse_args(argv)
    turns, seconds = timed(lambda: loop(1_000_000))
    turn = seconds / turns
    game: Any = load(options.game)
    leaves, seconds = timed(lambda: perft(game.match().position, options.depth))
    each = seconds / leaves / turn
    result = f"{leaves:,} leaves at depth {options.depth}, {leaves / seconds:,.0f} a second"
    print(f"{result}, {each:.0f} turns of an empty loop each")
    return 0
