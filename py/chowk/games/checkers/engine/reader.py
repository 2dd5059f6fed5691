"""Search with the kernel: iterative deepening over every move of a position.

The kernel searches the position after one move at a time, in slices of `SLICE` nodes, and keeps its findings in its
transposition table. Slices are counted in nodes. If the number of nodes bounds the search, the table starts empty, so
the same question has the same answer on every machine.
"""

from __future__ import annotations

import lzma
from array import array
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from chowk.engine import assets
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.protocol import Line, Scope, Survey
from chowk.engine.search_budget import Clock
from chowk.engine.slices import Slices, pausing, score, surveyed
from chowk.games.checkers.engine import endgame, weights
from chowk.games.checkers.rules import QUIET, Move, Position, jumpers

SLICE: Final = 8_000
"""Maximum number of nodes in one kernel call. A call takes a few milliseconds on a slow device."""
NEVER: Final = 1 << 20
"""A number of quiet plies (without a capture or a man's move) that no search reaches.

The kernel gets it as the number that makes a draw if the house rules do not have the 40-move draw.
"""
ALERT: Final = 16
"""The value of `Limits.sight` with which the search notices all of 16 moves that offer a man."""

NEAR: Final = 30
"""Half the width, in hundredths of a man, of the window in which a move is searched again.

The middle of the window is the move's earlier value.
"""
MAX_LINE_MOVES: Final = 16
"""Maximum number of moves in a reported line of play."""
FIVES: Final = "fives.bin"
"""Name of the file of results with five pieces."""
SIXES: Final = "sixes.bin"
"""Name of the file of results with three against three."""
FIVE: Final = 5
MOST: Final = 6
"""Maximum number of pieces in the endgame tables."""
HALF: Final = 0.5
"""The fraction of its time that a search may spend on unpacking endgame tables, if only the clock limits it."""
IN_SIGHT: Final = 12
"""Maximum number of pieces with which a search uses the tables of five and six pieces.

A search from more pieces does not reach these tables.
"""
PART: Final = 1 << 18
"""Maximum number of bytes that one step of unpacking endgame tables produces."""
DEEPEST: Final = 60
"""Maximum depth of a survey, in plies."""


class Limits(NamedTuple):
    """Limits of a search.

    `depth` is in plies. `nodes` is the maximum number of positions, or 0 for no limit; without a limit, the
    transposition table keeps earlier findings unless `clear_table` is True. Moves worse than the best by no more than
    `margin` hundredths of a man get exact values. Endings of up to `endings` pieces are looked up. Out of 16 moves that
    offer a man, the search notices `sight` on average; `lot` is the seed that decides which.
    """

    depth: int
    nodes: int = 0
    margin: int = 0
    endings: int = FIVE
    sight: int = ALERT
    lot: int = 0
    clear_table: bool = False


@dataclass
class _Unpacking:
    """The state of decompressing endgame results of five or six pieces into an array of a kernel.

    `name` is the array. `packed` is the compressed input that the unpacker has not read yet. `offset` is the number of
    bytes written.
    """

    kernel: Kernel
    name: str
    unpacker: lzma.LZMADecompressor
    packed: bytes
    offset: int = 0


_begun: Final[list[_Unpacking]] = []
"""The unfinished unpacking of an endgame table, as the list's only entry; an empty list if there is none.

The entry is kept when a search is interrupted, so that the next search continues it.
"""


class Ranking(NamedTuple):
    """Moves, best first, and their values in hundredths of a man.

    `depth` is the search depth in plies, the same for all moves; 0 if nothing was searched. Moves not yet searched to
    this depth are left out. A value within `Limits.margin` of the best is exact; a lower value may be too high.
    `proven` is True if the first move wins or all moves lose.
    """

    moves: tuple[Move, ...]
    values: tuple[int, ...]
    depth: int
    proven: bool = False


def think(
    kernel: Kernel, position: Position, past: Sequence[Position], limits: Limits, clock: Clock
) -> Iterator[Ranking]:
    """Yield rankings of a position's moves as the search improves them. The position must have a move.

    `past` holds the earlier positions, the latest last.
    """
    initial = Ranking(position.moves()[:1], (0,), 0)
    bounded = limits.nodes or limits.clear_table
    limits = _adapted_limits(limits, position)
    for _ in prepare(kernel, limits.endings):
        yield initial
        if clock.over:
            return
        if not bounded and clock.share > HALF and table_pieces(kernel):
            limits = limits._replace(endings=table_pieces(kernel))  # the rest of the unpacking can wait
            break
    kernel.call("forget" if limits.nodes or limits.clear_table else "age")
    yield from _Reader(kernel, position, past, limits, clock).thoughts(initial)


