"""What people call themselves, as it is kept and sent."""

from __future__ import annotations

from typing import Final

NAME_LENGTH: Final = 24
"""Letters that a typed name may have."""
_JOINERS: Final = "\u200c\u200d"  # no letters of their own, but scripts and pictures need them


def named(text: str) -> str:
    """A name that somebody typed or sent, as it is kept: short, on one line, and without signs that nobody sees.

    Such signs turn what stands around them about, or are no characters at all.
    """
    seen = "".join(sign if sign.isprintable() or sign in _JOINERS else " " for sign in text)
    return " ".join(seen.split())[:NAME_LENGTH].strip()
