"""The opening book of Checkers: answers that a long look has found to be best, or nearly.

It is made by `py/tools/book_checkers.py`. A line of the file is a line of play from the start, a colon, and the
answers to it, the best first: `11-15 24-19: 15-24`. It serves every position that can be reached otherwise too.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

from chowk.games.checkers.engine.board import Board
from chowk.games.checkers.rules import START, Move, Position

Moves: TypeAlias = tuple[Move, ...]


def read_line(text: str) -> Moves:
    """Moves as they are written in the book: the squares of each path between dashes."""
    return tuple(tuple(map(int, move.split("-"))) for move in text.split())


def write_line(line: Moves) -> str:
    """Moves as `read_line` reads them."""
    return " ".join("-".join(map(str, move)) for move in line)


def position(line: Moves) -> Position:
    """The position after a line of play from the start."""
    at = START
    for move in line:
        at = at.play(move)
    return at


def read(text: str) -> dict[Moves, Moves]:
    """The answers by line of play."""
    halves = (line.partition(":") for line in text.splitlines())
    return {read_line(line): read_line(answers) for line, _, answers in halves}


@cache
def _opened() -> Mapping[tuple[Board, int], Moves]:
    data = pkgutil.get_data(__package__, "book.txt")
    assert data is not None, "book.txt belongs to this package"
    found = ((position(line), answers) for line, answers in read(data.decode("ascii")).items())
    return {((at.black, at.white, at.kings), at.turn): answers for at, answers in found}


def answers(board: Board, side: int) -> Moves:
    """The moves that the book knows for a board, the best first; none if it does not know the board."""
    return _opened().get((board, side), ())
