"""Report unexpected errors on the console, and to the player."""

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
    """The browser's reactions to an unexpected error."""

    def report(self, details: str) -> None:
        """Write an error to the console."""

    def start_anew(self, details: str) -> None:
        """Restart the page with the stored data, because the running Python interpreter cannot continue.

        `details` describes the error.
        """


class Failures:
    """The reporter of unexpected errors.

    It writes each error to the console once. It tells the player only of failed tasks, not of rendering errors.
    """

    def __init__(
        self, reporter: ErrorReporter, clock: SystemClock, page: Page, voice: Voice, place: Whereabouts
    ) -> None:
        self._reporter = reporter
        self._clock = clock
        self._page = page
        self._voice = voice
        self._place = place
        # The details of the last failed task, for developers. Written by this class.
        self.details = ""
        # The last reported error. Tasks that await a failed task fail with the same error.
        self._reported: BaseException | None = None
        # The traceback of the last rendering error, so that it is reported only once. Written by `note`.
        self._noted = ""

    def tell(self, error: BaseException) -> None:
        """Report the error of a task once, and offer the player its details to copy.

        After a `MemoryError`, restart the page instead.
        """
        if error is self._reported:
            return
        self._reported = error
        where = _where(error)
        self._reporter.report(where)
        if isinstance(error, MemoryError):
            self._reporter.start_anew(where)
            return
        text = say("Something went wrong. What was played is kept. If the game stands still, reload the page.")
        self._say(text, where)

    def recall(self, where: str) -> None:
        """Show that the page was restarted because of an error; `where` is the traceback."""
        self._say(say("Something went wrong, and Chowk started again. Your games are saved."), where)

    def _say(self, text: Message, where: str) -> None:
        head = f"Chowk {VERSION}, {self._clock.now()}"
        self.details = "\n\n".join(part for part in (head, where, self._game()) if part)
        self._voice.toast = Toast(text, "copy-details", say_in("the page does it", "Copy details"), alert=True)
        self._page.render()

    def note(self, error: BaseException) -> None:
        """Report a rendering error on the console, unless it is the same error as at the last call."""
        where = _where(error)
        if where != self._noted:
            self._noted = where
            self._reporter.report(where)

    def _game(self) -> str:
        """Return the record of the game at the table without the players' names, or an empty text without a table."""
        return record.write(self._place.table.match) if self._place.table is not None else ""


def _where(error: BaseException) -> str:
    import traceback  # imported only after a failure, not at every start

    return "".join(traceback.format_exception(error)).rstrip()
