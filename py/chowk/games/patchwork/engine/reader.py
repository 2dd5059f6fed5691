"""Search with the kernel: iterative deepening, to the end of the track if that is within reach.

The options of a position are purchases, each sewn on at its best place, and the advance. If a patch is in hand, the
options are many places to sew it on, each valued by a search. The kernel searches one option at a time, in slices of
`SLICE` nodes, and keeps its findings in its transposition table. Slices are counted in nodes and the table starts
empty, so the same question has the same answer on every machine.
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
from chowk.games.patchwork.rules.quilt import Mask, placements
from chowk.games.patchwork.rules.track import TRACKS

SLICE: Final = 2_000
"""Maximum number of nodes in one kernel call. A call takes a few milliseconds on a slow device."""
DEEPEST: Final = 60
"""Maximum search depth, in plies. No game has more moves left."""
PLACES: Final = 12
"""Number of placements of a patch in hand that are searched."""
PART: Final = 0.3
"""Fraction of the node limit that a search may use if a patch must be sewn on.

The search before the purchase already considered the patch's place.
"""
LIMITLESS: Final = 1 << 40
"""A node limit that no search reaches."""
EDITIONS: Final = tuple(TRACKS)
"""The editions of the time track. Their indices are the editions' numbers in the kernel."""


class Thoughts(NamedTuple):
    """Moves, best first, with their evaluations, all searched equally deep.

    `worths` are thousandths of log-odds, which `values.chance` converts. `depth` is 0 if nothing was searched. `exact`
    means that all lines were searched to the end, with patches at their best places.
    """

    moves: tuple[Move, ...]
    worths: tuple[int, ...]
    depth: int
    exact: bool = False


def think(kernel: Kernel, data: bytes, position: Position, nodes: int, clock: Clock) -> Iterator[Thoughts]:
    """Yield rankings of a position's moves as the search improves them, within a node limit.

    The position must have a move. `data` is the file of the evaluation's numbers.
    """
    moves, worths = _begin(kernel, data, position)
    due = bool(position.hand or position.single)
    yield from _Reader(kernel, moves, worths, int(nodes * PART) if due else nodes, clock).thoughts()


def survey(kernel: Kernel, data: bytes, position: Position, scope: Scope[Move], clock: Clock) -> Iterator[Survey[Move]]:
    """Yield the value of every option, searched up to the depth that `scope` allows.

    Values are chances to win, in percentage points above or below one half. An option is a purchase, an advance or a
    placement. `data` is the file of the evaluation's numbers. `scope` also limits the nodes, and holds the values that
    are already known.
    """
    moves, worths = _begin(kernel, data, position)
    lines = [_placed(position, move, _quilt(kernel, 1 + option, position.turn)) for option, move in enumerate(moves)]
    yield from _Reader(kernel, moves, worths, scope.nodes or LIMITLESS, clock).surveys(scope, lines)


def _begin(kernel: Kernel, data: bytes, position: Position) -> tuple[tuple[Move, ...], list[int]]:
    """Make the kernel ready to search a position. Return the moves to search and their static values.

    The position is in row 0 of the kernel's arrays, and the positions after the moves are in the rows from 1 on.
    """
    if not kernel.read("STATE")[int(kernel.numbers["READY"])]:
        values.lay_out(kernel, values.read(data))
    kernel.call("forget")
    lay_out(kernel, position)
    count = kernel.call("options", PLACES)
    choices, worths = kernel.read("ROW_MOVES", 1, count), kernel.read("WORTH", 1, count)
    return tuple(_move(position, choice) for choice in choices), list(worths)


