"""Test the memory model of spaced repetition, with the vectors that its reference implementation publishes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chowk.features.practice import fsrs
from chowk.features.practice.fsrs import Grade, Memory

GRADES = (3, 3, 3, 3, 3, 3, 1, 1, 3, 3, 3, 3, 3)
DAYS = (0, 2, 11, 46, 163, 497, 0, 0, 2, 4, 7, 12, 20)
"""For each answer of `GRADES`, given on the day when it is due: the published number of days to the next repetition."""
STEPS = (0, 6, 7)
"""Indices of the answers after which the reference implementation repeats a card within minutes.

The memory model alone never does so.
"""

memories = st.builds(Memory, st.floats(fsrs.MIN_STABILITY, float(fsrs.MAX_DAYS)), st.floats(*fsrs.DIFFICULTIES))
days = st.integers(0, 2 * fsrs.MAX_DAYS)


def answered(grades: Sequence[int], gaps: Sequence[int]) -> list[Memory]:
    """Return the memory after each answer. `gaps` are the days between each answer and the answer before it."""
    memory, memories = fsrs.first(Grade(grades[0])), []
    for number, (grade, gap) in enumerate(zip(grades, gaps, strict=True)):
        memory = fsrs.after(memory, Grade(grade), gap) if number else memory
        memories.append(memory)
    return memories


def test_the_intervals_are_those_of_the_reference_implementation() -> None:
    intervals = [fsrs.interval(memory) for memory in answered(GRADES, (0, *DAYS[:-1]))]
    compared = [number for number in range(len(DAYS)) if number not in STEPS]
    assert [intervals[number] for number in compared] == [DAYS[number] for number in compared]
    assert [intervals[number] for number in STEPS] == [2, 7, 2]


def test_the_memory_is_that_of_the_reference_implementation() -> None:
    # The published difficulty is that after one more good answer on the last day. Such an answer leaves the stability.
    *_, memory = answered((1, 3, 3, 3, 3, 3), (0, 0, 1, 3, 8, 21))
    assert [round(number, 4) for number in memory] == [53.3825, 6.3863]
    assert [round(number, 4) for number in fsrs.after(memory, Grade.GOOD, 0)] == [53.3825, 6.3809]


def test_the_first_answers_give_the_published_parameters() -> None:
    assert [fsrs.first(grade).stability for grade in Grade] == [0.212, 1.2931, 2.3065, 8.2956]
    assert [round(fsrs.first(grade).difficulty, 4) for grade in Grade] == [6.4133, 5.1122, 2.1181, 1.0]


def test_after_one_stability_nine_of_ten_positions_are_known() -> None:
    memory = Memory(37.0, 5.0)
    assert fsrs.retrievability(memory, 0) == 1.0
    assert fsrs.retrievability(memory, 37) == pytest.approx(0.9)
    assert fsrs.interval(memory) == 37
    assert fsrs.interval(memory, 0.8) > fsrs.interval(memory) > fsrs.interval(memory, 0.95)


@given(memories, days)
def test_a_better_answer_never_brings_a_position_back_earlier(memory: Memory, gap: int) -> None:
    stabilities = [fsrs.after(memory, grade, gap).stability for grade in Grade]
    assert stabilities == sorted(stabilities)


@given(memories, st.sampled_from(Grade), days)
def test_every_memory_stays_within_its_limits(memory: Memory, grade: Grade, gap: int) -> None:
    stability, difficulty = fsrs.after(memory, grade, gap)
    assert fsrs.MIN_STABILITY <= stability <= fsrs.MAX_DAYS
    assert fsrs.DIFFICULTIES[0] <= difficulty <= fsrs.DIFFICULTIES[1]
    assert 1 <= fsrs.interval(Memory(stability, difficulty)) <= fsrs.MAX_DAYS


@given(memories, st.integers(1, fsrs.MAX_DAYS))
def test_a_forgotten_position_comes_back_earlier_and_a_known_one_later(memory: Memory, gap: int) -> None:
    forgotten, known = (fsrs.after(memory, grade, gap).stability for grade in (Grade.AGAIN, Grade.GOOD))
    assert forgotten <= memory.stability <= known
