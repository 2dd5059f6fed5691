"""The sheets of a check: one on which it is started, with a list of players, and one with the report on a player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from chowk import games
from chowk.core.message import Message, say, say_in, say_many
from chowk.features.collections.archive import MINE
from chowk.features.collections.check_page import BUDGETS
from chowk.features.collections.collections import Check, CheckJob, Collections, PlayerRow, Report
from chowk.features.collections.explored import NO_OWN_GAMES
from chowk.features.review.summary import without_accuracy
from chowk.features.review.view import GRADES as GRADE_LABELS
from chowk.i18n.i18n import Words, isolated
from chowk.session.command import written
from chowk.ui.nodes import Node, el
from chowk.ui.parts import Pick, button, choice, opener, sheet

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.ui.viewer import Viewer

    class CheckViewer(Viewer, Protocol):
        """The state read by the sheets about the check of a collection."""

        @property
        def collections(self) -> Collections | None:
            """The state of collections, or None before the first one is opened."""


PARTS: Final = (say("The first third"), say("The second third"), say("The last third"))
"""Labels of the equal parts of a game, in order."""
SHOWN: Final = 8
"""Maximum number of kinds of mistakes in the report on a player. The most frequent are shown."""


def check(viewer: CheckViewer, words: Words, _: str) -> Node:
    """Draw the sheet on which the user starts and stops the check of a collection, with a list of the players."""
    state = viewer.collections
    known = state.check if state is not None else None
    body = _check(viewer, words, state, known) if state is not None and known is not None else ()
    return sheet(viewer, words, "check", say("Checking the games"), *body, class_="collection checking")


def _check(viewer: CheckViewer, words: Words, state: Collections, known: Check) -> Iterator[Node | None]:
    about = say(
        "The strongest opponent reviews the games in the background, and rests while you play. "
        "What it finds stays on this device."
    )
    yield el("p", words(about), class_="note", key="about")
    yield el("div", el("p", words(state.error)) if state.error is not None else None, role="alert", class_="complaint",
             key="error")  # fmt: skip
    if known.all is None:
        return
    done = say("Games checked: {count} of {all}", count=known.checked, all=known.all)
    yield el("h3", isolated(known.name), class_="title", key="name")
    yield el("p", words(done), role="status", key="done")
    if known.key == MINE and not known.all:
        yield el("p", words(NO_OWN_GAMES), class_="note", key="no-own")
    if known.job is not None:
        yield _job(viewer, words, known.job)
    elif known.checked < known.all and state.checking is None:
        picks = [Pick(written("budget", name), budget.label, name == state.budget) for name, budget in BUDGETS.items()]
        yield choice(words, "check-budget", say("How much at a time"), "check", picks)
        label = say_in("the page does it", "Check")
        yield button(viewer, words, "check", "start", label=label, icon="check", class_="primary", key="start")
    if known.players:
        several = len({row.game for row in known.players}) > 1
        rows = [_player(words, row, several=several) for row in known.players]
        yield el("h3", words(say("Players")), key="heading")
        yield el("ul", rows, class_="archives", key="players")
    if known.checked and known.job is None:
        label = say_in("the page does it", "Delete what the check found")
        yield button(viewer, words, "check", "forget", label=label, icon="delete", class_="row", key="forget")


def _job(viewer: CheckViewer, words: Words, job: CheckJob) -> Node:
    if job.rests:
        sentence = say("The check rests while you play.")
    else:
        sentence = say_many("{count} game so far", "{count} games so far", job.done)
    return el(
        "section",
        el("progress", value=job.done, max=max(1, job.total), aria_label=words(say("Checking the games"))),
        el("p", words(sentence), class_="note"),
        button(viewer, words, "check", "stop", label=say_in("the page does it", "Stop"), icon="close", class_="quiet"),
        class_="unpacked",
        key="job",
    )


def _name(words: Words, name: str) -> str:
    return isolated(name) if name else words(say("Without a name"))


def _player(words: Words, row: PlayerRow, *, several: bool) -> Node:
    notes = [words(games.sign(row.game).title)] if several else []
    notes.append(words(say("Games checked: {count} of {all}", count=row.checked, all=row.games)))
    if row.accuracy is not None:
        notes.append(words(say("Accuracy {accuracy}", accuracy=row.accuracy)))
    note = [el("span", text, " ") for text in notes]
    return el("li", opener(_name(words, row.name), note, "check", written("player", row.game, row.name)),
              key=f"{row.game} {row.name}")  # fmt: skip


# One player -----------------------------------------------------------------------------------------------------------


def player(viewer: CheckViewer, words: Words, _: str) -> Node:
    """Draw the sheet with the report that the check of a collection gives on a player."""
    state = viewer.collections
    known = state.check.report if state is not None and state.check is not None else None
    title = say("Player")
    if known is not None and known.name:
        title = say("Player: {name}", name=known.name)
    body = _report(viewer, words, known) if known is not None else ()
    return sheet(viewer, words, "check-player", title, *body, class_="collection checking")


def _report(viewer: CheckViewer, words: Words, known: Report) -> Iterator[Node | None]:
    done = say("Games checked: {count} of {all}", count=known.checked, all=known.games)
    yield el("p", el("span", words(games.sign(known.game).title), ". "), el("span", words(done)), key="done")
    if known.checked:
        parts = [*zip(PARTS, known.parts, strict=True), (say("Overall"), known.accuracy)]
        yield _table(words, "parts", say("Accuracy"), [(words(part), _figure(words, value)) for part, value in parts])
        yield el("p", words(_MEANT), class_="note", key="meant")
        if any(value is None for _, value in parts):
            yield el("p", words(without_accuracy(_UNKNOWN)), class_="note", key="without")
        grades = zip(GRADE_LABELS.values(), known.grades, strict=True)
        yield _table(words, "grades", say("Moves"), [(words(label), words.number(count)) for label, count in grades])
    if known.themes:
        declared = games.sign(known.game).mistakes
        titles = declared().titles if declared is not None else {}
        themes = [(words(titles[theme]), words.number(count)) for theme, count in known.themes if theme in titles]
        yield _table(words, "themes", say("What went wrong most often"), themes[:SHOWN])
    for key, title, rows in (
        ("well", say("Openings that went well"), known.well),
        ("badly", say("Openings that went badly"), known.badly),
    ):
        if rows:
            yield _openings(words, key, title, rows)
    if known.missed:
        label = say_in("the page does it", "Add the worst to My mistakes")
        yield button(viewer, words, "check", "practise", label=label, icon="puzzle", class_="row", key="practise")


_MEANT: Final = say(
    "Accuracy compares what the choices lost with what random moves would have lost there: 100 for no loss, "
    "about 20 for random moves. Forced and obvious moves do not count."
)


_UNKNOWN: Final = "–"
"""Sign in a table for an accuracy that is not known."""


def _figure(words: Words, value: int | None) -> str:
    return _UNKNOWN if value is None else words.number(value)


def _table(words: Words, key: str, title: Message, rows: Sequence[tuple[str, str]]) -> Node:
    """Draw a table with a heading, and a row for each name and figure."""
    return el(
        "section",
        el("h3", words(title), id=f"check-{key}"),
        el(
            "table",
            el("tbody", [el("tr", el("th", name, scope="row"), el("td", figure)) for name, figure in rows]),
            class_="figures",
            aria_labelledby=f"check-{key}",
        ),
        key=key,
    )


def _openings(words: Words, key: str, title: Message, rows: Sequence[tuple[str, int, float]]) -> Node:
    """Draw a list of openings with the share of the points in each."""
    items = []
    for name, count, share in rows:
        points = words(say("{percent} % of the points", percent=round(100 * share)))
        played = words(say_many("{count} game", "{count} games", count))
        items.append(
            el(
                "li",
                el("span", isolated(name), " ", class_="title", translate="no"),
                el("span", el("span", played, " "), "· ", el("span", points), class_="note"),
                key=name,
            )
        )
    return el("section", el("h3", words(title)), el("ul", items, class_="openings-found"), key=key)
