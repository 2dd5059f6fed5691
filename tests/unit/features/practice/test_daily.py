"""Test the puzzle of the day (no early repeats, easy Mondays and hard Sundays) and streaks."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest

from chowk import games
from chowk.features.practice.daily import FIRST_MONDAY, puzzle_of, streak
from chowk.games.api.puzzle import Puzzle, puzzles_of

PUZZLES = tuple(Puzzle(f"position {number}", (("a1",),), "corner", 800 + 2 * number) for number in range(600))
MONDAY = date(2026, 11, 30)
WEEKS = 157
"""Number of weeks in three years."""


def test_no_puzzle_comes_again_within_five_hundred_and_ninety_five_days() -> None:
    days = [puzzle_of(PUZZLES, MONDAY + timedelta(number)).key for number in range(2000)]
    last: dict[str, int] = {}
    for number, key in enumerate(days):
        assert number - last.get(key, -1000) >= 85 * 7
        last[key] = number
    assert len(last) == 600


@pytest.mark.parametrize("name", games.practised())
def test_for_three_years_no_puzzle_of_a_game_comes_again_within_600_days_and_sundays_are_the_hardest(name: str) -> None:
    puzzles = puzzles_of(name)
    days = [puzzle_of(puzzles, MONDAY + timedelta(number)) for number in range(WEEKS * 7)]
    last: dict[str, int] = {}
    for number, puzzle in enumerate(days):
        assert number - last.get(puzzle.key, -1000) >= 600
        last[puzzle.key] = number
    assert len(last) < len(days), "three years are long enough for puzzles to come again"
    for week in range(WEEKS):
        ratings = [puzzle.rating for puzzle in days[7 * week : 7 * week + 7]]
        assert ratings == sorted(ratings)
        assert ratings[0] < ratings[-1]


def test_the_week_goes_from_easy_to_hard() -> None:
    for week in range(100):
        ratings = [puzzle_of(PUZZLES, MONDAY + timedelta(7 * week + day)).rating for day in range(7)]
        assert ratings == sorted(ratings)
    assert FIRST_MONDAY.weekday() == MONDAY.weekday() == 0


def test_mondays_do_not_become_harder_from_week_to_week() -> None:
    ratings = [puzzle_of(PUZZLES, MONDAY + timedelta(7 * week)).rating for week in range(80)]
    harder = sum(later > earlier for earlier, later in pairwise(ratings))
    assert 30 < harder < 50


def test_the_puzzle_depends_on_the_date_alone() -> None:
    shuffled = tuple(reversed(PUZZLES))
    assert puzzle_of(PUZZLES, MONDAY) == puzzle_of(shuffled, MONDAY)


def test_days_before_1970_have_puzzles_too() -> None:
    assert puzzle_of(PUZZLES, date(1969, 7, 20)) in PUZZLES


def test_seven_puzzles_are_enough() -> None:
    few = PUZZLES[:7]
    assert [puzzle_of(few, MONDAY + timedelta(day)) for day in range(7)] == list(few)


def days_before(*numbers: int) -> frozenset[date]:
    """Return the dates that are these numbers of days before `MONDAY`."""
    return frozenset(MONDAY - timedelta(number) for number in numbers)


@pytest.mark.parametrize(
    ("solved", "count"),
    [
        ((), 0),
        ((0,), 1),
        ((1,), 1),  # today is not over yet
        ((0, 1, 2), 3),
        ((0, 2, 3), 3),  # one missed day is forgiven
        ((2, 3), 2),
        ((0, 3), 1),  # two missed days in a row are not forgiven
        ((0, 2, 4), 2),  # two missed days within seven are not forgiven
        ((0, 2, 3, 4, 5, 6, 7, 9), 8),  # two missed days a week apart are forgiven
        ((0, 2, 3, 4, 5, 6, 8), 6),
    ],
)
def test_a_streak_forgives_one_missed_day_in_seven(solved: tuple[int, ...], count: int) -> None:
    assert streak(days_before(*solved), MONDAY) == count


def test_a_day_in_the_future_does_not_count() -> None:
    assert streak(days_before(-1, -2), MONDAY) == 0
