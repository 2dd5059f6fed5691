"""The random choice of sides and of the starting player, in games whose players sit at the four sides of a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from chowk.core import chance
from chowk.core.position import Seat

Side: TypeAlias = int
"""A side of the board: 0 south, 1 west, 2 north, 3 east."""
Throws: TypeAlias = tuple[int, ...]
"""Each seat's roll to decide the starting player: 0 if it is still due, `OUT` if the seat can no longer start."""

SOUTH, WEST, NORTH, EAST = range(4)
LETTERS: Final = "SWNE"
"""The letters of the sides in notation, by side: clockwise, in the order of play."""
OUT: Final = -1
"""The roll of a seat that can no longer become the starting player."""

# Draws before the first roll use negative numbers, which no ply has.
_SIDES_DRAW: Final = -1
_FIRST_DRAW: Final = -2
_LOT_DRAW: Final = -3


def sides(seats: int, seed: int) -> tuple[Side, ...]:
    """Return each seat's side of the board.

    Two players sit opposite each other, the first at the south. Four players sit clockwise, the first at the south. For
    three players the sides are chosen at random, as `seed` determines, because the player opposite the empty side has a
    different chance to win.
    """
    if seats == 2:
        return SOUTH, NORTH
    if seats == 4:
        return SOUTH, WEST, NORTH, EAST
    drawn = chance.below(12, seed, _SIDES_DRAW)
    ring = [(drawn % 4 + step) % 4 for step in (1, 2, 3)]
    return tuple(ring[drawn // 4 :] + ring[: drawn // 4])


def first(seats: int, seed: int) -> Seat:
    """Return the seat that starts, chosen at random. `seed` determines it."""
    return chance.below(seats, seed, _FIRST_DRAW)


def seat_shift(seats: int, seed: int) -> int:
    """Return the number of seats by which all players move up when sides are assigned at random.

    To move up is to get an earlier seat in the order of play, and after the first seat the last. The number is at least
    0 and below `seats`. `seed` determines it.
    """
    return chance.below(seats, seed, _LOT_DRAW)


def thrown(throws: Sequence[int], seat: Seat, pips: int) -> tuple[Seat, Throws]:
    """Add a roll of `pips` by `seat` to the rolls that decide the starting player.

    Return the seat that rolls next, and the rolls so far. The highest roll starts; players with equal highest rolls
    roll again. When the starting player is decided, the returned rolls are empty and the returned seat starts.
    """
    after = tuple(pips if index == seat else throw for index, throw in enumerate(throws))
    if 0 in after:
        return after.index(0), after
    top = [index for index, throw in enumerate(after) if throw == max(after)]
    if len(top) == 1:
        return top[0], ()
    return top[0], tuple(0 if index in top else OUT for index in range(len(after)))
