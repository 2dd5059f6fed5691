"""Reading ahead by the kernel: every move of a position looked at deeper and deeper.

The kernel looks at one move's position at a time, a slice of `SLICE` nodes per call, and remembers in its table what it
has found. Slices are counted in nodes and the table begins empty wherever nodes are what bounds the search: so the
same question has the same answer on every machine.
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
"""A call of the kernel meets so many positions at most: a few milliseconds on a slow device."""
NEVER: Final = 1 << 20
"""More quiet plies than a search sees, where the house knows no draw by them."""
ALERT: Final = 16
"""Who notices everything."""

NEAR: Final = 30
"""A move that is looked at again is expected to be worth about the same: so many hundredths more or less."""
TOLD: Final = 16
"""So many moves of a line are told at most."""
FIVES: Final = "fives.bin"
SIXES: Final = "sixes.bin"
FIVE: Final = 5
MOST: Final = 6
"""No ending of more pieces is known."""
HALF: Final = 0.5
"""Who is bounded by time alone spends so much of it on unpacking, at most."""
IN_SIGHT: Final = 12
"""With more pieces on the board, no line comes to five or six of them."""
PART: Final = 1 << 18
"""Of results so many bytes are unpacked at a time."""
DEEPEST: Final = 60
"""No survey looks further ahead."""


class Limits(NamedTuple):
    """How to think: how many plies ahead, and meeting how many positions at most.

    Moves worse than the best by no more than `margin` hundredths of a man get true values. Without `nodes` only the
    clock counts, and what was found out about earlier positions is used, unless it is to think `afresh`. Endings of up
    to `endings` pieces are looked up. Of 16 moves in its lines that offer a man it notices `sight`; `lot` tells which.
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
    """The results of five or six pieces on their way into an array of a kernel, and how many bytes have come."""

    kernel: Kernel
    name: str
    unpacker: lzma.LZMADecompressor
    packed: bytes
    at: int = 0


_begun: Final[list[_Unpacking]] = []
"""The one that is under way, if any."""


class Ranking(NamedTuple):
    """Moves, the best first, and their values in hundredths of a man: only those looked at as deep as the first.

    Values within the margin asked for are true, those below may be too high. `depth` is 0 where nothing was looked
    at; `proven` says that the first move wins, or that all moves lose.
    """

    moves: tuple[Move, ...]
    values: tuple[int, ...]
    depth: int
    proven: bool = False


def think(
    kernel: Kernel, position: Position, past: Sequence[Position], limits: Limits, clock: Clock
) -> Iterator[Ranking]:
    """Ever better thoughts about a position that has a move; `past` holds those before it, the latest last."""
    first = Ranking(position.moves()[:1], (0,), 0)
    bounded = limits.nodes or limits.afresh
    limits = _in_sight(limits, position)
    for _ in prepare(kernel, limits.endings):
        yield first
        if clock.over:
            return
        if not bounded and clock.share > HALF and held(kernel):
            limits = limits._replace(endings=held(kernel))  # the rest of what is unpacked can wait
            break
    kernel.call("forget" if limits.nodes or limits.afresh else "age")
    yield from _Reader(kernel, position, past, limits, clock).thoughts(first)


def survey(
    kernel: Kernel, position: Position, past: Sequence[Position], scope: Scope[Move], clock: Clock
) -> Iterator[Survey[Move]]:
    """What every move is worth in hundredths of a man, so many plies ahead."""
    endings = endgame.PIECES if scope.nodes else MOST
    limits = _in_sight(Limits(scope.depth, scope.nodes, endings=endings, afresh=scope.nodes > 0), position)
    for _ in prepare(kernel, limits.endings):
        yield Survey(tuple(scope.known.values()), onward=limits.depth)
        if clock.over:
            return
        if not scope.nodes and clock.share > HALF and held(kernel):
            limits = limits._replace(endings=held(kernel))  # as above
            break
    # What other positions have left in the table would change what this one is found to be worth.
    kernel.call("forget" if limits.nodes or not scope.known else "age")
    yield from _Reader(kernel, position, past, limits, clock).surveys(scope.known)


def _in_sight(limits: Limits, position: Position) -> Limits:
    """The limits, without the endings of five and six pieces where none can come."""
    if FIVE <= (position.black | position.white).bit_count() <= IN_SIGHT:
        return limits
    return limits._replace(endings=min(limits.endings, endgame.PIECES))


def prepare(kernel: Kernel, endings: int) -> Iterator[None]:
    """Gives a kernel the weights and the endings that it has not got yet, in parts."""
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
                return  # whoever has not got it, or no room for it, thinks without
            _set(kernel, f"STORED_{name}", 1)


def held(kernel: Kernel) -> int:
    """Endings of how many pieces a kernel has."""
    if _state(kernel, "STORED_SIXES"):
        return MOST
    return FIVE if _state(kernel, "STORED_FIVES") else _state(kernel, "STORED_PIECES")


def _unpack(kernel: Kernel, name: str, packed: bytes) -> Iterator[None]:
    """Gives an array of a kernel its results; broken off, it goes on the next time where it was."""
    if not _begun or _begun[0].kernel is not kernel or _begun[0].name != name:
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_ALONE)
        _begun[:] = [_Unpacking(kernel, name, unpacker, packed)]
    one = _begun[0]
    while not one.unpacker.eof:
        part = one.unpacker.decompress(one.packed, PART)
        if any(part) or one.unpacker.eof:  # an array is of zeros, once all of it is there
            kernel.write(name, array("B", part), one.at)
        one.packed, one.at = b"", one.at + len(part)
        yield
    _begun.clear()


def give_fives(kernel: Kernel) -> None:
    """Gives a kernel the results of five pieces, all at once."""
    for _ in _unpack(kernel, "FIVES", assets.data("checkers", FIVES)):
        pass


def give_endings(kernel: Kernel) -> None:
    """Gives a kernel the endings of up to four pieces; all in one, for broken off in its midst it would begin again."""
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
    """A position as the kernel has it."""
    return array("Q", position.key)


class _Reader:
    """Thinks about one position."""

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
        """What it comes to think, one thought after another."""
        for depth in range(1, self._limits.depth + 1):
            finished = yield from pausing(self._step(depth), lambda: self._best or first)
            yield self._best or first
            if not finished or (self._best and self._best.proven):
                return

    def surveys(self, known: Mapping[Move, Line[Move]]) -> Iterator[Survey[Move]]:
        """What every move is worth, so far ahead as is asked; what is known to be so already stays as it is."""
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
        """A move looked at so far; None if it was given up."""
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
        """A move and those that the table knows to follow."""
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
        """Looks so far at every move; False if it was given up. What is found counts as soon as there is a choice."""
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
        """What a move is worth: true above `low`, else a bound."""
        if first:
            return (yield from self._expected(move, depth))
        value = yield from self._searched(move, depth, -low - 1, -low)
        if value is None or value <= low:
            return value
        return (yield from self._searched(move, depth, -self._far, -low))

    def _expected(self, move: Move, depth: int) -> Slices:
        """What the move is worth that was best a ply before: about as much as then, it is hoped."""
        if self._best is not None:
            guess = self._best.values[0]
            value = yield from self._searched(move, depth, -guess - NEAR, NEAR - guess)
            if value is None or abs(value - guess) < NEAR:
                return value
        # A bound will not do: that an ending is won in the tables is one, and it may be drawn by forty moves.
        return (yield from self._searched(move, depth, -self._far, self._far))

    def _searched(self, move: Move, depth: int, low: int, high: int) -> Slices:
        """What a search of the kernel makes of a move, for the side that makes it; None once enough is spent."""
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
