"""Test the stored progress in puzzles: results, ratings, days, and damaged texts."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chowk.features.practice import progress
from chowk.features.practice.glicko import Rating
from chowk.features.practice.progress import DayResult, EndingsDone, PuzzleProgress
from chowk.games.api.puzzle import Puzzle

EASY, HARD = (Puzzle(f"position of {rating}", (("a1",),), "corner", rating) for rating in (900, 2100))
TODAY = date(2026, 11, 28)


def test_a_solved_puzzle_raises_the_rating_and_a_missed_one_lowers_it() -> None:
    start = PuzzleProgress()
    assert start.after(HARD, True).rating.value > start.after(EASY, True).rating.value > start.rating.value
    assert start.after(EASY, False).rating.value < start.after(HARD, False).rating.value < start.rating.value


def test_a_player_who_misses_everything_does_not_begin_again_in_the_middle() -> None:
    known = PuzzleProgress(rating=Rating(3.0, 230.0))
    known = progress.read(progress.write(known.after(EASY._replace(rating=480), False)))
    assert known.rating.value == 0


def test_only_the_first_result_of_a_puzzle_changes_the_rating() -> None:
    once = PuzzleProgress().after(EASY, False)
    again = once.after(EASY, True)
    assert again.rating == once.rating
    assert (once.missed, again.missed) == ((EASY.key,), ())


def test_the_first_result_of_a_day_stays() -> None:
    solved = PuzzleProgress().with_day(TODAY, 3, True).with_day(TODAY, 1, False)
    assert solved.days == {TODAY: DayResult(3, True)}


def test_only_days_solved_on_time_count_for_a_streak() -> None:
    solved = PuzzleProgress().with_day(TODAY, 1, True).with_day(TODAY - timedelta(1), 1, False)
    assert solved.on_time == {TODAY}


def test_the_longest_series_stays() -> None:
    assert PuzzleProgress().with_series(4).with_series(2).longest == 4


def test_the_best_storm_stays() -> None:
    assert PuzzleProgress().with_storm(4).with_storm(2).storm == 4


def test_a_puzzle_that_was_seen_never_changes_the_rating() -> None:
    start = PuzzleProgress()
    seen = start.with_result(EASY, False)
    assert seen.missed == (EASY.key,)
    assert seen.after(EASY, True).rating == seen.rating == start.rating


def test_the_rating_never_becomes_too_sure_to_move() -> None:
    done = PuzzleProgress()
    for number in range(400):
        done = done.after(Puzzle(f"position {number}", (("a1",),), "corner", 1500), bool(number % 2))
    assert 50 < done.rating.deviation < 70
    assert abs(done.rating.value - 1500) < 100


def test_what_is_stored_is_read_back() -> None:
    done = PuzzleProgress().after(EASY, True).after(HARD, False).with_day(TODAY, 2, True).with_series(7)
    done = done.with_storm(12)
    done = done.with_day(TODAY + timedelta(1), 1, False)._replace(hidden=True)
    result = progress.read(progress.write(done))
    assert result == done._replace(rating=result.rating)
    assert result.rating.value == pytest.approx(done.rating.value, abs=0.01)


def test_solved_endings_are_counted_by_class_and_damaged_counts_are_left_out() -> None:
    done = PuzzleProgress().with_ending("two-kings", True).with_ending("two-kings", False).with_ending("two-men", True)
    assert done.endings == {"two-kings": EndingsDone(2, 1), "two-men": EndingsDone(1, 1)}
    assert progress.read(progress.write(done)).endings == done.endings
    stored = {"two-kings": [3, 9], "B": [1, 1], "x": [1], "y": "12", "z": [-1, 0], "long" * 9: [1, 1], "w": [True, 0]}
    assert progress.read(json.dumps({"endings": stored})).endings == {"two-kings": EndingsDone(3, 3)}
    many = {f"k{'a' * (number % 9)}{'bcdefghij'[number // 9]}": [1, 0] for number in range(81)}
    assert len(progress.read(json.dumps({"endings": many})).endings) == progress.MAX_KINDS
    assert progress.read(json.dumps({"endings": [1, 2]})).endings == {}


def test_only_the_latest_results_and_days_are_kept() -> None:
    done = PuzzleProgress(results={f"{number:08x}": True for number in range(progress.MAX_RESULTS)})
    assert list(done.after(EASY, True).results)[-1] == EASY.key
    assert len(done.after(EASY, True).results) == progress.MAX_RESULTS
    days = {TODAY - timedelta(number): DayResult(1, True) for number in range(progress.MAX_DAYS)}
    assert min(PuzzleProgress(days=days).with_day(TODAY + timedelta(1), 1, True).days) > min(days)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        "{" * 999,
        '{"rating": [1, 2]}',
        '{"rating": [NaN, 100, 0.06]}',
        '{"rating": [1e999, 100, 0.06]}',
        '{"rating": [1500, -1, 0.06]}',
        '{"rating": [true, true, true]}',
        '{"rating": "1500", "days": [1], "results": 7}',
        '{"days": {"2026-13-01": 1, "yesterday": 0, "": 1}}',
        '{"results": {"short": 1, "nothexad": 0}}',
        '{"days": {"2026-11-28": 1, "2026-11-27": [1], "2026-11-26": [0, 1], "2026-11-25": [10, 1]}}',
        '{"days": {"2026-11-28": [true, 1], "2026-11-27": "ab", "2026-11-26": {"1": 2, "3": 4}}}',
        '{"longest": -1, "hidden": "yes"}',
        '{"longest": 1e9}',
        '{"storm": -3}',
        '{"storm": "12"}',
    ],
)
def test_damaged_parts_are_as_at_the_start(text: str) -> None:
    assert progress.read(text) == PuzzleProgress()


def test_an_undamaged_part_survives_a_damaged_one() -> None:
    done = PuzzleProgress().after(EASY, True).with_day(TODAY, 1, True)
    text = json.dumps({**json.loads(progress.write(done)), "rating": None})
    assert progress.read(text) == done._replace(rating=Rating())


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_any_text_is_read(text: str) -> None:
    assert isinstance(progress.read(text), PuzzleProgress)
