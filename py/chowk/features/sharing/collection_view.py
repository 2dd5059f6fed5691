"""The list of a file's games, in pages. A game that cannot be read shows its error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chowk.core.errors import TextError
from chowk.core.message import Message, say, say_in, say_many
from chowk.features.sharing.collection import MOST, ROWS, Collection, ReadGame
from chowk.i18n.i18n import Words, isolated, non_breaking
from chowk.session.command import written
from chowk.ui.icons import icon
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, sheet, switch

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.ui.viewer import Viewer

    class CollectionViewer(Viewer, Protocol):
        """The state read by the list of a file's games."""

        @property
        def collection(self) -> Collection | None:
            """The file with several games that was opened last, or None."""


def collection(viewer: CollectionViewer, words: Words, _: str) -> Node:
    """Draw the sheet with the list of a file's games."""
    shown = viewer.collection
    return sheet(
        viewer, words, "collection", say("Games of the file"),
        *(_body(viewer, words, shown) if shown is not None else ()),
        foot=_pages(words, shown) if shown is not None else None, class_="collection",
    )  # fmt: skip


def _body(viewer: CollectionViewer, words: Words, collection: Collection) -> Iterator[Node | None]:
    chosen, label = collection.chosen, words(say("Players, event or date"))
    yield el(
        "input",
        type="text",
        class_="field",
        do="find-listed",
        value=collection.sought,
        placeholder=label,
        aria_label=label,
        autocomplete="off",
        spellcheck="false",
        maxlength="100",
        key="sought",
    )
    bad = len(collection.bad)
    if bad:
        text = say_many(
            "{count} game cannot be read and is left out.", "{count} games cannot be read and are left out.", bad
        )
        yield el("p", words(text), class_="note", key="bad")
        yield switch(words, "bad-listed", "", say("Only games that cannot be read"), collection.only_bad)
    if collection.more:
        yield el("p", words(say("Only the first {count} games are listed.", count=MOST)), class_="note", key="more")
    keep = say_in("the page does it", "Keep as a collection")
    yield button(viewer, words, "archive", "keep", label=keep, icon="kept", class_="row")
    shown = collection.on_page(chosen)
    where = words(_where(collection, chosen))
    # While the file is being split, its length changes all the time, so screen readers do not announce it.
    yield el("p", where, class_="note", role="status" if collection.whole else None, key="where")
    if collection.busy and collection.whole and len(collection.rows) < len(collection.spans):
        reading = say("Reading game {number} of {count}.", number=len(collection.rows) + 1, count=len(collection.spans))
        yield el("p", words(reading), class_="note", key="reading")
    rows = [_row(words, collection, number) for number in shown]
    yield el("ul", rows, class_="listed", key=f"listed-{collection.page}")


def _where(collection: Collection, chosen: list[int]) -> Message:
    first = collection.page * ROWS
    if not chosen:
        return say("No game has these words.")
    last = min(first + ROWS, len(chosen))
    return say("Games {first} to {last} of {count}", first=first + 1, last=last, count=len(chosen))


def _pages(words: Words, collection: Collection) -> list[Node] | None:
    """Return the buttons for the previous and the next page, or None if the list fits on one page."""
    last = max(0, (len(collection.chosen) - 1) // ROWS)
    if not last:
        return None
    return [
        _to_page(words, max(0, collection.page - 1), _BEFORE, able=collection.page > 0),
        _to_page(words, min(last, collection.page + 1), _AFTER, able=collection.page < last),
    ]


def _to_page(words: Words, page: int, label: Message, *, able: bool) -> Node:
    """Draw a page button.

    If it is not `able`, it is disabled but stays in place, so that it keeps the keyboard focus.
    """
    back = label == _BEFORE
    return el(
        "button",
        icon("back") if back else None,
        el("span", words(label), class_="label"),
        None if back else icon("forward"),
        key="before" if back else "after",
        type="button",
        class_="button",
        do="page-listed",
        arg=written(page),
        aria_disabled=None if able else "true",
    )


_BEFORE = say_in("of a list", "Previous page")
_AFTER = say_in("of a list", "Next page")


def _row(words: Words, collection: Collection, number: int) -> Node:
    facts, row = collection.facts[number], collection.rows.get(number)
    names = [el("span", isolated(name), " ", translate="no") for name in facts.players]
    about = [fact for fact in (facts.event, non_breaking(facts.date)) if fact]
    lines = el(
        "span",
        el("span", names or words(say("Game {number}", number=number + 1)), class_="title"),
        el("span", [el("span", fact, " ", translate="no") for fact in about], class_="note") if about else None,
        class_="lines",
    )
    place = el("span", words.number(number + 1), " ", class_="ply")
    if row is not None and row.complaint is not None:
        return el("li", el("div", place, lines, class_="unread"), _complaint(words, row.complaint), key=str(number))
    return el(
        "li",
        el(
            "button",
            place,
            lines,
            " ",
            _figures(words, facts.result if row is None else row.result, row),
            type="button",
            class_="kept-open",
            do="open-listed",
            arg=written(number),
        ),
        key=str(number),
    )


def _figures(words: Words, result: str, row: ReadGame | None) -> Node:
    moves = words(say_many("{count} move", "{count} moves", row.moves)) if row is not None else ""
    return el(
        "span",
        el("span", words.figured(result), " ", class_="result", translate="no"),
        el("span", moves, class_="note"),
        class_="figures",
    )


def _complaint(words: Words, complaint: TextError) -> Node:
    place = say("Line {line}, column {column}", line=complaint.line, column=complaint.column)
    return el(
        "p",
        el("span", words(place), " ", class_="note"),
        el("span", words(complaint.why)),
        class_="reason",
    )
