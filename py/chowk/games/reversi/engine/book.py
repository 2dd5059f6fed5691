"""The opening book: the best moves found by long searches, made by `py/training/reversi/book_reversi.py`.

The file is text compressed by zlib. Each line stands for a position, reached by a path of moves; lines are sorted by
path. A line has the number of moves shared with the previous path, the path's other moves as a transcript, and the
book's moves for the position: `2c3 d3c4`. Positions that are equal up to a symmetry of the board are stored once.
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
"""Name of the file of the book."""
Moves: TypeAlias = tuple[int, ...]
"""A sequence of moves: numbers of squares, without passes."""
_Key: TypeAlias = tuple[int, int]


def lookup(own: int, other: int) -> tuple[int, ...]:
    """Return the book's moves for a position, given the masks of the discs of the side to move and of the other side.

    The result is empty if the position is not in the book.
    """
    lines, most = _lines()
    if (own | other).bit_count() > most:
        return ()
    book_moves: set[int] = set()
    for turn in range(8):
        mine, theirs = _laid(own, turn), _laid(other, turn)
        for path, moves in lines.get(mine | theirs, ()):
            position = reached(path)
            if (position.own, position.other) == (mine, theirs):
                book_moves.update(square for square in range(64) if reflected((square,), turn)[0] in moves)
    return tuple(sorted(book_moves))


def standard(own: int, other: int) -> tuple[_Key, int]:
    """Return the key that a position shares with all its reflections, and the number of the symmetry that leads to it.

    A reflection is a pair of masks: the discs of the side to move and of the other side. The key is the smallest of the
    eight.
    """
    return min(((_laid(own, turn), _laid(other, turn)), turn) for turn in range(8))


def file(lines: Mapping[Moves, Moves]) -> bytes:
    """Encode a book as a file. `lines` maps each path of moves from the start to the book's moves after it."""
    lines_written, previous = list[str](), Moves()
    for path in sorted(lines):
        shared = sum(1 for _ in takewhile(lambda two: two[0] == two[1], zip(previous, path, strict=False)))
        lines_written.append(f"{shared}{names(path[shared:])} {names(lines[path])}\n")
        previous = path
    return zlib.compress("".join(lines_written).encode("ascii"), 9)


def read(data: bytes) -> Iterator[tuple[Moves, Moves]]:
    """Decode the file of a book. Yield each path of moves from the start with the book's moves after it."""
    path = Moves()
    for line in zlib.decompress(data).decode("ascii").splitlines():
        further, _, moves = line.partition(" ")
        suffix = further.lstrip("0123456789")
        path = (*path[: int(further[: len(further) - len(suffix)])], *_moves(suffix))
        yield path, _moves(moves)


@cache
def _lines() -> tuple[dict[int, list[tuple[Moves, Moves]]], int]:
    """Return the book's lines, by the squares occupied after a line's path, and the greatest number of such squares.

    A line is a path and the book's moves after it. The squares are a mask. They are found without playing the path,
    which would take too long in the page: each move of the path occupies one square.
    """
    by_squares: dict[int, list[tuple[Moves, Moves]]] = {}
    for path, moves in read(assets.data("reversi", DATA)):
        occupied = START.black | START.white | sum(1 << square for square in path)
        by_squares.setdefault(occupied, []).append((path, moves))
    return by_squares, max((occupied.bit_count() for occupied in by_squares), default=0)


def reached(path: Sequence[int]) -> Position:
    """Return the position after a path of moves from the start. Paths omit passes; insert them."""
    position = START
    for move in path:
        position = position.play(move)
        if position.moves() == (PASS,):
            position = position.play(PASS)
    return position


def _moves(names: str) -> tuple[int, ...]:
    return tuple(SQUARE[names[offset : offset + 2]] for offset in range(0, len(names), 2))


def names(moves: Sequence[int]) -> str:
    """Return moves as a transcript: the names of the squares without spaces."""
    return "".join(NAMES[square] for square in moves)


def _laid(mask: int, turn: int) -> int:
    return sum(1 << square for square in reflected(squares(mask), turn))
