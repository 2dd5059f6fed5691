"""The state of the browser window: facts that the browser reports about the page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from chowk.core import parcels
from chowk.draw.theme import DIGITS
from chowk.i18n.i18n import ENGLISH
from chowk.storage.settings import Settings

LISTED: Final = 24
"""Number of saved games that the home page lists at first. *Show more* adds the same number."""
LOOKS: Final = ("light", "dark", "contrast")


class NotedCard(NamedTuple):
    """A game in progress as the home page lists it before the saved games are read.

    `name` is the identifier of the saved game, and the other texts are its lines in the list. `ratio` is the aspect
    ratio of the board. `waits_for_other` is True for a correspondence game that waits for another player.
    """

    name: str
    ratio: float
    title: str
    players: str
    next_action: str
    moves: str
    waits_for_other: bool


class NotedGames(NamedTuple):
    """The list of saved games that the page stored when it was last used, for the home page to show at the start.

    It holds the language code, the games in progress, and the line about finished games.
    """

    language: str
    cards: tuple[NotedCard, ...]
    over: str


UNNOTED: Final = NotedGames("", (), "")
"""An empty list of saved games.

The home page shows it if there are too many saved games to read at the start, and no earlier page has left a list.
"""


class WindowState:
    """Facts that the browser reports about the page.

    `browser.start` writes them, unless a comment names another writer.
    """

    def __init__(self) -> None:
        # The theme that the device prefers, or "".
        self.theme = ""
        # True if the device prefers reduced motion.
        self.still = False
        # The language in the page's address; the application clears it when another language is chosen.
        self.linked = ""
        # True if a language of the browser's list is offered.
        self.fits = False
        # The language in use while another one is being fetched, and a language that could not be fetched. Written by
        # the page.
        self.spoken = ENGLISH.code
        self.lost = ""
        # A skin that could not be fetched. Written by the page; the application clears it when another skin is chosen.
        self.bare = ""
        # True once a board has been drawn; decoration waits until then. The page sets it to False at the start.
        self.drawn = True
        # Maximum number of games in each list of the home page. Written by the command that lists more.
        self.listed = LISTED
        # The list of saved games that the home page shows until all saves are read; then None.
        self.noted: NotedGames | None = None
        # True while the page is printed.
        self.printing = False
        # True if a newer version of the page has been downloaded. Written by the application.
        self.newer = False
        # True if the browser offers to install the page.
        self.installable = False
        # The service worker's report on the files that are available offline.
        self.offline: Mapping[str, Any] = {}

    def theme_in_force(self, settings: Settings) -> str:
        """Return the name of the theme: the theme in the settings, else the one that the device prefers, else light.

        While the page is printed, the theme is light.
        """
        if self.printing:
            return "light"
        chosen = settings.theme if settings.theme != "auto" else self.theme
        return chosen if chosen in LOOKS else "light"

    def look(self, settings: Settings, digits: str) -> str:
        """Return the look of pictures: theme, digits, pieces and skin, in the form that `draw.theme.themed` reads."""
        return _look(self.theme_in_force(settings), digits, settings.pieces, skin_in_use(settings))


# Cached, because every picture of a page needs the look.
@lru_cache(maxsize=8)
def _look(theme: str, digits: str, pieces: str, skin: str) -> str:
    usual = digits == DIGITS, pieces == "usual", skin == "classic"
    words = [("-" if same else word) for same, word in zip(usual, (digits, pieces, skin), strict=True)]
    while words and words[-1] == "-":
        words.pop()
    return " ".join((theme, *words))


def skin_in_use(settings: Settings) -> str:
    """Return the skin (drawings of boards and pieces) in use: the chosen one if it is loaded, else the classic one."""
    return "classic" if parcels.is_unfetched(settings.skin) else settings.skin
