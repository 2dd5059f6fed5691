"""American Checkers."""

from typing import Final

from chowk.core.message import say
from chowk.games.card import Sign

SIGN: Final = Sign(
    name="checkers",
    title=say("American Checkers"),
    summary=say("Jump every piece you can, and crown your men."),
    seats=(2,),
    minutes=20,
    lot=True,
)