def survey(
    kernel: Kernel, position: Position, past: Sequence[Position], scope: Scope[Move], clock: Clock
) -> Iterator[Survey[Move]]:
    """Yield surveys: the values of all moves searched so far, in hundredths of a man.

    The depth of the search is that of `scope`. Known lines are not searched again if they are proven or deep enough.
    """
    endings = endgame.PIECES if scope.nodes else MOST
    limits = _adapted_limits(Limits(scope.depth, scope.nodes, endings=endings, clear_table=scope.nodes > 0), position)
    for _ in prepare(kernel, limits.endings):
        yield Survey(tuple(scope.known.values()), onward=limits.depth)
        if clock.over:
            return
        if not scope.nodes and clock.share > HALF and table_pieces(kernel):
            limits = limits._replace(endings=table_pieces(kernel))  # the rest of the unpacking can wait
            break
    # Findings from other positions in the table would change the values of this position.
    kernel.call("forget" if limits.nodes or not scope.known else "age")
    yield from _Reader(kernel, position, past, limits, clock).surveys(scope.known)


def _adapted_limits(limits: Limits, position: Position) -> Limits:
    """Return the limits of a search, adapted to a position.

    The endgame tables of five and six pieces are left out if the position has fewer than five pieces, or more than
    `IN_SIGHT`.
    """
    if FIVE <= (position.black | position.white).bit_count() <= IN_SIGHT:
        return limits
    return limits._replace(endings=min(limits.endings, endgame.PIECES))


def prepare(kernel: Kernel, endings: int) -> Iterator[None]:
    """Load the weights and endgame tables that a kernel still lacks, part by part. Yield after each part.

    `endings` is the maximum number of pieces in the endgame tables.
    """
    yield from weights.lay_out(kernel, assets.data("checkers", weights.DATA))
    if endings and not _state(kernel, "STORED_PIECES"):
        give_endings(kernel)
        _set(kernel, "STORED_PIECES", endgame.PIECES)
        yield
    for pieces, file, name in ((FIVE, FIVES, "FIVES"), (MOST, SIXES, "SIXES")):
        if endings >= pieces and not _state(kernel, f"STORED_{name}"):
            try:
                yield from _unpack(kernel, name, assets.data("checkers", file))
            except (assets.Missing, MemoryError):
                _begun.clear()
                return  # the search can go on without the file, or without memory for it
            _set(kernel, f"STORED_{name}", 1)


def table_pieces(kernel: Kernel) -> int:
    """Return the maximum number of pieces in the endgame tables that a kernel has loaded."""
    if _state(kernel, "STORED_SIXES"):
        return MOST
    return FIVE if _state(kernel, "STORED_FIVES") else _state(kernel, "STORED_PIECES")


def _unpack(kernel: Kernel, name: str, packed: bytes) -> Iterator[None]:
    """Decompress the file `packed` of endgame results into the array `name` of a kernel. Yield after each chunk.

    After an interruption, the next call for the same array continues after the last chunk.
    """
    if not _begun or _begun[0].kernel is not kernel or _begun[0].name != name:
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_ALONE)
        _begun[:] = [_Unpacking(kernel, name, unpacker, packed)]
    unpacking = _begun[0]
    while not unpacking.unpacker.eof:
        chunk = unpacking.unpacker.decompress(unpacking.packed, PART)
        if any(chunk) or unpacking.unpacker.eof:  # the array is zeroed; the last part makes sure it exists
            kernel.write(name, array("B", chunk), unpacking.offset)
        unpacking.packed, unpacking.offset = b"", unpacking.offset + len(chunk)
        yield
    _begun.clear()


def give_fives(kernel: Kernel) -> None:
    """Load the endgame results of five pieces into a kernel, all at once."""
    for _ in _unpack(kernel, "FIVES", assets.data("checkers", FIVES)):
        pass


def give_endings(kernel: Kernel) -> None:
    """Load the endgame table of up to four pieces into a kernel, without a pause."""
    table = lzma.decompress(assets.data("checkers", "endgame.bin"))
    places = array("i", bytes(4 * 4 * 256))
    for (own_men, own_kings, men, kings), place in endgame.PLACES.items():
        offset = 4 * (64 * own_men + 16 * own_kings + 4 * men + kings)
        places[offset : offset + 4] = array("i", [place.base, place.men, place.kings, place.other_kings])
    kernel.write("PLACES", places)
    kernel.write("ENDINGS", array("B", table))


