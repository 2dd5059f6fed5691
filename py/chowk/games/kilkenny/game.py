"""The card of Kilkenny Cats."""

from typing import Final

from chowk.games.card import Draws, Game, Later
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

DRAWS: Final = Draws(rules.offers_draw, speech.draw_offered, bots.accepts)

GAME: Final = Game(
    SIGN,
    rules,
    notation,
    view,
    speech,
    bots,
    help,
    ending=Later("chowk.games.kilkenny.ending", "ending"),
    reasons=Later("chowk.games.kilkenny.reasons", "reasons"),
    faults=Later("chowk.games.kilkenny.reasons", "faults"),
    scale=bots.SCALE,
    draft="chowk.games.kilkenny.draft",
    sounds=view.SOUNDS,
    tray=tray,
    draws=DRAWS,
    colours=rules.colours,
)
