"""Search with the kernel: iterative deepening over every move of a position.

The kernel searches one move's position at a time, in slices of `SLICE` nodes, and keeps its findings in its
transposition table. Slices are counted in nodes, and the table starts empty if the number of nodes bounds the search,
so the same question has the same answer on every machine.
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
"""Maximum number of nodes of one kernel call: a few milliseconds on a slow device."""
NEVER: Final = 1 << 20
"""More quiet plies than any search reaches, for house rules without that draw."""
ALERT: Final = 16
"""The `sight` of an opponent that notices everything."""

NEAR: Final = 30
"""The half-width, in hundredths of a man, of the window around the expected value when a move is searched again."""
TOLD: Final = 16
"""The maximum number of moves in a reported line."""
FIVES: Final = "fives.bin"
SIXES: Final = "sixes.bin"
FIVE: Final = 5
MOST: Final = 6
"""The maximum number of pieces in the endgame tables."""
HALF: Final = 0.5
"""The maximum share of its time that a search without other bounds spends on unpacking."""
IN_SIGHT: Final = 12
"""With more pieces than this on the board, no line reaches five or six of them."""
PART: Final = 1 << 18
"""Maximum number of bytes of results that are unpacked at a time."""
DEEPEST: Final = 60
"""The maximum depth of a survey."""


class Limits(NamedTuple):
    """Search limits: depth in plies, and the maximum number of nodes.

    Moves worse than the best by no more than `margin` hundredths of a man get true values. Without `nodes` only the
    clock counts and the table keeps earlier findings, unless the search starts `afresh`. Endings of up to `endings`
    pieces are looked up. Of 16 moves in its lines that offer a man the search notices `sight`; `lot` is the seed for
    which.
    """

    depth: int
    nodes: int = 0
    margin: int = 0
    endings: int = FIVE
    sight: int = ALERT
    lot: int = 0
    afresh: bool = False


@dataclass
class _Unpacking:
    """The results of five or six pieces while they are unpacked into a kernel's array, and the bytes done so far."""

    kernel: Kernel
    name: str
    unpacker: lzma.LZMADecompressor
    packed: bytes
    at: int = 0


_begun: Final[list[_Unpacking]] = []
"""The unpacking in progress, if there is one."""


class Ranking(NamedTuple):
    """Moves, best first, and their values in hundredths of a man; only moves searched as deep as the first.

    Values within the requested margin are true, values below it may be too high. `depth` is 0 if nothing was searched;
    `proven` means that the first move wins or that all moves lose.
    """

    moves: tuple[Move, ...]
    values: tuple[int, ...]
    depth: int
    proven: bool = False


def think(
    kernel: Kernel, position: Position, past: Sequence[Position], limits: Limits, clock: Clock
) -> Iterator[Ranking]:
    """Yield ever better rankings for a position with a move; `past` holds the positions before it, the latest last."""
    first = Ranking(position.moves()[:1], (0,), 0)
    bounded = limits.nodes or limits.afresh
    limits = _in_sight(limits, position)
    for _ in prepare(kernel, limits.endings):
        yield first
        if clock.over:
            return
        if not bounded and clock.share > HALF and held(kernel):
            limits = limits._replace(endings=held(kernel))  # the rest of the unpacking can wait
            break
    kernel.call("forget" if limits.nodes or limits.afresh else "age")
    yield from _Reader(kernel, position, past, limits, clock).thoughts(first)


def survey(
    kernel: Kernel, position: Position, past: Sequence[Position], scope: Scope[Move], clock: Clock
) -> Iterator[Survey[Move]]:
    """Yield the worth of every move in hundredths of a man, at the depth of `scope`."""
    endings = endgame.PIECES if scope.nodes else MOST
    limits = _in_sight(Limits(scope.depth, scope.nodes, endings=endings, afresh=scope.nodes > 0), position)
    for _ in prepare(kernel, limits.endings):
        yield Survey(tuple(scope.known.values()), onward=limits.depth)
        if clock.over:
            return
        if not scope.nodes and clock.share > HALF and held(kernel):
            limits = limits._replace(endings=held(kernel))  # as above
            break
    # Findings from other positions in the table would change the values of this one.
    kernel.call("forget" if limits.nodes or not scope.known else "age")
    yield from _Reader(kernel, position, past, limits, clock).surveys(scope.known)


