"""The card of Patchwork."""

from typing import Final

from chowk.games.card import Game, Later, Trial
from chowk.games.patchwork import SIGN, bots, help, notation, rules, speech, trial, view  # noqa: A004 - it is called help

GAME: Final = Game(
    SIGN,
    rules,
    notation,
    view,
    speech,
    bots,
    help,
    ending=Later("chowk.games.patchwork.ending", "ending"),
    reasons=Later("chowk.games.patchwork.reasons", "reasons"),
    faults=Later("chowk.games.patchwork.reasons", "faults"),
    scale=bots.SCALE,
    trial=Trial(trial, view, speech),
    sounds=view.SOUNDS,
)
