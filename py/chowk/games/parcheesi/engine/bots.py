"""Parcheesi's opponents: seven strengths, from a player of random moves to a player that looks two rolls ahead.

The three strongest use learnt chances to win. No opponent sees dice that have not been rolled: a position holds no
future dice, and simulated games use the opponent's own dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple
from zlib import crc32

from chowk.core import chance
from chowk.core.equity import Weighed
from chowk.core.message import say
from chowk.core.position import Seat
from chowk.engine import assets
from chowk.engine.between import WHOLE, Between, style_of
from chowk.engine.choice import nearly_best
from chowk.engine.foresight import choose
from chowk.engine.protocol import Line, Scope, Survey, Thought
from chowk.engine.search_budget import Clock
from chowk.engine.thinker import thinker
from chowk.games.api import Ladder, Level
from chowk.games.api.scale import of_dice
from chowk.games.parcheesi.engine import look, results
from chowk.games.parcheesi.engine.results import AllPawns, Fixed, Sequel
from chowk.games.parcheesi.rules import END, Move, Position, board
from chowk.games.parcheesi.rules.board import HOME, NEST
from chowk.games.parcheesi.rules.house import House
from chowk.games.parcheesi.rules.roll import Act
from chowk.games.parcheesi.rules.state import choices

LEVELS: Final = (
    Level(0, say("Butterfly"), say("Flits about and moves as it likes."), 1.0, "butterfly", "merry"),
    Level(5, say("Frog"), say("Hops along, and looks where it is going now and then."), 1.0, "frog", "merry"),
    Level(6, say("Deer"), say("Runs straight for home, and sometimes stops to listen."), 1.0, "deer", "calm"),
    Level(1, say("Hare"), say("Runs ahead and captures what it can."), 1.0, "hare", "merry"),
    Level(4, say("Mongoose"), say("Sees danger, and takes the risk all the same."), 1.0, "mongoose", "sly"),
    Level(2, say("Tortoise"), say("Counts what can capture it before it moves."), 1.0, "tortoise", "calm"),
    Level(3, say("Elephant"), say("Considers every roll of the next two turns."), 2.0, "elephant", "calm"),
)

CALIBRATED: Final = (2, 3, 4)
"""Numbers of players for which chances to win are calibrated.

The range of chances is divided into ten equal parts. In every part, the chances are within 2 percentage points of the
actual results or within the sampling error, as measured by `py/training/parcheesi/learn_parcheesi.py`.
"""


def _sure(position: Position) -> bool:
    """Return True if chances to win are calibrated for a position.

    They are if its number of players is in `CALIBRATED` and its house rules are the defaults.
    """
    return position.seats in CALIBRATED and position.house == House()


SCALE: Final = of_dice(_sure)
"""The scale of analysis values: the chance to win, in percentage points above or below one half."""

_AIM: Final = 1 << 64
"""Offset of the random draw that decides whether a move is aimless, so that it does not depend on the other draws."""
_SLICE: Final = 100
"""Number of results of a roll that are evaluated between two pauses. A result is the places of all pawns."""


class Style(NamedTuple):
    """The search parameters of a level.

    A result of a roll is the places of all pawns after it. `worth` returns the static value of a result. After each
    step of the search, the level chooses among the results at random. If a result is worse than the best by `gap` in
    the unit of `worth`, its weight is `exp(-gap / temperature)`.

    The search has three steps:

    * It evaluates all results by `worth`.
    * It examines the `width` best results with every next roll. If `width` is 0, the search ends before this step.
    * It plays up to `games` games of `turns` turns from the best of these.

    If `wide` is not 0, and the house rules are those for which chances to win were learnt, the kernel searches in place
    of these three steps. It keeps the `wide` best results and looks `rolls` rolls ahead.

    In `aimless` percent of its moves, the level plays any move at random instead.
    """

    worth: Callable[[Position, AllPawns], float]
    temperature: float = 0.0
    width: int = 0
    turns: int = 0
    games: int = 0
    wide: int = 0
    rolls: int = 0
    aimless: int = 0


@thinker
def think(position: Position, level: int | Between | Style, seed: int, clock: Clock) -> Iterator[Thought[Move]]:
    """Yield the level's choice of a move, again whenever the search improves it.

    `seed` makes the choice repeatable.
    """
    moves = position.moves()
    draw = crc32(repr(position[:7]).encode())
    style = style_of(STYLES, level, seed, draw, ("aimless", "worth"))
    if chance.below(WHOLE, seed, _AIM + draw) < style.aimless:
        yield Thought(moves[chance.below(len(moves), seed, draw)])
    elif style.wide and position.house == House() and position.turn >= 0:
        yield from _deeply(position, style, seed, draw, clock)
    else:
        yield from _think(position, style, seed, draw, clock)


def _deeply(position: Position, style: Style, seed: int, draw: int, clock: Clock) -> Iterator[Thought[Move]]:
    # The kernel is requested only here: only the worker has it, and it loads the kernel only on request.
    from chowk.games.parcheesi.engine import reader

    rankings = reader.think(*assets.learnt("parcheesi"), position, style.wide, clock)
    closeness = 2 / position.seats  # with more players, chances are closer together
    yield from choose(rankings, style.rolls, style.temperature * closeness, seed, draw)


LADDER: Final = Ladder(think, (0, 182, 386, 567, 812, 955, 1078))
"""The strengths of the levels, in Elo points above the weakest, from the contests in `tests/bench/contests.json`."""


def survey(
    position: Position,
    past: Sequence[Any],  # noqa: ARG001 - nothing repeats
    scope: Scope[Move],
    clock: Clock,
) -> Iterator[Survey[Move]]:
    """Yield the value of every move, as a chance to win in percentage points above or below one half.

    See `chowk.engine.protocol.Look`.
    """
    if position.turn < 0:
        yield Survey(tuple(Line((move,)) for move in position.moves()))
        return
    # The kernel is requested only here: only the worker has it, and it loads the kernel only on request.
    from chowk.games.parcheesi.engine import reader

    yield from reader.survey(*assets.learnt("parcheesi"), position, scope, clock)


def weigh(position: Position, moves: Sequence[Move], clock: Clock) -> Iterator[Weighed | None]:
    """Evaluate a roll and the moves made with it: how they changed the players' chances; see `protocol.Weigh`."""
    # The kernel is requested only here: only the worker has it, and it loads the kernel only on request.
    from chowk.games.parcheesi.engine import reader

    yield from reader.weigh(*assets.learnt("parcheesi"), position, moves, clock)


