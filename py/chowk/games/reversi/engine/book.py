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
    lines, most = _lines()
    if (own | other).bit_count() > most:
        return ()
    found: set[int] = set()
    for turn in range(8):
        mine, theirs = _laid(own, turn), _laid(other, turn)
        for way, moves in lines.get(mine | theirs, ()):
            position = _reached(way)
            if (position.own, position.other) == (mine, theirs):
                found.update(at for at in range(64) if reflected((at,), turn)[0] in moves)
    return tuple(sorted(found))


@cache
def openings() -> tuple[tuple[int, ...], ...]:
    """Openings of eight moves after which neither side stands better, for practice."""
    data = pkgutil.get_data(__package__, OPENINGS)
    assert data is not None, "they are part of the program"
    return tuple(map(_moves, data.decode("ascii").split()))


def standard(own: int, other: int) -> tuple[_Key, int]:
    """The least of the eight ways the position can lie, and the number of the symmetry that brings it there."""
    return min(((_laid(own, turn), _laid(other, turn)), turn) for turn in range(8))


def written(lines: Sequence[tuple[Sequence[int], Sequence[int]]]) -> str:
    """The text of a book: for each position a way there and the moves to choose from."""
    return "".join(f"{names(way) or '-'} {names(moves)}\n" for way, moves in lines)


def read(text: str) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The same back: ways, and the moves to choose from."""
    lines = (line.split() for line in text.splitlines())
    return [(_moves(way), _moves(moves)) for way, moves in lines]


@cache
def _lines() -> tuple[dict[int, list[tuple[tuple[int, ...], tuple[int, ...]]]], int]:
    """The book by the squares that are taken after each way, and how many are at most.

    No way is gone here, for that takes half a second in the page: a move takes its square, and nothing else does.
    """
    data = pkgutil.get_data(__package__, DATA)
    assert data is not None, "the book is part of the program"
    found: dict[int, list[tuple[tuple[int, ...], tuple[int, ...]]]] = {}
    for way, moves in read(data.decode("ascii")):
        taken = START.black | START.white | sum(1 << at for at in way)
        found.setdefault(taken, []).append((way, moves))
    return found, max((taken.bit_count() for taken in found), default=0)


def _reached(way: Sequence[int]) -> Position:
    """The position after a way; passes in it are made by themselves."""
    position = START
    for move in way:
        position = position.play(move)
        if position.moves() == (PASS,):
            position = position.play(PASS)
    return position


def _moves(names: str) -> tuple[int, ...]:
    return () if names == "-" else tuple(SQUARE[names[at : at + 2]] for at in range(0, len(names), 2))


def names(moves: Sequence[int]) -> str:
    """Moves as a transcript."""
    return "".join(NAMES[at] for at in moves)


def _laid(mask: int, turn: int) -> int:
    return sum(1 << at for at in reflected(squares(mask), turn))
