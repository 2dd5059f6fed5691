"""Reversi."""

from typing import Final

from chowk.core.message import say
from chowk.games.card import Later, Sign

SIGN: Final = Sign(
    name="reversi",
    number=1,
    title=say("Reversi"),
    summary=say("Outflank rows of discs and turn them to your colour."),
    seats=(2,),
    minutes=15,
    emblem=Later("chowk.games.reversi.emblem", "EMBLEM"),
    lessons=Later("chowk.games.reversi.lessons", "LESSON"),
)
