"""Events: descriptions of a move's effects for people and for animations, in a fixed set of kinds.

An event names pieces by the keys of their sprites in the game's `view`, and places by spots. The log and the
announcements turn events into sentences. The timeline turns them into motion and sounds. These modules do not know the
rules of any game.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from chowk.core.names import Seat, Spot


class Rolled(NamedTuple):
    """The seat `seat` rolled dice, which show `faces`."""

    seat: Seat
    faces: tuple[int, ...]


class Placed(NamedTuple):
    """A piece came onto the board at `spot`, from a hand or a stock."""

    seat: Seat
    piece: str
    spot: Spot


class Moved(NamedTuple):
    """A piece moved along `path`, the spots from its old spot to its new one, both included.

    `piece` is the key of its sprite before the move, and `becomes` the key afterwards.
    """

    seat: Seat
    piece: str
    path: tuple[Spot, ...]
    becomes: str


class Flipped(NamedTuple):
    """A piece changed sides without moving. It now belongs to `seat`."""

    seat: Seat
    piece: str
    spot: Spot


class Captured(NamedTuple):
    """The seat `seat` captured a piece on `spot`.

    `home` is the spot to which the captured piece goes, empty if it leaves the board. If the capturing piece moved,
    `step` is the number of the step of its path that made the capture, from 1. Otherwise `step` is 0. If the capturing
    piece ends its move on `spot`, its `Moved` event comes after this event, otherwise before it.
    """

    seat: Seat
    piece: str
    spot: Spot
    home: Spot = ""
    step: int = 0


class Promoted(NamedTuple):
    """A piece was promoted on its spot."""

    seat: Seat
    piece: str
    spot: Spot


class Gained(NamedTuple):
    """The seat `seat` received `amount` of `resource`, such as coins, from the seat `source`.

    If `source` is None, it came from the bank. If `amount` is negative, `seat` paid instead.
    """

    seat: Seat
    resource: str
    amount: int
    source: Seat | None = None


class Passed(NamedTuple):
    """The seat `seat` passed: it could not or did not want to use its turn, or a part of it.

    `reason` is the reason as a short key.
    """

    seat: Seat
    reason: str


Event: TypeAlias = Rolled | Placed | Moved | Flipped | Captured | Promoted | Gained | Passed
"""An event of any kind."""
