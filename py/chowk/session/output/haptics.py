"""Vibration patterns, for devices that can vibrate. Everything that they signal is also visible."""

from __future__ import annotations

from typing import Final

from chowk.core.events import Captured
from chowk.session.output.sound_cues import Moment

Pulses = tuple[int, ...]
"""Durations in milliseconds: on, off, on, and so on."""

SET_DOWN: Final[Pulses] = (12,)
CAPTURE: Final[Pulses] = (12, 40, 24)
REFUSED: Final[Pulses] = (16, 50, 16)
TURN: Final[Pulses] = (30,)
END: Final[Pulses] = (40, 60, 40, 60, 90)


def felt(before: Moment, now: Moment) -> Pulses:
    """Return the vibration for the change between two moments. Empty for no vibration.

    Only the most important change counts. In this order: the end of the game, a refusal, a move by a person at this
    device (a capture vibrates longer), the beginning of a turn.
    """
    if now.table is None or now.table is not before.table:
        return ()
    if now.end and not before.end:
        return END
    if now.refusal is not None and now.refusal is not before.refusal:
        return REFUSED
    if now.ply == before.ply + 1 and (pulses := _made(now)):
        return pulses
    return TURN if now.due and not before.due else ()


def _made(now: Moment) -> Pulses:
    assert now.table is not None, "there was a move"
    match = now.table.match
    position = match.at(now.ply - 1)
    if not now.table.seats.person(position.turn):
        return ()
    is_capture = any(isinstance(event, Captured) for event in position.events(match.moves[now.ply - 1]))
    return CAPTURE if is_capture else SET_DOWN
