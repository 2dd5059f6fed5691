"""The themes of mistakes in Patchwork: in buying patches, and in placing them."""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.games.api.mistake import OTHER, OTHER_MISTAKES, MistakeThemes
from chowk.games.patchwork.rules import Advance, Move, Position, Take
from chowk.games.patchwork.rules.facts import forecast
from chowk.games.patchwork.rules.patches import PATCHES
from chowk.games.patchwork.ui.reasons import gaps


def theme(position: Position, move: Move, best: Move) -> str:
    """Return the theme of the mistake `move`, compared with the better move `best`: a key of `MISTAKES`."""
    after, better = forecast(position, move), forecast(position, best)
    if better.tile and not after.tile:
        return "tile"
    if position.hand or position.single:
        quilts = [position.play(candidate).players[position.turn].quilt for candidate in (move, best)]
        return "gaps" if len(gaps(quilts[0])) > len(gaps(quilts[1])) else OTHER
    if better.single and not better.lost and not after.single:
        return "single"
    if isinstance(best, Advance):
        return "bought"
    return "income" if _income(best) > _income(move) else OTHER


def _income(move: Move) -> int:
    """Return the income of the patch that a move buys, in buttons, or 0 if it buys none."""
    return PATCHES[move.patch].income if isinstance(move, Take) else 0


MISTAKES: Final = MistakeThemes(
    {
        "income": say("Income too late"),
        "bought": say("Patches that cost too much"),
        "gaps": say("Gaps in the quilt"),
        "tile": say("The bonus tile missed"),
        "single": say("Single patches missed"),
        OTHER: OTHER_MISTAKES,
    },
    theme,
)
"""The kinds of mistakes that reviews of Patchwork count, with their titles and the function that chooses one."""
