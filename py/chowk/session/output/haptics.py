"""Vibration patterns, for devices that can vibrate. Everything that they signal is also visible."""

from __future__ import annotations

from typing import Final

from chowk.core.events import Captured
from chowk.session.output.sound_cues import Moment

Pulses = tuple[int, ...]
"""Durations in milliseconds: on, off, on, and so on."""

SET_DOWN: Final[Pulses] = (12,)
CAPTURE: Final[Pulses] = (40, 24)
"""Added to `SET_DOWN` for each captured piece."""
LOST: Final[Pulses] = (24, 40, 12)
REFUSED: Final[Pulses] = (16, 50, 16)
TURN: Final[Pulses] = (30,)
END: Final[Pulses] = (40, 60, 40, 60, 90)


def vibration_between(before: Moment, now: Moment) -> Pulses:
    """Return the vibration for the change between two moments. Empty for no vibration.

    Only the most important change counts. The changes are, from the most to the least important: the end of the game, a
    refusal, a move by a person at this device (with a pulse for each captured piece) or the capture of such a person's
    piece, and the beginning of a turn.
    """
    if now.table is None or now.table is not before.table:
        return ()
    if now.end and not before.end:
        return END
    if now.refusal is not None and now.refusal is not before.refusal:
        return REFUSED
    if now.ply == before.ply + 1 and (pulses := _move_pulses(now)):
        return pulses
    return TURN if now.may_act and not before.may_act else ()


def _move_pulses(now: Moment) -> Pulses:
    assert now.table is not None, "there was a move"
    table = now.table
    position, seats = table.match.position_after(now.ply - 1), table.seats
    events = position.events(table.match.moves[now.ply - 1])
    taken = [event.piece for event in events if isinstance(event, Captured)]
    if seats.person(position.turn):
        return SET_DOWN + CAPTURE * len(taken)
    # Drawings of a side's pieces begin with the name of the side.
    people = [seats.token(seat).split()[0] for seat in range(position.seats) if seats.person(seat)]
    for piece in table.view.pieces(position) if taken else ():
        if piece.key in taken and piece.art.split()[0] in people:
            return LOST
    return ()
