"""The parts of Reversi for programs and terminals: the book, and the discs as characters."""

from __future__ import annotations

from typing import Final

from chowk.games.api.library import Field, Glyph, LibraryParts
from chowk.games.reversi.engine import book
from chowk.games.reversi.rules import Position

_FELT: Final = 29
_EMPTY: Final = 72
_BLACK: Final = 16
_WHITE: Final = 231


def _book_moves(position: Position) -> tuple[int, ...]:
    return book.lookup(position.own, position.other)


PARTS: Final = LibraryParts(
    field=Field(1, 8, 2),
    glyphs={
        "X": Glyph("●", _BLACK, _FELT),
        "O": Glyph("○", _WHITE, _FELT),
        "*": Glyph("∙", _WHITE, _FELT),
        ".": Glyph("·", _EMPTY, _FELT),
        " ": Glyph(" ", None, _FELT),
    },
    book=_book_moves,
)
