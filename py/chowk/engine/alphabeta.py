"""Alpha-beta search with iterative deepening, for any game of two seats without chance.

A transposition table holds bounds for the present depth, and the best moves of the previous depth. In each position,
the best move of the previous depth is searched first, then the other moves in the order of the history heuristic.

Values are for the side to move. The same seat may move twice in a row. The search uses position objects, which is fast
enough for opponents that look a few moves ahead. Strong opponents use compiled code instead (`engine.kernel`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Hashable, Iterator
from typing import Any, Final, Generic, NamedTuple, TypeVar

from chowk.core.position import Position, Seat
from chowk.engine.search_budget import Clock

M = TypeVar("M", bound=Hashable)
P = TypeVar("P", bound=Position[Any])

WIN: Final = 1_000_000.0
"""The value of a won game. The search subtracts 1 for each ply from its root to the win."""
_INFINITY: Final = 2 * WIN
"""A bound greater than every value."""
_MAX_ENTRIES: Final = 50_000
"""Maximum number of positions in the transposition table. A full table is cleared."""
_NODES_PER_SLICE: Final = 24
"""Number of visited positions after which the search pauses."""

Slices = Generator[None, None, float]
"""A search that yields at pauses and returns a position's value."""


class Ranked(NamedTuple, Generic[M]):
    """A move and its value for the side to move."""

    move: M
    value: float


class Ranking(NamedTuple, Generic[M]):
    """The legal moves with their values, the best first, searched to `depth` plies.

    Moves within the requested margin of the best have exact values, other moves upper bounds. `proven` means that no
    value is an estimate: every line was searched to the end of the game.
    """

    depth: int
    moves: tuple[Ranked[M], ...]
    proven: bool = False

    @property
    def best(self) -> Ranked[M]:
        """The best move with its value."""
        return self.moves[0]


def deepen(
    position: P,
    evaluate: Callable[[P], float],
    clock: Clock,
    depth: int,
    *,
    margin: float = 0.0,
    drawn: Collection[P] = (),
) -> Iterator[Ranking[Any]]:
    """Yield rankings of the moves, searched to depth 1, 2 and so on up to `depth`.

    The first ranking has depth 0: it holds the moves in canonical order, without a search. It is yielded even if the
    time of `clock` is up. The search of each depth pauses often, and at each pause the latest ranking is yielded again.
    The search ends when `depth` is reached, when the ranking is proven, or when the time is up.

    `position` must have a legal move. `evaluate` returns the value of a position for the side to move; it is not called
    for finished games. With a `margin`, moves whose value is at most that much below the best have exact values.
    Positions in `drawn` count as draws.
    """
    search = _Search(evaluate, margin, frozenset(drawn))
    ranking: Ranking[Any] = Ranking(0, tuple(Ranked(move, 0.0) for move in position.moves()))
    yield ranking
    for current in range(1, depth + 1):
        step = search.rank(position, ranking, current)
        while not clock.over:
            try:
                next(step)
            except StopIteration as stop:
                ranking = stop.value
                yield ranking
                break
            yield ranking
        if clock.over or ranking.proven:
            return


class _Search(Generic[P]):
    def __init__(self, evaluate: Callable[[P], float], margin: float, drawn: frozenset[P]) -> None:
        self._evaluate = evaluate
        self._margin = margin
        self._drawn = drawn
        self._transpositions: dict[P, tuple[int, float, float]] = {}
        self._best: dict[P, Any] = {}
        self._history: dict[Any, int] = {}
        self._nodes = 0
        self._estimated = False

    def rank(self, position: P, before: Ranking[Any], depth: int) -> Generator[None, None, Ranking[Any]]:
        """Rank the moves by a search to this depth.

        The moves are searched in the order of the earlier ranking `before`.
        """
        self._estimated = False
        # Values from a smaller depth would hide that a line was not searched to its end.
        self._transpositions.clear()
        best, ranked = -_INFINITY, []
        for move, _ in before.moves:
            alpha = max(-_INFINITY, best - self._margin)
            value = yield from self._search(position.play(move), position.turn, depth - 1, alpha, _INFINITY, 1)
            ranked.append(Ranked(move, value))
            best = max(best, value)
        ranked.sort(key=lambda move: -move.value)
        return Ranking(depth, tuple(ranked), not self._estimated)

    def _search(self, position: P, seat: Seat, depth: int, alpha: float, beta: float, ply: int) -> Slices:
        """Search `position`, yielding at pauses, and return its value for `seat`.

        The value is exact if it is between `alpha` and `beta`, and otherwise a bound (fail-soft). `depth` is the number
        of plies still to search, `ply` the number of plies already made from the root.
        """
        self._nodes += 1
        if self._nodes % _NODES_PER_SLICE == 0:
            yield
        if position in self._drawn:
            return 0.0
        moves = position.moves()
        if not moves:
            return _result(position, seat, ply)
        if position.turn != seat:
            return -(yield from self._negamax(position, moves, depth, -beta, -alpha, ply))
        return (yield from self._negamax(position, moves, depth, alpha, beta, ply))

    def _negamax(self, position: P, moves: Collection[Any], depth: int, alpha: float, beta: float, ply: int) -> Slices:
        if depth <= 0:
            self._estimated = True
            return self._evaluate(position)
        entry = self._transpositions.get(position)
        if entry and entry[0] == depth:
            _, lower, upper = entry
            if lower >= beta or upper <= alpha or lower == upper:
                return lower if lower >= beta else upper
        best, raised_alpha = -_INFINITY, alpha
        for move in self._sorted(moves, self._best.get(position)):
            value = yield from self._search(position.play(move), position.turn, depth - 1, raised_alpha, beta, ply + 1)
            if value > best:
                best = value
                self._best[position] = move
            raised_alpha = max(raised_alpha, value)
            if raised_alpha >= beta:
                self._history[move] = self._history.get(move, 0) + depth * depth
                break
        self._store(position, depth, best, alpha, beta)
        return best

    def _sorted(self, moves: Collection[Any], first: object) -> list[Any]:
        """Sort the moves: `first`, the best move of the previous depth, then the others by their history of cutoffs."""
        return sorted(moves, key=lambda move: (move != first, -self._history.get(move, 0)))

    def _store(self, position: P, depth: int, best: float, alpha: float, beta: float) -> None:
        if len(self._best) >= _MAX_ENTRIES:
            self._transpositions.clear()
            self._best.clear()
        lower, upper = best if best > alpha else -_INFINITY, best if best < beta else _INFINITY
        self._transpositions[position] = (depth, lower, upper)


def _result(position: Position[Any], seat: Seat, ply: int) -> float:
    """Return the value of a finished game for a seat: greater for an earlier win and for a later loss, 0 for a draw.

    `ply` is the number of plies from the root of the search.
    """
    outcome = position.outcome()
    assert outcome is not None, "a position without moves has an outcome"
    if outcome.winner is None:
        return 0.0
    return WIN - ply if outcome.winner == seat else ply - WIN
