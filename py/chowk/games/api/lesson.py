"""What a first lesson in a game is made of: small tasks, each a position and what is to be done in it."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import NamedTuple, TypeAlias

from chowk.core.message import Message
from chowk.core.position import Spot

Spelling: TypeAlias = tuple[str, ...]
"""Moves as text, one after another. A learner's own may hold `*` for any characters; rolls and replies are exact."""


class Task(NamedTuple):
    """A step of a lesson.

    `setup` is the position as text; whoever is to move or to roll in it is the learner. Each of `lines` does what the
    `goal` asks for and tells the rolls and replies as well. `done` is said when one of them is complete, `wrong` of a
    legal move that leaves all of them (None where none can). `marks` are the spots that the goal speaks of.
    """

    setup: str
    goal: Message
    lines: tuple[Spelling, ...]
    done: Message
    wrong: Message | None = None
    marks: tuple[Spot, ...] = ()


Lesson: TypeAlias = tuple[Task, ...]


def means(told: str, move: str) -> bool:
    """Whether a line that tells `told` tells this move."""
    return told == move or fnmatchcase(move, told)


def fits(line: Spelling, played: Spelling) -> bool:
    """Whether the moves played so far are the beginning of a line, or all of it."""
    return len(played) <= len(line) and all(map(means, line, played))


def under_way(task: Task, played: Spelling) -> tuple[Spelling, ...]:
    """The lines of which the moves played so far are the beginning."""
    return tuple(line for line in task.lines if fits(line, played))


def complete(task: Task, played: Spelling) -> bool:
    """Whether the moves played so far are what the goal asks for."""
    return any(len(line) == len(played) for line in under_way(task, played))


def due(task: Task, played: Spelling) -> str:
    """The move that comes next, as the first line under way tells it; empty if none is or it is complete."""
    return next((line[len(played)] for line in under_way(task, played) if len(line) > len(played)), "")
