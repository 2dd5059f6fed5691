"""Makes the opening book of American Checkers from the opponents' own analysis, in commands that can be broken off.

    python3 py/training/checkers/book_checkers.py grow lines.txt --minutes 30
    python3 py/training/checkers/book_checkers.py pack lines.txt
    python3 py/training/checkers/book_checkers.py unpack lines.txt

`grow` looks deeply, by the kernel, into every position of the first two plies and after every three-move opening, for
the side to move and, after each reply that a shallower look finds to lose no more than a third of a man, for the other;
from there it goes on so: after the book's answers come such replies again, the likeliest lines first. Depths are fixed
and nothing is left to chance, so the same weights give the same book. It writes each line of play with its answers as
it is found, and goes on from what is written. `pack` makes of them the file that `chowk.games.checkers.engine.book`
reads, and `unpack` writes the lines of that file, from which `grow` goes on. The book that there is has two parts that
`pack --then` joined: one that looks 19 plies ahead (`--depth 19`; the first 38 positions 21) was broken off after 3,970
positions, and one that looks 17 plies ahead after 9,197. Together they are 9,926: the first two plies, all three-move
openings, the other side's answers to every such reply to these, and the likeliest of what follows. They were grown in
parts, by one process and by two (`--processes`), which take the likeliest lines in nearly the same order.
"""

from __future__ import annotations

import argparse
import heapq
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from chowk.engine import assets
from chowk.engine.search_budget import Clock
from chowk.games.checkers import rules
from chowk.games.checkers.engine import book, reader
from chowk.games.checkers.engine.book import Moves
from chowk.games.checkers.rules import Move, Position
from tools.shared import kernel_provider

TARGET: Final = Path(book.__file__).with_name(book.DATA)
NEAR: Final = 6
"""An answer is in the book if it is worse than the best by no more than so many hundredths of a man ..."""
AT_ONCE: Final = 2
"""... and there are no more than so many; after `VARIED` moves, one."""
VARIED: Final = 5
EARLY: Final = 15
"""In the first two plies an answer may be worse by so much, and all are kept: not every game shall begin alike."""
LIKELY: Final = 33
"""A reply is expected if it is worse than the best by no more than this."""
COST: Final = 20
"""How much less likely a line becomes with every reply."""
SHALLOW: Final = 11
"""Plies of the look that finds the replies to expect."""
ENDLESS: Final = 1 << 30
AHEAD: Final = 3
"""So many lines are given out for each process, that none waits for the slowest."""


def ranked(position: Position, depth: int, margin: int) -> reader.Ranking:
    """The moves of a position ranked at so many plies."""
    limits = reader.Limits(depth, nodes=ENDLESS, margin=margin)
    *_, found = reader.think(assets.kernel("checkers"), position, (), limits, Clock(1e9, count().__next__))
    return found


def moves(found: reader.Ranking, margin: int) -> Iterator[tuple[Move, int]]:
    """The moves within the margin, each with its value."""
    for move, value in zip(found.moves, found.values, strict=True):
        if value >= found.values[0] - margin:
            yield move, value


def seeds() -> Iterator[tuple[int, Moves]]:
    """How unlikely each line is to begin with: of the first two plies, three-move openings, and these with replies."""
    yield 0, ()
    for first in rules.START.moves():
        yield 0, (first,)
        for second in rules.START.play(first).moves():
            yield 0, (first, second)
    for ballot in rules.BALLOTS:
        yield 0, ballot.moves
    for ballot in rules.BALLOTS:
        yield from replies(ballot.moves)


def replies(line: Moves) -> Iterator[tuple[int, Moves]]:
    """A line with each reply to expect, and how much that loses."""
    position = book.position(line)
    if len(position.moves()) == 1:
        yield 0, (*line, position.moves()[0])
    elif position.moves():
        found = list(moves(ranked(position, SHALLOW, LIKELY), LIKELY))
        for reply, value in found:
            yield found[0][1] - value, (*line, reply)


def answered(line: Moves, depth: int) -> Moves:
    """The book's answers to a line; its only move, if there is but one."""
    position = book.position(line)
    if len(position.moves()) < 2:
        return position.moves()
    margin, most = (EARLY, ENDLESS) if len(line) < 2 else (NEAR, AT_ONCE if len(line) < VARIED else 1)
    return tuple(move for move, _ in moves(ranked(position, depth, margin), margin))[:most]


