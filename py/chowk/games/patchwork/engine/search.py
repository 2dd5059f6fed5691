"""Search of Patchwork by iterative deepening: the first plies with placements of patches, deeper plies without.

In deeper plies only purchases count. Late in the game every ply has placements, down to the end.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Final, NamedTuple, TypeAlias

from chowk.engine.search_budget import Clock
from chowk.engine.slices import pausing
from chowk.games.patchwork.engine import worth
from chowk.games.patchwork.engine.board import Fixed, Holding, Standing, affordable
from chowk.games.patchwork.engine.packing import Fitter
from chowk.games.patchwork.engine.purchases import Count, new_purchase_search
from chowk.games.patchwork.rules.patches import PATCHES
from chowk.games.patchwork.rules.quilt import Mask
from chowk.games.patchwork.rules.state import TILE
from chowk.games.patchwork.rules.track import CENTRE

REAL: Final = 3
"""Minimum number of plies that are searched with placements, if the search is deep enough."""
BELOW: Final = 8
"""Maximum number of plies that are searched without placements. It keeps every slice of the search short."""
LATE: Final = 38
"""The space that both tokens must have reached for a search in which all plies have placements."""
PAUSE: Final = 10
"""Number of positions that are searched between two pauses. In a pause the page can respond.

Only positions in the plies with placements count, and a position that is visited again does not.
"""
WIN: Final = 4.0
"""Value of winning in addition to the lead, in points."""
ROOMY: Final = 36
"""Number of covered cells up to which the search assumes that every patch fits on the quilt."""
CANDIDATES: Final = 6
"""Number of placements of a patch in hand that the search compares."""
WIDE: Final = 3
"""Number of placements that are tried for each purchase in a search to the end of the game."""
MOST: Final = 60
"""Maximum number of plies of a search to the end of the game."""
ALL: Final = sum(1 << patch for patch in PATCHES)
"""All patches, as bits by patch number."""

Pauses: TypeAlias = Generator[None, None, float]
"""A search that pauses every few milliseconds and returns a value in points."""


class Branch(NamedTuple):
    """A move and the state after it.

    `place` is the index in the queue of the patch to buy, or -1 for an advance or a placement. `mask` is the mask of
    the cells to sew on, or 0 for a purchase or an advance.
    """

    place: int
    mask: Mask
    after: Standing


class Ranking(NamedTuple):
    """Moves, best first, with their expected leads in points, found by a search of `depth` plies.

    `ended` is True if the search reached the end of the game in all lines.
    """

    options: tuple[Branch, ...]
    values: tuple[float, ...]
    depth: int
    ended: bool = False


class Search:
    """A search of the moves of one state, deeper step by step.

    The best move and all moves that are at most `margin` points worse get exact values. Other moves only get bounds.
    """

    def __init__(self, board: Fixed, state: Standing, margin: float = 0.0) -> None:
        self.board, self.state, self.margin = board, state, margin
        self.packer = Fitter(board.blocks)
        self.purchase_search = new_purchase_search(board.singles)
        self.met = self._paused = 0
        self._late = min(state.own.space, state.other.space) >= LATE
        self._wide = 1
        self._open = True
        self._below = 0
        self._afters: dict[Standing, list[Standing]] = {}

    @property
    def nodes(self) -> int:
        """The number of positions visited."""
        return self.met + self.purchase_search.met()

    def options(self) -> list[Branch]:
        """Return the moves that the search compares.

        If a patch must be sewn on, they are its best placements. Otherwise they are the advance and the purchases,
        each with its best placement.
        """
        state = self.state
        if state.hand or state.single:
            step = self.board.place if state.hand else self.board.sew
            masks = self.packer.ranked(state.own.quilt, state.hand, not state.tile, CANDIDATES)
            return [Branch(-1, mask, step(state, mask)) for mask in masks]
        bought = [
            Branch(place, 0, self.board.place(self.board.take(state, place), mask))
            for place in affordable(state)
            if (mask := self.packer.best(state.own.quilt, state.queue[place], not state.tile))
        ]
        return [*bought, Branch(-1, 0, self.board.advance(state))]

    def deepen(self, depth: int, clock: Clock) -> Iterator[Ranking]:
        """Yield rankings of the moves, up to a depth in plies or to the end of the game.

        The first ranking comes at once. The same ranking is yielded again at each pause.
        """
        options = self.options()
        ranking = _ranked(
            options, [self._signed(option.after, self._guess(option.after)) for option in options], 1, False
        )
        yield ranking
        self._below = 0
        for step_depth in range(2, depth + 1):
            if not self._late:
                self._below = max(0, min(step_depth - REAL, BELOW))
            for improved in self._timed(self._once(ranking, step_depth), ranking, clock):
                ranking = improved
                yield ranking
            if clock.over or ranking.ended:
                break
        if ranking.ended and depth >= MOST and not clock.over:
            self._wide = WIDE
            self._afters.clear()
            yield from self._timed(self._once(ranking, depth), ranking, clock)

    def _timed(self, rankings: Iterator[Ranking | None], ranking: Ranking, clock: Clock) -> Iterator[Ranking]:
        for improved in rankings:
            ranking = improved or ranking
            yield ranking
            if clock.over:
                return

    def _once(self, previous: Ranking, depth: int) -> Iterator[Ranking | None]:
        """Search the moves of `previous`, in the order of that ranking, to a depth in plies.

        Yield each improved ranking, and None at each pause.
        """
        best, values = -1e9, list[float]()
        self._open = False
        for option in previous.options:
            search = self._option(option, depth - 1, best - self.margin)
            value = yield from pausing(search, lambda: None)
            values.append(value)
            best = max(best, values[-1])
            # Options not yet searched to this depth come after the others. The best option so far was searched first.
            yield _ranked(previous.options[: len(values)], values, depth, False) if len(values) > 1 else None
        yield _ranked(previous.options, values, depth, not self._open)

    def _option(self, option: Branch, depth: int, low: float) -> Pauses:
        state = option.after
        if state.seat == self.state.seat:
            return (yield from self._value(state, depth, low, 1e9))
        return -(yield from self._value(state, depth, -1e9, -low))

    def _signed(self, state: Standing, value: float) -> float:
        return value if state.seat == self.state.seat else -value

    def _value(self, state: Standing, depth: int, low: float, high: float) -> Pauses:
        """Search `state` to a depth in plies and yield at pauses. Return the expected lead of its side to move.

        The lead is in points. It is exact between `low` and `high`, otherwise a bound.
        """
        if state.over:
            self.met += 1
            # With equal scores the side to move loses, because its token came to the centre last.
            return state.margin + (WIN if state.margin > 0 else -WIN)
        if depth <= self._below and not state.single:
            yield
            return self._count(state, depth, low, high)
        if self.met > self._paused + PAUSE:
            self._paused = self.met
            yield
        successors = self._successors(state)
        best, choice = -1e9, 0
        for number, successor in enumerate(successors):
            next_depth = depth if state.single else depth - 1
            if successor.seat == state.seat:
                value = yield from self._value(successor, next_depth, low, high)
            else:
                value = -(yield from self._value(successor, next_depth, -high, -low))
            if value > best:
                best, choice = value, number
                low = max(low, value)
                if low >= high:
                    break
        # The next step starts with the best move of this step.
        successors.insert(0, successors.pop(choice))
        return best

    def _successors(self, state: Standing) -> list[Standing]:
        successors = self._afters.get(state)
        if successors is None:
            successors = self._afters[state] = self._fresh(state)
            self.met += len(successors)
        return successors

    def _fresh(self, state: Standing) -> list[Standing]:
        """Return the states after the moves that the search tries in `state`, the most promising first."""
        board, packer, quilt, tile = self.board, self.packer, state.own.quilt, not state.tile
        if state.single:
            return [board.sew(state, packer.best(quilt, 0, tile))]
        successors = [board.advance(state)]
        for place in affordable(state):
            patch = state.queue[place]
            if self._wide > 1:
                masks = packer.ranked(quilt, patch, tile, self._wide)
            else:
                mask = packer.best(quilt, patch, tile)
                masks = [mask] if mask else []
            bought = board.take(state, place)
            successors += [board.place(bought, mask) for mask in masks]
        sign = [1 if after.seat == state.seat else -1 for after in successors]
        order = sorted(range(len(successors)), key=lambda index: -sign[index] * self._guess(successors[index]))
        return [successors[index] for index in order]

    def _guess(self, state: Standing) -> float:
        """Return a static estimate of the final lead in points of the side to move."""
        own, other = state.own, state.other
        if own.space == other.space == CENTRE:
            return state.margin
        fit = self._neat(own) - self._neat(other) + TILE * state.tile + worth.TURN[own.space]
        return worth.side(*own[:4]) - worth.side(*other[:4]) + fit

    def _neat(self, side: Holding) -> float:
        return worth.NEAT * (self.packer.neat(side.quilt) + 2 * side.filled) if side.space < CENTRE else 0.0

    def _count(self, state: Standing, depth: int, low: float, high: float) -> float:
        """Return the expected lead in points of the side to move, by a search that ignores further placements.

        The lead is exact between `low` and `high`, otherwise a bound.
        """
        self._open = True
        if depth <= 0:
            self.met += 1
            return self._guess(state)
        fixed = self._neat(state.own) - self._neat(state.other) + TILE * state.tile
        own, other = self._counted(state.own), self._counted(state.other)
        return self.purchase_search.look(state.queue, own, other, depth, low - fixed, high - fixed) + fixed

    def _counted(self, side: Holding) -> Count:
        room = ALL if side.filled <= ROOMY else self.packer.fitting_patches(side.quilt)
        return (*side[:4], room)


def _ranked(options: tuple[Branch, ...] | list[Branch], values: list[float], depth: int, ended: bool) -> Ranking:
    order = sorted(range(len(values)), key=lambda index: -values[index])
    return Ranking(tuple(options[index] for index in order), tuple(values[index] for index in order), depth, ended)
