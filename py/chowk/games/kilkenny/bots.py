"""The opponents of Kilkenny Cats: five strengths, from one that runs about to one that looks three rolls ahead.

The upper three go by chances to win that were learnt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from chowk.core import supplies
from chowk.core.clock import Clock
from chowk.core.luck import Weighed
from chowk.core.message import say, say_many
from chowk.core.oracle import Line, Scope, Survey, Thought
from chowk.core.position import Seat
from chowk.games.card import Level
from chowk.games.kilkenny.rules import House, Move, Position
from chowk.games.kilkenny.rules.state import FORFEIT, hopeless, players, quiet_rounds
from chowk.games.scale import Scale, decided, signed
from chowk.search.choice import nearly_best
from chowk.search.thinker import thinker

if TYPE_CHECKING:
    from chowk.games.kilkenny.engine.search import Ranking

LEVELS: Final = (
    Level(0, say("Kitten"), say("Runs about, and sometimes after a mouse."), 0.5, "kitten", "merry"),
    Level(1, say("Barn Cat"), say("Has a mouse in mind, and is easily distracted."), 0.5, "barn cat", "merry"),
    Level(2, say("Tabby"), say("Takes the shortest way and whatever lies on it."), 0.5, "tabby", "calm"),
    Level(3, say("Ship's Cat"), say("Looks round for danger before it runs."), 1.0, "ship's cat", "sly"),
    Level(4, say("Lynx"), say("Considers every roll of the next two turns."), 2.0, "lynx", "sly"),
)


_WON: Final = 60.0
_TENTHS: Final = 10.0
SCALE: Final = Scale(
    _WON,
    lambda count: say_many("{count} tenth of a turn", "{count} tenths of a turn", count),
    decided(_WON),
    2,
    lambda lead: signed(max(-_WON, min(_WON, lead)) / _TENTHS, 1),
    slip=0.1,
    mistake=0.25,
    surveyed=True,
    method=say("Every move is compared with the others of the same roll, after the next player's best answers."),
    unit=say("Advantage in turns of the race"),
)
"""Scores are in tenths of a turn that a player is ahead of the leading opponent."""

WINNING: Final = 1.0
"""Who is so many turns of the race ahead of everybody else reckons that it is winning."""


CALIBRATED: Final = (2, 3, 4)
"""For so many seats chances to win lie within 2 points of what came of them, or within the sampling error, in every
tenth: measured by `py/tools/learn_kilkenny.py`."""

RESTLESS: Final = 20
RESTLESS_HALF: Final = 5
"""After so many rounds without a capture or a mouse everybody goes to work: the temperature halves every so many from
then."""


class Style(NamedTuple):
    """How a level finds its move.

    It chooses among moves that are worse than the best by a few times `temperature`: turns of the race, or with
    `rolls`, none or more, chances to win between two as they were learnt, after so many rolls.
    """

    temperature: float
    rolls: int | None = None


STYLES: Final = (
    Style(temperature=6.0),
    Style(temperature=1.5),
    Style(temperature=0.015, rolls=0),
    Style(temperature=0.0, rolls=0),
    Style(temperature=0.0, rolls=3),
)


@thinker
def think(position: Position, level: int, seed: int, clock: Clock) -> Iterator[Thought[Move]]:
    """Ever better thoughts of the level of that number; settled by `seed` if the clock is."""
    style = STYLES[level]
    if style.rolls is not None and position.moves() != (FORFEIT,) and not _desperate(position):
        yield from _deeply(position, style, style.rolls, seed, clock)
    else:
        yield from _search(position, style, seed)


def _deeply(position: Position, style: Style, rolls: int, seed: int, clock: Clock) -> Iterator[Thought[Move]]:
    # Only the worker, and only when it is asked, has a kernel.
    from chowk.games.kilkenny.engine import reader, weights

    kernel, data = supplies.kernel("kilkenny"), supplies.data("kilkenny", weights.DATA)
    thought = None
    for ranking in reader.think(kernel, data, position, rolls, clock):
        if ranking:
            chosen = nearly_best(ranking.moves, ranking.values, _calm(position, style), seed, position.quiet)
            thought = Thought[Move](chosen, None, ranking.rolls + 1)
        if thought:
            yield thought


def survey(
    position: Position,
    past: Sequence[Any],  # noqa: ARG001 - the position says what matters
    scope: Scope[Move],
    clock: Clock,
) -> Iterator[Survey[Move]]:
    """What every move is worth in tenths of a turn; see `chowk.core.oracle.Look`.

    Where nobody can win by mice any more the moves are only put in order.
    """
    from chowk.games.kilkenny.engine.search import DEEPEST, Search, duel

    if position.turn < 0:
        yield Survey(tuple(Line((move,)) for move in position.moves()))
        return
    search = Search(position)
    if not search.moves:
        search.ends = [position.cats]  # a lost turn leaves all as it is
        value = None if _desperate(position) else next(search.worths(0, 1))
        yield Survey((Line((FORFEIT,), None if value is None else _TENTHS * value, 1),))
        return
    if _desperate(position):
        ranking = duel(search)
        order = sorted(range(len(ranking.moves)), key=lambda at: -ranking.values[at])
        yield Survey(tuple(Line((ranking.moves[at],), None, 1) for at in order))
        return
    depth, found = min(scope.depth, DEEPEST), dict(scope.known)
    steps = [depth] if found else range(1, depth + 1)
    for ahead in steps:
        for at, move in enumerate(search.moves):
            if move in found and found[move].depth >= ahead:
                continue
            for value in search.worths(at, ahead):
                if value is not None:
                    found[move] = Line((move,), _TENTHS * value, ahead)
                elif clock.over:
                    yield _surveyed(found, depth)
                    return
                else:
                    yield _surveyed(found, depth)
    yield _surveyed(found, depth + 1 if depth < DEEPEST else 0)


def weigh(position: Position, made: Sequence[Move], clock: Clock) -> Iterator[Weighed | None]:
    """What a number and the move made with it changed of everybody's chance to win; see `chowk.core.oracle.Weigh`."""
    # Only the worker, and only when it is asked, has a kernel.
    from chowk.games.kilkenny.engine import reader, weights

    kernel, data = supplies.kernel("kilkenny"), supplies.data("kilkenny", weights.DATA)
    yield from reader.weigh(kernel, data, position, made, clock)


