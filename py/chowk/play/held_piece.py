"""What is held over the board, in games whose moves are tried before they are made: taken up, carried, turned, done."""

from __future__ import annotations

from chowk.core.position import Spot
from chowk.play.host import Host
from chowk.play.refusals import tell_refusal
from chowk.play.table import Table
from chowk.play.trying import Trying


def attempt(host: Host, table: Table, trying: Trying, spot: Spot) -> None:
    """A click, a key or a voice at a spot, on the board or beside it."""
    before = trying.picks
    trying.point(spot)
    table.hint = None
    if trying.picks == before and spot not in trying.covers:
        table.refusal = trying.position.refusal((*trying.picks, spot))
    else:
        table.refusal = None if trying.covers else trying.refusal
    tell_refusal(host, table)
    tried(host, table, trying)


def carry(host: Host, table: Table, spot: Spot) -> None:
    """What is held over the board goes with the keyboard's cursor."""
    if table.trying is not None and table.trying.covers:
        table.trying.point(spot)
        tried(host, table, table.trying)


def use(host: Host, table: Table, tool: str) -> None:
    """A tool is used on what is held."""
    if table.trying is not None:
        table.trying.turn(tool)
        tried(host, table, table.trying)


def hover(host: Host, table: Table, spot: Spot) -> None:
    """The mouse is on a spot, or on none."""
    if table.trying is not None and table.shown is None and table.trying.hover(spot):
        host.world.render()


def confirm(host: Host, table: Table) -> None:
    """Does what is held over the board; says why not, where it cannot be done."""
    if table.trying is None or table.awaited is None or table.shown is not None:
        return
    table.trying.over = ""
    moves = table.trying.moves
    table.refusal = None if moves else table.trying.refusal
    tell_refusal(host, table)
    if moves and host.loop.choose(table, moves[0]):
        table.planned = moves[1:]
    host.world.render()


def tried(host: Host, table: Table, trying: Trying) -> None:
    """Something else is held, or elsewhere: says so, and no more what was said of it before."""
    table.cursor = trying.held_by or table.cursor
    table.hint = None
    if trying.covers and host.voice.alert is not None:
        host.voice.alert = table.refusal = None
    host.voice.spoken = trying.told or host.voice.spoken
    host.world.render()
