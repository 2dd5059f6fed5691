"""Keyboard control of the board: keys that move a cursor from cell to cell, pick spots and clear the selection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from chowk.core.message import Message, say_in
from chowk.games.api import Cell
from chowk.session import actions
from chowk.session.host_ports import GameHost
from chowk.session.input import held_piece
from chowk.session.table import Table

_DIRECTIONS: Final = {"ArrowLeft": (-1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowRight": (1, 0)}


class Steering(NamedTuple):
    """A group of keys that act on the board, with a label for the list of shortcuts.

    `run` is called with the application, the table and the pressed key. `fits` returns True if the keys have a use at
    the table.
    """

    keys: tuple[str, ...]
    label: Message
    run: Callable[[GameHost, Table, str], None]
    fits: Callable[[Table], bool] = lambda _: True


def steered(host: GameHost, table: Table, pressed: str) -> bool:
    """Run the action of a key and return True. Return False if no group of `STEERING` has the key at this table."""
    steering = next((row for row in STEERING if pressed in row.keys and row.fits(table)), None)
    if steering is None:
        return False
    steering.run(host, table, pressed)
    return True


def _go(host: GameHost, table: Table, pressed: str) -> None:
    table.display.move_cursor(cell_towards(table, *_DIRECTIONS[pressed]).spot)
    held_piece.carry(host, table, table.display.cursor)


def _to_end(_: GameHost, table: Table, pressed: str) -> None:
    table.display.move_cursor(_row(table)[0 if pressed == "Home" else -1].spot)


def _take_up(host: GameHost, table: Table, pressed: str) -> None:
    near = [spot for spot, near in table.choice.trying.offers if near] if table.choice.trying else []
    actions.tap(host, table, near[int(pressed) - 1] if 0 < int(pressed) <= len(near) else "")


STEERING: Final = (
    Steering(tuple(_DIRECTIONS), say_in("the player does it", "Move around the board"), _go),
    Steering(("Home", "End"), say_in("the player does it", "Go to the beginning or the end of the row"), _to_end),
    Steering(
        ("Enter", " "),
        say_in("the player does it", "Choose what is there"),
        lambda host, table, _: actions.press(host, table, table.display.cursor),
    ),
    Steering(
        ("Escape",),
        say_in("the player does it", "Clear the selection"),
        lambda host, table, _: actions.cancel(host, table),
    ),
    Steering(
        tuple("123456789"),
        say_in("the player does it", "Pick up a piece by its number"),
        _take_up,
        lambda table: table.choice.trying is not None,
    ),
)
"""The keys that move the cursor, pick spots and clear the selection, with their actions."""


def cell_towards(table: Table, dx: int, dy: int) -> Cell:
    """Return the cell to which the cursor moves in a direction: (-1, 0), (1, 0), (0, -1) or (0, 1).

    Only cells within 45 degrees of the direction are considered. Without such a cell, the cursor stays where it is. To
    the left or right, the result is the cell for which the distance ahead plus four times the distance to the side is
    smallest. Upwards or downwards, the nearest row is preferred, then the least distance to the side, then the index
    within the row that is nearest to the cursor's. So on a board that uses only every second square, moving up and down
    stays within two files. If the cursor is on no cell, the result is the first cell.
    """
    current = table.cell(table.display.cursor)
    cells = [(number, cell) for row in table.view.cells() for number, cell in enumerate(row)]
    if current is None:
        return cells[0][1]
    (x, y), index = _centre(current), next(number for number, cell in cells if cell.spot == current.spot)

    def far(place: tuple[int, Cell]) -> tuple[float, ...]:
        number, cell = place
        cx, cy = _centre(cell)
        ahead, aside = (cx - x) * dx + (cy - y) * dy, abs((cx - x) * dy) + abs((cy - y) * dx)
        if ahead < NUDGE or aside > ahead + NUDGE:
            return (float("inf"),)
        return (round(ahead, 3), round(aside, 3), abs(number - index)) if dy else (round(ahead + 4 * aside, 3),)

    best = min(cells, key=far)
    return current if far(best) == (float("inf"),) else best[1]


NUDGE: Final = 1e-6
"""Tolerance for rounding errors, in board units."""


def _row(table: Table) -> Sequence[Cell]:
    rows = table.view.cells()
    return next((row for row in rows if any(cell.spot == table.display.cursor for cell in row)), rows[0])


def _centre(cell: Cell) -> tuple[float, float]:
    return cell.x + cell.width / 2, cell.y + cell.height / 2
