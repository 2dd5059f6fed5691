"""Checkers' opponents: nine levels, from a player that sees the next jump to a player that looks up endings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from chowk.core.message import say, say_many
from chowk.engine import assets
from chowk.engine.between import Between, style_of
from chowk.engine.choice import nearly_best
from chowk.engine.protocol import Scope, Survey, Thought
from chowk.engine.search_budget import UNBOUNDED, Clock
from chowk.games.api import Extra, Ladder, Level
from chowk.games.api.scale import Scale, decided, signed
from chowk.games.checkers.rules import Move, Position

_BOOK: Final = Extra("book.bin", say("Opening book"))
LEVELS: Final = (
    Level(0, say("Duckling"), say("Sees the next jump, and not much more."), 10.0, "duckling", "merry"),
    Level(1, say("Hedgehog"), say("Keeps its men together and thinks once about each move."), 10.0, "hedgehog", "calm"),
    Level(2, say("Otter"), say("Plays quickly and likes a small trap."), 10.0, "otter", "merry"),
    Level(8, say("Squirrel"), say("Leaps from branch to branch, and seldom slips."), 10.0, "squirrel", "merry"),
    Level(3, say("Heron"), say("Stands still for a long time, then takes two at once."), 10.0, "heron", "calm"),
    Level(4, say("Fox"), say("Gives a man to win two."), 10.0, "fox", "sly"),
    Level(7, say("Wolf"), say("Hunts with patience, and leaves no way out."), 10.0, "wolf", "calm"),
    Level(5, say("Raven"), say("Has read the books and forgets no ending."), 10.0, "raven", "sly",
          (_BOOK,)),
    Level(6, say("Tiger"), say("Lies in wait many moves ahead, and springs once."), 2.0, "tiger", "calm",
          (_BOOK, Extra("fives.bin", say("Endings of five pieces")),
           Extra("sixes.bin", say("Endings of six pieces"), memory=300, generated=True)), ponders=True),
)  # fmt: skip
"""The opponents.

All but the last are limited by depth and nodes, so they play alike on every device that has their extra files. Their
time limits are reached only on very slow devices, whose players would otherwise wait too long.
"""

_WON: Final = 250.0
"""The lead that nearly always wins, in hundredths of a man."""
WIN: Final = 30_000
"""The kernel's value of a won game. Each ply to the win costs 1."""
PROVEN: Final = 29_000
"""Minimum value of a forced win. Even the longest possible win has a higher value."""


def nears_end(position: Position) -> bool:
    """Return True if a position has at most six pieces. Endgame tables may then have the results of its moves."""
    return (position.black | position.white).bit_count() <= 6


def _written(lead: float) -> str:
    """Format a lead, in hundredths of a man, as men, or as the number of moves to a win (`#5`) or a loss (`−#5`)."""
    if abs(lead) < PROVEN:
        return signed(lead / 100, 2)
    return f"{'−' if lead < 0 else ''}#{(WIN - abs(round(lead)) + 1) // 2}"


SCALE: Final = Scale(
    _WON,
    lambda count: say_many("{count} man", "{count} men", count / 100),
    decided(_WON),
    8,
    _written,
    closer=25.0,
    deep=20,
    brief=14,
    glance=4,
)
"""The scale of analysis values: hundredths of a man. A lead of two and a half men nearly always wins."""


class Style(NamedTuple):
    """The search parameters of a level.

    A level searches `depth` plies ahead, and further while a capture is possible. It visits at most `nodes` positions,
    or any number if `nodes` is 0. It chooses its move at random: the weight of a move is
    `exp(-gap / temperature)`, where `gap` is the difference from the best move in hundredths of a man. As people do,
    the level overlooks combinations: out of every 16 moves that offer a man, it notices `sight` on average. It uses the
    endgame tables of up to `endings` pieces. If `book` is True, it uses the opening book.
    """

    depth: int
    nodes: int = 0
    temperature: float = 0.0
    sight: int = 16
    endings: int = 0
    book: bool = False


