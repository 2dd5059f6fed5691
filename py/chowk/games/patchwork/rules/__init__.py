"""The rules of Patchwork, R1 to R39 of the rule book.

* `patches`: the table of the 33 patches.
* `quilt`: the board and the placements of patches.
* `track`: the time track.
* `house`: the house rules.
* `state`: the data of a position.
* `position`: the moves.
* `facts`: derived numbers for display.
* `refusals`: the reasons why a move is illegal.

A player makes a move by pointing at spots. For a purchase, they are the patch, then the way in which it is turned, and
its cell. An advance and the sewing of a single patch have one spot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core import chance, seat_draw
from chowk.core.defaults import PASS, agreed, agreeing, ended, forced, obliged, recurring, throwing
from chowk.core.position import Seat, Spot
from chowk.games.patchwork.rules.house import EARLIER, OPTIONS, House, house
from chowk.games.patchwork.rules.house import changed_options as changed_house_options
from chowk.games.patchwork.rules.patches import LAST, PATCHES
from chowk.games.patchwork.rules.position import Position
from chowk.games.patchwork.rules.state import (
    ADVANCE,
    BLANK,
    NOBODY,
    NONE,
    Advance,
    Lone,
    Move,
    Place,
    PlayerState,
    Sewn,
    Single,
    Take,
    score,
)

__all__ = [
    "ADVANCE",
    "ADVANCE_SPOT",
    "BLANK",
    "EARLIER",
    "NOBODY",
    "NONE",
    "OPTIONS",
    "PASS",
    "Advance",
    "House",
    "Lone",
    "Move",
    "Place",
    "PlayerState",
    "Position",
    "Sewn",
    "Single",
    "Take",
    "agreed",
    "agreeing",
    "changed_house_options",
    "ended",
    "forced",
    "house",
    "house_rules",
    "obliged",
    "recurring",
    "score",
    "start",
    "throwing",
]

ADVANCE_SPOT: Final[Spot] = "advance"
"""The name of the item beside the board that advances the time token."""


def start(seats: int, options: Mapping[str, str], seed: int) -> Position:  # noqa: ARG001 - there are always two
    """Return the starting position: empty quilts, five buttons each, the ring of patches shuffled (R1 to R8).

    The seed determines the ring's order. The queue is the ring, clockwise from the neutral token. The patch of two
    cells is last in the queue.
    """
    chosen = {option.name: option.chosen(options) for option in OPTIONS}
    ring = chance.shuffled([patch for patch in PATCHES if patch != LAST], seed)
    return Position(_first(chosen["first"], seed), (BLANK, BLANK), (*ring, LAST), NONE, NONE, NOBODY, house(options))


def house_rules(position: Position) -> House:
    """Return the house rules of a position."""
    return position.house


def _first(choice: str, seed: int) -> Seat:
    """Return the seat that moves first, by the chosen house rule (R7).

    If the rule is that the loser of the last game starts, return seat 0, because the loser then sits there.
    """
    return seat_draw.first(2, seed) if choice == "random" else int(choice == "second")
