"""Dice that wait beside the board are taken up and thrown: they follow the pointer, and roll when it lets go."""

from __future__ import annotations

from typing import Any, Final

from chowk.app import commands
from chowk.app.app import App

TREMBLE: Final = 9.0
"""CSS pixels that a pointer may tremble before it takes the dice along: until then it taps."""
THROWN: Final = 24.0
"""CSS pixels that they must be carried to be thrown; less puts them back."""


class ThrowingHand:
    """Hears the pointer for a listener. Every method says whether the event was meant for it."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._pointer: int | None = None
        self._from = (0.0, 0.0)
        self._dice: Any = None  # the element that holds them
        self._carried = False  # whether what comes to its end was no tap

    def down(self, event: Any) -> bool:
        """A finger or button goes down."""
        self.cancel()
        self._carried = False
        table = self._app.table
        part = event.target.closest(".part") if table is not None and table.choice.rolling is not None else None
        if not part or event.button != 0:
            return False
        self._pointer, self._from, self._dice = event.pointerId, (event.clientX, event.clientY), part.parentElement
        return True

    def move(self, event: Any) -> bool:
        """It moves."""
        if self._pointer is None or self._pointer != event.pointerId:
            return False
        across, down = event.clientX - self._from[0], event.clientY - self._from[1]
        if self._carried or abs(across) + abs(down) > TREMBLE:
            self._carried = True
            self._dice.dataset.held = ""
            self._dice.style.translate = f"{across:.0f}px {down:.0f}px"
        return True

    def up(self, event: Any) -> bool:
        """It goes up: what was carried far enough is thrown."""
        if self._pointer is None or self._pointer != event.pointerId:
            return False
        far = abs(event.clientX - self._from[0]) + abs(event.clientY - self._from[1])
        self.cancel()
        if self._carried and far >= THROWN:
            commands.do(self._app, "roll")
        return True

    def cancel(self) -> None:
        """It is lost, or another one came: the dice lie where they lay."""
        if self._dice is not None:
            self._dice.style.removeProperty("translate")
            self._dice.removeAttribute("data-held")
        self._pointer = self._dice = None

    @property
    def carried(self) -> bool:
        """Whether the pointer that went up last had carried dice, so that the click that follows means nothing."""
        return self._carried
