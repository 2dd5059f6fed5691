"""The home page's offers for today: the puzzle of the day, and the player's own mistakes that are due.

The home page shows them once the device has stored the result of a game or a puzzle, or a mistake.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

from chowk import games
from chowk.core.message import Message, say, say_many
from chowk.features.practice import mistake_store, progress
from chowk.features.practice.daily import game_of, streak
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.session.metadata import day_of
from chowk.ui.nodes import Node, el
from chowk.ui.parts import picture, words_of
from chowk.ui.screens import pictures

if TYPE_CHECKING:  # read by type checkers only
    from collections.abc import Sequence

    from chowk.features.practice.view import PracticeViewer

_SOLVED: Final = say("You have solved today's puzzle.")


def today(viewer: PracticeViewer, words: Words) -> Sequence[Node]:
    """Draw today's cards for the home page: the puzzle of the day, and the mistakes that are due, if any."""
    day = date.fromisoformat(day_of(viewer.clock.now()))
    drawn = [_puzzle(viewer, words, day), None if viewer.settings.children else _mistake(viewer, words, day)]
    return [card for card in drawn if card is not None]


def _puzzle(viewer: PracticeViewer, words: Words, day: date) -> Node:
    known = {name: progress.read(viewer.kept.practised.get(name, "")) for name in games.practised()}
    name = game_of(day)
    notes = [_SOLVED if day in known[name].days else say("Today's puzzle is waiting for you.")]
    days = streak(frozenset().union(*(one.on_time for one in known.values())), day)
    if days > 1 and not (viewer.settings.children or viewer.settings.quiet):
        notes.append(say_many("{count} day in a row.", "{count} days in a row.", days))
    title = say("{game}: puzzle", game=games.sign(name).title)
    return _card(viewer, words, name, title, notes, "puzzle", written(name, "day"))


def _mistake(viewer: PracticeViewer, words: Words, day: date) -> Node | None:
    """Draw the card of the game with the most mistakes that are due; None if none is due."""
    due = {
        name: len(mistake_store.due(mistake_store.read(viewer.kept.mistakes.get(name, "")), day))
        for name in games.practised()
    }
    name = max(due, key=due.__getitem__)
    if not due[name]:
        return None
    title = say("{game}: find a better move", game=games.sign(name).title)
    notes = [say_many("{count} due today", "{count} due today", due[name])]
    return _card(viewer, words, name, title, notes, "mistake-find", written(name, ""))


def _card(
    viewer: PracticeViewer, words: Words, name: str, title: Message, notes: Sequence[Message], do: str, arg: str
) -> Node:
    return el(
        "button",
        picture(pictures.emblem(name, viewer.look, f"{do}-{name}-"), "emblem"),
        el(
            "span",
            el("span", words(title), class_="title"),
            el("span", words_of(words, notes), class_="note"),
            class_="lines",
        ),
        type="button",
        class_="game bring today",
        do=do,
        arg=arg,
        key=do,
    )
