"""Draw rings and arrows on an analysis board: with the right button, or after a long press."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from chowk.app import commands
from chowk.app.app import App
from chowk.core.position import Spot
from chowk.core.variations import ARROW
from chowk.session.output import board
from chowk.session.table import Table

HELD: Final = 0.5
"""Time that a finger must be held down before it draws, in seconds."""
TREMBLE: Final = 9.0
"""Maximum movement of a finger during the long press, in CSS pixels."""
RIGHT: Final = 2
"""Number of the right mouse button."""

Find = Callable[..., "tuple[float, float] | None"]


class DrawingHand:
    """The pointer handler that draws rings and arrows. Each method for an event returns True if it used the event.

    `find` returns the position of an event in board units, or None off the board. `let_go` is called when a press has
    turned into a long press, to undo what the press has done so far.
    """

    def __init__(self, app: App, find: Find, let_go: Callable[[Any], None]) -> None:
        self._app = app
        self._find = find
        self._let_go = let_go
        self._pointer: int | None = None
        self._from = (0.0, 0.0)
        self._since = 0.0  # time stamp of the press event, in milliseconds
        self._start: Spot = ""
        self._draws = False
        self._drawn = ""  # the ring or the arrow in its present, unfinished form
        self._timer: Any = None

    @property
    def _table(self) -> Table | None:
        """The table on which the pointer can draw: an analysis with no open sheet and no piece being placed."""
        table = self._app.table
        if table is None or table.kind != "analysis" or self._app.place.sheets:
            return None
        trying = table.choice.trying
        return None if trying is not None and trying.position is not None else table

    def down(self, event: Any) -> bool:
        """Handle a press. The right button starts to draw at once, a finger after `HELD` seconds."""
        self.cancel()
        spot = self._spot(event)
        if self._table is None or not spot:
            return False
        if event.pointerType != "touch" and event.button != RIGHT:
            return False
        self._pointer, self._start, self._from = event.pointerId, spot, (event.clientX, event.clientY)
        self._since = event.timeStamp
        if event.pointerType == "touch":
            self._timer = asyncio.get_running_loop().call_later(HELD, self._begin, event)
            return False
        self._begin(event)
        return True

    def move(self, event: Any) -> bool:
        """Handle a movement: update the drawing, or stop waiting for a long press if the finger moved too far."""
        if self._pointer != event.pointerId or self._pointer is None:
            return False
        if self._draws:
            drawing = self._drawing(event)
            if drawing != self._drawn:
                self._sketch(drawing)
            return True
        if abs(event.clientX - self._from[0]) + abs(event.clientY - self._from[1]) > TREMBLE:
            self.cancel()
        return False

    def up(self, event: Any) -> bool:
        """Handle the release: add the ring or arrow to the analysis."""
        if self._pointer != event.pointerId or not self._draws:
            self.cancel()
            return False
        drawing, start = self._drawing(event), self._start
        if event.pointerType == "touch" and event.timeStamp - self._since < 1000 * HELD:
            self.cancel()  # the page was busy, and handled a tap so late that it looked like a long press
            commands.do(self._app, "tap", start)
            return True
        self._draws = False
        self.cancel()
        commands.do(self._app, "study-draw" if drawing else "study-sketch", drawing)
        return True

    def cancel(self) -> None:
        """Cancel the drawing."""
        if self._timer is not None:
            self._timer.cancel()
        if self._draws:
            self._sketch("")
        self._pointer = self._timer = None
        self._draws = False

    def _begin(self, event: Any) -> None:
        self._timer = None
        if self._table is None:
            return
        if event.pointerType == "touch":
            self._let_go(event)
        self._draws = True
        self._sketch(self._start)

    def _sketch(self, drawing: str) -> None:
        self._drawn = drawing
        commands.do(self._app, "study-sketch", drawing)

    def _drawing(self, event: Any) -> str:
        """Return the drawing from the pressed spot to the spot of a pointer event.

        It is a ring (`d3`) if both are the same spot, otherwise an arrow (`d3>f5`). It is empty off the board.
        """
        end = self._spot(event, anywhere=True)
        if not end:
            return ""
        return self._start if end == self._start else f"{self._start}{ARROW}{end}"

    def _spot(self, event: Any, anywhere: bool = False) -> Spot:
        table, point = self._table, self._find(event, anywhere)
        spot = board.spot_at(table, *point) if table is not None and point is not None else ""
        return spot if table is not None and table.cell(spot) is not None else ""
