"""Games that end are counted, each once, on the device and for as long as the page is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from chowk.core.errors import TextError
from chowk.store import statistics
from chowk.store.saves import STATISTICS_KEY

if TYPE_CHECKING:
    from chowk.app.app import App
    from chowk.play.table import Table
    from chowk.store.statistics import Results


def count(app: App, table: Table) -> None:
    """Counts the game at a table, which has ended, unless it was counted before."""
    table.counted, outcome = True, table.outcome
    assert outcome is not None, "it has ended"
    found = statistics.result_of(table.plan, outcome, table.helped, table.seconds, table.since)
    if found is not None:
        app.spawn(put(app, {table.save: found}))
        app.spawn(app.world.store.protect())  # who has finished a game will want to find it again


async def put(app: App, more: Results) -> None:
    """Counts these results, but for those that are counted already."""
    await _change(app, lambda text: statistics.added(text, more))


def results(app: App) -> Results:
    """What is counted, as far as this page knows; raises `TextError` if that cannot be read."""
    return statistics.read(app.tallies)


def look(app: App, _: str) -> None:
    """Opens the statistics, and brings in what other pages have counted."""
    app.open_sheet("statistics")
    app.spawn(_refresh(app))


def reset(app: App, game: str) -> None:
    """Forgets what is counted of a game; of all of them if it is empty, even where that cannot be read."""
    app.close_sheet()
    app.spawn(_change(app, lambda text: statistics.without(text, game) if game else statistics.write({})))


async def _refresh(app: App) -> None:
    try:
        app.tallies = await app.world.store.get(STATISTICS_KEY) or app.tallies
    except OSError:
        return  # it was said when it was refused first
    app.world.render()


async def _change(app: App, change: Callable[[str | None], str]) -> None:
    try:
        stored = await app.queue.change(STATISTICS_KEY, change)
        app.tallies = change(app.tallies) if stored is None else stored
        app.broken.pop(STATISTICS_KEY, None)
    except TextError as error:
        app.broken[STATISTICS_KEY] = error
    app.world.render()