def calibrated(position: Position) -> bool:
    """Return True if chances to win are calibrated for a position, and it is known who starts."""
    return _sure(position) and not position.opening


def _think(position: Position, style: Style, seed: int, draw: int, clock: Clock) -> Iterator[Thought[Move]]:
    named = {_key(act): move for move, act, _ in choices(position)}
    if not named:  # dice are due, so there is no move to choose
        return
    valued: list[tuple[float, Sequel]] = []
    for result in results.now(position):
        valued.append((style.worth(position, result.table), result))
        if len(valued) % _SLICE == 0:
            yield _best(named, valued)
            if clock.over:
                break
    valued.sort(key=lambda sequel: -sequel[0])
    options = [sequel for _, sequel in valued]
    chosen = nearly_best(options, [value for value, _ in valued], style.temperature, seed, draw)
    thought = _thought(named, chosen, valued[options.index(chosen)][0], 1)
    yield thought
    if style.width and len({_key(sequel.first) for sequel in options}) > 1:
        yield from _ahead(position, style, options[: style.width], seed + draw, clock, named, thought)


def _ahead(
    position: Position,
    style: Style,
    options: Sequence[Sequel],
    seed: int,
    clock: Clock,
    named: Mapping[Any, Move],
    thought: Thought[Move],
) -> Iterator[Thought[Move]]:
    scene = _scene(position)
    next_up = scene.after(position.mover, _is_double(position))
    tables = [sequel.table for sequel in options]
    depth = 1
    for values in _averages(scene, tables, next_up, style, seed):
        if clock.over:
            return
        if values is not None:
            depth += 1
            chosen = nearly_best(options, values, style.temperature, seed, position.doubles)
            thought = _thought(named, chosen, values[options.index(chosen)], depth)
        yield thought


def _averages(
    scene: look.Prospect, tables: Sequence[AllPawns], next_up: Seat, style: Style, seed: int
) -> Iterator[list[float] | None]:
    first: list[float] = []
    for averages in look.expectation(scene, tables, next_up):
        first = averages or first
        yield averages
    if style.games:
        yield from look.games(scene, tables, next_up, style.turns, seed, style.games, first)


def _best(named: Mapping[Any, Move], valued: Sequence[tuple[float, Sequel]]) -> Thought[Move]:
    value, result = max(valued, key=lambda pair: pair[0])
    return _thought(named, result, value, 1)


def _thought(named: Mapping[Any, Move], result: Sequel, value: float, depth: int) -> Thought[Move]:
    return Thought(named[_key(result.first)], value, depth)


def _key(act: Act | None) -> Any:
    # Return a key that identifies a move of the position. A declined bonus moves no pawn.
    return (act.code, act.end, act.spent) if act and act.spent else END


def _is_double(position: Position) -> bool:
    return position.dice[0] == position.dice[1]


def _scene(position: Position) -> look.Prospect:
    return look.Prospect(Fixed(position.sides, position.house), position.mover, position.placed)


def _progress(position: Position, table: AllPawns) -> float:
    """Return how many steps the player to move is ahead of the others. `table` is the places of all pawns.

    This is the number of steps that the others' pawns still have to go, minus that of the player's own pawns. A pawn in
    the nest counts as if it had 12 more steps to go, and a pawn that is home as if it had gone 5 beyond.
    """
    worth = 0.0
    for seat, own in enumerate(table):
        sign = 1 if seat == position.mover else -1
        steps = sum(board.distance(position.sides[seat], place) for place in own)
        worth -= sign * (steps + 12 * own.count(NEST) - 5 * own.count(HOME))
    return worth


def _chance(position: Position, table: AllPawns) -> float:
    """Return the chance to win of the player to move, if the roll leads to a table (the places of all pawns).

    It takes into account, for each pawn, all rolls with which another player could capture the pawn.
    """
    scene = _scene(position)
    return scene.value(table, scene.after(position.mover, _is_double(position)))


STYLES: Final = (
    Style(_progress, aimless=WHOLE),
    Style(_progress, temperature=12.0),
    Style(_chance, temperature=0.005, wide=12),
    Style(_chance, width=8, turns=4, games=108, wide=12, rolls=2),
    Style(_chance, temperature=0.02, wide=12),
    Style(_progress, temperature=12.0, aimless=66),
    Style(_progress, temperature=12.0, aimless=32),
)
"""The search parameters by level number."""
