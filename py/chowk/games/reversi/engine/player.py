"""Putting it together: the book, then looking ahead, then, near the end, playing the game out."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Final, NamedTuple

from chowk.core.clock import Clock
from chowk.games.reversi.engine.book import lookup
from chowk.games.reversi.engine.endgame import MOST, Slices, Solver
from chowk.games.reversi.engine.midgame import Looker
from chowk.games.reversi.engine.patterns import UNIT, prepare, weights

AHEAD: Final = 6
"""Positions are valued by the weights for so many discs more than there are now, or fewer if less is looked ahead."""
SORTING: Final = 5
"""Before a game is played out its moves are sorted by looking so many moves ahead, ..."""
LONG: Final = 14
"""... but with more empty squares than this by looking ahead for a part of the time, in case it runs out: ..."""
PART: Final = 0.3
"""... this part."""


class Thoughts(NamedTuple):
    """Moves, the best first, and their values in discs: only moves that were searched as deep as the first.

    Values within the margin asked for are true, those below may be too high. `depth` is 0 where nothing was looked
    at; `exact` says that the first move is proven best, and its value true.
    """

    moves: tuple[int, ...]
    values: tuple[float, ...]
    depth: int
    exact: bool = False


class Way(NamedTuple):
    """How to think: how many moves ahead, playing out from how many empty squares, with the book or without.

    Moves worse than the best by no more than `margin` discs get true values.
    """

    depth: int
    ends: int
    margin: float
    book: bool


def think(own: int, other: int, way: Way, clock: Clock) -> Iterator[Thoughts]:
    """Ever better thoughts about the position of these plain masks, which has a move, until the clock is over."""
    known = lookup(own, other) if way.book else ()
    if known:
        yield Thoughts(known, (0.0,) * len(known), 0)
        return
    discs = (own | other).bit_count()
    empties = 64 - discs
    depth = min(way.depth, empties)
    about = discs + min(depth, AHEAD)
    first = Thoughts((Solver(own, other).moves()[0],), (0.0,), 0)
    for _ in prepare(about):
        yield first
        if clock.over:
            return
    found = weights(about)
    looker = Looker(own, other, found, margin=round(way.margin * UNIT))
    if empties > way.ends:
        yield from _ahead(looker, first, depth, clock)
    else:
        sorting, part = (SORTING, 1.0) if empties <= LONG else (empties, PART)
        yield from _ahead(looker, first, sorting, clock, part)
        if not clock.over:
            yield from _to_the_end(Solver(own, other, found), looker.order, clock)


def _ahead(looker: Looker, first: Thoughts, depth: int, clock: Clock, part: float = 1.0) -> Iterator[Thoughts]:
    """Looks ahead until the depth is reached or the part of the time spent; `first` until something is searched."""
    for _ in looker.deepen(depth):
        yield _thoughts(looker, first)
        if clock.share >= part:
            return
    yield _thoughts(looker, first)


def _thoughts(looker: Looker, first: Thoughts) -> Thoughts:
    ranking = looker.ranking
    if not ranking:
        return first
    return Thoughts(tuple(one.move for one in ranking), tuple(one.value / UNIT for one in ranking), looker.depth)


def _to_the_end(solver: Solver, order: Sequence[int], clock: Clock) -> Iterator[Thoughts]:
    """First a move that wins or, if none does, draws; then the one with the best result."""
    best, choice = -MOST - 1, order[0]
    untried = list(order)
    for move in order:
        # While every move tried loses, one that has not been tried is the better guess.
        likely = choice if best >= 0 else move
        value = yield from _timed(solver.value(move, max(-1, best), 1), likely, clock)
        if value is None:
            return
        untried.remove(move)
        if value > best:
            best, choice = value, move
        if best > 0:
            break
    if best:
        hopes = untried if best > 0 else [move for move in order if move != choice]
        best, high = (0, MOST) if best > 0 else (-MOST, 0)
        for move in (choice, *hopes):
            value = yield from _timed(solver.value(move, best, high), choice, clock)
            if value is None:
                return
            if value > best:
                best, choice = value, move
    yield Thoughts((choice,), (float(best),), solver.empties, exact=True)


def _timed(search: Slices, move: int, clock: Clock) -> Generator[Thoughts, None, int | None]:
    """What the search returns, or None if the clock is over before; until then always the same thought."""
    while not clock.over:
        try:
            next(search)
        except StopIteration as end:
            return int(end.value)
        yield Thoughts((move,), (0.0,), 0)
    return None
