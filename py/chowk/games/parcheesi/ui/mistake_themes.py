"""The themes of mistakes in Parcheesi.

They are the faults that `reasons.faults` names. A broken blockade comes before the danger that follows from it.
"""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.games.api.mistake import OTHER, OTHER_MISTAKES, MistakeThemes
from chowk.games.parcheesi.rules.position import Position
from chowk.games.parcheesi.rules.state import Move, Step, captured
from chowk.games.parcheesi.ui.reasons import capturing_rolls, next_roller, walls


def theme(position: Position, move: Move, best: Move) -> str:
    """Return the theme of the mistake `move`, compared with the better move `best`: a key of `MISTAKES`."""
    if not isinstance(move, Step):
        return OTHER
    if isinstance(best, Step) and captured(position, best.to) and not captured(position, move.to):
        return "capture"
    seat, after, better = position.mover, position.play(move), position.play(best)
    before = walls(position, seat)
    if before - walls(after, seat) and not before - walls(better, seat):
        return "blockade"
    if after.over or better.over:
        return OTHER
    rival = next_roller(position)
    return "danger" if capturing_rolls(after, seat, rival) > capturing_rolls(better, seat, rival) else OTHER


MISTAKES: Final = MistakeThemes(
    {
        "capture": say("Captures missed"),
        "blockade": say("Blockades broken"),
        "danger": say("Pawns in danger"),
        OTHER: OTHER_MISTAKES,
    },
    theme,
)
"""The kinds of mistakes that reviews of Parcheesi count, with their titles and the function that chooses one."""
