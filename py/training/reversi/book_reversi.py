"""Make Reversi's opening book and its balanced openings by deep search of the positions of good play.

    python3 py/training/reversi/book_reversi.py --kept analysis.jsonl --minutes 30

The kernel searches each position to a fixed depth. Moves nearly as good as the best enter the book. Moves not much
worse are followed too, so that the book has an answer to them. The likeliest lines come first: those whose moves lost
the fewest discs, and of these the shortest. The book is therefore wide at the start and long where play is good. The
same analysis gives the openings of eight moves after which neither side is ahead; they are written to a second file.
The analysis is saved in a file, so that the work can be interrupted and continued. The result depends only on the
weights, the options and the number of positions.

The current book was made with `--positions 1833`, by the weights of the fourth round (see `learn_reversi`). So few of
its lines have exactly eight moves that they give only two openings. The current openings therefore come from a wider
analysis, 600 positions at `--depth 14`, by the weights of the first round.
"""

from __future__ import annotations

import argparse
import heapq
import json
import sys
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk.engine import assets
from chowk.engine.search_budget import Clock
from chowk.games.reversi import openings
from chowk.games.reversi.engine import book, reader, weights
from chowk.games.reversi.rules import PASS, START, Position
from tools.build import kernel_provider

TARGET: Final = Path(book.__file__).with_name(book.DATA)
"""The path of the shipped opening book."""
BALANCED: Final = Path(openings.__file__).with_name(openings.BALANCED)
"""The path of the shipped file of balanced openings."""
STEP: Final = 0.5
"""Amount by which every further move makes a line of play less likely, in discs."""


class Valued(NamedTuple):
    """A move, and its value for the side to move in discs."""

    move: int
    value: float


class Line(NamedTuple):
    """A line of play that waits to be analysed. Lines are sorted by likelihood, the likeliest first.

    `unlikely` is the number of discs that the moves of the line lose against best play, plus `STEP` for each move.
    `number` orders lines that are equally likely, and `position` is the position after the moves.
    """

    unlikely: float
    number: int
    moves: tuple[int, ...]
    position: Position


class Analysis:
    """Searches of a fixed depth, whose results are saved in a file.

    Moves that are worse than the best by more than `margin` discs are left out.
    """

    def __init__(self, depth: int, margin: float, file: Path | None) -> None:
        kernel_provider.provide()
        self.kernel, self.data = assets.kernel("reversi"), assets.data("reversi", weights.DATA)
        self.limits, self.file = reader.Limits(depth, 0, margin=margin, clear_table=True), file
        self.analysed: dict[str, list[Valued]] = {}
        for line in file.read_text().splitlines() if file and file.exists() else ():
            name, moves = json.loads(line)
            self.analysed[name] = [Valued(*pair) for pair in moves]

    def moves(self, position: Position, line: tuple[int, ...]) -> list[Valued]:
        """Return the moves that are at most `margin` discs worse than the best move, the best first.

        `line` are the moves that lead to the position.
        """
        name = book.names(line)
        if name not in self.analysed:
            clock = Clock(1e12, count().__next__)
            *_, last = reader.think(self.kernel, self.data, position.own, position.other, self.limits, clock)
            ranked = [Valued(*valued) for valued in zip(last.moves, last.values, strict=True)]
            self.analysed[name] = [valued for valued in ranked if ranked[0].value - valued.value <= self.limits.margin]
            if self.file:
                with self.file.open("a") as stream:
                    stream.write(json.dumps([name, self.analysed[name]]) + "\n")
        return self.analysed[name]


def _different(lines: Sequence[tuple[float, tuple[int, ...]]]) -> list[tuple[int, ...]]:
    """Return the moves of each line, without lines that lead to the same position as an earlier one.

    `lines` are pairs of a sort key and the moves. Mirrored and rotated positions count as the same.
    """
    by_board: dict[object, tuple[int, ...]] = {}
    for _, line in lines:
        position = book.reached(line)
        by_board.setdefault(book.standard(position.own, position.other)[0], line)
    return list(by_board.values())


def main() -> None:
    """Run the command: write the book and the balanced openings."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=100_000, help="maximum number of positions")
    parser.add_argument("--minutes", type=float, default=30, help="minutes of search (default 30)")
    parser.add_argument("--depth", type=int, default=18, help="depth of the searches, in moves (default 18)")
    parser.add_argument(
        "--near",
        type=float,
        default=0.5,
        help="discs by which a move of the book may be worse than the best (default 0.5)",
    )
    parser.add_argument(
        "--wide", type=float, default=1.5, help="discs by which a move may be worse and still be followed (default 1.5)"
    )
    parser.add_argument("--openings", type=int, default=64, help="maximum number of balanced openings (default 64)")
    parser.add_argument(
        "--level", type=float, default=1.0, help="discs by which a side may be ahead in a balanced opening (default 1)"
    )
    parser.add_argument("--kept", type=Path, help="the file for the results")
    parser.add_argument("--out", type=Path, default=TARGET)
    parser.add_argument("--openings-out", type=Path, default=BALANCED)
    options = parser.parse_args()
    deadline = time.monotonic() + 60 * options.minutes
    analysis = Analysis(options.depth, options.wide, options.kept)
    lines: dict[tuple[int, ...], tuple[int, ...]] = {}
    balanced: list[tuple[float, tuple[int, ...]]] = []
    numbers = count()
    waiting = [Line(0.0, next(numbers), (), START)]
    visited = set()
    # The value of the start, which is even, has the same error as later values from searches of this depth.
    even = analysis.moves(START, ())[0].value
    while waiting and len(lines) < options.positions and time.monotonic() < deadline:
        unlikely, _, line, position = heapq.heappop(waiting)
        key = book.standard(position.own, position.other)[0]
        if key in visited:  # a likelier line has reached it already
            continue
        visited.add(key)
        moves = analysis.moves(position, line)
        lines[line] = tuple(valued.move for valued in moves if moves[0].value - valued.value <= options.near)
        for valued in moves:
            after = position.play(valued.move)
            if after.moves() == (PASS,):
                after = after.play(PASS)
            if after.moves():
                if len(line) == openings.EVEN - 1:
                    balanced.append((abs(valued.value - even), (*line, valued.move)))
                lost = moves[0].value - valued.value
                heapq.heappush(waiting, Line(unlikely + lost + STEP, next(numbers), (*line, valued.move), after))
        if len(lines) % 20 == 0:
            print(f"{len(lines)} positions, {len(line)} plies, {time.process_time():.0f} s", flush=True)
    options.out.write_bytes(book.file(lines))
    level = _different(sorted(valued for valued in balanced if valued[0] <= options.level))[: options.openings]
    options.openings_out.write_text("".join(f"{book.names(line)}\n" for line in sorted(level)))
    longest = max(map(len, lines))
    print(f"{options.out}: {len(lines)} positions, {longest} moves at most, {options.out.stat().st_size} bytes")
    print(f"{options.openings_out}: {len(level)} openings")


if __name__ == "__main__":
    main()
