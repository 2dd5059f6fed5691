"""Compare two weight files of the Reversi kernel: a contest from random openings, each from both sides.

    python3 py/training/reversi/contest_reversi.py new.bin old.bin --nodes 8000 --games 400 --keep contest.jsonl

Both sides search equally many nodes per move, so the result does not depend on the machine. When few squares are empty,
the kernel solves the game, which is exact for any weights. Games saved in the file are not played again.
"""

from __future__ import annotations

import argparse
import random
import sys
from array import array
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk.engine.search_budget import Clock
from chowk.games.reversi import rules
from chowk.games.reversi.engine import reader
from training.reversi import play_reversi
from training.shared import contest

if TYPE_CHECKING:
    from tools.build.kernel_hosts import Native

PLIES: Final = 10
"""Number of random moves with which a game starts."""
LAST: Final = 14
"""If at most this many squares are empty, the result is computed instead of played."""


def opening(number: int) -> rules.Position:
    """Return the starting position of a game: after random moves in which neither side had to pass."""
    lot = random.Random(f"contest/{number}")
    while True:
        position = rules.START
        for _ in range(PLIES):
            position = position.play(lot.choice(position.moves()))
            if not position.moves() or position.moves() == (rules.PASS,):
                break
        else:
            return position


def game(machines: Sequence[Native], position: rules.Position, nodes: int, data: Sequence[bytes]) -> int:
    """Play a game between two kernels, the first as Black, and return Black's lead in discs.

    `nodes` is the number of positions that each search visits, `data` are the two weight files.
    """
    while moves := position.moves():
        if 64 - (position.own | position.other).bit_count() <= LAST:
            machines[0].write("POSITION", array("Q", [position.own, position.other]))
            result: int = machines[0].call("play_out", -64, 64, play_reversi.ENDLESS)
            return result if position.turn == rules.BLACK else -result
        move = moves[0]
        if move != rules.PASS and len(moves) > 1:
            limits, clock = reader.Limits(60, 0, nodes=nodes), Clock(1e9, count().__next__)
            own, other = position.own, position.other
            *_, thought = reader.think(machines[position.turn], data[position.turn], own, other, limits, clock)
            move = thought.moves[0]
        position = position.play(move)
    result = play_reversi.final(position)
    return result if position.turn == rules.BLACK else -result


def main(argv: Sequence[str]) -> None:
    """Run the command: play the contest, and print the first file's score and its mean lead in discs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--nodes", type=int, default=8_000, help="positions a move (default 8000)")
    parser.add_argument("--games", type=int, default=400, help="number of games in all (default 400)")
    parser.add_argument("--keep", type=Path, help="a file for the results; a later run continues it")
    options = parser.parse_args(argv)
    data = [path.read_bytes() for path in (options.first, options.second)]
    first, second = map(play_reversi.start_kernel, data)

    def play(number: int) -> int:
        start = opening(number // 2)
        if number % 2:
            return -game((second, first), start, options.nodes, data[::-1])
        return game((first, second), start, options.nodes, data)

    discs = contest.played(range(options.games), play, options.keep)
    print(contest.summary([0.5 if not lead else float(lead > 0) for lead in discs]))
    print(f"{mean(discs):+.2f} discs a game, standard error {contest.error(discs):.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
