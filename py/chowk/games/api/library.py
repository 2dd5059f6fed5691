"""The interface of a game's optional `library` module: parts for programs and terminals. The page does not contain it.

A game without such a module has the defaults of `LibraryParts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple


class Glyph(NamedTuple):
    """How a terminal shows a letter of a board's diagram: a character, and two of the 256 colours of terminals.

    A colour of None is the terminal's own.
    """

    character: str
    ink: int | None = None
    ground: int | None = None


class Field(NamedTuple):
    """The part of a position's diagram that is the board: its first line, its number of lines, and its first column."""

    first: int
    lines: int
    column: int = 0


class Ending(NamedTuple):
    """The entry of an endgame table, for the side to move.

    `result` is 1 for a win, 0 for a draw and -1 for a loss with best play; `plies` is the number of moves to the end,
    or None in a draw.
    """

    result: int
    plies: int | None = None


class LibraryParts(NamedTuple):
    """The parts of a game for programs and terminals.

    `field`, `glyphs`: where the board is in `str(position)`, and how to show its letters.
    `book`: returns the opening book's moves for a position, the best first; empty if the book does not have it.
    `endings`: returns a position's entry in the endgame table, or None if the table does not have it.
    """

    field: Field = Field(0, 0)
    glyphs: Mapping[str, Glyph] = MappingProxyType({})
    book: Callable[[Any], Sequence[Any]] | None = None
    endings: Callable[[Any], Ending | None] | None = None
