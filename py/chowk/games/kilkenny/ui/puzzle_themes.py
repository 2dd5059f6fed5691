"""The names of the themes of Kilkenny Cats' puzzles.

`training/kilkenny/puzzles_kilkenny.py` chooses the theme of each puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core.message import say
from chowk.games.api.puzzle import PuzzleTheme

THEMES: Final[Mapping[str, PuzzleTheme]] = {
    "mouse": PuzzleTheme(say("Catch a mouse"), say("The cat reaches a mouse.")),
    "capture": PuzzleTheme(say("Capture a cat"), say("Capturing is worth more here than any other step.")),
    "block": PuzzleTheme(
        say("In the way"), say("Fewer of the possible rolls now bring another player's cat to a mouse.")
    ),
    "danger": PuzzleTheme(say("Out of danger"), say("Fewer of the possible rolls now capture one of your cats.")),
    "wait": PuzzleTheme(say("Lie in wait"), say("More of the possible rolls now bring one of your cats to a mouse.")),
    "threat": PuzzleTheme(say("Threat"), say("More of the possible rolls now capture another player's cat.")),
    "run": PuzzleTheme(say("The best run"), say("Played on to the end many times, this step wins most often.")),
}
"""The themes by their words in `puzzles.txt`."""
