"""Sanitise players' names and other untrusted text: remove invisible characters and excess combining marks."""

from __future__ import annotations

import re
from typing import Final

NAME_LENGTH: Final = 24
"""Maximum length of a typed name, in characters."""
STACKED: Final = 4
"""Maximum number of combining marks on a letter of a name.

No script needs more, and more marks would cover the neighbouring lines.
"""
_JOINERS: Final = "\u200c\u200d"  # invisible, but needed by some scripts and by emoji
_FILLERS: Final = "\u115f\u1160\u2800\u3164\uffa0"  # classified as letters, but invisible
_STYLES: Final = "\ufe0e\ufe0f"  # variation selectors: text or emoji form of the preceding character
_NOTHING: Final = re.compile("[ \u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]*")
# Joiners, and variation selectors of letters.
_UNSEEN: Final = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0d\U000e0100-\U000e01ef]")
# The ignorable combining marks: Default_Ignorable_Code_Point without _STYLES. All other ignorable characters, such as
# those that change the direction of text, are not printable or are fillers, and `replace_invisible` replaces them.


def replace_invisible(text: str) -> str:
    """Replace each invisible character by a space. Such characters can rearrange the text around them."""
    return "".join(sign if (sign.isprintable() or sign in _JOINERS) and sign not in _FILLERS else " " for sign in text)


def named(text: str) -> str:
    """Return a typed or received name in its stored form: shortened, on one line, without invisible characters.

    Three kinds of characters are kept where they have a meaning: joiners between two characters, as scripts and emoji
    need them; variation selectors after a character; at most `STACKED` combining marks on a letter.
    """
    if not text.isascii():
        text = _bounded(_UNSEEN.sub("", text))
    return plainly(text).rstrip(_JOINERS + " ")  # joiners may be left at the end, or where the name was cut


def received(name: str) -> str:
    """Return the stored form of a name that came by a link.

    Raises `ValueError` for a name that no version of the page sends, for example with an invisible character.
    """
    if name != plainly(name):
        raise ValueError("no name")
    return named(name)


def plainly(text: str) -> str:
    """Return a name in the form in which the first versions of the page stored it.

    They did not limit the number of combining marks on a letter.
    """
    name = " ".join(replace_invisible(text).split())[:NAME_LENGTH].strip()
    return "" if _NOTHING.fullmatch(name) else name


def _bounded(text: str) -> str:
    """Remove joiners and variation selectors without a preceding character, and limit the combining marks."""
    from unicodedata import category  # imported only for names that need it

    signs: list[str] = []
    marks, base = STACKED, False  # number of marks on the last letter; True if there is a letter
    for sign in replace_invisible(text):
        if sign in _JOINERS or sign in _STYLES:
            if base and not (signs and signs[-1] in _JOINERS + _STYLES):
                signs.append(sign)
        elif category(sign).startswith("M"):
            if marks < STACKED:
                signs.append(sign)
                marks += 1
        else:
            if signs and sign == " " and signs[-1] in _JOINERS:
                signs.pop()
            signs.append(sign)
            base = sign != " "
            marks = 0 if base else STACKED
    return "".join(signs)
