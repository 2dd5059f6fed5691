"""What happened, as the table saw it: a closed list of kinds.

An event names pieces by the keys that the game's `view` gives their sprites, and places by spots. The log and
the voice put it into words, the timeline into motion, the sound into a knock; none of them knows the rules.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from chowk.core.names import Seat, Spot


class Rolled(NamedTuple):
    """Dice came to rest."""

    seat: Seat
    faces: tuple[int, ...]


class Placed(NamedTuple):
    """A piece came onto the board from a hand or a stock."""

    seat: Seat
    piece: str
    spot: Spot


class Moved(NamedTuple):
    """A piece went along `path` (its first spot is where it stood) and is called `becomes` from now on."""

    seat: Seat
    piece: str
    path: tuple[Spot, ...]
    becomes: str


class Flipped(NamedTuple):
    """A piece stayed where it was and changed sides: it is `seat`'s now."""

    seat: Seat
    piece: str
    spot: Spot


class Captured(NamedTuple):
    """`seat` took a piece; it left `spot`, for `home` if it comes to stand somewhere again.

    `step` counts the leg of the preceding `Moved` that passed over it, from 1; 0 where it was no leg. Told before the
    `Moved` that ends on its square, it has the number of that leg.
    """

    seat: Seat
    piece: str
    spot: Spot
    home: Spot = ""
    step: int = 0


class Promoted(NamedTuple):
    """A piece rose in rank where it stands."""

    seat: Seat
    piece: str
    spot: Spot


class Gained(NamedTuple):
    """`seat` received `amount` of `what` (negative: paid) from another seat, or from the bank if `source` is None."""

    seat: Seat
    what: str
    amount: int
    source: Seat | None = None


class Passed(NamedTuple):
    """`seat` could not, or would not, use its turn or a part of it; `reason` names why."""

    seat: Seat
    reason: str


Event: TypeAlias = Rolled | Placed | Moved | Flipped | Captured | Promoted | Gained | Passed
