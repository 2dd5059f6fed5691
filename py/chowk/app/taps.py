"""Taps whose target has just changed, which must be ignored, and controls that are held down."""

from __future__ import annotations

from typing import Final

from chowk.app.app import App

TWICE: Final = 400.0
"""Milliseconds after a tap within which another one at its place counts as a double tap."""
NEAR: Final = 48.0
"""Maximum distance of the two taps of a double tap, in CSS pixels."""
LONGEST: Final = 3_000.0
"""Milliseconds for which a held control keeps the page unchanged; after that it is no longer a press."""
CLICK: Final = 400.0
"""Milliseconds after the release of a control within which its click comes, if one does."""


def place(app: App) -> object:
    """Return what commands can change under a finger: two values are equal if a tap means the same."""
    table = app.table
    answered = table is not None and table.choice.hint is not None and bool(table.choice.hint.more)
    return table, app.place.sheets, app.voice.toast is None, answered


class Taps:
    """Detects taps meant for something that is no longer there. Times are in milliseconds, places in CSS pixels."""

    def __init__(self) -> None:
        self._shown = 0.0
        self._changed: tuple[float, float, float] | None = None

    def changed(self, time: float, x: float, y: float) -> None:
        """Note that a tap at this time and place has changed what is under the finger."""
        self._changed = (time, x, y)

    def typed(self) -> None:
        """Note a key press: the next tap is not the second half of a double tap."""
        self._changed = None

    def shown(self, time: float) -> None:
        """Note the time from which the change is visible."""
        self._shown = time

    def strays(self, time: float, x: float, y: float) -> bool:
        """Return True if a tap was meant for what was there before.

        In a fast series of taps at one place, each is compared with the one before it.
        """
        if self._changed is None:
            return time < self._shown
        before, at_x, at_y = self._changed
        again = time - before < TWICE and abs(x - at_x) + abs(y - at_y) < NEAR
        if again:
            self._changed = (time, at_x, at_y)
        return again or time < self._shown


class Press:
    """A press on a control, from its start to its click. Times are in milliseconds.

    The page is left as it is meanwhile: if the control moved or was replaced, the browser would see the press begin and
    end on different elements, and send no click.
    """

    def __init__(self) -> None:
        self._until = 0.0

    def begin(self, time: float) -> None:
        """Note that a control is held down."""
        self._until = time + LONGEST

    def let_go(self, time: float) -> None:
        """Note the release; the click, if there is one, may come a little later."""
        self._until = min(self._until, time + CLICK)

    def end(self) -> None:
        """Note that the click has come, or will not come."""
        self._until = 0.0

    def rest(self, time: float) -> float:
        """Return the milliseconds for which the page must still be left as it is."""
        return max(0.0, self._until - time)
