"""The parts of Parcheesi for terminals: the colours of the pawns."""

from __future__ import annotations

from typing import Final

from chowk.games.api.library import Field, Glyph, LibraryParts
from chowk.games.parcheesi.rules.board import LETTERS

_COLOURS: Final = (160, 33, 178, 34)
"""The colours of the sides, in the order of `LETTERS`, as numbers of the 256 colours of terminals."""

PARTS: Final = LibraryParts(
    field=Field(0, 19),
    glyphs={
        **{letter: Glyph(letter, 231, colour) for letter, colour in zip(LETTERS, _COLOURS, strict=True)},
        **{letter.lower(): Glyph(letter.lower(), colour) for letter, colour in zip(LETTERS, _COLOURS, strict=True)},
        "*": Glyph("○"),
        ".": Glyph("·"),
        ":": Glyph("∶"),
    },
)
