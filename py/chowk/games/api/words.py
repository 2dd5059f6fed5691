"""The text twin of all that can be seen: what a game's `speech` offers."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple, Protocol, TypeVar

from chowk.core.message import Message
from chowk.core.position import Outcome, Position, Refusal, Spot

P_in = TypeVar("P_in", bound=Position[Any], contravariant=True)
M_in = TypeVar("M_in", bound=Hashable, contravariant=True)


class Fact(NamedTuple):
    """A number on a player's card: what it counts, how much, and the drawing that stands for it, if any.

    With `pile` the drawing lies there so many times, as captured pieces lie beside a board.
    """

    label: Message
    value: int
    art: str = ""
    pile: bool = False


class Tally(NamedTuple):
    """A row of the result: what is counted, how much by seat, and the drawing that stands for it, if any.

    Rows that are `summed` add up to the one that follows them. Where `less` is better, no bar is drawn, which would be
    read as how far somebody has come.
    """

    label: Message
    values: tuple[int, ...]
    art: str = ""
    summed: bool = False
    less: bool = False


class Speech(Protocol[P_in, M_in]):
    """A game's `speech` module: the text twin of everything that can be seen, as message values."""

    @property
    def SEATS(self) -> tuple[Message, ...]:  # noqa: N802 - a module constant
        """What the sides are called, by seat, or by colour where the rules have `colours` of their own."""

    @property
    def TOKENS(self) -> tuple[str, ...]:  # noqa: N802 - a module constant
        """The drawing that stands for each side, in the same order; a name in the view's ART."""

    @property
    def BOARD(self) -> Message:  # noqa: N802 - a module constant
        """What the board is called when one comes to it."""

    def spot(self, position: P_in, spot: Spot) -> Message:
        """What is there: the spot's name and what stands on it, in one breath."""

    def tell(self, position: P_in, move: M_in) -> tuple[Message, ...]:
        """What a legal move does, in sentences for the log and the voice, in the order of its events."""

    def facts(self, position: P_in) -> tuple[tuple[Fact, ...], ...]:
        """What each player's card counts, the main one (such as the score) first."""

    def refusal(self, refusal: Refusal) -> Message:
        """Why not, and what to do instead."""

    def outcome(self, outcome: Outcome) -> Message:
        """Who won or that it is drawn, and why, in one sentence."""

    def verdict(self, outcome: Outcome) -> Message | None:
        """Why it ended so, where who won and the scores stand beside it; None where these say it all."""

    def score(self, outcome: Outcome) -> tuple[Message, ...]:
        """The result in numbers, a line each: every player's score, where there are any, before anything else."""

    def tally(self, position: P_in) -> tuple[Tally, ...]:
        """What counts at the end of a game, a row each, what decides it last."""
