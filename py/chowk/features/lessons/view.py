"""The page of a lesson, with the real board and the current task, and the list of all lessons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chowk import games
from chowk.core.message import Message, say, say_in, say_many
from chowk.features.lessons.lessons import LessonTable, gone_through, reached
from chowk.i18n.i18n import Words
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, opener, picture, sheet, words_of
from chowk.ui.screens import drawings, pictures
from chowk.ui.screens.board import board
from chowk.ui.screens.offer_panel import bench
from chowk.ui.screens.table import Timer, card, refusal, timer
from chowk.ui.sheets.tray import tray

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.screens.table import PlayerCardViewer
    from chowk.ui.viewer import StorageViewer, Viewer


def lesson(viewer: PlayerCardViewer, words: Words, desk: LessonTable) -> Node:
    """Draw the page of a lesson: the board, the task, and the controls to continue or leave."""
    benched = desk.game.trial is not None
    return el(
        "div",
        _header(viewer, words, desk),
        el(
            "main",
            board(viewer, words, desk, drawings.over(desk)),
            _coach(viewer, words, desk),
            bench(viewer, words, desk),
            _own(viewer, words, desk) if benched else None,
            _actions(viewer, words, desk),
            class_="play",
        ),
        class_="table lesson children" if viewer.settings.children else "table lesson",
        key="lesson",
        data_game=desk.game.name,
        data_bench=benched,
        data_tray=desk.game.tray is not None,
        style={"--wide": f"{desk.view.SIZE[0]:g}", "--high": f"{desk.view.SIZE[1]:g}"},
    )


def _header(viewer: PlayerCardViewer, words: Words, desk: LessonTable) -> Node:
    return el(
        "header",
        button(viewer, words, "lesson-leave", label=desk.leave_label, icon="close", only_icon=True, class_="quiet"),
        el("h1", words(desk.title)),
        _clock(viewer, words, desk),
        button(viewer, words, "rules", icon="rules", only_icon=True, class_="quiet"),
        class_="top",
        key="header",
    )


def _clock(viewer: PlayerCardViewer, words: Words, desk: LessonTable) -> Node | None:
    reading = desk.reading(viewer.clock.instant())
    if reading is None:
        return None
    left = words(say("Time left: {time}", time=reading.text))
    return timer(Timer(words.figured(reading.text), left, reading.low, to_move=True, runs=not desk.complete))


def _own(viewer: PlayerCardViewer, words: Words, desk: LessonTable) -> Node:
    """Draw the learner's card, with counts such as the buttons (money) in Patchwork.

    It is needed only in games whose pieces can be tried on the board before a move.
    """
    return el(
        "section",
        card(viewer, words, desk, desk.learner),
        class_="players near",
        key="near",
        aria_label=words(say("Near side of the board")),
    )


# The task --------------------------------------------------------------------------------------------------------


def _coach(viewer: Viewer, words: Words, desk: LessonTable) -> Node:
    step = desk.step
    return el(
        "section",
        el(
            "div",
            el("p", words(step), class_="step note"),
            el("p", words_of(words, desk.introduction), class_="about", key="about") if desk.introduction else None,
            _drawn(words, desk),
            el("p", words(desk.goal), class_="goal", data_done=desk.complete, key="goal"),
            _reply(viewer, words, desk),
            class_="lines",
            tabindex="0",
            role="group",
            aria_label=words(step),
            key="lines",
        ),
        _turn_button(viewer, words, desk),
        None if desk.complete else tray(viewer, words, desk),
        class_="messages coach",
        key="messages",
        aria_label=words(say("What to do next")),
    )


def _drawn(words: Words, desk: LessonTable) -> Node | None:
    """Draw a list that describes the rings and arrows over the board in words. Return None if there are none."""
    drawn = desk.drawings()
    return el("div", drawings.listed(words, desk, drawn), class_="drawn", key="drawn") if drawn else None


def _reply(viewer: Viewer, words: Words, desk: LessonTable) -> Node | None:
    """Draw the most important reply to the learner's last action, such as praise or a hint; None without a reply."""
    if desk.complete:
        return el("p", words_of(words, desk.praise), class_="praise", key="praise")
    if viewer.voice.alert is not None:
        return refusal(viewer, words, desk)
    hint = _hint(desk)
    if desk.answer is not None and not hint:
        return el("p", words(desk.answer), class_="answered", key="answered")
    texts = hint or (desk.choice.trying.messages[:1] if desk.choice.trying else ())
    return el("p", words_of(words, texts), class_="note", key="tried") if texts else None


