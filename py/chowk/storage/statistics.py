"""Statistics: one result for each game, stored under its identifier so that none counts twice, and their totals.

Results are stored unchanged and added up when they are shown. Thus the statistics of two devices can be merged by
merging their results.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final, NamedTuple

from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.core.position import Outcome
from chowk.storage.plan import Plan
from chowk.storage.saves import SCHEMA, read_fields

MOST: Final = 10**9
"""Largest number in a result; sums of such numbers can still be shown."""
MIXED: Final = -1
"""Stands for the level: opponents of several levels."""
PEOPLE: Final = -2
"""Stands for the level: more than one person played, so no side is counted."""


class Result(NamedTuple):
    """The result of one game.

    `against` is the opponents' level, `MIXED` or `PEOPLE`; `place` is the person's place, 1 for the first; it may be
    `shared`. `lead` is the person's score minus the best of the others, None without a score or with several people.
    `helped`, `seconds` and `ended` are as in a save.
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
        """True if the person alone came first."""
        return self.place == 1 and not self.shared

    @property
    def drawn(self) -> bool:
        """True if the first place was shared."""
        return self.place == 1 and self.shared


Results = Mapping[str, Result]
"""Results by the identifiers of their games."""


class Sum(NamedTuple):
    """Totals of several games: the numbers played, won, drawn and lost, and further figures.

    `best` is the largest lead in a won game, None without one; `streak` and `longest` are the current and the longest
    series of wins; `seconds` is the total playing time.
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
    """The totals of games against the same opponents with the same number of players: without help, and with it."""

    game: str
    players: int
    against: int
    alone: Sum
    helped: Sum


# From a game to its result ------------------------------------------------------------------------------------------


def result_of(plan: Plan, outcome: Outcome, helped: bool, seconds: int, ended: str) -> Result | None:
    """Return the result of a game that has ended; None if no person played."""
    people = [seat for seat, who in enumerate(plan.seats) if who.kind == "person"]
    levels = {who.level for who in plan.seats if who.kind == "bot"}
    if not people:
        return None
    several = len(people) > 1
    against = PEOPLE if several or not levels else levels.pop() if len(levels) == 1 else MIXED
    place = 1 if several else outcome.places[people[0]]
    shared = outcome.places.count(1) > 1
    lead = None if several or not outcome.scores else _lead(outcome.scores, people[0])
    return Result(plan.game, len(plan.seats), against, place, shared, lead, helped, seconds, ended)


def _lead(scores: tuple[int, ...], seat: int) -> int:
    return scores[seat] - max(score for at, score in enumerate(scores) if at != seat)


# Adding up ----------------------------------------------------------------------------------------------------------


def rows(results: Iterable[Result], game: str) -> Iterator[Row]:
    """Yield the totals of a game's results, weaker opponents first, games among people last."""

    def table(one: Result) -> tuple[int, int, int]:
        return _ORDER.get(one.against, 0), one.against, one.players

    of_game = sorted((one for one in results if one.game == game), key=lambda one: (*table(one), one.ended))
    for (_, against, players), group in groupby(of_game, table):
        found = list(group)
        alone, helped = ([one for one in found if one.helped is kind] for kind in (False, True))
        yield Row(game, players, against, add_up(alone), add_up(helped))


_ORDER: Final[Mapping[int, int]] = {MIXED: 1, PEOPLE: 2}


def add_up(results: Iterable[Result]) -> Sum:
    """Return the totals of results, which are ordered from the earliest to the latest."""
    found = list(results)
    won = [one.won for one in found]
    runs = [len(list(run)) for win, run in groupby(won) if win]
    return Sum(
        played=len(found),
        won=sum(won),
        drawn=sum(one.drawn for one in found),
        lost=sum(one.place > 1 for one in found),
        best=max((one.lead for one in found if one.won and one.lead is not None), default=None),
        streak=runs[-1] if won and won[-1] else 0,
        longest=max(runs, default=0),
        seconds=sum(one.seconds for one in found),
    )


# Texts --------------------------------------------------------------------------------------------------------------


def write(results: Results) -> str:
    """Return the results as text."""
    return json.dumps({"schema": SCHEMA, "results": fields_of(results)}, ensure_ascii=False)


def read(text: str | None) -> dict[str, Result]:
    """Return the results in a text by `write`, none without a text; raise `TextError` for any other text."""
    return read_results(read_fields(text).get("results")) if text is not None else {}


def fields_of(results: Results) -> dict[str, list[Any]]:
    """Return the results as JSON values, by identifier."""
    return {name: list(one) for name, one in results.items()}


def read_results(fields: Any) -> dict[str, Result]:
    """Return the results in JSON values; raise `TextError` if they are damaged."""
    if not isinstance(fields, dict) or not all(_fits(one) for one in fields.values()):
        raise TextError(say("These statistics are damaged."))
    return {str(name): Result(*one) for name, one in fields.items()}


_KINDS: Final = ((str,), (int,), (int,), (int,), (bool,), (int, type(None)), (bool,), (int,), (str,))


def _fits(one: Any) -> bool:
    if not isinstance(one, list) or len(one) != len(_KINDS):
        return False
    right = all(type(part) in kinds for part, kinds in zip(one, _KINDS, strict=True))
    return right and one[1] > 0 < one[3] and all(abs(part) <= MOST for part in one if type(part) is int)


def added(text: str | None, more: Results) -> str:
    """Return the text with further results added; those that it has already stay unchanged."""
    old = read(text)
    return write({**old, **{name: one for name, one in more.items() if name not in old}})


def without(text: str | None, game: str) -> str:
    """Return the text without the results of one game."""
    return write({name: one for name, one in read(text).items() if one.game != game})