def written(lines: Path) -> dict[Moves, Moves]:
    """The answers by line of play that were found so far."""
    halves = (text.partition(":") for text in (lines.read_text().splitlines() if lines.exists() else ()))
    return {book.read_line(line): book.read_line(answers) for line, _, answers in halves}


def told(line: Moves, answers: Moves) -> str:
    """The text of a line of play and its answers."""
    return f"{book.write_line(line)}: {book.write_line(answers)}".strip()


def joined(first: Mapping[Moves, Moves], then: Mapping[Moves, Moves]) -> dict[Moves, Moves]:
    """The lines of two books; a position that both have is answered by the first."""
    found, seen = dict(first), {book.position(line).key for line in first}
    return found | {line: answers for line, answers in then.items() if book.position(line).key not in seen}


class Found(NamedTuple):
    """What a look into a line of play brings: the book's answers, and the lines that follow with what each loses."""

    answers: Moves
    onward: tuple[tuple[int, Moves], ...]
    chosen: bool
    """Whether there was anything to choose."""
    seconds: float
    """Of processor time."""


def looked(line: Moves, depth: int, answers: Moves) -> Found:
    """Looks into a line of play, or only into what follows where its answers are known."""
    began = time.process_time()
    answers = answers or answered(line, depth)
    onward = tuple(longer for answer in answers for longer in replies((*line, answer)))
    return Found(answers, onward, len(book.position(line).moves()) > 1, time.process_time() - began)


def grow(lines: Path, depth: int, size: int, minutes: float, workers: Executor | None = None, ahead: int = 1) -> None:
    """Writes the book, line by line as it grows; so many lines are looked into at once."""
    known, deadline, spent = written(lines), time.monotonic() + 60 * minutes, 0.0
    seen = {book.position(line).key: line for line in known}
    todo = [(unlikely, number, line) for number, (unlikely, line) in enumerate(seeds())]
    heapq.heapify(todo)
    numbers = count(len(todo))
    begun = deque[tuple[int, Moves, Callable[[], Found]]]()
    while todo or begun:
        while todo and len(begun) < ahead and len(known) < size and time.monotonic() < deadline:
            unlikely, _, line = heapq.heappop(todo)
            if seen.setdefault(book.position(line).key, line) == line:
                look = partial(looked, line, depth, known.get(line, ()))
                begun.append((unlikely, line, workers.submit(look).result if workers else look))
        if not begun:
            return
        unlikely, line, told_of = begun.popleft()
        found = told_of()
        spent += found.seconds
        if line not in known and found.chosen and len(known) < size:
            known[line] = found.answers
            text = told(line, found.answers)
            with lines.open("a") as file:
                file.write(text + "\n")
            print(f"{spent:7.0f} s  {len(known)}  {unlikely}  {text}", flush=True)
        for loss, longer in found.onward:
            heapq.heappush(todo, (unlikely + loss + COST, next(numbers), longer))


def main(argv: Sequence[str]) -> None:
    """Grows the book, packs it, or takes it apart."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("grow", "pack", "unpack"))
    parser.add_argument("lines", type=Path, help="where lines of play are kept as they are found")
    parser.add_argument("--depth", type=int, default=17, help="plies that each is looked into (17)")
    parser.add_argument("--size", type=int, default=100_000, help="positions in the book at most")
    parser.add_argument("--minutes", type=float, default=30, help="how long to grow (30)")
    parser.add_argument("--processes", type=int, default=1, help="how many lines to look into at once (1)")
    parser.add_argument("--then", type=Path, help="to pack: lines of a shallower book, for what the first has not")
    parser.add_argument("--out", type=Path, default=TARGET)
    asked = parser.parse_args(argv)
    if asked.what == "pack":
        asked.out.write_bytes(book.file(joined(written(asked.lines), written(asked.then) if asked.then else {})))
        print(f"{asked.out}: {asked.out.stat().st_size} bytes")
        return
    if asked.what == "unpack":
        known = book.read(asked.out.read_bytes())
        asked.lines.write_text("".join(told(*pair) + "\n" for pair in known.items()))
        print(f"{asked.lines}: {len(known)} lines")
        return
    kernel_provider.provide()
    if asked.processes == 1:
        grow(asked.lines, asked.depth, asked.size, asked.minutes)
        return
    # By a fork the kernel's host would be left without its threads.
    with ProcessPoolExecutor(asked.processes, get_context("spawn"), kernel_provider.provide) as workers:
        grow(asked.lines, asked.depth, asked.size, asked.minutes, workers, AHEAD * asked.processes)


if __name__ == "__main__":
    main(sys.argv[1:])
