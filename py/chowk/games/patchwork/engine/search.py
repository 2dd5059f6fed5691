"""Iterative deepening: the first plies with real placements, deeper ones as purchases alone.

Late in the game every ply has real placements, down to the end.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Final, NamedTuple, TypeAlias

from chowk.engine.search_budget import Clock
from chowk.engine.slices import pausing
from chowk.games.patchwork.engine import worth
from chowk.games.patchwork.engine.board import Fixed, Holding, Standing, affordable
from chowk.games.patchwork.engine.packing import Fitter
from chowk.games.patchwork.engine.purchases import Count, looker
from chowk.games.patchwork.rules.patches import PATCHES
from chowk.games.patchwork.rules.quilt import Mask
from chowk.games.patchwork.rules.state import TILE
from chowk.games.patchwork.rules.track import CENTRE

REAL: Final = 3
"""The minimum number of plies with real placements, if the search is deep enough."""
BELOW: Final = 8
"""The maximum number of plies of purchases alone, so that every slice of the search stays short."""
LATE: Final = 38
"""Once both tokens have reached this space, all plies have real placements."""
PAUSE: Final = 10
"""The number of new positions with real quilts between pauses."""
WIN: Final = 4.0
"""The value of winning in addition to the margin, in points."""
ROOMY: Final = 36
"""With this many covered cells or fewer, every patch counts as fitting."""
CANDIDATES: Final = 6
"""The number of placements that are searched for a patch in hand."""
WIDE: Final = 3
"""The number of placements for each purchase when the end is searched."""
MOST: Final = 60
"""Maximum number of plies to the end that the search considers."""
ALL: Final = sum(1 << patch for patch in PATCHES)

Pauses: TypeAlias = Generator[None, None, float]
"""A search that pauses every few milliseconds and returns a value."""


class Branch(NamedTuple):
    """A move and the state after it: the place in the queue of the patch to buy, or -1, and the cells to sew on.

    The place is -1 for an advance or a placement; the mask is 0 for a purchase.
    """

    place: int
    mask: Mask
    after: Standing


class Ranking(NamedTuple):
    """Options, best first, with their margins at this depth in plies; `ended` if the search reached the end."""

    options: tuple[Branch, ...]
    values: tuple[float, ...]
    depth: int
    ended: bool = False


class Search:
    """A search of one state's options at increasing depths; options worse by up to `margin` get true values, too."""

    def __init__(self, board: Fixed, state: Standing, margin: float = 0.0) -> None:
        self.board, self.state, self.margin = board, state, margin
        self.packer = Fitter(board.blocks)
        self.looker = looker(board.singles)
        self.met = self._paused = 0
        self._late = min(state.own.space, state.other.space) >= LATE
        self._wide = 1
        self._open = True
        self._below = 0
        self._afters: dict[Standing, list[Standing]] = {}

    @property
    def nodes(self) -> int:
        """The number of positions visited."""
        return self.met + self.looker.met()

    def options(self) -> list[Branch]:
        """Return the options, with the best placements that the packer finds."""
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
        """Yield ever better rankings, the first at once, to that depth or to the end; the same one again is a pause."""
        options = self.options()
        ranking = _ranked(options, [self._signed(one.after, self._guess(one.after)) for one in options], 1, False)
        yield ranking
        self._below = 0
        for ahead in range(2, depth + 1):
            if not self._late:
                self._below = max(0, min(ahead - REAL, BELOW))
            for found in self._timed(self._once(ranking, ahead), ranking, clock):
                ranking = found
                yield ranking
            if clock.over or ranking.ended:
                break
        if ranking.ended and depth >= MOST and not clock.over:
            self._wide = WIDE
            self._afters.clear()
            yield from self._timed(self._once(ranking, depth), ranking, clock)

    def _timed(self, rankings: Iterator[Ranking | None], ranking: Ranking, clock: Clock) -> Iterator[Ranking]:
        for found in rankings:
            ranking = found or ranking
            yield ranking
            if clock.over:
                return

    def _once(self, before: Ranking, ahead: int) -> Iterator[Ranking | None]:
        """Search one step deeper: yield the rankings so far, or None for a pause."""
        best, values = -1e9, list[float]()
        self._open = False
        for option in before.options:
            search = self._option(option, ahead - 1, best - self.margin)
            value = yield from pausing(search, lambda: None)
            values.append(value)
            best = max(best, values[-1])
            # Options not yet searched so deeply come after the others; the best so far was searched first.
            yield _ranked(before.options[: len(values)], values, ahead, False) if len(values) > 1 else None
        yield _ranked(before.options, values, ahead, not self._open)

    def _option(self, option: Branch, depth: int, low: float) -> Pauses:
        after = option.after
        if after.seat == self.state.seat:
            return (yield from self._value(after, depth, low, 1e9))
        return -(yield from self._value(after, depth, -1e9, -low))

    def _signed(self, after: Standing, value: float) -> float:
        return value if after.seat == self.state.seat else -value

    def _value(self, state: Standing, depth: int, low: float, high: float) -> Pauses:
        """Return the margin for the side to choose, at this depth in plies."""
        if state.over:
            self.met += 1
            # With equal scores the side to choose loses, because its token is on top.
            return state.margin + (WIN if state.margin > 0 else -WIN)
        if depth <= self._below and not state.single:
            yield
            return self._count(state, depth, low, high)
        if self.met > self._paused + PAUSE:
            self._paused = self.met
            yield
        afters = self._after(state)
        best, choice = -1e9, 0
        for number, after in enumerate(afters):
            rest = depth if state.single else depth - 1
            if after.seat == state.seat:
                value = yield from self._value(after, rest, low, high)
            else:
                value = -(yield from self._value(after, rest, -high, -low))
            if value > best:
                best, choice = value, number
                low = max(low, value)
                if low >= high:
                    break
        # The next step starts with the best move of this one.
        afters.insert(0, afters.pop(choice))
        return best

    def _after(self, state: Standing) -> list[Standing]:
        found = self._afters.get(state)
        if found is None:
            found = self._afters[state] = self._fresh(state)
            self.met += len(found)
        return found

    def _fresh(self, state: Standing) -> list[Standing]:
        """Return the possible next states, the most promising first."""
        board, packer, quilt, tile = self.board, self.packer, state.own.quilt, not state.tile
        if state.single:
            return [board.sew(state, packer.best(quilt, 0, tile))]
        found = [board.advance(state)]
        for place in affordable(state):
            patch = state.queue[place]
            if self._wide > 1:
                masks = packer.ranked(quilt, patch, tile, self._wide)
            else:
                mask = packer.best(quilt, patch, tile)
                masks = [mask] if mask else []
            taken = board.take(state, place)
            found += [board.place(taken, mask) for mask in masks]
        sign = [1 if after.seat == state.seat else -1 for after in found]
        order = sorted(range(len(found)), key=lambda one: -sign[one] * self._guess(found[one]))
        return [found[one] for one in order]

    def _guess(self, state: Standing) -> float:
        """Return the static estimate of the margin for the side to choose."""
        own, other = state.own, state.other
        if own.space == other.space == CENTRE:
            return state.margin
        fit = self._neat(own) - self._neat(other) + TILE * state.tile + worth.TURN[own.space]
        return worth.side(*own[:4]) - worth.side(*other[:4]) + fit

    def _neat(self, side: Holding) -> float:
        return worth.NEAT * (self.packer.neat(side.quilt) + 2 * side.filled) if side.space < CENTRE else 0.0

    def _count(self, state: Standing, depth: int, low: float, high: float) -> float:
        """Return the margin when all further plies are purchases alone."""
        self._open = True
        if depth <= 0:
            self.met += 1
            return self._guess(state)
        fixed = self._neat(state.own) - self._neat(state.other) + TILE * state.tile
        own, other = self._counted(state.own), self._counted(state.other)
        return self.looker.look(state.queue, own, other, depth, low - fixed, high - fixed) + fixed

    def _counted(self, side: Holding) -> Count:
        room = ALL if side.filled <= ROOMY else self.packer.room(side.quilt)
        return (*side[:4], room)


def _ranked(options: tuple[Branch, ...] | list[Branch], values: list[float], depth: int, ended: bool) -> Ranking:
    order = sorted(range(len(values)), key=lambda one: -values[one])
    return Ranking(tuple(options[one] for one in order), tuple(values[one] for one in order), depth, ended)
