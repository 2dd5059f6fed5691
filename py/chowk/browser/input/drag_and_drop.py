"""Import the games in a file or text that is dropped on the page."""

from __future__ import annotations

from typing import Any

from chowk.app import commands
from chowk.app.app import App
from chowk.browser.input.events import add_note, text_of
from chowk.features.collections import commands as collections


def take(app: App, dropped: Any) -> None:
    """Import the dropped file or text. If it is not a game, show the reason. `dropped` is a `DataTransfer`."""
    file, text = dropped.files.item(0), str(dropped.getData("text/plain"))
    app.spawn(_take(app, file, text))


async def _take(app: App, file: Any, text: str) -> None:
    note = None
    if file and collections.is_large(str(file.name), int(file.size)):
        collections.take(app, file)
        return
    if file:
        text_and_note = await text_of(app, file)
        if text_and_note is None:
            return
        text, note = text_and_note
    if text.lstrip().startswith("{"):
        commands.do(app, "take-in", text)
    else:
        app.open_sheet("paste")
        commands.do(app, "import", text)
    add_note(app, note)
