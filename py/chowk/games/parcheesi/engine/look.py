"""Looking ahead from the results of a roll: the next roll in full, or many games a little way on."""

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
"""The 21 rolls that can be told apart, those that come twice as often first."""
_FEW: Final = 4
"""So many candidates, the best after the next roll, are worth games."""
_ENOUGH: Final = 16
"""So many games are played before one of the candidates is given up."""
_DOUBT: Final = 64
"""What games say counts half after so many of them; until then the average over the next roll weighs more."""
_SURE: Final = 3.0
"""A candidate is given up when it is worse than the best by so many standard errors."""


class Prospect(NamedTuple):
    """Who looks ahead, and what stays the same meanwhile: `placed` are those who are home and play no more."""

    game: Fixed
    seat: Seat
    placed: tuple[Seat, ...] = ()

    def after(self, seat: Seat, again: bool) -> Seat:
        """Who rolls after that seat, which rolls again itself after a double."""
        seats = len(self.game.sides)
        others = ((seat + step) % seats for step in range(0 if again else 1, seats + 1))
        return next(other for other in others if other not in self.placed)

    def value(self, table: AllPawns, next_up: Seat) -> float:
        """The chance of the one who looks ahead."""
        return self.chances(table, next_up)[self.seat]

    def chances(self, table: AllPawns, next_up: Seat) -> list[float]:
        """Each seat's chance to be the next one home."""
        return chances(table, self.game.sides, next_up, self.placed, passed=self.game.house.passed)

    def won(self, table: AllPawns) -> bool:
        """Whether somebody has come home on this table."""
        return any(own[0] == own[3] == 75 and seat not in self.placed for seat, own in enumerate(table))

    def best(self, table: AllPawns, roller: Seat, high: int, low: int) -> tuple[AllPawns, Seat]:
        """The table after a roll that its roller plays by a look at every result, and who rolls next."""
        after = self.after(roller, high == low)
        results = rolled(self.game, table, roller, high, low)
        if len(results) == 1:
            return results[0].table, after
        values = [self.chances(one.table, after)[roller] for one in results]
        return results[values.index(max(values))].table, after


def expectation(scene: Prospect, tables: Sequence[AllPawns], next_up: Seat) -> Iterator[list[float] | None]:
    """What each table is worth after the next roll, on average over the rolls looked at so far.

    None comes between, after every table, so that others get a turn.
    """
    sums, weight = [0.0] * len(tables), 0
    for high, low in ROLLS:
        times = 1 if high == low else 2
        weight += times
        for at, table in enumerate(tables):
            sums[at] += times * _one_on(scene, table, next_up, high, low)
            yield None
        yield [total / weight for total in sums]


def games(
    scene: Prospect, tables: Sequence[AllPawns], next_up: Seat, turns: int, seed: int, most: int, first: Sequence[float]
) -> Iterator[list[float] | None]:
    """What each table is worth after so many turns, on average over the games played on, `most` of them at most.

    `first` holds what each is worth after the next roll, on average over all of them. Games only add to that what
    comes after: so the luck of the next roll is no part of it, and few games, which prove little, change little.
    None comes between, after every game, so that others get a turn.
    All tables meet the same dice, and the first rolls come in a shuffled deck of all 36, so that luck is shared out
    evenly. A table that falls clearly behind is played on no more, and keeps its average.
    """
    random = Random(seed)
    values: list[list[float]] = [[] for _ in tables]
    live = sorted(range(len(tables)), key=lambda at: -first[at])[:_FEW]
    deck: list[tuple[int, int]] = []
    for number in range(1, most + 1):
        deck = deck or random.sample([(one, two) for one in range(1, 7) for two in range(1, 7)], 36)
        dice = [deck.pop(), *((random.randint(1, 6), random.randint(1, 6)) for _ in range(turns * 2))]
        for at in live:
            values[at].append(first[at] + _played_on(scene, tables[at], next_up, turns, dice))
            yield None
        yield [_trusted(own, found) for own, found in zip(first, values, strict=True)]
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
    # How much better the one who looks ahead stands in the end than after the first roll.
    roller, left, begun = next_up, turns, None
    for one, two in dice:
        if left == 0 or scene.won(table):
            break
        table, after = scene.best(table, roller, max(one, two), min(one, two))
        left -= after != roller
        roller = after
        begun = scene.value(table, roller) if begun is None else begun
    return 0.0 if begun is None else scene.value(table, roller) - begun


def _trusted(own: float, found: Sequence[float]) -> float:
    # The games stand against as many of doubt that say nothing new.
    return (sum(found) + _DOUBT * own) / (len(found) + _DOUBT)


def _remaining(values: Sequence[Sequence[float]], live: Sequence[int]) -> list[int]:
    best = max(live, key=lambda at: sum(values[at]))
    return [at for at in live if at == best or not _behind(values[best], values[at])]


def _behind(best: Sequence[float], other: Sequence[float]) -> bool:
    gaps = [one - two for one, two in zip(best, other, strict=True)]
    mean = sum(gaps) / len(gaps)
    spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean > 0 and mean * mean * len(gaps) > _SURE * _SURE * spread