def _in_sight(limits: Limits, position: Position) -> Limits:
    """Return the limits, without the endings of five and six pieces if no line can reach them."""
    if FIVE <= (position.black | position.white).bit_count() <= IN_SIGHT:
        return limits
    return limits._replace(endings=min(limits.endings, endgame.PIECES))


def prepare(kernel: Kernel, endings: int) -> Iterator[None]:
    """Load the missing weights and endgame tables into a kernel, in parts; yield after each."""
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
                return  # without the file, or memory for it, the search goes on without
            _set(kernel, f"STORED_{name}", 1)


def held(kernel: Kernel) -> int:
    """Return the maximum number of pieces in the endgame tables that a kernel has."""
    if _state(kernel, "STORED_SIXES"):
        return MOST
    return FIVE if _state(kernel, "STORED_FIVES") else _state(kernel, "STORED_PIECES")


def _unpack(kernel: Kernel, name: str, packed: bytes) -> Iterator[None]:
    """Unpack results into a kernel's array; after an interruption, the next call continues from there."""
    if not _begun or _begun[0].kernel is not kernel or _begun[0].name != name:
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_ALONE)
        _begun[:] = [_Unpacking(kernel, name, unpacker, packed)]
    one = _begun[0]
    while not one.unpacker.eof:
        part = one.unpacker.decompress(one.packed, PART)
        if any(part) or one.unpacker.eof:  # the array is zeroed; the last part makes sure it exists
            kernel.write(name, array("B", part), one.at)
        one.packed, one.at = b"", one.at + len(part)
        yield
    _begun.clear()


def give_fives(kernel: Kernel) -> None:
    """Load the results of five pieces into a kernel, all at once."""
    for _ in _unpack(kernel, "FIVES", assets.data("checkers", FIVES)):
        pass


def give_endings(kernel: Kernel) -> None:
    """Load the endings of up to four pieces into a kernel, in one step, because it could not be resumed."""
    table = lzma.decompress(assets.data("checkers", "endgame.bin"))
    places = array("i", bytes(4 * 4 * 256))
    for (own_men, own_kings, men, kings), place in endgame.PLACES.items():
        at = 4 * (64 * own_men + 16 * own_kings + 4 * men + kings)
        places[at : at + 4] = array("i", [place.base, place.men, place.kings, place.other_kings])
    kernel.write("PLACES", places)
    kernel.write("ENDINGS", array("B", table))


def _state(kernel: Kernel, name: str) -> int:
    return int(kernel.read("STATE", int(kernel.numbers[name]), 1)[0])


def _set(kernel: Kernel, name: str, value: int) -> None:
    kernel.write("STATE", array("i", [value]), int(kernel.numbers[name]))


def laid(position: Position) -> array[int]:
    """Return a position in the kernel's form."""
    return array("Q", position.key)


