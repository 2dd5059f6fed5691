"""Tests of the course in Patchwork: its sentences and positions, and proofs that the accepted moves are the best."""

from __future__ import annotations

from typing import Final

import pytest

from chowk import games
from chowk.games.api.lesson import Task
from chowk.games.patchwork.rules import Position
from chowk.games.patchwork.rules.patches import PATCHES
from tests.unit.games import course_checks
from training.patchwork import fitting_patchwork

NAME: Final = "patchwork"
TASKS: Final = course_checks.tasks(NAME)
ANYWHERE: Final = "*@*"
"""Text in the line of a task that stands for any place of the patch."""
BUYING: Final = [task for task in TASKS if ANYWHERE in task.lines[0]]
FITTING: Final = [task for task in TASKS if task not in BUYING]
QUICK, DEEP = (8, 12), (14, 16)
"""Search depths, in plies. The accepted move must be the best at both depths of a pair."""


@pytest.fixture
def _kernels() -> None:
    course_checks.provide_kernels()


def position(task: Task) -> Position:
    """Return the position of a task."""
    found: Position = games.load(NAME).notation.read_position(task.setup)
    return found


def lesson(title: str) -> Task:
    """Return the task of the lesson with this title."""
    return course_checks.lesson(NAME, title)


def bought(task: Task) -> int:
    """Return the number of the patch that a task of one purchase accepts."""
    ((move, _),) = task.lines
    return int(move.removeprefix("buy:"))


def test_there_are_ten_lessons_of_short_sentences() -> None:
    course_checks.check_sentences(games.course(NAME))


def test_every_line_can_be_played() -> None:
    course_checks.check_lines(NAME)


@pytest.mark.usefixtures("_kernels")
@course_checks.at_every(BUYING)
@pytest.mark.parametrize("depths", [QUICK, pytest.param(DEEP, marks=pytest.mark.deep)])
def test_surveys_prove_that_accepted_purchases_are_better_than_all_others(task: Task, depths: tuple[int, ...]) -> None:
    assert min(course_checks.least_lead(NAME, task, depth) for depth in depths) >= 100 * course_checks.GAP


@course_checks.at_every(FITTING)
def test_the_lines_are_all_ways_to_fit_the_patches(task: Task) -> None:
    puzzle = fitting_patchwork.make(position(task))
    assert puzzle is not None
    assert sorted(puzzle.lines) == sorted(task.lines)


@pytest.mark.parametrize(("title", "space"), [("Land on top", 12), ("A single patch", 26)])
def test_a_purchase_leads_to_the_space_that_the_lesson_names(title: str, space: int) -> None:
    task = lesson(title)
    assert position(task).own.space + PATCHES[bought(task)].time == space


def test_only_one_purchase_leaves_the_turn_with_the_buyer() -> None:
    at = position(lesson("Another turn"))
    behind = [number for number in at.queue[:3] if at.own.space + PATCHES[number].time < at.other.space]
    assert [number for number in behind if PATCHES[number].price <= at.own.buttons] == [bought(lesson("Another turn"))]


def test_the_two_patches_of_equal_price_differ_only_in_time() -> None:
    cheap, dear = PATCHES[27], PATCHES[28]
    assert {27, 28} <= set(position(lesson("The same price")).queue[:3])
    assert (cheap.price, cheap.income, cheap.area) == (dear.price, dear.income, dear.area)
    assert cheap.time < dear.time


def test_only_the_accepted_patch_has_a_button() -> None:
    task = lesson("Buttons early")
    assert [number for number in position(task).queue[:3] if PATCHES[number].income] == [bought(task)]


def test_the_largest_patch_is_the_accepted_one() -> None:
    task = lesson("Cells late")
    areas = {number: PATCHES[number].area for number in position(task).queue[:3]}
    assert [number for number, area in areas.items() if area == max(areas.values())] == [bought(task)]
    assert PATCHES[bought(task)].price == 1


def test_the_last_patch_is_worth_eleven_points_and_the_others_less() -> None:
    task = lesson("Count at the end")
    worths = {number: 2 * patch.area + patch.income - patch.price for number, patch in PATCHES.items()}
    offered = {number: worths[number] for number in position(task).queue[:3]}
    assert offered.pop(bought(task)) == 11
    assert max(offered.values()) < 11
