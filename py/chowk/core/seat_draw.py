"""Who sits where and who starts, for games whose players sit at the four sides of a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from chowk.core import chance
from chowk.core.position import Seat

Side: TypeAlias = int
"""A side of the board."""
Throws: TypeAlias = tuple[int, ...]
"""What each seat has thrown for who starts: 0 where that is still due, `OUT` where it counts no more."""

SOUTH, WEST, NORTH, EAST = range(4)
LETTERS: Final = "SWNE"
"""The sides, clockwise as play goes, and the letters that stand for them in writing."""
OUT: Final = -1

# What a seed settles before the first roll is drawn under numbers that no ply has.
_SIDES_DRAW: Final = -1
_FIRST_DRAW: Final = -2
_LOT_DRAW: Final = -3


def sides(seats: int, seed: int) -> tuple[Side, ...]:
    """The sides in order of play, by seat.

    Two players sit opposite, the first one at the south; of three, the seed draws where, because the one with
    nobody opposite has other chances than the two.
    """
    if seats == 2:
        return SOUTH, NORTH
    if seats == 4:
        return SOUTH, WEST, NORTH, EAST
    drawn = chance.below(12, seed, _SIDES_DRAW)
    ring = [(drawn % 4 + step) % 4 for step in (1, 2, 3)]
    return tuple(ring[drawn // 4 :] + ring[: drawn // 4])


def first(seats: int, seed: int) -> Seat:
    """The seat that the seed draws to start."""
    return chance.below(seats, seed, _FIRST_DRAW)


def lot(seats: int, seed: int) -> int:
    """By how many seats everybody moves on whose side is drawn by lot: none, or fewer than there are."""
    return chance.below(seats, seed, _LOT_DRAW)


def throwing(position: Any) -> bool:
    """Whether it is still thrown for who starts, in a position of any game."""
    return bool(getattr(position, "opening", ()))


def thrown(throws: Sequence[int], seat: Seat, pips: int) -> tuple[Seat, Throws]:
    """Who throws next for who starts, and the throws after `seat` threw `pips`; with none left, who starts.

    The highest throw starts; those who share it throw again.
    """
    after = tuple(pips if at == seat else throw for at, throw in enumerate(throws))
    if 0 in after:
        return after.index(0), after
    top = [at for at, throw in enumerate(after) if throw == max(after)]
    if len(top) == 1:
        return top[0], ()
    return top[0], tuple(0 if at in top else OUT for at in range(len(after)))
