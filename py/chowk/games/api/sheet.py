"""The interface of a game's rule book: the rules in words, with diagrams that are made by playing moves."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from chowk.core.message import Message
from chowk.core.position import Spot


class Diagram(NamedTuple):
    """A diagram in the rule book: a position as text, the moves to play from it as text, marked spots, and a caption.

    If `labelled` is True, the diagram also shows the view's `labels`, such as the numbers of the squares.
    """

    setup: str
    moves: tuple[str, ...]
    marks: tuple[Spot, ...]
    caption: Message
    labelled: bool = False


class Paragraph(NamedTuple):
    """A paragraph of the rule book, with the ids of the rules it states (such as `R16`)."""

    rules: tuple[str, ...]
    text: Message
    diagram: Diagram | None = None


class Section(NamedTuple):
    """A section of the rule book; `name` identifies it in links."""

    name: str
    title: Message
    paragraphs: tuple[Paragraph, ...]


class Help(Protocol):
    """The module of a game that holds its rule book."""

    @property
    def SECTIONS(self) -> tuple[Section, ...]:  # noqa: N802 - a module constant
        """The sections of the rule book, in reading order."""
