"""The names of the themes of Patchwork's puzzles.

`training/patchwork/puzzles_patchwork.py` chooses the theme of each puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core.message import say
from chowk.games.api.puzzle import PuzzleTheme

THEMES: Final[Mapping[str, PuzzleTheme]] = {
    "advance": PuzzleTheme(say("Going ahead"), say("Going ahead for buttons is worth more here than any patch.")),
    "single": PuzzleTheme(say("A single patch"), say("It reaches a single patch.")),
    "turn": PuzzleTheme(say("Another turn"), say("You stay behind on the time track, so the next turn is yours, too.")),
    "income": PuzzleTheme(say("Buttons on a patch"), say("This patch has the most buttons on it.")),
    "cover": PuzzleTheme(say("The largest patch"), say("This is the largest patch that can be bought.")),
    "time": PuzzleTheme(say("Little time"), say("This patch takes the least time.")),
    "patch": PuzzleTheme(say("The right patch"), say("Looked at far ahead, this patch is worth the most.")),
    "fitting": PuzzleTheme(
        say("Fit the patches"),
        say("The whole quilt is covered."),
        say("Cover the whole quilt. The other player has no more turns."),
        playful=True,
    ),
    "square": PuzzleTheme(
        say("Seven by seven"),
        say("You have covered 7 by 7 cells: that is the bonus tile."),
        say("Cover 7 by 7 cells. The other player has no more turns."),
    ),
}
"""The themes by the words that stand for them in the file `puzzles.txt`."""
