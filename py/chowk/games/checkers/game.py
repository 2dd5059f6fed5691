"""American Checkers' card."""

from typing import Final

from chowk.games.card import Game, Later
from chowk.games.checkers import SIGN, bots, help, notation, rules, speech, view  # noqa: A004 - the room is called help

GAME: Final = Game(
    SIGN,
    rules,
    notation,
    view,
    speech,
    bots,
    help,
    ending=Later("chowk.games.checkers.ending", "ending"),
    reasons=Later("chowk.games.checkers.reasons", "reasons"),
    scale=bots.SCALE,
    draft="chowk.games.checkers.draft",
    paired=True,
    sets=view.SETS,
)
