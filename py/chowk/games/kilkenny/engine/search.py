"""Rankings of moves without search: by the race to the mice, or by captures if nobody can win the race.

A player's two mice are the goal squares of the player's cats.
"""

from __future__ import annotations

from typing import NamedTuple

from chowk.games.kilkenny.engine.outlook import Cats, Fixed, after, fixed_parts
from chowk.games.kilkenny.rules import Position, Step, steps


class Ranking(NamedTuple):
    """All legal moves and, in the same order, their values. A higher value is better."""

    moves: tuple[Step, ...]
    values: tuple[float, ...]


class Search:
    """The legal steps in a position, and the squares of all cats after each of them."""

    def __init__(self, position: Position) -> None:
        self.seat = position.mover
        self.moves = steps(position, self.seat, position.die)
        self.table: Fixed = fixed_parts(position)
        self.cats: Cats = position.cats
        self.ends = [after(self.cats, self.seat, step) for step in self.moves]

    def at_once(self) -> Ranking:
        """Return the moves with their values in turns of the race, as `Fixed.worth` computes them. Ignore risks."""
        return Ranking(self.moves, tuple(self.table.worth(cats, self.seat) for cats in self.ends))


def duel(search: Search) -> Ranking:
    """Rank the moves of an endgame that only captures can decide, because no player can reach two mice any more.

    Captures are worth most, then moves to a straight line with an enemy's cat, where either side may capture the other.
    Players who avoided such lines would never end the game.
    """
    values = []
    total = sum(map(int.bit_count, search.cats))
    for cats in search.ends:
        captured = total - sum(map(int.bit_count, cats))
        met = search.table.meetings(cats, search.seat)
        values.append(10.0 * captured + met + 0.01 * search.table.nearness(cats, search.seat))
    return Ranking(search.moves, tuple(values))
