"""Statistics: the result of each game under the game's identifier, and totals of the results.

Results are stored unchanged and added up when they are shown. Because of the identifiers, no game counts twice, and the
statistics of two devices are merged by merging their results.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final, NamedTuple

from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.core.position import Outcome
from chowk.storage.plan import Plan, SeatPlan
from chowk.storage.saves import SCHEMA, read_fields

MOST: Final = 10**9
"""Largest absolute value of a number in a result, so that even the sum of many results can be shown."""
MIXED: Final = -1
"""Value of `Result.against` for opponents of several levels."""
PEOPLE: Final = -2
"""Value of `Result.against` for games of several people, in which no person counts as the winner."""
FITTING: Final = 1000
"""Smallest value of `Result.against` for an opponent about as strong as the player.

Such a value is `FITTING + 1000 * level + 500 + offset`. `level` is the nearest level. The opponent is stronger than
this level by `offset` hundredths of the step to the next level, or weaker if `offset` is negative.
"""
_SPAN: Final = 1000
"""Number of values of `Result.against` (see `FITTING`) that are reserved for opponents nearest to the same level."""


class Result(NamedTuple):
    """The result of one game, as the statistics store it.

    `players` is the number of seats. `against` is the number of the opponents' level, or `MIXED` for several levels,
    `PEOPLE` for a game of people, or a number from `FITTING` on for an opponent about as strong as the player. `place`
    is the place of the person, 1 for the first; it is 1 if several people played. `shared` is True if several players
    share the first place. `lead` is the person's score minus the best score of the others. It is None if the game has
    no scores, or if several people played. `helped` is True if the person had help, and `seconds` is the playing time.
    `ended` is the ISO 8601 time of the end.
    """

    game: str
    players: int
    against: int
    place: int
    shared: bool
    lead: int | None
    helped: bool
    seconds: int
    ended: str

    @property
    def won(self) -> bool:
        """True if the person has the first place alone."""
        return self.place == 1 and not self.shared

    @property
    def drawn(self) -> bool:
        """True if the person shares the first place with another player."""
        return self.place == 1 and self.shared


Results = Mapping[str, Result]
"""Results by the identifiers of their games."""


class Sum(NamedTuple):
    """Totals of several games: the numbers of games played, won, drawn and lost, and more.

    `best` is the largest lead in a won game, or None. `streak` is the present number of wins in a row, and `longest`
    the largest such number. `seconds` is the total playing time.
    """

    played: int
    won: int
    drawn: int
    lost: int
    best: int | None
    streak: int
    longest: int
    seconds: int


class Row(NamedTuple):
    """The totals of a person's games against the same opponents with the same number of players.

    `alone` are the totals of games without help, `helped` of games with a hint or a move taken back.
    """

    game: str
    players: int
    against: int
    alone: Sum
    helped: Sum


def against_of(seat: SeatPlan) -> int:
    """Return the value of `Result.against` for games against the opponent in a seat."""
    return seat.level if seat.offset is None else FITTING + _SPAN * seat.level + _SPAN // 2 + seat.offset


def opponent_of(against: int) -> tuple[int, int | None]:
    """Return the opponent that a value of `Result.against` stands for: its level, and its offset from that level.

    Opponents between two levels have an offset (see `FITTING`). It is None for an opponent exactly at a level.
    """
    if against < FITTING:
        return against, None
    level, offset = divmod(against - FITTING, _SPAN)
    return level, offset - _SPAN // 2


# From a game to its result ------------------------------------------------------------------------------------------


def result_of(plan: Plan, outcome: Outcome, helped: bool, seconds: int, ended: str) -> Result | None:
    """Return the result of a finished game for the statistics, or None if no person at this device played."""
    people = [seat for seat, player in enumerate(plan.seats) if player.kind == "person"]
    levels = {against_of(player) for player in plan.seats if player.kind == "bot"}
    if not people:
        return None
    several = len(people) > 1
    against = PEOPLE if several or not levels else levels.pop() if len(levels) == 1 else MIXED
    place = 1 if several else outcome.places[people[0]]
    shared = outcome.places.count(1) > 1
    lead = None if several or not outcome.scores else _lead(outcome.scores, people[0])
    return Result(plan.game, len(plan.seats), against, place, shared, lead, helped, seconds, ended)


def _lead(scores: tuple[int, ...], seat: int) -> int:
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


# Adding up ----------------------------------------------------------------------------------------------------------


def rows(results: Iterable[Result], game: str, rank: Callable[[int], int]) -> Iterator[Row]:
    """Yield the totals of a game's results. Weaker opponents come first, games among people last.

    `rank` maps the number of an opponent to its place in the order of strength. Opponents about as strong as the player
    have one row, whose `against` is `FITTING`.
    """

    def table(result: Result) -> tuple[int, int, int, int]:
        against = min(result.against, FITTING)
        order = _ORDER.get(against, 0)
        return order, 0 if order else rank(against), against, result.players

    of_game = sorted(
        (result for result in results if result.game == game), key=lambda result: (*table(result), result.ended)
    )
    for (_, _, against, players), group in groupby(of_game, table):
        batch = list(group)
        alone, helped = ([result for result in batch if result.helped is kind] for kind in (False, True))
        yield Row(game, players, against, add_up(alone), add_up(helped))


_ORDER: Final[Mapping[int, int]] = {FITTING: 1, MIXED: 2, PEOPLE: 3}
"""Sort keys for the special values of `Result.against`. A level has the sort key 0."""


def add_up(results: Iterable[Result]) -> Sum:
    """Return the totals of results, which must be in the order of time."""
    games = list(results)
    won = [result.won for result in games]
    runs = [len(list(run)) for win, run in groupby(won) if win]
    return Sum(
        played=len(games),
        won=sum(won),
        drawn=sum(result.drawn for result in games),
        lost=sum(result.place > 1 for result in games),
        best=max((result.lead for result in games if result.won and result.lead is not None), default=None),
        streak=runs[-1] if won and won[-1] else 0,
        longest=max(runs, default=0),
        seconds=sum(result.seconds for result in games),
    )


# Texts --------------------------------------------------------------------------------------------------------------


def write(results: Results) -> str:
    """Return the text in which results are stored."""
    return json.dumps({"schema": SCHEMA, "results": fields_of(results)}, ensure_ascii=False)


def read(text: str | None) -> dict[str, Result]:
    """Return the results in a text that `write` wrote, or no results if `text` is None.

    Raises `TextError` for any other text.
    """
    return read_results(read_fields(text).get("results")) if text is not None else {}


def fields_of(results: Results) -> dict[str, list[Any]]:
    """Return results as JSON values, by the identifiers of their games."""
    return {name: list(result) for name, result in results.items()}


def read_results(fields: Any) -> dict[str, Result]:
    """Return the results in JSON values, by the identifiers of their games; raise `TextError` if they are damaged."""
    if not isinstance(fields, dict) or not all(_fits(values) for values in fields.values()):
        raise TextError(say("These statistics are damaged."))
    return {str(name): Result(*values) for name, values in fields.items()}


_KINDS: Final = ((str,), (int,), (int,), (int,), (bool,), (int, type(None)), (bool,), (int,), (str,))
"""The JSON types that are allowed for each field of a `Result`."""


def _fits(values: Any) -> bool:
    if not isinstance(values, list) or len(values) != len(_KINDS):
        return False
    typed = all(type(value) in kinds for value, kinds in zip(values, _KINDS, strict=True))
    return typed and values[1] > 0 < values[3] and all(abs(value) <= MOST for value in values if type(value) is int)


def added(text: str | None, more: Results) -> str:
    """Return the text of the stored statistics with more results.

    Results that the statistics have already stay unchanged.
    """
    old = read(text)
    return write({**old, **{name: result for name, result in more.items() if name not in old}})


def without(text: str | None, game: str) -> str:
    """Return the text of the stored statistics without the results of a kind of game, such as `reversi`."""
    return write({name: result for name, result in read(text).items() if result.game != game})
