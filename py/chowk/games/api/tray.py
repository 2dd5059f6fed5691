"""The interface of a game's optional `tray` module, for turns of several parts and boards with spots too small to tap.

The tray is a row of controls beside the board. It shows the parts of the turn, such as dice, and buttons for the next
step.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from chowk.core.message import Message
from chowk.core.position import Position, Spot

P_in = TypeVar("P_in", bound=Position[Any], contravariant=True)
M_in = TypeVar("M_in", bound=Hashable, contravariant=True)


class Part(NamedTuple):
    """A part of a turn, such as a die or a bonus.

    `name` identifies the part, `description` describes it for screen readers, and `art` names its drawing; without a
    drawing the part is shown as text. `state` is `due` (still to be rolled), `free`, `later` (not yet usable), `used`
    or `lost`. `spots` are the places on the board where the part can be used.
    """

    name: str
    description: Message
    art: str
    state: str
    spots: tuple[Spot, ...] = ()


class Way(NamedTuple):
    """A choice for the next step of a move, shown as a button.

    `spot` is the destination. `sentences` describe the choice. `title` is the button's text. If it is None, the button
    shows the number with which the board marks the destination, or if the board has no number there, an arrow from the
    picked piece to the destination. `art` names the drawing on the button. `moves` are the moves that the button plays,
    in order; they are empty if the button only picks `spot`. `place` is a short name of the destination. `ends` is True
    for a choice that ends the turn.
    """

    spot: Spot
    title: Message | int | None
    sentences: tuple[Message, ...]
    art: str = ""
    moves: tuple[Any, ...] = ()
    place: Message | None = None
    ends: bool = False


class Tray(Protocol[P_in, M_in]):
    """A game's `tray` module, which describes the row of controls beside the board."""

    def parts(self, position: P_in) -> Sequence[Part]:
        """Return the parts of the current turn, with their states."""

    def ways(self, position: P_in, picked: tuple[Spot, ...]) -> Sequence[Way]:
        """Return the choices for the next step, after the player has picked the spots `picked`.

        Together the choices cover every legal move.
        """

    def asks(self, position: P_in, move: M_in) -> Message | None:
        """Return a question to ask before a move that needlessly gives something up, such as unused bonuses.

        Return None for any other move.
        """
