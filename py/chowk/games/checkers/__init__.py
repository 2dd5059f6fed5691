"""American Checkers."""

from typing import Final

from chowk.core.message import say
from chowk.games.card import Later, Sign

SIGN: Final = Sign(
    name="checkers",
    number=2,
    title=say("American Checkers"),
    summary=say("Jump every piece you can, and crown your men."),
    seats=(2,),
    minutes=20,
    emblem=Later("chowk.games.checkers.emblem", "EMBLEM"),
    lot=True,
    lessons=Later("chowk.games.checkers.lessons", "LESSON"),
)
