"""The sheet of a course: its lessons, and which of them are done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chowk import games
from chowk.core.message import Message, say
from chowk.features.courses.courses import done, key, title
from chowk.games.api.lesson import Lesson
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, opener, sheet

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import StorageViewer


def course(viewer: StorageViewer, words: Words, name: str) -> Node:
    """Draw the sheet of a game's course: its lessons, and the button to the first one that is not done."""
    lessons, known = games.course(name), done(viewer.kept, name)
    count = sum(key(lesson) in known for lesson in lessons)
    progress = say("{done} of {count} lessons done", done=count, count=len(lessons))
    rows = [_row(words, name, number, lesson, key(lesson) in known) for number, lesson in enumerate(lessons, 1)]
    return sheet(
        viewer,
        words,
        "course",
        say("{game}: more lessons", game=games.sign(name).title),
        el(
            "section",
            button(viewer, words, "course-lesson", name, icon="forward", class_="primary"),
            el("p", words(progress), class_="note"),
            class_="daily",
            key="on",
        ),
        el("ol", rows, class_="learn", key="lessons"),
        class_="practice",
    )


def _row(words: Words, name: str, number: int, lesson: Lesson, is_done: bool) -> Node:
    text = words(say("{number}. {title}", number=number, title=title(lesson)))
    state: Message = say("Done") if is_done else say("Not done yet")
    return el(
        "li", opener(text, words(state), "course-lesson", written(name, number)), key=str(number), data_done=is_done
    )
