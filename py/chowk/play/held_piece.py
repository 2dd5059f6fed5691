"""What is held over the board, in games whose moves are tried before they are made: taken up, carried, turned, done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chowk.core.position import Spot
from chowk.games.card import TICK
from chowk.play.table import Table
from chowk.play.trying import Trying

if TYPE_CHECKING:
    from chowk.app.app import App


def attempt(app: App, table: Table, trying: Trying, spot: Spot) -> None:
    """A click, a key or a voice at a spot, on the board or beside it."""
    before = trying.picks
    trying.point(spot)
    table.hint = None
    if trying.picks == before and spot not in trying.covers:
        table.refusal = trying.position.refusal((*trying.picks, spot))
    else:
        table.refusal = None if trying.covers else trying.refusal
    app.tell_refusal(table)
    _tried(app, table, trying)


def press(app: App, spot: Spot) -> None:
    """The Enter key on a spot: it is pointed at, or what is held over the board is done."""
    trying = app.table.trying if app.table else None
    app.tap(TICK if trying is not None and trying.picks else spot)


def carry(app: App, spot: Spot) -> None:
    """What is held over the board goes with the keyboard's cursor."""
    table = app.table
    if table is not None and table.trying is not None and table.trying.covers:
        table.trying.point(spot)
        _tried(app, table, table.trying)


def use(app: App, tool: str) -> None:
    """A tool is used on what is held."""
    table = app.table
    if table is not None and table.trying is not None:
        table.trying.turn(tool)
        _tried(app, table, table.trying)


def grip(app: App, spot: Spot, *, down: bool) -> None:
    """A finger goes down on a spot to take hold of what is held, or is on another one now."""
    table = app.table
    if table is None or table.trying is None or table.shown is not None:
        return
    if not table.trying.covers:
        app.tap(spot if down else "")
    else:
        (table.trying.grip if down else table.trying.drag)(spot)
        _tried(app, table, table.trying)


def hover(app: App, spot: Spot) -> None:
    """The mouse is on a spot, or on none."""
    table = app.table
    if table is not None and table.trying is not None and table.shown is None and table.trying.hover(spot):
        app.world.render()


def confirm(app: App) -> None:
    """Does what is held over the board; says why not, where it cannot be done."""
    table = app.table
    if table is None or table.trying is None or table.awaited is None or table.shown is not None:
        return
    table.trying.over = ""
    moves = table.trying.moves
    table.refusal = None if moves else table.trying.refusal
    app.tell_refusal(table)
    if moves and app.choose(moves[0]):
        table.planned = moves[1:]
    app.world.render()


def _tried(app: App, table: Table, trying: Trying) -> None:
    table.cursor = trying.held_by or table.cursor
    table.hint = None
    if trying.covers and app.alert is not None:
        app.alert = table.refusal = None
    app.spoken = trying.told or app.spoken
    app.world.render()
