"""The names of the themes of Checkers' puzzles.

`training/checkers/puzzles_checkers.py` chooses the theme of each puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core.message import say
from chowk.games.api.puzzle import PuzzleTheme

THEMES: Final[Mapping[str, PuzzleTheme]] = {
    "two-for-one": PuzzleTheme(say("Two for one"), say("One man is given, and two are taken in return.")),
    "shot": PuzzleTheme(say("Shot"), say("More pieces are taken than were given.")),
    "jump": PuzzleTheme(say("Which jump?"), say("Several jumps are possible. This one is worth more than the others.")),
    "breakthrough": PuzzleTheme(say("Breakthrough"), say("A man reaches the king row and is crowned.")),
    "draw": PuzzleTheme(say("The only draw"), say("Every other move loses; this one draws.")),
    "ending": PuzzleTheme(say("Win the ending"), say("Only this move wins the ending.")),
    "man": PuzzleTheme(say("Win a man"), say("It wins a man and gives none.")),
    "defence": PuzzleTheme(say("Defence"), say("Every other move loses a man.")),
}
"""The themes by their words in `puzzles.txt`."""
