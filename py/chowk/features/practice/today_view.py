"""The home page's offers for today: the puzzle of the day, and the player's own mistakes that are due.

The home page shows them once the device has stored the result of a game or a puzzle, or a mistake.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final, NamedTuple

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
    from collections.abc import Iterator, Sequence

    from chowk.features.practice.view import PracticeViewer

_SOLVED: Final = say("You have solved today's puzzle.")


class TodayCard(NamedTuple):
    """One of today's cards: its game, its title and the sentences below, and the command that it runs, with arguments.

    `do` is the name of the command, and `arg` holds its arguments.
    """

    game: str
    title: Message
    notes: tuple[Message, ...]
    do: str
    arg: str


def today(viewer: PracticeViewer, words: Words) -> Sequence[Node]:
    """Draw today's cards for the home page: the puzzle of the day, and the mistakes that are due, if any."""
    return [_card(viewer, words, card) for card in _cards(viewer)]


def texts(viewer: PracticeViewer, words: Words) -> Sequence[tuple[str, str]]:
    """Return two texts for each of today's cards: its title, and the sentences below."""
    return [(words(card.title), " ".join(words(note) for note in card.notes)) for card in _cards(viewer)]


def _cards(viewer: PracticeViewer) -> Iterator[TodayCard]:
    day = date.fromisoformat(day_of(viewer.clock.now()))
    yield _puzzle(viewer, day)
    if not viewer.settings.children:
        yield from _mistake(viewer, day)


def _puzzle(viewer: PracticeViewer, day: date) -> TodayCard:
    known = {name: progress.read(viewer.kept.practised.get(name, "")) for name in games.practised()}
    name = game_of(day)
    notes = [_SOLVED if day in known[name].days else say("Today's puzzle is waiting for you.")]
    days = streak(frozenset().union(*(one.on_time for one in known.values())), day)
    if days > 1 and not (viewer.settings.children or viewer.settings.quiet):
        notes.append(say_many("{count} day in a row.", "{count} days in a row.", days))
    title = say("{game}: puzzle", game=games.sign(name).title)
    return TodayCard(name, title, tuple(notes), "puzzle", written(name, "day"))


def _mistake(viewer: PracticeViewer, day: date) -> Iterator[TodayCard]:
    """Yield the card of the game with the most mistakes that are due; nothing if none is due."""
    due = {
        name: len(mistake_store.due(mistake_store.read(viewer.kept.mistakes.get(name, "")), day))
        for name in games.practised()
    }
    name = max(due, key=due.__getitem__)
    if due[name]:
        title = say("{game}: find a better move", game=games.sign(name).title)
        note = say_many("{count} due today", "{count} due today", due[name])
        yield TodayCard(name, title, (note,), "mistake-find", written(name, ""))


def _card(viewer: PracticeViewer, words: Words, card: TodayCard) -> Node:
    return el(
        "button",
        picture(pictures.emblem(card.game, viewer.look, f"{card.do}-{card.game}-"), "emblem"),
        el(
            "span",
            el("span", words(card.title), class_="title"),
            el("span", words_of(words, card.notes), class_="note"),
            class_="lines",
        ),
        type="button",
        class_="game bring today",
        do=card.do,
        arg=card.arg,
        key=card.do,
    )
