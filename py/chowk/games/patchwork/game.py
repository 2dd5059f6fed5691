"""The parts of Patchwork, collected as a `Game`."""

from typing import Final

from chowk.games.api import Game, Later, Trial
from chowk.games.patchwork import SIGN, notation, rules
from chowk.games.patchwork.engine import bots
from chowk.games.patchwork.ui import rule_book, speech, trial, view

GAME: Final = Game(
    SIGN,
    rules,
    notation,
    view,
    speech,
    bots,
    rule_book,
    ending=Later("chowk.games.patchwork.ui.ending", "ending"),
    flourishes=Later("chowk.games.patchwork.ui.stitching", "stitches"),
    next_art=view.next_art,
    reasons=Later("chowk.games.patchwork.ui.reasons", "reasons"),
    faults=Later("chowk.games.patchwork.ui.reasons", "faults"),
    scale=bots.SCALE,
    numbered_track=True,
    trial=Trial(trial, view, speech),
    sounds=view.SOUNDS,
    survey=bots.survey,
    ladder=bots.LADDER,
    taught=Later("chowk.games.patchwork.ui.taught", "TAUGHT"),
    read_variations=notation.read_variations,
)
