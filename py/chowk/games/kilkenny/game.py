"""The card of Kilkenny Cats."""

from typing import Final

from chowk.games.card import Game
from chowk.games.kilkenny import SIGN, bots, help, notation, rules, speech, view  # noqa: A004 - the room is called help

GAME: Final = Game(SIGN, rules, notation, view, speech, bots, help)
