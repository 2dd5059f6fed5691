"""What is said when something fails that nobody foresaw: on the console, and to whoever plays without its lines."""

from __future__ import annotations

from typing import Protocol

from chowk import VERSION
from chowk.core import record
from chowk.core.message import Message, say, say_in
from chowk.i18n.toast import Toast
from chowk.i18n.voice import Voice
from chowk.session.navigation import Whereabouts


class Reporter(Protocol):
    """The part of the world that hears of failures."""

    def report(self, details: str) -> None:
        """Tells whoever looks after the page."""

    def start_anew(self, details: str) -> None:
        """Starts the page anew, with what is kept: this Python has come to its end."""

    def now(self) -> str:
        """The date and time, as ISO 8601 in UTC."""

    def render(self) -> None:
        """Brings the page in line with what is the case now, soon."""


class Failures:
    """What has failed so far."""

    def __init__(self, reporter: Reporter, voice: Voice, place: Whereabouts) -> None:
        self._reporter = reporter
        self._voice = voice
        self._place = place
        # What somebody needs who is to mend the last failure of a task. Written by `tell` and `recall`.
        self.details = ""
        # The last error that was told, for whoever waited for a task that failed has failed by the same one.
        self._told: BaseException | None = None
        # Where the page could not be drawn, so that it is not reported with every drawing. Written by `note`.
        self._noted = ""

    def tell(self, error: BaseException) -> None:
        """Reports an error of a task, and offers what somebody needs who is to mend it; each error once."""
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
        """Says that the page was started anew because of an error, of which `where` tells."""
        self._say(say("Something went wrong, and Chowk started again. Your games are saved."), where)

    def _say(self, told: Message, where: str) -> None:
        head = f"Chowk {VERSION}, {self._reporter.now()}"
        self.details = "\n\n".join(part for part in (head, where, self._game()) if part)
        self._voice.toast = Toast(told, "copy-details", say_in("the page does it", "Copy details"), alert=True)
        self._reporter.render()

    def note(self, error: BaseException) -> None:
        """Reports an error that comes again whenever the page is drawn, once."""
        where = _where(error)
        if where != self._noted:
            self._noted = where
            self._reporter.report(where)

    def _game(self) -> str:
        """The game at the table, without the names that were typed."""
        return record.write(self._place.table.match) if self._place.table is not None else ""


def _where(error: BaseException) -> str:
    import traceback  # read when something has failed, not at every start

    return "".join(traceback.format_exception(error)).rstrip()
