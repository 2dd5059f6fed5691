"""Parcheesi."""

from typing import Final

from chowk.core.message import say
from chowk.games.card import Sign

SIGN: Final = Sign(
    name="parcheesi",
    title=say("Parcheesi"),
    summary=say("Race four pawns home by the dice, and block the way."),
    seats=(2, 3, 4),
    minutes=40,
)
