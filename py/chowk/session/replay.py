"""Replay: the moves of a game shown again on the board, by hand or one after another; nothing in it is changed."""

from __future__ import annotations

from typing import Final

from chowk.session.host_ports import Host
from chowk.session.table import Table, Transition

PACES: Final = (1, 2, 4)
"""How many times as fast as at first moves follow one another, in the order in which they are offered."""
PAUSE: Final = 1.4
"""Seconds for which each position is shown at the first pace, beside the time that its move takes."""


def open_(host: Host, table: Table, _: str = "") -> None:
    """Looks at the game from its beginning, or from where it is looked at already."""
    host.place.clear()
    if table.display.shown is None:
        table.show(0)
    table.display.replaying = True


def seek(_host: Host, table: Table, ply: str) -> None:
    """Looks at the position after so many moves; what plays by itself stops."""
    stop(table)
    table.display.replaying = True
    if ply.isdecimal():
        table.show(int(ply))


def toggle(host: Host, table: Table, _: str = "") -> None:
    """Shows the moves one after another, from the beginning if the last has been shown; or stops."""
    if table.display.playing is not None:
        stop(table)
        return
    if table.display.shown is None:
        table.show(0)
    table.display.replaying = True
    table.display.playing = object()
    host.spawn(run(host, table, table.display.playing))


def hasten(_host: Host, table: Table, _: str = "") -> None:
    """Goes on to the next pace; after the fastest the first one comes again."""
    table.display.pace = PACES[(PACES.index(table.display.pace) + 1) % len(PACES)]


def stop(table: Table) -> None:
    """Shows no further move by itself."""
    table.display.playing = None


async def run(host: Host, table: Table, ticket: object) -> None:
    """Shows one move after another until the last, or until somebody stops it or looks elsewhere."""
    while _goes_on(host, table, ticket):
        ply = table.ply
        await host.world.sleep(PAUSE / table.display.pace)
        if not _goes_on(host, table, ticket):
            break
        before, move = table.match.at(ply), table.match.moves[ply]
        table.show(ply + 1)
        await host.loop.perform(table, [Transition(before, before.events(move), table.match.at(ply + 1))])
        host.world.render()
    if table.display.playing is ticket:
        stop(table)
    host.world.render()


def _goes_on(host: Host, table: Table, ticket: object) -> bool:
    here = table is host.place.table and table.display.playing is ticket
    return here and table.display.shown is not None and table.ply < table.match.ply
