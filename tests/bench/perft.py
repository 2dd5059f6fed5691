"""How many positions a second the rules (and Reversi's lanes) go through: `python3 -m tests.bench perft reversi`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any

from chowk.core.perft import perft
from chowk.games import load
from tests.bench._page import here_and_there


def loop(turns: int) -> int:
    """An empty loop, to which other times are set in proportion."""
    for _ in range(turns):
        pass
    return turns


def lanes(depth: int) -> int:
    """Reversi's perft by the opponents' own board."""
    from chowk.games.reversi.engine.board import DISC, FULL, HITS, hits, lay_out, turned
    from chowk.games.reversi.rules import START

    def paths(own: int, other: int, empty: int, depth: int) -> int:
        found = hits(own, other, empty)
        if not found:
            return paths(other, own, empty, depth - 1) if depth and hits(other, own, empty) else 1
        total = 0
        for at, spots in enumerate(HITS):
            if found & spots:
                if depth == 1:
                    total += 1
                else:
                    mask = turned(own, found & spots)
                    total += paths(other ^ mask, own | mask | DISC[at], empty ^ spots, depth - 1)
        return total

    own, other = lay_out(START.own), lay_out(START.other)
    return paths(own, other, FULL & ~(own | other), depth)


def timed(work: Callable[[], int]) -> tuple[int, float]:
    """What the work returns, and the seconds it took."""
    began = time.process_time()
    count = work()
    return count, time.process_time() - began


def main(argv: Sequence[str]) -> int:
    """Measures in this Python and in the page's."""
    return here_and_there("perft", argv, measure)


def measure(argv: Sequence[str]) -> int:
    """Prints leaves a second, and each leaf in turns of an empty loop."""
    parser = argparse.ArgumentParser(prog="bench perft", description=__doc__)
    parser.add_argument("game", nargs="?", default="reversi")
    parser.add_argument("--depth", type=int, default=6)
    options = parser.parse_args(argv)
    turns, seconds = timed(lambda: loop(1_000_000))
    turn = seconds / turns
    game: Any = load(options.game)
    jobs: list[tuple[str, Callable[[], int]]] = [("rules", lambda: perft(game.match().position, options.depth))]
    if options.game == "reversi":
        jobs.append(("lanes", lambda: lanes(options.depth)))
    for name, job in jobs:
        leaves, seconds = timed(job)
        each = seconds / leaves / turn
        told = f"{name}: {leaves:,} leaves at depth {options.depth}, {leaves / seconds:,.0f} a second"
        print(f"{told}, {each:.0f} turns of an empty loop each")
    return 0
