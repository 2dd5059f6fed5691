"""The opening book: the best moves of long searches, made by `py/training/reversi/book_reversi.py`.

The file is text compressed by zlib. Each line is a path to a position, in sorted order: the number of moves it shares
with the path before it, its other moves as a transcript, and the moves to choose from there: `2c3 d3c4`. Positions that
are equal up to a symmetry of the board are stored once.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile
from typing import Final, TypeAlias

from chowk.engine import assets
from chowk.games.reversi.engine.symmetry import reflected
from chowk.games.reversi.rules import NAMES, PASS, SQUARE, START, Position, squares

DATA: Final = "book.bin"
Moves: TypeAlias = tuple[int, ...]
_Key: TypeAlias = tuple[int, int]


def lookup(own: int, other: int) -> tuple[int, ...]:
    """Return the book's moves for the position of these disc masks; empty if it is not in the book."""
    lines, most = _lines()
    if (own | other).bit_count() > most:
        return ()
    found: set[int] = set()
    for turn in range(8):
        mine, theirs = _laid(own, turn), _laid(other, turn)
        for way, moves in lines.get(mine | theirs, ()):
            position = reached(way)
            if (position.own, position.other) == (mine, theirs):
                found.update(at for at in range(64) if reflected((at,), turn)[0] in moves)
    return tuple(sorted(found))


def standard(own: int, other: int) -> tuple[_Key, int]:
    """Return the smallest of a position's eight reflections, and the number of the symmetry that leads to it."""
    return min(((_laid(own, turn), _laid(other, turn)), turn) for turn in range(8))


def file(lines: Mapping[Moves, Moves]) -> bytes:
    """Encode a book as a file: for each path to a position, the moves to choose from there."""
    told, before = list[str](), Moves()
    for way in sorted(lines):
        shared = sum(1 for _ in takewhile(lambda two: two[0] == two[1], zip(before, way, strict=False)))
        told.append(f"{shared}{names(way[shared:])} {names(lines[way])}\n")
        before = way
    return zlib.compress("".join(told).encode("ascii"), 9)


def read(data: bytes) -> Iterator[tuple[Moves, Moves]]:
    """Decode the file of a book: yield each path with the moves to choose from."""
    way = Moves()
    for line in zlib.decompress(data).decode("ascii").splitlines():
        further, _, moves = line.partition(" ")
        other = further.lstrip("0123456789")
        way = (*way[: int(further[: len(further) - len(other)])], *_moves(other))
        yield way, _moves(moves)


@cache
def _lines() -> tuple[dict[int, list[tuple[Moves, Moves]]], int]:
    """Return the book by the squares occupied after each path, and the greatest number of occupied squares.

    Paths are not played here, because that would take long in the page: each move occupies its own square only.
    """
    found: dict[int, list[tuple[Moves, Moves]]] = {}
    for way, moves in read(assets.data("reversi", DATA)):
        taken = START.black | START.white | sum(1 << at for at in way)
        found.setdefault(taken, []).append((way, moves))
    return found, max((taken.bit_count() for taken in found), default=0)


def reached(way: Sequence[int]) -> Position:
    """Return the position after a path; passes, which it omits, are inserted."""
    position = START
    for move in way:
        position = position.play(move)
        if position.moves() == (PASS,):
            position = position.play(PASS)
    return position


def _moves(names: str) -> tuple[int, ...]:
    return tuple(SQUARE[names[at : at + 2]] for at in range(0, len(names), 2))


def names(moves: Sequence[int]) -> str:
    """Return moves as a transcript."""
    return "".join(NAMES[at] for at in moves)


def _laid(mask: int, turn: int) -> int:
    return sum(1 << at for at in reflected(squares(mask), turn))
