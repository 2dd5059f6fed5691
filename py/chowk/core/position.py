"""The basic terms of every game: seat, spot, move, position and outcome.

A position is a value: everything that the rules need to know about the present state, without its history. It is
immutable and hashable, and equal positions compare equal. The history is in `chowk.core.match.Match`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple, Protocol, Self, TypeVar

from chowk.core.events import Event
from chowk.core.names import CHANCE, Seat, Spot

__all__ = ["CHANCE", "Outcome", "Position", "Refusal", "Seat", "Spot"]

M = TypeVar("M", bound=Hashable)


class Outcome(NamedTuple):
    """The result of a game.

    `places` holds each seat's place: 1 for a winner, equal numbers for a shared place. `scores` holds each seat's
    score, and is empty if the game has no scores. `why` is the reason as a short key, which the game's `speech` module
    turns into a sentence.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    why: str

    @property
    def winner(self) -> Seat | None:
        """The only seat in first place, or None if first place is shared."""
        return self.places.index(1) if self.places.count(1) == 1 else None


class Refusal(NamedTuple):
    """The reason why the spots that a player pointed at do not begin a legal move.

    `reason` is a key in capitals from the game's fixed list of reasons. `cause` holds the spots to highlight as the
    cause. `rule` is the number of the paragraph in the game's rule book. `amount` is a number for the message to the
    player, such as the number of missing coins.
    """

    reason: str
    cause: tuple[Spot, ...]
    rule: str
    amount: int = 0


class Position(Protocol[M]):
    """The state of a game as an immutable value."""

    @property
    def seats(self) -> int:
        """The number of players."""

    @property
    def turn(self) -> Seat:
        """The seat that must choose a move, or `CHANCE` if a roll is due. Undefined once the game is over."""

    def moves(self) -> Sequence[M]:
        """Return the distinct legal moves, in canonical order. The sequence is empty exactly if the game is over."""

    def odds(self) -> Sequence[int]:
        """Return the relative probabilities of `moves()` as integers if a roll is due, otherwise an empty sequence."""

    def play(self, move: M) -> Self:
        """Return the position after `move`, which must be one of `moves()`. For speed, this is not checked."""

    def outcome(self) -> Outcome | None:
        """Return the result of the game, or None while it goes on."""

    def events(self, move: M) -> Sequence[Event]:
        """Return the events of a move, in order of time, for display. The search for a move never calls this."""

    def refusal(self, spots: Sequence[Spot]) -> Refusal | None:
        """Return the reason why `spots` do not begin a legal move, or None if they do.

        The spots are in the order in which a player pointed at them.
        """

    def __hash__(self) -> int:
        """Return the hash. Equal positions have equal hashes."""
