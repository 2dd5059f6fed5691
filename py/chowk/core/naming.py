"""What people call themselves, as it is kept and sent; and what may be seen of any text that comes from outside."""

from __future__ import annotations

import re
from typing import Final

NAME_LENGTH: Final = 24
"""Letters that a typed name may have."""
_JOINERS: Final = "\u200c\u200d"  # no letters of their own, but scripts and pictures need them
_FILLERS: Final = "\u115f\u1160\u2800\u3164\uffa0"  # they count as letters, and are seen as nothing
_NOTHING: Final = re.compile("[ \u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]*")
# Joiners, and what chooses the form of the letter before it.


def seen(text: str) -> str:
    """A text with a space for each sign that nobody sees, for such turn about what stands around them."""
    return "".join(sign if (sign.isprintable() or sign in _JOINERS) and sign not in _FILLERS else " " for sign in text)


def named(text: str) -> str:
    """A name that somebody typed or sent, as it is kept: short, on one line, and without signs that nobody sees."""
    name = " ".join(seen(text).split())[:NAME_LENGTH].strip()
    return "" if _NOTHING.fullmatch(name) else name
