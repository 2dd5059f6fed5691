"""Looking ahead: the first plies with patches really sewn on, those below as purchases alone; deeper step by step.

Late in the game every ply is a real one, down to the end.
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
"""So many plies at least are real ones, if the search is deep enough."""
BELOW: Final = 8
"""So many plies at most are purchases alone; that keeps every slice of the search short."""
LATE: Final = 38
"""From here on, if both tokens are so far, all plies are real."""
PAUSE: Final = 10
"""After so many new positions with real quilts others get a turn."""
WIN: Final = 4.0
"""What winning is worth besides the margin, in points."""
ROOMY: Final = 36
"""On a quilt with no more covered cells every patch is taken to fit."""
CANDIDATES: Final = 6
"""So many places are looked into for a patch in hand."""
WIDE: Final = 3
"""So many for each purchase when the end is read out."""
MOST: Final = 60
"""No game has so many plies left that matter to the search."""
ALL: Final = sum(1 << patch for patch in PATCHES)

Pauses: TypeAlias = Generator[None, None, float]
"""A search that pauses every few milliseconds and returns a value."""


class Branch(NamedTuple):
    """A move: the place in the queue of the patch to buy, -1 for going ahead, or the cells to sew on; what follows."""

    place: int
    mask: Mask
    after: Standing


class Ranking(NamedTuple):
    """Options, the best first, with their margins after looking so many plies ahead; `ended` if it was to the end."""

    options: tuple[Branch, ...]
    values: tuple[float, ...]
    depth: int
    ended: bool = False


class Search:
    """Judges the options of one state ever further ahead. `margin`: options so much worse still get true values."""

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
        """How many positions were judged or walked through."""
        return self.met + self.looker.met()

    def options(self) -> list[Branch]:
        """What can be done, places as good as the packer finds them."""
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
        """Ever better rankings, the first at once, to that depth or to the end; the same one again is a pause."""
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
        """One step deeper: rankings as far as they have got, or None for a pause."""
        best, values = -1e9, list[float]()
        self._open = False
        for option in before.options:
            search = self._option(option, ahead - 1, best - self.margin)
            value = yield from pausing(search, lambda: None)
            values.append(value)
            best = max(best, values[-1])
            # What has not been looked at so deeply comes after what has; the best so far was looked at first.
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
        """The margin for whoever has the choice, so many plies ahead."""
        if state.over:
            self.met += 1
            # Of equal scores the one on top, who has the choice, loses.
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
        # The next step deeper begins with what was best at this one.
        afters.insert(0, afters.pop(choice))
        return best

    def _after(self, state: Standing) -> list[Standing]:
        found = self._afters.get(state)
        if found is None:
            found = self._afters[state] = self._fresh(state)
            self.met += len(found)
        return found

    def _fresh(self, state: Standing) -> list[Standing]:
        """What can follow, the most promising first."""
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
        """The margin for whoever has the choice, by the looks of it."""
        own, other = state.own, state.other
        if own.space == other.space == CENTRE:
            return state.margin
        fit = self._neat(own) - self._neat(other) + TILE * state.tile + worth.TURN[own.space]
        return worth.side(*own[:4]) - worth.side(*other[:4]) + fit

    def _neat(self, side: Holding) -> float:
        return worth.NEAT * (self.packer.neat(side.quilt) + 2 * side.filled) if side.space < CENTRE else 0.0

    def _count(self, state: Standing, depth: int, low: float, high: float) -> float:
        """The margin by purchases alone from here on."""
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
