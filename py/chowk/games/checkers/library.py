"""The parts of Checkers for programs and terminals: the book, the endgame table, and the pieces as characters."""

from __future__ import annotations

from typing import Final

from chowk.games.api.library import Ending, Field, Glyph, LibraryParts
from chowk.games.checkers.engine import book, endgame
from chowk.games.checkers.rules import Move, Position

_DARK: Final = 65
_EMPTY: Final = 108
_RED: Final = 16
_WHITE: Final = 231


def _book_moves(position: Position) -> tuple[Move, ...]:
    return book.answers((position.black, position.white, position.kings), position.turn)


def _ending(position: Position) -> Ending | None:
    """Return the entry of a position with at most four pieces, whatever draw its repetitions may lead to."""
    if (position.black | position.white).bit_count() > endgame.PIECES or not (position.black and position.white):
        return None
    code = endgame.look_up((position.black, position.white, position.kings), position.turn)
    return Ending(-1 if code % 2 else 1, code - 1) if code else Ending(0)


PARTS: Final = LibraryParts(
    field=Field(0, 8),
    glyphs={
        "b": Glyph("⛂", _RED, _DARK),
        "B": Glyph("⛃", _RED, _DARK),
        "w": Glyph("⛀", _WHITE, _DARK),
        "W": Glyph("⛁", _WHITE, _DARK),
        ".": Glyph("·", _EMPTY, _DARK),
        " ": Glyph(" ", None, _DARK),
    },
    book=_book_moves,
    endings=_ending,
)
