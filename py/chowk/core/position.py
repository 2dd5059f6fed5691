"""The five words that every game is told in: seat, spot, move, position, outcome.

A position is a value: everything the rules need to know about *now*, nothing about how it came about. It is
immutable and hashable, and equal positions are equal values. History lives in `chowk.core.match.Match`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple, Protocol, Self, TypeVar

from chowk.core.events import Event
from chowk.core.names import CHANCE, Seat, Spot

__all__ = ["CHANCE", "Outcome", "Position", "Refusal", "Seat", "Spot"]

M = TypeVar("M", bound=Hashable)


class Outcome(NamedTuple):
    """How a game ended.

    `places` holds each seat's place, 1 for a winner, equal places for a shared one; `scores` what the rule book
    counts, by seat (empty where it counts nothing); `why` names the reason, which `speech` puts into a sentence.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    why: str

    @property
    def winner(self) -> Seat | None:
        """The only seat in first place, or None where it is shared."""
        return self.places.index(1) if self.places.count(1) == 1 else None


class Refusal(NamedTuple):
    """Why a pointing is no legal move.

    `reason` is one of the game's closed list of reasons, in capitals; `cause` the spots that are to blame;
    `rule` the paragraph of the game's rules sheet that says so; `amount` a number that the reason speaks of, such as
    how many coins are missing.
    """

    reason: str
    cause: tuple[Spot, ...]
    rule: str
    amount: int = 0


class Position(Protocol[M]):
    """Everything the rules need to know about now; a value, never a place on a board."""

    @property
    def seats(self) -> int:
        """How many players sit at the table."""

    @property
    def turn(self) -> Seat:
        """Whose choice it is; `CHANCE` when dice are due. Undefined once the game is over."""

    def moves(self) -> Sequence[M]:
        """The legal moves, distinct, in canonical order; empty exactly when the game is over."""

    def odds(self) -> Sequence[int]:
        """Weights beside `moves()` when the turn is `CHANCE`; else empty."""

    def play(self, move: M) -> Self:
        """The position after `move`, which must be one of `moves()`; cheap, and checks nothing."""

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it has not."""

    def events(self, move: M) -> Sequence[Event]:
        """The same move told for people, in the order things happen; a search never calls it."""

    def refusal(self, spots: Sequence[Spot]) -> Refusal | None:
        """Why pointing at `spots`, in this order, is no legal move or part of one; None where it is."""

    def __hash__(self) -> int:
        """Equal positions have equal hashes."""
