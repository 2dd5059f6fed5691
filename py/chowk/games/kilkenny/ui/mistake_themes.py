"""The themes of mistakes in Kilkenny Cats, in the order in which `reasons.faults` names the faults of a move."""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.games.api.mistake import OTHER, OTHER_MISTAKES, MistakeThemes
from chowk.games.kilkenny.rules.board import HOLES
from chowk.games.kilkenny.rules.position import Position
from chowk.games.kilkenny.rules.state import Move, Step, ending
from chowk.games.kilkenny.ui.reasons import losing


def theme(position: Position, move: Move, best: Move) -> str:
    """Return the theme of the mistake `move`, compared with the better move `best`: a key of `MISTAKES`."""
    if not (isinstance(move, Step) and isinstance(best, Step)):
        return OTHER
    mice, cats = HOLES[position.side], position.occupied
    if mice >> best.end & 1 and not mice >> move.end & 1:
        return "mouse"
    if cats >> best.end & 1 and not cats >> move.end & 1:
        return "capture"
    seat, after, better = position.mover, position.play(move), position.play(best)
    if ending(after) or ending(better) or after.mover == seat:
        return OTHER
    return "danger" if losing(after, seat) > losing(better, seat) else OTHER


MISTAKES: Final = MistakeThemes(
    {
        "mouse": say("Mice missed"),
        "capture": say("Captures missed"),
        "danger": say("Cats in danger"),
        OTHER: OTHER_MISTAKES,
    },
    theme,
)
"""The themes of mistakes: their titles, and the function that finds the theme of a mistake."""
