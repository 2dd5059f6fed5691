"""Own moves as they stand, by the race alone, and where nobody can win by mice any more."""

from __future__ import annotations

from typing import NamedTuple

from chowk.games.kilkenny.engine.outlook import Cats, Fixed, after, table
from chowk.games.kilkenny.rules import Position, Step, steps


class Ranking(NamedTuple):
    """All legal moves and what each is worth."""

    moves: tuple[Step, ...]
    values: tuple[float, ...]


class Search:
    """The moves of a position, and where each leads."""

    def __init__(self, position: Position) -> None:
        self.seat = position.mover
        self.moves = steps(position, self.seat, position.die)
        self.table: Fixed = table(position)
        self.cats: Cats = position.cats
        self.ends = [after(self.cats, self.seat, step) for step in self.moves]

    def at_once(self) -> Ranking:
        """What the moves are worth as they stand, whatever they put at risk."""
        return Ranking(self.moves, tuple(self.table.worth(cats, self.seat) for cats in self.ends))


def duel(search: Search) -> Ranking:
    """What the moves are worth where nobody can win by mice: a capture, else to be in the enemies' way.

    Who keeps away from every line keeps the game from ending. On a line, each side has its chances by turns.
    """
    values = []
    there = sum(map(int.bit_count, search.cats))
    for cats in search.ends:
        taken = there - sum(map(int.bit_count, cats))
        met = search.table.meetings(cats, search.seat)
        values.append(10.0 * taken + met + 0.01 * search.table.nearness(cats, search.seat))
    return Ranking(search.moves, tuple(values))
