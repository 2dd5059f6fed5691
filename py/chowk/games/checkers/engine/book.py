"""The opening book of Checkers: replies that long searches found best or nearly best.

`py/training/checkers/book_checkers.py` makes the book. The file is text compressed by zlib, with one line for each line
of play from the start, in sorted order. A line consists of the number of moves shared with the previous line, its other
moves, a colon, and the answers, best first: `1 24-19: 15-24`. The answers apply to the position after the moves,
whatever order of moves leads to it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import takewhile
from typing import Final, TypeAlias

from chowk.engine import assets
from chowk.games.checkers.engine.endgame import Board
from chowk.games.checkers.rules import START, Move, Position

DATA: Final = "book.bin"
"""Name of the file of the book."""
Moves: TypeAlias = tuple[Move, ...]
"""A sequence of moves, each the numbers of the squares that the piece visits."""


def read_line(text: str) -> Moves:
    """Read moves as the book's file writes them: separated by spaces, each as square numbers joined by dashes."""
    return tuple(tuple(map(int, move.split("-"))) for move in text.split())


def write_line(line: Moves) -> str:
    """Return moves in the form that `read_line` reads."""
    return " ".join("-".join(map(str, move)) for move in line)


def position(line: Moves) -> Position:
    """Return the position after a line of play from the start of the game."""
    reached = START
    for move in line:
        reached = reached.play(move)
    return reached


def read(data: bytes) -> dict[Moves, Moves]:
    """Decode the file of a book. Return the answers to every line of play from the start, best first."""
    book, line = {}, Moves()
    for shared, further, answers in _lines(data):
        line = (*line[:shared], *further)
        book[line] = answers
    return book


def file(book: Mapping[Moves, Moves]) -> bytes:
    """Encode a book as a file. `book` maps lines of play from the start to their answers, best first."""
    lines, previous = list[str](), Moves()
    for line in sorted(book):
        shared = sum(1 for _ in takewhile(lambda two: two[0] == two[1], zip(previous, line, strict=False)))
        lines.append(f"{shared} {write_line(line[shared:])}".strip() + f": {write_line(book[line])}\n")
        previous = line
    return zlib.compress("".join(lines).encode("ascii"), 9)


def _lines(data: bytes) -> Iterator[tuple[int, Moves, Moves]]:
    """Yield a tuple for every line of play in the book's file.

    The tuple holds the number of moves shared with the previous line, the other moves of the line, and the answers.
    """
    for text in zlib.decompress(data).decode("ascii").splitlines():
        line, _, answers = text.partition(":")
        shared, _, further = line.partition(" ")
        yield int(shared), read_line(further), read_line(answers)


@cache
def _by_board() -> Mapping[tuple[Board, int], Moves]:
    """Return the whole book: the answers, best first, by the board and the side to move."""
    by_board, positions = dict[tuple[Board, int], Moves](), [START]
    for shared, further, answers in _lines(assets.data("checkers", DATA)):
        del positions[shared + 1 :]
        for move in further:
            positions.append(positions[-1].play(move))
        reached = positions[-1]
        by_board[(reached.black, reached.white, reached.kings), reached.turn] = answers
    return by_board


def answers(board: Board, side: int) -> Moves:
    """Return the book's answers to a board with `side` to move, best first. Empty if the board is not in the book."""
    return _by_board().get((board, side), ())
