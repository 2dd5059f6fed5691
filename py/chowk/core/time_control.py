"""Time controls and clocks, as values.

All times are whole milliseconds. An instant is the reading of a monotonic clock. Only differences of instants matter,
so the clock's starting point is irrelevant.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from chowk.core.position import Seat


class Pace(NamedTuple):
    """A time control: each player's time at the start, and the increment after each turn, in milliseconds.

    If `each_turn`, a player has `start` milliseconds for each turn: nothing is added, and unused time is lost.
    """

    start: int
    added: int = 0
    each_turn: bool = False


PACES: Final = (
    *(Pace(1000 * seconds, each_turn=True) for seconds in (15, 30, 60, 120)),
    *(Pace(60_000 * minutes, 1000 * added) for minutes, added in ((3, 2), (5, 3), (10, 5), (15, 10), (30, 20))),
)
"""The time controls on offer. The shortest of each kind comes first."""


LONGEST: Final = 24 * 3_600_000
"""Maximum time in any stored or sent text: a day, in milliseconds."""


class Spent(NamedTuple):
    """The time of one move: the seat, the duration in milliseconds, and True if the move ended the turn."""

    seat: Seat
    time: int
    last: bool = True


class Timing(NamedTuple):
    """The clock of a match at one moment.

    `moves` has an entry for each move so far: the time spent, or None for a move that took no thought, such as a roll.
    `seat` is the player whose time is counted for the next move, or None between moves. `since` is the instant at which
    the clock was last started, or None while it is stopped. `used` is the time in milliseconds that the player had used
    for the next move by then. A stopped clock contains no instant, so it can be stored and used on any device.
    """

    pace: Pace
    moves: tuple[Spent | None, ...] = ()
    seat: Seat | None = None
    used: int = 0
    since: int | None = None

    def remaining(self, seat: Seat, now: int) -> int:
        """Return the milliseconds that a seat has left at the instant `now`, at least 0."""
        return max(0, self._before(seat) - (self._thought(now) if seat == self.seat else 0))

    def fallen(self, now: int) -> bool:
        """Return True if the time of the player to move has run out by the instant `now`."""
        return self.seat is not None and not self.remaining(self.seat, now)

    def until_fallen(self, now: int) -> int | None:
        """Return the milliseconds from the instant `now` until the player to move runs out of time.

        Return None while no clock runs.
        """
        return None if self.seat is None or self.since is None else self.remaining(self.seat, now)

    def running(self, seat: Seat, now: int) -> Timing:
        """Return the clock after the time of `seat` was started at the instant `now`.

        If the clock was only paused during this seat's move, the time used so far is kept.
        """
        if seat == self.seat:
            return self if self.since is not None else self._replace(since=now)
        return self._replace(seat=seat, used=0, since=now)

    def paused(self, now: int) -> Timing:
        """Return the clock after it was stopped at the instant `now`. The time used until then is kept."""
        if self.seat is None or self.since is None:
            return self
        return self._replace(used=min(self._before(self.seat), self._thought(now)), since=None)

    def moved(self, now: int, last: bool = True) -> Timing:
        """Return the stopped clock after a move at the instant `now`. `last` is True if the move ended the turn."""
        if self.seat is None:
            return Timing(self.pace, (*self.moves, None))
        return Timing(self.pace, (*self.moves, Spent(self.seat, self.paused(now).used, last)))

    def stopped_after(self, ply: int) -> Timing:
        """Return the stopped clock as it was after `ply` moves. The time spent on later moves is given back."""
        return Timing(self.pace, self.moves[:ply])

    def _thought(self, now: int) -> int:
        return self.used + (max(0, now - self.since) if self.since is not None else 0)

    def _before(self, seat: Seat) -> int:
        """Return the milliseconds that a seat has left, not counting the time already used for an unfinished move."""
        own = [spent for spent in self.moves if spent and spent.seat == seat]
        if not self.pace.each_turn:
            return self.pace.start + sum((self.pace.added if spent.last else 0) - spent.time for spent in own)
        turn = next((back for back, spent in enumerate(reversed(own)) if spent.last), len(own))
        return self.pace.start - sum(spent.time for spent in own[len(own) - turn :])
