"""What a game is made of: a card that names plain modules, each of which satisfies a protocol below.

No base classes, no inheritance between games, no `isinstance` on games: a file of functions is enough, and the
type checker says so.

Read on with what every game has, in this order: `sign`, `board`, `words`, `opponents`, `sheet`, `files`; what some
have besides is in `bench`, `tray` and `draws`. `whole` is the card, where all of it is named.
"""

from chowk.games.card.bench import TICK, Bench, Hand, Offer, Prompter, Sample, SeenBoard, Spread, Tag
from chowk.games.card.board import Cell, View
from chowk.games.card.draws import Draws
from chowk.games.card.files import Format, Scribe
from chowk.games.card.opponents import NUMBERS, Bots, Former, Level
from chowk.games.card.sheet import Diagram, Help, Paragraph, Section
from chowk.games.card.sign import LINKED, Later, Sign
from chowk.games.card.tray import Part, Tray, Way
from chowk.games.card.whole import Game, Reasons
from chowk.games.card.words import Fact, Speech, Tally

__all__ = [
    "LINKED",
    "NUMBERS",
    "TICK",
    "Bench",
    "Bots",
    "Cell",
    "Diagram",
    "Draws",
    "Fact",
    "Format",
    "Former",
    "Game",
    "Hand",
    "Help",
    "Later",
    "Level",
    "Offer",
    "Paragraph",
    "Part",
    "Prompter",
    "Reasons",
    "Sample",
    "Scribe",
    "Section",
    "SeenBoard",
    "Sign",
    "Speech",
    "Spread",
    "Tag",
    "Tally",
    "Tray",
    "View",
    "Way",
]
