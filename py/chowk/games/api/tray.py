"""For games whose turns have parts, or whose board is too fine for fingers."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from chowk.core.message import Message
from chowk.core.position import Position, Spot

P_in = TypeVar("P_in", bound=Position[Any], contravariant=True)
M_in = TypeVar("M_in", bound=Hashable, contravariant=True)


class Part(NamedTuple):
    """A part of a turn, such as a die or a bonus: its name, what is to be said of it, its drawing if it has one.

    `state` is `due` (still to be rolled), `free`, `later` (not yet), `used` or `lost`; `spots` are what it can be
    used for. Without a drawing its name is written out.
    """

    name: str
    said: Message
    art: str
    state: str
    spots: tuple[Spot, ...] = ()


class Way(NamedTuple):
    """Something that may be chosen next, as a button has it: its spot, what is written on it, and in full sentences.

    Without a `title` the page shows where on the board the spot is: by a number that the board bears, too, or, once a
    piece is picked, by an arrow from that.
    `art` is the drawing beside it. `moves` are to be made one after another if the spot lies beyond a single move,
    none if pointing at it is enough. `place` is where it leads, in short; `ends` says that it ends the turn.
    """

    spot: Spot
    title: Message | int | None
    said: tuple[Message, ...]
    art: str = ""
    moves: tuple[Any, ...] = ()
    place: Message | None = None
    ends: bool = False


class Tray(Protocol[P_in, M_in]):
    """A game's `tray` module, for games whose turns have parts, or whose board is too fine for fingers."""

    def parts(self, position: P_in) -> Sequence[Part]:
        """The parts of the turn in play, and what became of them."""

    def ways(self, position: P_in, picked: tuple[Spot, ...]) -> Sequence[Way]:
        """All that may be chosen while these spots are picked; everything that can be played is among it."""

    def asks(self, position: P_in, move: M_in) -> Message | None:
        """What a move would lose for good without need, so that it is asked for once more; mostly nothing."""
