"""What is said when a task fails that nobody foresaw: once on the console, and to whoever plays without its lines."""

from __future__ import annotations

import traceback

from chowk import VERSION
from chowk.app.app import App
from chowk.core import record
from chowk.core.message import say, say_in
from chowk.words.toast import Toast


def tell(app: App, error: BaseException) -> None:
    """Reports an error, and offers what somebody needs who is to mend it."""
    where = _where(error)
    app.world.report(where)
    if isinstance(error, MemoryError):
        app.world.start_anew(where)
        return
    app.details = _details(app, where)
    text = say("Something went wrong. What was played is kept. If the game stands still, reload the page.")
    app.toast = Toast(text, "copy-details", say_in("the page does it", "Copy details"), alert=True)
    app.world.render()


def note(app: App, error: BaseException) -> None:
    """Reports an error that comes again whenever the page is drawn, once."""
    where = _where(error)
    if where != app.noted:
        app.noted = where
        app.world.report(where)


def recall(app: App, where: str) -> None:
    """Says that the page was started anew because of an error, of which `where` tells."""
    app.details = _details(app, where)
    text = say("Something went wrong, and Chowk started again. Your games are saved.")
    app.toast = Toast(text, "copy-details", say_in("the page does it", "Copy details"), alert=True)
    app.world.render()


def _details(app: App, where: str) -> str:
    return "\n\n".join(part for part in (f"Chowk {VERSION}, {app.world.now()}", where, _game(app)) if part)


def _where(error: BaseException) -> str:
    return "".join(traceback.format_exception(error)).rstrip()


def _game(app: App) -> str:
    """The game at the table, without the names that were typed."""
    return record.write(app.table.match) if app.table is not None else ""
