"""What a game is made of: a card that names plain modules, each of which satisfies a protocol below.

No base classes, no inheritance between games, no `isinstance` on games: a file of functions is enough, and the
type checker says so.

Read on with what every game has, in this order: `sign`, `board`, `words`, `opponents`, `sheet`, `files`; what some
have besides is in `trial`, `tray` and `draws`. `whole` is the card, where all of it is named.
"""

from chowk.games.card.board import Cell, View
from chowk.games.card.draws import Draws
from chowk.games.card.files import Format, FullNotation
from chowk.games.card.opponents import NUMBERS, Bots, Extra, Former, Level
from chowk.games.card.sheet import Diagram, Help, Paragraph, Section
from chowk.games.card.sign import LINKED, Later, Sign
from chowk.games.card.tray import Part, Tray, Way
from chowk.games.card.trial import TICK, Offer, OfferDrawing, SeenBoard, Tag, Trial, TrialPicks, TrialSpeech, TrialView
from chowk.games.card.whole import Game, Reasons
from chowk.games.card.words import Fact, Speech, Tally

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
