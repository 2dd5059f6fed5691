"""The interface of a game's `draft` module, with which players set up positions by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from chowk.core.game import Option
from chowk.core.message import Message
from chowk.core.position import Position, Spot

P = TypeVar("P", bound=Position[Any])


class Piece(NamedTuple):
    """A piece that can be placed: the name by which the module knows it, its label, and the name of its drawing."""

    name: str
    label: Message
    art: str


class Drafts(Protocol[P]):
    """A game's `draft` module. A draft is an unchecked position; the reader of the notation validates it."""

    def pieces(self, draft: P) -> Sequence[Piece]:
        """Return the pieces that players can place."""

    def empty(self, draft: P) -> P:
        """Return the draft with its pieces removed, or with the minimum that the game needs."""

    def stood(self, draft: P, spot: Spot) -> str:
        """Return the name of the piece on a spot; empty if there is none."""

    def put(self, draft: P, spot: Spot, piece: str) -> P:
        """Put a piece on a spot, or clear the spot if `piece` is empty; unchanged if the piece cannot stand there."""

    def settings(self, draft: P) -> Sequence[tuple[Option, str]]:
        """Return the properties of the draft other than pieces, with values: side to move, dice, house rules."""

    def changed(self, draft: P, name: str, value: str) -> P:
        """Return the draft with one of its `settings` changed to one of its choices."""

    def turned(self, draft: P) -> Sequence[tuple[Message, P]]:
        """Return mirrored and rotated versions of the draft, each with a label."""

    def named(self) -> Sequence[tuple[str, P]]:
        """Return positions that have names in the game's literature, such as openings."""

    def fault(self, position: P) -> Message | None:
        """Return why a position that the notation accepts cannot arise in a game, or None if no reason is known."""
