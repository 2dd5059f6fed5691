"""The search of the Checkers opponents: alpha-beta, deeper and deeper, on bare integers.

The upper plies are walked by a generator, which pauses again and again so that the caller can let others in or
stop it. The last few plies, where almost all boards are, are dived through by a plain function. No board is
valued while a capture is open, and boards of few pieces are looked up instead.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from chowk.core.clock import Clock
from chowk.games.checkers.engine import endgame
from chowk.games.checkers.engine.board import JUMPERS, JUMPS, STEPS, Board
from chowk.games.checkers.engine.evaluation import evaluate

WIN: Final = 30_000
"""What a won game is worth, less one for each ply that it takes."""
PROVEN: Final = 29_000
"""Values from here on mean a forced win, and those below minus this a forced loss."""
_FAR: Final = 32_000
_DIVE: Final = 3
"""Plies from the end at which the search stops pausing."""
_ROOM: Final = 300_000
"""Boards remembered at most, by seat."""
_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2

Slices: TypeAlias = Generator[None, None, int]


class Options(NamedTuple):
    """How an opponent searches: how many plies at most, whether it knows the endings, and how it chooses.

    Moves that are worse than the best by no more than `margin` get true values; the others only bounds.
    """

    depth: int
    margin: int = 0
    endings: bool = True


class Ranking(NamedTuple):
    """The successors of a board and their values for the side that moves, the best first."""

    depth: int
    boards: tuple[Board, ...]
    values: tuple[int, ...]

    @property
    def proven(self) -> bool:
        """Whether the best move is known to win or every move to lose."""
        return abs(self.values[0]) >= PROVEN


class _Stopped(Exception):
    pass


class Search:
    """One search from one board; it keeps what it has learnt between depths."""

    def __init__(self, options: Options, clock: Clock, past: Iterable[tuple[Board, int]] = ()) -> None:
        """`past` holds boards of the match that would be repetitions, with the side to move."""
        self.nodes = 0
        self._options = options
        self._clock = clock
        self._met: tuple[set[Board], set[Board]] = (set(), set())
        for board, side in past:
            self._met[side].add(board)
        self._known: tuple[dict[Board, tuple[int, int, int, Board | None]], ...] = ({}, {})
        self._merit: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._small = endgame.PIECES if options.endings else 0

    def deepen(self, board: Board, side: int) -> Iterator[Ranking]:
        """Ever deeper rankings of the moves, the same again at every pause, until the clock is over."""
        first = tuple(dict.fromkeys(_successors(board, side)))
        ranking = Ranking(0, first, (0,) * len(first))
        yield ranking
        self._met[side].add(board)
        for depth in range(1, self._options.depth + 1):
            step = self._rank(ranking, side, depth)
            try:
                while True:
                    next(step)
                    yield ranking
            except StopIteration as end:
                ranking = end.value
                yield ranking
            except _Stopped:
                return
            if ranking.proven:
                return

    def _rank(self, before: Ranking, side: int, depth: int) -> Generator[None, None, Ranking]:
        """The moves ranked at so many plies' depth, those that were better before tried first."""
        best = -_FAR
        found: list[tuple[int, Board]] = []
        for board in before.boards:
            low = best - self._options.margin - 1 if best > -_FAR else -_FAR
            if low > -_FAR:
                value = -(yield from self._walk(board, 1 - side, depth - 1, -low - 1, -low, 1))
            if low == -_FAR or value > low:
                value = -(yield from self._walk(board, 1 - side, depth - 1, -_FAR, -low, 1))
            found.append((value, board))
            best = max(best, value)
        found.sort(key=lambda one: -one[0])
        return Ranking(depth, tuple(board for _, board in found), tuple(value for value, _ in found))

    def _walk(self, board: Board, side: int, depth: int, low: int, high: int, ply: int) -> Slices:
        """The value for the side to move, true between `low` and `high`, else a bound."""
        if depth <= _DIVE:
            value = self._dive(board, side, depth, low, high, ply, (board[0] | board[1]).bit_count())
            yield
            if self._clock.over:
                raise _Stopped
            return value
        self.nodes += 1
        if board in self._met[side]:
            return 0
        known = self._known[side].get(board)
        guess = None
        if known:
            far, value, bound, guess = known
            if far >= depth:
                value = _nearer(value, ply)
                if bound == _EXACT or (bound == _AT_LEAST and value >= high) or (bound == _AT_MOST and value <= low):
                    return value
        movers = JUMPERS[side](*board)
        if movers:
            boards = JUMPS[side](*board, movers)
        else:
            if (board[0] | board[1]).bit_count() <= self._small:
                return _ending(board, side, ply)
            boards = STEPS[side](*board)
            if not boards:
                return ply - WIN
        if len(boards) == 1:
            self._met[side].add(board)
            value = -(yield from self._walk(boards[0], 1 - side, depth - (not movers), -high, -low, ply + 1))
            self._met[side].discard(board)
            return value
        self._met[side].add(board)
        answer, best = None, -_FAR
        other = 1 - side
        for number, after in enumerate(self._sorted(board, side, boards, guess)):
            floor = max(low, best)
            if number == 0:
                value = -(yield from self._walk(after, other, depth - 1, -high, -floor, ply + 1))
            else:
                less = 1 if number >= 4 and not movers else 0
                value = -(yield from self._walk(after, other, depth - 1 - less, -floor - 1, -floor, ply + 1))
                if value > floor and (less or value < high):
                    value = -(yield from self._walk(after, other, depth - 1, -high, -floor, ply + 1))
            if value > best:
                best, answer = value, after
                if best >= high:
                    self._praise(side, board[side] ^ after[side], depth)
                    break
        self._met[side].discard(board)
        self._keep(board, side, depth, best, low, high, ply, answer)
        return best

    def _praise(self, side: int, move: int, depth: int) -> None:
        merit = self._merit[side]
        merit[move] = merit.get(move, 0) + depth * depth

    def _sorted(self, board: Board, side: int, boards: list[Board], guess: Board | None) -> list[Board]:
        own, merit = board[side], self._merit[side]
        boards.sort(key=lambda after: -merit.get(own ^ after[side], 0))
        if guess:
            boards.remove(guess)
            boards.insert(0, guess)
        return boards

    def _keep(
        self, board: Board, side: int, depth: int, value: int, low: int, high: int, ply: int, answer: Board | None
    ) -> None:
        known = self._known[side]
        if len(known) >= _ROOM:
            known.clear()
        bound = _AT_MOST if value <= low else _AT_LEAST if value >= high else _EXACT
        known[board] = (depth, _farther(value, ply), bound, answer)

    def _dive(self, board: Board, side: int, depth: int, low: int, high: int, ply: int, count: int) -> int:
        """The value as `_walk` gives it, without pauses, for a board of `count` pieces."""
        self.nodes += 1
        black, white, kings = board
        other = 1 - side
        movers = JUMPERS[side](black, white, kings)
        best = -_FAR
        if movers:
            boards = JUMPS[side](black, white, kings, movers)
            if len(boards) > 1:
                depth -= 1
            for after in boards:
                if not after[other]:
                    return WIN - ply - 1
                left = (after[0] | after[1]).bit_count()
                value = -self._dive(after, other, depth, -high, -low, ply + 1, left)
                if value > best:
                    best = value
                    if value > low:
                        low = value
                        if low >= high:
                            break
            return best
        if count <= self._small:
            return _ending(board, side, ply)
        if depth <= 0:
            return evaluate(black, white, kings, side, count)
        if kings and board in self._met[side]:
            return 0
        boards = STEPS[side](black, white, kings)
        if not boards:
            return ply - WIN
        known = self._known[side]
        if depth > 1:
            guess = known.get(board)
            if guess:
                far, value, bound, answer = guess
                if far >= depth:
                    value = _nearer(value, ply)
                    if (
                        bound == _EXACT
                        or (bound == _AT_LEAST and value >= high)
                        or (bound == _AT_MOST and value <= low)
                    ):
                        return value
                if answer:
                    boards.remove(answer)
                    boards.insert(0, answer)
        floor = low
        for after in boards:
            value = -self._dive(after, other, depth - 1, -high, -floor, ply + 1, count)
            if value > best:
                best, answer = value, after
                if value > floor:
                    floor = value
                    if floor >= high:
                        break
        if depth > 1:
            self._keep(board, side, depth, best, low, high, ply, answer)
        return best


def _successors(board: Board, side: int) -> Sequence[Board]:
    movers = JUMPERS[side](*board)
    return JUMPS[side](*board, movers) if movers else STEPS[side](*board)


def _ending(board: Board, side: int, ply: int) -> int:
    """The value of a board that the endgame table knows; a draw is worth a little to the side that is better."""
    code = endgame.look_up(board, side)
    if not code:
        return evaluate(*board, side, endgame.PIECES) // 64
    return ply + code - 1 - WIN if code % 2 else WIN - ply - code + 1


def _nearer(value: int, ply: int) -> int:
    """A remembered value, which counts a win from the board itself, as seen from the root."""
    return value - ply if value >= PROVEN else value + ply if value <= -PROVEN else value


def _farther(value: int, ply: int) -> int:
    return value + ply if value >= PROVEN else value - ply if value <= -PROVEN else value
