"""What the page must know before Python is there, noted where the scripts in py/boot find it at the next start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from js import document, window
from pyodide.ffi import JsException

from chowk.store.settings import Settings

PAPER: Final[Mapping[str, str]] = {"light": "#efe9dc", "dark": "#1c1916", "contrast": "#000000"}
"""The colour of the page around it, by theme: what a phone's bars are painted in."""


class Mirror:
    """Notes of the settings beside the store, which cannot be read before the first thing is drawn."""

    def __init__(self) -> None:
        self._noted: dict[str, str] = {}
        self._theme = ""

    def note(self, settings: Settings, theme: str, hand: str) -> None:
        """Notes the language for `language.js` and the look for `look.js`; paints the bars in the theme's colour."""
        look = f"{settings.theme} {settings.motion} {hand}"
        self._note("chowk:language", settings.language)
        self._note("chowk:look", look if look != "auto auto end" else "")
        if theme != self._theme and theme in PAPER:
            self._theme = theme
            for meta in document.querySelectorAll('meta[name="theme-color"]'):
                meta.content = PAPER[theme]

    def note_games(self, noted: str) -> None:
        """Notes the games that are kept for `visit.js`."""
        self._note("chowk:games", noted)

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
