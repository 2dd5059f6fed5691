"""Reversi."""

from typing import Final

from chowk.core.message import say
from chowk.games.card import Sign

SIGN: Final = Sign(
    name="reversi",
    title=say("Reversi"),
    summary=say("Outflank rows of discs and turn them to your colour."),
    seats=(2,),
    minutes=15,
)
