"""The parts of Reversi, collected as a `Game`."""

from typing import Final

from chowk.games.api import Game, Later
from chowk.games.reversi import SIGN, notation, rules
from chowk.games.reversi.engine import bots
from chowk.games.reversi.ui import rule_book, speech, view

GAME: Final = Game(
    SIGN,
    rules,
    notation,
    view,
    speech,
    bots,
    rule_book,
    ending=Later("chowk.games.reversi.ui.ending", "ending"),
    reasons=Later("chowk.games.reversi.ui.reasons", "reasons"),
    faults=Later("chowk.games.reversi.ui.reasons", "faults"),
    scale=bots.SCALE,
    draft="chowk.games.reversi.ui.draft",
    endings=Later("chowk.games.reversi.ui.endings", "ENDINGS"),
    nears_end=bots.SCALE.ending,
    paired=True,
    survey=bots.survey,
    ladder=bots.LADDER,
    taught=Later("chowk.games.reversi.ui.taught", "TAUGHT"),
    opening=notation.opening,
    named_openings=notation.named_openings,
    archived=Later("chowk.games.reversi.archived", "CODER"),
    search=Later("chowk.games.reversi.search", "SEARCH"),
    write_variations=notation.write_variations,
    read_variations=notation.read_variations,
    read_file=notation.read_file,
    resembles=notation.resembles,
)
