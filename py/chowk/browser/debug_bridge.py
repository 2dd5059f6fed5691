"""A bridge for end-to-end tests, in pages that are built for tests and opened with `?test=1`. It is never shipped.

`window.chowk.state()` returns the state as JSON, and `kill()` ends the engine worker. `profile(true)` starts a profiler
of Python functions, and `profile(false)` stops it and returns the result. Tests press and type by real events, not by
this bridge.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from types import FrameType
from typing import Any, Final, cast
from urllib.parse import parse_qs

from js import Object, chowkPress, location, window
from pyodide.ffi import create_proxy, to_js

from chowk.app.app import App
from chowk.browser.engine_worker import EngineWorker


def query_parameter(name: str) -> str:
    """Return a query parameter of the page's address.

    Return an empty text if it is missing or the page is not under test.
    """
    values = parse_qs(str(location.search).lstrip("?"))
    return values.get(name, [""])[0] if "test" in values else ""


def open_bridge(app: App) -> None:
    """Expose `app` to tests as `window.chowk` if the address has `?test=1`."""
    if query_parameter("test"):
        engine = cast(EngineWorker, app.engine)
        functions = {
            "state": create_proxy(lambda: settled(app)),
            "kill": create_proxy(engine.kill),
            "profile": create_proxy(Profile().switch),
        }
        window.chowk = to_js(functions, dict_converter=Object.fromEntries)


def settled(app: App) -> str:
    """Return the state as JSON, after handling all input events so far."""
    chowkPress.flush()
    return json.dumps(state(app))


class Profile:
    """A profiler of Python functions.

    For each call stack, it measures the time spent in the innermost function itself, without the functions that it
    calls.
    """

    def __init__(self) -> None:
        self._stack: list[str] = []
        self._spent: Counter[tuple[str, ...]] = Counter()  # microseconds
        self._calls = 0
        self._since = 0

    def switch(self, on: bool) -> str:
        """Start profiling and return an empty text, or stop and return the profile as JSON.

        The profile holds the number of calls (`calls`) and the microseconds of each call stack (`stacks`).
        """
        sys.setprofile(self._note if on else None)
        if on:
            self._stack, self._calls, self._since = [], 0, time.perf_counter_ns()
            self._spent.clear()
            return ""
        return json.dumps(
            {"calls": self._calls, "stacks": [(";".join(stack), us) for stack, us in self._spent.items()]}
        )

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        now = time.perf_counter_ns()
        if self._stack:
            self._spent[tuple(self._stack)] += (now - self._since) // 1000
        if event == "call":
            self._calls += 1
            if frame.f_back is None:
                self._stack.clear()
            code = frame.f_code
            self._stack.append(f"{code.co_filename.rpartition(PACKAGE)[2]}:{code.co_qualname}")
        elif event == "return" and self._stack:
            self._stack.pop()
        self._since = time.perf_counter_ns()


PACKAGE: Final = "chowk/"
"""File names in a profile are shortened to the part after this folder."""


def state(app: App) -> dict[str, Any]:
    """Return the state as plain values, such as the screen, the sheets and the awaited choice."""
    table = app.table
    values: dict[str, Any] = {
        "screen": "home" if app.table is None else "table",
        "sheet": app.place.sheet.name if app.place.sheet is not None else "",
        "saves": sorted(app.kept.saves),
        "waiting": app.waiting is not None,
    }
    if table is not None:
        values |= {
            "game": table.game.name,
            "position": table.match.ruleset.notation.write_position(table.match.position),
            "moves": table.match.written(),
            "ply": table.match.ply,
            "shown": table.ply,
            "awaited": table.choice.awaited,
            "rolling": table.choice.rolling,
            "imposed": table.choice.imposed is not None,
            "thinking": table.choice.thinking,
            "moving": table.display.moving,
            "open": table.open,
            "over": table.outcome is not None,
            "refused": table.choice.refusal.reason if table.choice.refusal else "",
            "cursor": table.display.cursor,
            "held": table.choice.trying.picks if table.choice.trying else (),
        }
    return values
