"""Make Reversi's puzzles: positions with at most 20 empty squares in which one move is clearly best.

It gains at least six discs more than any other move. This is proved by playing every move out to the end. A position
of a game that is won or lost by `DECIDED` discs anyway is not suitable.

python3 py/training/reversi/puzzles_reversi.py --keep reversi.jsonl
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk import games
from chowk.engine.protocol import Line
from chowk.games.api.puzzle import Puzzle
from chowk.games.reversi.engine import bots, symmetry
from chowk.games.reversi.rules import PASS, Position, flips, squares
from training.shared import puzzles
from training.shared.puzzles import Recipe

FEWEST, MOST = 6, 20
"""Minimum and maximum number of empty squares.

With 24 or fewer, a survey (the value of every move) plays every move out to the end.
"""
TO_THE_END: Final = 60
"""A search depth, in moves, that reaches the end of every game."""
GLANCE, DOUBT = 8, 14.0
"""Depth of a survey (the value of every move), in moves, and the number of discs by which its values may be wrong."""
DECIDED: Final = 32.0
"""Lead at the end, in discs, from which a game counts as decided, so that a better or worse move does not matter."""
CORNERS: Final = 1 << 0 | 1 << 7 | 1 << 56 | 1 << 63
"""The mask of the corners."""
BESIDE: Final = 0x42C300000000C342
"""The mask of the squares beside a corner: X- and C-squares."""


def empty(position: Position) -> int:
    """Return the number of empty squares."""
    return 64 - (position.own | position.other).bit_count()


def fits(position: Position) -> bool:
    """Return True if there are at least four moves, and from `FEWEST` to `MOST` empty squares."""
    return FEWEST <= empty(position) <= MOST and len(position.moves()) >= 4


def theme(position: Position, lines: Sequence[Line[Any]]) -> str:
    """Return the theme of the best move: the first of the following that is true. `lines` begin with the best move.

    pass: the other side must pass; win: no other move wins; draw: all other moves lose; corner: it takes a corner;
    daring: it is beside a corner; ending: none of these. Return "" if the game is decided anyway: the second-best move,
    too, wins by at least `DECIDED` discs, or the best move loses by at least as many.
    """
    best: int = lines[0].moves[0]
    worth, second = lines[0].score or 0.0, lines[1].score or 0.0
    if second >= DECIDED or worth <= -DECIDED:
        return ""
    after = position.play(best)
    replies = after.moves()
    if after.outcome() is None and replies == (PASS,):
        return "pass"
    if worth > 0 >= second:
        return "win"
    if worth == 0 > second:
        return "draw"
    if CORNERS >> best & 1:
        return "corner"
    if BESIDE >> best & 1:
        return "daring"
    return "ending"


def renewed(puzzle: Puzzle) -> Puzzle | None:
    """Return the puzzle, or None if its game is decided whatever the player moves (see `theme`).

    A survey of `GLANCE` moves ahead may show that the game is open. If it does not, a survey to the end decides.
    """
    position = games.load("reversi").notation.read_position(puzzle.setup)
    for depth, limit in ((GLANCE, DECIDED - DOUBT), (TO_THE_END, DECIDED)):
        worth, second = (line.score or 0.0 for line in puzzles.survey(RECIPE, position, depth).lines[:2])
        if second < limit and worth > -limit:
            return puzzle
    return None


def greedy(position: Position, move: int) -> bool:
    """Return True if no other move turns more discs."""
    turned = {other: flips(position.own, position.other, other).bit_count() for other in position.moves()}
    return turned[move] == max(turned.values())


def natural(position: Position, move: int) -> bool:
    """Return True if a move takes the only corner that can be taken, or if no other move turns more discs."""
    corners = [other for other in position.moves() if other >= 0 and CORNERS >> other & 1]
    return corners == [move] or greedy(position, move)


def likeness(position: Position) -> Any:
    """Return a key that a position shares with its mirror images and rotations."""
    return min((_image(position.own, turn), _image(position.other, turn)) for turn in range(8))


def _image(discs: int, turn: int) -> tuple[int, ...]:
    return tuple(sorted(symmetry.reflected(squares(discs), turn)))


LEVELS: Final = (
    bots.STYLES[1]._replace(temperature=0.7),
    bots.Style(depth=2, ends=4, nodes=50_000, temperature=1.5, greed=1.0, blind=0.5),
    bots.Style(depth=3, ends=8, nodes=50_000, temperature=0.8, greed=0.5, blind=0.25),
    bots.Style(depth=4, ends=12, nodes=100_000, temperature=0.3, book=True),
    bots.Style(depth=8, ends=14, nodes=150_000, book=True),
)
"""Magpie, Puffin, Badger, Snowy Owl and Orca as they were when the puzzles were made."""
RECIPE: Final = Recipe(
    name="reversi",
    players=LEVELS,
    solvers=((0, 600), *zip(LEVELS, (1000, 1400, 1700, 2050, 2350), strict=True)),
    fits=fits,
    shallow=6,
    hint=4.0,
    deep=lambda _: TO_THE_END,
    gap=6.0,
    theme=theme,
    greedy=greedy,
    likeness=likeness,
    longest=3,
    natural=natural,
    renew=renewed,
)

if __name__ == "__main__":
    sys.exit(puzzles.main(RECIPE, sys.argv[1:], __doc__))
