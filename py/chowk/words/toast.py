"""A short note at the edge of the page, as a value."""

from __future__ import annotations

from typing import NamedTuple

from chowk.core.message import Message


class Toast(NamedTuple):
    """A short note at the edge of the page, with at most one thing to do about it (a command, its label and `arg`)."""

    text: Message
    do: str = ""
    label: Message | None = None
    alert: bool = False
    arg: str = ""
