"""The optional interface of a game that asks players, before a roll or a move, whether they agree to a draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from chowk.core.message import Message
from chowk.core.position import Seat


class Draws(NamedTuple):
    """The functions of a game that asks players, before a roll or a move, whether they agree to a draw.

    `due` returns True for a position in which players are asked. `reason` returns the reason for the question.
    `accepts` returns True if the computer opponent in a seat agrees.
    """

    due: Callable[[Any], bool]
    reason: Callable[[Any], Message]
    accepts: Callable[[Any, Seat], bool]
