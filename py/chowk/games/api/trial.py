"""For games whose moves are tried before they are made, each player on a board of their own."""

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
"""The spot beside the board that makes what is tried come true."""


class OfferDrawing(NamedTuple):
    """The drawing of a thing beside the board, around the middle of a box of so many board units."""

    art: str
    width: float
    height: float


class Tag(NamedTuple):
    """A number on an offer: the drawing that says what it counts, and how much."""

    art: str
    value: int


class Offer(NamedTuple):
    """How something beside the board is called (in short, and in full as it is read out) and what is written on it.

    `flaw` says in a few words why it cannot be had now.
    """

    title: Message
    said: Message
    tags: tuple[Tag, ...] = ()
    flaw: Message | None = None


class TrialPicks(Protocol[P_in, M_co]):
    """A game's `trial` module, for games whose moves are tried before they are made.

    What is tried is written as spots, like a move's spelling, but it may be what the rules refuse. Every function
    takes a position in which somebody has a choice.
    """

    def offers(self, position: P_in) -> Sequence[tuple[Spot, bool]]:
        """What lies beside the board, in order, and whether it is within reach."""

    def begin(self, position: P_in) -> tuple[Spot, ...]:
        """What is held as a choice begins."""

    def point(self, position: P_in, picks: tuple[Spot, ...], spot: Spot) -> tuple[Spot, ...]:
        """What is held after pointing at a spot: the same picks where that means nothing."""

    def drag(self, position: P_in, picks: tuple[Spot, ...], start: Spot, end: Spot) -> tuple[Spot, ...]:
        """What is held after it was taken hold of at one spot and brought to another."""

    def turn(self, position: P_in, picks: tuple[Spot, ...], tool: str) -> tuple[Spot, ...]:
        """What is held after a tool was used on it: `rotate`, `back` or `mirror`."""

    def tools(self, position: P_in, picks: tuple[Spot, ...]) -> Sequence[str]:
        """The tools that would change what is held."""

    def moves(self, position: P_in, picks: tuple[Spot, ...]) -> Sequence[M_co]:
        """The moves, one after another, that make it come true; none while the rules refuse it."""

    def ways(self, position: P_in, picks: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """What may well be pointed at next."""

    def covers(self, position: P_in, picks: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """The spots on the board over which it is held."""

    def refusal(self, position: P_in, picks: tuple[Spot, ...]) -> Refusal | None:
        """Why it cannot be done, None where it can or is not told whole."""

    def goes_on(self, position: P_in) -> bool:
        """Whether the choice belongs to a turn that the move before has begun, so that both are taken back as one."""


class SeenBoard(View[P_in, M], Protocol[P_in, M]):
    """A board as one player has it before the eyes."""

    def tried(self, position: P_in, picks: tuple[Spot, ...], moves: Sequence[M]) -> Scene:
        """What is held, and what would come of it; `moves` are those that it stands for, none if it is refused."""

    def done(self, position: P_in, move: M) -> Scene:
        """What a move in that position has laid on this board, made to stand out."""


class TrialView(Protocol[P_in, M]):
    """What the `view` of a game adds in which every player has a board."""

    def seen(self, seat: Seat) -> SeenBoard[P_in, M]:
        """The board of a player; its spots are called as those of any other."""

    def quilt(self, position: P_in, seat: Seat) -> tuple[Drawing, Scene, tuple[float, float, float, float]]:
        """A player's board for a small picture: its ground, its sprites, and the frame around them.

        What came to it last stands out.
        """

    def offered(self, spot: Spot) -> OfferDrawing:
        """The drawing of what lies beside the board."""


class TrialSpeech(Protocol[P_in, M_in]):
    """What the `speech` of a game adds in which moves are tried before they are made."""

    @property
    def OFFERS(self) -> Message:  # noqa: N802 - a module constant
        """What lies beside the board is called so, all together."""

    def offer(self, position: P_in, spot: Spot) -> Offer:
        """What is offered."""

    def tried(self, position: P_in, picks: tuple[Spot, ...], moves: Sequence[M_in]) -> tuple[Message, ...]:
        """What is held and what would come of it, or why it cannot be done; the most important sentence first."""

    def cell(self, position: P_in, seat: Seat, spot: Spot) -> Message:
        """What is there on a player's board."""

    def advice(self, position: P_in, move: M_in) -> Message:
        """A move that is recommended, and something that speaks for it."""

    def due(self, position: P_in) -> Message:
        """What whoever has the choice is to do."""

    def quilt(self, position: P_in, seat: Seat) -> Message:
        """A player's board in words."""

    def more(self, position: P_in) -> tuple[tuple[Fact, ...], ...]:
        """All that can be counted, by seat."""


class Trial(NamedTuple):
    """What a game adds in which moves are tried before they are made, each player on a board of their own."""

    picks: TrialPicks[Any, Any]
    view: TrialView[Any, Any]
    speech: TrialSpeech[Any, Any]
