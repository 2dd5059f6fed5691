"""Detection of held controls, and of taps that must be ignored because the content below them has just changed."""

from __future__ import annotations

from typing import Final

from chowk.app.app import App
from chowk.session.table import Table

TWICE: Final = 400.0
"""Maximum time between the two taps of a double tap, in milliseconds."""
NEAR: Final = 48.0
"""Maximum distance of the two taps of a double tap, in CSS pixels."""
JUST_SHOWN: Final = 350.0
"""Time after a roll in which the choices beside the board ignore a repeated press, in milliseconds."""
LONGEST: Final = 3_000.0
"""Maximum time for which a held control keeps the page unchanged, in milliseconds."""
CLICK: Final = 400.0
"""Maximum time between the release of a control and its click, in milliseconds."""


def place(app: App) -> object:
    """Return a value that stands for the controls on the screen.

    It holds the table, the sheets, whether there is a toast, and whether there is a hint of more than one sentence. If
    two calls return different values, a tap at the same point of the screen may have a different effect.
    """
    table = app.table
    answered = table is not None and table.choice.hint is not None and bool(table.choice.hint.more)
    return table, app.place.sheets, app.voice.toast is None, answered


class Taps:
    """A detector of taps on content that has just changed. Times are in milliseconds, places in CSS pixels."""

    def __init__(self) -> None:
        self._visible_from = 0.0
        # True from the time when the button that rolls the dice is shown until choices are shown in its place.
        self._rolls = False
        # The time from which these choices react to every press.
        self._choices_from = 0.0
        self._changed: tuple[float, float, float] | None = None
        # The time, the place and the content (`place`) of the last press.
        self._pressed: tuple[float, float, float, object] | None = None

    def press(self, time: float, x: float, y: float, content: object, *, on_choices: bool = False) -> bool:
        """Record a press, and return True if it must be ignored (`is_outdated`).

        That also holds if it follows quickly on another press at the same place, and the content, as `place` returns
        it, has changed in between: what the first press asked for has come late. It also holds if the last press was at
        the same place, and this one is on choices beside the board (`on_choices`) that have just replaced the button
        that rolls the dice.
        """
        outdated = self.is_outdated(time, x, y)
        if self._pressed is not None:
            before, at_x, at_y, seen = self._pressed
            if abs(x - at_x) + abs(y - at_y) < NEAR:
                outdated = outdated or (on_choices and time < self._choices_from)
                if time - before < TWICE and content != seen:
                    outdated, content = True, seen
        if on_choices and not outdated:
            self._choices_from = 0.0  # the next press is on what follows this choice
        self._pressed = (time, x, y, content)
        return outdated

    def changed(self, time: float, x: float, y: float) -> None:
        """Record that a tap at this time and place has changed the content under the finger."""
        self._changed = (time, x, y)

    def attend(self, time: float, table: Table | None) -> None:
        """Record that the page shows this table at `time`, with the button that rolls the dice or with choices."""
        if table is not None and table.choice.rolling is not None:
            self._rolls = True
        elif table is not None and table.ways and self._rolls:
            self._rolls, self._choices_from = False, time + JUST_SHOWN

    def typed(self) -> None:
        """Record a key press. The next tap then does not count as the second half of a double tap."""
        self._changed = self._pressed = None

    def visible_from(self, time: float) -> None:
        """Record the time at which the changed content becomes visible."""
        self._visible_from = time

    def is_outdated(self, time: float, x: float, y: float) -> bool:
        """Return True if a tap must be ignored, because the content has changed since the player aimed.

        That holds before the changed content is visible. It also holds if the tap follows quickly, at the same place,
        on the tap that changed the content, or on another outdated one.
        """
        if self._changed is None:
            return time < self._visible_from
        before, at_x, at_y = self._changed
        again = time - before < TWICE and abs(x - at_x) + abs(y - at_y) < NEAR
        if again:
            self._changed = (time, at_x, at_y)
        elif time >= self._visible_from:
            self._changed = None
        return again or time < self._visible_from


class Press:
    """The time during which the page must not change, because a control is being pressed. Times are in milliseconds.

    If the control moved or was replaced between the start of the press and its click, the browser would send no click.
    """

    def __init__(self) -> None:
        self._until = 0.0

    def begin(self, time: float) -> None:
        """Record that a control is held down."""
        self._until = time + LONGEST

    def let_go(self, time: float) -> None:
        """Record the release of the control. Its click may follow within `CLICK` milliseconds."""
        self._until = min(self._until, time + CLICK)

    def end(self) -> None:
        """Record that the click has come, or that none will come."""
        self._until = 0.0

    def remaining(self, time: float) -> float:
        """Return for how many milliseconds after `time` the page must stay unchanged."""
        return max(0.0, self._until - time)
