"""The messages that the page shows or announces at the moment: announcements, a refusal, and a toast."""

from __future__ import annotations

from chowk.core.errors import TextError
from chowk.core.message import Message
from chowk.i18n.toast import Toast


class Voice:
    """The current messages; the pages show them, and screen readers announce them."""

    def __init__(self) -> None:
        # The announcement of the last event. Written by its source: the game, a lesson, an answer.
        self.spoken: tuple[Message, ...] = ()
        # The number of answered questions, so that a repeated answer is announced again. Written by `session.queries`.
        self.answers = 0
        # The reason of the last refusal. Written by `session.actions`, and cleared by the next event.
        self.alert: Message | None = None
        # The number of inputs that were checked for a refusal, by which refusals are told apart. Written by
        # `session.actions`.
        self.refusals = 0
        # The toast at the edge of the page. Written by every room.
        self.toast: Toast | None = None
        # The toast about a newer version, which no other toast replaces. Written by the application.
        self.update: Toast | None = None
        # The toast over which a sheet was opened: it waits until no sheet is open. Written by `commands.do`.
        self.covered: Toast | None = None
        # The error of an imported text. Written by `share`, and cleared by the next sheet that opens.
        self.complaint: TextError | None = None

    def say(self, *messages: Message) -> None:
        """Announce messages, and clear the last refusal."""
        self.spoken, self.alert = messages, None
