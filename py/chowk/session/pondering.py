"""Pondering: a computer opponent thinks while a person chooses a move, and uses the results for its next move."""

from __future__ import annotations

from typing import Final

from chowk.core.position import Seat
from chowk.session.ports import GameServices
from chowk.session.table import Table

SETTLED: Final = 1.0
"""Seconds of a person's turn before the opponent starts to ponder."""
LONGEST: Final = 60_000
"""Maximum pondering time in milliseconds. It keeps a page that was left open from heating the device."""


def level(table: Table, seat: Seat) -> int | None:
    """Return the level of the computer opponent that may ponder while the person in `seat` chooses, or None.

    It may ponder in a game for two that is played on this page, if its level supports that and no moves are undone.
    """
    plan = table.plan.seats
    if table.kind != "own" or len(plan) != 2 or plan[1 - seat].kind != "bot" or table.match.undone:
        return None
    number = table.opponent(1 - seat)
    return number if isinstance(number, int) and table.game.level(number).ponders else None


async def allowed(services: GameServices) -> bool:
    """Return True if the player's setting allows pondering: always, or only while the device is charging."""
    setting = services.settings.ponder
    return setting == "always" or (setting == "charging" and await services.device.charging())
