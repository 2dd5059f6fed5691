"""The optional interface of a game whose rules have the players asked whether they agree to a draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from chowk.core.message import Message
from chowk.core.position import Seat


class Draws(NamedTuple):
    """The draw offers of a game whose rules have the players asked, before a roll or a move, to agree to a draw.

    `due` returns True for a position in which they are asked, `told` returns the reason, and `accepts` returns True if
    the opponent in a seat agrees.
    """

    due: Callable[[Any], bool]
    told: Callable[[Any], Message]
    accepts: Callable[[Any, Seat], bool]
