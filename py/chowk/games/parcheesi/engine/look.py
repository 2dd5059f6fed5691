"""Search on from the results of a roll, by every possible next roll or by many short games with random dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from chowk.core.position import Seat
from chowk.games.parcheesi.engine.results import AllPawns, Fixed, rolled
from chowk.games.parcheesi.engine.worth import chances

ROLLS: Final = tuple(
    sorted(((high, low) for high in range(1, 7) for low in range(1, high + 1)), key=lambda roll: roll[0] == roll[1])
)
"""The 21 distinct rolls. Unequal dice, which are twice as likely as a double, come first."""
_FEW: Final = 4
"""Number of results of a roll from which games are played: those that are best after the next roll."""
_ENOUGH: Final = 16
"""Minimum number of games that are played from each result before a result can be dropped."""
_DOUBT: Final = 64
"""The number of games that together count as much as the average over the next roll.

If fewer games are played, the average counts more than the games.
"""
_SURE: Final = 3.0
"""Number of standard errors. A result that is worse than the best one by more than these is dropped."""


class Prospect(NamedTuple):
    """The facts of a position that do not change during a search.

    `game` holds the sides and the house rules. `seat` is the seat for which the search is made. `placed` are the seats
    that are home and no longer play.
    """

    game: Fixed
    seat: Seat
    placed: tuple[Seat, ...] = ()

    def after(self, seat: Seat, rolls_again: bool) -> Seat:
        """Return the seat that rolls after `seat`. If `rolls_again`, the seat rolls again, unless it is home."""
        seats = len(self.game.sides)
        others = ((seat + step) % seats for step in range(0 if rolls_again else 1, seats + 1))
        return next(other for other in others if other not in self.placed)

    def value(self, table: AllPawns, next_up: Seat) -> float:
        """Return the chance of the searching seat to be the next to come home, when `next_up` is about to roll.

        `table` is the places of all pawns.
        """
        return self.chances(table, next_up)[self.seat]

    def chances(self, table: AllPawns, next_up: Seat) -> list[float]:
        """Return each seat's chance to be the next to come home, when `next_up` is about to roll.

        `table` is the places of all pawns.
        """
        return chances(table, self.game.sides, next_up, self.placed, passed=self.game.house.passed)

    def won(self, table: AllPawns) -> bool:
        """Return True if all pawns of a player who is not in `placed` are home. `table` is the places of all pawns."""
        return any(own[0] == own[3] == 75 and seat not in self.placed for seat, own in enumerate(table))

    def best(self, table: AllPawns, roller: Seat, high: int, low: int) -> tuple[AllPawns, Seat]:
        """Return the table (the places of all pawns) after a roll of `roller`, and the seat that rolls next.

        The player plays the result with the best static value.
        """
        after = self.after(roller, high == low)
        results = rolled(self.game, table, roller, high, low)
        if len(results) == 1:
            return results[0].table, after
        values = [self.chances(sequel.table, after)[roller] for sequel in results]
        return results[values.index(max(values))].table, after


def expectation(scene: Prospect, tables: Sequence[AllPawns], next_up: Seat) -> Iterator[list[float] | None]:
    """Yield the value of each table after the next roll, averaged over the rolls examined so far.

    A table is the places of all pawns. A value is the chance of the searching seat to be the next to come home. Also
    yield None after each table, so that the caller can pause.
    """
    sums, weight = [0.0] * len(tables), 0
    for high, low in ROLLS:
        times = 1 if high == low else 2
        weight += times
        for index, table in enumerate(tables):
            sums[index] += times * _one_on(scene, table, next_up, high, low)
            yield None
        yield [total / weight for total in sums]


def games(
    scene: Prospect, tables: Sequence[AllPawns], next_up: Seat, turns: int, seed: int, most: int, first: Sequence[float]
) -> Iterator[list[float] | None]:
    """Play short games from tables, and yield the value of each table, averaged over the games played so far.

    A table is the places of all pawns. Only the `_FEW` tables that are best by `first` are played. Each game lasts
    `turns` turns, and at most `most` games are played from a table.

    `first` holds each table's average value after the next roll. To this value, each game adds how much the chance to
    win changes after the first roll of the game has been played. So the luck of the first roll does not count. After
    few games, which prove little, the average stays close to `first`. Also yield None after each game, so that the
    caller can pause.

    All tables get the same dice, and the first rolls come from a shuffled deck of all 36, so that luck is shared
    evenly. A table that falls clearly behind is dropped and keeps its average.
    """
    random = Random(seed)
    values: list[list[float]] = [[] for _ in tables]
    live = sorted(range(len(tables)), key=lambda index: -first[index])[:_FEW]
    deck: list[tuple[int, int]] = []
    for number in range(1, most + 1):
        deck = deck or random.sample([(die, other) for die in range(1, 7) for other in range(1, 7)], 36)
        dice = [deck.pop(), *((random.randint(1, 6), random.randint(1, 6)) for _ in range(turns * 2))]
        for index in live:
            values[index].append(first[index] + _played_on(scene, tables[index], next_up, turns, dice))
            yield None
        yield [_trusted(own, average) for own, average in zip(first, values, strict=True)]
        if number >= _ENOUGH:
            live = _remaining(values, live)
            if len(live) == 1:
                return


def _one_on(scene: Prospect, table: AllPawns, next_up: Seat, high: int, low: int) -> float:
    if scene.won(table):
        return scene.value(table, next_up)
    reply, after = scene.best(table, next_up, high, low)
    return scene.value(reply, after)


def _played_on(scene: Prospect, table: AllPawns, next_up: Seat, turns: int, dice: Sequence[tuple[int, int]]) -> float:
    # Return how much the searching seat's chance changes from the first roll to the end of the game.
    roller, left, begun = next_up, turns, None
    for die, other in dice:
        if left == 0 or scene.won(table):
            break
        table, after = scene.best(table, roller, max(die, other), min(die, other))
        left -= after != roller
        roller = after
        begun = scene.value(table, roller) if begun is None else begun
    return 0.0 if begun is None else scene.value(table, roller) - begun


def _trusted(own: float, values: Sequence[float]) -> float:
    # Average the games with `_DOUBT` games without change.
    return (sum(values) + _DOUBT * own) / (len(values) + _DOUBT)


def _remaining(values: Sequence[Sequence[float]], live: Sequence[int]) -> list[int]:
    best = max(live, key=lambda index: sum(values[index]))
    return [index for index in live if index == best or not _behind(values[best], values[index])]


def _behind(best: Sequence[float], other: Sequence[float]) -> bool:
    gaps = [best_value - two for best_value, two in zip(best, other, strict=True)]
    mean = sum(gaps) / len(gaps)
    spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean > 0 and mean * mean * len(gaps) > _SURE * _SURE * spread
