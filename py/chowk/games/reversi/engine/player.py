"""Putting the searches together: first look ahead, then, near the end, play the game out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from chowk.core.clock import Clock
from chowk.games.reversi.engine.endgame import MOST, Solver
from chowk.games.reversi.engine.midgame import Looker
from chowk.games.reversi.engine.patterns import UNIT, weights

SORTING: Final = 5
"""Before a game is played out its moves are sorted by looking so many moves ahead."""


class Thoughts(NamedTuple):
    """Moves, the best first, and their values in discs; values below the margin may be too high.

    `exact` says that the first move is proven best, and its value true.
    """

    moves: tuple[int, ...]
    values: tuple[float, ...]
    depth: int
    exact: bool = False


def think(own: int, other: int, depth: int, ends: int, heat: float, clock: Clock) -> Iterator[Thoughts]:
    """Ever better thoughts about the position of these plain masks, which has a move, until the clock is over.

    Looks `depth` moves ahead; with `ends` or fewer empty squares the game is played out.
    """
    empties = 64 - (own | other).bit_count()
    if empties <= ends:
        yield from _to_the_end(own, other, clock)
        return
    depth = min(depth, empties)
    looker = Looker(own, other, weights(64 - empties + min(depth, 6)), margin=round(5 * heat * UNIT))
    for _ in looker.deepen(depth):
        yield _thoughts(looker)
        if clock.over:
            return
    yield _thoughts(looker)


def _thoughts(looker: Looker) -> Thoughts:
    ranking = looker.ranking
    return Thoughts(tuple(one.move for one in ranking), tuple(one.value / UNIT for one in ranking), looker.depth)


def _to_the_end(own: int, other: int, clock: Clock) -> Iterator[Thoughts]:
    """Sorts the moves, finds one that wins (or else draws), then the one with the best result."""
    found = weights((own | other).bit_count() + SORTING)
    looker = Looker(own, other, found)
    for _ in looker.deepen(SORTING):
        yield _thoughts(looker)
        if clock.over:
            return
    order = [one.move for one in looker.ranking]
    solver = Solver(own, other, found)
    depth = solver.empties
    for low, high in ((-1, 1), (-MOST, MOST)):
        best = -MOST - 1
        for move in tuple(order):
            search = solver.value(move, max(low, best), high)
            while True:
                yield Thoughts((order[0],), (looker.ranking[0].value / UNIT,), depth)
                if clock.over:
                    return
                try:
                    next(search)
                except StopIteration as end:
                    value = end.value
                    break
            if value > best:
                best = value
                order.remove(move)
                order.insert(0, move)
                if best >= high:
                    break
    yield Thoughts((order[0],), (float(best),), depth, exact=True)
