"""The browser's history and its own ways to close things, for `chowk.app.history`."""

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

GAMES: Final = ("g=", "a=", "t=", "l=", "s=")
"""How the parts of an address begin that hold a game, shown or played apart, a code to play it live, or one's seat."""

_ESCAPED: Final = re.compile(r"%(?:3D|2E|26)", re.IGNORECASE)


class BrowserEntries:
    """`Entries` in a browser. One that refuses to have its history changed keeps what it has."""

    def __init__(self) -> None:
        self._watcher: Any = None

    def attend(self, trail: Trail) -> None:
        """Tells `trail` when the browser has come to another entry."""

        def followed(_: Any) -> None:
            # Of an address that was typed or followed some browsers tell only so.
            if not self.text():
                trail.arrived()

        window.addEventListener("popstate", create_proxy(lambda _: trail.arrived()))
        window.addEventListener("hashchange", create_proxy(followed))

    def text(self) -> str:
        """What the present entry holds."""
        state = window.history.state
        return state if isinstance(state, str) else ""

    def link(self) -> str:
        """The game in the address."""
        return "&".join(part for part in _parts() if part.startswith(GAMES))

    def put(self, text: str, link: str) -> None:
        """Makes the present entry hold a text, and its address a game."""
        self._set(window.history.replaceState, text, link)

    def push(self, text: str, link: str) -> None:
        """Adds an entry."""
        self._set(window.history.pushState, text, link)

    def _set(self, change: Any, text: str, link: str) -> None:
        parts = [*(part for part in _parts() if not part.startswith(GAMES)), *([link] if link else [])]
        fragment = "&".join(parts)
        address = f"#{fragment}" if fragment else str(location.pathname) + str(location.search)
        try:
            change(text, "", address)
        except JsException:  # a page from a disk may not change its address everywhere
            with suppress(JsException):
                change(text, "")

    def go(self, by: int) -> None:
        """Goes to another entry."""
        window.history.go(by)

    def watch(self, closed: Callable[[], None] | None) -> None:
        """Hears of the device's own way to close things: a phone's gesture, which then leaves the history alone."""
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
        """Calls after a while."""
        asyncio.get_running_loop().call_later(seconds, do)


def _parts() -> list[str]:
    """The parts of what follows the `#`; some programs that hand links on write `%3D` for `=`."""
    told = _ESCAPED.sub(lambda found: unquote(found[0]), str(location.hash))
    return [part for part in told.lstrip("#").split("&") if part]
