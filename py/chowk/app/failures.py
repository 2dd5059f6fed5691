"""Report unexpected errors: on the console, and to a player without developer tools."""

from __future__ import annotations

from typing import Protocol

from chowk import VERSION
from chowk.core import record
from chowk.core.message import Message, say, say_in
from chowk.i18n.toast import Toast
from chowk.i18n.voice import Voice
from chowk.session.navigation import Whereabouts
from chowk.session.ports import Page, SystemClock


class ErrorReporter(Protocol):
    """The ways to report an error outside the page."""

    def report(self, details: str) -> None:
        """Write an error to the console."""

    def start_anew(self, details: str) -> None:
        """Restart the page with what is stored: this Python cannot go on."""


class Failures:
    """The failures of this page so far."""

    def __init__(
        self, reporter: ErrorReporter, clock: SystemClock, page: Page, voice: Voice, place: Whereabouts
    ) -> None:
        self._reporter = reporter
        self._clock = clock
        self._page = page
        self._voice = voice
        self._place = place
        # What a developer needs to know of the last failed task. Written by this class.
        self.details = ""
        # The last reported error: tasks that wait for a failed task fail with the same one.
        self._told: BaseException | None = None
        # The last rendering error, so that it is not reported at every render. Written by `note`.
        self._noted = ""

    def tell(self, error: BaseException) -> None:
        """Report the error of a task and offer its details for copying; report each error once."""
        if error is self._told:
            return
        self._told = error
        where = _where(error)
        self._reporter.report(where)
        if isinstance(error, MemoryError):
            self._reporter.start_anew(where)
            return
        told = say("Something went wrong. What was played is kept. If the game stands still, reload the page.")
        self._say(told, where)

    def recall(self, where: str) -> None:
        """Show that the page was restarted because of an error; `where` is its traceback."""
        self._say(say("Something went wrong, and Chowk started again. Your games are saved."), where)

    def _say(self, told: Message, where: str) -> None:
        head = f"Chowk {VERSION}, {self._clock.now()}"
        self.details = "\n\n".join(part for part in (head, where, self._game()) if part)
        self._voice.toast = Toast(told, "copy-details", say_in("the page does it", "Copy details"), alert=True)
        self._page.render()

    def note(self, error: BaseException) -> None:
        """Report an error that repeats at every render, once."""
        where = _where(error)
        if where != self._noted:
            self._noted = where
            self._reporter.report(where)

    def _game(self) -> str:
        """Return the record of the game at the table, without the names that players typed."""
        return record.write(self._place.table.match) if self._place.table is not None else ""


def _where(error: BaseException) -> str:
    import traceback  # imported only after a failure, not at every start

    return "".join(traceback.format_exception(error)).rstrip()