def _hint(desk: LessonTable) -> tuple[Message, ...]:
    """Return the sentences of the hint. Empty if no hint is shown, or if it only repeats the goal of the task."""
    hint = desk.choice.hint
    return hint.messages if hint is not None and hint.text != desk.task.goal else ()


def _turn_button(viewer: Viewer, words: Words, desk: LessonTable) -> Node | None:
    if desk.display.shown_ply is not None:
        return button(viewer, words, "present", key="present", class_="primary")
    return button(viewer, words, "roll", key="roll", class_="primary") if desk.choice.rolling is not None else None


def _actions(viewer: Viewer, words: Words, desk: LessonTable) -> Node:
    return el(
        "nav",
        [button(viewer, words, name, icon=icon, key=name) for name, icon in desk.tools],
        _onward(viewer, words, desk),
        class_="actions",
        key="actions",
        aria_label=words(say("Actions")),
    )


def _onward(viewer: Viewer, words: Words, desk: LessonTable) -> Node:
    """Draw the button to the next task. In the last task, it runs the command `LessonTable.after`."""
    look = "primary" if desk.complete else ""
    if desk.last_task:
        name, arg, label = desk.after
        return button(viewer, words, name, arg, label=label, icon="forward", class_=look, key="on")
    return button(viewer, words, "lesson-next", icon="forward", class_=look, key="on")


# The list of lessons ------------------------------------------------------------------------------------------------


def lesson_list(viewer: StorageViewer, words: Words) -> Node:
    """Draw the sheet with the games that can be learnt, each with its lesson and the progress in it."""
    return sheet(
        viewer,
        words,
        "learn",
        say_in("the player does it", "Learn a game"),
        el("p", words(say("Small tasks on the real board. You can stop at any time and go on later.")), class_="note"),
        el("ul", [_entry(viewer, words, name) for name in games.taught()], class_="learn"),
        _courses(viewer, words),
    )


def _courses(viewer: StorageViewer, words: Words) -> Node | None:
    """Draw the list of the games that have a course. Return None if there are none."""
    names = games.with_course()
    rows = [_course(viewer, words, name) for name in names]
    return el("section", el("h3", words(say("More lessons"))), el("ul", rows, class_="learn")) if names else None


def _course(viewer: StorageViewer, words: Words, name: str) -> Node:
    emblem = picture(pictures.emblem(name, viewer.look, f"course-{name}-"), "emblem")
    note = words(say("Short lessons, each with one idea."))
    return el("li", opener(words(games.sign(name).title), note, "course", name, emblem), key=name)


def _entry(viewer: StorageViewer, words: Words, name: str) -> Node:
    emblem = picture(pictures.emblem(name, viewer.look, f"learn-{name}-"), "emblem")
    note = words(_standing(viewer, name))
    return el("li", opener(words(games.sign(name).title), note, "learn", name, emblem), key=name)


def _standing(viewer: StorageViewer, name: str) -> Message:
    count, number = len(games.tasks(name)), reached(viewer.kept, name)
    if gone_through(viewer.kept, name):
        return say("You have done this lesson.")
    if number:
        return say("Step {number} of {count}", number=number + 1, count=count)
    return say_many("{count} step", "{count} steps", count)
