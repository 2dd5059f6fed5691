"""Recognise names that look alike: a person's name must not look like an opponent's or another person's."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from unicodedata import category, normalize

from chowk import games
from chowk.i18n.i18n import Words

_ALIKE: Final = str.maketrans(
    "аеорсухіјѕԛԝҺһӏαορνυικτχ0135|!ıƖ",
    "aeopcyxijsqwhhlaopvuiktxoiesllil",
)
"""Letters and digits of other alphabets that look like Latin letters, and the letters that they resemble."""
_ACCENTS: Final = frozenset(map(chr, range(0x300, 0x370)))
"""The accents of European alphabets, which are ignored. Marks of other scripts are kept: they may be vowels."""


def skeleton(name: str) -> str:
    """Reduce a name to lower-case letters without accents and spaces. Names that look alike have the same skeleton.

    Letters and digits that look like Latin letters become these letters. Other scripts stay as they are.
    """
    letters = normalize("NFKD", name.casefold()).translate(_ALIKE)
    seen = "".join(letter for letter in letters if category(letter)[0] in "LNM" and letter not in _ACCENTS)
    return seen.replace("l", "i") or name


@lru_cache(maxsize=4)
def _of_opponents(words: Words) -> frozenset[str]:
    return frozenset(skeleton(text) for text in _opponents(words))


def _opponents(words: Words) -> Iterator[str]:
    for name in games.ready():
        for level in games.load(name).bots.LEVELS:
            yield words(level.name)
            yield level.name.text


def is_opponents(words: Words, name: str) -> bool:
    """Return True if a name looks like an opponent's, in the language in use or in English."""
    return skeleton(name) in _of_opponents(words)
