"""Kilkenny Cats."""

from typing import Final

from chowk.core.message import say
from chowk.games.card import Sign

SIGN: Final = Sign(
    name="kilkenny",
    title=say("Kilkenny Cats"),
    summary=say("Cats run straight lines by the roll of a die, after mice and each other."),
    seats=(2, 3, 4),
    minutes=20,
)
