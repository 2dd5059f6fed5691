"""Moving over a board by keys: the arrow keys go to the nearest cell in their direction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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
    elif pressed in ("Home", "End"):
        row = _row(table)
        app.focus(row[0 if pressed == "Home" else -1].spot)
    elif pressed in ("Enter", " "):
        app.point(table.pointing.tap(table.cursor))
    elif pressed == "Escape":
        app.alert = None
        app.point(table.pointing.cancel())
    else:
        return False
    return True


def beside(table: Table, dx: int, dy: int) -> Cell:
    """The cell next to the cursor in a direction: the nearest ahead, sideways distance counting double."""
    here = table.cell(table.cursor)
    cells = [cell for row in table.view.cells() for cell in row]
    if here is None:
        return cells[0]
    x, y = _centre(here)

    def far(cell: Cell) -> tuple[float, float]:
        cx, cy = _centre(cell)
        ahead, aside = (cx - x) * dx + (cy - y) * dy, abs((cx - x) * dy) + abs((cy - y) * dx)
        return (ahead + 2 * aside, aside) if ahead > 1e-6 and aside <= ahead else (float("inf"), aside)

    best = min(cells, key=far)
    return best if far(best)[0] != float("inf") else here


def _row(table: Table) -> Sequence[Cell]:
    rows = table.view.cells()
    return next((row for row in rows if any(cell.spot == table.cursor for cell in row)), rows[0])


def _centre(cell: Cell) -> tuple[float, float]:
    return cell.x + cell.width / 2, cell.y + cell.height / 2
