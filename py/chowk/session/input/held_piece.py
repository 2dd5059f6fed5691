"""Input in games whose moves are previewed: pick up, move and turn a piece, and confirm the move."""

from __future__ import annotations

from chowk.core.position import Spot
from chowk.session.host_ports import GameHost
from chowk.session.input.preview import MovePreview
from chowk.session.output.refusals import tell_refusal
from chowk.session.table import Table


def attempt(host: GameHost, table: Table, trying: MovePreview, spot: Spot) -> None:
    """Point at a spot on the board or beside it, to pick up, move or turn a piece.

    Show the changed preview, or the reason why the spot was refused.
    """
    before = trying.picks
    trying.point(spot)
    table.choice.hide_hint()
    changed = trying.picks != before or spot in trying.covers
    if changed:
        table.choice.refuse(None if trying.covers else trying.refusal)
    else:
        table.choice.refuse(trying.position.refusal((*trying.picks, spot)))
    tell_refusal(host, table)
    if changed or host.voice.alert is None:
        tried(host, table, trying)
    else:
        host.page.render()  # the preview is the same, and must not clear the message


def carry(host: GameHost, table: Table, spot: Spot) -> None:
    """Move the held piece to `spot`, where the keyboard cursor is. Do nothing if no piece is held over the board."""
    if table.choice.trying is not None and table.choice.trying.covers:
        table.choice.trying.point(spot)
        tried(host, table, table.choice.trying)


def use(host: GameHost, table: Table, tool: str) -> None:
    """Apply a tool, such as a rotation, to the held piece."""
    if table.choice.trying is not None:
        table.choice.trying.turn(tool)
        tried(host, table, table.choice.trying)


def hover(host: GameHost, table: Table, spot: Spot) -> None:
    """Update the preview because the mouse is now over `spot`; an empty text means no spot."""
    if table.choice.trying is not None and table.display.shown_ply is None and table.choice.trying.hover(spot):
        host.page.render()


def confirm(host: GameHost, table: Table) -> None:
    """Make the move of the held piece, or show why it is not legal."""
    if table.choice.trying is None or table.choice.awaited is None or table.display.shown_ply is not None:
        return
    table.choice.trying.leave()
    moves = table.choice.trying.moves
    table.choice.refuse(None if moves else table.choice.trying.refusal)
    tell_refusal(host, table)
    if moves and host.loop.choose(table, moves[0]):
        table.choice.plan(moves[1:])
    host.page.render()


def tried(host: GameHost, table: Table, trying: MovePreview) -> None:
    """Show and announce a changed preview of a move, and clear the messages about the earlier preview."""
    table.display.move_cursor(trying.held_by)
    table.choice.hide_hint()
    if trying.covers and host.voice.alert is not None:
        host.voice.alert = None
        table.choice.refuse(None)
    if host.voice.alert is None:  # otherwise the reason for the refusal says the same
        host.voice.spoken = trying.spoken or host.voice.spoken
    host.page.render()
