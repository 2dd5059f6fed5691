"""The opponents of Kilkenny Cats: six strengths, from aimless running to a search three rolls ahead.

The three strongest use learnt chances to win.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from chowk.core.equity import Weighed
from chowk.core.message import say
from chowk.core.position import Seat
from chowk.engine import assets
from chowk.engine.between import Between, style_of
from chowk.engine.choice import nearly_best
from chowk.engine.foresight import Foresight, choose
from chowk.engine.protocol import Line, Scope, Survey, Thought
from chowk.engine.search_budget import Clock
from chowk.engine.thinker import thinker
from chowk.games.api import Ladder, Level
from chowk.games.api.scale import of_dice
from chowk.games.kilkenny.rules import House, Move, Position
from chowk.games.kilkenny.rules.state import FORFEIT, hopeless, players, quiet_rounds

if TYPE_CHECKING:
    from chowk.games.kilkenny.engine.search import Ranking

LEVELS: Final = (
    Level(0, say("Kitten"), say("Runs about, and sometimes after a mouse."), 0.5, "kitten", "merry"),
    Level(1, say("Barn Cat"), say("Has a mouse in mind, and is easily distracted."), 0.5, "barn cat", "merry"),
    Level(5, say("House Cat"), say("Knows its mouse, and takes a nap on the way."), 0.5, "house cat", "calm"),
    Level(2, say("Tabby"), say("Takes the shortest way and whatever lies on it."), 0.5, "tabby", "calm"),
    Level(3, say("Ship's Cat"), say("Looks round for danger before it runs."), 1.0, "ship's cat", "sly"),
    Level(4, say("Lynx"), say("Considers every roll of the next two turns."), 2.0, "lynx", "sly"),
)


CALIBRATED: Final = (2, 3, 4)
"""Numbers of players for which chances to win are calibrated.

The range of chances is divided into ten equal parts. In every part, the chances are within 2 percentage points of the
actual results or within the sampling error, as measured by `py/training/kilkenny/learn_kilkenny.py`.
"""


def _sure(position: Position) -> bool:
    """Return True if games have shown that the computed chances to win are right for positions like this one.

    They have if the number of players is in `CALIBRATED`, the house rules are the defaults, except for the choice of
    colours, and there are no cats without an owner.
    """
    usual = House(pair=position.house.pair)
    return position.seats in CALIBRATED and position.house == usual and not position.strays


SCALE: Final = of_dice(_sure)
"""The scale of analysis values: the chance to win, in percentage points above or below one half."""

WINNING: Final = 1.0
"""The smallest lead over the leading other player with which an opponent refuses a draw.

The unit is a turn of the race to the mice, the goal squares of the cats.
"""


RESTLESS: Final = 20
RESTLESS_HALF: Final = 5
"""Number of rounds without progress in which an opponent's `Style.temperature` halves.

