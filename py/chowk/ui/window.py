"""State of the window that the page is in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from chowk.core import parcels
from chowk.draw.theme import DIGITS
from chowk.i18n.i18n import ENGLISH
from chowk.storage.settings import Settings

LISTED: Final = 24
"""Number of saved games listed on the home page at first, and added by each *Show more*."""
LOOKS: Final = ("light", "dark", "contrast")


class NotedCard(NamedTuple):
    """The card of a game in progress: its name among the saves, the aspect ratio of its board, and four lines of text.

    `theirs` is true for a correspondence game that waits for another player.
    """

    name: str
    ratio: float
    title: str
    players: str
    due: str
    moves: str
    theirs: bool


class NotedGames(NamedTuple):
    """The note of an earlier page about the saved games: language, cards, and the line about ended games."""

    language: str
    cards: tuple[NotedCard, ...]
    over: str


UNNOTED: Final = NotedGames("", (), "")
"""Stands for a missing note when there are too many saved games to read at once."""


class WindowState:
    """Reports of the browser about the page; unless a comment says otherwise, written by `browser.start`."""

    def __init__(self) -> None:
        # The theme that the device asks for, or "".
        self.theme = ""
        # True if the device asks for reduced motion.
        self.still = False
        # The language that the address asks for; the application clears it when another is chosen.
        self.linked = ""
        # The language in use while another one is being fetched, and one that could not be fetched; written by the
        # page, which fetches them.
        self.spoken = ENGLISH.code
        self.lost = ""
        # A skin that could not be fetched; written by the page, cleared by the application when another is chosen.
        self.bare = ""
        # True once a board has been drawn, so that decoration can wait; the page, which draws, sets it to False at the
        # start.
        self.drawn = True
        # Number of games that the home page lists of a kind; written by the command that lists more.
        self.listed = LISTED
        # What the home page shows of saved games until all are read; then None.
        self.noted: NotedGames | None = None
        # True while the page is printed.
        self.printing = False
        # True if a newer version waits; written by the application.
        self.newer = False
        # True if the browser offers to install the page.
        self.installable = False
        # Progress of making the page available offline.
        self.offline: Mapping[str, Any] = {}

    def theme_in_force(self, settings: Settings) -> str:
        """Return the name of the theme: the chosen one, or the device's; light while printing, or if neither says."""
        if self.printing:
            return "light"
        chosen = settings.theme if settings.theme != "auto" else self.theme
        return chosen if chosen in LOOKS else "light"

    def look(self, settings: Settings, digits: str) -> str:
        """Return the appearance as `draw.theme.themed` reads it: the current theme and whatever is not the default."""
        return _look(self.theme_in_force(settings), digits, settings.pieces, worn(settings))


# Cached: every picture of a page needs it.
@lru_cache(maxsize=8)
def _look(theme: str, digits: str, pieces: str, skin: str) -> str:
    usual = digits == DIGITS, pieces == "usual", skin == "classic"
    words = [("-" if same else word) for same, word in zip(usual, (digits, pieces, skin), strict=True)]
    while words and words[-1] == "-":
        words.pop()
    return " ".join((theme, *words))


def worn(settings: Settings) -> str:
    """Return the skin of boards and pieces: the chosen one once it is loaded, until then the classic one."""
    return "classic" if parcels.waits(settings.skin) else settings.skin
