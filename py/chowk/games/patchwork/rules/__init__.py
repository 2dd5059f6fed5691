"""Patchwork: the rules, R1 to R39 of the rules sheet.

`patches` is the table of the 33 patches, `quilt` the board and how patches lie on it, `track` the time track, `house`
the house rules, `position` positions and moves, `facts` what a table shows besides, `refusals` the answers to "why
not?". A purchase is spelled by the patch, then by how it is turned and its cell; going ahead and single patches by one
spot.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Final

from chowk.core import chance, seating
from chowk.core.position import Outcome, Seat, Spot
from chowk.games.patchwork.rules.house import EARLIER, OPTIONS, House, house
from chowk.games.patchwork.rules.house import told as house_told
from chowk.games.patchwork.rules.patches import LAST, PATCHES
from chowk.games.patchwork.rules.position import (
    ADVANCE,
    BLANK,
    NOBODY,
    NONE,
    Advance,
    Lone,
    Move,
    Place,
    Player,
    Position,
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
    "Advance",
    "House",
    "Lone",
    "Move",
    "Place",
    "Player",
    "Position",
    "Sewn",
    "Single",
    "Take",
    "ended",
    "forced",
    "house",
    "house_told",
    "obliged",
    "recurring",
    "score",
    "start",
]

ADVANCE_SPOT: Final[Spot] = "advance"


def start(seats: int, options: Mapping[str, str], seed: int) -> Position:  # noqa: ARG001 - there are always two
    """Empty quilts, five buttons each, and the ring as the seed shuffles it, the patch of two cells last (R1 to R8)."""
    chosen = {option.name: option.chosen(options) for option in OPTIONS}
    ring = chance.shuffled([patch for patch in PATCHES if patch != LAST], seed)
    return Position(_first(chosen["first"], seed), (BLANK, BLANK), (*ring, LAST), NONE, NONE, NOBODY, house(options))


def _first(said: str, seed: int) -> Seat:
    """Who starts (R7); the loser of the last game takes the first seat."""
    return seating.first(2, seed) if said == "random" else int(said == "second")


def forced(position: Position) -> Move | None:  # noqa: ARG001 - even a lone choice is the player's to confirm
    """Nothing: the table makes no move by itself."""
    return None


def obliged(position: Position) -> tuple[Spot, ...]:  # noqa: ARG001 - what is compelled is all there is to point at
    """Nothing."""
    return ()


def recurring(position: Position) -> Hashable | None:  # noqa: ARG001 - nothing depends on it
    """Nothing hangs on how often a position occurs."""
    return None


def ended(position: Position, times: int) -> Outcome | None:  # noqa: ARG001 - the position knows it all
    """Nothing but the position ends a game of Patchwork."""
    return None