class _Reader:
    """A search of one position."""

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
        line = array("Q", [part for one in (*repeatable, position) for part in one.key])
        kernel.write("PAST", line)
        _set(kernel, "KNOWN", len(line) // 4)
        _set(kernel, "LIMIT", QUIET if position.house.forty else NEVER)
        _set(kernel, "PIECES", min(limits.endings, max(endgame.PIECES, held(kernel))))
        _set(kernel, "SIGHT", limits.sight)
        _set(kernel, "LOT", limits.lot & 0x7FFFFFFF)
        after = {position.play(move): move for move in reversed(position.moves())}
        self._after = {move: one for one, move in reversed(after.items())}
        self._order = tuple(self._after)
        if limits.sight < ALERT and not jumpers(position):
            self._order = tuple(move for move in self._order if self._notices(move)) or self._order

    def _notices(self, move: Move) -> bool:
        self._kernel.write("POSITION", laid(self._after[move]))
        return bool(self._kernel.call("noticed_now"))

    @property
    def _over(self) -> bool:
        return self._clock.over or 0 < self._limits.nodes <= self._spent

    def thoughts(self, first: Ranking) -> Iterator[Ranking]:
        """Yield rankings as they improve."""
        for depth in range(1, self._limits.depth + 1):
            finished = yield from pausing(self._step(depth), lambda: self._best or first)
            yield self._best or first
            if not finished or (self._best and self._best.proven):
                return

    def surveys(self, known: Mapping[Move, Line[Move]]) -> Iterator[Survey[Move]]:
        """Yield the worth of every move at the requested depth; values that are known already are kept."""
        found = dict(known)

        def told() -> Survey[Move]:
            return surveyed(found.values(), self._spent, self._limits.depth)

        for ahead in [self._limits.depth] if found else range(1, self._limits.depth + 1):
            for move in sorted(self._order, key=lambda one: -score(found.get(one))):
                before = found.get(move)
                if before is not None and (before.exact or before.depth >= ahead):
                    continue
                line = yield from pausing(self._weighed(move, ahead, before), told)
                if line is None:
                    yield told()
                    return
                found[move] = line
        settled = all(line.exact for line in found.values()) or self._limits.depth >= DEEPEST
        yield surveyed(found.values(), self._spent, 0 if settled else self._limits.depth + 1)

    def _weighed(self, move: Move, ahead: int, before: Line[Move] | None) -> Generator[None, None, Line[Move] | None]:
        """Search one move to a depth; return None if the search was stopped."""
        guess = 0 if before is None else int(before.score or 0)
        low, high = (-self._far, self._far) if before is None else (guess - NEAR, guess + NEAR)
        while True:
            value = yield from self._searched(move, ahead - 1, -high, -low)
            if value is None:
                return None
            if low < value < high or (low, high) == (-self._far, self._far):
                return Line(self._line(move), value, ahead, abs(value) >= self._proven)
            low, high = -self._far, self._far

    def _line(self, move: Move) -> tuple[Move, ...]:
        """Return a move and the moves that follow it according to the table."""
        moves, at = [move], self._after[move]
        while len(moves) < TOLD:
            self._kernel.write("POSITION", laid(at))
            place = int(self._kernel.call("best_known"))
            if not 0 <= place < int(self._kernel.call("listed")):
                break
            told = tuple(self._kernel.read(name, place, 1)[0] for name in ("NEXT_BLACK", "NEXT_WHITE", "NEXT_KINGS"))
            onward = next((one for one in at.moves() if at.play(one)[:3] == told), None)
            if onward is None:
                break
            moves.append(onward)
            at = at.play(onward)
        return tuple(moves)

    def _step(self, depth: int) -> Generator[None, None, bool]:
        """Search every move to this depth; return False if it was stopped.

        A partial result counts once it has a choice.
        """
        before, found = self._order, list[tuple[Move, int]]()
        best = -self._far
        for move in before:
            low = max(-self._far, best - self._limits.margin - 1)
            value = yield from self._looked(move, depth - 1, low, first=not found)
            if value is None:
                return False
            found.append((move, value))
            best = max(best, value)
            if len(found) > 1 or len(before) == 1:
                ranked = sorted(found, key=lambda one: -one[1])
                moves = tuple(move for move, _ in ranked)
                whole = len(found) == len(before)
                proven = best >= self._proven or (whole and best <= -self._proven)
                self._best = Ranking(moves, tuple(value for _, value in ranked), depth, proven)
                self._order = (*moves, *before[len(found) :])
        return True

    def _looked(self, move: Move, depth: int, low: int, *, first: bool) -> Slices:
        """Return the value of a move: true above `low`, else a bound."""
        if first:
            return (yield from self._expected(move, depth))
        value = yield from self._searched(move, depth, -low - 1, -low)
        if value is None or value <= low:
            return value
        return (yield from self._searched(move, depth, -self._far, -low))

    def _expected(self, move: Move, depth: int) -> Slices:
        """Return the value of the move that was best a ply before, searched first in a window around that value."""
        if self._best is not None:
            guess = self._best.values[0]
            value = yield from self._searched(move, depth, -guess - NEAR, NEAR - guess)
            if value is None or abs(value - guess) < NEAR:
                return value
        # A bound is not enough here: a table win is one, and the game may still be drawn by the 40-move rule.
        return (yield from self._searched(move, depth, -self._far, self._far))

    def _searched(self, move: Move, depth: int, low: int, high: int) -> Slices:
        """Return the kernel's result for a move, from its mover's view; None when the budget is used up."""
        after = self._after[move]
        position = laid(after)
        while not self._over:
            self._kernel.write("POSITION", position)
            _set(self._kernel, "QUIET", after.quiet)
            value = int(self._kernel.call("look_ahead", depth, low, high, SLICE))
            state = self._kernel.read("STATE")
            self._spent += state[self._nodes]
            if not state[self._stopped]:
                return -value
            yield
        return None
