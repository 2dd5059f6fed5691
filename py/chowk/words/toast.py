"""A short note at the edge of the page, as a value."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from chowk.core.message import Message, say_in


class Toast(NamedTuple):
    """A short note at the edge of the page, with at most one thing to do about it (a command, its label and `arg`)."""

    text: Message
    do: str = ""
    label: Message | None = None
    alert: bool = False
    arg: str = ""


def sentences(notes: Sequence[Message]) -> Message:
    """Return one or several notes as one, each a sentence of its own."""
    return reduce(lambda first, second: say_in("two sentences", "{first} {second}", first=first, second=second), notes)
