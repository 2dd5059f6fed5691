"""What the page knows of the window that it is in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from chowk.core import parcels
from chowk.draw.theme import DIGITS
from chowk.i18n.i18n import ENGLISH
from chowk.storage.settings import Settings

LISTED: Final = 24
"""So many kept games are listed on the home page at first, and so many more at a time."""
LOOKS: Final = ("light", "dark", "contrast")


class NotedCard(NamedTuple):
    """The card of a game that goes on: its name among the saves, how wide its board is to its height, four lines.

    `theirs` says that it is played apart and waits for somebody else.
    """

    name: str
    ratio: float
    title: str
    players: str
    due: str
    moves: str
    theirs: bool


class NotedGames(NamedTuple):
    """What an earlier page noted of the games that are kept: their cards, and how many are over, in a language."""

    language: str
    cards: tuple[NotedCard, ...]
    over: str


UNNOTED: Final = NotedGames("", (), "")
"""In place of a note where there is none, and more games are kept than are read in a moment."""


class WindowState:
    """What the browser has told of itself. All of it is written by `browser.start`, as the browser tells it."""

    def __init__(self) -> None:
        # The theme that the device asks for; empty where it does not say.
        self.theme = ""
        # Whether the device asks for little motion.
        self.still = False
        # The language that the address asks for; the application forgets it when another is chosen.
        self.linked = ""
        # The language that is spoken while the words of another are on their way, and one whose words did not come;
        # written by the world, which fetches them.
        self.spoken = ENGLISH.code
        self.lost = ""
        # A skin that did not come; written by the world, forgotten by the application when another is chosen.
        self.bare = ""
        # Whether a board has been drawn, so that what is only nice to see may take its time; the world, which draws
        # it, says at its beginning that none has.
        self.drawn = True
        # How many games home lists of a kind; written by a command that lists more of them.
        self.listed = LISTED
        # What home shows of kept games until all of them are read; None once they are.
        self.noted: NotedGames | None = None
        # Whether the page is being printed.
        self.printing = False
        # Whether a newer version waits; written by the application, which is told so.
        self.newer = False
        # Whether the browser would install the page.
        self.installable = False
        # How far the page is ready to be used without a network.
        self.offline: Mapping[str, Any] = {}

    def theme_in_force(self, settings: Settings) -> str:
        """The name of the theme: as chosen, or as the device asks for; light where it does not say."""
        if self.printing:
            return "light"
        chosen = settings.theme if settings.theme != "auto" else self.theme
        return chosen if chosen in LOOKS else "light"

    def look(self, settings: Settings, digits: str) -> str:
        """How pictures look now, as `draw.theme.themed` reads it: the theme in force, and what is not the usual."""
        return _look(self.theme_in_force(settings), digits, settings.pieces, worn(settings))


# Every picture of a page asks for it.
@lru_cache(maxsize=8)
def _look(theme: str, digits: str, pieces: str, skin: str) -> str:
    usual = digits == DIGITS, pieces == "usual", skin == "classic"
    words = [("-" if same else word) for same, word in zip(usual, (digits, pieces, skin), strict=True)]
    while words and words[-1] == "-":
        words.pop()
    return " ".join((theme, *words))


def worn(settings: Settings) -> str:
    """The skin of boards and pieces: the one that was chosen, as soon as it is there."""
    return "classic" if parcels.waits(settings.skin) else settings.skin
