"""The player's progress in a game's puzzles, as a value that is stored as text: rating, days, results."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import Any, Final, NamedTuple

from chowk.core.safe_json import read_object
from chowk.features.practice.glicko import RatedResult, Rating, rated
from chowk.games.api.puzzle import Puzzle

SCHEMA: Final = 1
MAX_DAYS: Final = 1500
"""Number of days whose results are kept, the latest ones."""
MAX_RESULTS: Final = 3000
"""Number of puzzles whose results are kept, the latest ones."""
PUZZLE_DEVIATION: Final = 60.0
"""The standard deviation of a puzzle's difficulty, in points."""
RATINGS: Final = (0.0, 4000.0)
DEVIATIONS: Final = (1.0, 500.0)
VOLATILITIES: Final = (0.001, 1.0)


class PuzzleProgress(NamedTuple):
    """PuzzleProgress in the puzzles of one game.

    `days` maps each day whose puzzle was tried to True if it was solved at the first try. `results` maps the keys of
    the tried puzzles to True if the first try solved it when it was done last, oldest result first.
    """

    rating: Rating = Rating()
    days: Mapping[date, bool] = {}
    results: Mapping[str, bool] = {}

    @property
    def missed(self) -> tuple[str, ...]:
        """The keys of the puzzles whose last result was a failure, oldest first."""
        return tuple(key for key, solved in self.results.items() if not solved)

    def after(self, puzzle: Puzzle, solved: bool, day: date | None = None) -> PuzzleProgress:
        """Return the progress after the first try of a puzzle, which may be that of a day.

        Only the first result of a puzzle, or of a day's puzzle, changes the rating.
        """
        rating = self.rating
        if puzzle.key not in self.results:
            rating = rated(rating, [RatedResult(puzzle.rating, PUZZLE_DEVIATION, float(solved))])
        results = {key: earlier for key, earlier in self.results.items() if key != puzzle.key}
        results = dict([*results.items(), (puzzle.key, solved)][-MAX_RESULTS:])
        days = dict(self.days)
        if day is not None:
            days.setdefault(day, solved)
        return PuzzleProgress(rating, dict(sorted(days.items())[-MAX_DAYS:]), results)


def write(progress: PuzzleProgress) -> str:
    """Return progress as text."""
    rating = progress.rating
    return json.dumps(
        {
            "schema": SCHEMA,
            "rating": [round(rating.value, 2), round(rating.deviation, 2), rating.volatility],
            "days": {day.isoformat(): int(solved) for day, solved in progress.days.items()},
            "results": {key: int(solved) for key, solved in progress.results.items()},
        },
        separators=(",", ":"),
    )


def read(text: str) -> PuzzleProgress:
    """Return the progress in a text; every part that is missing or damaged is as at the start."""
    fields = read_object(text) or {}
    return PuzzleProgress(_rating(fields.get("rating")), _days(fields.get("days")), _results(fields.get("results")))


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


def _days(values: Any) -> dict[date, bool]:
    found: dict[date, bool] = {}
    for text, solved in values.items() if isinstance(values, dict) else ():
        try:
            found[date.fromisoformat(text)] = bool(solved)
        except ValueError:
            continue
    return dict(sorted(found.items())[-MAX_DAYS:])


def _results(values: Any) -> dict[str, bool]:
    entries = values.items() if isinstance(values, dict) else ()
    found = [(key, bool(solved)) for key, solved in entries if len(key) == 8 and set(key) <= set("0123456789abcdef")]
    return dict(found[-MAX_RESULTS:])
