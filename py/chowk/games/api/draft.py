"""The interface of a game's `draft` module, which lets players set up positions by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from chowk.core.game import Option
from chowk.core.message import Message
from chowk.core.position import Position, Spot

P = TypeVar("P", bound=Position[Any])


class Piece(NamedTuple):
    """A piece that can be placed on the board: its identifier, its label, and the name of its drawing."""

    name: str
    label: Message
    art: str


class Drafts(Protocol[P]):
    """A game's `draft` module. A draft is a position that a player sets up by hand, and may be illegal.

    The draft is validated by writing it as text and reading the text with the game's notation.
    """

    def pieces(self, draft: P) -> Sequence[Piece]:
        """Return the pieces that players can place."""

    def empty(self, draft: P) -> P:
        """Return the draft without its pieces, or with the fewest pieces that the game allows."""

    def piece_at(self, draft: P, spot: Spot) -> str:
        """Return the name of the piece on a spot, or an empty text."""

    def put(self, draft: P, spot: Spot, piece: str) -> P:
        """Put a piece on a spot, or clear the spot if `piece` is empty.

        Return the draft unchanged if the spot is not allowed.
        """

    def settings(self, draft: P) -> Sequence[tuple[Option, str]]:
        """Return the draft's settings with their values: side to move, dice, house rules."""

    def changed(self, draft: P, name: str, value: str) -> P:
        """Return the draft with the setting `name` changed to `value`, one of the setting's choices."""

    def turned(self, draft: P) -> Sequence[tuple[Message, P]]:
        """Return mirrored and rotated versions of the draft, each with a label."""

    def named(self) -> Sequence[tuple[str, P]]:
        """Return positions that have names in the game's literature, such as openings."""

    def fault(self, position: P) -> Message | None:
        """Return a reason why no game can reach a position, or None if no reason is known.

        The position is one that the game's notation accepts.
        """
