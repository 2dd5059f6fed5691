"""Reversi's card."""

from typing import Final

from chowk.games.card import Game, Later
from chowk.games.reversi import SIGN, bots, help, notation, rules, speech, view  # noqa: A004 - the room is called help

GAME: Final = Game(
    SIGN,
    rules,
    notation,
    view,
    speech,
    bots,
    help,
    ending=Later("chowk.games.reversi.ending", "ending"),
    reasons=Later("chowk.games.reversi.reasons", "reasons"),
    scale=bots.SCALE,
    draft="chowk.games.reversi.draft",
    paired=True,
)
