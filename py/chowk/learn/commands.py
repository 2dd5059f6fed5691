"""What can be done to learn: lessons, hints and reviews."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, Protocol

from chowk import games
from chowk.core.message import say, say_in
from chowk.learn import review
from chowk.learn.review import Reviewer, can_review
from chowk.play.command import Command, at_table
from chowk.play.table import Table
from chowk.store.kept import Kept


class Student(Reviewer, Protocol):
    """Whoever learns."""

    @property
    def kept(self) -> Kept:
        """What the device keeps."""

    def leave(self) -> None:
        """Goes home."""


def _lessons() -> Any:
    """The part that is read when somebody learns, not at every start."""
    return import_module("chowk.learn.lessons")


def _hint(student: Student, table: Table, _: str) -> None:
    student.spawn(import_module("chowk.learn.hints").deepen(student, table))


def _review(student: Student, table: Table, _: str) -> None:
    review.begin(student, table)
    student.place.clear()  # the board is to be looked at beside it
    student.place.lay("review")


def _retry_from(student: Student, table: Table, ply: str) -> None:
    if ply.isdigit() and int(ply) < table.match.ply:
        review.retry(student, table, int(ply))


def _learn(student: Student, name: str) -> None:
    """Begins a game's first lesson; shows the list of them where no game is named."""
    if name in games.taught():
        _lessons().begin(student, name)
    else:
        student.place.lay("learn")


def _learning(table: Table) -> bool:
    return table.kind == "lesson"


def _task(step: int) -> Callable[[Student, Table, str], None]:
    return lambda student, table, _: _lessons().go(student, table, step)


def _can_task(step: int) -> Callable[[Table], bool]:
    return lambda table: _learning(table) and bool(_lessons().has_task(table, step))


COMMANDS: Final[Mapping[str, Command[Student]]] = {
    "hint": at_table(
        say("Hint"), _hint, lambda table: table.choice.awaited is not None and table.display.shown is None, ("h",)
    ),
    "review": at_table(say_in("the player does it", "Review"), _review, can_review),
    "retry-from": at_table(say_in("the player does it", "Retry from here"), _retry_from, can_review),
    "learn": Command(say_in("the player does it", "Learn"), _learn),
    "lesson-next": at_table(say("Next step"), _task(1), _can_task(1)),
    "lesson-back": at_table(say("Previous step"), _task(-1), _can_task(-1)),
    "lesson-leave": at_table(
        say_in("the player does it", "Leave the lesson"),
        lambda student, table, _: _lessons().leave(student, table),
        _learning,
    ),
}
"""The commands of this room by the names that controls give."""
