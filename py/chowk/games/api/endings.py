"""The interface of a game's `ui/endings.py`: the proven results of moves as sentences, and endings to practise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

from chowk.core.message import Message, say
from chowk.engine.protocol import Line

Aim: TypeAlias = Literal["win", "hold"]
"""The player's task in an ending: to win it, or to hold the draw."""


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
    """A class of endings to practise: its title, the player's task, and its positions as text."""

    title: Message
    aim: Aim
    positions: tuple[str, ...]


class EndingTables(NamedTuple):
    """The endings of a game.

    `result`: returns the proven result of the first move of a `Line` (a search result); None if not proven.
    `is_in_table`: returns True for a position that the tables of endings should contain. If its result is unknown, a
        table is missing.
    `drills`: the classes of endings to practise, by their stored names. If there are none, endings cannot be practised.
    `kind`: returns the name of the class to which a position belongs, or an empty text.
    """

    result: Callable[[Line[Any]], EndingResult | None]
    is_in_table: Callable[[Any], bool] = lambda _: False
    drills: Mapping[str, Drill] = MappingProxyType({})
    kind: Callable[[Any], str] = lambda _: ""


def is_clear(results: Collection[EndingResult]) -> bool:
    """Return True if a position makes a clear exercise, judged by the results of its moves.

    At least one move must win or draw, and at least one other move must have a worse result.
    """
    values = {result.value for result in results}
    return len(values) > 1 and max(values) >= 0


def lacking(coming: bool) -> Message:
    """Return a sentence that says that a table of endings is missing. `coming` is True while it is being fetched."""
    if coming:
        return say("The table of these endings is being fetched.")
    return say("The table of these endings is not on this device. It is fetched as soon as there is a connection.")
