"""The interface to Parcheesi's kernel: write positions to the kernel, and read moves and pawns' places from it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from chowk.core.equity import Chances, Weighed, better, corrected
from chowk.engine.foresight import Foresight, surveyed
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.network_weights import lay_out
from chowk.engine.protocol import Line, Scope, Survey
from chowk.engine.search_budget import Clock
from chowk.games.api.scale import EVEN
from chowk.games.parcheesi.engine import shifts
from chowk.games.parcheesi.engine.results import AllPawns
from chowk.games.parcheesi.rules import END, LOSE, ROLLS, Move, Position, Roll, Step
from chowk.games.parcheesi.rules.board import HOME, NEST
from chowk.games.parcheesi.rules.house import DOUBLES, House
from chowk.games.parcheesi.rules.roll import Dice
from chowk.games.parcheesi.rules.state import NO_BLOCKADE, ODDS

MOVER, DOUBLES_BEFORE = 1, 12
"""Indices in the kernel's `POSITION`: the seat that rolls or moves, and the number of doubles in a row."""
SUMS: Final[Mapping[int, Dice]] = {41: (4, 1), 32: (3, 2)}


def rules_as_numbers(house: House) -> array[int]:
    """Return the house rules as the numbers of the kernel's array `HOUSE`."""
    numbers = (
        *(not house.laps, not house.sums, house.enter, not house.rows, house.together == "end"),
        *(house.together != DOUBLES, house.at_once, house.compulsory, house.single, house.whole),
        *(house.lower, house.passed, house.thirds, house.stand, house.places),
    )
    return array("i", map(int, numbers))


def write(kernel: Kernel, position: Position) -> None:
    """Write a position to the kernel. The rolls that decide who starts are left out."""
    dice = position.dice
    high, low = (dice[0], dice[-1]) if dice else (0, 1)
    fourteen = len(dice) == 4
    if fourteen:
        high, low = max(high, low), min(high, low)
    highs = position.parts.count(high)
    numbers = (
        *(position.seats, position.mover, position.turn >= 0, high, low, fourteen),
        *(highs, len(position.parts) - highs, position.bonuses.count(20), position.bonuses.count(10)),
        *(position.bound, position.earned, position.doubles, sum(1 << seat for seat in position.placed)),
    )
    kernel.write("POSITION", array("i", map(int, numbers)))
    kernel.write("PAWNS", array("b", [place for own in position.pawns for place in own]))
    kernel.write("SIDES", array("b", position.sides))
    kernel.write("SINCE", array("b", position.since or NO_BLOCKADE))
    stood = [NEST] * 16
    for seat, ages in enumerate(position.stood):
        for index, (place, age) in enumerate(ages):
            stood[4 * seat + 2 * index : 4 * seat + 2 * index + 2] = [place, age]
    kernel.write("STOOD", array("b", stood))
    kernel.write("HOUSE", rules_as_numbers(position.house))


def move_from(numbers: Sequence[int]) -> Move:
    """Convert a move from the numbers of the kernel's arrays to a move of the rules.

    The first three numbers are the pawn, its new place, and the die, dice or bonus used.
    """
    pawn, to, by = numbers[:3]
    if pawn < 0:
        return LOSE if by < 0 else END
    return Step(pawn, to, SUMS.get(by, (by,)))


def results(kernel: Kernel, position: Position, eager: bool = False) -> dict[AllPawns, Move]:
    """Return the tables (places of all pawns) to which the rest of a roll can lead, each with the first move to it.

    If `eager`, bonuses are always used if possible.
    """
    write(kernel, position)
    tables = {}
    for number in range(kernel.call("results", eager)):
        kernel.call("result", number)
        places = kernel.read("TABLE", 0, 4 * position.seats).tolist()
        table = tuple(tuple(sorted(places[seat : seat + 4])) for seat in range(0, 4 * position.seats, 4))
        tables[table] = move_from(kernel.read("FIRST_MOVE").tolist())
    return tables


