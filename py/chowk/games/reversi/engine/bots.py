"""Reversi's opponents: eleven levels, from a player that counts discs to a player that plays the endgame perfectly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from chowk.core import chance
from chowk.core.message import say, say_many
from chowk.engine import assets
from chowk.engine.alphabeta import deepen
from chowk.engine.between import Between, style_of
from chowk.engine.choice import nearly_best
from chowk.engine.protocol import Line, Scope, Survey, Thought
from chowk.engine.search_budget import UNBOUNDED, Clock
from chowk.engine.thinker import thinker
from chowk.games.api import Ladder, Level
from chowk.games.api.scale import Scale, signed
from chowk.games.reversi.rules import PASS, Position, flips, legal

LEVELS: Final = (
    Level(0, say("Panda"), say("Takes as many discs as it can."), 1.0, "panda", "merry"),
    Level(8, say("Penguin"), say("Slides along the edges, and now and then past a corner."), 1.0, "penguin", "merry"),
    Level(1, say("Magpie"), say("Collects corners and edges."), 1.0, "magpie", "sly"),
    Level(9, say("Dolphin"), say("Feels where the good squares are, and leaps without looking."), 10.0,
          "dolphin", "merry"),
    Level(2, say("Puffin"), say("Likes to have many moves to choose from."), 10.0, "puffin", "merry"),
    Level(3, say("Badger"), say("Digs a few moves deep."), 10.0, "badger", "calm"),
    Level(10, say("Bear"), say("Slow to anger, and strong towards the end."), 10.0, "bear", "calm"),
    Level(4, say("Snowy Owl"), say("Patient, and exact towards the end."), 10.0, "snowy owl", "calm"),
    Level(5, say("Orca"), say("Reads far ahead and plays the end without a fault."), 10.0, "orca", "sly"),
    Level(6, say("Octopus"), say("Follows many lines at once and lets go of none."), 10.0, "octopus", "sly"),
    Level(7, say("Blue Whale"), say("Dives deepest of all, and surfaces with the best move."), 3.0,
          "blue whale", "calm", ponders=True),
)  # fmt: skip
"""The opponents. All but the last are limited by depth and nodes, so they play alike on every device.

Their time limits are reached only on very slow devices, whose players would otherwise wait too long.
"""

ALL_DISCS: Final = 64
"""Number of discs, and of squares."""
PLAYED_OUT: Final = 20
"""Number of empty squares from which a review of a game solves positions to the end, in its second, deeper search."""


def _ending(position: Position) -> int:
    empty = ALL_DISCS - (position.black | position.white).bit_count()
    return empty if empty <= PLAYED_OUT else 0


SCALE: Final = Scale(
    24.0,
    lambda count: say_many("{count} disc", "{count} discs", count),
    lambda outcome: float(outcome.scores[0] - outcome.scores[1]),
    8,
    lambda lead: signed(max(-ALL_DISCS, min(lead, ALL_DISCS)), 0),
    closer=2.0,
    deep=18,
    brief=14,
    ending=_ending,
    glance=4,
)
"""The scale of analysis values: the final lead in discs.

