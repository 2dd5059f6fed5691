"""A game that is open in several pages of one browser is played in one of them; in the others it can be looked at."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from chowk import games
from chowk.core.errors import TextError
from chowk.play.table import Table
from chowk.store import saves
from chowk.store.saves import Save

if TYPE_CHECKING:
    from chowk.app.app import App


def at_table(save: Save) -> Table:
    """A table where a kept game goes on."""
    table = Table(games.load(save.plan.game), save.plan, save.match, save.id, save.created, save.helped)
    table.seconds = save.seconds
    return table


async def claim(app: App, table: Table, insist: bool = False) -> None:
    """Makes the game at a table this page's own, or leaves it to the page that has it; shows it as it is by now."""
    mine = await app.world.locks.take(table.save, partial(let_go, app, table.save), insist)
    text = await app.queue.newer(saves.GAME_KEY + table.save)
    if app.table is not table:
        return
    fresh = _read(app, text) if text is not None else None
    if fresh is None and mine and not table.elsewhere:
        return
    app.pause()
    app.table = table if fresh is None else at_table(fresh)
    app.table.elsewhere = not mine
    app.table.since = app.world.now()
    app.spoken = (app.table.status,)
    app.sheets.clear()
    app.run()
    app.world.render()


def _read(app: App, text: str) -> Save | None:
    try:
        save = saves.read_save(text, games.find_book)
    except TextError:
        return None
    app.saves[save.id] = save
    return save


async def let_go(app: App, name: str) -> None:
    """Leaves a game to another page, once all that happened here is kept."""
    taken_over(app, name)
    await app.queue.settled()


def taken_over(app: App, name: str) -> None:
    """Stops playing a game that another page goes on with."""
    table = app.table
    if table is not None and table.save == name and not table.elsewhere:
        app.pause()
        table.elsewhere = True
        app.spoken = (table.status,)
        app.world.render()


async def leave(app: App, table: Table) -> None:
    """Lets other pages have the game at a table that was left, once all of it is kept."""
    await app.queue.settled()
    if app.table is None or app.table.save != table.save:
        app.world.locks.release(table.save)


def play_here(app: App) -> None:
    """Takes a game over from the page that has it."""
    if app.table is not None:
        app.spawn(claim(app, app.table, insist=True))
