"""The interface of a game's optional `library` module: parts for programs and terminals.

The page does not contain this module. A game without such a module has the defaults of `LibraryParts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from chowk.core.match import Match
from chowk.core.record import Record
from chowk.core.variations import Variations
from chowk.games.api.whole import WriteVariations

HeadedMatch: TypeAlias = tuple[Match[Any, Any], Mapping[str, str]]
"""A match and the headers that describe it."""


class Glyph(NamedTuple):
    """How a terminal shows one letter of a board's diagram: a character, its colour, and the colour behind it.

    Each colour is one of the 256 colours of terminals. None means the terminal's default colour.
    """

    character: str
    ink: int | None = None
    ground: int | None = None


class Field(NamedTuple):
    """The place of the board in the text diagram of a position: first line, number of lines, and first column.

    Lines and columns are counted from 0.
    """

    first: int
    lines: int
    column: int = 0


class Ending(NamedTuple):
    """A position's entry in an endgame table, for the side to move.

    `result` is 1 for a win, 0 for a draw and -1 for a loss, with best play. `plies` is the number of plies (moves of
    either side) to the end. It is None for a draw, and if the table does not hold the number.
    """

    result: int
    plies: int | None = None


class ReplayedSheet(NamedTuple):
    """A game from a file, replayed: its record and its tree of moves.

    The tree is None if the game has no variations, comments or marks.
    """

    record: Record
    tree: Variations | None = None


class GameSheet(NamedTuple):
    """A game from a file that has not been replayed yet.

    `begin` is the offset of the game in the text of the file. `replay` replays the game. It raises `TextError` if the
    game is not legal. The error counts lines and columns from `begin`.
    """

    begin: int
    replay: Callable[[], ReplayedSheet]


class BinaryForm(NamedTuple):
    """A binary format for files that hold games.

    `ending`: the usual extension of these files.
    `beside`: the extensions of the accompanying files, which hold names.
    `read`: returns the games of a file as text, or None if the file has another format. Its second argument holds files
        that may be accompanying files.
    `check`: raises `ValueError` for a match that the format cannot hold.
    `write`: writes a sequence of games, and returns the contents of the files by extension. Its second argument is the
        date of the files.
    """

    name: str
    ending: str
    beside: tuple[str, ...]
    read: Callable[[bytes, Sequence[bytes]], str | None]
    check: Callable[[Match[Any, Any]], object]
    write: Callable[[Sequence[HeadedMatch], date], Mapping[str, bytes]]


class LibraryParts(NamedTuple):
    """The parts of a game for programs and terminals.

    `field`, `glyphs`: where the board is in `str(position)`, and how to show its letters.
    `book`: returns the opening book's moves for a position, the best first; empty if the book does not have it.
    `endings`: returns a position's entry in the endgame tables, or None if they do not have it. Its second argument is
        the path of the file with the largest table, or an empty text for the package's own file.
    `split`: divides a text in the formats of other programs into games. Without it, every block of headers in a text
        counts as the beginning of a game.
    `commented`: functions that write a tree of moves with its comments, by the name of the format. They do not include
        the format whose `Format.varied` is True.
    `binary`: the game's binary file format.
    `bare`: the names of the formats in which a game from the usual start is only its moves, without headers or result.
    """

    field: Field = Field(0, 0)
    glyphs: Mapping[str, Glyph] = MappingProxyType({})
    book: Callable[[Any], Sequence[Any]] | None = None
    endings: Callable[[Any, str], Ending | None] | None = None
    split: Callable[[str], Sequence[GameSheet]] | None = None
    commented: Mapping[str, WriteVariations] = MappingProxyType({})
    binary: BinaryForm | None = None
    bare: frozenset[str] = frozenset()
