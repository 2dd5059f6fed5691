"""How fast Reversi's end is played out: the published endgame positions, `python3 -m tests.bench ffo`."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from chowk.games.reversi import notation
from chowk.games.reversi.engine.endgame import Solver
from chowk.games.reversi.engine.patterns import weights
from tests.bench._page import here_and_there

FACTS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "ffo.json").read_text())["positions"]


class Solved(NamedTuple):
    """A value, None if it took too long, the positions looked at and the seconds."""

    value: int | None
    nodes: int
    seconds: float


def solve(board: str, patience: float, low: int, high: int) -> Solved:
    """The exact value of a position between two bounds, given up after some seconds."""
    position = notation.read_position(board)
    solver = Solver(position.own, position.other, weights(64))
    began = time.process_time()
    search = solver.solve(low, high)
    while time.process_time() - began < patience:
        try:
            next(search)
        except StopIteration as end:
            return Solved(end.value, solver.nodes, time.process_time() - began)
    return Solved(None, solver.nodes, time.process_time() - began)


def main(argv: Sequence[str]) -> int:
    """Measures in this Python and in the page's."""
    return here_and_there("ffo", argv, measure)


def measure(argv: Sequence[str]) -> int:
    """Prints a line for each position; 1 if a value is wrong."""
    parser = argparse.ArgumentParser(prog="bench ffo", description=__doc__)
    parser.add_argument("--most", type=int, default=16, help="positions with so many empty squares or fewer (16)")
    parser.add_argument("--patience", type=float, default=10, help="seconds for each (10)")
    parser.add_argument("--result", action="store_true", help="win, draw or loss only")
    options = parser.parse_args(argv)
    low, high = (-1, 1) if options.result else (-64, 64)
    wrong = done = nodes = 0
    seconds = 0.0
    facts = [fact for fact in FACTS if fact["empties"] <= options.most]
    for fact in sorted(facts, key=lambda fact: (fact["empties"], fact["id"])):
        found = solve(f"{fact['board']} {fact['to_move']}", options.patience, low, high)
        expected = fact["score"]
        if found.value is None:
            told = "not in time"
        else:
            right = found.value == expected or (options.result and found.value * expected > 0)
            wrong += not right
            done += 1
            told = f"{found.value:+}" + ("" if right else f" WRONG, published {expected:+}")
        nodes, seconds = nodes + found.nodes, seconds + found.seconds
        where = f"#{fact['id']:<3} {fact['empties']} empty"
        print(f"{where}  {found.seconds:7.2f} s  {found.nodes:>9} nodes  {told}", flush=True)
    print(f"{done} of {len(facts)} in {seconds:.1f} s, {nodes / max(seconds, 1e-9):,.0f} nodes/s")
    return 1 if wrong else 0
