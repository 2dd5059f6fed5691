"""Rings and arrows that the user draws on the board of an analysis, as pictures and as text."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from chowk.core.message import say
from chowk.core.variations import ARROW
from chowk.features.analysis.analysis import AnalysisTable
from chowk.games.api import Cell
from chowk.i18n.i18n import Words
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


RING: Final = 0.44
"""Radius of a ring, as a fraction of the smaller side of its spot."""
SHAFT, HEAD, BARB = 0.075, 0.42, 0.23
"""Half the width of an arrow's shaft, the length of its head, and half the width of its head, in board units."""


def over(desk: AnalysisTable) -> Node | None:
    """Draw the rings and arrows over the board. The panel describes them as text."""
    shapes = "".join(_shapes(desk)) if not desk.display.moving else ""
    if not shapes:
        return None
    width, height = desk.view.SIZE
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">{shapes}</svg>'
    return el("span", class_="drawings", key="drawings", aria_hidden="true", html=drawn)


def _shapes(desk: AnalysisTable) -> Iterator[str]:
    for drawing in desk.drawn():
        cells = [cell for cell in map(desk.cell, drawing.split(ARROW)) if cell is not None]
        if len(cells) == 1 and ARROW not in drawing:
            yield ring(cells[0])
        elif len(cells) > 1:
            yield _arrow(*cells)


def ring(cell: Cell) -> str:
    """Return a ring around a spot as SVG text."""
    x, y, radius = cell.x + cell.width / 2, cell.y + cell.height / 2, RING * min(cell.width, cell.height)
    ring = f'cx="{x:.3f}" cy="{y:.3f}" r="{radius:.3f}"'
    return f'<circle class="case" {ring}/><circle {ring}/>'


def _arrow(start: Cell, end: Cell) -> str:
    """Return an arrow from the middle of one spot to the middle of another, as SVG text."""
    x, y = start.x + start.width / 2, start.y + start.height / 2
    dx, dy = end.x + end.width / 2 - x, end.y + end.height / 2 - y
    length = math.hypot(dx, dy)
    neck = max(0.0, length - HEAD)
    around = ((0, -SHAFT), (neck, -SHAFT), (neck, -BARB), (length, 0), (neck, BARB), (neck, SHAFT), (0, SHAFT))
    ahead, aside = dx / length, dy / length
    points = "L".join(f"{x + far * ahead - off * aside:.3f} {y + far * aside + off * ahead:.3f}" for far, off in around)
    return f'<path class="arrow" d="M{points}Z"/>'


def way(cells: Sequence[Cell], *, best: bool) -> str:
    """Return a line with an arrowhead along the spots of a move, as SVG text.

    The arrowhead ends before the middle of the last spot.
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
    drawn = desk.tree.nodes[desk.node].drawn
    if not drawn:
        return None
    return el(
        "div",
        el(
            "ul",
            [el("li", words(desk.drawing_told(drawing)), key=drawing) for drawing in drawn if _is_there(desk, drawing)],
            aria_label=words(say("Drawn on the board")),
        ),
        button(viewer, words, "study-wipe", icon="delete", class_="quiet"),
        class_="drawn",
        key="drawn",
    )


def _is_there(desk: AnalysisTable, drawn: str) -> bool:
    return all(desk.cell(spot) is not None for spot in drawn.split(ARROW))
