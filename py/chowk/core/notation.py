"""Read a move by finding the only legal move with that notation."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.core.position import Position
from chowk.core.sanitize import seen

M = TypeVar("M", bound=Hashable)
SHOWN = 40
"""Letters of an unreadable text that an error message quotes, at most."""


def find_move(position: Position[M], text: str, writings: Callable[[Any, M], Iterable[str]]) -> M:
    """Return the legal move that has `text` among its notations, in any letter case.

    `writings(position, move)` yields the notations of a move, the canonical one first. Raises `TextError` if no legal
    move or more than one matches.
    """
    wanted = text.strip().lower()
    # Most texts were written by the game itself, so the other notations are computed only for those that do not match.
    canonical = [move for move in position.moves() if next(iter(writings(position, move))).lower() == wanted]
    if len(canonical) == 1:
        return canonical[0]
    found = [move for move in position.moves() if wanted in (one.lower() for one in writings(position, move))]
    if len(found) == 1:
        return found[0]
    if found:
        raise TextError(say("“{move}” could mean more than one move here. Write the whole path.", move=shown(text)))
    raise TextError(say("“{move}” is not a legal move here.", move=shown(text)))


def shown(text: str) -> str:
    """Return a text as an error message may quote it: shortened, on one line and without control characters."""
    line = seen(text.strip())
    return line if len(line) <= SHOWN else line[: SHOWN - 1] + "…"
