"""Checkers' opponents: six strengths, from one that sees the next jump to one that knows every small ending."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from chowk.core.clock import Clock
from chowk.core.message import say, say_many
from chowk.core.oracle import Thought
from chowk.games.card import Level
from chowk.games.checkers.rules import Move, Position
from chowk.games.scale import Scale, decided
from chowk.search.choice import nearly_best

if TYPE_CHECKING:
    from chowk.games.checkers.engine.board import Board
    from chowk.games.checkers.engine.search import Ranking

LEVELS: Final = (
    Level(0, say("Duckling"), say("Sees the next jump, and not much more."), 1.0),
    Level(1, say("Hedgehog"), say("Keeps its men together and thinks once about each move."), 1.0),
    Level(2, say("Otter"), say("Plays quickly and likes a small trap."), 1.0),
    Level(3, say("Heron"), say("Stands still for a long time, then takes two at once."), 1.0),
    Level(4, say("Fox"), say("Gives a man to win two."), 1.5),
    Level(5, say("Raven"), say("Has read the books and forgets no ending."), 2.0),
)

_WON: Final = 250.0
SCALE: Final = Scale(
    _WON, lambda count: say_many("{count} hundredth of a man", "{count} hundredths of a man", count), decided(_WON), 8
)
"""Scores are in hundredths of a man; two men and a half are nearly always enough."""


class Style(NamedTuple):
    """How a level finds its move.

    It looks `depth` plies ahead and further while a capture is open, and chooses among moves that are worse than
    the best by a few times `heat` hundredths of a man. `endings` and `book` say that it knows the endgame table
    and the opening book.
    """

    depth: int
    heat: float = 0.0
    endings: bool = False
    book: bool = False


STYLES: Final = (
    Style(depth=1, heat=12),
    Style(depth=2, heat=8),
    Style(depth=4, heat=8),
    Style(depth=5, heat=7),
    Style(depth=7, heat=6, endings=True),
    Style(depth=60, endings=True, book=True),
)
_REACH: Final = 4
"""A move that is worse than the best by more than so many times the heat is never chosen."""


def think(position: Position, past: Sequence[Position], level: int, seed: int, clock: Clock) -> Iterator[Thought[Move]]:
    """Ever better thoughts of the level of that number, the first at once; settled by `seed` if the clock is."""
    moves, style = position.moves(), STYLES[level]
    yield Thought(moves[0])
    known = _in_book(position) if style.book else ()
    if known:
        yield Thought(nearly_best(known, [0.0] * len(known), 1.0, seed, _draw(position)))
    elif len(moves) > 1:
        yield from _search(position, past, style, seed, clock)


def _in_book(position: Position) -> Sequence[Move]:
    from chowk.games.checkers.engine import book

    return book.answers(_board(position), position.turn)


def _search(
    position: Position, past: Sequence[Position], style: Style, seed: int, clock: Clock
) -> Iterator[Thought[Move]]:
    # Tables are laid out when the engine is first imported, so that is left to the worker and to the first need.
    from chowk.games.checkers.engine.search import Options, Search

    options = Options(min(style.depth, clock.depth), round(_REACH * style.heat), style.endings)
    search = Search(options, clock, _repeatable(position, past))
    moves = {_board(position.play(move)): move for move in reversed(position.moves())}
    draw = _draw(position)
    thought, before = Thought(position.moves()[0]), None
    for ranking in search.deepen(_board(position), position.turn):
        if ranking.depth and ranking is not before:
            board, value = _chosen(ranking, style, seed, draw)
            thought = Thought(moves[board], value, ranking.depth, ranking.proven)
            before = ranking
        yield thought


def _chosen(ranking: Ranking, style: Style, seed: int, draw: int) -> tuple[Board, float]:
    """One of the boards that are nearly as good as the best, and its value."""
    worst = ranking.values[0] - _REACH * style.heat
    close = [float(value) for value in ranking.values if value >= worst]
    board = nearly_best(ranking.boards[: len(close)], close, style.heat, seed, draw)
    return board, close[ranking.boards.index(board)]


def _draw(position: Position) -> int:
    """A number of the position's own, so that one seed settles a choice in each."""
    return position.black << 70 | position.white << 35 | position.kings


def _repeatable(position: Position, past: Sequence[Position]) -> Iterable[tuple[Board, int]]:
    """The earlier positions that can occur again: those since a man last moved or a piece was taken."""
    return [(_board(one), one.turn) for one in past[max(0, len(past) - position.quiet) :]]


def _board(position: Position) -> Board:
    return position.black, position.white, position.kings
