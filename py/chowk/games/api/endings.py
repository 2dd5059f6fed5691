"""The interface of a game's `ui/endings.py`: the proven results of moves as sentences, and endings to practise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

from chowk.core.message import Message, say
from chowk.engine.protocol import Line

Aim: TypeAlias = Literal["win", "hold"]
"""The task of the player of an ending: win it, or hold the draw."""


class EndingResult(NamedTuple):
    """The proven result of a move, for the player who makes it.

    `value` is 1 for a win, 0 for a draw and -1 for a loss with best play. `sign` is the result in a few characters for
    a square of the board, `sentence` is the result in words. `plies` is the number of plies to the end of the game, the
    move included, or None if it is unknown or the game is drawn.
    """

    value: int
    sign: str
    sentence: Message
    plies: int | None = None


class Drill(NamedTuple):
    """A class of endings to practise: its title, what the player has to do, and its positions as text."""

    title: Message
    aim: Aim
    positions: tuple[str, ...]


class EndingTables(NamedTuple):
    """The endings of a game.

    `result`: returns the proven result of a line's first move, or None if the survey did not prove it.
    `tabled`: returns True for positions whose results the tables of endings give, so that a missing result means that
        a table is missing.
    `drills`: the classes of endings to practise, by their stored names. A game without any has no practice of endings.
    `kind`: returns the name of the class to which a position belongs, or an empty text.
    """

    result: Callable[[Line[Any]], EndingResult | None]
    tabled: Callable[[Any], bool] = lambda _: False
    drills: Mapping[str, Drill] = MappingProxyType({})
    kind: Callable[[Any], str] = lambda _: ""


def is_clear(results: Collection[EndingResult]) -> bool:
    """Return True if a position with these results is a task: some move keeps a win or a draw, and another does not."""
    values = {result.value for result in results}
    return len(values) > 1 and max(values) >= 0


def lacking(coming: bool) -> Message:
    """Return the sentence on a table of endings that is missing. `coming` is True while it is fetched."""
    if coming:
        return say("The table of these endings is being fetched.")
    return say("The table of these endings is not on this device. It is fetched as soon as there is a connection.")
