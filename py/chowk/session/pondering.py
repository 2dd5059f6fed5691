"""Pondering: opponents that go on thinking while a person chooses a move, and use the results for their next move."""

from __future__ import annotations

from typing import Final

from chowk.core.position import Seat
from chowk.session.ports import GameServices
from chowk.session.table import Table

SETTLED: Final = 1.0
"""Seconds of a person's turn that pass before the opponent starts to ponder."""
LONGEST: Final = 60_000
"""Maximum pondering time in milliseconds, so that a forgotten page does not heat the device."""


def level(table: Table, seat: Seat) -> int | None:
    """Return the level of the opponent that may ponder while the person in `seat` chooses, or None if none may.

    Only the opponent in a game of two on this page ponders, and only if its level supports it and no moves were taken
    back.
    """
    plan = table.plan.seats
    if table.kind != "own" or len(plan) != 2 or plan[1 - seat].kind != "bot" or table.match.undone:
        return None
    number = plan[1 - seat].level
    return number if table.game.level(number).ponders else None


async def allowed(services: GameServices) -> bool:
    """Return True if the player's setting and the device's power supply permit pondering."""
    wanted = services.settings.ponder
    return wanted == "always" or (wanted == "charging" and await services.device.charging())
