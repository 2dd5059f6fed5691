"""The sheet of the explorer: the moves played from the position shown, their results, and some of the games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from chowk.core.message import Message, say, say_in, say_many
from chowk.features.analysis.table import AnalysisTable
from chowk.features.collections.archive import MINE, day_text
from chowk.features.collections.explored import NO_OWN_GAMES, UNSORTED, Answer, Explored, ListRow, PlayedMove
from chowk.i18n.i18n import Words, isolated, non_breaking
from chowk.session.command import written
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import Pick, button, choice, opener, sheet

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.features.collections.collections import Collections
    from chowk.ui.viewer import Viewer

    class ExplorerViewer(Viewer, Protocol):
        """The state read by the sheet of the explorer."""

        @property
        def collections(self) -> Collections | None:
            """The state of collections, or None before the first one is opened."""


def played(viewer: ExplorerViewer, words: Words, table: Table) -> Node:
    """Draw the sheet with the moves played from the position that the board shows."""
    state = viewer.collections
    body = _body(viewer, words, table, state) if state is not None and state.heads is not None else ()
    return sheet(viewer, words, "played", say("What was played here"), *body, class_="collection explorer")


def _body(viewer: ExplorerViewer, words: Words, table: Table, state: Collections) -> Iterator[Node | None]:
    known = state.explored
    yield el("div", el("p", words(state.error)) if state.error is not None else None, role="alert", class_="complaint",
             key="error")  # fmt: skip
    picks = [
        Pick(written("choose", head.key), say("Collection: {name}", name=head.name), head.key == known.key)
        for head in state.heads or ()
    ]
    picks.append(Pick(written("choose", MINE), say("My games"), known.key == MINE))
    yield el("details", el("summary", words(say("Collection and players"))), _narrowed(words, table, known, picks),
             class_="narrow", key="filters")  # fmt: skip
    if known.done is not None or known.needed:
        yield from sorting(viewer, words, "explore", known.done)
    elif known.answer is not None:
        yield from _answer(viewer, words, table, known.answer)
        if known.key == MINE and not known.answer.all:
            yield el("p", words(NO_OWN_GAMES), class_="note", key="no-own")
    if not state.heads:
        yield el("p", words(say("Open a file with many games first.")), class_="note", key="none")
        yield button(viewer, words, "collections", icon="kept", class_="row", key="collections")


def sorting(viewer: ExplorerViewer, words: Words, command: str, done: float | None) -> Iterator[Node]:
    """Draw the button that makes the index of a collection's positions, or the progress while the index is made.

    `command` is the command of the button. `done` is the share that is done, from 0 to 1, or None if no index is being
    made.
    """
    if done is not None:
        yield _job(viewer, words, command, done)
        return
    yield el("p", words(UNSORTED), class_="note", key="about")
    label = say_in("the page does it", "Sort the positions")
    yield button(viewer, words, command, "index", label=label, icon="kept", class_="row", key="index")


def _narrowed(words: Words, table: Table, known: Explored, picks: Sequence[Pick]) -> Node:
    sides = [(str(seat), table.game.side(table.position, seat)) for seat in range(table.position.seats)][:2]
    seats = [("", say("Either")), *sides]
    return el(
        "div",
        choice(words, "explorer-key", say("Collection"), "explore", picks),
        _typed(words, "player", say("Player"), known.player) if known.key != MINE else None,
        _typed(words, "opponent", say("Opponent"), known.opponent),
        choice(words, "explorer-seat", say("The player's side"), "explore",
               [Pick(written("seat", seat), label, known.seat == seat) for seat, label in seats]),
    )  # fmt: skip


def _typed(words: Words, field: str, label: Message, value: str) -> Node:
    return el(
        "label",
        el("span", words(label)),
        el("input", type="text", class_="field", do="explore", arg=field, value=value, autocomplete="off",
           spellcheck="false", maxlength="80"),
        class_="sought",
        key=field,
    )  # fmt: skip


def _job(viewer: ExplorerViewer, words: Words, command: str, done: float) -> Node:
    return el(
        "section",
        el("progress", value=round(100 * done), max="100", aria_label=words(say("Sorting the positions"))),
        button(viewer, words, command, "stop", label=say_in("the page does it", "Stop"), icon="close",
               class_="quiet"),
        class_="unpacked",
        key="job",
    )  # fmt: skip


def _answer(viewer: ExplorerViewer, words: Words, table: Table, answer: Answer) -> Iterator[Node | None]:
    where = say("Games: {count} of {all}", count=answer.total, all=answer.all)
    yield el("p", words(where), class_="note", role="status", key="where")
    if answer.indexed < answer.all:
        first = say("Games searched: {count} of {all}", count=answer.indexed, all=answer.all)
        yield el("p", words(first), class_="note", key="more")
    sides = [table.game.side(table.position, seat) for seat in range(table.position.seats)][:2]
    if answer.moves:
        values = _values(table)
        yield el("ul", [_move(words, table, sides, move, values.get(move.move, "")) for move in answer.moves],
                 class_="listed", key="moves")  # fmt: skip
    if answer.ended:
        ended = say_many("{count} game ended here.", "{count} games ended here.", answer.ended)
        yield el("p", words(ended), class_="note", key="ended")
    for title, rows, key in (
        (say("The latest games"), answer.latest, "latest"),
        (say("Games of the most frequent players"), answer.notable, "notable"),
    ):
        if rows:
            yield el("h3", words(title), key=f"{key}-title")
            yield el("ul", [_game(words, row) for row in rows], class_="archives", key=key)
    if answer.total:
        label = say_in("the page does it", "Show all these games")
        yield button(viewer, words, "explore", "list", label=label, icon="kept", class_="row", key="list")


def _values(table: Table) -> Mapping[str, str]:
    """Return the values of moves, as text, that the analysis at the table shows for its position."""
    if not isinstance(table, AnalysisTable):
        return {}
    return {line.moves[0]: table.written(line) for line in table.known.lines}


def _worth(table: Table, row: PlayedMove, value: str) -> Message | None:
    """Return a sentence on the value of a move by the engine, or None if unknown.

    `value` is the value in the analysis at the table. If it is empty, the average value in checked games is used
    instead.
    """
    if value:
        return say("Value: {value}", value=value)
    scale = table.game.scale
    if row.lead is None or scale is None:
        return None
    if isinstance(table, AnalysisTable) and not table.engine:  # the player wants no values
        return None
    value = scale.scale_for(table.position).written(row.lead)
    return say_many("Value in {count} checked game: {value}", "Average value in {count} checked games: {value}",
                    row.judged, value=value)  # fmt: skip


def _move(words: Words, table: Table, sides: Sequence[Message], row: PlayedMove, value: str) -> Node:
    known = row.first + row.second + row.drawn
    parts = (("first", row.first), ("drawn", row.drawn), ("second", row.second))
    bar = el("span", [el("span", class_=side, style={"--share": str(count)}) for side, count in parts if count],
             class_="score-bar", aria_hidden="true") if known else None  # fmt: skip
    won = say("{first}: {one} · Draws: {drawn} · {second}: {two}", first=sides[0], one=row.first, drawn=row.drawn,
              second=sides[-1], two=row.second)  # fmt: skip
    worth = _worth(table, row, value)
    inner = (
        el("span", words.figured(row.move), " ", class_="made", translate="no"),
        el("span", words(say_many("{count} game", "{count} games", row.made)), " ", class_="note"),
        bar,
        el("span", words(won), " ", class_="note") if known else None,
        el("span", words(worth), class_="note judged-value") if worth is not None else None,
    )
    if table.kind != "analysis":
        return el("li", el("div", *inner, class_="played"), key=row.move)
    return el("li", el("button", *inner, type="button", class_="played", do="explore", arg=written("move", row.move)),
              key=row.move)  # fmt: skip


def _game(words: Words, row: ListRow) -> Node:
    title = " – ".join(map(isolated, row.players)) or words(say("Game {number}", number=row.place))
    about = " · ".join(fact for fact in (row.event, non_breaking(day_text(row.date)), row.result) if fact)
    return el("li", opener(title, isolated(about), "explore", written("game", row.number)), key=str(row.number))
