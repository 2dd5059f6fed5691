"""The player's progress in a game's puzzles, as a value that is stored as text: rating, days, results."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from chowk.core.safe_json import read_object
from chowk.features.practice.glicko import RatedResult, Rating, rated

if TYPE_CHECKING:  # the home page needs this module before the puzzles
    from chowk.games.api.puzzle import Puzzle

SCHEMA: Final = 1
MAX_DAYS: Final = 1500
"""Maximum number of days whose results are kept. The latest days are kept."""
MAX_TRIES: Final = 9
"""The largest number of tries that is stored."""
MAX_SERIES: Final = 99_999
"""The largest number that is stored for a series, and for a storm."""
MAX_KINDS: Final = 40
"""Maximum number of classes of endings whose counts are kept."""
KIND: Final = re.compile("[a-z-]{1,20}")
"""A pattern for the stored name of a class of endings."""
MAX_RESULTS: Final = 3000
"""Maximum number of puzzles whose results are kept. The latest results are kept."""
PUZZLE_DEVIATION: Final = 60.0
"""The standard deviation of a puzzle's difficulty, in points."""
RATINGS: Final = (0.0, 4000.0)
"""The limits of a rating. Some hundred missed puzzles in a row would lead below."""
DEVIATIONS: Final = (1.0, 500.0)
VOLATILITIES: Final = (0.001, 1.0)


class DayResult(NamedTuple):
    """How the puzzle of a day was solved: after how many tries, at most `MAX_TRIES`, and whether on that day itself."""

    tries: int
    on_time: bool


class EndingsDone(NamedTuple):
    """The number of solved endings of a class. `flawless` of them were solved without a wrong move or a hint."""

    solved: int = 0
    flawless: int = 0


class PuzzleProgress(NamedTuple):
    """The progress in the puzzles of one game.

    `days` maps each day whose puzzle was solved to its result. `results` maps the key of each tried puzzle to its
    latest result, which is True if the first try solved it. The puzzles are in the order of these results, the oldest
    first. `longest` is the longest series of puzzles solved in a row, `storm` the largest number of puzzles solved in a
    storm. `hidden` is True if the player does not want to see the rating. `endings` maps the stored name of each class
    of endings to how many were solved.
    """

    rating: Rating = Rating()
    days: Mapping[date, DayResult] = {}
    results: Mapping[str, bool] = {}
    longest: int = 0
    hidden: bool = False
    storm: int = 0
    endings: Mapping[str, EndingsDone] = {}

    @property
    def missed(self) -> tuple[str, ...]:
        """The keys of the puzzles whose last result was a failure, oldest first."""
        return tuple(key for key, solved in self.results.items() if not solved)

    @property
    def on_time(self) -> frozenset[date]:
        """The days whose puzzles were solved on the day itself."""
        return frozenset(day for day, result in self.days.items() if result.on_time)

    def after(self, puzzle: Puzzle, solved: bool) -> PuzzleProgress:
        """Return the progress with the latest result of a puzzle: True if the first try solved it.

        If the puzzle has no earlier result, also change the rating.
        """
        rating = self.rating
        if puzzle.key not in self.results:
            rating = rated(rating, [RatedResult(puzzle.rating, PUZZLE_DEVIATION, float(solved))])
            lowest, highest = RATINGS
            rating = rating._replace(value=min(max(rating.value, lowest), highest))
        return self.with_result(puzzle, solved)._replace(rating=rating)

    def with_result(self, puzzle: Puzzle, solved: bool) -> PuzzleProgress:
        """Return the progress with the latest result of a puzzle (`solved`), and with an unchanged rating."""
        results = {key: earlier for key, earlier in self.results.items() if key != puzzle.key}
        return self._replace(results=dict([*results.items(), (puzzle.key, solved)][-MAX_RESULTS:]))

    def with_day(self, day: date, tries: int, on_time: bool) -> PuzzleProgress:
        """Return the progress after a day's puzzle was solved. If the day already has a result, that result stays.

        `tries` and `on_time` are those of `DayResult`.
        """
        days = {day: DayResult(min(tries, MAX_TRIES), on_time), **self.days}
        return self._replace(days=dict(sorted(days.items())[-MAX_DAYS:]))

    def with_series(self, count: int) -> PuzzleProgress:
        """Return the progress after a series of `count` puzzles solved in a row. Only the longest series is stored."""
        return self._replace(longest=min(max(self.longest, count), MAX_SERIES))

    def with_storm(self, count: int) -> PuzzleProgress:
        """Return the progress after a storm in which `count` puzzles were solved. Only the best number is stored."""
        return self._replace(storm=min(max(self.storm, count), MAX_SERIES))

    def with_ending(self, kind: str, flawless: bool) -> PuzzleProgress:
        """Return the progress after an ending of the class `kind` was solved.

        `flawless` is True if it was solved without a wrong move or a hint.
        """
        solved, before = self.endings.get(kind, EndingsDone())
        count = EndingsDone(min(solved + 1, MAX_SERIES), min(before + flawless, MAX_SERIES))
        return self._replace(endings={**self.endings, kind: count})


