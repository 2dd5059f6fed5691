"""Orientation of the board: the seat at the bottom and the quarter turns that put it there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chowk.core.position import Seat
from chowk.games.api import Game, View
from chowk.storage.plan import Plan


def default_bottom(game: Game, plan: Plan, position: Any) -> Seat:
    """Return the seat that is at the bottom of the board until a player turns it.

    * If one person plays at this device, it is that person's seat.
    * Otherwise, if the game seats its players at the sides of the board, it is the seat at the bottom of the unturned
      board, provided that a person has this seat or that no people play.
    * In all other cases it is the first person's seat, or seat 0 if no people play.
    """
    people = [seat for seat, player in enumerate(plan.seats) if player.kind == "person"]
    sides = game.view.sides(position)
    drawn_below = sides.index(0) if 0 in sides else None
    if drawn_below is not None and len(people) != 1 and (not people or drawn_below in people):
        return drawn_below
    return people[0] if people else 0


def turns(view: View[Any, Any], position: Any, bottom: Seat, first: Seat) -> int:
    """Return the number of clockwise quarter turns of the board that bring the seat `bottom` to the bottom.

    `first` is the seat that was at the bottom when the game began. In games that do not seat their players at the sides
    of the board, the board is unturned when `first` is at the bottom.
    """
    sides = view.sides(position)
    if sides:
        return -sides[bottom % len(sides)] % 4
    return 4 // view.TURNS * (bottom - first) % 4 if view.TURNS > 1 else 0


def around(view: View[Any, Any], position: Any, bottom: Seat, seats: int) -> Sequence[Seat | None]:
    """Return the seats at the bottom, left, top and right of the board; None for a side without a player.

    In games that do not seat their players at the sides of the board, two players sit opposite each other.
    """
    sides = view.sides(position) or tuple(2 * seat if seats == 2 else seat for seat in range(seats))
    result: list[Seat | None] = [None] * 4
    for seat, side in enumerate(sides):
        result[(side - sides[bottom % len(sides)]) % 4] = seat
    return result


def home_turns(game: Game, plan: Plan, position: Any) -> int:
    """Return the number of clockwise quarter turns of a game's thumbnail on the home page.

    It equals the turns of the board at the start of the game, or 0 in games in which players have boards of their own.
    """
    bottom = default_bottom(game, plan, position)
    return 0 if game.trial else turns(game.view, position, bottom, bottom)
