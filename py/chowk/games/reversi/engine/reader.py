"""Reversi's search with the kernel: iterative deepening first, then, near the end, solving the game.

The kernel searches the moves of a position one after another, in slices with a node limit, and keeps its findings in
its transposition table. If the number of nodes bounds the search, slices have `SLICE` nodes and the table starts empty.
Then every machine gets the same result for a position. If the clock bounds the search, slices grow until a kernel call
takes a few milliseconds.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from chowk.engine.kernel.runtime import Kernel
from chowk.engine.protocol import Line, Scope, Survey
from chowk.engine.search_budget import Clock
from chowk.engine.slices import Slices, pausing, score, surveyed
from chowk.games.reversi.engine import weights
from chowk.games.reversi.rules import PASS, flips, legal, squares

SLICE: Final = 3_000
"""Maximum number of nodes in one kernel call. A call takes a few milliseconds on a slow device."""
GREATEST: Final = 200_000
"""Maximum number of nodes in a slice that only the clock bounds."""
BRIEF, LASTING = 0.002, 0.004
"""Durations of a kernel call, in seconds.

After a call shorter than `BRIEF` the next slice grows; after a call longer than `LASTING` it shrinks. Long slices are
better, because each call repeats the path to the point where the last call stopped.
"""
MOST_AFRESH: Final = 1 << 20
"""Maximum number of nodes in one slice of a search that has neither a clock nor a node limit.

Such a slice takes a tenth of a second.
"""
LONG: Final = 14
"""Number of empty squares above which a heuristic search precedes the solver and takes part of the budget."""
PART: Final = 0.2
"""Fraction of the budget that is spent on the heuristic search before the endgame solver."""
SORTING: Final = 6
"""Depth of the search that sorts moves for the endgame solver, if there are `LONG` empty squares or fewer."""
SWEPT: Final = 8
"""Depth up to which the search deepens in steps of two. Beyond it every depth is searched."""

STEADY: Final = ((4, 0.4), (2, 0.7))
"""When a search may stop early: pairs of a number of search depths and a fraction of the budget.

A search that has spent the fraction may stop if the same move stayed best over this number of depths.
"""

PLAYED_OUT: Final = 24
"""Number of empty squares from which a survey (an evaluation of every move) plays every move out to the end."""
SOON: Final = 8
"""Number of plies before the end of the game. A survey that would stop later than that searches to the end instead."""
NEAR: Final = 3
"""Half the width, in discs, of the window for a new search of a move.

