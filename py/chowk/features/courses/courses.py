"""The lessons of a course on the real board, and the player's progress: which lessons are done."""

from __future__ import annotations

import json
from binascii import crc32
from collections.abc import Iterable
from typing import Final, Protocol

from chowk import games
from chowk.core.message import Message, say, say_in
from chowk.core.safe_json import read_object
from chowk.features.lessons import lessons
from chowk.features.lessons.lessons import LessonHost, LessonTable
from chowk.features.sharing.ports import SharingHost
from chowk.games.api import Game
from chowk.games.api.lesson import Lesson
from chowk.session.command import written
from chowk.session.table import Table
from chowk.storage import saves
from chowk.storage.kept import Kept

SCHEMA: Final = 1
MAX_DONE: Final = 200
"""Maximum number of lessons of a game that are stored as done."""
KEY_LETTERS: Final = 8
"""Number of hexadecimal digits of a lesson's key."""


class CourseHost(SharingHost, LessonHost, Protocol):
    """The part of the application that courses use."""


class CourseTable(LessonTable):
    """A table for one task in a course. `lesson` is the index of the lesson, `number` that of its task, both from 0."""

    def __init__(self, game: Game, lesson: int, number: int = 0, back: Table | None = None) -> None:
        self.lesson = lesson
        self.count = len(games.course(game.name))
        super().__init__(game, number, back, games.course(game.name)[lesson])

    @property
    def history_entry(self) -> tuple[str, str]:
        """The kind of table and the name under which the browser's history reopens it.

        The name consists of the game and the lesson.
        """
        return "course", written(self.game.name, self.lesson + 1)

    @property
    def title(self) -> Message:
        """The title of the lesson."""
        return title(self.tasks)

    @property
    def step(self) -> Message:
        """The line above the task: the number of the lesson, and the number of all lessons."""
        return say("Lesson {number} of {count}", number=self.lesson + 1, count=self.count)

    @property
    def tools(self) -> tuple[tuple[str, str], ...]:
        """The commands and icons of the first buttons below the board.

        A lesson of one task has only the button for a hint, because there is no earlier task to go back to.
        """
        return super().tools if len(self.tasks) > 1 else (("hint", "hint"),)

    @property
    def after(self) -> tuple[str, str, Message | None]:
        """The command of the button after the last task, its argument and its label.

        The command opens the next lesson, or in the last lesson the list of lessons.
        """
        if self.lesson + 1 < self.count:
            arg = written(self.game.name, self.lesson + 2)
            return "course-lesson", arg, say_in("the player does it", "Next lesson")
        return "course", self.game.name, say("All lessons")

    def task_table(self, number: int) -> LessonTable:
        """Return the table of task `number` of this lesson."""
        return CourseTable(self.game, self.lesson, number, self.back)

    def note(self, kept: Kept) -> None:
        """Store nothing when a task begins. `finish` stores the progress when the lesson is done."""

    async def go_back(self, host: LessonHost) -> None:
        """Show the task's reply to a wrong move, or a general sentence if it has none, and take the move back."""
        await self.answer_with(host, self.task.wrong or say("There is a better move. Look again."))

    def finish(self, host: LessonHost) -> None:
        """Store that the lesson is done, if this is its last task."""
        if self.last_task:
            keep(host.kept, self.game.name, key(self.tasks))


def show(host: CourseHost, name: str) -> None:
    """Show the list of the lessons in a game's course."""
    host.place.open_sheet("course", name)


def begin(host: CourseHost, name: str, number: int | None) -> None:
    """Open the lesson `number`, counted from 1.

    If there is no such lesson, open the first one that is not done, or the very first one if all are done. Leaving the
    lesson returns to the current table.
    """
    count = len(games.course(name))
    lesson = number - 1 if number is not None and 0 < number <= count else first_open(host.kept, name)
    back = lessons.table_below(host.place.table)
    host.leave()
    lessons.sit(host, CourseTable(games.load(name), lesson, back=back))


# Progress -------------------------------------------------------------------------------------------------------------


def title(lesson: Lesson) -> Message:
    """Return the title of a lesson of a course."""
    heading = lesson[0].title
    assert heading is not None, "every lesson of a course has a title"
    return heading


def key(lesson: Lesson) -> str:
    """Return the identifier of a lesson in stored progress: eight hexadecimal digits.

    They are a checksum of the first position of the lesson.
    """
    return f"{crc32(lesson[0].setup.encode()):08x}"


def done(kept: Kept, name: str) -> frozenset[str]:
    """Return the keys of the lessons that are done in a game's course."""
    return read_done(kept.courses.get(name, ""))


def first_open(kept: Kept, name: str) -> int:
    """Return the index of the first lesson that is not done, or 0 if all are done."""
    known = done(kept, name)
    return next((number for number, lesson in enumerate(games.course(name)) if key(lesson) not in known), 0)


def keep(kept: Kept, name: str, lesson: str) -> None:
    """Store that a lesson of the game `name` is done; `lesson` is its key. Do nothing if that is stored already."""
    if lesson not in done(kept, name):
        kept.change(kept.courses, saves.COURSE_KEY, name, lambda text: write_done({*read_done(text), lesson}))


def write_done(keys: Iterable[str]) -> str:
    """Return the keys of completed lessons as JSON text."""
    return json.dumps({"schema": SCHEMA, "done": sorted(keys)}, separators=(",", ":"))


def read_done(text: str) -> frozenset[str]:
    """Return the keys of completed lessons in a text that `write_done` wrote. Damaged parts are left out."""
    values = (read_object(text) or {}).get("done")
    return frozenset(filter(_is_key, values[:MAX_DONE] if isinstance(values, list) else ()))


def _is_key(value: object) -> bool:
    return isinstance(value, str) and len(value) == KEY_LETTERS and set(value) <= set("0123456789abcdef")
