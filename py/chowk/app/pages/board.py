"""The board as a page has it: two canvases for the eye, and over them a grid of real elements for everything else."""

from __future__ import annotations

from collections.abc import Sequence

from chowk.app.app import App
from chowk.app.i18n import Words
from chowk.app.pages import pictures
from chowk.app.pages.parts import hidden, picture, words_of
from chowk.app.table import Table
from chowk.app.ui import Node, el
from chowk.core.message import Message, Who, say
from chowk.core.position import Spot
from chowk.games.card import Cell


def board(app: App, words: Words, table: Table) -> Node:
    """The board in the place that the layout gives it, with what is announced on it."""
    return el(
        "div",
        el(
            "div",
            el("canvas", class_="ground", aria_hidden="true"),
            el("canvas", class_="pieces", aria_hidden="true"),
            _grid(words, table),
            _banner(app, words, table),
            class_="board",
            key=f"board-{table.game.name}",
        ),
        hidden(
            words(
                say(
                    "Arrow keys move about the board, Enter or Space chooses, Escape lets go. "
                    "U takes back, H gives a hint, the bracket keys step through the moves."
                )
            ),
            "board-keys",
        ),
        class_="place",
        key="place",
    )


# The grid -----------------------------------------------------------------------------------------------------------


def _grid(words: Words, table: Table) -> Node:
    rows = [_row(words, table, number, row) for number, row in enumerate(table.view.cells(), 1)]
    return el(
        "div",
        rows,
        role="grid",
        class_="grid",
        key="grid",
        aria_label=words(table.game.speech.BOARD),
        aria_describedby="board-keys",
    )


def _row(words: Words, table: Table, number: int, row: Sequence[Cell]) -> Node:
    cells = [_cell(words, table, cell) for cell in row]
    return el("div", cells, role="row", aria_label=words(say("Row {number}", number=number)))


def _cell(words: Words, table: Table, cell: Cell) -> Node:
    return el(
        "div",
        role="gridcell",
        spot=cell.spot,
        tabindex="0" if cell.spot == table.cursor else "-1",
        aria_label=words(spoken(table, cell.spot)),
        aria_selected="true" if cell.spot in table.pointing.chooser.picked else "false",
        data_open=cell.spot in table.open,
        style=_placed(cell, *table.view.SIZE),
    )


def _placed(cell: Cell, width: float, height: float) -> dict[str, str]:
    return {
        "left": f"{100 * cell.x / width:.4f}%",
        "top": f"{100 * cell.y / height:.4f}%",
        "width": f"{100 * cell.width / width:.4f}%",
        "height": f"{100 * cell.height / height:.4f}%",
    }


def spoken(table: Table, spot: Spot) -> Message:
    """What is on a spot, and what it has to do with the turn."""
    there = table.game.speech.spot(table.position, spot)
    if spot in table.last:
        there = say("{spot}, last move", spot=there)
    if spot in table.pointing.chooser.picked:
        return say("{spot}, chosen", spot=there)
    return say("{spot}, can be chosen", spot=there) if spot in table.open else there


# What is announced on the board -------------------------------------------------------------------------------------


def _banner(app: App, words: Words, table: Table) -> Node | None:
    """A turn that passed by itself; or, among people, whose turn it is now. The page lets it fade by itself."""
    match = table.match
    if table.shown is not None or not match.ply or not table.told or table.outcome is not None:
        return None
    if table.game.rules.forced(match.at(match.ply - 1)) is not None:
        return el("div", words_of(words, table.told), class_="banner", key=f"passed-{match.ply}", aria_hidden="true")
    if table.people < 2 or table.awaited is None:
        return None
    seat = table.awaited
    svg = pictures.token(table.game.name, table.game.speech.TOKENS[seat], pictures.look(app), "banner-")
    return el(
        "div",
        picture(svg, "token"),
        el("span", words(say("{player} to move", player=Who(seat)))),
        class_="banner turn",
        key=f"turn-{match.ply}",
        aria_hidden="true",
    )
