"""Make Parcheesi's puzzles: a position of two players and a roll, of which one use (way to play it) is clearly best.

After the best use, at least three games more of 100 are won than after any other use. Games of 12 rolls prove it, and
games played to the end confirm it.

python3 py/training/parcheesi/puzzles_parcheesi.py --keep parcheesi.jsonl
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk.engine import assets
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.network_weights import lay_out
from chowk.games.api.puzzle import Puzzle
from chowk.games.parcheesi.engine import bots, reader
from chowk.games.parcheesi.rules import Move, Position, Roll, Step, captured
from chowk.games.parcheesi.rules.board import ENTRIES, HOME, NEST, SAFE, TRACK
from chowk.games.parcheesi.rules.state import ODDS, ROLLS, blockades
from training.parcheesi.learn_parcheesi import GAME
from training.shared import dice_puzzles, puzzles
from training.shared.dice_puzzles import Dice, Use
from training.shared.puzzles import Recipe

THEMES: Final = ("home", "capture", "bonus", "nest", "blockade", "safe", "danger", "race")
"""All themes; see `theme`."""
HINT: Final = 0.045
"""Minimum lead of the best use of a roll, as a difference of chances to win (0 to 1), before it is proved.

The chances are averaged over the next roll. If the lead is large enough, roll-outs are played for the proof.
"""
STATIC_HINT: Final = 0.02
"""Minimum lead of the best use of a roll by static evaluation, as a difference of chances to win (0 to 1).

