"""The opening book of Checkers: answers that long searches found best or nearly so.

`py/training/checkers/book_checkers.py` makes it. The file is text compressed by zlib: lines of play from the start, in
sorted order. Each has the number of moves it shares with the line before it, its other moves, a colon, and the
answers, best first: `1 24-19: 15-24`. An answer applies to its position however the position was reached.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import takewhile
from typing import Final, TypeAlias

from chowk.engine import assets
from chowk.games.checkers.engine.board import Board
from chowk.games.checkers.rules import START, Move, Position

DATA: Final = "book.bin"
Moves: TypeAlias = tuple[Move, ...]


def read_line(text: str) -> Moves:
    """Read moves as the book writes them: the squares of each path joined by dashes."""
    return tuple(tuple(map(int, move.split("-"))) for move in text.split())


def write_line(line: Moves) -> str:
    """Write moves as `read_line` reads them."""
    return " ".join("-".join(map(str, move)) for move in line)


def position(line: Moves) -> Position:
    """Return the position after a line of play from the start."""
    at = START
    for move in line:
        at = at.play(move)
    return at


def read(data: bytes) -> dict[Moves, Moves]:
    """Decode the file of a book: return the answers by line of play."""
    found, line = {}, Moves()
    for shared, further, answers in _lines(data):
        line = (*line[:shared], *further)
        found[line] = answers
    return found


def file(known: Mapping[Moves, Moves]) -> bytes:
    """Encode the answers by line of play as a file."""
    told, before = list[str](), Moves()
    for line in sorted(known):
        shared = sum(1 for _ in takewhile(lambda two: two[0] == two[1], zip(before, line, strict=False)))
        told.append(f"{shared} {write_line(line[shared:])}".strip() + f": {write_line(known[line])}\n")
        before = line
    return zlib.compress("".join(told).encode("ascii"), 9)


def _lines(data: bytes) -> Iterator[tuple[int, Moves, Moves]]:
    """Yield for each line the number of moves it shares with the one before it, its other moves, and the answers."""
    for text in zlib.decompress(data).decode("ascii").splitlines():
        line, _, answers = text.partition(":")
        shared, _, further = line.partition(" ")
        yield int(shared), read_line(further), read_line(answers)


@cache
def _opened() -> Mapping[tuple[Board, int], Moves]:
    found, way = dict[tuple[Board, int], Moves](), [START]
    for shared, further, answers in _lines(assets.data("checkers", DATA)):
        del way[shared + 1 :]
        for move in further:
            way.append(way[-1].play(move))
        at = way[-1]
        found[(at.black, at.white, at.kings), at.turn] = answers
    return found


def answers(board: Board, side: int) -> Moves:
    """Return the book's answers to a board, best first; empty if the board is not in the book."""
    return _opened().get((board, side), ())
