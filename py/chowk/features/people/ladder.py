"""The ladder of a game's opponents: which a person has beaten, and which one to play next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from chowk.features.people.household import PeopleHost, results_of
from chowk.games import load, ready
from chowk.games.api import Game, Level
from chowk.session.setup import against_computer
from chowk.session.table import Table
from chowk.storage.fitting import fitting
from chowk.storage.plan import Plan, SeatPlan, swapped
from chowk.storage.statistics import Result, Results, opponent_of

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import StorageViewer

IN_A_ROW: Final = 2
"""Number of wins or losses in a row after which the next stronger or weaker opponent is proposed."""
OWN: Final = "own"
"""Argument of `play` for the opponent that is about as strong as the player."""


class Rung(NamedTuple):
    """An opponent on the ladder. `beaten` is the ISO 8601 time of the person's first win against it, or empty."""

    level: Level
    beaten: str


class Proposal(NamedTuple):
    """The opponent that is proposed after a game. `up` is True if it is the next stronger one."""

    level: Level
    up: bool


def rungs(game: Game, results: Results) -> tuple[Rung, ...]:
    """Return a game's opponents from the gentlest up, each with the time of the first win against it in `results`."""
    wins: dict[int, str] = {}
    for result in results.values():
        number = _level_of(result)
        if result.game == game.name and result.won and number is not None:
            wins[number] = min(wins.get(number, result.ended), result.ended)
    return tuple(Rung(level, wins.get(level.number, "")) for level in game.bots.LEVELS)


def next_level(game: Game, results: Results) -> Level:
    """Return the weakest opponent that was never beaten in `results`, or the strongest one if all were beaten."""
    return next((rung.level for rung in rungs(game, results) if not rung.beaten), game.bots.LEVELS[-1])


def proposal(game: Game, results: Results, name: str) -> Proposal | None:
    """Return the next stronger opponent after a series of wins, or the next weaker one after losses; None otherwise.

    `results` are those of one person. `name` is the identifier of the person's latest game. The series is the last
    `IN_A_ROW` games, this one included, all of them with two players and against the same level.
    """
    of_game = sorted(
        ((key, result) for key, result in results.items() if result.game == game.name),
        key=lambda pair: (pair[1].ended, pair[0] == name),
    )
    last = of_game[-IN_A_ROW:]
    if len(last) < IN_A_ROW or last[-1][0] != name:
        return None
    numbers = {_level_of(result) if result.players == 2 else None for _, result in last}
    number = numbers.pop()
    level = game.opponent(number) if number is not None and not numbers else None
    if level is None or level not in game.bots.LEVELS:
        return None
    rank = game.bots.LEVELS.index(level)
    if all(result.won for _, result in last) and rank + 1 < len(game.bots.LEVELS):
        return Proposal(game.bots.LEVELS[rank + 1], up=True)
    if all(result.place > 1 for _, result in last) and rank:
        return Proposal(game.bots.LEVELS[rank - 1], up=False)
    return None


def proposed(viewer: StorageViewer, table: Table) -> Proposal | None:
    """Return the opponent to propose on the result sheet of a table, or None.

    There is no proposal in quiet mode, after a game with several people, or if the results give no reason for one.
    """
    if viewer.settings.quiet or table.kind != "own" or table.distance is not None or table.seats.people != 1:
        return None
    return proposal(table.game, results_of(viewer.kept), table.about.save)


def _level_of(result: Result) -> int | None:
    """Return the number of the level that was the only opponent in a result.

    Return None if the opponents were people or of several levels, or if the opponent's strength was set between two
    levels.
    """
    number, offset = opponent_of(result.against)
    return number if number >= 0 and offset is None else None


# Playing -------------------------------------------------------------------------------------------------------------


def show(host: PeopleHost, name: str) -> None:
    """Show the ladder of a game's opponents."""
    if name in ready():
        host.place.open_sheet("ladder", name)


def play(host: PeopleHost, name: str, which: str) -> None:
    """Begin a game of two against an opponent.

    `which` is the number of a level, or `OWN` for an opponent about as strong as the player. At the table of a finished
    game of two, the players swap sides, as in a rematch.
    """
    if name not in ready():
        return
    game = load(name)
    seat = _seat(host, game, which)
    if seat is not None:
        host.begin(_against(host, game, seat))


def _seat(host: PeopleHost, game: Game, which: str) -> SeatPlan | None:
    if which == OWN:
        own = fitting(game, results_of(host.kept).values())
        return own.seat if own is not None else None
    levels = (level.number for level in game.bots.LEVELS if str(level.number) == which)
    number = next(levels, None)
    return SeatPlan("bot", number, preferred=True) if number is not None else None


def _against(host: PeopleHost, game: Game, opponent: SeatPlan) -> Plan:
    table = host.place.table
    if table is not None and table.game is game and table.outcome is not None and _is_duel(table.plan):
        plan = swapped(table.plan._replace(lot=False))
    else:
        plan = against_computer(host.kept.plans, game.name, 2)
    seats = tuple(opponent if seat.kind == "bot" else seat for seat in plan.seats)
    return plan._replace(seats=seats)


def _is_duel(plan: Plan) -> bool:
    return sorted(seat.kind for seat in plan.seats) == ["bot", "person"]
