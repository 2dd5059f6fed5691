"""The messages that the page shows or announces now: announcements, a refusal, and toasts."""

from __future__ import annotations

from chowk.core.errors import TextError
from chowk.core.message import Message
from chowk.i18n.toast import Toast


class Voice:
    """The messages that the page shows or announces now: the last announcement, a refusal, and the toasts."""

    def __init__(self) -> None:
        # The announcement of the last event. The game, a lesson or an answer writes it.
        self.spoken: tuple[Message, ...] = ()
        # The number of answered questions, so that a repeated answer is announced again. Written by `session.queries`.
        self.answers = 0
        # The reason of the last refusal. Written by `session.output.refusals`; the next event clears it.
        self.alert: Message | None = None
        # The number of inputs that were checked for a refusal. It identifies a refusal. Written by
        # `session.output.refusals`.
        self.refusals = 0
        # The toast at the edge of the page. Every package may write it.
        self.toast: Toast | None = None
        # The toast about a newer version, which no other toast replaces. Written by the application.
        self.update: Toast | None = None
        # The toast over which a sheet was opened. It is hidden until no sheet is open. Written by `app.commands.do`.
        self.covered: Toast | None = None
        # The error of an imported text or link. Features write it; the next sheet that opens clears it.
        self.complaint: TextError | None = None

    def say(self, *messages: Message) -> None:
        """Announce messages, and remove the message that says why the last input was refused."""
        self.spoken, self.alert = messages, None

    def dismiss(self) -> None:
        """Remove the message at the edge of the page (`toast`) if it is no warning and has no button."""
        if self.toast is not None and not self.toast.alert and not self.toast.do:
            self.toast = None