AVERAGED: Final = 2
BEHIND: Final = 0.05
"""The largest gap between a result's static value and the best one with which `weigh` searches the result further.

The unit is a chance to win, from 0 to 1. A result of a roll is the places of all pawns after it.
"""


NEAR: Final = 0.1
"""The largest gap between a result's value so far and the best one with which `think` searches the result further.

The unit is a chance to win, from 0 to 1.
"""
FOLLOWED: Final = 4
"""Maximum number of results of the present roll that an opponent searches two rolls ahead.

They are the best ones after a search of one roll.
"""
REPLIES: Final = 2
"""Number of results of each possible next roll that are examined in a search of two rolls.

They are the results with the best static values. The player who rolls is assumed to take the better of them.
"""


DEEPEST: Final = 3
"""Maximum depth of a survey (the value of every move). Opponents look as far.

The rest of the roll counts 1, and so does each of two more rolls.
"""


class _Option(NamedTuple):
    """A result of the roll: the first move towards it, the places of all pawns, and its value so far."""

    move: Move
    places: array[int]
    value: float


def think(kernel: Kernel, data: bytes, position: Position, wide: int, clock: Clock) -> Iterator[Foresight[Move] | None]:
    """Yield better and better rankings of the results of a roll, and None at each pause.

    The first ranking has the best `wide` results by static value. The next rankings have their values after the next
    roll, and then the values of the best results after one more roll. All results in a ranking are searched equally
    far. `data` is the file of learnt weights.
    """
    lay_out(kernel, data, position.seats)
    write(kernel, position)
    if not kernel.call("results", 0):
        return
    kept_count, seat, size = kernel.call("keep_best", wide), position.mover, 4 * position.seats
    next_up = kernel.call("next_after", position.dice[0] == position.dice[1])
    options = []
    for number, place in enumerate(kernel.read("MOVES", 0, kept_count).tolist()):
        kernel.call("result", place)
        first = move_from(kernel.read("FIRST_MOVE").tolist())
        places = kernel.read("KEPT", 16 * number, size)
        options.append(_Option(first, places, kernel.read("WORTHS", place, 1)[0]))
    yield _ranked(0, options)
    for rolls in (1, 2):
        options = [option for option in options if option.value > options[0].value - NEAR]
        options = options[: FOLLOWED if rolls > 1 else wide]
        if len({option.move for option in options}) < 2:
            return
        ranked = []
        for option in options:
            chances: Chances = ()
            for chances in _followed(kernel, position, option.places, next_up, rolls):  # noqa: B007 - the last counts
                if clock.over:
                    return
                yield None
            ranked.append(option._replace(value=chances[seat]))
        options = sorted(ranked, key=lambda option: -option.value)
        yield _ranked(rolls, options)


def survey(kernel: Kernel, data: bytes, position: Position, scope: Scope[Move], clock: Clock) -> Iterator[Survey[Move]]:
    """Yield the value of every move, as a chance to win in percentage points above or below one half.

    A move has the value of the best result to which the rest of the roll can lead after it. The first values are
    static. The next ones are values after the next roll, and then after one more roll. `data` is the file of learnt
    weights. `scope` limits the depth, and holds the values that are already known.
    """
    lay_out(kernel, data, position.seats)
    depth, lines, seat = min(scope.depth, DEEPEST), dict(scope.known), position.mover
    kernel.write("WEIGHED", array("i", [0]))
    next_up, ends = _next_up(kernel, position), {move: _ends(kernel, position, move) for move in position.moves()}
    for ahead in [depth] if lines else range(1, depth + 1):
        reached: dict[bytes, Chances] = {}
        for move, tables in ends.items():
            if move in lines and lines[move].depth >= ahead:
                continue
            for places in tables:
                if bytes(places) not in reached:
                    write(kernel, position)
                    chances: Chances = ()
                    for chances in _followed(kernel, position, places, next_up, ahead - 1):  # noqa: B007 - last counts
                        yield surveyed(kernel, lines, depth)
                        if clock.over:
                            return
                    reached[bytes(places)] = corrected(chances, shifts.SHIFTS.get(position.seats, ()))
            best = max(reached[bytes(places)][seat] for places in tables)
            lines[move] = Line((move,), 100 * best - EVEN, ahead)
    yield surveyed(kernel, lines, depth + 1 if depth < DEEPEST else 0)


