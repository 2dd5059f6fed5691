"""The proven results of moves in an analysis near the end of a game, and the way to practise the ending.

The module is fetched when an analysis first shows a position near the end of its game (`Game.nears_end`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from chowk.core.match import Match
from chowk.core.message import Message, say_in
from chowk.engine.protocol import Line
from chowk.games.api import Game
from chowk.games.api.endings import EndingResult, is_clear, lacking
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.screens.table import TableViewer


class KnownLines(Protocol):
    """The engine's result for a position."""

    @property
    def lines(self) -> Sequence[Line[str]]:
        """The engine's lines of moves: one line for each legal move."""


class EndedTable(Protocol):
    """The parts of an analysis that this module reads."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def match(self) -> Match[Any, Any]:
        """The match, up to the position shown."""

    @property
    def known(self) -> KnownLines:
        """The engine's result for the position shown."""

    def written(self, line: Line[str], /) -> str:
        """Return the evaluation of a line of moves as text."""


def _result(desk: EndedTable, line: Line[str]) -> EndingResult | None:
    assert desk.game.endings is not None, "`watch` asks first"
    return desk.game.endings().result(line)


def sign(desk: EndedTable, line: Line[str]) -> str:
    """Return the proven result of a line's first move in a few characters; empty if it is not proven."""
    result = _result(desk, line)
    return "" if result is None else result.sign


def signs(desk: EndedTable) -> dict[str, Message]:
    """Return the signs that mark proven results of moves, each with its meaning, for the legend.

    There is at most one sign of each kind: a win, a draw and a loss, with and without a known number of moves.
    """
    found: dict[tuple[int, bool], EndingResult] = {}
    for result in (_result(desk, line) for line in desk.known.lines):
        if result is not None and (result.plies is not None or not any(map(str.isdigit, result.sign))):
            found.setdefault((result.value, result.plies is None), result)
    return {result.sign: result.sentence for result in found.values()}


def read(desk: EndedTable, line: Line[str]) -> Message | str:
    """Return the proven result of a line's first move as text, or its value if the result is not proven."""
    result = _result(desk, line)
    return desk.written(line) if result is None else result.sentence


def proven_result(words: Words, desk: EndedTable, line: Line[str]) -> Node | None:
    """Draw a sentence with the proven result of a line's first move. Return None if the result is not proven."""
    result = _result(desk, line)
    if result is None:
        return None
    value = {1: "win", 0: "draw", -1: "loss"}[result.value]
    return el("span", words(result.sentence), class_="ends", data_result=value)


def foot(viewer: TableViewer, words: Words, desk: EndedTable) -> Node | None:
    """Draw the button that practises the ending, or the note that its table of results is not on this device.

    Return None if no table covers the position, if no result is known, or if the ending is unfit for practice.
    """
    assert desk.game.endings is not None, "`watch` asks first"
    endings, position, lines = desk.game.endings(), desk.match.position, desk.known.lines
    results = [_result(desk, line) for line in lines]
    if not endings.is_in_table(position) or not results:
        return None
    if None in results:
        return el("p", words(lacking(viewer.extras.of(desk.game.name) is not None)), class_="note", key="lacking")
    if not endings.drills or not is_clear([result for result in results if result is not None]):
        return None
    setup = desk.match.ruleset.notation.write_position(position)
    label = say_in("the player does it", "Practise this ending")
    return button(
        viewer, words, "puzzle", written(desk.game.name, "ending", setup), label=label, icon="puzzle", key="drill"
    )
