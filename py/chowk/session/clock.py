"""The clock at a table: it runs while somebody chooses, waits for who is not there, and ends a game in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from chowk.core.position import Seat
from chowk.core.time_control import PACES, Pace
from chowk.session.ports import Around
from chowk.session.setup import SetUp
from chowk.session.table import Table
from chowk.storage.plan import Plan

ABSENT: Final = 5_000
"""Milliseconds between two looks at the clock from which on the device has slept, and nobody was there to think."""
LOW: Final = 10_000
"""Milliseconds below which time is short; where a turn has little time at all, a third of that."""
SHARE: Final = 10
"""An opponent takes at most one in so many parts of what it has left, and what a turn adds."""
LEAST: Final = 50
"""Milliseconds that it takes at least."""


class Reading(NamedTuple):
    """What the clock shows for a seat: whole seconds left, rounded up, and whether that is short."""

    seconds: int
    low: bool

    @property
    def text(self) -> str:
        """Minutes and seconds, in figures."""
        return f"{self.seconds // 60}:{self.seconds % 60:02}"


async def watch(around: Around, table: Table, fall: Callable[[], None]) -> None:
    """Shows a running clock each second, and calls `fall` when it is up.

    Whoever plays alone against opponents has the clock stand still while the page is not looked at, or the device
    sleeps.
    """
    last = around.world.instant()
    while table.timing is not None and table.timing.since is not None:
        now = around.world.instant()
        if table.seats.people == 1:
            slept = max(0, now - last - ABSENT)
            table.timing = table.timing._replace(since=table.timing.since + slept).paused(now)
            await around.world.in_sight()
            now = around.world.instant()
            table.timing = table.timing.running(table.timing.seat or 0, now)
        due, last = table.timing.due(now) or 0, now
        if not due:
            fall()
            return
        around.world.render()
        await around.world.sleep(((due - 1) % 1000 + 1) / 1000)


def reading(table: Table, seat: Seat, now: int) -> Reading | None:
    """What the clock shows at this instant, or showed at the position that is looked at again; None without one."""
    if table.timing is None:
        return None
    timing = table.timing if table.display.shown is None else table.timing.at(table.display.shown)
    left, pace = timing.left(seat, now), timing.pace
    return Reading(-(-left // 1000), left <= min(LOW, pace.start // 3))


def is_short(table: Table, now: int) -> bool:
    """Whether the time of the person who is to choose is short."""
    timing = table.timing
    if timing is None or timing.seat is None or timing.since is None or not table.seats.person(timing.seat):
        return False
    found = reading(table, timing.seat, now)
    return found is not None and found.low


def patience(table: Table, seat: Seat, milliseconds: int, now: int) -> int:
    """For how long an opponent may think that would like so many milliseconds."""
    if table.timing is None:
        return milliseconds
    own = table.timing.left(seat, now) // SHARE + table.timing.pace.added // 2
    return max(LEAST, min(milliseconds, own))


def choose(setup: SetUp, plan: Plan, arg: str) -> None:
    """Sets how long players may think: the number of a pace among those that are offered, or `none`."""
    pace = PACES[int(arg)] if arg.isdecimal() and int(arg) < len(PACES) else None
    setup.change(plan._replace(pace=pace))


def number(pace: Pace | None) -> str:
    """How `choose` is told of a pace."""
    return str(PACES.index(pace)) if pace in PACES else "none"