def _ends(kernel: Kernel, position: Position, move: Move) -> list[array[int]]:
    # Return all pawns' places after the best and second-best use of the rest of the roll, by static value.
    reached = position.play(move)
    if reached.turn == position.mover and not reached.over:
        write(kernel, reached)
        if kernel.call("results", 0):
            size = 4 * position.seats
            return [kernel.read("KEPT", 16 * number, size) for number in range(kernel.call("keep_best", AVERAGED))]
    return [array("b", [place for own in reached.pawns for place in own])]


def _followed(kernel: Kernel, position: Position, places: array[int], roller: int, rolls: int) -> Iterator[Chances]:
    # Yield everybody's chance with these pawns when `roller` is about to roll. The last value is the best.
    seats = position.seats
    if not rolls:
        kernel.write("PAWNS", places)
        kernel.call("value", roller)
        yield tuple(kernel.read("CHANCES", 0, seats))
        return
    kernel.write("KEPT", places)
    if rolls == 1 or _home(places):
        kernel.call("average", 0, roller)
        yield tuple(kernel.read("LOOKED", 0, seats))
        return
    whole = [0.0] * seats
    for (high, low), times in zip(ROLLS, ODDS, strict=True):
        kernel.write("PAWNS", places)
        kernel.write("POSITION", array("i", [roller]), MOVER)
        kernel.write("POSITION", array("i", [0]), DOUBLES_BEFORE)
        kernel.call("roll", high, low)
        kernel.call("results", 1)
        kept_count, after = kernel.call("keep_best", REPLIES), kernel.call("next_after", high == low)
        best: Chances = ()
        for number in range(kept_count):
            kernel.call("average", number, after)
            looked = tuple(kernel.read("LOOKED", 0, seats))
            best = looked if not best or looked[roller] > best[roller] else best
        for seat, chance in enumerate(best):
            whole[seat] += times * chance / 36
        yield best
    yield tuple(whole)


def _home(places: Sequence[int]) -> bool:
    return any(all(place == HOME for place in places[start : start + 4]) for start in range(0, len(places), 4))


def _ranked(rolls: int, options: Sequence[_Option]) -> Foresight[Move]:
    best: dict[Move, float] = {}
    for option in options:
        best.setdefault(option.move, option.value)
    return Foresight(rolls, tuple(best), tuple(best.values()))


