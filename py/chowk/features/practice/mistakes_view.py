"""The sheet of the player's own mistakes in a game: the positions due today, and the most frequent themes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Final

from chowk.core.message import Day, Message, say, say_many
from chowk.features.practice import mistake_store as store
from chowk.features.practice.entries import entry
from chowk.features.practice.mistake_store import Mistakes
from chowk.features.practice.mistakes import mistakes_of, themes
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.session.metadata import day_of
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, sheet, words_of

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.ui.viewer import StorageViewer, TimeOfDay

    class MistakesViewer(StorageViewer, Protocol):
        """The state read by the sheet of the player's mistakes."""

        @property
        def clock(self) -> TimeOfDay:
            """The clock that tells the current time."""


SHOWN: Final = 5
"""Maximum number of themes that are shown. The most frequent themes are shown."""


def row(viewer: MistakesViewer, words: Words, name: str) -> Node | None:
    """Draw the entry of a game's mistakes on the sheet of its puzzles.

    Return None if mistakes in this game are not stored.
    """
    if themes(name) is None:
        return None
    known, today = mistakes_of(viewer.kept, name), _today(viewer)
    note = words_of(words, _standing(known, today) or [_KEPT])
    return entry(words, say("My mistakes"), note, "mistakes", name, key="mistakes")


_KEPT: Final = say("Mistakes that a review finds in your games come back here until you know the positions.")


def _today(viewer: MistakesViewer) -> date:
    return store.day(day_of(viewer.clock.now()), date.min)


def _standing(known: Mistakes, today: date) -> Sequence[Message]:
    """Return a sentence on the number of positions due today, or sentences on the next due day.

    Empty without mistakes.
    """
    if count := len(store.due(known, today)):
        return [say_many("{count} due today", "{count} due today", count)]
    following = store.next_day(known)
    return [say("Nothing is due today."), _next(following)] if following is not None else []


def _next(following: date) -> Message:
    return say("The next is due on {date}.", date=Day(following.isoformat()))


def mistakes(viewer: MistakesViewer, words: Words, name: str) -> Node:
    """Draw the sheet of a game's mistakes."""
    known, today = mistakes_of(viewer.kept, name), _today(viewer)
    return sheet(
        viewer,
        words,
        "mistakes",
        say("My mistakes"),
        _todays_mistakes(viewer, words, name, known, today),
        _most(words, name, known),
        class_="practice",
    )


def _todays_mistakes(viewer: MistakesViewer, words: Words, name: str, known: Mistakes, today: date) -> Node:
    following = store.next_day(known)
    if store.due(known, today):
        content = [
            button(viewer, words, "mistake-find", name, icon="puzzle", class_="primary"),
            el("p", words_of(words, _standing(known, today)), class_="note"),
        ]
    elif following is not None:
        content = [el("p", words_of(words, [say("Nothing more is due today."), _next(following)]))]
    else:
        content = [el("p", words(_KEPT), class_="note")]
    return el("section", content, class_="daily", key="due")


def _most(words: Words, name: str, known: Mistakes) -> Node | None:
    """Draw the most frequent themes of the player's mistakes in a game. Each leads to the positions of that theme."""
    declared = themes(name)
    if declared is None or not known:
        return None
    groups = list(store.by_theme(known, declared.titles).items())[:SHOWN]
    rows = [_theme(words, name, theme, declared.titles[theme], len(group)) for theme, group in groups]
    return el("section", el("h3", words(say("What went wrong most often"))), el("ul", rows, class_="learn"), key="most")


def _theme(words: Words, name: str, theme: str, title: Message, count: int) -> Node:
    note = words(say_many("{count} position", "{count} positions", count))
    return entry(words, title, note, "mistake-find", written(name, theme), key=theme)
