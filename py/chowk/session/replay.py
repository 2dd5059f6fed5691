"""Replay: shows the moves of a game on the board again, step by step or automatically. It does not change the game."""

from __future__ import annotations

from typing import Final

from chowk.session.host_ports import GameHost
from chowk.session.table import Table, Transition

PACES: Final = (1, 2, 4)
"""Speeds of the automatic replay, as multiples of the slowest."""
PAUSE: Final = 1.4
"""Seconds for which each position is shown at the slowest speed, in addition to the animation of its move."""


def open_(host: GameHost, table: Table) -> None:
    """Show the controls of the replay, which begins at the shown position.

    If the board shows the present position, show the first position instead.
    """
    host.place.clear()
    if table.display.shown_ply is None:
        table.show(0)
    table.display.start_replay()


def seek(_host: GameHost, table: Table, ply: int) -> None:
    """Stop the automatic replay, and show the position after `ply` moves with the controls of the replay."""
    stop(table)
    table.display.start_replay()
    table.show(ply)


def toggle(host: GameHost, table: Table) -> None:
    """Start or stop the automatic replay. It starts at the beginning if the present position is shown."""
    if table.display.playing is not None:
        stop(table)
        return
    if table.display.shown_ply is None:
        table.show(0)
    host.spawn(run(host, table, table.display.play_replay()))


def next_speed(_host: GameHost, table: Table) -> None:
    """Switch the replay to the next of the speeds `PACES`, or from the fastest to the slowest."""
    table.display.set_pace(PACES[(PACES.index(table.display.pace) + 1) % len(PACES)])


def stop(table: Table) -> None:
    """Stop the automatic replay."""
    table.display.stop_playing()


async def run(host: GameHost, table: Table, ticket: object) -> None:
    """Show one move after another on the board.

    End after the last move, when the player returns to the present position, stops the replay or leaves the table.
    `ticket` identifies this run of the replay (`Display.play_replay`).
    """
    while _goes_on(host, table, ticket):
        ply = table.ply
        await host.clock.sleep(PAUSE / table.display.pace)
        if not _goes_on(host, table, ticket):
            break
        before, move = table.match.position_after(ply), table.match.moves[ply]
        table.show(ply + 1)
        await host.loop.perform(table, [Transition(before, before.events(move), table.match.position_after(ply + 1))])
        host.page.render()
    if table.display.playing is ticket:
        stop(table)
    host.page.render()


def _goes_on(host: GameHost, table: Table, ticket: object) -> bool:
    node = table is host.place.table and table.display.playing is ticket
    return node and table.display.shown_ply is not None and table.ply < table.match.ply
