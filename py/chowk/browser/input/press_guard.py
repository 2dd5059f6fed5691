"""Track presses on controls from their start to their click. During a press the page does not change."""

from __future__ import annotations

from typing import Any, Final

from js import Object, document, performance, window
from pyodide.ffi import create_proxy, to_js

from chowk.browser.page import BrowserPage

LIVELY: Final = "input:not([type=radio], [type=checkbox]), select, textarea, .board, [data-offer]"
"""Selector of controls that must change while they are held, because the user types in them or drags them."""


PRESSED: Final = "button, a, label, summary"
"""Selector of controls that Enter and Space click."""


class Pressing:
    """The listener that tells the page when a press on a control starts and ends.

    It runs before all other listeners.
    """

    def __init__(self, page: BrowserPage) -> None:
        self._page = page
        self._key = ""  # the key that holds a control down, or an empty text

    def begin(self) -> None:
        """Add all event listeners."""
        first = to_js({"capture": True, "passive": True}, dict_converter=Object.fromEntries)
        hear = create_proxy(self._hear)
        for name in ("pointerdown", "pointerup", "pointercancel", "click", "keydown", "keyup"):
            document.addEventListener(name, hear, first)
        window.addEventListener("blur", hear)

    def _hear(self, event: Any) -> None:
        kind, press = str(event.type), self._page.press
        if kind == "pointerdown" and not event.target.closest(LIVELY):
            press.begin(performance.now())
        elif kind == "keydown" and event.key in ("Enter", " ") and not event.repeat and event.target.closest(PRESSED):
            press.begin(performance.now())
            self._key = str(event.key)
        elif kind == "pointerup" or (kind == "keyup" and self._key and event.key == self._key):
            press.let_go(performance.now())
        elif kind in ("pointercancel", "click", "blur"):
            press.end()
            self._page.released()
