"""An opponent's remark on the person's results. The result sheet shows at most one after a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chowk.core.message import Message, say, say_many
from chowk.core.position import Seat
from chowk.features.people.household import results_of
from chowk.session.metadata import between, day_of
from chowk.session.table import Table
from chowk.storage.statistics import Result, Results, opponent_of

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import StorageViewer

AWAY: Final = 7
"""Minimum number of days without a game against an opponent before it greets the returning person."""
MANY: Final = 3
"""Number of the person's wins on one day from which an opponent mentions it."""
_DAY: Final = 24 * 60 * 60


def remark(results: Results, name: str, created: str) -> Message | None:
    """Return an opponent's remark on the result of a game, or None if nothing about it is remarkable.

    `name` is the game's identifier, and `created` the time of its start. `results` are those of one person.
    """
    result = results.get(name)
    if result is None or result.players != 2 or result.against < 0:
        return None
    earlier = [other for key, other in results.items() if key != name and other.ended <= result.ended]
    met = [other for other in earlier if (other.game, other.against) == (result.game, result.against)]
    if result.won and opponent_of(result.against)[1] is None and not any(other.won for other in met):
        return say("Your first win against me. Well played.")
    days = between(max(other.ended for other in met), created) // _DAY if met else 0
    if days >= AWAY:
        return say_many(
            "Nice to see you again after {count} day.", "Nice to see you again after {count} days.", int(days)
        )
    wins = _wins_of_day(result, earlier)
    if result.won and wins >= MANY:
        return say_many("You won {count} game today.", "You won {count} games today.", wins)
    return None


def _wins_of_day(result: Result, earlier: list[Result]) -> int:
    day = day_of(result.ended)
    return 1 + sum(other.won and day_of(other.ended) == day for other in earlier)


def made(viewer: StorageViewer, table: Table) -> tuple[Seat, Message] | None:
    """Return the seat of the opponent that makes a remark on the result sheet of a table, and the remark, or None."""
    settings = viewer.settings
    if settings.quiet or not settings.remarks or table.kind != "own" or table.distance is not None:
        return None
    seats = [seat for seat, player in enumerate(table.plan.seats) if player.kind == "bot"]
    if table.seats.people != 1 or len(seats) != 1:
        return None
    text = remark(results_of(viewer.kept), table.about.save, table.about.created)
    return (seats[0], text) if text is not None else None
