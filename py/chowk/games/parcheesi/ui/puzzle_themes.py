"""The names of the themes of Parcheesi's puzzles.

`training/parcheesi/puzzles_parcheesi.py` chooses the theme of each puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core.message import say
from chowk.games.api.puzzle import PuzzleTheme

THEMES: Final[Mapping[str, PuzzleTheme]] = {
    "home": PuzzleTheme(say("Bring a pawn home"), say("Another pawn comes home.")),
    "capture": PuzzleTheme(say("Capture a pawn"), say("Capturing is worth more here than anything else.")),
    "bonus": PuzzleTheme(say("Use the bonus"), say("It makes the best use of the bonus.")),
    "nest": PuzzleTheme(say("Out of the nest"), say("Another pawn leaves the nest.")),
    "blockade": PuzzleTheme(say("Blockade"), say("It makes a blockade, or keeps one.")),
    "safe": PuzzleTheme(say("Safe spaces"), say("More of your pawns now stand on safe spaces or in the home row.")),
    "danger": PuzzleTheme(say("Out of danger"), say("Fewer of the possible rolls now capture one of your pawns.")),
    "race": PuzzleTheme(say("The best way on"), say("Played on to the end many times, this wins most often.")),
}
"""The themes by the words that stand for them in the file `puzzles.txt`."""
