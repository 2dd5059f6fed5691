"""Turn messages into English sentences that call players by their sides, such as Black."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from chowk.core.message import Arg, Listed, Message, PlayerName, english
from chowk.games.api import Game


def spoken(game: Game, position: Any, messages: Iterable[Message]) -> str:
    """Return messages about a position as English sentences."""
    return " ".join(english(_named(message, lambda seat: game.side(position, seat))) for message in messages)


def _named(message: Message, side: Callable[[int], Message]) -> Message:
    return message._replace(args=tuple((name, _side(arg, side)) for name, arg in message.args))


def _side(arg: Arg, side: Callable[[int], Message]) -> Arg:
    match arg:
        case PlayerName(seat):
            return side(seat)
        case Listed(parts):
            return Listed(tuple(_side(part, side) for part in parts))
        case Message():
            return _named(arg, side)
        case _:
            return arg
