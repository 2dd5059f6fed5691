"""Default functions and constants for a game's `rules` module, for games that lack a feature.

A `rules` module imports those that it does not define itself: `from chowk.core.defaults import forced as forced`, and
so on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from chowk.core.game import Option, Terms
from chowk.core.position import Outcome, Seat, Spot

OPTIONS: Final[tuple[Option, ...]] = ()
"""The game has no house rules."""
EARLIER: Final[Mapping[int, Terms]] = {}
"""The house rules have never changed, so no earlier edition (version of them) had other options."""
PASS: Final = None
"""The game has no pass that is left out when moves are counted (`Rules.PASS`)."""


def forced(position: Any) -> None:  # noqa: ARG001 - the same in every position
    """Return None, because no move is forced, not even the only legal move."""
    return


def obliged(position: Any) -> tuple[Spot, ...]:  # noqa: ARG001 - the same in every position
    """Return no spots, because the rules never restrict where a move begins."""
    return ()


def recurring(position: Any) -> None:  # noqa: ARG001 - the same in every position
    """Return None, because repeated positions have no effect."""
    return


def ended(position: Any, times: int) -> Outcome | None:  # noqa: ARG001 - the same in every position
    """Return None: the game goes on, however many times (`times`) its position has occurred."""
    return None


def agreeing(position: Any) -> tuple[Seat, ...]:
    """Return all seats: all players must agree to a draw, and all share it."""
    return tuple(range(position.seats))


def agreed(position: Any) -> tuple[int, ...]:
    """Return place 1 for every seat after an agreed draw."""
    return (1,) * int(position.seats)


def house_rules(position: Any) -> None:  # noqa: ARG001 - it is so in every position
    """Return None, because a position holds no house rules."""
    return


def throwing(position: Any) -> bool:  # noqa: ARG001 - it is so in every position
    """Return False, because no rolls decide the starting player."""
    return False