def weigh(
    kernel: Kernel, data: bytes, position: Position, moves: Sequence[Move], clock: Clock
) -> Iterator[Weighed | None]:
    """Evaluate a roll and the moves made with it, and yield None at each pause; see `chowk.core.equity.Weighed`.

    In `position` the roll is due. `moves` are the roll and the moves. `data` is the file of learnt weights.

    A result of a roll is the places of all pawns after it. Its value is an average over every next roll; for each next
    roll, the player who rolls takes the result with the best static value. For every roll that was possible in
    `position`, this average is computed only for the `AVERAGED` results with the best static values. To take the best
    static value itself would be too optimistic.
    """
    lay_out(kernel, data, position.seats)
    lot = _Averages(kernel, position.seats)
    whole, rolled = [0.0] * position.seats, dict[Move, Chances]()
    for any_roll, times in zip(ROLLS, ODDS, strict=True):
        best: Chances = ()
        for chances in lot.after(position, any_roll):
            best = chances
            yield None
            if clock.over:
                return
        rolled[any_roll] = best
        for seat, chance in enumerate(best):
            whole[seat] += times * chance / 36
    before = tuple(whole)
    if not moves:
        yield Weighed(before)
        return
    roll = moves[0]
    is_taken = rolled[roll]
    reached = position.play(roll)
    next_up = _next_up(kernel, reached)
    stops = []
    for move in (*moves[1:], None):
        if reached.turn != position.mover or reached.over:
            break
        stops.append((reached, _ways(kernel, reached) if move is None or len(reached.moves()) > 1 else []))
        reached = reached.play(move) if move is not None else reached
    end = None if reached.turn == position.mover and not reached.over else _table(reached)
    known: dict[AllPawns, Chances] = {}
    if end is not None and any(options for _, options in stops):
        known[end] = lot.of(position, end, next_up)
    for stop, options in stops:
        for table in options:
            if table not in known:
                known[table] = lot.of(stop, table, next_up)
                yield None
                if clock.over:
                    return
    bests: list[Chances] = []
    for number, (stop, options) in enumerate(stops):
        # Results that an earlier move has ruled out cannot be reached.
        within = results(kernel, stop) if number and options else known
        ways = [chances for table, chances in known.items() if options and table in within]
        bests.append(max(ways, key=lambda chances: chances[position.mover], default=()))
    left = bests.pop() if end is None else Chances()
    now, gains = left or known.get(end or (), ()), list[Chances]()
    for best in reversed(bests):
        gains.insert(0, better(now, best, position.mover))
        now = best or now
    yield Weighed(before, is_taken, tuple(gains), left)


class _Averages:
    """An evaluator of tables (the places of all pawns). It averages each seat's chance to win over every next roll.

    The chances are corrected in the same way as those that the page shows.
    """

    def __init__(self, kernel: Kernel, seats: int) -> None:
        self.kernel = kernel
        self.seats = seats

    def after(self, position: Position, roll: Roll) -> Iterator[Chances]:
        """Yield each seat's chance to win after the best result of a roll, again whenever the search improves it."""
        mover = position.mover
        best: Chances = ()
        write(self.kernel, position)
        self.kernel.call("roll", *roll)
        self.kernel.call("results", 1)
        kept_count = self.kernel.call("keep_best", AVERAGED)
        places = self.kernel.read("MOVES", 0, kept_count).tolist()
        worths = [self.kernel.read("WORTHS", place, 1)[0] for place in places]
        next_up = self.kernel.call("next_after", roll.high == roll.low)
        for number, worth in enumerate(worths):
            if worth > worths[0] - BEHIND:
                shown = self._average(number, next_up)
                best = shown if not best or shown[mover] > best[mover] else best
                yield best

    def of(self, position: Position, table: AllPawns, roller: int) -> Chances:
        """Return each seat's chance to win with the pawns of `table`, when `roller` is about to roll."""
        write(self.kernel, position)
        self.kernel.write("KEPT", array("b", [place for own in table for place in own]))
        return self._average(0, roller)

    def _average(self, number: int, roller: int) -> Chances:
        self.kernel.call("average", number, roller)
        return corrected(tuple(self.kernel.read("LOOKED", 0, self.seats)), shifts.SHIFTS.get(self.seats, ()))


def _ways(kernel: Kernel, position: Position) -> list[AllPawns]:
    # Return the results by which a survey judges the rest of the roll.
    ends = {bytes(end): end for move in position.moves() for end in _ends(kernel, position, move)}
    return [_sorted(end.tolist()) for end in ends.values()]


def _next_up(kernel: Kernel, position: Position) -> int:
    write(kernel, position)
    return int(kernel.call("next_after", position.dice[0] == position.dice[1]))


def _table(position: Position) -> AllPawns:
    return tuple(tuple(sorted(own)) for own in position.pawns)


def _sorted(places: Sequence[int]) -> AllPawns:
    return tuple(tuple(sorted(places[start : start + 4])) for start in range(0, len(places), 4))
