"""What the page says at the moment: aloud, of a refusal, and in a note at its edge."""

from __future__ import annotations

from chowk.core.errors import TextError
from chowk.core.message import Message
from chowk.i18n.toast import Toast


class Voice:
    """What is said now; the pages show it, and whoever reads the screen aloud hears it."""

    def __init__(self) -> None:
        # Said aloud of what happened last. Written by whatever lets it happen: the game, a lesson, an answer.
        self.spoken: tuple[Message, ...] = ()
        # How many questions were answered, so that an answer given again is heard again. Written by `session.queries`.
        self.answers = 0
        # Why what was pointed at is refused. Written by `session.actions`, and taken away by whatever happens next.
        self.alert: Message | None = None
        # How many pointings were looked at for a refusal, so that one that is read is told from the next.
        # Written by `session.actions`.
        self.refusals = 0
        # The note at the edge of the page. Written by every room that has one to leave.
        self.toast: Toast | None = None
        # The note that a newer version waits, which no other note replaces. Written by the application.
        self.update: Toast | None = None
        # The note over which a sheet was opened: it waits until no sheet lies open. Written by `commands.do`.
        self.covered: Toast | None = None
        # Why a text that was brought is no game. Written by `share`, and by whatever sheet opens next.
        self.complaint: TextError | None = None

    def say(self, *told: Message) -> None:
        """Says that aloud, and no more why something was refused."""
        self.spoken, self.alert = told, None