class _Reader:
    """A search of a position's moves. The position after move n, from 0, is in row n + 1 of the kernel's arrays."""

    def __init__(self, kernel: Kernel, moves: tuple[Move, ...], worths: list[int], nodes: int, clock: Clock) -> None:
        self._kernel, self._moves, self._nodes, self._clock = kernel, moves, nodes, clock
        self._far = int(kernel.numbers["FAR"])
        self._order = sorted(range(len(moves)), key=lambda option: -worths[option])
        self._best = self._ranked(self._order, [worths[option] for option in self._order], 1, False)
        self._spent = 0
        self._open = False

    @property
    def _over(self) -> bool:
        return self._clock.over or self._spent >= self._nodes

    def thoughts(self) -> Iterator[Thoughts]:
        """Yield rankings of the moves as they improve. The same ranking is yielded again at each pause."""
        yield self._best
        for depth in range(2, min(DEEPEST, self._clock.depth) + 1):
            finished = yield from pausing(self._step(depth), lambda: self._best)
            yield self._best
            if not finished or self._best.exact or self._over:
                return

    def surveys(self, scope: Scope[Move], lines: Sequence[tuple[Move, ...]]) -> Iterator[Survey[Move]]:
        """Yield surveys of the values of all moves, as the search goes deeper.

        `lines` gives the line of play of each move, by the move's number: the move itself, and the placements that
        complete its turn. Values that `scope` already knows are kept.
        """
        depth, lines_by_move = min(scope.depth, DEEPEST), dict(scope.known)
        for step_depth in [depth] if lines_by_move else range(1, depth + 1):
            for option in self._order:
                earlier = lines_by_move.get(self._moves[option])
                if earlier is not None and (earlier.exact or earlier.depth >= step_depth):
                    continue
                search = self._look_ahead(option, step_depth - 1, -self._far, self._far)
                while True:
                    try:
                        next(search)
                    except StopIteration as stop:
                        worth: int | None = stop.value
                        break
                    yield self._survey(lines_by_move, depth)
                if worth is None:
                    yield self._survey(lines_by_move, depth)
                    return
                line = Line(lines[option], 100 * values.calibrated_chance(worth) - 50, step_depth, not self._open)
                lines_by_move[self._moves[option]] = line
            yield self._survey(lines_by_move, depth)
        is_complete = depth >= DEEPEST or all(line.exact for line in lines_by_move.values())
        yield self._survey(lines_by_move, 0 if is_complete else depth + 1)

    def _survey(self, lines_by_move: Mapping[Move, Line[Move]], onward: int) -> Survey[Move]:
        lines = sorted(lines_by_move.values(), key=lambda line: -(line.score or 0.0))
        return Survey(tuple(lines), self._spent, onward)

    def _step(self, depth: int) -> Generator[None, None, bool]:
        """Search every move `depth` plies deep and update the ranking. Yield at pauses.

        Return True if all moves were searched, or False if the budget ran out first. Even then the ranking is updated,
        if at least two moves have been searched to this depth.
        """
        order, worths, best, exact = list(self._order), list[int](), -self._far, True
        for option in order:
            low = best
            worth = yield from self._searched(
                option, depth - 1, -self._far if not worths else low, self._far, worths == []
            )
            if worth is None:
                return False
            exact = exact and not self._open
            worths.append(worth)
            best = max(best, worth)
            if len(worths) > 1 or len(order) == 1:
                searched = order[: len(worths)]
                is_complete = len(searched) == len(order)
                self._best = self._ranked(searched, worths, depth, exact and is_complete)
                self._order = [
                    *sorted(searched, key=lambda option: -worths[searched.index(option)]),
                    *order[len(searched) :],
                ]
        return True

    def _searched(self, option: int, depth: int, low: int, high: int, is_first: bool) -> Slices:
        """Search a move and yield at pauses. Return the move's value, or None if the budget is used up.

        The value is exact between `low` and `high`, otherwise a bound. `option` is the number of the move. `is_first`
        is True for the first move searched at this depth. Any later move gets a short search first, which only finds
        out whether its value is above `low`.
        """
        if not is_first:
            worth = yield from self._look_ahead(option, depth, low, low + 1)
            if worth is None or worth <= low:
                return worth
        return (yield from self._look_ahead(option, depth, low, high))

    def _look_ahead(self, option: int, depth: int, low: int, high: int) -> Slices:
        numbers = self._kernel.numbers
        while not self._over:
            worth = int(self._kernel.call("look_ahead", option + 1, depth, low, high, SLICE))
            state = self._kernel.read("STATE")
            self._spent += state[int(numbers["NODES"])]
            self._open = bool(state[int(numbers["OPEN"])])
            if not state[int(numbers["STOPPED"])]:
                return worth
            yield
        return None

    def _ranked(self, options: list[int], worths: list[int], depth: int, exact: bool) -> Thoughts:
        order = sorted(range(len(options)), key=lambda index: -worths[index])
        moves = tuple(self._moves[options[index]] for index in order)
        return Thoughts(moves, tuple(worths[index] for index in order), depth, exact)


def lay_out(kernel: Kernel, position: Position) -> None:
    """Write a position into the kernel as the current position, row 0 of its arrays.

    More than `RICH` buttons count as `RICH`.
    """
    fields = [position.turn, position.hand, position.single, position.tile, 0]
    masks: list[int] = []
    for player in position.players:
        fields += [player.space, min(player.buttons, RICH), player.income, player.quilt.bit_count(), 0]
        masks += halves(kernel, player.quilt)
    kernel.write("POSITION", array("i", fields))
    kernel.write("MASKS", array("Q", [*masks, (1 << len(position.queue)) - 1]))
    kernel.write("RING", array("b", position.queue))
    kernel.write("HOUSE", array("i", [EDITIONS.index(position.house.track), position.house.seven]))
    kernel.call("settle")


def halves(kernel: Kernel, quilt: Mask) -> tuple[int, int]:
    """Split a mask of cells into the kernel's masks of the upper and the lower rows."""
    upper = int(kernel.numbers["UPPER"])
    return quilt & (1 << upper) - 1, quilt >> upper


def _quilt(kernel: Kernel, row: int, seat: int) -> Mask:
    """Return the mask of a seat's quilt in a row of the kernel."""
    lower, upper = kernel.read("MASKS", row * int(kernel.numbers["QUILTS"]) + 2 * seat, 2)
    return Mask(lower) | Mask(upper) << int(kernel.numbers["UPPER"])


def _placed(position: Position, move: Move, quilt: Mask) -> tuple[Move, ...]:
    """Return a move, and the placements after it that turn its player's quilt into `quilt`."""
    line, after = [move], position.play(move)
    new = quilt & ~after.players[position.turn].quilt
    while new and after.turn == position.turn and (after.hand or after.single):
        if after.hand:
            lie = next(lie for lie in placements(after.hand) if not lie.mask & ~new)
            line.append(Place(lie.turned, lie.corner))
            new &= ~lie.mask
        else:
            line.append(Single((new & -new).bit_length() - 1))
            new &= new - 1
        after = after.play(line[-1])
    return tuple(line)


def _move(position: Position, choice: int) -> Move:
    """Return the move that the number `choice` of the kernel's array `ROW_MOVES` means in a position."""
    if position.single:
        return Single(choice)
    if position.hand:
        turned, corner, _ = placements(position.hand)[choice]
        return Place(turned, corner)
    return ADVANCE if choice < 0 else Take(position.queue[choice])
