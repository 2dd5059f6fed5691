"""The chess clock of a table. It runs while a player chooses, and ends the game when a player's time is up."""

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
"""Longest plausible time between two updates of the clock, in milliseconds. After a longer time, the device was
asleep."""
LOW: Final = 10_000
"""Remaining time that counts as low, in milliseconds; a third of the starting time if that is less."""
SHARE: Final = 10
"""Divisor of an opponent's remaining time: a move may take 1/`SHARE` of that time, plus half of the increment."""
LEAST: Final = 50
"""Minimum thinking time of an opponent, in milliseconds."""


class Reading(NamedTuple):
    """A seat's remaining time, as the page shows it.

    `seconds` is rounded up. `low` is True if little time is left.
    """

    seconds: int
    low: bool

    @property
    def text(self) -> str:
        """The time as minutes and seconds, such as `4:05`."""
        return f"{self.seconds // 60}:{self.seconds % 60:02}"


async def watch(services: GameServices, table: Table, fall: Callable[[], None]) -> None:
    """Update the shown time each second while a table's clock runs. When the time is up, call `fall` and return.

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
        due, last = table.timing.until_fallen(now) or 0, now
        if not due:
            fall()
            return
        services.page.render()
        await services.clock.sleep(((due - 1) % 1000 + 1) / 1000)


def reading(table: Table, seat: Seat, now: int) -> Reading | None:
    """Return the remaining time of a seat, or None if the table has no clock.

    `now` is the present instant in milliseconds. If the board shows an earlier position, the time at that position is
    returned.
    """
    if table.timing is None:
        return None
    timing = table.timing if table.display.shown_ply is None else table.timing.stopped_after(table.display.shown_ply)
    left, pace = timing.remaining(seat, now), timing.pace
    return Reading(-(-left // 1000), left <= min(LOW, pace.start // 3))


def is_short(table: Table, now: int) -> bool:
    """Return True if a person is to choose and has little time left at the instant `now`, in milliseconds."""
    timing = table.timing
    if timing is None or timing.seat is None or timing.since is None or not table.seats.person(timing.seat):
        return False
    shown = reading(table, timing.seat, now)
    return shown is not None and shown.low


def thinking_time(table: Table, seat: Seat, milliseconds: int, now: int) -> int:
    """Return the thinking time for a computer opponent's next move: `milliseconds`, or less if its clock is low.

    The result is in milliseconds, too. `now` is the present instant in milliseconds.
    """
    if table.timing is None:
        return milliseconds
    share = table.timing.remaining(seat, now) // SHARE + table.timing.pace.added // 2
    return max(LEAST, min(milliseconds, share))


def choose(setup: SetUp, plan: Plan, pace: int | None) -> None:
    """Store `plan` in `setup` with the time control `PACES[pace]`, or without a clock if `pace` is None.

    Do nothing if there is no such time control.
    """
    if pace is None or pace < len(PACES):
        setup.change(plan._replace(pace=None if pace is None else PACES[pace]))


def number(pace: Pace | None) -> str:
    """Return the text by which the command `clock` selects a time control: its index in `PACES`, or `none`."""
    return str(PACES.index(pace)) if pace in PACES else "none"
