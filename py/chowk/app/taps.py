"""What a press is meant for: taps that strayed from what is no longer there, and controls that are held down."""

from __future__ import annotations

from typing import Final

from chowk.app.app import App

TWICE: Final = 400.0
"""Milliseconds after a tap within which another one at its place is the second of a double tap."""
NEAR: Final = 48.0
"""CSS pixels by which the two may lie apart."""
LONGEST: Final = 3_000.0
"""Milliseconds for which a control that is held down keeps the page as it is; longer, it is no longer a press."""
CLICK: Final = 400.0
"""Milliseconds after a control was let go of within which its click comes, if one does."""


def place(app: App) -> object:
    """What lies under a finger, as far as commands change it: equal as long as two taps mean the same."""
    table = app.table
    answered = table is not None and table.choice.hint is not None and bool(table.choice.hint.more)
    return table, app.place.sheets, app.voice.toast is None, answered


class Taps:
    """Tells taps that were meant for what is there from others. Times are in milliseconds, places in CSS pixels."""

    def __init__(self) -> None:
        self._shown = 0.0
        self._changed: tuple[float, float, float] | None = None

    def changed(self, time: float, x: float, y: float) -> None:
        """The tap made then and there has laid something else under the finger."""
        self._changed = (time, x, y)

    def typed(self) -> None:
        """A key was pressed: whatever tap comes next is no second half of a double one."""
        self._changed = None

    def shown(self, time: float) -> None:
        """Since then it is to be seen that something else lies there."""
        self._shown = time

    def strays(self, time: float, x: float, y: float) -> bool:
        """Whether a tap made then and there was meant for what lay there before.

        Of a hurried row of taps at one place every one is held against the one before it.
        """
        if self._changed is None:
            return time < self._shown
        before, at_x, at_y = self._changed
        again = time - before < TWICE and abs(x - at_x) + abs(y - at_y) < NEAR
        if again:
            self._changed = (time, at_x, at_y)
        return again or time < self._shown


class Press:
    """A press on a control, from where it begins to its click. Times are in milliseconds.

    Meanwhile the page is left as it is: where the control moved, or another came in its place, the browser would find
    that the press began and ended at different things, and make no click of it.
    """

    def __init__(self) -> None:
        self._until = 0.0

    def begin(self, time: float) -> None:
        """A control is held down."""
        self._until = time + LONGEST

    def let_go(self, time: float) -> None:
        """It is let go of; its click, if there is to be one, may come a little later."""
        self._until = min(self._until, time + CLICK)

    def end(self) -> None:
        """The click has come, or none will."""
        self._until = 0.0

    def rest(self, time: float) -> float:
        """For how long the page still has to be left as it is."""
        return max(0.0, self._until - time)
