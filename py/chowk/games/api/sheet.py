"""The rules for people, with pictures that are played: what a game's `help` offers."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from chowk.core.message import Message
from chowk.core.position import Spot


class Diagram(NamedTuple):
    """A picture made by playing real moves: a position as text, moves as text, spots to mark, and a caption.

    With `labelled` it carries what the view writes on request, such as the numbers of the squares.
    """

    setup: str
    moves: tuple[str, ...]
    marks: tuple[Spot, ...]
    caption: Message
    labelled: bool = False


class Paragraph(NamedTuple):
    """A paragraph of the rules sheet, with the ids of the rules it states (such as `R16`)."""

    rules: tuple[str, ...]
    text: Message
    diagram: Diagram | None = None


class Section(NamedTuple):
    """A part of the rules sheet; `name` is its place in links."""

    name: str
    title: Message
    paragraphs: tuple[Paragraph, ...]


class Help(Protocol):
    """A game's `help` module."""

    @property
    def SECTIONS(self) -> tuple[Section, ...]:  # noqa: N802 - a module constant
        """The rules for people, in reading order."""
