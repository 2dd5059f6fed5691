"""Values kept in `localStorage`: settings that `py/boot` needs before Python runs, and the list of saved games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from js import document, navigator, window
from pyodide.ffi import JsException, create_proxy

from chowk.storage.settings import Settings

PAPER: Final[Mapping[str, str]] = {"light": "#efe9dc", "dark": "#1c1916", "contrast": "#000000"}
"""Background colour of the page by theme. Phones use it for their system bars."""


CLASSIC: Final = "classic"


class Mirror:
    """Copies of some settings and of the list of saved games in `localStorage`.

    They are needed at the first paint, before the database can be read.
    """

    def __init__(self) -> None:
        self._noted: dict[str, str] = {}
        self._waiting = -1  # the badge of an earlier page is unknown
        self._ignore_rejection: Any = None
        self._theme = ""

    def note(self, settings: Settings, theme: str, hand: str) -> None:
        """Store the language and the look (theme, motion, hand and skin) for the scripts that run before Python.

        Also colour the system bars of a phone for the theme. `hand` is the side of the screen with the controls:
        `start` is the side on which lines of text begin (the left in English), and `end` the other.
        """
        look = f"{settings.theme} {settings.motion} {hand} {settings.skin}".removesuffix(f" {CLASSIC}")
        self._note("chowk:language", settings.language)
        self._note("chowk:look", look if look != "auto auto end" else "")
        if theme != self._theme and theme in PAPER:
            self._theme = theme
            for meta in document.querySelectorAll('meta[name="theme-color"]'):
                meta.content = PAPER[theme]

    def noted_skin(self) -> str:
        """Return the skin (drawings of boards and pieces) stored at the last visit, or the classic one."""
        return (*self._read("chowk:look").split(" "), *[CLASSIC] * 4)[3]

    def note_games(self, noted: str) -> None:
        """Store the list of saved games, a JSON text. At the next start, `visit.js` draws it before Python runs."""
        self._note("chowk:games", noted)

    def noted_games(self) -> str:
        """Return the list of saved games that was stored last, as JSON, or an empty text if there is none."""
        return self._read("chowk:games")

    def show_badge(self, waiting: int) -> None:
        """Show a badge on the installed app's icon, if supported: the number of games that wait for the player."""
        if waiting == self._waiting or not hasattr(navigator, "setAppBadge"):
            return
        self._waiting = waiting
        # Ignore the rejection of a device that shows no badges.
        self._ignore_rejection = self._ignore_rejection or create_proxy(lambda _: None)
        shown = navigator.setAppBadge(waiting) if waiting else navigator.clearAppBadge()
        shown.catch(self._ignore_rejection)

    @staticmethod
    def _read(key: str) -> str:
        try:
            return str(window.localStorage.getItem(key) or "")
        except (JsException, AttributeError):
            return ""

    def _note(self, key: str, value: str) -> None:
        if self._noted.get(key) == value:
            return
        self._noted[key] = value
        try:
            if value:
                window.localStorage.setItem(key, value)
            else:
                window.localStorage.removeItem(key)
        except (JsException, AttributeError):
            pass  # no storage: the next visit starts with default settings