Learnt values may exceed 64 discs and are cut off there.
"""


class Style(NamedTuple):
    """The search parameters of a level.

    A level searches `depth` moves ahead and at most `nodes` positions, or without limit if `nodes` is 0. When at most
    `ends` squares are empty, it searches to the end of the game. It chooses its move at random. The weight of a move is
    `exp(-gap / temperature)`, where `gap` is the difference from the best move in discs. `evaluate` is the level's
    evaluation of a position for the side to move; None means the kernel's learnt evaluation. If `book` is True, the
    level uses the opening book. If `steady`, the search stops early when the same move stays best.

    To err as people do, a level adds `greed` discs to the value of a move for each disc that it turns. In the fraction
    `blind` of its moves it overlooks the reply, such as the loss of a corner.
    """

    depth: int
    ends: int = 0
    nodes: int = 0
    temperature: float = 0.0
    evaluate: Callable[[Position], float] | None = None
    book: bool = False
    greed: float = 0.0
    blind: float = 0.0
    steady: bool = False


def _greed(position: Position) -> float:
    """Return the lead in discs of the side to move, with each disc on a corner counted as nine."""
    own, other = position.own, position.other
    return _balance(own, other) + 8 * _balance(own & _CORNERS, other & _CORNERS)


def _place(position: Position) -> float:
    """Return an evaluation by squares and mobility. Corners and edges are good, squares beside an empty corner bad."""
    own, other = position.own, position.other
    worth = sum(weight * _balance(own & mask, other & mask) for weight, mask in _PLACES)
    for corner, beside in _BESIDE:
        if not (own | other) & corner:
            worth -= 3 * _balance(own & beside, other & beside)
    moves = legal(own, other).bit_count() - legal(other, own).bit_count()
    return worth + 0.2 * moves


def _balance(own: int, other: int) -> int:
    return own.bit_count() - other.bit_count()


_CORNERS: Final = 0x8100000000000081
_PLACES: Final = ((16.0, _CORNERS), (1.0, 0x7E8181818181817E), (0.2, 0x007E7E7E7E7E7E00))
_BESIDE: Final = ((1, 0x302), (1 << 7, 0xC040), (1 << 56, 0x203 << 48), (1 << 63, 0x40C0 << 48))

_REACH: Final = 5.0
"""The largest loss of a chosen move compared with the best move, as a multiple of `Style.temperature`."""
STYLES: Final = {
    0: Style(depth=1, temperature=1.5, evaluate=_greed),
    8: Style(depth=1, temperature=1.8, evaluate=_place),
    1: Style(depth=1, temperature=0.3, evaluate=_place),
    9: Style(depth=1, nodes=50_000, temperature=2.2, greed=2.2),
    2: Style(depth=2, ends=4, nodes=50_000, temperature=1.6, greed=1.1, blind=0.55),
    3: Style(depth=3, ends=8, nodes=50_000, temperature=0.95, greed=0.55, blind=0.38),
    10: Style(depth=4, ends=10, nodes=50_000, temperature=0.7, greed=0.3, blind=0.19),
    4: Style(depth=5, ends=12, nodes=100_000, temperature=0.85, book=True),
    5: Style(depth=7, ends=14, nodes=150_000, book=True),
    6: Style(depth=60, ends=18, nodes=150_000, book=True, steady=True),
    7: Style(depth=60, ends=22, book=True, steady=True),
}
"""The search parameters by level number."""


@thinker
def think(position: Position, level: int | Between | Style, seed: int, clock: Clock) -> Iterator[Thought[int]]:
    """Yield the move that a level would play, again and again while it searches. The last one is its choice.

    The same `seed` gives the same choice, unless time limits the search.
    """
    style = style_of(STYLES, level, seed, _ply(position), ("evaluate", "nodes"))
    yield from (_plainly if style.evaluate else _deeply)(position, style, seed, clock)


def _plainly(position: Position, style: Style, seed: int, clock: Clock) -> Iterator[Thought[int]]:
    assert style.evaluate is not None
    for ranking in deepen(position, style.evaluate, clock, style.depth, margin=_REACH * style.temperature):
        if ranking.depth:
            values = [ranked.value for ranked in ranking.moves]
            chosen = nearly_best(ranking.moves, values, style.temperature, seed, _ply(position), _REACH)
            yield Thought(chosen.move, None, ranking.depth)


def _deeply(position: Position, style: Style, seed: int, clock: Clock) -> Iterator[Thought[int]]:
    # The kernel is requested only here: only the worker has it, and it loads the kernel only on request. Importing
    # these modules here keeps the book out of the page, too.
    from chowk.games.reversi.engine import book, reader, weights

    book_moves = book.lookup(position.own, position.other) if style.book and not clock.unaided else ()
    if book_moves:
        # All moves of the book have the same value, so any of them is good, even at the highest level.
        yield Thought(nearly_best(book_moves, [0.0] * len(book_moves), 1.0, seed, _ply(position)))
        return
    kernel, data = assets.kernel("reversi"), assets.data("reversi", weights.DATA)
    depth = min(style.depth, clock.depth)
    # With a limited depth, play the game out only if its end is within that depth or soon after it.
    through = depth == style.depth or depth >= ALL_DISCS - (position.black | position.white).bit_count()
    ends = style.ends if through else min(style.ends, reader.LONG)
    if style.blind and chance.pick((True, False), (_odds(style.blind), _odds(1 - style.blind)), seed, -_ply(position)):
        depth, ends = 1, 0
    liked = {move: style.greed * flips(position.own, position.other, move).bit_count() for move in position.moves()}
    margin = _REACH * style.temperature + max(liked.values()) - min(liked.values())
    bounded = clock.depth < UNBOUNDED
    limits = reader.Limits(depth, ends, style.nodes, margin, clear_table=bounded, steady=style.steady and not bounded)
    for moves, values, depth, exact in reader.think(kernel, data, position.own, position.other, limits, clock):
        # A played-out result is certain and overrules the evaluation.
        looks = values if exact else [value + liked[move] for move, value in zip(moves, values, strict=True)]
        move = nearly_best(moves, looks, style.temperature, seed, _ply(position), _REACH)
        score = values[moves.index(move)] if depth or exact else None
        yield Thought(move, score, depth, exact)


LADDER: Final = Ladder(think, (0, 231, 449, 654, 887, 1119, 1343, 1579, 1813, 2043, 2226))
"""The strengths of the levels, in Elo points above the weakest, from the contests in `tests/bench/contests.json`."""


def survey(
    position: Position,
    past: Sequence[Any],  # noqa: ARG001 - no position repeats
    scope: Scope[int],
    clock: Clock,
) -> Iterator[Survey[int]]:
    """Yield the value of every move, in discs; see `chowk.engine.protocol.Look`."""
    from chowk.games.reversi.engine import reader, weights

    if position.moves() == (PASS,):
        yield Survey((Line((PASS,)),))
        return
    kernel, data = assets.kernel("reversi"), assets.data("reversi", weights.DATA)
    yield from reader.survey(kernel, data, position.own, position.other, scope, clock)


def _odds(share: float) -> int:
    return round(100 * share)


def _ply(position: Position) -> int:
    return 2 * (position.black | position.white).bit_count() + position.turn
