"""The optional interface of a game in which players try a move on their own board before they make it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from chowk.core.message import Message
from chowk.core.position import Position, Refusal, Seat, Spot
from chowk.draw.scene import Scene
from chowk.draw.shapes import Drawing
from chowk.games.api.board import View
from chowk.games.api.words import Fact

M = TypeVar("M", bound=Hashable)
P_in = TypeVar("P_in", bound=Position[Any], contravariant=True)
M_in = TypeVar("M_in", bound=Hashable, contravariant=True)
M_co = TypeVar("M_co", bound=Hashable, covariant=True)


TICK: Final[Spot] = "tick"
"""The name of the button beside the board that plays the move being tried. The name is used like a spot."""


class OfferDrawing(NamedTuple):
    """The drawing of an offer, an item beside the board: its name, and its width and height in board units.

    The drawing's origin is its centre.
    """

    art: str
    width: float
    height: float


class Tag(NamedTuple):
    """A number on an offer, an item beside the board: the name of a drawing that explains the number, and its value."""

    art: str
    value: int


class Offer(NamedTuple):
    """The text of an offer, an item beside the board: a short title, a full description and its numbers.

    `flaw` is a short reason why the item cannot be taken now, or None if there is none. `waits` is True if no item can
    be taken before the player has done something else, such as placing a piece.
    """

    title: Message
    description: Message
    tags: tuple[Tag, ...] = ()
    flaw: Message | None = None
    waits: bool = False


class TrialPicks(Protocol[P_in, M_co]):
    """A game's `trial` module, for games whose moves are tried before they are made.

    An attempt is a sequence of spots, called picks, like the sequences to which `View.spell` maps moves. But an attempt
    may be illegal. Every function takes a position in which a player has a choice.
    """

    def offers(self, position: P_in) -> Sequence[tuple[Spot, bool]]:
        """Return the items beside the board in order, each with True if the player can take it now."""

    def begin(self, position: P_in) -> tuple[Spot, ...]:
        """Return the picks with which an attempt begins, before the player points at anything."""

    def point(self, position: P_in, picks: tuple[Spot, ...], spot: Spot) -> tuple[Spot, ...]:
        """Return the picks after pointing at a spot. Return them unchanged if pointing there has no effect."""

    def drag(self, position: P_in, picks: tuple[Spot, ...], start: Spot, end: Spot) -> tuple[Spot, ...]:
        """Return the picks after a drag from one spot to another."""

    def turn(self, position: P_in, picks: tuple[Spot, ...], tool: str) -> tuple[Spot, ...]:
        """Return the picks after the player uses a tool on the piece being placed: `rotate`, `back` or `mirror`."""

    def tools(self, position: P_in, picks: tuple[Spot, ...]) -> Sequence[str]:
        """Return the tools that would change the picks."""

    def moves(self, position: P_in, picks: tuple[Spot, ...]) -> Sequence[M_co]:
        """Return the moves, in order, that carry out the attempt. Empty if the attempt is illegal."""

    def ways(self, position: P_in, picks: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """Return the spots that are useful to point at next."""

    def covers(self, position: P_in, picks: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """Return the spots on the board that the piece being placed covers."""

    def refusal(self, position: P_in, picks: tuple[Spot, ...]) -> Refusal | None:
        """Return why the attempt is illegal, or None if legal or incomplete."""

    def goes_on(self, position: P_in) -> bool:
        """Return True if the choice in a position belongs to the same turn as the move that led to the position.

        Undo never stops at such a choice: it takes back that move, too.
        """


class PlayerBoard(View[P_in, M], Protocol[P_in, M]):
    """The view of one player's own board."""

    def tried(self, position: P_in, picks: tuple[Spot, ...], moves: Sequence[M]) -> Scene:
        """Return sprites that show the attempt and its result.

        `moves` are the moves that carry out the attempt. They are empty if the attempt is illegal.
        """

    def move_marks(self, position: P_in, move: M) -> Scene:
        """Return sprites that highlight the pieces that a move has put on this board.

        `position` is the position before the move.
        """


class TrialView(Protocol[P_in, M]):
    """Additional functions of the `view` module of a game in which every player has a board."""

    def player_view(self, seat: Seat) -> PlayerBoard[P_in, M]:
        """Return the view of a player's own board. Spots have the same names on every board."""

    def board_picture(self, position: P_in, seat: Seat) -> tuple[Drawing, Scene, tuple[float, float, float, float]]:
        """Return a player's board for a small picture: its ground, its sprites, and the rectangle that is shown.

        The rectangle is left, top, width and height, in board units. The latest addition is highlighted.
        """

    def offered(self, spot: Spot) -> OfferDrawing:
        """Return the drawing of an item beside the board, with its size."""


class TrialSpeech(Protocol[P_in, M_in]):
    """Additional functions of the `speech` module of a game in which moves are tried before they are made."""

    @property
    def OFFERS(self) -> Message:  # noqa: N802 - a module constant
        """The collective name of the items beside the board."""

    def offer(self, position: P_in, spot: Spot) -> Offer:
        """Describe an item beside the board."""

    def tried(self, position: P_in, picks: tuple[Spot, ...], moves: Sequence[M_in]) -> tuple[Message, ...]:
        """Describe what the player tries with `picks`, and say what it leads to, or why it is illegal.

        `moves` are the moves that carry out the attempt. They are empty if it is illegal. The most important sentence
        comes first.
        """

    def unseen(self, position: P_in, picks: tuple[Spot, ...], moves: Sequence[M_in]) -> tuple[Message, ...]:
        """Say what the page only shows of an attempt, for players who do not see it. Arguments as for `tried`."""

    def cell(self, position: P_in, seat: Seat, spot: Spot) -> Message:
        """Describe a spot on a player's board."""

    def advice(self, position: P_in, move: M_in) -> Message:
        """Return a message that recommends `move`, with a reason."""

    def due(self, position: P_in) -> Message:
        """Return a message that names the next action of the player to move."""

    def describe_board(self, position: P_in, seat: Seat) -> Message:
        """Describe a player's board."""

    def more(self, position: P_in) -> tuple[tuple[Fact, ...], ...]:
        """Return, by seat, labelled numbers about each player: more numbers than the player's card shows.

        The first number is the one that `scores` returns.
        """

    def scores(self, position: P_in) -> tuple[int, ...]:
        """Return, by seat, the number by which players are compared, such as the present score."""


class Trial(NamedTuple):
    """The parts of a game in which players try moves on their own boards before making them."""

    picks: TrialPicks[Any, Any]
    view: TrialView[Any, Any]
    speech: TrialSpeech[Any, Any]
