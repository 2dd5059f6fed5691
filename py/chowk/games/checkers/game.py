"""The parts of American Checkers, collected as a `Game`."""

from typing import Final

from chowk.games.api import Game, Later
from chowk.games.checkers import SIGN, notation, rules
from chowk.games.checkers.engine import bots
from chowk.games.checkers.ui import rule_book, speech, view

GAME: Final = Game(
    SIGN,
    rules,
    notation,
    view,
    speech,
    bots,
    rule_book,
    ending=Later("chowk.games.checkers.ui.ending", "ending"),
    reasons=Later("chowk.games.checkers.ui.reasons", "reasons"),
    faults=Later("chowk.games.checkers.ui.reasons", "faults"),
    scale=bots.SCALE,
    draft="chowk.games.checkers.ui.draft",
    endings=Later("chowk.games.checkers.ui.endings", "ENDINGS"),
    nears_end=bots.nears_end,
    paired=True,
    named=speech.named,
    sets=view.SETS,
    survey=bots.survey,
    ladder=bots.LADDER,
    taught=Later("chowk.games.checkers.ui.taught", "TAUGHT"),
    opening=notation.opening,
    named_openings=notation.named_openings,
    archived=Later("chowk.games.checkers.archived", "CODER"),
    search=Later("chowk.games.checkers.search", "SEARCH"),
    write_variations=notation.write_variations,
    read_variations=notation.read_variations,
    resembles=notation.resembles,
)
