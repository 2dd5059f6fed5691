"""What people call themselves, as it is kept and sent; and what may be seen of any text that comes from outside."""

from __future__ import annotations

import re
from typing import Final

NAME_LENGTH: Final = 24
"""Letters that a typed name may have."""
STACKED: Final = 4
"""Marks that may stand on one letter of a name: no script needs more, and a tower of them covers the lines around."""
_JOINERS: Final = "\u200c\u200d"  # no letters of their own, but scripts and pictures need them
_FILLERS: Final = "\u115f\u1160\u2800\u3164\uffa0"  # they count as letters, and are seen as nothing
_STYLES: Final = "\ufe0e\ufe0f"  # which choose the form of a picture before them
_NOTHING: Final = re.compile("[ \u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]*")
# Joiners, and what chooses the form of the letter before it.
_UNSEEN: Final = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0d\U000e0100-\U000e01ef]")
# Of the marks those that change nothing, or only the form of a letter: Default_Ignorable_Code_Point, without _STYLES.
# Whatever else Unicode has be ignored, such as what turns a text about, is not printable or a filler: `seen` knows it.


def seen(text: str) -> str:
    """A text with a space for each sign that nobody sees, for such turn about what stands around them."""
    return "".join(sign if (sign.isprintable() or sign in _JOINERS) and sign not in _FILLERS else " " for sign in text)


def named(text: str) -> str:
    """Return a name that somebody typed or sent as it is kept: short, on one line, and of what can be seen.

    Joiners stay between two signs, where scripts and pictures need them, a choice of form after one, and no more than
    `STACKED` marks on a letter.
    """
    if not text.isascii():
        text = _bounded(_UNSEEN.sub("", text))
    return plainly(text).rstrip(_JOINERS + " ")  # at its end, or where it was cut


def received(name: str) -> str:
    """Return a name in a link or a letter as it is kept; raise `ValueError` for one that no version ever wrote."""
    if name != plainly(name):
        raise ValueError("no name")
    return named(name)


def plainly(text: str) -> str:
    """Return a name as all versions kept it, those before marks were counted included."""
    name = " ".join(seen(text).split())[:NAME_LENGTH].strip()
    return "" if _NOTHING.fullmatch(name) else name


def _bounded(text: str) -> str:
    """A text without joiners and choices of form that nothing stands before, and with no more marks than are read."""
    from unicodedata import category  # read for such names alone

    kept: list[str] = []
    marks, base = STACKED, False  # how many marks are on the last letter, and whether there is one
    for sign in seen(text):
        if sign in _JOINERS or sign in _STYLES:
            if base and not (kept and kept[-1] in _JOINERS + _STYLES):
                kept.append(sign)
        elif category(sign).startswith("M"):
            if marks < STACKED:
                kept.append(sign)
                marks += 1
        else:
            if kept and sign == " " and kept[-1] in _JOINERS:
                kept.pop()
            kept.append(sign)
            base = sign != " "
            marks = 0 if base else STACKED
    return "".join(kept)
