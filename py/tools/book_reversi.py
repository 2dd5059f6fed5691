"""Makes Reversi's opening book and its balanced openings: looks long at the positions of good play.

    python3 py/tools/book_reversi.py --kept analysis.jsonl

From the start on, each position is looked at so many moves deep by the kernel. Moves nearly as good as the best are the
book's; moves not much worse are followed too, so that the book has an answer to them. Openings of eight moves after
which neither side stands better, by the same analysis, are written beside it. What was looked at is kept in a file, so
that the work can be broken off and taken up again; everything follows from the weights and the options.

The files that there are: `--positions 600 --depth 14`, by the weights of the first round (see `learn_reversi`).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import deque
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
from chowk.core import supplies
from chowk.core.clock import Clock
from chowk.games.reversi.engine import book, reader, weights
from chowk.games.reversi.rules import PASS, START, Position
from tools.kernels import native

TARGET: Final = Path(book.__file__).with_name(book.DATA)
OPENINGS: Final = TARGET.with_name(book.OPENINGS)


class Valued(NamedTuple):
    """A move, and its value in discs."""

    move: int
    value: float


class Analysis:
    """What looking so deep finds, kept in a file."""

    def __init__(self, depth: int, margin: float, kept: Path | None) -> None:
        native.provide()
        self.kernel, self.data = supplies.kernel("reversi"), supplies.data("reversi", weights.DATA)
        self.limits, self.kept = reader.Limits(depth, 0, margin=margin, afresh=True), kept
        self.found: dict[str, list[Valued]] = {}
        for line in kept.read_text().splitlines() if kept and kept.exists() else ():
            way, moves = json.loads(line)
            self.found[way] = [Valued(*one) for one in moves]

    def moves(self, position: Position, way: tuple[int, ...]) -> list[Valued]:
        """The moves that are worse than the best by no more than the margin, the best first."""
        name = book.names(way)
        if name not in self.found:
            clock = Clock(1e12, count().__next__)
            *_, last = reader.think(self.kernel, self.data, position.own, position.other, self.limits, clock)
            ranked = [Valued(*one) for one in zip(last.moves, last.values, strict=True)]
            self.found[name] = [one for one in ranked if ranked[0].value - one.value <= self.limits.margin]
            if self.kept:
                with self.kept.open("a") as file:
                    file.write(json.dumps([name, self.found[name]]) + "\n")
        return self.found[name]


def main() -> None:
    """Writes the book and the openings."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=600, help="so many at most (600)")
    parser.add_argument("--depth", type=int, default=14, help="moves looked ahead (14)")
    parser.add_argument("--near", type=float, default=0.5, help="discs that a move of the book may be worse (0.5)")
    parser.add_argument("--wide", type=float, default=1.5, help="discs that a move may be worse and be followed (1.5)")
    parser.add_argument("--openings", type=int, default=64, help="balanced openings, at most (64)")
    parser.add_argument("--level", type=float, default=1.0, help="discs that either side may be better in them (1)")
    parser.add_argument("--kept", type=Path, help="where to keep what was found")
    parser.add_argument("--out", type=Path, default=TARGET)
    parser.add_argument("--openings-out", type=Path, default=OPENINGS)
    options = parser.parse_args()
    began = time.perf_counter()
    analysis = Analysis(options.depth, options.wide, options.kept)
    lines: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    balanced: list[tuple[float, tuple[int, ...]]] = []
    waiting: deque[tuple[Position, tuple[int, ...]]] = deque([(START, ())])
    seen = {book.standard(START.own, START.other)[0]}
    while waiting and len(lines) < options.positions:
        position, way = waiting.popleft()
        moves = analysis.moves(position, way)
        lines.append((way, tuple(one.move for one in moves if moves[0].value - one.value <= options.near)))
        for one in moves:
            after = position.play(one.move)
            if after.moves() == (PASS,):
                after = after.play(PASS)
            key = book.standard(after.own, after.other)[0]
            if after.moves() and key not in seen:
                seen.add(key)
                waiting.append((after, (*way, one.move)))
                if len(way) == book.OPENING - 1:
                    balanced.append((abs(one.value), (*way, one.move)))
        if len(lines) % 20 == 0:
            print(f"{len(lines)} positions, {len(way)} plies, {time.perf_counter() - began:.0f} s", flush=True)
    options.out.write_text(book.written(lines))
    level = sorted(one for one in balanced if one[0] <= options.level)[: options.openings]
    options.openings_out.write_text("".join(f"{book.names(way)}\n" for _, way in sorted(level, key=lambda one: one[1])))
    print(f"{options.out}: {len(lines)} positions, {options.out.stat().st_size} bytes; {len(level)} openings")


if __name__ == "__main__":
    main()
