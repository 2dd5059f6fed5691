"""A bridge for end-to-end tests, in pages that are built for tests and opened with `?test=1`. It is never shipped.

`window.chowk.state()` returns the state as JSON, and `kill()` ends the engine worker. Nothing else here acts on the
page: input goes through real events.
"""

from __future__ import annotations

import json
from typing import Any, cast
from urllib.parse import parse_qs

from js import Object, chowkPress, location, window
from pyodide.ffi import create_proxy, to_js

from chowk.app.app import App
from chowk.browser.engine_worker import EngineWorker


def asked(name: str) -> str:
    """Return a query parameter of the page's address.

    Return an empty text if it is missing or the page is not under test.
    """
    values = parse_qs(str(location.search).lstrip("?"))
    return values.get(name, [""])[0] if "test" in values else ""


def open_bridge(app: App) -> None:
    """Expose `app` to tests as `window.chowk` if the address has `?test=1`."""
    if asked("test"):
        engine = cast(EngineWorker, app.engine)
        functions = {"state": create_proxy(lambda: settled(app)), "kill": create_proxy(engine.kill)}
        window.chowk = to_js(functions, dict_converter=Object.fromEntries)


def settled(app: App) -> str:
    """Return the state as JSON, after all input events so far."""
    chowkPress.flush()
    return json.dumps(state(app))


def state(app: App) -> dict[str, Any]:
    """Return the state as plain values, such as the screen, the sheets and the awaited choice."""
    table = app.table
    seen: dict[str, Any] = {
        "screen": "home" if app.table is None else "table",
        "sheet": app.place.sheet.name if app.place.sheet is not None else "",
        "saves": sorted(app.kept.saves),
        "waiting": app.waiting is not None,
    }
    if table is not None:
        seen |= {
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
    return seen
