"""Moving over a board by keys: the arrow keys go to the nearest cell in their direction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chowk.app import handling
from chowk.app.app import App
from chowk.app.table import Table
from chowk.games.card import Cell

_DIRECTIONS: Final = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}


def steered(app: App, pressed: str) -> bool:
    """Does what an arrow key, Home, End, Enter, Space or Escape on the board does; False for any other key."""
    table = app.table
    if table is None:
        return False
    if pressed in _DIRECTIONS:
        app.focus(beside(table, *_DIRECTIONS[pressed]).spot)
        handling.carry(app, table.cursor)
    elif pressed in ("Home", "End"):
        row = _row(table)
        app.focus(row[0 if pressed == "Home" else -1].spot)
    elif pressed in ("Enter", " "):
        handling.press(app, table.cursor)
    elif pressed == "Escape":
        app.cancel()
    elif pressed.isdecimal() and table.trying is not None:
        near = [spot for spot, near in table.trying.offers if near]
        app.tap(near[int(pressed) - 1] if 0 < int(pressed) <= len(near) else "")
    else:
        return False
    return True


def beside(table: Table, dx: int, dy: int) -> Cell:
    """The cell next to the cursor in a direction.

    Sideways that is the next one in the row. Up and down it is in the nearest row that has one not further aside
    than ahead: the one least aside, and of two such the one of the same number in its row, so that going up and
    down a board of which every other square is missing keeps to a pair of files.
    """
    here = table.cell(table.cursor)
    cells = [(number, cell) for row in table.view.cells() for number, cell in enumerate(row)]
    if here is None:
        return cells[0][1]
    (x, y), own = _centre(here), next(number for number, cell in cells if cell.spot == here.spot)

    def far(place: tuple[int, Cell]) -> tuple[float, ...]:
        number, cell = place
        cx, cy = _centre(cell)
        ahead, aside = (cx - x) * dx + (cy - y) * dy, abs((cx - x) * dy) + abs((cy - y) * dx)
        if ahead < NUDGE or aside > ahead + NUDGE:
            return (float("inf"),)
        return (round(ahead, 3), round(aside, 3), abs(number - own)) if dy else (round(ahead + 4 * aside, 3),)

    best = min(cells, key=far)
    return here if far(best) == (float("inf"),) else best[1]


NUDGE: Final = 1e-6
"""Board units that are nothing but rounding."""


def _row(table: Table) -> Sequence[Cell]:
    rows = table.view.cells()
    return next((row for row in rows if any(cell.spot == table.cursor for cell in row)), rows[0])


def _centre(cell: Cell) -> tuple[float, float]:
    return cell.x + cell.width / 2, cell.y + cell.height / 2
