"""Which seat lies at the bottom of the picture, and how the board is turned for that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chowk.core.position import Seat
from chowk.games.api import Game, View
from chowk.storage.plan import Plan


def usual(game: Game, plan: Plan, position: Any) -> Seat:
    """Return who sits at the bottom unless the board is turned: the only person at this device.

    Where there are several or none, the board lies as it is drawn, if one of them sits at the bottom then.
    """
    people = [seat for seat, one in enumerate(plan.seats) if one.kind == "person"]
    sides = game.view.sides(position)
    drawn_below = sides.index(0) if 0 in sides else None
    if drawn_below is not None and len(people) != 1 and (not people or drawn_below in people):
        return drawn_below
    return people[0] if people else 0


def turns(view: View[Any, Any], position: Any, bottom: Seat, first: Seat) -> int:
    """Return by how many quarter turns clockwise the board lies turned so that `bottom` sits at the bottom.

    Where nobody has a side of the board, it lies unturned for `first`, who sat there at the beginning.
    """
    sides = view.sides(position)
    if sides:
        return -sides[bottom % len(sides)] % 4
    return 4 // view.TURNS * (bottom - first) % 4 if view.TURNS > 1 else 0


def around(view: View[Any, Any], position: Any, bottom: Seat, seats: int) -> Sequence[Seat | None]:
    """Return who sits where around the board as it lies: below, at the left, above and at the right.

    Of two who have no side of their own, the other one sits across.
    """
    sides = view.sides(position) or tuple(2 * seat if seats == 2 else seat for seat in range(seats))
    found: list[Seat | None] = [None] * 4
    for seat, side in enumerate(sides):
        found[(side - sides[bottom % len(sides)]) % 4] = seat
    return found


def home_turns(game: Game, plan: Plan, position: Any) -> int:
    """Return how the board of a game lies turned as its table is opened, for small pictures of it."""
    bottom = usual(game, plan, position)
    return 0 if game.trial else turns(game.view, position, bottom, bottom)
