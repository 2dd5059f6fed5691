"""The legend of the analysis: the signs on the board and beside the moves, with their meanings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from chowk.core.message import Message, say
from chowk.draw import marks, svg
from chowk.features.analysis import annotations_view
from chowk.features.analysis.table import AnalysisTable
from chowk.features.analysis.tree_view import MARK_NAMES
from chowk.games.api import Cell
from chowk.i18n.i18n import Words
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import balance, picture, sheet
from chowk.ui.screens import drawings

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


ON_BOARD: Final = {
    "last": say("Last move"),
    "movable": say("A piece that may move"),
    "must": say("A piece that must move"),
    "selected": say("The chosen piece"),
    "target": say("Where it may move"),
    "cause": say("Why a move is refused"),
}
"""Meaning of each kind of mark on squares."""
_FRAME: Final = (-0.6, -0.6, 1.2, 1.2)
_WAY: Final = (Cell("from", 0, 0.5, 1, 1), Cell("to", 1.4, 0.5, 1, 1))
_BOX: Final = "0 0 2.4 2"


def legend(viewer: Viewer, words: Words, table: Table, _: str = "") -> Node:
    """Draw the sheet with the signs of the analysis and their meanings."""
    assert isinstance(table, AnalysisTable), "it lies over nothing else"
    return sheet(
        viewer,
        words,
        "legend",
        say("What the signs mean"),
        _part(words, say("Values"), _values(words, table)) if table.scale is not None else None,
        _part(words, say("On the board"), _board(viewer)),
        _part(words, say("Moves"), _marks()),
        class_="legend",
    )


def _part(words: Words, title: Message, signs: Iterator[tuple[Node, Message]]) -> Node:
    rows = [
        el("div", el("dt", sign, aria_hidden="true"), el("dd", words(meaning)), key=meaning.text)
        for sign, meaning in signs
    ]
    return el("section", el("h3", words(title)), el("dl", rows, class_="signs"), key=title.text)


def _values(words: Words, desk: AnalysisTable) -> Iterator[tuple[Node, Message]]:
    """Yield the legend's entries for the values of moves. Each is a sample drawing and its meaning.

    Proven results, the arrow for the best move, and the balance bar have entries only if the page can show them.
    """
    scale = desk.scale
    assert scale is not None, "there are values"
    text = words.figured(scale.written(0.25 * scale.won))
    yield _chip(text), scale.unit or say("Lead after this move")
    yield _chip(text, best=True), say("Best move")
    yield _chip(text, exact=True), say("Proven to the end of the game")
    yield _chip(text, changed=True), say("Changed just now")
    if desk.engine and desk.notes is not None:
        for sign, meaning in desk.notes.signs(desk).items():
            yield _chip(sign), meaning
    if desk.game.trial is None:
        yield _arrow(best=True), say("The best move, drawn as an arrow")
    if desk.match.position.seats == 2:
        yield (
            balance([desk.seats.token(seat) for seat in (0, 1)], [3.0, 1.0]),
            say("The side with the longer part is ahead"),
        )


def _chip(text: str, *, best: bool = False, exact: bool = False, changed: bool = False) -> Node:
    return el("span", el("span", text), class_="worth", data_best=best, data_exact=exact, data_changed=changed)


def _arrow(*, best: bool) -> Node:
    shape = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_BOX}">{annotations_view.move_arrow(_WAY, best=best)}</svg>'
    )
    return el("span", class_="headway", html=shape)


def _board(viewer: Viewer) -> Iterator[tuple[Node, Message]]:
    for kind, meaning in ON_BOARD.items():
        yield picture(_mark(kind, viewer.look), "mark-sample"), meaning
    drawn = drawings.ring(Cell("d3", 0, 0, 1, 1))
    ring = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{drawn}</svg>'
    yield el("span", class_="drawings", html=ring), say("Drawn on the board")


@lru_cache(maxsize=16)
def _mark(kind: str, look: str) -> str:
    return svg.picture(marks.art_of(f"mark {kind} 1 1", {}), _FRAME, look, f"legend-{kind}-")


def _marks() -> Iterator[tuple[Node, Message]]:
    for mark, meaning in MARK_NAMES.items():
        yield el("span", mark, class_="sign"), meaning
