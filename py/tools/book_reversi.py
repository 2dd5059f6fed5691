"""Makes Reversi's opening book: looks long at the positions of good play, `python3 py/tools/book_reversi.py --help`.

From the start on, each position is looked at so many moves deep. Moves nearly as good as the best are the book's;
moves not much worse are followed too, so that the book has an answer to them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import deque
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))
from chowk.games.reversi.engine import book
from chowk.games.reversi.engine.midgame import Looker, Ranked
from chowk.games.reversi.engine.patterns import UNIT, weights
from chowk.games.reversi.rules import PASS, START, Position

TARGET: Final = Path(book.__file__).with_name(book.DATA)


def ranked(position: Position, depth: int, margin: float) -> tuple[Ranked, ...]:
    """The moves that are worse than the best by no more than `margin` discs, the best first."""
    discs = (position.black | position.white).bit_count()
    looker = Looker(position.own, position.other, weights(discs + 6), margin=round(margin * UNIT))
    for _ in looker.deepen(depth):
        pass
    best = looker.ranking[0].value
    return tuple(one for one in looker.ranking if best - one.value <= margin * UNIT)


def main() -> None:
    """Writes the book."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=400, help="so many at most (400)")
    parser.add_argument("--depth", type=int, default=9, help="moves looked ahead (9)")
    parser.add_argument("--near", type=float, default=0.5, help="discs that a move of the book may be worse (0.5)")
    parser.add_argument("--wide", type=float, default=1.5, help="discs that a move may be worse and be followed (1.5)")
    parser.add_argument("--out", type=Path, default=TARGET)
    options = parser.parse_args()
    began = time.perf_counter()
    lines: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    waiting: deque[tuple[Position, tuple[int, ...]]] = deque([(START, ())])
    seen = {book.standard(START.own, START.other)[0]}
    while waiting and len(lines) < options.positions:
        position, way = waiting.popleft()
        moves = ranked(position, options.depth, options.wide)
        near = [one.move for one in moves if moves[0].value - one.value <= options.near * UNIT]
        lines.append((way, tuple(near)))
        for one in moves:
            after = position.play(one.move)
            if after.moves() == (PASS,):
                after = after.play(PASS)
            key = book.standard(after.own, after.other)[0]
            if after.moves() and key not in seen:
                seen.add(key)
                waiting.append((after, (*way, one.move)))
        if len(lines) % 20 == 0:
            print(f"{len(lines)} positions, {len(way)} plies, {time.perf_counter() - began:.0f} s", flush=True)
    options.out.write_text(book.written(lines))
    print(f"{options.out}: {len(lines)} positions, {options.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
