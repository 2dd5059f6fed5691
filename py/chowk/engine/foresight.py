"""The common part of opponents in games with dice: rankings of moves, and the choice of a move.

A ranking is the result of a search that looks some rolls ahead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

from chowk.engine.choice import nearly_best
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.protocol import Line, Survey, Thought

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)


class Foresight(NamedTuple, Generic[M_co]):
    """A ranking of moves, best first: all moves of a position, or only the best moves.

    `values` are the mover's chances to win after each of these moves, searched `rolls` rolls ahead.
    """

    rolls: int
    moves: tuple[M_co, ...]
    values: tuple[float, ...]


def choose(
    rankings: Iterable[Foresight[M] | None], rolls: int, temperature: float, seed: int, draw: int
) -> Iterator[Thought[M]]:
    """Yield a `Thought` for each ranking of the moves: a random choice among its nearly best moves.

    A ranking of None is a pause in the search; the latest thought is then yielded again. Stop after the first ranking
    that looks `rolls` rolls ahead. `temperature`, `seed` and `draw` are passed to `nearly_best`, which chooses the
    move.
    """
    thought = None
    for ranking in rankings:
        if ranking:
            move = nearly_best(ranking.moves, ranking.values, temperature, seed, draw)
            thought = Thought(move, None, ranking.rolls + 1)
        if thought:
            yield thought
        if ranking and ranking.rolls >= rolls:
            return


def surveyed(kernel: Kernel, lines: Mapping[M, Line[M]], onward: int) -> Survey[M]:
    """Return evaluated lines as a survey (the evaluations of all moves, best first).

    The survey also has the number of positions that the kernel has evaluated, and `onward`: the depth to request
    next, or 0 if a deeper search would find nothing new.
    """
    ordered = sorted(lines.values(), key=lambda line: -(line.score or 0.0))
    return Survey(tuple(ordered), kernel.read("WEIGHED")[0], onward)
