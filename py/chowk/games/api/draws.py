"""For games in which the rules have the players asked if they agree on a draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from chowk.core.message import Message
from chowk.core.position import Seat


class Draws(NamedTuple):
    """What a game adds in which the rules have the players asked, before a roll or a move, if they agree on a draw.

    `due` says of a position that they are, `told` why, and `accepts` whether an opponent in a seat agrees.
    """

    due: Callable[[Any], bool]
    told: Callable[[Any], Message]
    accepts: Callable[[Any, Seat], bool]
