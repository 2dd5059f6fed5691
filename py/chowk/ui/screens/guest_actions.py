"""Controls of a guest's table, which shows a game that somebody shared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chowk.core.message import say
from chowk.i18n.i18n import Words
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, controls

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


def actions(viewer: Viewer, words: Words, table: Table) -> Node:
    """Draw the buttons of a guest's table: replay the moves, play on, open the list of moves or the menu."""
    return el(
        "nav",
        # While an earlier position is shown, the replay bar has the controls for stepping through the moves.
        button(viewer, words, "replay", icon="play", key="replay") if table.display.shown_ply is None else None,
        controls(viewer, words, "visit", class_="primary"),
        button(viewer, words, "log", icon="moves", class_="narrow-only"),
        button(viewer, words, "menu", icon="menu"),
        class_="actions",
        key="visiting",
        aria_label=words(say("A shared game")),
    )
