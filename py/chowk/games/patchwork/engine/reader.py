"""Search with the kernel: iterative deepening, to the end of the track if it is within reach.

Every purchase is sewn on at its best place; a patch in hand is tried in many places, each valued by a search. The
kernel searches one option at a time, in slices of `SLICE` nodes, and keeps its findings in its transposition table.
Slices are counted in nodes and the table starts empty, so the same question has the same answer on every machine.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from chowk.engine.kernel.runtime import Kernel
from chowk.engine.protocol import Line, Scope, Survey
from chowk.engine.search_budget import Clock
from chowk.engine.slices import Slices, pausing
from chowk.games.patchwork.engine import values
from chowk.games.patchwork.engine.board import RICH
from chowk.games.patchwork.rules import ADVANCE, Move, Place, Position, Single, Take
from chowk.games.patchwork.rules.quilt import Mask, lies
from chowk.games.patchwork.rules.track import TRACKS

SLICE: Final = 2_000
"""Maximum number of nodes of one kernel call: a few milliseconds on a slow device."""
DEEPEST: Final = 60
"""Maximum search depth; every game has fewer choices left."""
PLACES: Final = 12
"""The number of placements that are searched for a patch in hand."""
PART: Final = 0.3
"""The part of the node limit for sewing on a patch, which was considered already when it was bought."""
LIMITLESS: Final = 1 << 40
"""A node limit that no search reaches."""
EDITIONS: Final = tuple(TRACKS)


class Thoughts(NamedTuple):
    """Moves, best first, and their worths for `values.chance`, all searched equally deep.

    `depth` is 0 if nothing was searched; `exact` means that all lines were searched to the end, with patches at their
    best places.
    """

    moves: tuple[Move, ...]
    worths: tuple[int, ...]
    depth: int
    exact: bool = False


def think(kernel: Kernel, data: bytes, position: Position, nodes: int, clock: Clock) -> Iterator[Thoughts]:
    """Yield ever better results for a position with a choice, within a node limit; `data` is the file of values."""
    moves, worths = _begin(kernel, data, position)
    due = bool(position.hand or position.single)
    yield from _Reader(kernel, moves, worths, int(nodes * PART) if due else nodes, clock).thoughts()


def survey(kernel: Kernel, data: bytes, position: Position, scope: Scope[Move], clock: Clock) -> Iterator[Survey[Move]]:
    """Yield the worth of every option in per cent above or below an even chance, at the depth of `scope`."""
    moves, worths = _begin(kernel, data, position)
    lines = [_placed(position, move, _quilt(kernel, 1 + one, position.turn)) for one, move in enumerate(moves)]
    yield from _Reader(kernel, moves, worths, scope.nodes or LIMITLESS, clock).surveys(scope, lines)


def _begin(kernel: Kernel, data: bytes, position: Position) -> tuple[tuple[Move, ...], list[int]]:
    """Write a position's options into the rows from 1 on; return the moves and their static values."""
    if not kernel.read("STATE")[int(kernel.numbers["READY"])]:
        values.lay_out(kernel, values.read(data))
    kernel.call("forget")
    lay_out(kernel, position)
    count = kernel.call("options", PLACES)
    made, worths = kernel.read("MADE", 1, count), kernel.read("WORTH", 1, count)
    return tuple(_move(position, one) for one in made), list(worths)


