"""The parts of Kilkenny Cats for terminals: the colours of the cats."""

from __future__ import annotations

from typing import Final

from chowk.core.seat_draw import LETTERS
from chowk.games.api.library import Field, Glyph, LibraryParts

_COLOURS: Final = (160, 33, 178, 34)
"""The colours of the sides, in the order of `LETTERS`, as numbers of the 256 colours of terminals."""

PARTS: Final = LibraryParts(
    field=Field(1, 16, 3),
    glyphs={
        **{letter: Glyph(letter, 231, colour) for letter, colour in zip(LETTERS, _COLOURS, strict=True)},
        **{letter.lower(): Glyph(letter.lower(), colour) for letter, colour in zip(LETTERS, _COLOURS, strict=True)},
        "?": Glyph("?", 244),
        ".": Glyph("·", 244),
    },
)
