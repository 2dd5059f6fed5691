"""The opening book: moves that a long look ahead found best, made by `py/tools/book_reversi.py`.

A line of the file is a way to reach a position, as a transcript, and the moves to choose from there:
`f5d6c3 d3c4`. Positions that are the same but for a symmetry of the board are written once.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Sequence
from functools import cache
from typing import Final

from chowk.games.reversi.engine.symmetry import reflected
from chowk.games.reversi.rules import NAMES, PASS, SQUARE, START, Position, squares

DATA: Final = "book.txt"
OPENINGS: Final = "openings.txt"
OPENING: Final = 8
"""So many moves has a balanced opening."""
_Key = tuple[int, int]


def lookup(own: int, other: int) -> tuple[int, ...]:
    """The book's moves for the position of these plain masks; none if it is not in the book."""
    if (own | other).bit_count() > _book()[1]:
        return ()
    key, turn = standard(own, other)
    moves = _book()[0].get(key, ())
    return tuple(sorted(at for at in range(64) if reflected((at,), turn)[0] in moves))


@cache
def openings() -> tuple[tuple[int, ...], ...]:
    """Openings of eight moves after which neither side stands better, for practice."""
    data = pkgutil.get_data(__package__, OPENINGS)
    assert data is not None, "they are part of the program"
    return tuple(tuple(SQUARE[name] for name in _split(line)) for line in data.decode("ascii").split())


def standard(own: int, other: int) -> tuple[_Key, int]:
    """The least of the eight ways the position can lie, and the number of the symmetry that brings it there."""
    return min(((_laid(own, turn), _laid(other, turn)), turn) for turn in range(8))


def written(lines: Sequence[tuple[Sequence[int], Sequence[int]]]) -> str:
    """The text of a book: for each position a way there and the moves to choose from."""
    return "".join(f"{names(way) or '-'} {names(moves)}\n" for way, moves in lines)


def read(text: str) -> dict[_Key, frozenset[int]]:
    """The moves by position, both as `standard` lays them; passes in the ways are made by themselves."""
    book = {}
    for line in text.splitlines():
        way, names = line.split()
        position = _reached(way)
        key, turn = standard(position.own, position.other)
        book[key] = frozenset(reflected([SQUARE[name] for name in _split(names)], turn))
    return book


@cache
def _book() -> tuple[dict[_Key, frozenset[int]], int]:
    """The book, and the greatest number of discs in it."""
    data = pkgutil.get_data(__package__, DATA)
    assert data is not None, "the book is part of the program"
    book = read(data.decode("ascii"))
    return book, max(((own | other).bit_count() for own, other in book), default=0)


def _reached(way: str) -> Position:
    position = START
    for name in _split(way):
        position = position.play(SQUARE[name])
        if position.moves() == (PASS,):
            position = position.play(PASS)
    return position


def _split(way: str) -> list[str]:
    return [] if way == "-" else [way[at : at + 2] for at in range(0, len(way), 2)]


def names(moves: Sequence[int]) -> str:
    """Moves as a transcript."""
    return "".join(NAMES[at] for at in moves)


def _laid(mask: int, turn: int) -> int:
    return sum(1 << at for at in reflected(squares(mask), turn))
