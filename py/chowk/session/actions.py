"""Actions of a person at a table: point at spots, confirm, cancel, and ask for an explanation of a part of the turn."""

from __future__ import annotations

from typing import Any

from chowk.core.position import Spot
from chowk.games.api import TICK
from chowk.session.host_ports import GameHost
from chowk.session.input import held_piece, premove
from chowk.session.input.pointing import Pointing
from chowk.session.output.advice import Hint
from chowk.session.output.refusals import tell_refusal
from chowk.session.table import Table


def point(host: GameHost, table: Table, pointing: Pointing[Any], *, touch: bool = False) -> None:
    """Store `pointing`, the picked spots. Play the move if it is complete, or explain why a spot was refused.

    A complete move may need the player's confirmation before it is played. That is so if it needlessly gives something
    up, such as unused bonuses, or if the settings require it: always, or after touch input (`touch`).

    If the player must roll or confirm a forced move, that happens when the pointer is released on any spot. It does not
    happen if the press is cancelled or the pointer is released outside the board.

    During the opponent's turn, a release on a spot adds it to the premove (a move planned in advance), if the settings
    allow premoves. While the board shows an earlier position, do nothing.
    """
    if table.display.shown_ply is not None:
        return
    if table.choice.rolling is not None or table.choice.imposed is not None:
        table.choice.point(pointing)
        if not pointing.pressed and pointing.refused:  # no spot can be picked now, so a tap on a spot is refused
            host.loop.roll()
        return
    if table.choice.awaited is None and premove.is_due(host, table):
        if not pointing.pressed and pointing.refused:
            premove.point(host, table, pointing.refused[-1])
        table.choice.point(pointing)
        return
    before = table.choice.pointing.chooser, host.voice.alert
    move = table.point(pointing) if table.choice.awaited is not None else None
    tell_refusal(host, table)
    if move is not None and _asks(host, table, move, touch):
        table.choice.doubt(move, pointing)
        host.place.open_sheet("sure")
    elif move is not None and host.loop.choose(table, move):
        return  # the game loop renders the page
    elif pointing.pressed and before == (table.choice.pointing.chooser, host.voice.alert):
        return  # the press changed nothing, so the page stays as it is until the release
    host.page.render()


def _asks(host: GameHost, table: Table, move: Any, touch: bool) -> bool:
    if table.kind == "draft":
        return False
    tray, when = table.game.tray, host.settings.confirm
    return bool(tray and tray.asks(table.match.position, move)) or when == "always" or (when == "touch" and touch)


def tap(host: GameHost, table: Table, spot: Spot) -> None:
    """Handle a press and release of a spot in one step, for keys, voice commands and clicks beside the board."""
    if not spot:
        return
    if table.choice.trying is None:
        point(host, table, table.choice.pointing.tap(spot))
    elif spot == TICK:
        held_piece.confirm(host, table)
    elif table.choice.awaited is not None and table.display.shown_ply is None:
        held_piece.attempt(host, table, table.choice.trying, spot)


def press(host: GameHost, table: Table, spot: Spot) -> None:
    """Handle the Enter key on a spot. If a piece is held over the board, make its move, otherwise pick the spot."""
    tap(host, table, TICK if table.choice.trying is not None and table.choice.trying.picks else spot)


def grip(host: GameHost, table: Table, spot: Spot, *, down: bool) -> None:
    """Handle a finger that goes down on a spot (`down` is True), or that is dragged to a spot (`down` is False).

    If a piece is held over the board, the finger drags the piece. Otherwise a finger that goes down picks the spot. Do
    nothing in games without previews of moves.
    """
    if table.choice.trying is None or table.display.shown_ply is not None:
        return
    if not table.choice.trying.covers:
        tap(host, table, spot if down else "")
    else:
        (table.choice.trying.grip if down else table.choice.trying.drag)(spot)
        held_piece.tried(host, table, table.choice.trying)


def let_go(host: GameHost, table: Table, *, keep: bool) -> None:
    """End a press of the pointer without making a move. Clear the picked spots, unless `keep` is True."""
    pointing = table.choice.pointing
    point(host, table, pointing.lose() if keep else pointing.cancel())


def cancel(host: GameHost, table: Table) -> None:
    """Clear the picked spots, the premove and the held piece."""
    host.voice.alert = None
    table.choice.plan_ahead(())
    if table.choice.trying is None:
        point(host, table, table.choice.pointing.cancel())
    else:
        table.choice.trying.cancel()
        table.choice.refuse(None)
        host.page.render()


def explain(host: GameHost, table: Table, number: int) -> None:
    """Explain part `number` (from 0) of the turn, such as a die or a bonus, and mark the spots where it can be used."""
    if table.game.tray is None:
        return
    parts = table.game.tray.parts(table.match.position)
    if number < len(parts):
        spots = parts[number].spots if table.choice.awaited is not None else ()
        table.choice.show_hint(Hint(spots, parts[number].description))
        host.voice.spoken = (parts[number].description,)
