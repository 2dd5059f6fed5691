"""The card of Kilkenny Cats."""

from typing import Final

from chowk.games.card import Game
from chowk.games.kilkenny import (
    SIGN,
    bots,
    help,  # noqa: A004 - the room is called help
    notation,
    rules,
    speech,
    tray,
    view,
)

GAME: Final = Game(SIGN, rules, notation, view, speech, bots, help, tray=tray)