def _state(kernel: Kernel, name: str) -> int:
    return int(kernel.read("STATE", int(kernel.numbers[name]), 1)[0])


def _set(kernel: Kernel, name: str, value: int) -> None:
    kernel.write("STATE", array("i", [value]), int(kernel.numbers[name]))


def position_array(position: Position) -> array[int]:
    """Return a position in the form of the kernel's array `POSITION`."""
    return array("Q", position.key)


class _Reader:
    """A search of one position by calls of the kernel."""

    def __init__(
        self, kernel: Kernel, position: Position, past: Sequence[Position], limits: Limits, clock: Clock
    ) -> None:
        self._kernel, self._limits, self._clock = kernel, limits, clock
        self._proven = int(kernel.numbers["PROVEN"])
        self._far = int(kernel.numbers["FAR"])
        self._nodes, self._stopped = int(kernel.numbers["NODES"]), int(kernel.numbers["STOPPED"])
        self._spent = 0
        self._best: Ranking | None = None
        repeatable = past[max(0, len(past) - position.quiet) :][1 - int(kernel.numbers["PAST_MOST"]) :]
        line = array("Q", [number for earlier in (*repeatable, position) for number in earlier.key])
        kernel.write("PAST", line)
        _set(kernel, "KNOWN", len(line) // 4)
        _set(kernel, "LIMIT", QUIET if position.house.forty else NEVER)
        self._pieces = min(limits.endings, max(endgame.PIECES, table_pieces(kernel)))
        _set(kernel, "PIECES", self._pieces)
        _set(kernel, "SIGHT", limits.sight)
        _set(kernel, "LOT", limits.lot & 0x7FFFFFFF)
        moves_by_position = {position.play(move): move for move in reversed(position.moves())}
        self._after = {move: after for after, move in reversed(moves_by_position.items())}
        self._order = tuple(self._after)
        if limits.sight < ALERT and not jumpers(position):
            self._order = tuple(move for move in self._order if self._notices(move)) or self._order

    def _notices(self, move: Move) -> bool:
        """Return True if the opponent for whom the search chooses a move notices `move`.

        A weak opponent may overlook a move that offers a man.
        """
        self._kernel.write("POSITION", position_array(self._after[move]))
        return bool(self._kernel.call("noticed_now"))

    @property
    def _over(self) -> bool:
        return self._clock.over or 0 < self._limits.nodes <= self._spent

    def thoughts(self, initial: Ranking) -> Iterator[Ranking]:
        """Search deeper and deeper. At each pause, yield the latest ranking, or `initial` if there is none yet."""
        for depth in range(1, self._limits.depth + 1):
            finished = yield from pausing(self._step(depth), lambda: self._best or initial)
            yield self._best or initial
            if not finished or (self._best and self._best.proven):
                return

    def surveys(self, known_lines: Mapping[Move, Line[Move]]) -> Iterator[Survey[Move]]:
        """Search every move to the depth that `Limits` sets. At each pause, yield a survey of all lines so far.

        `known_lines` are the lines that an earlier search found, by first move. Those that are proven or deep enough
        are kept, and the others are searched again.
        """
        lines = dict(known_lines)

        def report() -> Survey[Move]:
            return surveyed(lines.values(), self._spent, self._limits.depth)

        for depth in [self._limits.depth] if lines else range(1, self._limits.depth + 1):
            for move in sorted(self._order, key=lambda move: -score(lines.get(move))):
                earlier = lines.get(move)
                if earlier is not None and (earlier.exact or earlier.depth >= depth):
                    continue
                line = yield from pausing(self._weighed(move, depth, earlier), report)
                if line is None:
                    yield report()
                    return
                lines[move] = line
        settled = all(line.exact for line in lines.values()) or self._limits.depth >= DEEPEST
        yield surveyed(lines.values(), self._spent, 0 if settled else self._limits.depth + 1)

    def _weighed(self, move: Move, depth: int, earlier: Line[Move] | None) -> Generator[None, None, Line[Move] | None]:
        """Search one move to a depth and return its line of play. Return None if the budget is used up.

        `earlier` is the line that a shallower search found, if any. The search first assumes that the value is near to
        the value of that line. Without a limit of nodes, a move that draws by the endgame tables gets the exact value 0
        without a search. With such a limit the move is searched. Reviews set this limit, so that they do not depend on
        the tables that a device has.
        """
        if not self._limits.nodes and self._draws(move):
            return Line((move,), 0.0, depth, exact=True)
        guess = 0 if earlier is None else int(earlier.score or 0)
        low, high = (-self._far, self._far) if earlier is None else (guess - NEAR, guess + NEAR)
        while True:
            value = yield from self._searched(move, depth - 1, -high, -low)
            if value is None:
                return None
            if low < value < high or (low, high) == (-self._far, self._far):
                return Line(self._line(move), value, depth, abs(value) >= self._proven)
            low, high = -self._far, self._far

    def _draws(self, move: Move) -> bool:
        """Return True if the position after a move is a draw by the endgame tables."""
        after = self._after[move]
        pieces = (after.black | after.white).bit_count()
        if pieces > self._pieces or (pieces == MOST and after.own.bit_count() != after.other.bit_count()):
            return False
        self._kernel.write("POSITION", position_array(after))
        return not self._kernel.call("result_now")

    def _line(self, move: Move) -> tuple[Move, ...]:
        """Return the expected line of play after a move: the move, then the best moves in the transposition table."""
        moves, position = [move], self._after[move]
        while len(moves) < MAX_LINE_MOVES:
            self._kernel.write("POSITION", position_array(position))
            place = int(self._kernel.call("best_known"))
            if not 0 <= place < int(self._kernel.call("listed")):
                break
            successor = tuple(
                self._kernel.read(name, place, 1)[0] for name in ("NEXT_BLACK", "NEXT_WHITE", "NEXT_KINGS")
            )
            onward = next(
                (candidate for candidate in position.moves() if position.play(candidate)[:3] == successor), None
            )
            if onward is None:
                break
            moves.append(onward)
            position = position.play(onward)
        return tuple(moves)

    def _step(self, depth: int) -> Generator[None, None, bool]:
        """Search every move to this depth and update the ranking. Return False if the budget runs out first.

        If it does, the ranking consists of the moves searched so far. If these are fewer than two, the ranking stays
        that of the depth before.
        """
        order, searched = self._order, list[tuple[Move, int]]()
        best = -self._far
        for move in order:
            low = max(-self._far, best - self._limits.margin - 1)
            value = yield from self._search_move(move, depth - 1, low, is_first=not searched)
            if value is None:
                return False
            searched.append((move, value))
            best = max(best, value)
            if len(searched) > 1 or len(order) == 1:
                ranked = sorted(searched, key=lambda entry: -entry[1])
                moves = tuple(move for move, _ in ranked)
                is_complete = len(searched) == len(order)
                proven = best >= self._proven or (is_complete and best <= -self._proven)
                self._best = Ranking(moves, tuple(value for _, value in ranked), depth, proven)
                self._order = (*moves, *order[len(searched) :])
        return True

    def _search_move(self, move: Move, depth: int, low: int, *, is_first: bool) -> Slices:
        """Return the value of a move in hundredths of a man, or None if the budget is used up.

        The value is exact above `low`, otherwise an upper bound. `is_first` is True for the first move searched at this
        depth, whose value is always exact.
        """
        if is_first:
            return (yield from self._expected(move, depth))
        value = yield from self._searched(move, depth, -low - 1, -low)
        if value is None or value <= low:
            return value
        return (yield from self._searched(move, depth, -self._far, -low))

    def _expected(self, move: Move, depth: int) -> Slices:
        """Return the value of the move that was best at the previous depth.

        The move is first searched in a window around its old value.
        """
        if self._best is not None:
            guess = self._best.values[0]
            value = yield from self._searched(move, depth, -guess - NEAR, NEAR - guess)
            if value is None or abs(value - guess) < NEAR:
                return value
        # A bound is not enough here: the value of a table win is a bound, and the game may still be drawn by the
        # 40-move rule.
        return (yield from self._searched(move, depth, -self._far, self._far))

    def _searched(self, move: Move, depth: int, low: int, high: int) -> Slices:
        """Call the search of the kernel until it finishes. Return its result for the player of `move`.

        `low` and `high` are the search window as the opponent, who is then to move, sees it. Yield after each slice.
        Return None if the budget is used up.
        """
        position = self._after[move]
        encoded = position_array(position)
        while not self._over:
            self._kernel.write("POSITION", encoded)
            _set(self._kernel, "QUIET", position.quiet)
            value = int(self._kernel.call("look_ahead", depth, low, high, SLICE))
            state = self._kernel.read("STATE")
            self._spent += state[self._nodes]
            if not state[self._stopped]:
                return -value
            yield
        return None
