"""The card of Patchwork."""

from typing import Final

from chowk.games.card import Bench, Game, Later
from chowk.games.patchwork import SIGN, bots, hand, help, notation, rules, speech, view  # noqa: A004 - it is called help

GAME: Final = Game(
    SIGN,
    rules,
    notation,
    view,
    speech,
    bots,
    help,
    reasons=Later("chowk.games.patchwork.reasons", "reasons"),
    bench=Bench(hand, view, speech),
    sounds=view.SOUNDS,
)
