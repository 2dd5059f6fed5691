"""Opponents that think on while a person does: they begin their next move with what they have found out by then."""

from __future__ import annotations

from typing import Final

from chowk.core.position import Seat
from chowk.session.ports import Around
from chowk.session.table import Table

SETTLED: Final = 1.0
"""Seconds that a person thinks before an opponent does, too."""
LONGEST: Final = 60_000
"""Milliseconds that an opponent thinks on at most: somebody who went away shall not find a hot device."""


def level(table: Table, seat: Seat) -> int | None:
    """The number of the level that may think on while the person in a seat does; None where nobody would."""
    plan = table.plan.seats
    if table.kind != "own" or len(plan) != 2 or plan[1 - seat].kind != "bot" or table.match.undone:
        return None
    number = plan[1 - seat].level
    return number if table.game.level(number).ponders else None


async def allowed(around: Around) -> bool:
    """Whether the player wants that, and the device can be asked for it."""
    wanted = around.settings.ponder
    return wanted == "always" or (wanted == "charging" and await around.world.charging())
