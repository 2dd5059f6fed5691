"""The parts of Kilkenny Cats, collected as a `Game`."""

from typing import Final

from chowk.games.api import Draws, Game, Later
from chowk.games.kilkenny import SIGN, notation, rules
from chowk.games.kilkenny.engine import bots
from chowk.games.kilkenny.ui import rule_book, speech, tray, view

DRAWS: Final = Draws(rules.offers_draw, speech.draw_offered, bots.accepts)

GAME: Final = Game(
    SIGN,
    rules,
    notation,
    view,
    speech,
    bots,
    rule_book,
    ending=Later("chowk.games.kilkenny.ui.ending", "ending"),
    flourishes=Later("chowk.games.kilkenny.ui.leap", "leaps"),
    next_art=view.next_art,
    reasons=Later("chowk.games.kilkenny.ui.reasons", "reasons"),
    faults=Later("chowk.games.kilkenny.ui.reasons", "faults"),
    scale=bots.SCALE,
    draft="chowk.games.kilkenny.ui.draft",
    sounds=view.SOUNDS,
    tray=tray,
    named=speech.named,
    draws=DRAWS,
    colours=rules.colours,
    survey=bots.survey,
    ladder=bots.LADDER,
    taught=Later("chowk.games.kilkenny.ui.taught", "TAUGHT"),
    weigh=bots.weigh,
    calibrated=bots.calibrated,
    read_variations=notation.read_variations,
)
