"""The sheet that compares the move made with the best move, each with the moves expected after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from chowk.core.message import Message, say
from chowk.engine.protocol import Line
from chowk.features.analysis.table import AnalysisTable
from chowk.i18n.i18n import Words
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import picture, sheet
from chowk.ui.screens import pictures

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


def compare(viewer: Viewer, words: Words, table: Table, arg: str) -> Node:
    """Draw the sheet that compares the move that was played with the best one.

    It shows a line of moves for each of them, and the board after the first `arg` moves of the line.
    """
    assert isinstance(table, AnalysisTable), "it lies over nothing else"
    title = say("This move and the best one")
    pair = table.compared()
    if pair is None:
        return sheet(viewer, words, "compare", title, el("p", words(say("No better move is known."))))
    longest = max(len(line.moves) for line in pair)
    step = min(max(1, int(arg) if arg.isdecimal() else 1), longest)
    played, best = pair
    sides = [
        _side(viewer, words, table, say("This move"), played, step, "compare-made-"),
        _side(viewer, words, table, say("Best move"), best, step, "compare-best-"),
    ]
    return sheet(
        viewer,
        words,
        "compare",
        title,
        el("div", sides, class_="sides"),
        foot=_slider(words, step, longest) if longest > 1 else None,
        class_="compare",
    )


def _slider(words: Words, step: int, longest: int) -> Node:
    """Draw the slider that sets how many moves of each line are shown as played.

    `step` is the present number, and `longest` the largest.
    """
    label_text = words(say("Move {number} of {count}", number=step, count=longest))
    return el(
        "label",
        el("span", label_text, class_="note"),
        el(
            "input",
            type="range",
            min="1",
            max=str(longest),
            value=str(step),
            do="compare",
            aria_label=words(say("Moves played")),
            aria_valuetext=label_text,
        ),
        class_="steps",
    )


def _side(
    viewer: Viewer, words: Words, desk: AnalysisTable, label: Message, line: Line[str], step: int, name: str
) -> Node:
    """Draw one of two compared lines: its label and value, the board after its first `step` moves, and its moves."""
    played = line.moves[:step]
    items = [
        el(
            "li",
            el("span", move, translate="no"),
            aria_current="step" if number == len(played) else None,
            key=str(number),
        )
        for number, move in enumerate(line.moves, 1)
    ]
    seat = max(0, desk.before.turn)
    return el(
        "section",
        el(
            "h3",
            words(label),
            " ",
            el("span", words.figured(desk.written(line)), class_="value", data_exact=line.exact),
        ),
        picture(_board(viewer, desk, _played(desk, played), seat, name), "sample"),
        el("ol", items, class_="line", aria_label=words(say("The line shown"))),
        key=name,
        class_="side",
    )


def _played(desk: AnalysisTable, moves: Sequence[str]) -> Any:
    """Return the position after the given moves, played from the position before the move shown."""
    position = desk.before
    for move in moves:
        position = position.play(desk.match.ruleset.notation.read_move(position, move))
    return position


def _board(viewer: Viewer, desk: AnalysisTable, position: Any, seat: int, prefix: str) -> str:
    """Return a picture of a position. If each player has a board, show the board of player `seat`.

    `prefix` is the beginning of each identifier in the picture.
    """
    if desk.game.trial is not None:
        return pictures.player_board(desk.game, position, seat, viewer.look, prefix)
    return pictures.small_board(desk.game, position, viewer.look, prefix, desk.turns)
