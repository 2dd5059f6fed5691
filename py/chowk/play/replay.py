"""Replay: the moves of a game shown again on the board, by hand or one after another; nothing in it is changed."""

from __future__ import annotations

from typing import Final

from chowk.app.app import App
from chowk.play.table import Step, Table

PACES: Final = (1, 2, 4)
"""How many times as fast as at first moves follow one another, in the order in which they are offered."""
PAUSE: Final = 1.4
"""Seconds for which each position is shown at the first pace, beside the time that its move takes."""


def open_(app: App, _: str = "") -> None:
    """Looks at the game from its beginning, or from where it is looked at already."""
    table = at(app)
    app.sheets.clear()
    if table.shown is None:
        table.show(0)
    table.replaying = True


def seek(app: App, ply: str) -> None:
    """Looks at the position after so many moves; what plays by itself stops."""
    table = at(app)
    stop(table)
    table.replaying = True
    if ply.isdecimal():
        table.show(int(ply))


def toggle(app: App, _: str = "") -> None:
    """Shows the moves one after another, from the beginning if the last has been shown; or stops."""
    table = at(app)
    if table.playing is not None:
        stop(table)
        return
    if table.shown is None:
        table.show(0)
    table.replaying = True
    table.playing = object()
    app.spawn(run(app, table, table.playing))


def hasten(app: App, _: str = "") -> None:
    """Goes on to the next pace; after the fastest the first one comes again."""
    table = at(app)
    table.pace = PACES[(PACES.index(table.pace) + 1) % len(PACES)]


def stop(table: Table) -> None:
    """Shows no further move by itself."""
    table.playing = None


def at(app: App) -> Table:
    """The table whose game is looked at."""
    assert app.table is not None, "able says so"
    return app.table


async def run(app: App, table: Table, ticket: object) -> None:
    """Shows one move after another until the last, or until somebody stops it or looks elsewhere."""
    while _goes_on(app, table, ticket):
        ply = table.ply
        await app.world.sleep(PAUSE / table.pace)
        if not _goes_on(app, table, ticket):
            break
        before, move = table.match.at(ply), table.match.moves[ply]
        table.show(ply + 1)
        await app.perform(table, [Step(before, before.events(move), table.match.at(ply + 1))])
        app.world.render()
    if table.playing is ticket:
        stop(table)
    app.world.render()


def _goes_on(app: App, table: Table, ticket: object) -> bool:
    return table is app.table and table.playing is ticket and table.shown is not None and table.ply < table.match.ply
