"""A short note at the edge of the page, as a value."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from typing import NamedTuple

from chowk.core.message import Message, say, say_in


class Toast(NamedTuple):
    """A short note at the edge of the page, with at most one thing to do about it (a command, its label and `arg`).

    `more` are paragraphs after the first one.
    """

    text: Message
    do: str = ""
    label: Message | None = None
    alert: bool = False
    arg: str = ""
    more: tuple[Message, ...] = ()


def missing(text: Message, error: OSError) -> Toast:
    """Return a toast about something that did not arrive, with a reload if the server no longer has its file."""
    if error.errno != errno.ENOENT:
        return Toast(text)
    why = say("The server no longer has this file: it may have a newer version of Chowk.")
    return Toast(text, "update", say_in("the page does it", "Reload"), alert=True, more=(why,))


def noted(notes: Sequence[Message], *, alert: bool = True) -> Toast:
    """Return one toast with several messages, each in its own paragraph."""
    return Toast(notes[0], alert=alert, more=tuple(notes[1:]))
