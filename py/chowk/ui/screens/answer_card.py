"""A card over the panel beside the board, with a hint of several lines: the move and the reasons for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chowk.i18n.i18n import Words
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


def answer(viewer: Viewer, words: Words, table: Table) -> Node | None:
    """Draw a hint with its reasons over the panel beside the board; None if there is no hint or it has no reasons."""
    if table.choice.hint is None or not table.choice.hint.more:
        return None
    return el(
        "div",
        el(
            "div",
            el("p", words(table.choice.hint.text), class_="status"),
            el("ul", [el("li", words(line)) for line in table.choice.hint.more]),
        ),
        button(viewer, words, "hush", icon="close", only_icon=True, class_="quiet"),
        class_="answer-card",
        key="answer",
    )
