"""The page to print: players, state of the game, board and moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chowk.core.message import Message, say
from chowk.draw import svg
from chowk.features.sharing.poster import score, standing
from chowk.i18n.i18n import Words
from chowk.session.table import Table
from chowk.ui.nodes import Node, el

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


ABOUT_THE_GAME: Final = ("", "share", "menu", "log", "record", "result")
"""Names of the sheets about the game, and an empty text for no sheet. Over these, the game is printed."""
_LOOK: Final = "light"
_TURNS: Final = "turns"


def paper(viewer: Viewer, words: Words) -> Node | None:
    """Draw the page to print for a game. Return None if the screen is to be printed unchanged."""
    name = viewer.place.sheet.name if viewer.place.sheet is not None else ""
    if viewer.table is None or name not in ABOUT_THE_GAME:
        return None
    table = viewer.table
    alone = table.game.trial is None
    view = table.view if alone else table.game.view
    picture = svg.board(view, view.pieces(table.position), _LOOK, "paper-", labelled=alone)
    return el(
        "article",
        el("h1", words(table.game.sign.title)),
        el("p", words.date(table.about.day), class_="note"),
        el("ul", [_player(words, table, seat) for seat in range(len(table.plan.seats))], class_="played"),
        el("p", words(standing(table)), class_="stands"),
        el("div", class_="drawing", aria_hidden="true", html=picture),
        el("h2", words(say("Moves"))),
        el("ol", [el("li", line) for line in lines(table)], class_="written", translate="no"),
        class_="paper",
        key="paper",
    )


def _player(words: Words, table: Table, seat: int) -> Node:
    side = table.seats.side(seat)
    named: Message | None = side if table.seats.name(seat) != side else None
    return el(
        "li",
        el("span", words.name(seat), class_="title"),
        el("span", words(named), class_="note") if named else None,
        el("span", words.number(score(table, seat)), class_="number"),
    )


def lines(table: Table) -> list[str]:
    """Return the numbered moves as lines of text.

    There is one line for each turn in dice games, and one for each move in other games.
    """
    notation, match = table.game.notation, table.match
    if any(form.name == _TURNS for form in notation.FORMATS):
        whole = notation.write_game(match, _TURNS, {})
        return [line for line in whole.partition("\n\n")[2].splitlines() if line and line != "*"]
    return [f"{number}. {move}" for number, move in enumerate(match.written(), 1)]