class _Reader:
    """A search of the options in the kernel's rows from 1 on."""

    def __init__(self, kernel: Kernel, moves: tuple[Move, ...], worths: list[int], nodes: int, clock: Clock) -> None:
        self._kernel, self._moves, self._nodes, self._clock = kernel, moves, nodes, clock
        self._far = int(kernel.numbers["FAR"])
        self._order = sorted(range(len(moves)), key=lambda one: -worths[one])
        self._best = self._ranked(self._order, [worths[one] for one in self._order], 1, False)
        self._spent = 0
        self._open = False

    @property
    def _over(self) -> bool:
        return self._clock.over or self._spent >= self._nodes

    def thoughts(self) -> Iterator[Thoughts]:
        """Yield results as they improve; the same one again is a pause."""
        yield self._best
        for depth in range(2, min(DEEPEST, self._clock.depth) + 1):
            finished = yield from pausing(self._step(depth), lambda: self._best)
            yield self._best
            if not finished or self._best.exact or self._over:
                return

    def surveys(self, scope: Scope[Move], lines: Sequence[tuple[Move, ...]]) -> Iterator[Survey[Move]]:
        """Yield the worth of every option with the line that it begins; values that are known already are kept."""
        depth, found = min(scope.depth, DEEPEST), dict(scope.known)
        for ahead in [depth] if found else range(1, depth + 1):
            for one in self._order:
                known = found.get(self._moves[one])
                if known is not None and (known.exact or known.depth >= ahead):
                    continue
                search = self._asked(one, ahead - 1, -self._far, self._far)
                while True:
                    try:
                        next(search)
                    except StopIteration as end:
                        worth: int | None = end.value
                        break
                    yield self._survey(found, depth)
                if worth is None:
                    yield self._survey(found, depth)
                    return
                line = Line(lines[one], 100 * values.told(worth) - 50, ahead, not self._open)
                found[self._moves[one]] = line
            yield self._survey(found, depth)
        done = depth >= DEEPEST or all(line.exact for line in found.values())
        yield self._survey(found, 0 if done else depth + 1)

    def _survey(self, found: Mapping[Move, Line[Move]], onward: int) -> Survey[Move]:
        lines = sorted(found.values(), key=lambda line: -(line.score or 0.0))
        return Survey(tuple(lines), self._spent, onward)

    def _step(self, depth: int) -> Generator[None, None, bool]:
        """Search every option to this depth; return False if it was stopped.

        A partial result counts once it has a choice.
        """
        before, worths, found, exact = list(self._order), list[int](), -self._far, True
        for one in before:
            low = found
            worth = yield from self._searched(
                one, depth - 1, -self._far if not worths else low, self._far, worths == []
            )
            if worth is None:
                return False
            exact = exact and not self._open
            worths.append(worth)
            found = max(found, worth)
            if len(worths) > 1 or len(before) == 1:
                done = before[: len(worths)]
                whole = len(done) == len(before)
                self._best = self._ranked(done, worths, depth, exact and whole)
                self._order = [*sorted(done, key=lambda at: -worths[done.index(at)]), *before[len(done) :]]
        return True

    def _searched(self, one: int, depth: int, low: int, high: int, first: bool) -> Slices:
        """Return the value of an option: true above `low`, else a bound; None when the budget is used up."""
        if not first:
            worth = yield from self._asked(one, depth, low, low + 1)
            if worth is None or worth <= low:
                return worth
        return (yield from self._asked(one, depth, low, high))

    def _asked(self, one: int, depth: int, low: int, high: int) -> Slices:
        numbers = self._kernel.numbers
        while not self._over:
            worth = int(self._kernel.call("look_ahead", one + 1, depth, low, high, SLICE))
            state = self._kernel.read("STATE")
            self._spent += state[int(numbers["NODES"])]
            self._open = bool(state[int(numbers["OPEN"])])
            if not state[int(numbers["STOPPED"])]:
                return worth
            yield
        return None

    def _ranked(self, options: list[int], worths: list[int], depth: int, exact: bool) -> Thoughts:
        order = sorted(range(len(options)), key=lambda at: -worths[at])
        moves = tuple(self._moves[options[at]] for at in order)
        return Thoughts(moves, tuple(worths[at] for at in order), depth, exact)


def lay_out(kernel: Kernel, position: Position) -> None:
    """Write a position into the kernel's row 0; more than `RICH` buttons count as `RICH`."""
    fields = [position.turn, position.hand, position.single, position.tile, 0]
    masks: list[int] = []
    for one in position.players:
        fields += [one.space, min(one.buttons, RICH), one.income, one.quilt.bit_count(), 0]
        masks += halves(kernel, one.quilt)
    kernel.write("POSITION", array("i", fields))
    kernel.write("MASKS", array("Q", [*masks, (1 << len(position.queue)) - 1]))
    kernel.write("RING", array("b", position.queue))
    kernel.write("HOUSE", array("i", [EDITIONS.index(position.house.track), position.house.seven]))
    kernel.call("settle")


def halves(kernel: Kernel, quilt: Mask) -> tuple[int, int]:
    """Split a mask of cells into the two parts that the kernel uses."""
    upper = int(kernel.numbers["UPPER"])
    return quilt & (1 << upper) - 1, quilt >> upper


def _quilt(kernel: Kernel, row: int, seat: int) -> Mask:
    """Return a seat's quilt in a row."""
    lower, upper = kernel.read("MASKS", row * int(kernel.numbers["QUILTS"]) + 2 * seat, 2)
    return Mask(lower) | Mask(upper) << int(kernel.numbers["UPPER"])


def _placed(position: Position, move: Move, quilt: Mask) -> tuple[Move, ...]:
    """Return a move and the placements after it that lead to this quilt of its player."""
    line, at = [move], position.play(move)
    new = quilt & ~at.players[position.turn].quilt
    while new and at.turn == position.turn and (at.hand or at.single):
        if at.hand:
            lie = next(lie for lie in lies(at.hand) if not lie.mask & ~new)
            line.append(Place(lie.turned, lie.at))
            new &= ~lie.mask
        else:
            line.append(Single((new & -new).bit_length() - 1))
            new &= new - 1
        at = at.play(line[-1])
    return tuple(line)


def _move(position: Position, made: int) -> Move:
    """Return the move that leads to an option."""
    if position.single:
        return Single(made)
    if position.hand:
        turned, at, _ = lies(position.hand)[made]
        return Place(turned, at)
    return ADVANCE if made < 0 else Take(position.queue[made])