def write(progress: PuzzleProgress) -> str:
    """Return progress as text."""
    rating = progress.rating
    return json.dumps(
        {
            "schema": SCHEMA,
            "rating": [round(rating.value, 2), round(rating.deviation, 2), rating.volatility],
            "days": {day.isoformat(): [tries, int(on_time)] for day, (tries, on_time) in progress.days.items()},
            "results": {key: int(solved) for key, solved in progress.results.items()},
            "longest": progress.longest,
            "hidden": int(progress.hidden),
            "storm": progress.storm,
            "endings": {kind: list(done) for kind, done in progress.endings.items()},
        },
        separators=(",", ":"),
    )


@lru_cache(maxsize=8)
def read(text: str) -> PuzzleProgress:
    """Return the progress in a text. Every part that is missing or damaged has its default."""
    fields = read_object(text) or {}
    return PuzzleProgress(
        _rating(fields.get("rating")),
        _days(fields.get("days")),
        _results(fields.get("results")),
        _count(fields.get("longest"), MAX_SERIES),
        fields.get("hidden") == 1,
        _count(fields.get("storm"), MAX_SERIES),
        _endings(fields.get("endings")),
    )


def _rating(values: Any) -> Rating:
    limits = (RATINGS, DEVIATIONS, VOLATILITIES)
    if not isinstance(values, list) or len(values) != len(limits):
        return Rating()
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(numbers) != len(limits) or not all(
        low <= number <= high for number, (low, high) in zip(numbers, limits, strict=True)
    ):
        return Rating()
    return Rating(*map(float, numbers))


def _days(values: Any) -> dict[date, DayResult]:
    days: dict[date, DayResult] = {}
    for text, result in values.items() if isinstance(values, dict) else ():
        try:
            day = date.fromisoformat(text)
            tries, on_time = result
        except (ValueError, TypeError):
            continue
        if count := _count(tries, MAX_TRIES):
            days[day] = DayResult(count, on_time == 1)
    return dict(sorted(days.items())[-MAX_DAYS:])


def _count(value: Any, most: int) -> int:
    return value if type(value) is int and 0 <= value <= most else 0


def _results(values: Any) -> dict[str, bool]:
    entries = values.items() if isinstance(values, dict) else ()
    results = [(key, bool(solved)) for key, solved in entries if len(key) == 8 and set(key) <= set("0123456789abcdef")]
    return dict(results[-MAX_RESULTS:])


def _endings(values: Any) -> dict[str, EndingsDone]:
    endings: dict[str, EndingsDone] = {}
    for kind, counts in values.items() if isinstance(values, dict) else ():
        if isinstance(counts, list) and len(counts) == 2 and KIND.fullmatch(kind) and len(endings) < MAX_KINDS:
            solved, flawless = (_count(count, MAX_SERIES) for count in counts)
            if solved:
                endings[kind] = EndingsDone(solved, min(solved, flawless))
    return endings
