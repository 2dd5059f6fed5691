"""An opponent's remark on the person's results. The result sheet shows at most one after a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chowk.core.message import Message, say, say_many
from chowk.core.position import Seat
from chowk.features.people.household import people_of, results_of
from chowk.session.metadata import day_of, seconds_between
from chowk.session.table import Table
from chowk.storage.kept import Kept
from chowk.storage.statistics import FITTING, PEOPLE, Result, Results, opponent_of

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.ui.viewer import StorageViewer, TimeOfDay

    class RemarkViewer(StorageViewer, Protocol):
        """The state that remarks need: stored data, and the time."""

        @property
        def clock(self) -> TimeOfDay:
            """The clock of the device, with the date and time in UTC."""


AWAY: Final = 7
"""Minimum number of days without a game against an opponent before it greets the returning person."""
MANY: Final = 3
"""Number of the person's wins on one day from which an opponent mentions it."""
_DAY: Final = 24 * 60 * 60


def remark(results: Results, name: str, created: str, today: str) -> Message | None:
    """Return an opponent's remark on the result of a game, or None if nothing about it is remarkable.

    `name` is the game's identifier, and `created` the time of its start. `results` are those of one person. `today` is
    the date in the device's time zone, in ISO 8601 form.
    """
    result = results.get(name)
    if result is None or result.players != 2 or result.against < 0:
        return None
    earlier = [other for key, other in results.items() if key != name and other.ended <= result.ended]
    met = [other for other in earlier if _opponent(other) == _opponent(result)]
    if result.won and opponent_of(result.against)[1] is None and not any(other.won for other in met):
        return say("Your first win against me. Well played.")
    days = seconds_between(max(other.ended for other in met), created) // _DAY if met else 0
    if days >= AWAY:
        return say_many(
            "Nice to see you again after {count} day.", "Nice to see you again after {count} days.", int(days)
        )
    if result.won and day_of(result.ended) == today:
        wins = 1 + sum(other.won and day_of(other.ended) == today for other in earlier)
        if wins >= MANY:
            return say_many("You won {count} game today.", "You won {count} games today.", wins)
    return None


def _opponent(result: Result) -> tuple[str, int]:
    """Return the name of the game in a result, such as `reversi`, and the level of the opponent.

    The level is `FITTING` for the opponent *At my level*, whose strength changes from game to game.
    """
    return result.game, min(result.against, FITTING)


def _own_results(kept: Kept) -> Results:
    """Return the current player's results.

    If nobody has a name here, leave out games among people, because their results do not say who won.
    """
    results = results_of(kept)
    if people_of(kept).persons:
        return results
    return {name: result for name, result in results.items() if result.against != PEOPLE}


def made(viewer: RemarkViewer, table: Table) -> tuple[Seat, Message] | None:
    """Return the seat of the opponent that makes a remark on the result sheet of a table, and the remark, or None."""
    settings = viewer.settings
    if settings.quiet or not settings.remarks or table.kind != "own" or table.distance is not None:
        return None
    seats = [seat for seat, player in enumerate(table.plan.seats) if player.kind == "bot"]
    if table.seats.people != 1 or len(seats) != 1:
        return None
    text = remark(_own_results(viewer.kept), table.about.save, table.about.created, day_of(viewer.clock.now()))
    return (seats[0], text) if text is not None else None
