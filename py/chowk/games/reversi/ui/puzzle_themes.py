"""The names of the themes of Reversi's puzzles.

`training/reversi/puzzles_reversi.py` chooses the theme of each puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core.message import say
from chowk.games.api.puzzle import PuzzleTheme

THEMES: Final[Mapping[str, PuzzleTheme]] = {
    "pass": PuzzleTheme(say("Make them pass"), say("The other side has no move now and must pass.")),
    "win": PuzzleTheme(say("The only win"), say("Every other move loses or draws; this one wins.")),
    "draw": PuzzleTheme(say("The only draw"), say("Every other move loses; this one draws.")),
    "corner": PuzzleTheme(
        say("The corner"), say("A disc in a corner is never turned, and here it gains the most discs.")
    ),
    "daring": PuzzleTheme(
        say("Beside the corner"),
        say("A square beside a corner is usually bad. Here, played out to the end, it is the best one."),
    ),
    "ending": PuzzleTheme(say("Count to the end"), say("Played out to the end, this gains at least six discs more.")),
}
"""The themes by the words that stand for them in the file `puzzles.txt`."""
