"""Tests of the course in Kilkenny Cats: its sentences and positions, and proofs that accepted steps are the best."""

from __future__ import annotations

from typing import Final

import pytest

from chowk import games
from chowk.games.api.lesson import Task
from chowk.games.kilkenny.rules import Position, steps
from chowk.games.kilkenny.rules.board import FACES, HOLES
from tests.unit.games import course_checks
from training.kilkenny import puzzles_kilkenny

NAME: Final = "kilkenny"
TASKS: Final = course_checks.tasks(NAME)
SURVEYED: Final = 3
"""Depth of the deepest survey (a search for the value of every move): the step, and two more rolls."""
LAST_CAT: Final = "Keep one free"
"""Title of the lesson that surveys cannot check. Nobody can catch two mice in it, so there are no winning chances."""
SOUTH, NORTH = 0, 1


@pytest.fixture
def _kernels() -> None:
    course_checks.provide_kernels()


def lesson(title: str) -> Task:
    """Return the task of the lesson with this title."""
    return course_checks.lesson(NAME, title)


def after(title: str) -> list[Position]:
    """Return the positions after the accepted steps of a lesson."""
    return [ends[0] for ends in course_checks.divided(NAME, lesson(title))[0]]


def mousing(position: Position, seat: int) -> set[int]:
    """Return the faces of the die with which a seat can move a cat onto one of its mice."""
    home = HOLES[position.sides[seat]]
    return {face for face in FACES if any(home >> step.end & 1 for step in steps(position, seat, face))}


def test_there_are_ten_lessons_of_short_sentences() -> None:
    course_checks.check_sentences(games.course(NAME))


def test_every_line_can_be_played() -> None:
    course_checks.check_lines(NAME)


@pytest.mark.usefixtures("_kernels")
@course_checks.at_every(TASKS)
@course_checks.in_games
def test_games_prove_that_accepted_steps_are_better_than_all_others(task: Task, most: int) -> None:
    assert course_checks.proved_by_games(puzzles_kilkenny.DICE, NAME, task, most)


@pytest.mark.usefixtures("_kernels")
@course_checks.at_every([task for task in TASKS if str(task.title) != LAST_CAT])
def test_the_deepest_survey_agrees(task: Task) -> None:
    assert course_checks.least_lead(NAME, task, SURVEYED) >= 100 * course_checks.GAP


def test_the_last_cat_on_a_mouse_loses_at_once_and_every_other_step_plays_on() -> None:
    right, (wrong,) = course_checks.divided(NAME, lesson(LAST_CAT))
    assert wrong.outcome().places == (2, 1)
    assert all(end.outcome() is None for ends in right for end in ends)


@pytest.mark.parametrize(
    ("title", "numbers"), [("Lie in wait", {3}), ("Two numbers", {3, 6}), ("The right mouse", {5})]
)
def test_the_numbers_that_the_lessons_name_win(title: str, numbers: set[int]) -> None:
    (end,) = after(title)
    assert mousing(end, SOUTH) == numbers
    assert end.cats[SOUTH] & HOLES[end.sides[SOUTH]], "the next mouse is the second one"


@pytest.mark.parametrize("title", ["In the way", "The dangerous cat"])
def test_no_number_brings_yellow_to_its_second_mouse(title: str) -> None:
    assert mousing(games.load(NAME).notation.read_position(lesson(title).setup), NORTH)
    (end,) = after(title)
    assert not mousing(end, NORTH)


def test_no_yellow_cat_reaches_a_cat_out_of_danger() -> None:
    for end in after("Out of danger"):
        assert not any(end.cats[SOUTH] >> step.end & 1 for face in FACES for step in steps(end, NORTH, face))


def test_the_last_free_cat_wins() -> None:
    (end,) = after("The last free cat")
    outcome = end.outcome()
    assert outcome is not None
    assert outcome.places == (1, 2)
