"""Patchwork."""

from typing import Final

from chowk.core.message import say
from chowk.games.card import Sign

SIGN: Final = Sign(
    name="patchwork",
    title=say("Patchwork"),
    summary=say("Buy patches, sew them close together, and mind your time."),
    seats=(2,),
    minutes=30,
    credit=say(
        "Patchwork here plays by the rules of the two-player game Patchwork (Uwe Rosenberg, 2014). It is not "
        "affiliated with that game's publisher."
    ),
)
