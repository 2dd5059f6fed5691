"""Pointer handling for games in which a player tries out a piece: pick it up, move it, turn it, put it down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from js import document

from chowk.app import commands
from chowk.app.app import App
from chowk.core.position import Spot
from chowk.session import actions
from chowk.session.input import held_piece
from chowk.session.input.preview import MovePreview
from chowk.session.output import board
from chowk.session.table import Table

TREMBLE: Final = 9.0
"""Pointer movement from which a piece beside the board follows the pointer, in CSS pixels."""
NOTCH: Final = 40.0
"""Wheel movement that turns the held piece by a quarter turn, in the unit of the wheel event."""

FINGER: Final = 44.0
"""Height of the area above the touch point that the finger hides, in CSS pixels."""
HALF: Final = 1.5
"""Usual distance from the middle of a held piece to its lower edge, in board units."""

Find = Callable[..., "tuple[float, float] | None"]


class HeldPiece:
    """The pointer handler for held pieces. Each method for an event returns True if it used the event.

    `find` returns the position of an event in board units, or None off the board.
    """

    def __init__(self, app: App, find: Find) -> None:
        self._app = app
        self._find = find
        self._pointer: int | None = None
        self._from = (0.0, 0.0)
        self._offer: Spot = ""
        self._carried = False
        self._wound = 0.0

    @property
    def _trying(self) -> MovePreview | None:
        return self._app.table.choice.trying if self._app.table is not None and not self._app.place.sheets else None

    @property
    def _table(self) -> Table:
        """The table over whose board a piece is held."""
        assert self._app.table is not None, "something is held over its board"
        return self._app.table

    def down(self, event: Any, edge: bool) -> bool:
        """Handle a press: on the board, begin to drag the held piece; beside the board, prepare to drag another piece.

        A press at the window's `edge` is ignored.
        """
        if self._trying is None:
            return False
        if self._pointer is not None:
            self.cancel()
            return True
        offer, spot = event.target.closest("[data-offer]"), self._spot(event)
        if event.button != 0 or edge or not (offer or spot):
            return True
        self._pointer, self._from, self._carried = event.pointerId, (event.clientX, event.clientY), False
        self._offer = offer.getAttribute("data-arg") if offer else ""
        if spot:
            actions.grip(self._app, self._table, spot, down=True)
        return True

    def move(self, event: Any) -> bool:
        """Handle a movement: carry the held piece.

        If a mouse moves without a pressed button, preview the piece under the mouse pointer.
        """
        if self._trying is None:
            return False
        if self._pointer is None:
            if event.pointerType == "mouse":
                held_piece.hover(self._app, self._table, self._spot(event) or self._offered(event))
        elif event.pointerId == self._pointer:
            self._carry(event)
        return True

    def up(self, event: Any) -> bool:
        """Handle the release: let the held piece rest where it is, and end a drag."""
        trying = self._trying
        if trying is None or self._pointer != event.pointerId:
            return trying is not None
        self._pointer, self._offer = None, ""
        trying.drop()
        if self._carried:
            trying.leave()
        return True

    def cancel(self) -> None:
        """Cancel the gesture, and let go of the piece."""
        trying = self._trying
        if trying is not None and self._pointer is not None:
            trying.let_go()
            self._app.page.render()
        self._pointer, self._offer = None, ""

    def menu(self, event: Any) -> None:
        """Turn the held piece on a right click. With the shift key, mirror it."""
        if self._trying is not None and event.pointerType != "touch" and event.target.closest(".board"):
            commands.do(self._app, "mirror" if event.shiftKey else "rotate")

    def wheel(self, event: Any) -> None:
        """Turn the held piece with the wheel. With the shift key, mirror it."""
        trying = self._trying
        if trying is None or not trying.tools or not event.target.closest(".board"):
            return
        event.preventDefault()
        by = event.deltaY or event.deltaX
        self._wound = self._wound + by if by * self._wound > 0 else by
        if abs(self._wound) < NOTCH:
            return
        tool = "mirror" if event.shiftKey else "rotate"
        commands.do(self._app, tool, "back" if tool == "rotate" and self._wound < 0 else "")
        self._wound = 0.0

    def _carry(self, event: Any) -> None:
        distance = abs(event.clientX - self._from[0]) + abs(event.clientY - self._from[1])
        trying = self._trying
        assert trying is not None, "asked before"
        if self._offer and not self._carried and distance > TREMBLE and self._app.settings.pointing != "tap":
            self._carried = True
            if trying.picks[:1] != (self._offer,):
                actions.tap(self._app, self._table, self._offer)
        spot = self._spot(event, anywhere=True, lifted=self._carried and event.pointerType == "touch")
        if self._carried and spot:
            held_piece.carry(self._app, self._table, spot)
        elif not self._offer and spot:
            actions.grip(self._app, self._table, spot, down=False)

    def _offered(self, event: Any) -> Spot:
        offer = event.target.closest("[data-offer]")
        return str(offer.getAttribute("data-arg")) if offer else ""

    def _spot(self, event: Any, anywhere: bool = False, lifted: bool = False) -> Spot:
        """Return the spot at an event, or an empty text if there is no spot.

        The event must be on the board, unless `anywhere` is True. If `lifted` is True, return the spot above the
        finger, because the finger hides the spot at the event.
        """
        table, point = self._app.table, self._find(event, anywhere)
        if table is None or point is None:
            return ""
        unit = document.querySelector(".board").clientWidth / table.view.SIZE[0] if lifted else 0.0
        return board.spot_at(table, point[0], point[1] - (HALF + FINGER / unit if unit else 0.0))
