"""Import games from files or a text that the user drops on the page."""

from __future__ import annotations

from typing import Any

from chowk.app import commands
from chowk.app.app import App
from chowk.browser.input.events import add_note, large_of, text_of
from chowk.features.collections import commands as collections
from chowk.features.studies import commands as studies


def take(app: App, dropped: Any) -> None:
    """Import the dropped files or text. If they are not a game, show the reason. `dropped` is a `DataTransfer`."""
    app.spawn(_take(app, dropped.files, str(dropped.getData("text/plain"))))


async def _take(app: App, files: Any, text: str) -> None:
    note = None
    if (large := large_of(files)) is not None:
        collections.take(app, large)
        return
    if files.length:
        text_and_note = await text_of(app, files)
        if text_and_note is None:
            return
        text, note = text_and_note
    if text.lstrip().startswith("{") and not studies.is_study(text):
        commands.do(app, "take-in", text)
    else:
        app.open_sheet("paste")
        commands.do(app, "import", text)
    add_note(app, note)
