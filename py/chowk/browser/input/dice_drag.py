"""Throw dice by dragging: dice beside the board follow the pointer, and roll when it is released."""

from __future__ import annotations

from typing import Any, Final

from chowk.app import commands
from chowk.app.app import App

TREMBLE: Final = 9.0
"""Pointer movement from which the dice follow the pointer, in CSS pixels. A smaller movement is a tap."""
THROWN: Final = 24.0
"""Minimum length of a drag that throws the dice, in CSS pixels. After a shorter drag they are put back."""


class ThrowingHand:
    """The pointer handler that throws dice. Each method for an event returns True if it used the event."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._pointer: int | None = None
        self._from = (0.0, 0.0)
        self._dice: Any = None  # the element with the dice
        self._carried = False  # True if the last press was a drag

    def down(self, event: Any) -> bool:
        """Handle a press on the dice."""
        self.cancel()
        self._carried = False
        table = self._app.table
        part = event.target.closest(".part") if table is not None and table.choice.rolling is not None else None
        if not part or event.button != 0:
            return False
        self._pointer, self._from, self._dice = event.pointerId, (event.clientX, event.clientY), part.parentElement
        return True

    def move(self, event: Any) -> bool:
        """Let the dice follow a movement of the pointer. Return True if the pointer was pressed on the dice.

        They stay in place until the pointer has moved far enough for a drag.
        """
        if self._pointer is None or self._pointer != event.pointerId:
            return False
        across, down = event.clientX - self._from[0], event.clientY - self._from[1]
        if self._carried or abs(across) + abs(down) > TREMBLE:
            self._carried = True
            self._dice.dataset.held = ""
            self._dice.style.translate = f"{across:.0f}px {down:.0f}px"
        return True

    def up(self, event: Any) -> bool:
        """Handle the release: roll the dice if they were dragged far enough."""
        if self._pointer is None or self._pointer != event.pointerId:
            return False
        distance = abs(event.clientX - self._from[0]) + abs(event.clientY - self._from[1])
        self.cancel()
        if self._carried and distance >= THROWN:
            commands.do(self._app, "roll")
        return True

    def cancel(self) -> None:
        """Put the dice back."""
        if self._dice is not None:
            self._dice.style.removeProperty("translate")
            self._dice.removeAttribute("data-held")
        self._pointer = self._dice = None

    @property
    def carried(self) -> bool:
        """True if the last press dragged the dice. The click that follows must then be ignored."""
        return self._carried
