"""An answer that takes more than a line: why a move is good, or what was asked about the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chowk.i18n.i18n import Words
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


def answer(viewer: Viewer, words: Words, table: Table) -> Node | None:
    """All that the answer says, over what is beside the board, until it is closed or something happens."""
    if table.choice.hint is None or not table.choice.hint.more:
        return None
    return el(
        "div",
        el(
            "div",
            el("p", words(table.choice.hint.text), class_="status"),
            el("ul", [el("li", words(one)) for one in table.choice.hint.more]),
        ),
        button(viewer, words, "hush", icon="close", only_icon=True, class_="quiet"),
        class_="answer-card",
        key="answer",
    )
