"""The chess clock of a table: it runs while a player chooses, can wait for an absent person, and ends the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from chowk.core.position import Seat
from chowk.core.time_control import PACES, Pace
from chowk.session.ports import GameServices
from chowk.session.setup import SetUp
from chowk.session.table import Table
from chowk.storage.plan import Plan

ABSENT: Final = 5_000
"""Longest plausible time between two looks at the clock, in milliseconds; after a longer one the device was asleep."""
LOW: Final = 10_000
"""Time left, in milliseconds, that counts as short; at short time controls, a third of the starting time."""
SHARE: Final = 10
"""An opponent uses at most this fraction (one part in ten) of its remaining time, and half of the increment."""
LEAST: Final = 50
"""Minimum thinking time of an opponent, in milliseconds."""


class Reading(NamedTuple):
    """The clock of a seat as shown: whole seconds left, rounded up, and whether that is short."""

    seconds: int
    low: bool

    @property
    def text(self) -> str:
        """The time as minutes and seconds, such as `4:05`."""
        return f"{self.seconds // 60}:{self.seconds % 60:02}"


async def watch(services: GameServices, table: Table, fall: Callable[[], None]) -> None:
    """Update a running clock each second, and call `fall` when the time is up.

    If only one person plays, the clock stops while the page is hidden or the device sleeps.
    """
    last = services.clock.instant()
    while table.timing is not None and table.timing.since is not None:
        now = services.clock.instant()
        if table.seats.people == 1:
            slept = max(0, now - last - ABSENT)
            table.stop_clock(now, slept)
            await services.page.in_sight()
            now = services.clock.instant()
            table.start_clock(table.timing.seat or 0, now)
        due, last = table.timing.due(now) or 0, now
        if not due:
            fall()
            return
        services.page.render()
        await services.clock.sleep(((due - 1) % 1000 + 1) / 1000)


def reading(table: Table, seat: Seat, now: int) -> Reading | None:
    """Return a seat's clock at the instant `now`, or at the earlier position that is shown; None without a clock.

    `now` is in milliseconds.
    """
    if table.timing is None:
        return None
    timing = table.timing if table.display.shown is None else table.timing.at(table.display.shown)
    left, pace = timing.left(seat, now), timing.pace
    return Reading(-(-left // 1000), left <= min(LOW, pace.start // 3))


def is_short(table: Table, now: int) -> bool:
    """Return True if a person is to choose and has little time left."""
    timing = table.timing
    if timing is None or timing.seat is None or timing.since is None or not table.seats.person(timing.seat):
        return False
    found = reading(table, timing.seat, now)
    return found is not None and found.low


def patience(table: Table, seat: Seat, milliseconds: int, now: int) -> int:
    """Return the thinking time in milliseconds for an opponent that asks for `milliseconds`."""
    if table.timing is None:
        return milliseconds
    own = table.timing.left(seat, now) // SHARE + table.timing.pace.added // 2
    return max(LEAST, min(milliseconds, own))


def choose(setup: SetUp, plan: Plan, pace: int | None) -> None:
    """Set the time control by its index in `PACES`, or play without one."""
    if pace is None or pace < len(PACES):
        setup.change(plan._replace(pace=None if pace is None else PACES[pace]))


def number(pace: Pace | None) -> str:
    """Return the argument by which `choose` selects a time control."""
    return str(PACES.index(pace)) if pace in PACES else "none"
