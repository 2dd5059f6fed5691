"""Rings and arrows over the board, as pictures and as text: in an analysis and in a study."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from chowk.core.message import say
from chowk.core.variations import ARROW
from chowk.games.api import Cell
from chowk.i18n.i18n import Words
from chowk.session.table import Table
from chowk.ui.nodes import Node, el

RING: Final = 0.44
"""Radius of a ring, as a fraction of the smaller side of its spot."""
SHAFT, HEAD, BARB = 0.075, 0.42, 0.23
"""Half the width of an arrow's shaft, the length of its head, and half the width of its head, in board units."""


def over(table: Table) -> Node | None:
    """Draw the rings and arrows of a table over its board. `listed` describes them as text."""
    shapes = "".join(_shapes(table)) if not table.display.moving else ""
    if not shapes:
        return None
    width, height = table.view.SIZE
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">{shapes}</svg>'
    return el("span", class_="drawings", key="drawings", aria_hidden="true", html=drawn)


def _shapes(table: Table) -> Iterator[str]:
    for drawing in table.drawings():
        cells = [cell for cell in map(table.cell, drawing.split(ARROW)) if cell is not None]
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


def listed(words: Words, table: Table, drawn: Sequence[str]) -> Node:
    """Draw the list of the rings and arrows `drawn`, described in words.

    Those at spots that the board does not have are left out.
    """
    there = (drawing for drawing in drawn if all(table.cell(spot) is not None for spot in drawing.split(ARROW)))
    return el(
        "ul",
        [el("li", words(table.drawing_text(drawing)), key=drawing) for drawing in there],
        aria_label=words(say("Drawn on the board")),
    )
