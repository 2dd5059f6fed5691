"""Makes the opening book of American Checkers from the opponents' own analysis.

    python3 py/tools/book_checkers.py py/chowk/games/checkers/engine/book.txt

Looks deeply, by the kernel, into every position of the first two plies and after every three-move opening, then grows
from there: after the book's first answer come the replies that a shallower look finds nearly best, the likeliest lines
first, until there are as many positions as asked for. Depths are fixed and nothing is left to chance, so the same
weights give the same book. What the file looks like is told in
`chowk.games.checkers.engine.book`, which reads it. Where it is broken off it goes on from what is written.
"""

from __future__ import annotations

import argparse
import heapq
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from chowk.core import supplies
from chowk.core.clock import Clock
from chowk.games.checkers import rules
from chowk.games.checkers.engine import book, reader
from chowk.games.checkers.engine.book import Moves
from chowk.games.checkers.rules import Move, Position
from tools.kernels import native

NEAR: Final = 6
"""An answer is in the book if it is worse than the best by no more than so many hundredths of a man."""
LIKELY: Final = 30
"""A reply is expected if it is worse than the best by no more than this."""
COST: Final = 20
"""How much less likely a line becomes with every reply."""
SHALLOW: Final = 7
"""Plies of the look that finds the replies to expect."""
ENDLESS: Final = 1 << 30


def ranked(position: Position, depth: int, margin: int) -> reader.Ranking:
    """The moves of a position ranked at so many plies."""
    limits = reader.Limits(depth, nodes=ENDLESS, margin=margin)
    *_, found = reader.think(supplies.kernel("checkers"), position, (), limits, Clock(1e9, count().__next__))
    return found


def moves(found: reader.Ranking, margin: int) -> Iterator[tuple[Move, int]]:
    """The moves within the margin, each with its value."""
    for move, value in zip(found.moves, found.values, strict=True):
        if value >= found.values[0] - margin:
            yield move, value


def seeds() -> Iterator[Moves]:
    """The lines of the first two plies, and all three-move openings."""
    yield ()
    for first in rules.START.moves():
        yield (first,)
        for second in rules.START.play(first).moves():
            yield first, second
    for ballot in rules.BALLOTS:
        yield ballot.moves


def replies(line: Moves, answer: Move) -> Iterator[tuple[int, Moves]]:
    """The lines to look into next, after the answer and a likely reply, each with how unlikely it is."""
    position = book.position(line).play(answer)
    if len(position.moves()) == 1:
        yield 0, (*line, answer, position.moves()[0])
    elif position.moves():
        found = list(moves(ranked(position, SHALLOW, LIKELY), LIKELY))
        for reply, value in found:
            yield found[0][1] - value, (*line, answer, reply)


def make(target: Path, depth: int, size: int) -> None:
    """Writes the book, line by line as it grows."""
    known = book.read(target.read_text()) if target.exists() else {}
    seen = {book.position(line).key for line in known}
    todo = [(0, number, line) for number, line in enumerate(seeds())]
    numbers = count(len(todo))
    done = 0
    while todo and done < size:
        unlikely, _, line = heapq.heappop(todo)
        if line not in known:
            position = book.position(line)
            if position.key in seen or len(position.moves()) < 2:
                continue
            seen.add(position.key)
            known[line] = tuple(move for move, _ in moves(ranked(position, depth, NEAR), NEAR))
            text = f"{book.write_line(line)}: {book.write_line(known[line])}"
            with target.open("a") as file:
                file.write(text.strip() + "\n")
            print(f"{time.process_time():7.0f} s  {len(known)} {text}", flush=True)
        done += 1
        for further, longer in replies(line, known[line][0]):
            heapq.heappush(todo, (unlikely + further + COST, next(numbers), longer))


def main(argv: Sequence[str]) -> None:
    """Makes the book in the file that is named."""
    parser = argparse.ArgumentParser(description="Makes the opening book of American Checkers.")
    parser.add_argument("target", type=Path)
    parser.add_argument("--depth", type=int, default=13, help="plies that each is looked into")
    parser.add_argument("--size", type=int, default=229, help="positions in the book")
    asked = parser.parse_args(argv)
    native.provide()
    make(asked.target, asked.depth, asked.size)


if __name__ == "__main__":
    main(sys.argv[1:])
