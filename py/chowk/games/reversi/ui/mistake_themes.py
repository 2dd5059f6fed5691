"""The themes of mistakes in Reversi, in the order in which `reasons.faults` names the faults of a move."""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.games.api.mistake import OTHER, OTHER_MISTAKES, MistakeThemes
from chowk.games.reversi.rules import Position
from chowk.games.reversi.ui.reasons import CORNERS, LATE, choice, corners, empty


def theme(position: Position, move: int, best: int) -> str:
    """Return the theme of the mistake `move`, compared with the better move `best`: a key of `MISTAKES`."""
    rival = 1 - position.turn
    if corners(position.play(move), rival) & ~corners(position.play(best), rival):
        return "corner-given"
    if CORNERS >> best & 1 and not CORNERS >> move & 1:
        return "corner-missed"
    if empty(position) <= LATE:
        return "ending"
    return "replies" if choice(position, move) > choice(position, best) else OTHER


MISTAKES: Final = MistakeThemes(
    {
        "corner-given": say("Corners given away"),
        "corner-missed": say("Corners not taken"),
        "replies": say("Too many replies"),
        "ending": say("Discs lost in the ending"),
        OTHER: OTHER_MISTAKES,
    },
    theme,
)
"""The kinds of mistakes that reviews of Reversi count, with their titles and the function that chooses one."""
