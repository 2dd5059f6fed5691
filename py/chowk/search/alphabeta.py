"""Alpha-beta search for any game of two seats without chance: an evaluation and a clock are all it asks for.

It deepens step by step. A transposition table keeps bounds within a step, and the best moves from one step to the next;
these are tried first, the others by the history heuristic.

Values are for the side to move. A turn need not change after a move. What it searches are plain positions, so it
suits opponents that look a few moves ahead; a strong one keeps a faster path of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Hashable, Iterator
from typing import Any, Final, Generic, NamedTuple, TypeVar

from chowk.core.clock import Clock
from chowk.core.position import Position, Seat

M = TypeVar("M", bound=Hashable)
P = TypeVar("P", bound=Position[Any])

WIN: Final = 1_000_000.0
"""What a won game is worth, less one for each move that the win takes."""
_FAR: Final = 2 * WIN
_ENTRIES: Final = 50_000
_SLICE: Final = 24
"""A pause is made after so many positions."""

Slices = Generator[None, None, float]


class Ranked(NamedTuple, Generic[M]):
    """A move and its value for the side to move."""

    move: M
    value: float


class Ranking(NamedTuple, Generic[M]):
    """The legal moves, the best first, at so many moves' depth.

    Moves within the margin asked for have true values, the others only what they are worth at most. `proven`
    says that nothing was estimated: every line was followed to the end of the game.
    """

    depth: int
    moves: tuple[Ranked[M], ...]
    proven: bool = False

    @property
    def best(self) -> Ranked[M]:
        """The move in front."""
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
    """Ever deeper rankings of the moves, up to `depth`, the same one again at every pause; at least one.

    `position` must have a move; `evaluate` is asked for the worth of a position to the side to move and never
    about a finished game. Positions in `drawn` count as draws when they are met again. Ends when the depth is
    reached, the game is searched out, or the clock is over.
    """
    search = _Search(evaluate, margin, frozenset(drawn))
    ranking: Ranking[Any] = Ranking(0, tuple(Ranked(move, 0.0) for move in position.moves()))
    yield ranking
    for ahead in range(1, depth + 1):
        step = search.rank(position, ranking, ahead)
        while not clock.over:
            try:
                next(step)
            except StopIteration as end:
                ranking = end.value
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
        """The moves ranked by what they are worth so many moves ahead."""
        self._estimated = False
        # Values from a shallower step would hide that a line was not followed to its end.
        self._transpositions.clear()
        best, ranked = -_FAR, []
        for move, _ in before.moves:
            alpha = max(-_FAR, best - self._margin)
            value = yield from self._search(position.play(move), position.turn, depth - 1, alpha, _FAR, 1)
            ranked.append(Ranked(move, value))
            best = max(best, value)
        ranked.sort(key=lambda one: -one.value)
        return Ranking(depth, tuple(ranked), not self._estimated)

    def _search(self, position: P, seat: Seat, depth: int, alpha: float, beta: float, ply: int) -> Slices:
        """The value for `seat`, true between `alpha` and `beta`, else a bound (fail-soft)."""
        self._nodes += 1
        if self._nodes % _SLICE == 0:
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
        known = self._transpositions.get(position)
        if known and known[0] == depth and (known[1] >= beta or known[2] <= alpha or known[1] == known[2]):
            return known[1] if known[1] >= beta else known[2]
        best, floor = -_FAR, alpha
        for move in self._sorted(moves, self._best.get(position)):
            value = yield from self._search(position.play(move), position.turn, depth - 1, floor, beta, ply + 1)
            if value > best:
                best = value
                self._best[position] = move
            floor = max(floor, value)
            if floor >= beta:
                self._history[move] = self._history.get(move, 0) + depth * depth
                break
        self._store(position, depth, best, alpha, beta)
        return best

    def _sorted(self, moves: Collection[Any], first: object) -> list[Any]:
        """The moves, that of the transposition table first, then those that have cut off most."""
        return sorted(moves, key=lambda move: (move != first, -self._history.get(move, 0)))

    def _store(self, position: P, depth: int, best: float, alpha: float, beta: float) -> None:
        if len(self._best) >= _ENTRIES:
            self._transpositions.clear()
            self._best.clear()
        self._transpositions[position] = (depth, best if best > alpha else -_FAR, best if best < beta else _FAR)


def _result(position: Position[Any], seat: Seat, ply: int) -> float:
    """What a finished game is worth: sooner won is better, later lost is better, shared is nothing."""
    outcome = position.outcome()
    assert outcome is not None, "a position without moves has an outcome"
    if outcome.winner is None:
        return 0.0
    return WIN - ply if outcome.winner == seat else ply - WIN
