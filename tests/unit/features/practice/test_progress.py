"""Test the stored progress in puzzles: results, ratings, days, and damaged texts."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chowk.features.practice import progress
from chowk.features.practice.glicko import Rating
from chowk.features.practice.progress import PuzzleProgress
from chowk.games.api.puzzle import Puzzle

EASY, HARD = (Puzzle(f"position of {rating}", (("a1",),), "corner", rating) for rating in (900, 2100))
TODAY = date(2026, 11, 28)


def test_a_solved_puzzle_raises_the_rating_and_a_missed_one_lowers_it() -> None:
    start = PuzzleProgress()
    assert start.after(HARD, True).rating.value > start.after(EASY, True).rating.value > start.rating.value
    assert start.after(EASY, False).rating.value < start.after(HARD, False).rating.value < start.rating.value


def test_only_the_first_result_of_a_puzzle_changes_the_rating() -> None:
    once = PuzzleProgress().after(EASY, False)
    again = once.after(EASY, True)
    assert again.rating == once.rating
    assert (once.missed, again.missed) == ((EASY.key,), ())


def test_the_first_result_of_a_day_stays() -> None:
    tried = PuzzleProgress().after(EASY, False, TODAY).after(EASY, True, TODAY)
    assert tried.days == {TODAY: False}


def test_the_rating_never_becomes_too_sure_to_move() -> None:
    done = PuzzleProgress()
    for number in range(400):
        done = done.after(Puzzle(f"position {number}", (("a1",),), "corner", 1500), bool(number % 2))
    assert 50 < done.rating.deviation < 70
    assert abs(done.rating.value - 1500) < 100


def test_what_is_stored_is_read_back() -> None:
    done = PuzzleProgress().after(EASY, True, TODAY).after(HARD, False, TODAY + timedelta(1))
    found = progress.read(progress.write(done))
    assert (found.days, found.results) == (done.days, done.results)
    assert found.rating.value == pytest.approx(done.rating.value, abs=0.01)


def test_only_the_latest_results_and_days_are_kept() -> None:
    done = PuzzleProgress(results={f"{number:08x}": True for number in range(progress.MAX_RESULTS)})
    assert list(done.after(EASY, True).results)[-1] == EASY.key
    assert len(done.after(EASY, True).results) == progress.MAX_RESULTS
    days = {TODAY - timedelta(number): True for number in range(progress.MAX_DAYS)}
    assert min(PuzzleProgress(days=days).after(EASY, True, TODAY + timedelta(1)).days) > min(days)


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
    ],
)
def test_damaged_parts_are_as_at_the_start(text: str) -> None:
    assert progress.read(text) == PuzzleProgress()


def test_an_undamaged_part_survives_a_damaged_one() -> None:
    done = PuzzleProgress().after(EASY, True, TODAY)
    text = json.dumps({**json.loads(progress.write(done)), "rating": None})
    assert progress.read(text) == done._replace(rating=Rating())


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_any_text_is_read(text: str) -> None:
    assert isinstance(progress.read(text), PuzzleProgress)
