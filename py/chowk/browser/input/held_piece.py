"""Pointers at a table where a move is tried before it is made: taking up, carrying, turning, putting down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from js import document

from chowk.app import commands
from chowk.app.app import App
from chowk.core.position import Spot
from chowk.session import actions
from chowk.session.input import held_piece
from chowk.session.input.preview import Trying
from chowk.session.output import board
from chowk.session.table import Table

TREMBLE: Final = 9.0
"""CSS pixels that a pointer which takes something up beside the board may tremble before it carries it."""
NOTCH: Final = 40.0
"""What a wheel must be turned by to turn what is held by a quarter."""

FINGER: Final = 44.0
"""CSS pixels above the middle of a finger that are hidden by it ..."""
HALF: Final = 1.5
"""... and board units from the middle of what it carries to its lower edge, as a rule."""

Find = Callable[..., "tuple[float, float] | None"]


class HeldPiece:
    """Hears the pointer for a listener. Every method says whether the event was meant for it.

    `find` gives the place of an event in board units, none where it is not on the board.
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
    def _trying(self) -> Trying | None:
        return self._app.table.choice.trying if self._app.table is not None and not self._app.place.sheets else None

    @property
    def _table(self) -> Table:
        """The table at which something can be held."""
        assert self._app.table is not None, "something is held over its board"
        return self._app.table

    def down(self, event: Any, edge: bool) -> bool:
        """A finger or button goes down."""
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
        """It moves; or the mouse does with no button down."""
        if self._trying is None:
            return False
        if self._pointer is None:
            if event.pointerType == "mouse":
                held_piece.hover(self._app, self._table, self._spot(event) or self._offered(event))
        elif event.pointerId == self._pointer:
            self._carry(event)
        return True

    def up(self, event: Any) -> bool:
        """It goes up."""
        trying = self._trying
        if trying is None or self._pointer != event.pointerId:
            return trying is not None
        self._pointer, self._offer = None, ""
        trying.drop()
        if self._carried:
            trying.over = ""
        return True

    def cancel(self) -> None:
        """It is lost, or another one came."""
        trying = self._trying
        if trying is not None and self._pointer is not None:
            trying.let_go()
            self._app.world.render()
        self._pointer, self._offer = None, ""

    def menu(self, event: Any) -> None:
        """The right button turns what is held; with the shift key it mirrors it."""
        if self._trying is not None and event.pointerType != "touch" and event.target.closest(".board"):
            commands.do(self._app, "mirror" if event.shiftKey else "rotate")

    def wheel(self, event: Any) -> None:
        """The wheel turns what is held; with the shift key it mirrors it."""
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
        far = abs(event.clientX - self._from[0]) + abs(event.clientY - self._from[1])
        trying = self._trying
        assert trying is not None, "asked before"
        if self._offer and not self._carried and far > TREMBLE and self._app.settings.pointing != "tap":
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
        """The spot there; `lifted`, the one above it where what a finger carries is not hidden by the finger."""
        table, at = self._app.table, self._find(event, anywhere)
        if table is None or at is None:
            return ""
        unit = document.querySelector(".board").clientWidth / table.view.SIZE[0] if lifted else 0.0
        return board.spot_at(table, at[0], at[1] - (HALF + FINGER / unit if unit else 0.0))
