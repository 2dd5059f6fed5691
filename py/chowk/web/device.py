"""What a device is asked for beside drawing: to keep its screen on, and to lend all of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from js import document, navigator, window
from pyodide.ffi import JsException, create_proxy, to_js

from chowk.app.app import App


def vibrates() -> bool:
    """Whether the device is held in a hand, as far as can be known, and says that it can vibrate."""
    return hasattr(navigator, "vibrate") and bool(window.matchMedia("(pointer: coarse)").matches)


def vibrate(pattern: Sequence[int]) -> None:
    """Lets the device be felt: milliseconds on, off, on, … Browsers forbid it before the page was touched."""
    if vibrates() and getattr(getattr(navigator, "userActivation", None), "hasBeenActive", False):
        navigator.vibrate(to_js(list(pattern)))


class Device:
    """The device under the page. It may refuse everything; nothing depends on it."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._lock: Any = None
        self._asking = False
        # A device takes the lock back whenever the page is out of sight.
        document.addEventListener("visibilitychange", create_proxy(lambda _: self.attend()))

    def attend(self) -> None:
        """Asks for what the application's state wants by now."""
        app = self._app
        over = app.table is not None and app.table.outcome is not None
        wanted = app.settings.awake and app.table is not None and not over
        if wanted and document.visibilityState == "visible":
            if not self._asking and (self._lock is None or self._lock.released):
                self._asking = True
                app.spawn(self._stay_awake())
        elif self._lock is not None:
            self._lock.release()
            self._lock = None

    async def _stay_awake(self) -> None:
        try:
            self._lock = await navigator.wakeLock.request("screen")
        except (JsException, AttributeError):
            await asyncio.sleep(1)  # refused, or there is no such thing: not asked for at every turn
        finally:
            self._asking = False

    def fill_screen(self) -> None:
        """Full screen, or back."""
        root = document.documentElement
        try:
            done = document.exitFullscreen() if document.fullscreenElement else root.requestFullscreen()
        except (JsException, AttributeError):
            return
        self._app.spawn(_quietly(done))


async def _quietly(promise: Any) -> None:
    with suppress(JsException):
        await promise