def calibrated(position: Position) -> bool:
    """Whether chances to win are calibrated here: under the default house rules, once it is known who starts."""
    usual = House(pair=position.house.pair)
    return position.seats in CALIBRATED and position.house == usual and not (position.opening or position.strays)


def _surveyed(found: Mapping[Move, Line[Move]], onward: int) -> Survey[Move]:
    return Survey(tuple(sorted(found.values(), key=lambda line: -(line.score or 0.0))), len(found), onward)


def accepts(position: Position, seat: Seat) -> bool:
    """Whether an opponent in that seat agrees to a draw that is offered: unless it reckons that it is winning."""
    from chowk.games.kilkenny.engine.outlook import table

    return table(position).worth(position.cats, seat) < WINNING


def _search(position: Position, style: Style, seed: int) -> Iterator[Thought[Move]]:
    # Its tables take a moment to lay out, so they are fetched only in the worker and only when needed.
    from chowk.games.kilkenny.engine.search import Search, duel

    search = Search(position)
    if _desperate(position):
        yield _thought(position, duel(search), 0.0, seed)
        return
    yield _thought(position, search.at_once(), _calm(position, style), seed)


def _calm(position: Position, style: Style) -> float:
    """How far from the best a move may be now."""
    calm: float = 0.5 ** (max(0, quiet_rounds(position) - RESTLESS) / RESTLESS_HALF)
    near = 1.0 if style.rolls is None else 2 / position.seats  # among more, chances lie nearer to one another
    return style.temperature * calm * near


def _thought(position: Position, ranking: Ranking, temperature: float, seed: int) -> Thought[Move]:
    chosen = nearly_best(ranking.moves, ranking.values, temperature, seed, position.quiet)
    return Thought(chosen, ranking.values[ranking.moves.index(chosen)], ranking.depth)


def _desperate(position: Position) -> bool:
    """Whether nobody who is left can win by mice, so that somebody has to attack."""
    return all(hopeless(position, seat) for seat in players(position))