STYLES: Final = {
    0: Style(depth=1, nodes=20_000, temperature=10, sight=0),
    1: Style(depth=3, nodes=20_000, temperature=10, sight=1),
    2: Style(depth=4, nodes=20_000, temperature=7, sight=5),
    8: Style(depth=5, nodes=20_000, temperature=7, sight=6),
    3: Style(depth=5, nodes=20_000, temperature=6.2, sight=9),
    4: Style(depth=7, nodes=40_000, temperature=5, sight=13, endings=4),
    7: Style(depth=12, nodes=60_000, temperature=2.5, sight=15, endings=4),
    5: Style(depth=60, nodes=60_000, endings=4, book=True),
    6: Style(depth=60, endings=6, book=True),
}
"""The search parameters by level number."""
_REACH: Final = 4
"""The largest gap between a chosen move and the best move, as a multiple of the level's `Style.temperature`."""


def think(
    position: Position, past: Sequence[Position], level: int | Between | Style, seed: int, clock: Clock
) -> Iterator[Thought[Move]]:
    """Yield a level's choice of a move several times; each choice replaces the one before.

    The first is any legal move, at once. If the level uses the opening book and the book has the position, a move of
    the book follows. Otherwise a search begins, and the choice so far follows each time that the search pauses.
    `seed` makes the choices repeatable.
    """
    moves, style = position.moves(), style_of(STYLES, level, seed, _draw(position), ("nodes",))
    yield Thought(moves[0])
    book_moves = _in_book(position) if style.book and not clock.unaided else ()
    if book_moves:
        yield Thought(nearly_best(book_moves, [0.0] * len(book_moves), 1.0, seed, _draw(position)))
    elif len(moves) > 1:
        yield from _search(position, past, style, seed, clock)


def _in_book(position: Position) -> Sequence[Move]:
    from chowk.games.checkers.engine import book

    try:
        return book.answers((position.black, position.white, position.kings), position.turn)
    except assets.Missing:
        return ()  # the file has not arrived yet


def _search(
    position: Position, past: Sequence[Position], style: Style, seed: int, clock: Clock
) -> Iterator[Thought[Move]]:
    # The kernel is requested only here: only the worker has it, and it loads the kernel only on request.
    from chowk.games.checkers.engine import reader

    margin, draw = round(_REACH * style.temperature), _draw(position)
    limits = reader.Limits(
        min(style.depth, clock.depth),
        style.nodes,
        margin,
        min(style.endings, 4) if clock.depth < UNBOUNDED else style.endings,
        style.sight,
        seed,
        clear_table=clock.depth < UNBOUNDED,
    )
    thought, last_ranking = Thought(position.moves()[0]), None
    for ranking in reader.think(assets.kernel("checkers"), position, past, limits, clock):
        if ranking.depth and ranking is not last_ranking:
            close = [float(value) for value in ranking.values if value >= ranking.values[0] - margin]
            move = nearly_best(ranking.moves[: len(close)], close, style.temperature, seed, draw)
            thought = Thought(move, close[ranking.moves.index(move)], ranking.depth, ranking.proven)
            last_ranking = ranking
        yield thought


LADDER: Final = Ladder(think, (0, 232, 439, 663, 879, 1099, 1313, 1539, 1772))
"""The strengths of the levels, in Elo points above the weakest, from the contests in `tests/bench/contests.json`."""


def survey(position: Position, past: Sequence[Position], scope: Scope[Move], clock: Clock) -> Iterator[Survey[Move]]:
    """Yield the value of every move, in hundredths of a man; see `chowk.engine.protocol.Look`."""
    from chowk.games.checkers.engine import reader

    yield from reader.survey(assets.kernel("checkers"), position, past, scope, clock)


def _draw(position: Position) -> int:
    """Return a number that differs for all positions of the pieces: their masks, side by side.

    Together with the seed, it determines which move a level picks at random.
    """
    return position.black << 70 | position.white << 35 | position.kings
