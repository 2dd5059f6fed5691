"""Patchwork's opponents: eight levels, from one that is random now and then to one with a learnt evaluation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zlib import crc32

from chowk.core import chance
from chowk.core.message import Message, PlayerName, say, say_many
from chowk.core.position import Seat
from chowk.engine import assets
from chowk.engine.between import Between, style_of
from chowk.engine.choice import nearly_best
from chowk.engine.protocol import Line, Scope, Survey, Thought
from chowk.engine.search_budget import Clock
from chowk.engine.thinker import thinker
from chowk.games.api import Ladder, Level
from chowk.games.api.scale import EVEN, Kinds, Scale, as_chance, decided, even_more, in_chances
from chowk.games.patchwork.rules import ADVANCE, House, Move, Place, Position, Single, Take
from chowk.games.patchwork.rules.quilt import Mask, placements

if TYPE_CHECKING:
    from chowk.games.patchwork.engine.search import Branch, Ranking

LEVELS: Final = (
    Level(0, say("Silkworm"), say("Buys what pleases it and sews it on somewhere."), 0.5, "silkworm", "merry"),
    Level(6, say("Sheep"), say("Buys with good sense, and dreams now and then."), 0.5, "sheep", "calm"),
    Level(1, say("Sparrow"), say("Picks the best patch within reach and thinks no further."), 0.5, "sparrow", "merry"),
    Level(7, say("Ant"), say("Carries home what pays, and seldom looks round."), 1.0, "ant", "calm"),
    Level(2, say("Weaver Bird"), say("Considers the reply before it buys."), 1.0, "weaver bird", "calm"),
    Level(
        3, say("Spider"), say("Sits still, counts buttons and time, and keeps its quilt tight."), 1.0, "spider", "sly"
    ),
    Level(
        4,
        say("Bowerbird"),
        say("Knows which patches you will see next, and works out the ending."),
        1.5,
        "bowerbird",
        "sly",
    ),
    Level(
        5,
        say("Honeybee"),
        say("Has learnt from thousands of games what each button and each gap is worth."),
        10.0,
        "honeybee",
        "merry",
    ),
)
"""The opponents.

