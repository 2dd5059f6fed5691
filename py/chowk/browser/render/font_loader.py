"""Load fonts for canvases. A canvas is drawn at once, and is drawn again when a missing font arrives."""

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
"""The font families of `css/fonts.css`, then the device's fonts."""


class Letters:
    """The loader of the fonts that texts need. It calls `on_arrival` when a font arrives after its text was drawn."""

    def __init__(self, on_arrival: Callable[[], None] | None) -> None:
        self.on_arrival = on_arrival
        self._requested: set[tuple[int, str]] = set()

    def need(self, text: str, weight: int) -> None:
        """Load the font of a text that is being drawn. The browser chooses the font by the characters of the text."""
        font = f"{weight} 32px {FONT}"
        if text.isascii() or (weight, text) in self._requested or document.fonts.check(font, text):
            return
        self._requested.add((weight, text))
        asyncio.ensure_future(self._fetch(font, text))  # noqa: RUF006 - the browser's promise keeps it alive

    async def _fetch(self, font: str, text: str) -> None:
        try:
            faces = await document.fonts.load(font, text)
        except JsException:
            return  # not available: use the device's font
        if faces.length and self.on_arrival is not None:
            self.on_arrival()
