"""The search of the Checkers opponents: alpha-beta, deeper and deeper, on bare integers.

The upper plies are walked by a generator, which pauses again and again so that the caller can let others in or
stop it. The last few plies, where almost all boards are, are dived through by a plain function. No board is
valued while a capture is open, and one ply more is spent where one is threatened. A move without a choice costs
no depth, later moves are looked at less deeply until one of them turns out well, and boards of few pieces are
looked up instead.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

from chowk.core.clock import Clock
from chowk.games.checkers.engine import endgame
from chowk.games.checkers.engine.board import JUMPERS, JUMPS, STEPS, Board, successors
from chowk.games.checkers.engine.evaluation import evaluate

WIN: Final = 30_000
"""What a won game is worth, less one for each ply that it takes."""
PROVEN: Final = 29_000
"""Values from here on mean a forced win, and those below minus this a forced loss."""
_FAR: Final = 32_000
_DIVE: Final = 3
"""So many plies from the end the search stops pausing."""
_ROOM: Final = 250_000
"""Boards remembered at most, by seat."""
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
"""How a remembered value is meant."""

Slices: TypeAlias = Generator[None, None, int]
Known: TypeAlias = tuple[int, int, int, Board | None]
"""What is remembered of a board: the depth, the value and how it is meant, the answer that was best."""


class Options(NamedTuple):
    """How an opponent searches: how many plies at most, how it chooses, and whether it knows the endings.

    Moves that are worse than the best by no more than `margin` get true values, the others only bounds.
    """

    depth: int
    margin: int = 0
    endings: bool = True


class Ranking(NamedTuple):
    """The boards after each move and their values for the side that moves, the best first."""

    depth: int
    boards: tuple[Board, ...]
    values: tuple[int, ...]

    @property
    def proven(self) -> bool:
        """Whether the best move is known to win, or every move to lose."""
        return abs(self.values[0]) >= PROVEN


class Stopped(Exception):
    """The clock is over."""


class Search:
    """One search from one board, which keeps what it has learnt at lesser depths."""

    def __init__(self, options: Options, clock: Clock, past: Iterable[tuple[Board, int]] = ()) -> None:
        """`past` holds the boards of the match that would be repetitions, each with the side to move."""
        self.nodes = 0
        self._options = options
        self._clock = clock
        self._small = endgame.PIECES if options.endings else 0
        self._met: tuple[set[Board], set[Board]] = (set(), set())
        for board, side in past:
            self._met[side].add(board)
        self._known: tuple[dict[Board, Known], dict[Board, Known]] = ({}, {})
        self._merit: tuple[dict[int, int], dict[int, int]] = ({}, {})

    def deepen(self, board: Board, side: int) -> Iterator[Ranking]:
        """Ever deeper rankings of the moves, the same again at every pause, until there is no more to find.

        Ends when the depth is reached, the game is decided, or the clock is over. There must be a move.
        """
        first = tuple(dict.fromkeys(successors(board, side)))
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
            except Stopped:
                return
            if ranking.proven:
                return

    def learnt(self) -> Iterator[tuple[Board, int, Known]]:
        """What is remembered: boards, the side to move, and what was found out."""
        for side, known in enumerate(self._known):
            for board, what in known.items():
                yield board, side, what

    def _rank(self, before: Ranking, side: int, depth: int) -> Generator[None, None, Ranking]:
        """The moves ranked at so many plies' depth, those that were better before tried first."""
        best = -_FAR
        found: list[tuple[int, Board]] = []
        for board in before.boards:
            low = max(-_FAR, best - self._options.margin - 1)
            value = low + 1
            if low > -_FAR:
                value = -(yield from self._walk(board, 1 - side, depth - 1, -low - 1, -low, 1))
            if value > low:
                value = -(yield from self._walk(board, 1 - side, depth - 1, -_FAR, -low, 1))
            found.append((value, board))
            best = max(best, value)
        found.sort(key=lambda one: -one[0])
        return Ranking(depth, tuple(board for _, board in found), tuple(value for value, _ in found))

    def _walk(self, board: Board, side: int, depth: int, low: int, high: int, ply: int) -> Slices:
        """The value for the side to move, true between `low` and `high`, else a bound."""
        if not board[side]:
            return ply - WIN
        if depth <= _DIVE:
            value = self._dive(board, side, depth, low, high, ply, (board[0] | board[1]).bit_count())
            yield
            if self._clock.over:
                raise Stopped
            return value
        self.nodes += 1
        met = self._met[side]
        if board in met:
            return 0
        movers = JUMPERS[side](*board)
        if not movers and (board[0] | board[1]).bit_count() <= self._small:
            return ending(board, side, ply)
        known = self._known[side].get(board)
        if known and settles(known, depth, low, high, ply):
            return nearer(known[1], ply)
        boards = JUMPS[side](*board, movers) if movers else STEPS[side](*board)
        if not boards:
            return ply - WIN
        met.add(board)
        if len(boards) == 1:
            best = -(yield from self._walk(boards[0], 1 - side, depth - (not movers), -high, -low, ply + 1))
            met.discard(board)
            return best
        best, answer, other = -_FAR, None, 1 - side
        self._sort(board, side, boards, known)
        for number, after in enumerate(boards):
            floor = max(low, best)
            value = floor + 1
            if number:
                less = 0 if movers or number < 3 else 1 if number < 6 else 2
                value = -(yield from self._walk(after, other, depth - 1 - less, -floor - 1, -floor, ply + 1))
                if value > floor and less:
                    value = -(yield from self._walk(after, other, depth - 1, -floor - 1, -floor, ply + 1))
            if value > floor and (not number or value < high):
                value = -(yield from self._walk(after, other, depth - 1, -high, -floor, ply + 1))
            if value > best:
                best, answer = value, after
                if best >= high:
                    break
        met.discard(board)
        self._keep(board, side, (depth, best, low, high), ply, answer)
        return best

    def _dive(self, board: Board, side: int, depth: int, low: int, high: int, ply: int, count: int) -> int:
        """The value as `_walk` gives it, without a pause, for a board of `count` pieces."""
        self.nodes += 1
        black, white, kings = board
        movers = JUMPERS[side](black, white, kings)
        if movers:
            return self._dive_jumps(JUMPS[side](black, white, kings, movers), side, depth, low, high, ply)
        if count <= self._small:
            return ending(board, side, ply)
        other = 1 - side
        # With no depth left, one more ply is spent on a board where the other side threatens to jump.
        if depth < 0 or (depth == 0 and not JUMPERS[other](black, white, kings)):
            return evaluate(black, white, kings, side, count)
        if kings and board in self._met[side]:
            return 0
        boards = STEPS[side](black, white, kings)
        if not boards:
            return ply - WIN
        if depth > 1:
            known = self._known[side].get(board)
            if known and settles(known, depth, low, high, ply):
                return nearer(known[1], ply)
            self._sort(board, side, boards, known)
        best, answer, floor = -_FAR, boards[0], low
        late = 3 if depth > 1 else 99
        for after in boards:
            late -= 1
            if late < 0:
                value = -self._dive(after, other, depth - 2, -floor - 1, -floor, ply + 1, count)
                if value <= floor:
                    best = max(best, value)
                    continue
            value = -self._dive(after, other, depth - 1, -high, -floor, ply + 1, count)
            if value > best:
                best, answer = value, after
                if value > floor:
                    floor = value
                    if floor >= high:
                        break
        if depth > 1:
            self._keep(board, side, (depth, best, low, high), ply, answer)
        return best

    def _dive_jumps(self, boards: list[Board], side: int, depth: int, low: int, high: int, ply: int) -> int:
        """The value of the best of the jumps that lead to these boards; they cost a ply if there is a choice."""
        best, other = -_FAR, 1 - side
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

    def _sort(self, board: Board, side: int, boards: list[Board], known: Known | None) -> None:
        """Puts the answer that was best before in front, then the moves that have been best most often."""
        own, merit = board[side], self._merit[side]
        boards.sort(key=lambda after: -merit.get(own ^ after[side], 0))
        if known and known[3]:
            boards.remove(known[3])
            boards.insert(0, known[3])

    def _keep(self, board: Board, side: int, result: tuple[int, int, int, int], ply: int, answer: Board | None) -> None:
        """Remembers the result of a search: its depth, its value, and between which bounds that was true."""
        depth, value, low, high = result
        if value > low and answer:
            move, merit = board[side] ^ answer[side], self._merit[side]
            merit[move] = merit.get(move, 0) + depth * depth
        known = self._known[side]
        if len(known) >= _ROOM:
            known.clear()
        meant = AT_MOST if value <= low else AT_LEAST if value >= high else EXACT
        far = value + ply if value >= PROVEN else value - ply if value <= -PROVEN else value
        known[board] = (depth, far, meant, answer)


def settles(known: Known, depth: int, low: int, high: int, ply: int) -> bool:
    """Whether what is remembered of a board is all that a search between these bounds asks for."""
    far, value, meant, _ = known
    if far < depth:
        return False
    value = nearer(value, ply)
    return meant == EXACT or (value >= high if meant == AT_LEAST else value <= low)


def nearer(value: int, ply: int) -> int:
    """A remembered value, which counts the plies of a win from the board itself, as seen from the root."""
    return value - ply if value >= PROVEN else value + ply if value <= -PROVEN else value


def ending(board: Board, side: int, ply: int) -> int:
    """The value of a board that the endgame table knows; a draw is worth a little to the side that stands better."""
    code = endgame.look_up(board, side)
    if not code:
        return evaluate(*board, side, endgame.PIECES) // 64
    return ply + code - 1 - WIN if code % 2 else WIN - ply - code + 1
