"""Positions that are set up by hand: what a game's `draft` offers, if its positions can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from chowk.core.game import Option
from chowk.core.message import Message
from chowk.core.position import Position, Spot

P = TypeVar("P", bound=Position[Any])


class Piece(NamedTuple):
    """Something that can be placed: its name, what it is called, and the drawing that shows it."""

    name: str
    label: Message
    art: str


class Drafts(Protocol[P]):
    """A game's `draft` module. A draft is a position that nobody has checked: the notation's reader decides."""

    def pieces(self, draft: P) -> Sequence[Piece]:
        """All that can be placed."""

    def empty(self, draft: P) -> P:
        """The board without pieces, or with as few as there can be."""

    def stood(self, draft: P, spot: Spot) -> str:
        """The name of the piece on a spot; empty where there is none."""

    def put(self, draft: P, spot: Spot, piece: str) -> P:
        """The draft with a piece on a spot, or without what stood there; unchanged where it cannot stand."""

    def settings(self, draft: P) -> Sequence[tuple[Option, str]]:
        """What can be set beside the pieces, and what it is set to: whose turn it is, dice, house rules."""

    def changed(self, draft: P, name: str, value: str) -> P:
        """The draft with one of its `settings` set to one of its choices."""

    def turned(self, draft: P) -> Sequence[tuple[Message, P]]:
        """What becomes of the draft where it is mirrored or rotated, each under its name."""

    def named(self) -> Sequence[tuple[str, P]]:
        """Positions that have names in the game's literature, such as openings."""

    def fault(self, position: P) -> Message | None:
        """Why no game can come to a position that the notation reads; None where one can, as far as that is known."""
