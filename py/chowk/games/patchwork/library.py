"""The parts of Patchwork for terminals: the colours of the patches."""

from __future__ import annotations

from string import ascii_letters
from typing import Final

from chowk.games.api.library import Field, Glyph, LibraryParts

_COLOURS: Final = (174, 109, 180, 108, 139, 73, 216, 146)
"""The colours of the patches, used in rotation, as numbers of the 256 colours of terminals."""

PARTS: Final = LibraryParts(
    field=Field(1, 9, 2),
    glyphs={
        **{letter: Glyph(letter, 16, _COLOURS[number % 8]) for number, letter in enumerate(ascii_letters)},
        "+": Glyph("+", 16, 250),
        ".": Glyph("·", 244),
    },
)
