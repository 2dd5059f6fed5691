"""The parts of Parcheesi, collected as a `Game`."""

from typing import Final

from chowk.games.api import Game, Later
from chowk.games.parcheesi import SIGN, notation, rules
from chowk.games.parcheesi.engine import bots
from chowk.games.parcheesi.ui import rule_book, speech, tray, view

GAME: Final = Game(
    SIGN,
    rules,
    notation,
    view,
    speech,
    bots,
    rule_book,
    ending=Later("chowk.games.parcheesi.ui.ending", "ending"),
    next_art=view.next_art,
    reasons=Later("chowk.games.parcheesi.ui.reasons", "reasons"),
    faults=Later("chowk.games.parcheesi.ui.reasons", "faults"),
    scale=bots.SCALE,
    draft="chowk.games.parcheesi.ui.draft",
    tray=tray,
    named=speech.named,
    presets=rules.PRESETS,
    survey=bots.survey,
    ladder=bots.LADDER,
    taught=Later("chowk.games.parcheesi.ui.taught", "TAUGHT"),
    weigh=bots.weigh,
    calibrated=bots.calibrated,
    read_variations=notation.read_variations,
)
