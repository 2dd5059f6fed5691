"""Measure the moves and positions per second of the rules and the kernels, compared with other libraries.

Run `python3 -m tests.bench library --others PYTHON`.
The other libraries are in an environment of their own, whose Python is the argument `--others`:
`pip install open_spiel py-draughts chess rust-reversi`. Random games list the legal moves of every position, draw one
and play it until the game is over. Positions are the leaves of perft. All times are processor time; every round
measures everything once, and the table has the fastest of each.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from chowk.core.perft import perft
from chowk.engine import assets
from chowk.games import load
from chowk.games.checkers.engine import reader
from chowk.library import Board
from tests.bench._others import COUNTS, GAMES, Timed, counted, played
from tools.build import kernel_provider

OTHERS: Final = Path(__file__).with_name("_others.py")
PEERS: Final = {
    "reversi": ("OpenSpiel othello", "rust-reversi"),
    "checkers": ("OpenSpiel checkers", "py-draughts American"),
}
"""For each game, the names of other libraries that have this game."""
DEPTHS: Final = {"reversi": (6, 9), "checkers": (6, 9)}
"""For each game, two depths of perft: that in Python and that by the kernel."""
GOALS: Final = (("checkers, kernel", "positions", 20.0), ("checkers, rules", "games", 0.5))
"""For each goal: what is measured, its unit, and the minimum speed relative to py-draughts."""


def rules_game(name: str) -> Callable[[Random], int]:
    """Return a function that plays a random game by the rules alone, and returns its number of moves."""
    start: Any = load(name).match(1).position

    def play(random: Random) -> int:
        position, moves = start, 0
        while legal := position.moves():
            position = position.play(random.choice(legal))
            moves += 1
        return moves

    return play


def board_game(name: str) -> Callable[[Random], int]:
    """Return a function that plays a random game on the library's board, and returns its number of moves.

    The board checks each move and ends games by repetition.
    """

    def play(random: Random) -> int:
        board = Board(name, seed=1)
        while legal := board.legal_moves:
            board.push(random.choice(legal))
        return board.ply

    return play


def kernel_perft(name: str) -> Callable[[int], int]:
    """Return a function that counts the leaves of the game tree at a given depth (perft) by a game's kernel."""
    kernel_provider.provide()
    kernel, start = assets.kernel(name), load(name).match(1).position
    if name == "reversi":
        kernel.write("POSITION", array("Q", (start.own, start.other)))
    else:
        kernel.write("POSITION", reader.position_array(start))
    return lambda depth: int(kernel.call("perft", depth))


def own(seed: int, seconds: float) -> dict[str, dict[str, Timed]]:
    """Measure Chowk's rules, boards and kernels. Return the times by name and by unit (`games` or `positions`)."""
    times: dict[str, dict[str, Timed]] = {}
    for name, (depth, deep) in DEPTHS.items():
        start: Any = load(name).match(1).position
        times[f"{name}, rules"] = {
            "games": played(rules_game(name), seed, seconds),
            "positions": counted(lambda depth, start=start: perft(start, depth), depth, seconds),  # type: ignore[misc]
        }
        times[f"{name}, Board"] = {"games": played(board_game(name), seed, seconds)}
        times[f"{name}, kernel"] = {"positions": counted(kernel_perft(name), deep, seconds)}
    return times


def others(python: str, seed: int, seconds: float) -> dict[str, dict[str, Timed]]:
    """Measure the other libraries in their own Python, and return the times. Leave out those that it does not have."""
    times = {}
    for name in GAMES:
        done = subprocess.run(
            [python, OTHERS, name, str(seed), str(seconds)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            print(f"{name}: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        else:
            times[name] = {kind: Timed(*values) for kind, values in json.loads(done.stdout).items()}
    return times


def speed(timed: Timed | None) -> float:
    """Return the moves or positions per second, or 0 if nothing was measured."""
    return timed.moves / timed.seconds if timed is not None else 0.0


def main(argv: Sequence[str]) -> int:
    """Print the table of speeds and the ratios to other libraries. Return 1 if a ratio misses its goal (`GOALS`)."""
    parser = argparse.ArgumentParser(prog="bench library", description=__doc__)
    parser.add_argument("--others", default=sys.executable, help="the Python that has the other libraries")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds of each measurement")
    options = parser.parse_args(argv)
    best: dict[str, dict[str, Timed]] = {}
    for number in range(options.rounds):
        for name, times in (own(number, options.seconds) | others(options.others, number, options.seconds)).items():
            for kind, timed in times.items():
                if speed(timed) > speed(best.setdefault(name, {}).get(kind)):
                    best[name][kind] = timed
    print(f"{'':24}{'moves a second':>16}{'games a second':>16}{'positions a second':>20}")
    for name, times in sorted(best.items()):
        games, positions = times.get("games"), times.get("positions")
        row = [f"{speed(games):,.0f}", f"{games.games / games.seconds:,.0f}"] if games is not None else ["", ""]
        print(f"{name:24}{row[0]:>16}{row[1]:>16}{f'{speed(positions):,.0f}' if positions is not None else '':>20}")
    for name, peers in PEERS.items():
        for mine in ("rules", "Board", "kernel"):
            for peer in (peer for peer in peers if peer in best):
                for kind, timed in best[f"{name}, {mine}"].items():
                    if kind in best[peer]:
                        ratio = speed(timed) / speed(best[peer][kind])
                        print(f"{name}, {mine}: {kind} {ratio:.3g} times as fast as {peer}")
    return max([0, *(_missed(best, *goal) for goal in GOALS if "py-draughts American" in best)])


def _missed(best: dict[str, dict[str, Timed]], name: str, kind: str, least: float) -> int:
    ratio = speed(best[name][kind]) / speed(best["py-draughts American"][kind])
    print(f"goal: {name} at least {least:g} times py-draughts: {ratio:.3g}, {'met' if ratio >= least else 'missed'}")
    return int(ratio < least)


assert set(COUNTS) <= set(GAMES)
