"""Make the opening book of American Checkers by analysis with the game's kernel. Every command can be interrupted.

    python3 py/training/checkers/book_checkers.py grow lines.txt --minutes 30
    python3 py/training/checkers/book_checkers.py pack lines.txt
    python3 py/training/checkers/book_checkers.py unpack lines.txt

`grow` finds the book's answers to positions by search. It begins with the positions of the first two plies and those
after every three-move opening. Then come the positions after a likely reply. A reply is likely if it loses at most a
third of a man by a shallower search. Nothing is random, so the same weights give the same book. `grow` writes each line
of play with its answers as soon as they are found. If the file already has lines, `grow` continues from them. `pack`
turns the lines into the file that `chowk.games.checkers.engine.book` reads. `unpack` writes the lines of that file,
from which `grow` continues.

The current book has two parts, joined by `pack --then`. The first was searched 19 plies deep (`--depth 19`), except for
its first 38 positions, which were searched 21 plies deep. It stopped after 3,970 positions. The second was searched 17
plies deep and stopped after 9,197. Together they have 9,926 different positions: those of the first two plies, those
after all three-move openings, those after every likely reply to these openings, and the likeliest continuations. They
were grown in steps, by one process and by two (`--processes`). Two processes take the likeliest lines in nearly the
same order as one.
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
from tools.build import kernel_provider

TARGET: Final = Path(book.__file__).with_name(book.DATA)
"""The path of the shipped opening book."""
NEAR: Final = 6
"""Maximum loss of a book answer against the best move, in hundredths of a man."""
AT_ONCE: Final = 2
"""Maximum number of book answers to a position in the first `VARIED` moves. Later the maximum is 1."""
VARIED: Final = 5
"""Number of moves in a line of play after which the book has only one answer."""
EARLY: Final = 15
"""Maximum loss of a book answer in the first two plies, in hundredths of a man.

All such answers are kept, so that games begin differently.
"""
LIKELY: Final = 33
"""Maximum loss of an opponent's reply that the book prepares for, in hundredths of a man."""
COST: Final = 20
"""Unlikelihood that each reply adds to a line of play besides the reply's loss, in hundredths of a man."""
SHALLOW: Final = 11
"""Depth in plies of the search that finds the likely replies."""
ENDLESS: Final = 1 << 30
"""A limit on the number of searched positions that no search reaches."""
AHEAD: Final = 3
"""Number of lines of play queued for each process, so that no process waits for the slowest."""


def ranked(position: Position, depth: int, margin: int) -> reader.Ranking:
    """Return the position's moves with their values, ranked by a search of `depth` plies.

    Values more than `margin` hundredths of a man below the best value may be too high.
    """
    limits = reader.Limits(depth, nodes=ENDLESS, margin=margin)
    *_, ranking = reader.think(assets.kernel("checkers"), position, (), limits, Clock(1e9, count().__next__))
    return ranking


def moves(ranking: reader.Ranking, margin: int) -> Iterator[tuple[Move, int]]:
    """Yield the moves that are at most `margin` hundredths of a man worse than the best, each with its value."""
    for move, value in zip(ranking.moves, ranking.values, strict=True):
        if value >= ranking.values[0] - margin:
            yield move, value


def seeds() -> Iterator[tuple[int, Moves]]:
    """Yield the lines of play with which growing begins, each with its unlikelihood.

    The lines are those of the first two plies, the three-move openings, and these openings with a likely reply. The
    unlikelihood of a line with a likely reply is the loss by that reply, in hundredths of a man. All other lines have
    the unlikelihood 0. Lines of less unlikelihood are analysed first.
    """
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
    """Yield pairs for the likely replies at the end of a line of play: the reply's loss, and the line with the reply.

    The loss is how much worse the reply is than the best reply, in hundredths of a man.
    """
    position = book.position(line)
    if len(position.moves()) == 1:
        yield 0, (*line, position.moves()[0])
    elif position.moves():
        likely = list(moves(ranked(position, SHALLOW, LIKELY), LIKELY))
        for reply, value in likely:
            yield likely[0][1] - value, (*line, reply)


def answered(line: Moves, depth: int) -> Moves:
    """Find the answers that the book will have at the end of a line of play, by a search of `depth` plies.

    A single legal move needs no search.
    """
    position = book.position(line)
    if len(position.moves()) < 2:
        return position.moves()
    margin, most = (EARLY, ENDLESS) if len(line) < 2 else (NEAR, AT_ONCE if len(line) < VARIED else 1)
    return tuple(move for move, _ in moves(ranked(position, depth, margin), margin))[:most]


def written(lines: Path) -> dict[Moves, Moves]:
    """Return the lines of play in a file, each with the book's answers to it; empty if there is no such file."""
    halves = (text.partition(":") for text in (lines.read_text().splitlines() if lines.exists() else ()))
    return {book.read_line(line): book.read_line(answers) for line, _, answers in halves}