The middle of the window is the value that an earlier search found.
"""
MAX_LINE_MOVES: Final = 16
"""Maximum number of moves in a reported line of play."""


class Limits(NamedTuple):
    """Limits of a search.

    `depth` is in plies. `ends` is the number of empty squares from which the game is played out. `nodes` is the maximum
    number of positions. Moves worse than the best by no more than `margin` discs get exact values. If `nodes` is 0,
    only the clock limits the search. The transposition table then keeps earlier findings unless the search starts
    `clear_table`, as developer tools do. If `steady`, the search stops early when the same move stays best.
    """

    depth: int
    ends: int
    nodes: int = 0
    margin: float = 0.0
    clear_table: bool = False
    steady: bool = False


class Ranking(NamedTuple):
    """Moves, best first, and their values in discs. Only moves that were searched as deep as the first are included.

    Values within the requested margin of the best are exact. Lower values may be too high. `depth` is 0 if nothing was
    searched. `exact` means that the first move is proven best and that its value is the final result.
    """

    moves: tuple[int, ...]
    values: tuple[float, ...]
    depth: int
    exact: bool = False


def think(kernel: Kernel, data: bytes, own: int, other: int, limits: Limits, clock: Clock) -> Iterator[Ranking]:
    """Yield rankings of the moves of a position as the search improves them.

    `own` and `other` are the masks of the discs of the side to move, which must have a move, and of the other side.
    `data` is the file of weights.
    """
    able = squares(legal(own, other))
    initial = Ranking(able[:1], (0.0,), 0)
    for _ in weights.lay_out(kernel, data):
        yield initial
        if clock.over:
            return
    kernel.call("forget" if limits.nodes or limits.clear_table else "age")
    yield from _Reader(kernel, own, other, able, limits, clock).thoughts(initial)


def survey(kernel: Kernel, data: bytes, own: int, other: int, scope: Scope[int], clock: Clock) -> Iterator[Survey[int]]:
    """Yield the value of every move, in discs, at the depth of `scope`, or at the end of the game if that is nearer.

    `own` and `other` are the masks of the discs of the side to move and of the other side. `data` is the file of
    weights. `scope` also limits the nodes, and holds the values that are already known.
    """
    depth, nodes, known_lines = scope
    able = squares(legal(own, other))
    for _ in weights.lay_out(kernel, data):
        yield Survey(tuple(known_lines.values()), onward=depth)
        if clock.over:
            return
    kernel.call("forget" if nodes else "age")
    limits = Limits(depth, PLAYED_OUT, nodes, clear_table=nodes > 0)
    yield from _Reader(kernel, own, other, able, limits, clock).surveys(known_lines)


class _Reader:
    """A search of one position by calls of the kernel."""

    def __init__(self, kernel: Kernel, own: int, other: int, able: Sequence[int], limits: Limits, clock: Clock) -> None:
        self._kernel, self._limits, self._clock = kernel, limits, clock
        self._after = {move: _played(own, other, move) for move in able}
        self._empties = 64 - (own | other).bit_count()
        self._unit = int(kernel.numbers["UNIT"])
        self._far, self._most = int(kernel.numbers["FAR"]), int(kernel.numbers["MOST"])
        self._nodes, self._stopped = int(kernel.numbers["NODES"]), int(kernel.numbers["STOPPED"])
        self._spent = 0
        self._order = tuple(able)
        self._best: Ranking | None = None
        self._bests: list[int] = []
        self._slice = SLICE

    @property
    def _share(self) -> float:
        """The fraction of the budget that has been spent, from 0 to 1."""
        counted = self._spent / self._limits.nodes if self._limits.nodes else 0.0
        return max(counted, self._clock.share)

    @property
    def _over(self) -> bool:
        return self._clock.over or (0 < self._limits.nodes <= self._spent)

    def thoughts(self, initial: Ranking) -> Iterator[Ranking]:
        """Search deeper and deeper. After every slice yield the best ranking so far, or `initial` if there is none yet.

        Near the end of the game, solve the position, too.
        """
        ends = self._empties <= self._limits.ends
        depth = min(self._limits.depth, self._empties)
        budget_share = 1.0
        if ends:
            depth, budget_share = (
                (min(SORTING, self._empties), 1.0) if self._empties <= LONG else (self._empties - 8, PART)
            )
        for _ in self._deepen(depth):
            yield self._best or initial
            if self._over or self._share >= budget_share * self._enough:
                break
        yield self._best or initial
        if ends and not self._over:
            yield from self._to_the_end()

    @property
    def _enough(self) -> float:
        """The fraction of the budget after which the search may stop, because the best move has stayed the same."""
        if not self._limits.steady or self._best is None:
            return 1.0
        bests = [*self._bests, self._best.moves[0]]
        return next(
            (budget_share for steps, budget_share in STEADY if len(bests) > steps and len({*bests[-steps - 1 :]}) == 1),
            1.0,
        )

    def _deepen(self, depth: int) -> Iterator[None]:
        """Search at increasing depths. Yield after every slice."""
        steps = [step for step in range(1, depth + 1) if step > SWEPT or step == 1 or step % 2 == depth % 2]
        for step in steps:
            finished = yield from self._step(step)
            if not finished:
                return
            if self._best is not None:
                self._bests.append(self._best.moves[0])

    def _step(self, depth: int) -> Generator[None, None, bool]:
        """Search every move `depth` plies deep and update the ranking. Yield at pauses.

        Return True if all moves were searched, or False if the budget ran out first. Even then the ranking is updated,
        if at least two moves have been searched to this depth.
        """
        order, searched = self._order, list[tuple[int, int]]()
        best, margin = -self._far, round(self._limits.margin * self._unit)
        for move in order:
            low = max(-self._far, best - margin - 1)
            value = yield from self._search_move(move, depth - 1, low, is_first=not searched)
            if value is None:
                return False
            searched.append((move, value))
            best = max(best, value)
            if len(searched) > 1 or len(order) == 1:
                ranked = sorted(searched, key=lambda entry: -entry[1])
                moves = tuple(move for move, _ in ranked)
                self._best = Ranking(moves, tuple(value / self._unit for _, value in ranked), depth)
                self._order = (*moves, *order[len(searched) :])
        return True

    def _search_move(self, move: int, depth: int, low: int, *, is_first: bool) -> Slices:
        """Search a move and yield at pauses. Return its value in search units, or None if the budget is used up.

        The value is exact above `low`, otherwise an upper bound. `is_first` is True for the first move searched at this
        depth, whose value is always exact.
        """
        if is_first:
            return (yield from self._searched("look_ahead", move, (depth, -self._far, self._far)))
        value = yield from self._searched("look_ahead", move, (depth, -low - 1, -low))
        if value is None or value <= low:
            return value
        return (yield from self._searched("look_ahead", move, (depth, -self._far, -low)))

    def _searched(self, name: str, move: int, arguments: tuple[int, ...]) -> Slices:
        """Search the position after `move`, and return its value for the player who makes this move.

        Call the kernel's function `name` until it has finished, and yield after each call (slice). `arguments` are its
        arguments without the node limit. Return None if the budget is used up.
        """
        position = array("Q", self._after[move])
        while not self._over:
            self._kernel.write("POSITION", position)
            timed = not self._limits.nodes and not self._limits.clear_table
            spent_before = self._clock.spent if timed else 0.0
            value = int(self._kernel.call(name, *arguments, self._slice))
            state = self._kernel.read("STATE")
            if timed:
                self._slice = self._next_slice(self._clock.spent - spent_before, stopped=bool(state[self._stopped]))
            elif state[self._stopped] and not self._limits.nodes:
                # If no player waits, a slice that is stopped at the same place again and again might never finish. So
                # its limit grows, but only so far that the search can still be stopped.
                self._slice = min(2 * self._slice, MOST_AFRESH)
            self._spent += state[self._nodes]
            if not state[self._stopped]:
                return -value
            yield
        return None

    def _next_slice(self, took: float, *, stopped: bool) -> int:
        """Return the node limit of the next kernel call.

        `took` is the duration of the last call in seconds, and `stopped` is True if the node limit ended it.
        """
        if took > LASTING:
            return max(SLICE, self._slice // 2)
        return min(GREATEST, self._slice * 2) if stopped and took < BRIEF else self._slice

    def _to_the_end(self) -> Iterator[Ranking]:
        """Solve the position. Yield the best move known so far, and at last the move with the best result.

        Each step tests, with a null window, if any move reaches a certain final difference. The first tests are for a
        win, a draw, and the result that the heuristic search predicts. Later tests start from the last known bound,
        and go further and further away from it.
        """
        low, high, turns = -self._most, self._most, 0
        above = dict.fromkeys(self._order, high)
        choice, guess = self._order[0], self._guess()
        aims = [0, guess] if guess < 0 else [2, 0, guess]
        while low < high:
            step = 2 << max(0, abs(turns) - 2)
            aim = aims.pop(0) if aims else low + step if turns >= 0 else high + 2 - step
            if aims and not low < aim <= high:
                continue
            aim = min(max(aim, low + 2), high)
            for move in sorted(self._order, key=lambda move: (move != choice, -above[move])):
                if above[move] < aim:
                    continue
                # While every tried move loses, an untried move is the better guess.
                likely = Ranking((choice if low >= 0 or aim != 0 else move,), (0.0,), 0)
                search = self._searched("play_out", move, (-aim, 1 - aim))
                value = yield from pausing(search, partial(_itself, likely))
                if value is None:
                    return
                if value >= aim:
                    low, choice, turns = value, move, 0 if aims else max(1, turns + 1)
                    break
                above[move] = min(above[move], value & ~1)
            else:
                high, turns = max(above.values()), 0 if aims else min(-1, turns - 1)
                if above[choice] < high:
                    choice = max(self._order, key=lambda move: above[move])
        yield Ranking((choice,), (float(low),), self._empties, exact=True)

    def surveys(self, known_lines: Mapping[int, Line[int]]) -> Iterator[Survey[int]]:
        """Yield the value of every move at the requested depth. Keep the lines that are already known."""
        lines = dict(known_lines)

        def report() -> Survey[int]:
            return surveyed(lines.values(), self._spent, self._limits.depth)

        for depth in [self._limits.depth] if lines else self._stops():
            for move in sorted(self._after, key=lambda move: -score(lines.get(move))):
                earlier = lines.get(move)
                if earlier is not None and (earlier.exact or earlier.depth >= min(depth, self._empties)):
                    continue
                line = yield from pausing(self._weighed(move, min(depth, self._empties), earlier), report)
                if line is None:
                    yield report()
                    return
                lines[move] = line
        yield surveyed(lines.values(), self._spent, self._onward())

    def _stops(self) -> list[int]:
        """Return the depths that a survey searches, in order.

        A depth equal to the number of empty squares reaches the end.
        """
        depth = min(self._limits.depth, self._empties)
        steps = range(2, min(depth, max(2, self._empties - SOON) + 1), 2)
        return sorted({*steps, depth})

    def _onward(self) -> int:
        """Return the depth for the next survey of this position, or 0 if this survey reached the end of the game."""
        depth = min(self._limits.depth, self._empties)
        if depth >= self._empties:
            return 0
        onward = depth + (2 if depth > 1 else 1)
        soon = self._empties <= self._limits.ends and onward > self._empties - SOON
        return self._empties if soon or onward >= self._empties else onward

    def _weighed(self, move: int, depth: int, earlier: Line[int] | None) -> Generator[None, None, Line[int] | None]:
        """Search one move to a depth and yield at pauses. Return its line of play, or None if the budget is used up.

        `earlier` is the line that an earlier search found, if any. The first search window is then around its value.
        """
        exact = depth >= self._empties
        unit, most = (1, self._most) if exact else (self._unit, self._far)
        guess = unit * round(earlier.score or 0.0) if earlier is not None else 0
        low, high = (guess - NEAR * unit, guess + NEAR * unit) if earlier is not None else (-most, most)
        missed = 0
        while True:
            low, high = max(low, -most), min(high, most)
            arguments = (-high, -low) if exact else (depth - 1, -high, -low)
            value = yield from self._searched("play_out" if exact else "look_ahead", move, arguments)
            if value is None:
                return None
            if low < value < high or (value <= low == -most) or (value >= high == most):
                return Line(self._line(move), value / unit, depth, exact)
            missed += 1
            if missed > 1:  # entries from other searches may contradict both bounds again and again
                low, high = -most, most
            else:
                low, high = (-most, min(high, value + unit)) if value <= low else (max(low, value - unit), most)

    def _line(self, move: int) -> tuple[int, ...]:
        """Return the expected line of play after a move: the move, then the best moves in the transposition table."""
        moves, (own, other) = [move], self._after[move]
        while len(moves) < MAX_LINE_MOVES:
            able = legal(own, other)
            if able:
                self._kernel.write("POSITION", array("Q", (own, other)))
                move = int(self._kernel.call("best_known"))
                if move < 0 or not able >> move & 1:
                    break
                own, other = _played(own, other, move)
            elif legal(other, own):
                move, own, other = PASS, other, own
            else:
                break
            moves.append(move)
        return tuple(moves)

    def _guess(self) -> int:
        """Return the final difference in discs that the heuristic search predicts, as the nearest even number."""
        value = self._best.values[0] if self._best else 0.0
        return 2 * round(max(-self._most, min(value, self._most)) / 2)


def _itself(ranking: Ranking) -> Ranking:
    return ranking


def _played(own: int, other: int, move: int) -> tuple[int, int]:
    """Return both masks of discs after a move, first that of the side to move next."""
    turned = flips(own, other, move)
    return other ^ turned, own | turned | 1 << move
