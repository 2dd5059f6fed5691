"""What a game is made of: a card that names plain modules, each of which satisfies a protocol below.

No base classes, no inheritance between games, no `isinstance` on games: a file of functions is enough, and the
type checker says so.

Read on with what every game has, in this order: `sign`, `board`, `words`, `opponents`, `sheet`, `files`; what some
have besides is in `trial`, `tray` and `draws`. `whole` is the card, where all of it is named.
"""

from chowk.games.api.board import Cell, View
from chowk.games.api.draws import Draws
from chowk.games.api.files import Format, FullNotation
from chowk.games.api.opponents import NUMBERS, Bots, Extra, Former, Level
from chowk.games.api.sheet import Diagram, Help, Paragraph, Section
from chowk.games.api.sign import LINKED, Later, Sign
from chowk.games.api.tray import Part, Tray, Way
from chowk.games.api.trial import TICK, Offer, OfferDrawing, SeenBoard, Tag, Trial, TrialPicks, TrialSpeech, TrialView
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
    "Later",
    "Level",
    "Offer",
    "OfferDrawing",
    "Paragraph",
    "Part",
    "Reasons",
    "Section",
    "SeenBoard",
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