def book_row(line: Moves, answers: Moves) -> str:
    """Return a line of play and the book's answers as a line of text."""
    return f"{book.write_line(line)}: {book.write_line(answers)}".strip()


def joined(first: Mapping[Moves, Moves], then: Mapping[Moves, Moves]) -> dict[Moves, Moves]:
    """Merge the lines of two books. A position that is in both keeps the answers of the first book."""
    lines, keys = dict(first), {book.position(line).key for line in first}
    return lines | {line: answers for line, answers in then.items() if book.position(line).key not in keys}


class LineAnalysis(NamedTuple):
    """The result of analysing a line of play: the book's answers, and the lines to analyse next.

    Each of the next lines (`onward`) is the analysed line with one answer and one likely reply added. Before it stands
    the loss of this reply: how much worse it is than the best reply, in hundredths of a man.
    """

    answers: Moves
    onward: tuple[tuple[int, Moves], ...]
    chosen: bool
    """True if there was more than one legal move, so that a search chose."""
    seconds: float
    """Processor time that the analysis took, in seconds."""


def analyse_line(line: Moves, depth: int, answers: Moves) -> LineAnalysis:
    """Analyse a line of play: find the book's answers and the lines to analyse next.

    `answers` are the book's answers if they are known already. If it is empty, they are searched.
    """
    began = time.process_time()
    answers = answers or answered(line, depth)
    onward = tuple(longer for answer in answers for longer in replies((*line, answer)))
    return LineAnalysis(answers, onward, len(book.position(line).moves()) > 1, time.process_time() - began)


def grow(lines: Path, depth: int, size: int, minutes: float, workers: Executor | None = None, at_once: int = 1) -> None:
    """Grow the book and write each line of play to the file when it is analysed.

    Stop after `minutes`, or when the book has `size` positions. `depth` is the depth of the searches in plies.
    `workers` analyse the lines, at most `at_once` of them at the same time. Without `workers`, this process does the
    analysis.
    """
    answers_of, deadline, spent = written(lines), time.monotonic() + 60 * minutes, 0.0
    line_of = {book.position(line).key: line for line in answers_of}
    todo = [(unlikely, number, line) for number, (unlikely, line) in enumerate(seeds())]
    heapq.heapify(todo)
    numbers = count(len(todo))
    begun = deque[tuple[int, Moves, Callable[[], LineAnalysis]]]()
    while todo or begun:
        while todo and len(begun) < at_once and len(answers_of) < size and time.monotonic() < deadline:
            unlikely, _, line = heapq.heappop(todo)
            if line_of.setdefault(book.position(line).key, line) == line:
                look = partial(analyse_line, line, depth, answers_of.get(line, ()))
                begun.append((unlikely, line, workers.submit(look).result if workers else look))
        if not begun:
            return
        unlikely, line, result_of = begun.popleft()
        result = result_of()
        spent += result.seconds
        if line not in answers_of and result.chosen and len(answers_of) < size:
            answers_of[line] = result.answers
            text = book_row(line, result.answers)
            with lines.open("a") as file:
                file.write(text + "\n")
            print(f"{spent:7.0f} s  {len(answers_of)}  {unlikely}  {text}", flush=True)
        for loss, longer in result.onward:
            heapq.heappush(todo, (unlikely + loss + COST, next(numbers), longer))


def main(argv: Sequence[str]) -> None:
    """Run the command `grow`, `pack` or `unpack`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("grow", "pack", "unpack"))
    parser.add_argument("lines", type=Path, help="the file for the lines of play")
    parser.add_argument("--depth", type=int, default=17, help="depth of the searches, in plies (default 17)")
    parser.add_argument("--size", type=int, default=100_000, help="maximum number of positions in the book")
    parser.add_argument("--minutes", type=float, default=30, help="minutes of search (default 30)")
    parser.add_argument(
        "--processes", type=int, default=1, help="number of lines to search at the same time (default 1)"
    )
    parser.add_argument(
        "--then", type=Path, help="with `pack`: lines of a shallower book, for positions that the first book lacks"
    )
    parser.add_argument("--out", type=Path, default=TARGET)
    options = parser.parse_args(argv)
    if options.what == "pack":
        options.out.write_bytes(
            book.file(joined(written(options.lines), written(options.then) if options.then else {}))
        )
        print(f"{options.out}: {options.out.stat().st_size} bytes")
        return
    if options.what == "unpack":
        lines = book.read(options.out.read_bytes())
        options.lines.write_text("".join(book_row(*item) + "\n" for item in lines.items()))
        print(f"{options.lines}: {len(lines)} lines")
        return
    kernel_provider.provide()
    if options.processes == 1:
        grow(options.lines, options.depth, options.size, options.minutes)
        return
    # A forked process would lack the threads of the runner of the kernel.
    with ProcessPoolExecutor(options.processes, get_context("spawn"), kernel_provider.provide) as workers:
        grow(options.lines, options.depth, options.size, options.minutes, workers, AHEAD * options.processes)


if __name__ == "__main__":
    main(sys.argv[1:])
