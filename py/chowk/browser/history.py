"""The browser's history and close gestures, for `chowk.app.history`."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from urllib.parse import unquote

from js import location, window
from pyodide.ffi import JsException, create_proxy

from chowk.app.history import Trail

GAMES: Final = ("g=", "a=", "t=", "l=", "s=", "p=", "k=", "y=", "f=")
"""Prefixes of the parts of an address that hold a game.

The parts are, in this order: a game to show, an analysis, a correspondence game, a live code, a seat, a puzzle,
a list of games, a study, and the face and the reaction of the player who sent a correspondence game.
"""

_ESCAPED: Final = re.compile(r"%(?:3D|2E|26)", re.IGNORECASE)


class BrowserEntries:
    """The browser's history, an implementation of `Entries`. If the browser refuses a change, nothing changes."""

    def __init__(self) -> None:
        self._watcher: Any = None

    def attend(self, trail: Trail) -> None:
        """Call `trail.arrived` when the browser has moved to another history entry."""

        def followed(_: Any) -> None:
            # Some browsers report an address that was typed or followed only by this event.
            if not self.text():
                trail.arrived()

        window.addEventListener("popstate", create_proxy(lambda _: trail.arrived()))
        window.addEventListener("hashchange", create_proxy(followed))

    def text(self) -> str:
        """Return the text stored in the current history entry, or an empty text if there is none."""
        state = window.history.state
        return state if isinstance(state, str) else ""

    def link(self) -> str:
        """Return the parts of the address that hold a game, joined by `&`; empty if there are none."""
        return "&".join(part for part in _parts() if part.startswith(GAMES))

    def put(self, text: str, link: str) -> None:
        """Replace the text of the current history entry, and the link to a game in its address."""
        self._set(window.history.replaceState, text, link)

    def push(self, text: str, link: str) -> None:
        """Add a history entry with this text, and make it the current entry.

        Its address contains `link`, a link to a game. If `link` is empty, the address contains no game.
        """
        self._set(window.history.pushState, text, link)

    def _set(self, change: Any, text: str, link: str) -> None:
        parts = [*(part for part in _parts() if not part.startswith(GAMES)), *([link] if link else [])]
        fragment = "&".join(parts)
        address = f"#{fragment}" if fragment else str(location.pathname) + str(location.search)
        try:
            change(text, "", address)
        except JsException:  # a page opened from a file may not change its address in some browsers
            with suppress(JsException):
                change(text, "")

    def go(self, by: int) -> None:
        """Move by a number of history entries, back if it is negative."""
        window.history.go(by)

    def watch(self, closed: Callable[[], None] | None) -> None:
        """Call `closed` when the user makes the device's close gesture, such as Back on a phone.

        The gesture then does not move in the history. If `closed` is None, stop listening for the gesture.
        """
        if closed is None:
            if self._watcher is not None:
                self._watcher.destroy()
                self._watcher = None
            return
        if self._watcher is not None or not hasattr(window, "CloseWatcher"):
            return

        def close(_: Any) -> None:
            self._watcher = None
            closed()

        with suppress(JsException):
            self._watcher = window.CloseWatcher.new()
            self._watcher.onclose = create_proxy(close)

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        """Call `do` after a number of seconds."""
        asyncio.get_running_loop().call_later(seconds, do)


def _parts() -> list[str]:
    """Return the parts of the address after `#`. Characters that some programs escape in links are decoded."""
    text = _ESCAPED.sub(lambda escape: unquote(escape[0]), str(location.hash))
    return [part for part in text.lstrip("#").split("&") if part]
