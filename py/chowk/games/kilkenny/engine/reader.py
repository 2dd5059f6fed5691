"""The interface to the kernel of Kilkenny Cats: write positions to the kernel, and read chances to win from it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chowk.core.equity import Chances, Weighed, better, corrected
from chowk.engine.foresight import Foresight, surveyed
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.network_weights import lay_out
from chowk.engine.protocol import Line, Scope, Survey
from chowk.engine.search_budget import Clock
from chowk.games.api.scale import EVEN
from chowk.games.kilkenny.engine import shifts
from chowk.games.kilkenny.rules import Move, Position, Roll, Step
from chowk.games.kilkenny.rules.board import FACES, squares
from chowk.games.kilkenny.rules.state import FORFEIT

STRAY: Final = 5
AVERAGED: Final = 2
"""Maximum number of steps that `weigh` searches for each number that the die could have shown but did not."""
BEHIND: Final = 0.05
"""A step is searched deeper only if its static value is at most this much below that of the best step.

The unit is a chance to win, from 0 to 1.
"""
FOLLOWED: Final = 8
"""Maximum number of steps that an opponent searches. It judges all other steps by their static values."""
FARTHEST: Final = 3
"""Maximum number of rolls that the kernel looks ahead."""


def write(kernel: Kernel, position: Position) -> None:
    """Write a position to the kernel. The rolls that decide who starts are left out."""
    house, cats, cells = position.house, array("h", [-1] * 32), array("b", bytes(256))
    for seat, own in enumerate(position.cats):
        for number, square in enumerate(squares(own)):
            cats[8 * seat + number] = square
            cells[square] = seat + 1
    for square in squares(position.strays):
        cells[square] = STRAY
    state = (
        *(position.seats, position.mover, position.die, position.quiet, house.limit),
        *(house.hunted, house.counted, house.resign, house.rounds != "0", house.places, _placed(position)),
    )
    kernel.write("STATE", array("i", map(int, state)))
    kernel.write("SIDES", array("b", position.sides))
    kernel.write("CATS", cats)
    kernel.write("CELL", cells)


def _placed(position: Position) -> int:
    # The seats that have a place, as bits. Once the game is over, all seats but those that share first place.
    outcome = position.outcome() if position.house.places else None
    places = [place > 1 for place in outcome.places] if outcome else position.placed
    return sum(1 << seat for seat, place in enumerate(places) if place)


def weigh(
    kernel: Kernel, data: bytes, position: Position, moves: Sequence[Move], clock: Clock
) -> Iterator[Weighed | None]:
    """Evaluate a roll and the move after it; see `chowk.core.equity.Weighed`. Yield None at each pause.

    `data` holds the trained weights. In `position` the roll is due. `moves` are the roll and the move.

    The value of a step is an average over the six numbers of the next roll. For each of these, the player who rolls
    takes the step with the best static value. For the number that was rolled in `moves`, the value of every step is
    computed, as in a survey. For the five other numbers, it is computed only for the steps with the best static values:
    at most `AVERAGED`, and none that is worse than the best by `BEHIND` or more. Static values alone would be too
    optimistic.
    """
    lay_out(kernel, data, position.seats)
    seat, faces, corrections = position.mover, dict[int, Chances](), shifts.SHIFTS.get(position.seats, ())
    next_move = moves[1] if len(moves) > 1 else None
    step = (next_move.start, next_move.end) if isinstance(next_move, Step) else (-1, -1)
    mine, other = Chances(), Chances()
    for face in FACES:
        due = bool(moves) and moves[0] == Roll(face)
        best_ways, other_ways = _ways(kernel, position, face)
        best = Chances()
        for index, way in enumerate([*best_ways, *other_ways] if due else best_ways):
            kernel.call("average_after", *way)
            chances = corrected(tuple(kernel.read("LOOKED", 0, position.seats)), corrections)
            if index < len(best_ways) and (not best or chances[seat] > best[seat]):
                best = chances
            if due and next_move is not None and way == step:
                mine = chances
            elif due and (not other or chances[seat] > other[seat]):
                other = chances
            yield None
            if clock.over:
                return
        faces[face] = best
    before = tuple(sum(faces[face][index] for face in FACES) / len(FACES) for index in range(position.seats))
    if not moves:
        yield Weighed(before)
        return
    roll = moves[0]
    assert isinstance(roll, Roll), "a number is due"
    if next_move is None:
        yield Weighed(before, faces[roll.face], (), other)
    else:
        yield Weighed(before, faces[roll.face], (better(mine, other, seat),))


def survey(kernel: Kernel, data: bytes, position: Position, scope: Scope[Move], clock: Clock) -> Iterator[Survey[Move]]:
    """Yield the value of every step: first the static values, then values that look more and more rolls ahead.

    Values are chances to win, in percentage points above or below one half. `data` holds the trained weights.
    """
    lay_out(kernel, data, position.seats)
    depth, lines, corrections = min(scope.depth, FARTHEST + 1), dict(scope.known), shifts.SHIFTS.get(position.seats, ())
    write(kernel, position)
    kernel.write("WEIGHED", array("i", [0]))
    count, stand = kernel.call("rate", 0), dict[Move, Chances]()
    ways, worths = zip(kernel.read("START", 0, count), kernel.read("END", 0, count), strict=True), kernel.read("WORTHS")
    for index, (start, end) in enumerate(ways):
        stand[Step(start, end) if start >= 0 else FORFEIT] = tuple(worths[4 * index : 4 * index + position.seats])
    for ahead in [depth] if lines else range(1, depth + 1):
        for move in sorted(stand, key=lambda way: -stand[way][position.mover]):
            if move in lines and lines[move].depth >= ahead:
                continue
            chances = stand[move]
            if ahead > 1:
                write(kernel, position)
                kernel.call("look_far", *((move.start, move.end) if isinstance(move, Step) else (-1, -1)), ahead - 1)
                chances = tuple(kernel.read("LOOKED", 0, position.seats))
            lines[move] = Line((move,), 100 * corrected(chances, corrections)[position.mover] - EVEN, ahead)
            if clock.over:
                yield surveyed(kernel, lines, depth)
                return
            yield surveyed(kernel, lines, depth)
    yield surveyed(kernel, lines, depth + 1 if depth <= FARTHEST else 0)


def think(
    kernel: Kernel, data: bytes, position: Position, rolls: int, clock: Clock
) -> Iterator[Foresight[Step] | None]:
    """Yield better and better rankings of the steps, up to `rolls` rolls ahead, and None at each pause.

    The first ranking has all steps. Each further ranking has only the steps that were close to the best, searched one
    roll further. `data` holds the trained weights.
    """
    lay_out(kernel, data, position.seats)
    write(kernel, position)
    count = kernel.call("rate", 0)
    starts, ends = kernel.read("START", 0, count).tolist(), kernel.read("END", 0, count).tolist()
    worths = kernel.read("WORTHS", 0, 4 * count).tolist()[position.mover :: 4]
    ranking = _ranked(0, dict(zip(map(Step, starts, ends), worths, strict=True)))
    yield ranking
    for ahead in range(1, min(rolls, FARTHEST) + 1):
        close = [
            move
            for move, value in zip(ranking.moves[:FOLLOWED], ranking.values, strict=False)
            if value >= ranking.values[0] - BEHIND
        ]
        if len(close) < 2:
            return
        chances: dict[Step, float] = {}
        for move in close:
            kernel.call("look_far", move.start, move.end, ahead)
            chances[move] = kernel.read("LOOKED", position.mover, 1)[0]
            if clock.over:
                return
            yield None
        ranking = _ranked(ahead, chances)
        yield ranking


def _ranked(rolls: int, chances: Mapping[Step, float]) -> Foresight[Step]:
    order = sorted(chances, key=lambda move: -chances[move])
    return Foresight(rolls, tuple(order), tuple(chances[move] for move in order))


def _ways(kernel: Kernel, position: Position, face: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    # Return starts and ends of the few steps with the best static values, and of the rest. A lost turn has -1.
    write(kernel, position._replace(die=face))
    count = kernel.call("rate", 0)
    starts, ends = kernel.read("START", 0, count).tolist(), kernel.read("END", 0, count).tolist()
    worths = kernel.read("WORTHS", 0, 4 * count).tolist()[position.mover :: 4]
    order = sorted(range(count), key=lambda number: -worths[number])
    few = sum(worths[number] > worths[order[0]] - BEHIND for number in order[:AVERAGED])
    ways = [(starts[number], ends[number]) for number in order]
    return ways[:few], ways[few:]
