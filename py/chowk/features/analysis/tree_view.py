"""The list of moves in an analysis: the main line in full, its variations indented and foldable."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from chowk.core.message import Message, say, say_many
from chowk.features.analysis.table import AnalysisTable
from chowk.features.analysis.tree_rows import NumberedTurn, TreeMove, TreeRow
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.ui.icons import icon
from chowk.ui.nodes import Child, Node, el
from chowk.ui.parts import hidden

MARK_NAMES: Final = {
    "!": say("Good move"),
    "?": say("Mistake"),
    "!!": say("Brilliant move"),
    "??": say("Blunder"),
    "!?": say("Interesting move"),
    "?!": say("Dubious move"),
}
"""Names of the marks on moves."""
DEEPEST: Final = 5
"""Maximum depth of indentation. Deeper variations are indented to this depth."""

_Parts = dict[tuple[TreeRow | tuple[NumberedTurn, ...], int, Words], Node]
_KNOWN: Final = WeakKeyDictionary[AnalysisTable, _Parts]()
"""The page elements of the rows, and of the parts of rows, that were drawn last for each table.

The key of an element holds everything from which it was drawn: the content, the marked move and the language.
"""


def moves(words: Words, desk: AnalysisTable) -> Node:
    """Draw the list of moves. Unchanged parts are the same objects as in the last call, so that the page skips them."""
    before, parts = _KNOWN.get(desk, {}), _Parts()
    rows = [_row(words, desk, row, before, parts) for row in desk.rows]
    _KNOWN[desk] = parts
    return el(
        "ol",
        el("li", _beginning(words, desk), _comment(desk.tree.nodes[0].comment), key="0"),
        rows,
        class_="variations",
        key="variations",
        aria_label=words(say("Moves")),
    )


def _beginning(words: Words, desk: AnalysisTable) -> Node:
    return el(
        "button",
        words(say("Beginning")),
        type="button",
        do="study-go",
        arg="0",
        aria_current=None if desk.node else "step",
    )


def _row(words: Words, desk: AnalysisTable, row: TreeRow, before: _Parts, parts: _Parts) -> Node:
    """Draw a row of the list of moves.

    `before` holds the page elements of the last call, which are reused where nothing has changed. `parts` collects the
    elements of this call.
    """
    stretches = [(stretch, _marked(stretch, desk.node)) for stretch in row.stretches]
    key = row, max(node for _, node in stretches), words
    for part in stretches:
        state = *part, words
        parts[state] = before.get(state) or _stretch(words, *part)
    parts[key] = before.get(key) or el(
        "li",
        _fold(words, row) if row.folded is not None else None,
        [parts[*part, words] for part in stretches],
        el("span", words(say_many("{count} more move", "{count} more moves", row.hidden)), class_="note")
        if row.hidden
        else None,
        key=str(row.first.node),
        # The list is flat, so each item announces its level. The first level is the main line.
        aria_level=str(row.depth + 1) if row.depth else None,
        data_deep=row.depth > 0,
        style={"--deep": str(min(row.depth, DEEPEST))} if row.depth else None,
    )
    return parts[key]


def _marked(stretch: tuple[NumberedTurn, ...], node: int) -> int:
    """Return `node`, the node that is shown, if its move is in `stretch`, a part of a row. Return 0 otherwise."""
    return node if any(move.node == node for turn in stretch for move in turn.moves) else 0


def _fold(words: Words, row: TreeRow) -> Node:
    label = words(_named(row.first))
    return el(
        "button",
        icon("down"),
        type="button",
        class_="fold",
        do="study-fold",
        arg=written(row.branch),
        aria_expanded="false" if row.folded else "true",
        aria_label=label,
        title=label,
    )


def _named(move: TreeMove) -> Message:
    return say("Variation: {move}", move=f"{move.number} {move.move}")


def _stretch(words: Words, stretch: tuple[NumberedTurn, ...], node: int) -> Node:
    return el("span", [_turn(words, turn, node) for turn in stretch])


def _turn(words: Words, turn: NumberedTurn, node: int) -> Node:
    inner = list[Child]()
    for place, move in enumerate(turn.moves):
        inner += [_move(words, move, current=move.node == node, is_first=not place), " "]
        inner += [comment for comment in (_comment(move.comment),) if comment is not None]
    return el("span", tuple(inner), class_="turn")


def _move(words: Words, move: TreeMove, *, current: bool, is_first: bool) -> Node:
    """Draw a move as a button. Screen readers get its number even if it is not printed, as for a pair's second move."""
    number = words.figured(move.number)
    return el(
        "button",
        el("span", number, class_="ply") if is_first else hidden(number),
        " ",
        el("span", words.figured(move.move), class_="made", translate="no"),
        [el("span", move.mark, class_="sign", aria_hidden="true"), hidden(words(MARK_NAMES[move.mark]))]
        if move.mark
        else None,
        [el("span", " "), el("span", words.figured(move.value), class_="value", data_exact=True)]
        if move.value
        else None,
        type="button",
        do="study-go",
        arg=written(move.node),
        aria_current="step" if current else None,
    )


def _comment(text: str) -> Node | None:
    return el("span", text, class_="comment") if text else None
