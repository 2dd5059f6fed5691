"""The interface of a game. `Game` refers to plain modules, and each module satisfies a protocol of this package.

There are no base classes, no inheritance between games and no `isinstance` checks on games. A file of functions is
enough: the type checker compares the file with its protocol.

Read in this order: `sign`, `board`, `words`, `opponents`, `sheet` and `files` are required of every game; `trial`,
`tray` and `draws` are optional. `whole` defines `Game`, which combines all parts and gives a default for each optional
part.
"""

from chowk.games.api.board import Cell, View
from chowk.games.api.draws import Draws
from chowk.games.api.files import Format, FullNotation
from chowk.games.api.opponents import NUMBERS, Bots, Extra, Former, Ladder, Level
from chowk.games.api.sheet import Diagram, Help, Paragraph, Section
from chowk.games.api.sign import LINKED, Later, Sign
from chowk.games.api.tray import Part, Tray, Way
from chowk.games.api.trial import TICK, Offer, OfferDrawing, PlayerBoard, Tag, Trial, TrialPicks, TrialSpeech, TrialView
from chowk.games.api.whole import Game, Reasons
from chowk.games.api.words import Fact, Speech, Tally

__all__ = [
    "LINKED",
    "NUMBERS",
    "TICK",
    "Bots",
    "Cell",
    "Diagram",
    "Draws",
    "Extra",
    "Fact",
    "Format",
    "Former",
    "FullNotation",
    "Game",
    "Help",
    "Ladder",
    "Later",
    "Level",
    "Offer",
    "OfferDrawing",
    "Paragraph",
    "Part",
    "PlayerBoard",
    "Reasons",
    "Section",
    "Sign",
    "Speech",
    "Tag",
    "Tally",
    "Tray",
    "Trial",
    "TrialPicks",
    "TrialSpeech",
    "TrialView",
    "View",
    "Way",
]
