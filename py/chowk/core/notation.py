"""Reading a move is finding the one legal move that is written so."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.core.position import Position
from chowk.core.sanitize import seen

M = TypeVar("M", bound=Hashable)
SHOWN = 40
"""So much of a text that cannot be read is repeated in the complaint."""


def find_move(position: Position[M], text: str, writings: Callable[[Any, M], Iterable[str]]) -> M:
    """The legal move one of whose `writings` is `text`, in any letter case.

    `writings(position, move)` gives the ways a move may be written, the canonical one first. Raises `TextError`
    if no legal move is written so, or if several are.
    """
    wanted = text.strip().lower()
    # Most texts were written by the game itself; the other ways are made up only for those that were not.
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
    """As much of a foreign text as a message should repeat, on one line and without control characters."""
    line = seen(text.strip())
    return line if len(line) <= SHOWN else line[: SHOWN - 1] + "…"
