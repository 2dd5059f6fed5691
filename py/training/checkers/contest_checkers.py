"""Compare two weight files of the checkers kernel: a contest over the 156 three-move openings, from both sides.

    python3 py/training/checkers/contest_checkers.py new.bin old.bin --nodes 20000 --keep contest.jsonl

Both sides search equally many nodes per move, so the result does not depend on the machine. A game ends by the rules,
or as soon as the endgame tables have its result. Games saved in the file are not played again.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.search_budget import Clock
from chowk.games.checkers import rules
from chowk.games.checkers.engine import kernel as words
from chowk.games.checkers.engine import reader
from training.checkers import play_checkers
from training.shared import contest


def game(machines: Sequence[Kernel], position: rules.Position, nodes: int) -> float:
    """Play a game between two kernels, the first as Black, and return Black's score: 1, 0.5 or 0.

    `nodes` is the number of positions that each search visits.
    """
    past: list[rules.Position] = []
    times: Counter[Hashable] = Counter()
    while True:
        times[position.key] += 1
        outcome = position.outcome() or rules.ended(position, times[position.key])
        if outcome is not None:
            return 0.5 if outcome.winner is None else float(outcome.winner == rules.BLACK)
        if (position.black | position.white).bit_count() <= reader.FIVE:
            result = play_checkers.call_kernel(machines[0], position, "result_now")
            return 0.5 if result == words.DRAW else float((result == words.WIN_KEPT) == (position.turn == rules.BLACK))
        moves = position.moves()
        move = moves[0]
        if len(moves) > 1:
            limits, clock = reader.Limits(60, nodes=nodes), Clock(1e9, count().__next__)
            *_, thought = reader.think(machines[position.turn], position, past, limits, clock)
            move = thought.moves[0]
        past.append(position)
        position = position.play(move)


def main(argv: Sequence[str]) -> None:
    """Run the command: play the contest and print the score of the first file of weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--nodes", type=int, default=20_000, help="positions a move (default 20000)")
    parser.add_argument("--keep", type=Path, help="a file for the results; a later run continues it")
    options = parser.parse_args(argv)
    first, second = (play_checkers.start_kernel(path.read_bytes()) for path in (options.first, options.second))
    deck = [ballot for ballot in rules.BALLOTS if ballot.deck]

    def play(number: int) -> float:
        start = rules.START
        for move in deck[number // 2].moves:
            start = start.play(move)
        return (
            game((first, second), start, options.nodes)
            if number % 2 == 0
            else 1 - game((second, first), start, options.nodes)
        )

    print(contest.summary(contest.played(range(2 * len(deck)), play, options.keep)))


if __name__ == "__main__":
    main(sys.argv[1:])
