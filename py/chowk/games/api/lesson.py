"""The interface of a game's lessons: series of small tasks, each a position and a goal.

A game has a first lesson (`ui/lessons.py`), and may have a course of further short lessons (`ui/course.py`).
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import NamedTuple, TypeAlias

from chowk.core.message import Message
from chowk.core.position import Spot

Spelling: TypeAlias = tuple[str, ...]
"""A sequence of moves as text. In a move of the learner, `*` stands for any characters.

Rolls and the other side's moves contain no `*`.
"""


class Task(NamedTuple):
    """A step of a lesson.

    `setup` is a position as text. The learner plays the side whose turn it is to move or to roll. `goal` is the task in
    words. Each of `lines` is a sequence of moves that reaches the goal, with the rolls and the replies. `done` is shown
    when a line is complete. `wrong` is shown after a legal move that continues no line; it is None if there is no such
    move. `marks` are the spots that the goal mentions.

    In a course, the first task of each lesson has the lesson's `title`, and `about` is a sentence on its subject. If a
    task of a course has no `wrong`, the page answers a wrong move with a general sentence.
    """

    setup: str
    goal: Message
    lines: tuple[Spelling, ...]
    done: Message
    wrong: Message | None = None
    marks: tuple[Spot, ...] = ()
    title: Message | None = None
    about: Message | None = None


Lesson: TypeAlias = tuple[Task, ...]
"""The tasks of a lesson, in order."""
Course: TypeAlias = tuple[Lesson, ...]
"""The lessons that follow a game's first lesson, in order."""


def means(expected: str, move: str) -> bool:
    """Return True if a played move matches `expected`, a move of a task's line.

    A `*` in `expected` matches any characters.
    """
    return expected == move or fnmatchcase(move, expected)


def fits(line: Spelling, played: Spelling) -> bool:
    """Return True if the moves played are a prefix of a line, or the whole line."""
    return len(played) <= len(line) and all(map(means, line, played))


def under_way(task: Task, played: Spelling) -> tuple[Spelling, ...]:
    """Return the lines of a task that begin with the moves played so far."""
    return tuple(line for line in task.lines if fits(line, played))


def complete(task: Task, played: Spelling) -> bool:
    """Return True if the moves played complete a line of the task."""
    return any(len(line) == len(played) for line in under_way(task, played))


def due(task: Task, played: Spelling) -> str:
    """Return the next move of the first matching line. Empty if no line matches or the task is complete."""
    return next((line[len(played)] for line in under_way(task, played) if len(line) > len(played)), "")