With a smaller lead, no search is made.
"""
EXAMINED: Final = 6
"""Number of uses (ways to play a roll) whose values are averaged over the next roll: the best by static evaluation."""
WIDE: Final = 64
"""Maximum number of uses (ways to play a roll) that are evaluated statically."""

Key = tuple[tuple[int, ...], ...]
Line = tuple[Move, ...]


def fits(position: Position) -> bool:
    """Return True if the dice have just been rolled, and the roll is played as two moves without a bonus."""
    return len(position.parts) == 2 and position.parts == position.dice and not position.bonuses


def result_key(position: Position) -> Key:
    """Return the sorted spaces of all pawns, which identify the result of a use of the roll."""
    return tuple(tuple(sorted(own)) for own in position.pawns)


def lines(position: Position, played: Line = ()) -> Iterator[tuple[Line, Position]]:
    """Yield every order of moves to the end of the roll, and the position there.

    `played` are the moves of the roll that led to `position`.
    """
    if position.turn < 0 or position.over:
        yield played, position
        return
    for move in position.moves():
        after = position.play(move)
        yield from lines(after, (*played, move)) if after.mover == position.mover else [((*played, move), after)]


def uses(position: Position) -> Sequence[Use]:
    """Return the ways to play the roll, each with its chance to win, the best first.

    The result is empty if the best is not clearly ahead.
    """
    values = _values(position)
    if values is None:
        return ()
    by_end = dict[Key, tuple[Position, list[Line]]]()
    for line, end in lines(position):
        by_end.setdefault(result_key(end), (end, []))[1].append(line)
    candidates = [Use(values.get(key, 0.0), end, tuple(ways)) for key, (end, ways) in by_end.items()]
    return sorted(candidates, key=lambda use: -use.value)


def _values(position: Position) -> dict[Key, float] | None:
    # Return the chance after each use of the roll, or None if the best is not clearly ahead.
    kernel, data = assets.learnt("parcheesi")
    lay_out(kernel, data, position.seats)
    reader.write(kernel, position)
    if kernel.call("results", 0) < dice_puzzles.FEWEST:
        return None
    count, seat, size = kernel.call("keep_best", WIDE), position.mover, 4 * position.seats
    worths = [kernel.read("WORTHS", place, 1)[0] for place in kernel.read("MOVES", 0, count)]
    if worths[0] - worths[1] < STATIC_HINT:
        return None
    keys = [_key(kernel.read("KEPT", 16 * number, size)) for number in range(count)]
    next_up = kernel.call("next_after", position.dice[0] == position.dice[1])
    for number in range(min(EXAMINED, count)):
        kernel.call("average", number, next_up)
        worths[number] = kernel.read("LOOKED", seat, 1)[0]
    first, second = sorted(worths, reverse=True)[:2]
    return dict(zip(keys, worths, strict=True)) if first - second >= HINT else None


def _key(places: Sequence[int]) -> Key:
    return tuple(tuple(sorted(places[start : start + 4])) for start in range(0, len(places), 4))


def dangers(end: Position) -> dict[Roll, tuple[float, Key]]:
    """Return the rolls whose best play from the position `end` captures a pawn, each with its result.

    The result is the chance to win of the player who rolls, and the places of all pawns, both after that play. The
    player who rolls is the mover in `end`. After doubles, that is the player who has just moved.
    """
    kernel, data = assets.learnt("parcheesi")
    captures = dict[Roll, tuple[float, Key]]()
    lay_out(kernel, data, end.seats)
    for roll in ROLLS:
        reader.write(kernel, end)
        kernel.call("roll", *roll)
        kernel.call("results", 1)
        kernel.call("keep_best", 1)
        table = _key(kernel.read("KEPT", 0, 4 * end.seats))
        lost = any(
            pawns.count(NEST) < after.count(NEST)
            for seat, (pawns, after) in enumerate(zip(end.pawns, table, strict=True))
            if seat != end.mover
        )
        if lost:
            captures[roll] = _chance(kernel, end, table, kernel.call("next_after", roll.high == roll.low)), table
    return captures


def _chance(kernel: Kernel, end: Position, table: Key, next_up: int) -> float:
    kernel.write("PAWNS", array("b", [place for own in table for place in own]))
    kernel.call("value", next_up)
    return float(kernel.read("CHANCES", end.mover, 1)[0])


def danger(end: Position, seat: int) -> int:
    """Return how many of 36 rolls send a pawn of a seat to its nest; 0 if the seat rolls again."""
    weights = dict(zip(ROLLS, ODDS, strict=True))
    return 0 if end.mover == seat or end.over else sum(weights[roll] for roll in dangers(end))


def punished(position: Position, best: Use, wrong: Use) -> Line:
    """Return the worst roll after a wrong way to play, and the moves with this roll up to the capture.

    Return an empty tuple unless more rolls capture a pawn after the wrong way than after the best way.
    """
    seat = position.mover
    if danger(wrong.end, seat) <= danger(best.end, seat):
        return ()
    rolls = dangers(wrong.end)
    roll = max(rolls, key=lambda roll: rolls[roll][0])
    rolled = wrong.end.play(roll)
    for line, end in lines(rolled):
        if result_key(end) == rolls[roll][1]:
            current = rolled
            for number, move in enumerate(line):
                if isinstance(move, Step) and captured(current, move.to):
                    return (roll, *line[: number + 1])
                current = current.play(move)
    return ()


def theme(position: Position, best: Use, second: Use) -> str:
    """Return the theme: the first of these in which the best use differs from the second.

    home: more pawns come home; capture: more pawns are captured; bonus: both uses earn the same bonus by captures or by
    pawns that come home, and the best spends it better; nest: more pawns leave the nest; blockade: more blockades
    stand; safe: more pawns are on safe spaces or in the home row; danger: fewer rolls capture a pawn; race: none of
    these.
    """
    seat = position.mover
    best_features, second_features = (_features(position, use.end) for use in (best, second))
    for name, first, other in zip(
        ("home", "capture", "nest", "blockade", "safe"), best_features, second_features, strict=True
    ):
        if first > other:
            earned = (best_features[0] - position.pawns[seat].count(HOME), best_features[1])
            return (
                "bonus"
                if name not in ("home", "capture") and any(earned) and best_features[:2] == second_features[:2]
                else name
            )
    if best_features[:2] == second_features[:2] and (
        best_features[1] or best_features[0] > position.pawns[seat].count(HOME)
    ):
        return "bonus"
    return "danger" if danger(best.end, seat) < danger(second.end, seat) else "race"


def _features(position: Position, end: Position) -> tuple[int, ...]:
    # Return the numbers of pawns home, of captures, of pawns out, of blockades, and of safe pawns.
    seat = position.mover
    own, others = end.pawns[seat], [pawns for other, pawns in enumerate(end.pawns) if other != seat]
    sent = sum(pawns.count(NEST) for pawns in others) - sum(
        pawns.count(NEST) for other, pawns in enumerate(position.pawns) if other != seat
    )
    safe = sum(place >= TRACK or bool(place >= 0 and SAFE >> place & 1) for place in own)
    return own.count(HOME), sent, -own.count(NEST), len(blockades(own, position.house)), safe


def greedy(position: Position, move: Move) -> bool:
    """Return True if a move is greedy: it can lead to the most progress that the roll allows.

    A capture counts as a number of steps forward. If all first moves can lead to the most progress, none is greedy.
    """
    farthest = dict[Move, float]()
    for line, end in lines(position):
        worth = bots.STYLES[0].worth(position, result_key(end))
        farthest[line[0]] = max(worth, farthest.get(line[0], worth))
    return min(farthest.values()) < farthest[move] == max(farthest.values())


def likeness(position: Position) -> Any:
    """Return a key that is equal for positions that look equal to the player to move, whichever side that player has.

    It holds the sides as seen from that player, the roll, and the pawns.
    """
    entry = ENTRIES[position.side]
    seats = [(position.mover + step) % position.seats for step in range(position.seats)]
    pawns = tuple(
        tuple(sorted((place - entry) % TRACK if 0 <= place < TRACK else place for place in position.pawns[seat]))
        for seat in seats
    )
    sides = tuple((position.sides[seat] - position.side) % 4 for seat in seats)
    return sides, tuple(sorted(position.parts)), pawns


DICE: Final = Dice(
    game=GAME,
    write=reader.write,
    uses=uses,
    result_key=result_key,
    theme=theme,
    punished=punished,
    rolls=12,
    confirmed=True,
    gap=0.03,
    steady=(3,),
    greedy=4,
    erring=((0.16, 1400), (0.08, 1525), (0.04, 1730), (0.02, 2040)),
)


def make(recipe: Recipe, position: Position) -> Puzzle | None:
    """Make a puzzle of a position. Return None if the position is not suitable."""
    return dice_puzzles.make_puzzle(DICE, recipe, position)


def prove(puzzle: Puzzle, most: int) -> bool:
    """Prove a puzzle again with at most `most` games for each way to play the roll. Return True if that succeeds."""
    return dice_puzzles.holds(DICE, RECIPE, puzzle, most)


def renew(puzzle: Puzzle) -> Puzzle | None:
    """Return an existing puzzle unchanged, or None if its proof does not hold any more or if the puzzle is dull."""
    return dice_puzzles.renewed(DICE, RECIPE, puzzle)


MONGOOSE: Final = bots.STYLES[4]._replace(temperature=0.011)
"""Mongoose as it was when the puzzles were made."""
RECIPE: Final = Recipe(
    name="parcheesi",
    players=(0, 1, MONGOOSE, 2),
    solvers=((0, 1235), (1, 1315), (MONGOOSE, 2330), (2, 2600), (3, 2700)),
    fits=fits,
    shallow=0,
    hint=0.0,
    deep=lambda _: 0,
    gap=0.0,
    theme=lambda *_: "",
    greedy=greedy,
    likeness=likeness,
    per_game=4,
    make=make,
    prove=prove,
    renew=renew,
    natural=lambda *_: False,  # `dice_puzzles.dull` has the rule, because a use of a roll may be more than one move
)

if __name__ == "__main__":
    sys.exit(puzzles.main(RECIPE, sys.argv[1:], __doc__))
