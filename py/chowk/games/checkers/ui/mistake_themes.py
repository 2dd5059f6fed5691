"""The themes of mistakes in American Checkers, in the order in which `reasons.faults` names the faults of a move."""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.games.api.mistake import OTHER, OTHER_MISTAKES, MistakeThemes
from chowk.games.checkers.rules import Move, Position, jumped
from chowk.games.checkers.ui.reasons import crowning, gain


def theme(position: Position, move: Move, best: Move) -> str:
    """Return the theme of the mistake `move`, compared with the better move `best`: a key of `MISTAKES`."""
    won, possible = gain(position, move), gain(position, best)
    if won < min(0, possible):
        return "pieces"
    if possible > max(0, won):
        return "jump" if jumped(best) else "two-for-one"
    return "king" if crowning(position.play(move)) and not crowning(position.play(best)) else OTHER


MISTAKES: Final = MistakeThemes(
    {
        "pieces": say("Pieces lost"),
        "two-for-one": say("Two for one missed"),
        "jump": say("The wrong jump"),
        "king": say("Kings allowed"),
        OTHER: OTHER_MISTAKES,
    },
    theme,
)
"""The themes of mistakes: their titles, and the function that finds the theme of a mistake."""
