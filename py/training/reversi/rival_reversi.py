"""Play a Reversi opponent against another program, on the balanced openings, from both sides.

    python3 py/training/reversi/rival_reversi.py "./rival" --ours 2 --games 40 --keep rival.jsonl

The other program reads lines: 0 or 1 for the side to move (1 is White), 64 characters for the squares row by row,
starting with a1 (`b`, `w`, `.` for empty), and 1 at the start of a game, else 0. It answers with the square of its
move, the seconds it took, and any further words.

Our seconds count processor time, and so should those of the other program, so that other work on the machine weakens
neither side. The seconds do not limit those of our opponents whose searches have a limit of nodes. Our side uses no
book here, and the other side should use none. A forced move is played without asking.

Each game is saved in the file with its moves and with a report on each move that was not forced. The report on our
moves is the search depth, the value, 1 if the value is exact, and the seconds. Saved games are not played again.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk.engine import assets
from chowk.engine.search_budget import Clock
from chowk.games.reversi import openings, rules
from chowk.games.reversi.engine import bots, reader, weights
from tools.build import kernel_provider
from training.reversi import play_reversi
from training.shared import contest, rival

STRIDE: Final = 27
"""Distance in the list of openings between one pair of games and the next. So even a few games have varied openings."""


def board(position: rules.Position) -> str:
    """Return the squares of a position as text, one character each."""
    return "".join(
        "b" if position.black >> square & 1 else "w" if position.white >> square & 1 else "." for square in range(64)
    )


def thought(position: rules.Position, level: int, seconds: float) -> tuple[int, list[float]]:
    """Return the move that one of Chowk's own opponents finds by search, without its opening book, and a report on it.

    The report is the depth, the value, 1 if the value is exact, and the seconds.
    """
    style, clock = bots.STYLES[level], Clock(1e9 if bots.STYLES[level].nodes else seconds, time.process_time)
    limits = reader.Limits(style.depth, style.ends, style.nodes, steady=style.steady)
    kernel, data = assets.kernel("reversi"), assets.data("reversi", weights.DATA)
    *_, last = reader.think(kernel, data, position.own, position.other, limits, clock)
    return last.moves[0], [
        last.depth,
        last.values[0],
        int(last.exact),
        round(clock.spent, 3),
    ]


def game(command: str, start: rules.Position, ours: int, level: int, seconds: float) -> dict[str, Any]:
    """Play a game between the other program and our opponent, and return its record.

    `command` starts the other program. `ours` is our side, `level` the number of our opponent, and `seconds` its time
    for each move. The record includes our score and our lead in discs.
    """
    moves, looks, its = list[str](), list[list[float]](), list[list[str]]()
    position, first = start, True
    with rival.speaking(command) as other:
        while able := position.moves():
            move = able[0]
            if len(able) > 1 and position.turn == ours:
                move, report = thought(position, level, seconds)
                looks.append([len(moves), *report])
            elif len(able) > 1:
                question = f"{position.turn} {board(position)} {int(first)}"
                move, words = rival.ask(other, question, {rules.NAMES[square]: square for square in able})
                its.append([str(len(moves)), *words])
                first = False
            moves.append(rules.PASS_SPOT if move == rules.PASS else rules.NAMES[move])
            position = position.play(move)
    discs = play_reversi.final(position) * (1 if position.turn == ours else -1)
    own = 0.5 if not discs else float(discs > 0)
    return {"own": own, "discs": discs, "ours": ours, "moves": moves, "looks": looks, "its": its}


def main(argv: Sequence[str]) -> None:
    """Run the command: play the contest, and print our score, mean lead in discs, search depth, and the times."""
    parser = rival.options(__doc__)
    parser.add_argument("--level", type=int, default=7, help="the number of our opponent (7, Blue Whale)")
    options = parser.parse_args(argv)
    kernel_provider.provide()
    starts = [position for _, position in openings.balanced()]

    def play(number: int) -> dict[str, Any]:
        assets.kernel("reversi").call("forget")
        start = starts[number // 2 * STRIDE % len(starts)]
        return game(options.rival, start, number % 2, options.level, options.ours)

    games = rival.played(options.games, options.minutes, options.keep, play)
    discs = [record["discs"] for record in games]
    print(contest.summary([record["own"] for record in games]))
    print(f"{mean(discs):+.2f} discs a game, standard error {contest.error(discs):.2f}")
    looks = [look for record in games for look in record["looks"]]
    depths = [depth for _, depth, _, exact, _ in looks if depth and not exact]
    print(f"looked {median(depths)} moves ahead in the median before the end was known")
    for name, spent in (
        ("ours", [look[-1] for look in looks]),
        ("its", [float(words[1]) for record in games for words in record["its"]]),
    ):
        print(f"seconds a move, {name}: {mean(spent):.2f} in the mean, {max(spent):.2f} at most")


if __name__ == "__main__":
    main(sys.argv[1:])
