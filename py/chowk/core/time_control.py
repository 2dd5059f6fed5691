"""How long players may think: what was agreed on, and what of it is left, as values.

All times are whole milliseconds. An instant is what a clock that never goes back says; only differences of instants
count, so it does not matter since when it runs, nor whether anybody looked at it in between.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from chowk.core.position import Seat


class Pace(NamedTuple):
    """What was agreed on: the time in hand at first, and what each turn adds when it is over.

    Where each turn has time of its own (`afresh`), `start` is that time; nothing is added then, or left over.
    """

    start: int
    added: int = 0
    afresh: bool = False


PACES: Final = (
    *(Pace(1000 * seconds, afresh=True) for seconds in (15, 30, 60, 120)),
    *(Pace(60_000 * minutes, 1000 * added) for minutes, added in ((3, 2), (5, 3), (10, 5), (15, 10), (30, 20))),
)
"""What is offered, the shortest of each kind first."""


LONGEST: Final = 24 * 3_600_000
"""No time that is told is longer."""


class Spent(NamedTuple):
    """What one move took: of whom, how long, and whether the turn was over with it."""

    seat: Seat
    time: int
    last: bool = True


class Timing(NamedTuple):
    """The clock of a match at one moment.

    `moves` has an entry for each move so far, None for one that nobody thought about, such as a roll. `seat` is who
    has thought for `used` about a move that is not made yet, None between moves; `since` the instant from which their
    time runs besides, None while it stands still. Without `since` it means the same on every device, and can be kept.
    """

    pace: Pace
    moves: tuple[Spent | None, ...] = ()
    seat: Seat | None = None
    used: int = 0
    since: int | None = None

    def left(self, seat: Seat, now: int) -> int:
        """What this seat has left at this instant, never less than nothing."""
        return max(0, self._before(seat) - (self._thought(now) if seat == self.seat else 0))

    def fallen(self, now: int) -> bool:
        """Whether the time of whoever is to move has run out by this instant."""
        return self.seat is not None and not self.left(self.seat, now)

    def due(self, now: int) -> int | None:
        """In how long the time of whoever is to move runs out; None while nobody's runs."""
        return None if self.seat is None or self.since is None else self.left(self.seat, now)

    def running(self, seat: Seat, now: int) -> Timing:
        """The same clock with this seat's time running; whoever had thought about this very move goes on."""
        if seat == self.seat:
            return self if self.since is not None else self._replace(since=now)
        return self._replace(seat=seat, used=0, since=now)

    def paused(self, now: int) -> Timing:
        """The same clock standing still, with what was used until this instant."""
        if self.seat is None or self.since is None:
            return self
        return self._replace(used=min(self._before(self.seat), self._thought(now)), since=None)

    def moved(self, now: int, last: bool = True) -> Timing:
        """The clock after a move, standing still; `last` says that the turn was over with it."""
        if self.seat is None:
            return Timing(self.pace, (*self.moves, None))
        return Timing(self.pace, (*self.moves, Spent(self.seat, self.paused(now).used, last)))

    def at(self, ply: int) -> Timing:
        """The clock as it was, standing still, when so many moves had been made: all time since then is given back."""
        return Timing(self.pace, self.moves[:ply])

    def _thought(self, now: int) -> int:
        return self.used + (max(0, now - self.since) if self.since is not None else 0)

    def _before(self, seat: Seat) -> int:
        """What this seat had left when it began to think about its move."""
        own = [spent for spent in self.moves if spent and spent.seat == seat]
        if not self.pace.afresh:
            return self.pace.start + sum((self.pace.added if spent.last else 0) - spent.time for spent in own)
        turn = next((back for back, spent in enumerate(reversed(own)) if spent.last), len(own))
        return self.pace.start - sum(spent.time for spent in own[len(own) - turn :])
