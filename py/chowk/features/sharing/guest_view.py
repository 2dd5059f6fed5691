"""A table where a game that was sent is looked at: what can be done there instead of playing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chowk.core.message import say
from chowk.i18n.i18n import Words
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


def actions(viewer: Viewer, words: Words, table: Table) -> Node:
    """In place of the actions of a table where one plays: the way through the moves, and on from any of them."""
    return el(
        "nav",
        # Among the moves there is a bar of its own for going on and further back.
        button(viewer, words, "replay", icon="play", key="replay") if table.display.shown is None else None,
        button(viewer, words, "play-on", key="on", class_="primary"),
        button(viewer, words, "log", icon="moves", class_="narrow-only"),
        button(viewer, words, "menu", icon="menu"),
        class_="actions",
        key="visiting",
        aria_label=words(say("A shared game")),
    )
