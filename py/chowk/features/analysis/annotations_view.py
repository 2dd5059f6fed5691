"""Annotations in an analysis: the list of the rings and arrows that the user has drawn, and arrows along moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from chowk.features.analysis.table import AnalysisTable
from chowk.games.api import Cell
from chowk.i18n.i18n import Words
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button
from chowk.ui.screens import drawings

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


def move_arrow(cells: Sequence[Cell], *, best: bool) -> str:
    """Return an arrow that follows the spots of a move, as an SVG element.

    `best` marks the best move, which has its own style. The arrow ends before the middle of the last spot.
    """
    points = [(cell.x + cell.width / 2, cell.y + cell.height / 2) for cell in cells]
    (from_x, from_y), (x, y) = points[-2:]
    length = math.hypot(x - from_x, y - from_y)
    ahead, aside = (x - from_x) / length, (y - from_y) / length
    size = min(cells[-1].width, cells[-1].height)
    tip, neck, barb = 0.28 * size, 0.52 * size, 0.15 * size
    head = [(x - tip * ahead, y - tip * aside)]
    head += [(x - neck * ahead - turn * barb * aside, y - neck * aside + turn * barb * ahead) for turn in (1, -1)]
    line = "L".join(f"{across:.2f} {down:.2f}" for across, down in [*points[:-1], (x - neck * ahead, y - neck * aside)])
    end = "L".join(f"{across:.2f} {down:.2f}" for across, down in head)
    kind = ' class="best"' if best else ""
    return (
        f'<g{kind}><path class="case" d="M{line}"/><path class="case" d="M{end}Z"/>'
        f'<path d="M{line}"/><path class="head" d="M{end}Z"/></g>'
    )


def drawings_list(viewer: Viewer, words: Words, desk: AnalysisTable) -> Node | None:
    """Draw the list of rings and arrows as text, with a button that removes them. Return None if there are none."""
    drawn = desk.tree.nodes[desk.node].drawings
    if not drawn:
        return None
    return el(
        "div",
        drawings.listed(words, desk, drawn),
        button(viewer, words, "study-wipe", icon="delete", class_="quiet"),
        class_="drawn",
        key="drawn",
    )