The temperature starts to fall after `RESTLESS` rounds without progress. With a lower temperature opponents err less, so
that games end. Progress is a capture, or a cat's arrival on its mouse (its goal square).
"""


class Style(NamedTuple):
    """The search parameters of a level.

    A level chooses its move at random: the weight of a move is `exp(-gap / temperature)`, where `gap` is the difference
    from the best move. If `rolls` is None, the level does not search, and the unit of `temperature` is a turn of the
    race to the mice. Otherwise it looks `rolls` rolls ahead, and `temperature` is in winning chances, from 0 to 1, for
    a game of two players.
    """

    temperature: float
    rolls: int | None = None


STYLES: Final = (
    Style(temperature=6.0),
    Style(temperature=2.35),
    Style(temperature=0.028, rolls=0),
    Style(temperature=0.008, rolls=0),
    Style(temperature=0.0, rolls=3),
    Style(temperature=0.85),
)


@thinker
def think(position: Position, level: int | Between | Style, seed: int, clock: Clock) -> Iterator[Thought[Move]]:
    """Yield the level's choice of a move, again whenever the search improves it.

    `seed` makes the choice repeatable.
    """
    style = style_of(STYLES, level, seed, position.quiet, ("rolls",))
    if style.rolls is not None and position.moves() != (FORFEIT,) and not _desperate(position):
        yield from _deeply(position, style, style.rolls, seed, clock)
    else:
        yield from _search(position, style, seed)


def _deeply(position: Position, style: Style, rolls: int, seed: int, clock: Clock) -> Iterator[Thought[Move]]:
    # The kernel is requested only here: only the worker has it, and it loads the kernel only on request.
    from chowk.games.kilkenny.engine import reader

    rankings: Iterator[Foresight[Move] | None] = reader.think(*assets.learnt("kilkenny"), position, rolls, clock)
    yield from choose(rankings, rolls, _temperature(position, style), seed, position.quiet)


LADDER: Final = Ladder(think, (0, 240, 487, 701, 919, 1042))
"""The strengths of the levels, in Elo points above the weakest, from the contests in `tests/bench/contests.json`."""


def survey(
    position: Position,
    past: Sequence[Any],  # noqa: ARG001 - the position is enough
    scope: Scope[Move],
    clock: Clock,
) -> Iterator[Survey[Move]]:
    """Yield the value of every move, as a chance to win in percentage points above or below one half.

    If a roll is due, yield the moves without values. If every player still in the game has too few cats for both mice,
    yield the moves without values, the best first. See `chowk.engine.protocol.Look`.
    """
    if position.turn < 0:
        yield Survey(tuple(Line((move,)) for move in position.moves()))
        return
    if _desperate(position):
        from chowk.games.kilkenny.engine.search import Search, duel

        ranking = duel(Search(position))
        order = sorted(range(len(ranking.moves)), key=lambda index: -ranking.values[index])
        yield Survey(tuple(Line((ranking.moves[index],), None, 1) for index in order) or (Line((FORFEIT,), None, 1),))
        return
    # The kernel is requested only here: only the worker has it, and it loads the kernel only on request.
    from chowk.games.kilkenny.engine import reader

    yield from reader.survey(*assets.learnt("kilkenny"), position, scope, clock)


def weigh(position: Position, moves: Sequence[Move], clock: Clock) -> Iterator[Weighed | None]:
    """Yield an evaluation of how a roll and the move made with it changed the players' chances to win.

    `moves` are the roll and the move. Yield None at each pause before the evaluation; see `protocol.Weigh`.
    """
    # The kernel is requested only here: only the worker has it, and it loads the kernel only on request.
    from chowk.games.kilkenny.engine import reader

    yield from reader.weigh(*assets.learnt("kilkenny"), position, moves, clock)


def calibrated(position: Position) -> bool:
    """Return True if chances to win are calibrated for a position, and it is known who starts."""
    return _sure(position) and not position.opening


def accepts(position: Position, seat: Seat) -> bool:
    """Return True if the opponent in `seat` agrees to a draw.

    It agrees unless it leads every other player by at least `WINNING` in the race to the mice.
    """
    from chowk.games.kilkenny.engine.outlook import fixed_parts

    return fixed_parts(position).worth(position.cats, seat) < WINNING


def _search(position: Position, style: Style, seed: int) -> Iterator[Thought[Move]]:
    # The module's tables take time to compute, so it is imported only in the worker and only when needed.
    from chowk.games.kilkenny.engine.search import Search, duel

    search = Search(position)
    if _desperate(position):
        yield _thought(position, duel(search), 0.0, seed)
        return
    yield _thought(position, search.at_once(), _temperature(position, style), seed)


def _temperature(position: Position, style: Style) -> float:
    """Return the temperature of a level's random choices in a position.

    It is lower after many rounds without progress. For levels that use chances to win, it is also lower with more
    players, because the chances are then closer together.
    """
    factor: float = 0.5 ** (max(0, quiet_rounds(position) - RESTLESS) / RESTLESS_HALF)
    closeness = 1.0 if style.rolls is None else 2 / position.seats  # with more players, chances are closer together
    return style.temperature * factor * closeness


def _thought(position: Position, ranking: Ranking, temperature: float, seed: int) -> Thought[Move]:
    chosen = nearly_best(ranking.moves, ranking.values, temperature, seed, position.quiet)
    return Thought(chosen, ranking.values[ranking.moves.index(chosen)], 1)


def _desperate(position: Position) -> bool:
    """Return True if every remaining player has too few cats to put one on each of the player's two mice.

    The game then ends only if somebody attacks.
    """
    return all(hopeless(position, seat) for seat in players(position))
