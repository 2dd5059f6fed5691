"""Looking ahead: own moves, the next player's best answers to every roll, and own best moves after those."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from chowk.core.position import Seat
from chowk.games.kilkenny.engine.outlook import Cats, Fixed, after, table
from chowk.games.kilkenny.rules import Position, Step, steps
from chowk.games.kilkenny.rules.board import FACES

DEEP_ANSWERS: Final = 3
"""So many answers to a roll are followed for a third turn."""
DEEPEST: Final = 3
"""Turns that a move is looked into at most."""


class Ranking(NamedTuple):
    """Moves and what each is worth, after looking so many turns ahead; all of the legal ones, or the best."""

    depth: int
    moves: tuple[Step, ...]
    values: tuple[float, ...]


class Search:
    """The moves of a position, judged ever further ahead."""

    def __init__(self, position: Position) -> None:
        self.seat = position.mover
        self.moves = steps(position, self.seat, position.die)
        self.table: Fixed = table(position)
        self.cats: Cats = position.cats
        self.ends = [after(self.cats, self.seat, step) for step in self.moves]

    def at_once(self) -> Ranking:
        """What the moves are worth as they stand, whatever they put at risk."""
        return Ranking(1, self.moves, tuple(self.table.worth(cats, self.seat) for cats in self.ends))

    def worths(self, at: int, depth: int) -> Iterator[float | None]:
        """What one of the moves is worth so many turns ahead, the last thing that comes; None is a pause."""
        cats = self.ends[at]
        if depth > 2:
            total = 0.0
            for face in FACES:
                total += self._followed(cats, face)
                yield None
            yield total / len(FACES)
        elif depth == 2:
            yield self._answered(cats)
            yield None
        else:
            yield self.table.worth(cats, self.seat) - self.table.danger(cats, self.seat, self._foes())

    def _foes(self) -> list[Seat]:
        return [seat for seat in range(len(self.cats)) if seat != self.seat]

    def _answered(self, cats: Cats) -> float:
        """The worth after the next player's best answer to each number."""
        total = 0.0
        foe = self.table.next(cats, self.seat)
        if foe == self.seat or abs(self.table.worth(cats, self.seat)) >= 100:
            return self.table.worth(cats, self.seat)
        others = [seat for seat in self._foes() if seat != foe]
        risk = self.table.danger(cats, self.seat, others) if others else 0.0
        for face in FACES:
            total += self.table.worth(self.answer(cats, foe, face), self.seat)
        return total / 6 - risk

    def answer(self, cats: Cats, foe: Seat, face: int) -> Cats:
        """The cats after what another player does best with a number."""
        ends = [after(cats, foe, step) for step in self.table.steps(cats, foe, face)]
        return max(ends, key=lambda end: self._against(end, foe)) if ends else cats

    def _against(self, cats: Cats, foe: Seat) -> float:
        # Between two, what is good for one is bad for the other.
        return -self.table.worth(cats, self.seat) if len(cats) == 2 else self.table.worth(cats, foe)

    def _followed(self, cats: Cats, face: int) -> float:
        """The worth after the next player's answer to a number, chosen among the best with an eye to the turn after."""
        seat, foe = self.seat, self.table.next(cats, self.seat)
        if foe == seat or abs(self.table.worth(cats, seat)) >= 100:
            return self.table.worth(cats, seat)
        ends = [after(cats, foe, step) for step in self.table.steps(cats, foe, face)] or [cats]
        ends.sort(key=lambda end: -self._against(end, foe))
        if len(cats) > 2:
            return self._own_turn(ends[0])
        return min(self._own_turn(end) for end in ends[:DEEP_ANSWERS])

    def _own_turn(self, cats: Cats) -> float:
        """The worth after the best own move for each number."""
        seat, worth = self.seat, self.table.worth
        now = worth(cats, seat)
        if abs(now) >= 100:
            return now
        total = 0.0
        for face in FACES:
            total += max(
                (worth(after(cats, seat, step), seat) for step in self.table.steps(cats, seat, face)), default=now
            )
        return total / 6


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
    return Ranking(1, search.moves, tuple(values))
