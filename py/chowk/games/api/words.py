"""The interface of a game's `speech` module: its board, moves, refusals and results in words."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple, Protocol, TypeVar

from chowk.core.message import Message
from chowk.core.position import Outcome, Position, Refusal, Spot

P_in = TypeVar("P_in", bound=Position[Any], contravariant=True)
M_in = TypeVar("M_in", bound=Hashable, contravariant=True)


class Fact(NamedTuple):
    """A number on a player's card at the table: its label, its value, and the name of its drawing or an empty text.

    If `pile` is True, the drawing is repeated `value` times, like captured pieces that lie beside a board.
    """

    label: Message
    value: int
    art: str = ""
    pile: bool = False


class Tally(NamedTuple):
    """A row of the table of results: its label, its values by seat, and the name of its drawing or an empty text.

    Consecutive rows that are `summed` add up to the next row that is not. If `less` is True, a lower value is better,
    and no bar is drawn, because a bar would suggest progress.
    """

    label: Message
    values: tuple[int, ...]
    art: str = ""
    summed: bool = False
    less: bool = False


class Speech(Protocol[P_in, M_in]):
    """A game's `speech` module: its board, moves, refusals and results in words, as `Message` values."""

    @property
    def SEATS(self) -> tuple[Message, ...]:  # noqa: N802 - a module constant
        """The names of the sides, by seat; if the game has `colours`, by the index of the colour."""

    @property
    def TOKENS(self) -> tuple[str, ...]:  # noqa: N802 - a module constant
        """The names of the drawings that represent the sides, in the order of `SEATS`.

        They are names in the view's ART.
        """

    @property
    def BOARD(self) -> Message:  # noqa: N802 - a module constant
        """The name of the board for screen readers."""

    def spot(self, position: P_in, spot: Spot) -> Message:
        """Describe a spot in one phrase: its name and the pieces on it."""

    def tell(self, position: P_in, move: M_in) -> tuple[Message, ...]:
        """Describe a legal move in sentences, in the order of its events.

        The log and screen readers use the sentences.
        """

    def facts(self, position: P_in) -> tuple[tuple[Fact, ...], ...]:
        """Return the numbers on each player's card, by seat. The main number, such as the score, comes first."""

    def refusal(self, refusal: Refusal) -> Message:
        """Explain why a move is refused, and what to do instead."""

    def outcome(self, outcome: Outcome) -> Message:
        """Return one sentence that names the winner, or a draw, and gives the reason."""

    def verdict(self, outcome: Outcome) -> Message | None:
        """Return the reason for the end of the game, without the winner and the scores.

        Return None if the winner and the scores already explain the end.
        """

    def score(self, outcome: Outcome) -> tuple[Message, ...]:
        """Return the result in numbers, one line each. If there are scores, every player's score comes first."""

    def tally(self, position: P_in) -> tuple[Tally, ...]:
        """Return the counts at the end of a game, one row each. The deciding row comes last."""
