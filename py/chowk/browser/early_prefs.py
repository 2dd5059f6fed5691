"""What is noted outside the page: what py/boot must know before Python is there, and how many games wait."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from js import document, navigator, window
from pyodide.ffi import JsException, create_proxy

from chowk.storage.settings import Settings

PAPER: Final[Mapping[str, str]] = {"light": "#efe9dc", "dark": "#1c1916", "contrast": "#000000"}
"""The colour of the page around it, by theme: what a phone's bars are painted in."""


CLASSIC: Final = "classic"


class Mirror:
    """Notes of the settings beside the store, which cannot be read before the first thing is drawn."""

    def __init__(self) -> None:
        self._noted: dict[str, str] = {}
        self._waiting = -1  # what an earlier page has put there is not known
        self._unworn: Any = None
        self._theme = ""

    def note(self, settings: Settings, theme: str, hand: str) -> None:
        """Notes the language for `language.js` and the look for `look.js`; paints the bars in the theme's colour."""
        look = f"{settings.theme} {settings.motion} {hand} {settings.skin}".removesuffix(f" {CLASSIC}")
        self._note("chowk:language", settings.language)
        self._note("chowk:look", look if look != "auto auto end" else "")
        if theme != self._theme and theme in PAPER:
            self._theme = theme
            for meta in document.querySelectorAll('meta[name="theme-color"]'):
                meta.content = PAPER[theme]

    def noted_skin(self) -> str:
        """The skin that was chosen at the last visit, as far as that was noted."""
        return (*self._read("chowk:look").split(" "), *[CLASSIC] * 4)[3]

    def note_games(self, noted: str) -> None:
        """Notes the games that are kept for `visit.js`."""
        self._note("chowk:games", noted)

    def noted_games(self) -> str:
        """What an earlier page noted of the games that are kept; empty where there is nothing."""
        return self._read("chowk:games")

    def wear(self, waiting: int) -> None:
        """Puts the number of games that wait for the player on the icon of the installed app, where it wears one."""
        if waiting == self._waiting or not hasattr(navigator, "setAppBadge"):
            return
        self._waiting = waiting
        self._unworn = self._unworn or create_proxy(lambda _: None)  # a device that refuses need not be told of
        worn = navigator.setAppBadge(waiting) if waiting else navigator.clearAppBadge()
        worn.catch(self._unworn)

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
            pass  # no storage: the next start begins as a first one
