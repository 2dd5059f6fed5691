"""The sheet with the named openings of a game and a search field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chowk.core.message import say
from chowk.features.analysis.table import AnalysisTable
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import sheet

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


def openings(viewer: Viewer, words: Words, table: Table, arg: str) -> Node:
    """Draw the sheet of the game's named openings. `arg` is the search text; a space before it is ignored.

    Only openings whose name or moves contain all words of the search text are listed.
    """
    assert isinstance(table, AnalysisTable), "it lies over nothing else"
    query, name = arg.removeprefix(" "), table.game.opening(table.match)
    sought = query.casefold().split()
    entries = [
        _entry(number, named, moves, current=named == name)
        for number, (named, moves) in enumerate(table.game.named_openings())
        if all(word in f"{named} {' '.join(moves)}".casefold() for word in sought)
    ]
    return sheet(
        viewer,
        words,
        "openings",
        say("Openings"),
        el(
            "input",
            type="text",
            class_="field",
            do="openings",
            value=query,
            placeholder=words(say("Name or moves")),
            aria_label=words(say("Name or moves")),
            autocomplete="off",
            spellcheck="false",
            maxlength="80",
            data_autofocus=True,
            key="sought",
        ),
        el("ul", entries, class_="openings", key="found")
        if entries
        else el("p", words(say("There is no such opening.")), class_="note", role="status", key="none"),
        class_="openings-sheet",
    )


def _entry(number: int, name: str, moves: tuple[str, ...], *, current: bool) -> Node:
    inner = (
        el("span", name, class_="made", translate="no"),
        el("span", " ".join(moves), class_="note", translate="no"),
    )
    return el(
        "li",
        el("button", *inner, type="button", do="study-opening", arg=written(number),
           aria_current="true" if current else None),
        key=str(number),
    )  # fmt: skip
