"""How fast Checkers' opponents look ahead and look up endings: `python3 -m tests.bench checkers`."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from itertools import count

from chowk.core.clock import Clock
from chowk.games.checkers import rules
from chowk.games.checkers.engine import endgame
from chowk.games.checkers.engine.board import successors
from chowk.games.checkers.engine.search import Options, Search
from tests.bench._page import here_and_there
from tests.bench.perft import loop, timed


def position(plies: int, seed: int) -> rules.Position:
    """A position after moves that a search of three plies finds nearly best, or the last in which there is one."""
    chance, at = random.Random(seed), rules.START
    for _ in range(plies):
        *_, ranking = Search(Options(3, margin=10), Clock(1e9, count().__next__)).deepen(at[:3], at.turn)
        close = [
            board
            for board, value in zip(ranking.boards, ranking.values, strict=True)
            if value >= ranking.values[0] - 10
        ]
        board = chance.choice(close)
        after = next(after for after in map(at.play, at.moves()) if after[:3] == board)
        if not after.moves():
            break
        at = after
    return at


def paths(depth: int) -> int:
    """The opponents' own board walked through from the start."""

    def walked(board: tuple[int, int, int], side: int, depth: int) -> int:
        after = successors(board, side)
        return len(after) if depth == 1 else sum(walked(one, 1 - side, depth - 1) for one in after)

    return walked(rules.START[:3], 0, depth)


def lookups(number: int) -> int:
    """So many positions of four kings looked up."""
    chance = random.Random(1)
    for _ in range(number):
        one, two, three, four = (rules.BIT[square] for square in chance.sample(range(1, 33), 4))
        endgame.look_up((one | two, three | four, one | two | three | four), 0)
    return number


def main(argv: Sequence[str]) -> int:
    """Measures in this Python and in the page's."""
    return here_and_there("checkers", argv, measure)


def measure(argv: Sequence[str]) -> int:
    """Prints leaves, lookups and searched boards a second, the time to a depth, and the longest pause."""
    parser = argparse.ArgumentParser(prog="bench checkers", description=__doc__)
    parser.add_argument("--depth", type=int, default=9)
    options = parser.parse_args(argv)
    turns, seconds = timed(lambda: loop(1_000_000))
    turn = seconds / turns
    leaves, seconds = timed(lambda: paths(7))
    print(f"board: {leaves / seconds:,.0f} leaves a second, {seconds / leaves / turn:.0f} turns of an empty loop each")
    _, seconds = timed(lambda: lookups(1))
    print(
        f"endings: opened in {seconds * 1000:.0f} ms, {1 / (timed(lambda: lookups(20_000))[1] / 20_000):,.0f} a second"
    )
    nodes, total = 0, 0.0
    for plies in (4, 14, 24, 34, 44):
        at = position(plies, 3)
        search = Search(Options(options.depth), Clock(1e9))
        began = before = time.process_time()
        longest = 0.0
        for _ in search.deepen(at[:3], at.turn):
            now = time.process_time()
            longest, before = max(longest, now - before), now
        seconds = time.process_time() - began
        nodes, total = nodes + search.nodes, total + seconds
        print(
            f"ply {plies}: depth {options.depth} in {seconds:.2f} s, {search.nodes:,} boards,"
            f" longest slice {longest * 1000:.1f} ms",
            flush=True,
        )
    print(f"{nodes / total:,.0f} boards a second, {total / nodes / turn:.0f} turns of an empty loop each")
    return 0
