"""How fast Reversi's opponents look ahead: `python3 -m tests.bench search`."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence

from chowk.games.reversi import rules
from chowk.games.reversi.engine.midgame import Looker
from chowk.games.reversi.engine.patterns import weights
from tests.bench._page import here_and_there
from tests.bench.perft import loop, timed


def position(plies: int, seed: int) -> rules.Position:
    """A position after random moves."""
    chance, position = random.Random(seed), rules.START
    for _ in range(plies):
        position = position.play(chance.choice(position.moves()))
    return position


def main(argv: Sequence[str]) -> int:
    """Measures in this Python and in the page's."""
    return here_and_there("search", argv, measure)


def measure(argv: Sequence[str]) -> int:
    """Prints the time to each depth from positions through the game, positions a second, and the longest pause."""
    parser = argparse.ArgumentParser(prog="bench search", description=__doc__)
    parser.add_argument("--depth", type=int, default=7)
    options = parser.parse_args(argv)
    turns, seconds = timed(lambda: loop(1_000_000))
    turn, nodes, total = seconds / turns, 0, 0.0
    for plies in (8, 16, 24, 32, 40):
        where = position(plies, 3)
        began = time.process_time()
        found = weights(4 + plies + options.depth)
        loaded = time.process_time() - began
        looker = Looker(where.own, where.other, found)
        began = before = time.process_time()
        longest = 0.0
        for _ in looker.deepen(options.depth):
            now = time.process_time()
            longest, before = max(longest, now - before), now
        seconds = time.process_time() - began
        nodes, total = nodes + looker.nodes, total + seconds
        best = looker.ranking[0]
        print(
            f"ply {plies}: weights {loaded * 1000:.0f} ms, depth {options.depth} in {seconds:.2f} s,"
            f" {looker.nodes:,} nodes, longest slice {longest * 1000:.1f} ms, {rules.NAMES[best.move]}",
            flush=True,
        )
    print(f"{nodes / total:,.0f} nodes a second, {total / nodes / turn:.0f} turns of an empty loop each")
    return 0
