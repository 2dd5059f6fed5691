"""The system on which the page runs: clocks, random numbers, preferred languages, and the restart of the page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from js import BigUint64Array, CustomEvent, Object, console, crypto, navigator, performance, window
from pyodide.ffi import create_proxy, to_js

from chowk.browser.debug_flags import query_parameter


class BrowserClock:
    """The device's clocks, an implementation of `SystemClock`."""

    async def sleep(self, seconds: float) -> None:
        """Wait for a number of seconds."""
        await asyncio.sleep(seconds)

    def instant(self) -> int:
        """Return the time since the page was opened, in whole milliseconds."""
        return int(performance.now())

    def now(self) -> str:
        """Return the date and time as ISO 8601 in UTC."""
        return datetime.now(UTC).isoformat(timespec="seconds")


def new_seed() -> int:
    """Return an unpredictable number below 2**64. Under test, return the seed in the address."""
    if query_parameter("seed"):
        return int(query_parameter("seed"))
    numbers = BigUint64Array.new(1)
    crypto.getRandomValues(numbers)
    return int(str(numbers.at(0)))


class PreferredLanguages:
    """The browser's preferred languages. `changed` is called when the list changes."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        # The list is cached. Every render reads it several times, and reading each entry costs a call into the browser.
        self._languages: tuple[str, ...] = tuple(navigator.languages)
        window.addEventListener("languagechange", create_proxy(self._change))

    def __call__(self) -> Sequence[str]:
        """Return the codes of the preferred languages, the most preferred first."""
        return self._languages

    def _change(self, _: Any) -> None:
        self._languages = tuple(navigator.languages)
        self._changed()


class BrowserErrors:
    """Reports of errors to the browser's console, an implementation of `ErrorReporter`."""

    def report(self, details: str) -> None:
        """Write an error to the browser's console."""
        console.error(details)

    def start_anew(self, details: str) -> None:
        """Restart the page, because Python cannot continue after an error. `details` describes the error."""
        window.dispatchEvent(
            CustomEvent.new("chowk:fell", detail=to_js({"error": details}, dict_converter=Object.fromEntries))
        )


class BrowserLifecycle:
    """The service that installs the app and reloads the page, with the help of the JavaScript in `py/boot`."""

    def reload(self) -> None:
        """Restart the page. Use the newer version if one waits."""
        window.dispatchEvent(CustomEvent.new("chowk:update"))

    def install(self) -> None:
        """Ask the browser to offer the installation of the app."""
        window.dispatchEvent(CustomEvent.new("chowk:install"))


def mark(name: str) -> None:
    """Record the present time under `name`, a step of the start-up, for measurements of the start."""
    performance.mark(f"chowk:{name}")
