"""A short note at the edge of the page, as a value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from chowk.core.message import Message


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


def noted(notes: Sequence[Message], *, alert: bool = True) -> Toast:
    """Return one toast that says several things, each in a paragraph of its own."""
    return Toast(notes[0], alert=alert, more=tuple(notes[1:]))
