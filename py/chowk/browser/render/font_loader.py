"""Letters on canvases: a canvas draws with the fonts that are there; what is missing is fetched, then drawn again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from js import document
from pyodide.ffi import JsException

FONT: Final = (
    "'Noto Devanagari', 'Noto Gurmukhi', 'Noto Kannada', 'Noto Bengali', 'Noto Gujarati', 'Noto Telugu', "
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif"
)
"""The families of the style sheet `css/fonts.css`, then the device's own."""


class Letters:
    """Fetches the fonts that texts need, and says when one has come that was not there when its text was drawn."""

    def __init__(self, come: Callable[[], None]) -> None:
        self._come = come
        self._asked: set[tuple[int, str]] = set()

    def need(self, text: str, weight: int) -> None:
        """Sees to the fonts of a text that is drawn now; the browser must see the very text to know which."""
        font = f"{weight} 32px {FONT}"
        if text.isascii() or (weight, text) in self._asked or document.fonts.check(font, text):
            return
        self._asked.add((weight, text))
        asyncio.ensure_future(self._fetch(font, text))  # noqa: RUF006 - the browser's promise keeps it alive

    async def _fetch(self, font: str, text: str) -> None:
        try:
            faces = await document.fonts.load(font, text)
        except JsException:
            return  # out of reach: the device's own letters must do
        if faces.length:
            self._come()