All opponents are limited by depth or by a number of nodes, so they play alike on every device. Their time limits are
reached only on very slow devices, whose players would otherwise wait too long.
"""


def _summary(seat: Seat, costs: Sequence[int]) -> Message:
    buying, sewing = costs
    if not buying + sewing:
        return say("{player} made no choice that cost a point.", player=PlayerName(seat))
    return say_many(
        "{player}'s choices cost {count} point: {buying} in buying, {sewing} in sewing.",
        "{player}'s choices cost {count} points: {buying} in buying, {sewing} in sewing.",
        buying + sewing,
        player=PlayerName(seat),
        buying=buying,
        sewing=sewing,
    )


def _sure(position: Position) -> bool:
    """Return True if a position has the default house rules. Chances to win are calibrated only for these."""
    return bool(position.house == House())


SCALE: Final = Scale(
    EVEN,
    in_chances,
    decided(EVEN),
    5,
    as_chance,
    slip=0.1,
    mistake=0.2,
    surveyed=True,
    method=say(
        "Each choice is looked at 5 moves ahead. The chances to win were learnt from many games, and suppose good "
        "play on both sides."
    ),
    unit=say("Chance to win"),
    kinds=Kinds(
        (say("Buying"), say("Sewing")),
        lambda position: int(bool(position.hand or position.single)),
        _summary,
        say(
            "Errors are what choices cost of the chance to win, compared with the best ones: in buying, which "
            "patch, or going ahead; in sewing, the place for a patch that was bought or won."
        ),
        _sure,
    ),
    sure=_sure,
    closer=3.0,
    deep=14,
    averaged=4,  # one more purchase can change a value by 30 points
    close=2.0,
    chance=even_more,
)
"""The scale of analysis values: the chance to win, in percentage points above or below one half."""


class Style(NamedTuple):
    """The search parameters of a level.

    A level searches `depth` plies ahead. It chooses at random among its moves. If a move is worse than the best by
    `gap` points, its weight is `exp(-gap / temperature)`. To place a patch that was bought, it searches `places` plies.
    If `nodes` is not 0, it searches that many positions with the kernel and the learnt evaluation.

    If `depth` is 0, the level does not search. It makes the purchase or advance that gains most for each space that the
    token moves, but one move in `fancy` is random.
    """

    depth: int
    places: int = 1
    temperature: float = 0.0
    fancy: int = 0
    nodes: int = 0


STYLES: Final = (
    Style(depth=0, fancy=4),
    Style(depth=1, temperature=0.8),
    Style(depth=3, temperature=0.4),
    Style(depth=6, places=2, temperature=0.2),
    Style(depth=60, nodes=2_500),
    Style(depth=60, nodes=50_000),
    Style(depth=1, temperature=2.0),
    Style(depth=2, temperature=0.55),
)
"""The search parameters by level number."""
_REACH: Final = 4
"""The largest loss of a chosen move compared with the best move, as a multiple of `Style.temperature`."""


@thinker
def think(position: Position, level: int | Between, seed: int, clock: Clock) -> Iterator[Thought[Move]]:
    """Yield the move that a level would play, again and again while it searches. The last one is its choice.

    The same `seed` gives the same choice.
    """
    draw = crc32(repr(position[:6]).encode())
    style = style_of(STYLES, level, seed, draw, ("depth", "nodes"))
    if style.nodes:
        yield from _deeply(position, style, clock)
    elif style.depth:
        yield from _search(position, style, seed, draw, clock)
    else:
        yield Thought(_fancy(position, style, seed, draw))


def _deeply(position: Position, style: Style, clock: Clock) -> Iterator[Thought[Move]]:
    # The kernel is requested only here: only the worker has it, and it loads the kernel only on request.
    from chowk.games.patchwork.engine import reader, values

    kernel, data = assets.kernel("patchwork"), assets.data("patchwork", values.DATA)
    for thoughts in reader.think(kernel, data, position, style.nodes, clock):
        yield Thought(thoughts.moves[0], values.chance(thoughts.worths[0]), thoughts.depth, thoughts.exact)


LADDER: Final = Ladder(think, (0, 209, 351, 567, 773, 1007, 1176, 1307))
"""The strengths of the levels, in Elo points above the weakest, from the contests in `tests/bench/contests.json`."""


def survey(
    position: Position,
    past: Sequence[Any],  # noqa: ARG001 - the position is enough
    scope: Scope[Move],
    clock: Clock,
) -> Iterator[Survey[Move]]:
    """Yield the value of every purchase or, if a patch must be sewn on, of the best placements.

    See `chowk.engine.protocol.Look`.
    """
    from chowk.games.patchwork.engine import reader, values

    if len(position.moves()) < 2:
        yield Survey(tuple(Line((move,)) for move in position.moves()))
        return
    kernel, data = assets.kernel("patchwork"), assets.data("patchwork", values.DATA)
    yield from reader.survey(kernel, data, position, scope, clock)


def _search(position: Position, style: Style, seed: int, draw: int, clock: Clock) -> Iterator[Thought[Move]]:
    # Importing the engine computes its tables, so the worker imports it on first use.
    from chowk.games.patchwork.engine import board
    from chowk.games.patchwork.engine.search import Search

    due = position.hand or position.single
    search = Search(board.board(position), board.state(position), _REACH * style.temperature)
    thought, previous = Thought(position.moves()[0]), None
    for ranking in search.deepen(style.places if due else style.depth, clock):
        if ranking is not previous:
            option, value = _chosen(ranking, 0.0 if due else style.temperature, seed, draw)
            thought = Thought(_move(position, option), value, ranking.depth)
            previous = ranking
        yield thought


def _chosen(ranking: Ranking, temperature: float, seed: int, draw: int) -> tuple[Branch, float]:
    """Return one of the moves that are nearly as good as the best, and its value in points.

    `draw` is a number computed from the position. `draw` and `seed` decide which move. The lower the `temperature`, the
    less likely are worse moves; see `Style`.
    """
    close = [value for value in ranking.values if value >= ranking.values[0] - _REACH * temperature]
    option = nearly_best(ranking.options[: len(close)], close, temperature, seed, draw)
    return option, ranking.values[ranking.options.index(option)]


def _move(position: Position, option: Branch) -> Move:
    if position.hand or position.single:
        return _sewing(position, option.mask)
    return ADVANCE if option.place < 0 else Take(position.queue[option.place])


def _sewing(position: Position, mask: Mask) -> Move:
    """Return the move that covers exactly the cells of a mask."""
    if position.single:
        return Single(mask.bit_length() - 1)
    return next(Place(turned, corner) for turned, corner, cells in placements(position.hand) if cells == mask)


def _fancy(position: Position, style: Style, seed: int, draw: int) -> Move:
    """Return the purchase or advance that gains most for each space that the token moves, or sometimes a random move.

    If a patch must be sewn on, return the placement with the fewest empty cells around it. `draw` is a number computed
    from the position. `draw` and `seed` decide whether the move is random, and which random move it is; see `Style`.
    """
    from chowk.games.patchwork.engine import board, packing

    if position.hand or position.single:
        return _sewing(position, packing.plainly(position.own.quilt, position.hand))
    moves = position.moves()
    if chance.below(style.fancy, seed, 2 * draw) == 0:
        return moves[chance.below(len(moves), seed, 2 * draw + 1)]
    own = board.state(position).own
    return max(moves, key=lambda move: board.rate(own, move.patch) if isinstance(move, Take) else 1.0)
