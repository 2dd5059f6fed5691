"""Helpers for readers of move notation: find the legal move that a text means, and quote text in errors."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.core.position import Position
from chowk.core.sanitize import replace_invisible

M = TypeVar("M", bound=Hashable)
SHOWN = 40
"""Maximum length of the part of an unreadable text that an error message quotes, in characters."""


def find_move(position: Position[M], text: str, writings: Callable[[Any, M], Iterable[str]]) -> M:
    """Return the legal move that has `text` among its notations, in any letter case.

    `writings(position, move)` yields the notations of a move, the canonical one first. If `text` is the canonical
    notation of exactly one move, return that move. Otherwise search all notations. Raises `TextError` if no legal move
    or more than one matches.
    """
    sought = text.strip().lower()
    # Most texts were written by the game itself, so other notations are computed only for texts that do not match.
    canonical = [move for move in position.moves() if next(iter(writings(position, move))).lower() == sought]
    if len(canonical) == 1:
        return canonical[0]
    matches = [move for move in position.moves() if sought in (writing.lower() for writing in writings(position, move))]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise TextError(say("“{move}” could mean more than one move here. Write the whole path.", move=excerpt(text)))
    raise TextError(say("“{move}” is not a legal move here.", move=excerpt(text)))


def excerpt(text: str) -> str:
    """Return a text as an error message quotes it: shortened, on one line and without control characters."""
    line = replace_invisible(text.strip())
    return line if len(line) <= SHOWN else line[: SHOWN - 1] + "…"
