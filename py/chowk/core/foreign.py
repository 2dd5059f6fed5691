"""Normalise text of other programs before it is parsed: invisible characters, dashes, quotes, letters and digits."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_LINE_ENDS: Final = re.compile(r"\r\n?")
_UNSEEN: Final = re.compile(
    "[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
    "|(?:(?<=[\x00-\x7f])|(?<![\\s\\S]))[\u200c\u200d]"
)
"""Matches invisible characters. The zero-width joiner and non-joiner have a meaning in Indic words and emoji, so they
match only after ASCII or at the beginning."""
_DASHES: Final = "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2190\u2192\u2212\ufe58\ufe63"
_CROSSES: Final = "\u00d7\u2715\u2716\u2a09\u0445\u0425"
_DOUBLE: Final = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"
_SINGLE: Final = "\u2018\u2019\u201a\u201b\u2032"
_SPACES: Final = "\u00a0\u2007\u2009\u202f\u3000"
_WIDE: Final = range(0xFF01, 0xFF5F)
_ZEROS: Final = "٠۰०০੦૦౦೦"
"""The zeros of the scripts in which the page writes numbers, and of Arabic.

In Unicode, the digits 1 to 9 of a script follow its zero.
"""
_PLAIN: Final = {
    **{code: code - 0xFEE0 for code in _WIDE},
    **{ord(zero) + digit: ord("0") + digit for zero in _ZEROS for digit in range(10)},
    **{
        ord(sign): ord(plain)
        for signs, plain in ((_DASHES, "-"), (_CROSSES, "x"), (_DOUBLE, '"'), (_SINGLE, "'"), (_SPACES, " "))
        for sign in signs
    },
}
_TAG: Final = r"\[\s*+(\w++)\s*+"
_STRICT: Final = re.compile(_TAG + r'"((?:[^"\\\n]|\\.)*+)"\s*+\]')
_LOOSE: Final = re.compile(_TAG + r'"([^\n]{0,500}?)"[ \t]*+\]')
"""Matches a header whose value has quotation marks inside, or a backslash at its end. It ends at the first `"]`.

The search is limited to 500 characters, because a text may begin very many headers without ending them.
"""


class Header(NamedTuple):
    """A header, `[Name "value"]`: the name, the value, and the offset of the end of the header."""

    name: str
    value: str
    end: int


def header_at(text: str, plain_text: str, offset: int) -> Header | None:
    """Return the header that begins at `offset` of a text, or None if none begins there.

    `plain_text` is the result of `plain(text)`, in which all quotation marks are ASCII.
    """
    match = _STRICT.match(text, offset) or _LOOSE.match(plain_text, offset)
    if match is None:
        return None
    value = text[match.start(2) : match.end(2)]
    return Header(match[1], re.sub(r'\\(["\\])', r"\1", value), match.end())


def cleaned(text: str) -> str:
    """Convert all line ends to line feeds, and remove byte-order marks and other invisible characters."""
    return _UNSEEN.sub("", _LINE_ENDS.sub("\n", text))


def as_ascii(text: str) -> str:
    """Replace typographic dashes, crosses (×), quotation marks, spaces and digits, and wide characters, by ASCII ones.

    The length of the text stays the same.
    """
    return text if text.isascii() else text.translate(_PLAIN)


def where(text: str, offset: int) -> tuple[int, int]:
    """Return the line and the column, both from 1, of an offset in a text."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def word_at(text: str, offset: int) -> str:
    """Return the first word of a text after an offset, or "" if only white space follows.

    Of a longer word, return the first 99 characters.
    """
    word = re.compile(r"\S{1,99}").search(text, offset)
    return word.group() if word else ""
