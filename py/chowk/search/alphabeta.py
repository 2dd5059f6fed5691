"""Alpha-beta search for any game of two seats without chance: an evaluation and a clock are all it asks for.

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
_ROOM: Final = 50_000
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
        self._table: dict[P, tuple[int, float, float]] = {}
        self._choices: dict[P, Any] = {}
        self._merit: dict[Any, int] = {}
        self._nodes = 0
        self._guessed = False

    def rank(self, position: P, before: Ranking[Any], depth: int) -> Generator[None, None, Ranking[Any]]:
        """The moves ranked by what they are worth so many moves ahead."""
        self._guessed = False
        # Values from a shallower step would hide that a line was not followed to its end.
        self._table.clear()
        best, ranked = -_FAR, []
        for move, _ in before.moves:
            low = max(-_FAR, best - self._margin)
            value = yield from self._worth(position.play(move), position.turn, depth - 1, low, _FAR, 1)
            ranked.append(Ranked(move, value))
            best = max(best, value)
        ranked.sort(key=lambda one: -one.value)
        return Ranking(depth, tuple(ranked), not self._guessed)

    def _worth(self, position: P, seat: Seat, depth: int, low: float, high: float, ply: int) -> Slices:
        """The value for `seat`, true between `low` and `high`, else a bound (fail-soft)."""
        self._nodes += 1
        if self._nodes % _SLICE == 0:
            yield
        if position in self._drawn:
            return 0.0
        moves = position.moves()
        if not moves:
            return _result(position, seat, ply)
        if position.turn != seat:
            return -(yield from self._own_worth(position, moves, depth, -high, -low, ply))
        return (yield from self._own_worth(position, moves, depth, low, high, ply))

    def _own_worth(self, position: P, moves: Collection[Any], depth: int, low: float, high: float, ply: int) -> Slices:
        if depth <= 0:
            self._guessed = True
            return self._evaluate(position)
        known = self._table.get(position)
        if known and known[0] == depth and (known[1] >= high or known[2] <= low or known[1] == known[2]):
            return known[1] if known[1] >= high else known[2]
        best, floor = -_FAR, low
        for move in self._sorted(moves, self._choices.get(position)):
            value = yield from self._worth(position.play(move), position.turn, depth - 1, floor, high, ply + 1)
            if value > best:
                best = value
                self._choices[position] = move
            floor = max(floor, value)
            if floor >= high:
                self._merit[move] = self._merit.get(move, 0) + depth * depth
                break
        self._keep(position, depth, best, low, high)
        return best

    def _sorted(self, moves: Collection[Any], guess: object) -> list[Any]:
        """The moves, the one that was best before first, then those that have cut off most."""
        return sorted(moves, key=lambda move: (move != guess, -self._merit.get(move, 0)))

    def _keep(self, position: P, depth: int, best: float, low: float, high: float) -> None:
        if len(self._choices) >= _ROOM:
            self._table.clear()
            self._choices.clear()
        self._table[position] = (depth, best if best > low else -_FAR, best if best < high else _FAR)


def _result(position: Position[Any], seat: Seat, ply: int) -> float:
    """What a finished game is worth: sooner won is better, later lost is better, shared is nothing."""
    outcome = position.outcome()
    assert outcome is not None, "a position without moves has an outcome"
    if outcome.winner is None:
        return 0.0
    return WIN - ply if outcome.winner == seat else ply - WIN
