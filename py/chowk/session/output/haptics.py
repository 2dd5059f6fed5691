"""Vibration patterns for devices that support them; everything they signal is also visible."""

from __future__ import annotations

from typing import Final

from chowk.core.events import Captured
from chowk.session.output.sound_cues import Moment

Pulses = tuple[int, ...]
"""Vibration pattern in milliseconds: on, off, on, and so on."""

SET_DOWN: Final[Pulses] = (12,)
CAPTURE: Final[Pulses] = (12, 40, 24)
REFUSED: Final[Pulses] = (16, 50, 16)
TURN: Final[Pulses] = (30,)
END: Final[Pulses] = (40, 60, 40, 60, 90)


def felt(before: Moment, now: Moment) -> Pulses:
    """Return the vibration for the change between two moments: only the most important one.

    In order of importance: the end of the game, a refusal, a move by a person at this device (a longer one for a
    capture), a turn that begins.
    """
    if now.table is None or now.table is not before.table:
        return ()
    if now.end and not before.end:
        return END
    if now.refusal is not None and now.refusal is not before.refusal:
        return REFUSED
    if now.ply == before.ply + 1 and (told := _made(now)):
        return told
    return TURN if now.due and not before.due else ()


def _made(now: Moment) -> Pulses:
    assert now.table is not None, "there was a move"
    match = now.table.match
    at = match.at(now.ply - 1)
    if not now.table.seats.person(at.turn):
        return ()
    took = any(isinstance(event, Captured) for event in at.events(match.moves[now.ply - 1]))
    return CAPTURE if took else SET_DOWN
