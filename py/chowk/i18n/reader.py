"""The translator in use: the reader's language and digits, and the names of the players at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from chowk.core.message import Arg, Message
from chowk.core.position import Seat
from chowk.i18n import i18n
from chowk.i18n.i18n import Words


def language(chosen: Sequence[str], tags: Sequence[str]) -> str:
    """Return the code of the language to use.

    It is the first known code in `chosen`, the reader's choices. If there is none, it is the best match for the
    browser's `tags`, or English if no language matches.
    """
    for code in chosen:
        if code in i18n.LANGUAGES:
            return code
    return _dearest(tuple(tags))


words = lru_cache(maxsize=4)(i18n.words)
"""Return the translator for a language code and a choice of digits. The last four results are cached."""


def named(words: Words, names: Mapping[Seat, Arg]) -> Words:
    """Return the translator `words` with the names of the players, given by seat."""
    return _named(words, tuple(_name(names[seat]) for seat in sorted(names)))


_named = lru_cache(maxsize=4)(Words.with_names)


@lru_cache(maxsize=4)
def _dearest(tags: tuple[str, ...]) -> str:
    return i18n.negotiated(tags, i18n.offered()) or i18n.ENGLISH.code


def _name(name: object) -> Message | str:
    return name if isinstance(name, Message) else str(name)
