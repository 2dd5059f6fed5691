"""Tests of the course in Parcheesi: its sentences and positions, and proofs that the accepted moves are the best."""

from __future__ import annotations

from typing import Final

import pytest

from chowk import games
from chowk.games.api.lesson import Task
from chowk.games.parcheesi.rules import Position
from tests.unit.games import course_checks
from training.parcheesi import puzzles_parcheesi

NAME: Final = "parcheesi"
TASKS: Final = course_checks.tasks(NAME)
SURVEYED: Final = 3
"""Depth of the deepest survey (a search for the value of every move): the rest of the roll, and two more rolls."""


@pytest.fixture
def _kernels() -> None:
    course_checks.provide_kernels()


def after(title: str) -> Position:
    """Return the position after the first line of a lesson. The line must not have the wildcard `*`."""
    notation = games.load(NAME).notation
    task = course_checks.lesson(NAME, title)
    position: Position = notation.read_position(task.setup)
    for text in task.lines[0]:
        position = position.play(notation.read_move(position, text))
    return position


def test_there_are_ten_lessons_of_short_sentences() -> None:
    course_checks.check_sentences(games.course(NAME))


def test_every_line_can_be_played() -> None:
    course_checks.check_lines(NAME)


@pytest.mark.usefixtures("_kernels")
@course_checks.at_every(TASKS)
@course_checks.in_games
def test_games_prove_that_accepted_uses_are_better_than_all_others(task: Task, most: int) -> None:
    assert course_checks.proved_by_games(puzzles_parcheesi.DICE, NAME, task, most)


@pytest.mark.usefixtures("_kernels")
@course_checks.at_every(TASKS)
def test_the_deepest_survey_agrees(task: Task) -> None:
    assert course_checks.least_lead(NAME, task, SURVEYED) >= 100 * course_checks.GAP


@pytest.mark.usefixtures("_kernels")
@pytest.mark.parametrize(
    ("title", "rolls"), [("Safe spaces", 0), ("Out of reach", 2), ("Safe as a pair", 0), ("Keep the blockade", 0)]
)
def test_as_many_rolls_capture_as_the_lessons_say(title: str, rolls: int) -> None:
    assert puzzles_parcheesi.danger(after(title), 0) == rolls


@pytest.mark.usefixtures("_kernels")
def test_a_pawn_on_the_entry_of_a_nest_is_captured_by_15_rolls() -> None:
    _, wrong = course_checks.divided(NAME, course_checks.lesson(NAME, "Not every star"))
    assert {puzzles_parcheesi.danger(end, 0) for end in wrong} == {15}
