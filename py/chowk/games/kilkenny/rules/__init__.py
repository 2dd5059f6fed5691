"""The rules of Kilkenny Cats: KR-01 to KR-20 of the rule book, and B3-01 to B3-20 for its open questions.

* `board`: the squares and the straight lines on them.
* `house`: the house rules.
* `state`: the data of a position and its legal steps.
* `position`: the effects of moves.
* `refusals`: the reasons why a move is illegal.

To make a move, a player points at the cat's square and then at its destination.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core import seat_draw
from chowk.core.defaults import PASS, ended, obliged, recurring
from chowk.core.position import CHANCE, Spot
from chowk.games.kilkenny.rules.board import CATS
from chowk.games.kilkenny.rules.house import EARLIER, OPTIONS, House, house, seated
from chowk.games.kilkenny.rules.house import changed_options as changed_house_options
from chowk.games.kilkenny.rules.position import Position, agreed
from chowk.games.kilkenny.rules.state import (
    FORFEIT,
    ROLLS,
    Forfeit,
    Move,
    Roll,
    Step,
    agreeing,
    done,
    ending,
    offers_draw,
    steps,
)
from chowk.games.kilkenny.rules.state import active as playing

__all__ = [
    "EARLIER",
    "FORFEIT",
    "FORFEIT_SPOT",
    "OPTIONS",
    "PASS",
    "RIM",
    "ROLLS",
    "Forfeit",
    "House",
    "Move",
    "Position",
    "Roll",
    "Step",
    "agreed",
    "agreeing",
    "changed_house_options",
    "colours",
    "done",
    "ended",
    "ending",
    "forced",
    "house_rules",
    "obliged",
    "offers_draw",
    "playing",
    "recurring",
    "start",
    "steps",
    "throwing",
]

WEST_EAST: Final = (seat_draw.WEST, seat_draw.EAST)
"""The sides of the board where two players sit if they chose the colours blue and green."""
FORFEIT_SPOT: Final[Spot] = "forfeit"
"""The name (spot) of the button that ends a turn in which no cat can move."""
RIM: Final[Spot] = "rim"
"""The spot for points outside the squares. Pointing there is always refused (B3-11)."""


def start(seats: int, options: Mapping[str, str], seed: int) -> Position:
    """Return the starting position, with eight cats for each player (KR-03).

    Two players sit opposite each other, at the sides whose colours they chose (KR-06). For three players the sides are
    drawn at random (B3-19). The player who starts is also drawn at random, unless a house rule lets the players roll
    for it (B3-02). `seed` determines the random results.
    """
    chosen = {option.name: option.chosen(options) for option in OPTIONS}
    sides = WEST_EAST if seats == 2 and chosen["pair"] == "west" else seat_draw.sides(seats, seed)
    throw = chosen["first"] == "throw"
    house_rules = seated(house(options), sides)
    missing = [side for side in range(4) if side not in sides]
    return Position(
        turn=CHANCE,
        mover=0 if throw else seat_draw.first(seats, seed),
        cats=tuple(CATS[side] for side in sides),
        strays=CATS[missing[0]] if seats == 3 and chosen["fourth"] == "stray" else 0,
        die=0,
        quiet=0,
        opening=(0,) * seats if throw else (),
        sides=sides,
        house=house_rules,
        placed=(0,) * seats if house_rules.places else (),
    )


def colours(position: Position) -> tuple[int, ...]:
    """Return the colour of each seat: 0 red, 1 blue, 2 yellow, 3 green."""
    return position.colours


def house_rules(position: Position) -> House:
    """Return the house rules of a position."""
    return position.house


def throwing(position: Position) -> bool:
    """Return True if the players are still rolling the die to decide who starts."""
    return bool(position.opening)


def forced(position: Position) -> Move | None:
    """Return `FORFEIT` if no cat can use the number on the die, otherwise None.

    The page plays this move for the player, who loses the turn (KR-13).
    """
    if position.turn == CHANCE or ending(position):
        return None
    return None if steps(position, position.mover, position.die) else FORFEIT
