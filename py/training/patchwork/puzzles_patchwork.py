"""Make Patchwork's puzzles: the best purchase, and fitting puzzles (`training.patchwork.fitting_patchwork`).

A purchase, or going ahead, is best if its chance to win is clearly above that of every other choice, at every depth of
a deepening survey (the value of every choice) from `FIRST` to `PROVED` plies. The survey sews every patch on at its
best place. A puzzle therefore asks only for the purchase, not for a place.

python3 py/training/patchwork/puzzles_patchwork.py --keep patchwork.jsonl
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk import games
from chowk.engine.protocol import Line, Scope
from chowk.engine.search_budget import Clock
from chowk.games.api.puzzle import Puzzle
from chowk.games.patchwork.engine import board
from chowk.games.patchwork.rules import Move, Position, Take
from chowk.games.patchwork.rules.patches import PATCHES
from chowk.games.patchwork.rules.quilt import SIDE, Mask, cells
from training.patchwork import fitting_patchwork
from training.shared import puzzles
from training.shared.puzzles import REFUTED, Recipe

FEWEST_MOVES: Final = 3
"""Minimum number of moves among which the solver of a puzzle chooses."""
FIRST, PROVED = 8, 14
"""The first and the last search depth of a proof, in plies. The same choice must be best at every depth between."""
ANSWERED: Final = 8
"""Depth, in plies, of the search for the answer to a wrong choice."""
HINT, GAP = 8.0, 15.0
"""Minimum leads of the best choice, in percentage points of the chance to win.

`HINT`: at every depth from `FIRST` on.
`GAP`: at the last depth.
"""
OPEN: Final = 40.0
"""Maximum difference of the chance to win from one half, in percentage points, at which a game counts as open."""
EVERY: Final = 2
"""One game number in this many gives fitting puzzles."""
HOLES: Final = 6
"""Number of holes that are tried in a quilt."""
THEMES: Final = ("advance", "single", "turn", "income", "cover", "time", "patch", *fitting_patchwork.THEMES)
"""The themes, in the words of the rule book.

* `advance`: go ahead for buttons.
* `single`: reach a single patch.
* `turn`: buy, and stay behind, so that the next turn is yours, too.
* `income`: the patch with the most buttons on it.
* `cover`: the largest patch.
* `time`: the patch that takes the least time.
* `patch`: another patch.
* `fitting`, `square`: see `fitting_patchwork`.
"""


def source(recipe: Recipe, number: int) -> Iterator[Position]:
    """Yield the positions from which the puzzles with this game number are made.

    They are those of a game, determined by the number, in which a player has a choice. But if the number is a multiple
    of `EVERY`, no game is played: the positions are made for fitting puzzles.
    """
    if number % EVERY == 0:
        yield from fitting_patchwork.positions(number, HOLES)
    else:
        yield from puzzles.game(recipe, number)


def fits(position: Position) -> bool:
    """Return True if a patch can be bought now, and there are at least `FEWEST_MOVES` choices."""
    return not position.hand and not position.single and len(position.moves()) >= FEWEST_MOVES


def surveyed(position: Position) -> Sequence[Line[Move]]:
    """Return the values of all choices, the best first.

    The result is empty if the same choice is not clearly ahead at every depth, or if one side has nearly won (`OPEN`).
    """
    look = games.load("patchwork").survey
    assert look is not None
    count, reached, best = len(position.moves()), 0, None
    lines: Sequence[Line[Move]] = ()
    for survey in look(position, (), Scope(PROVED), Clock(1e9)):
        lines = survey.lines
        depth = min((line.depth for line in lines if not line.exact), default=PROVED) if len(lines) == count else 0
        if depth > reached:
            reached = depth
            if depth >= FIRST:
                best = best or lines[0].moves[0]
                if lines[0].moves[0] != best or puzzles.gap(lines) < HINT or abs(lines[0].score or 0.0) > OPEN:
                    return ()
    return lines if len(lines) == count and puzzles.gap(lines) >= GAP else ()


def theme(position: Position, lines: Sequence[Line[Move]]) -> str:
    """Return the theme of the best choice, one of `THEMES`: its effect, or how its patch differs from the others."""
    best = lines[0].moves[0]
    if not isinstance(best, Take):
        return "advance"
    after = position
    for move in lines[0].moves[:2]:
        after = after.play(move)
    if after.single:
        return "single"
    if after.turn == position.turn and not after.hand:
        return "turn"
    own = PATCHES[best.patch]
    others = [PATCHES[move.patch] for move in position.moves() if isinstance(move, Take) and move != best]
    if all(own.income > other.income for other in others):
        return "income"
    if all(own.area > other.area for other in others):
        return "cover"
    if all(own.time < other.time for other in others):
        return "time"
    return "patch"


def make(recipe: Recipe, position: Position) -> Puzzle | None:
    """Make a puzzle of a position. Return None if the position is not suitable."""
    if fitting_patchwork.is_fitting(position):
        return fitting_patchwork.make(position)
    lines = surveyed(position)
    if not lines:
        return None
    best = lines[0].moves[0]
    rating = puzzles.difficulty(recipe, position, best)
    if rating is None:
        return None
    refutations = tuple(puzzles.spelled(recipe, position, refuted(position, line)) for line in lines[1 : REFUTED + 1])
    setup = games.load(recipe.name).notation.write_position(position)
    return Puzzle(setup, (puzzles.spelled(recipe, position, [best]),), theme(position, lines), rating, refutations)


def refuted(position: Position, line: Line[Move]) -> tuple[Move, ...]:
    """Return the moves that show why a choice is wrong: its line, and then the other player's answer if there is one.

    `line` is the choice and the best placements of its patch.
    """
    after = position
    for move in line.moves:
        after = after.play(move)
    if after.turn == position.turn or after.over or after.hand or after.single:
        return tuple(line.moves)
    return (*line.moves, puzzles.survey(RECIPE, after, ANSWERED).lines[0].moves[0])


def prove(puzzle: Puzzle, games_: int) -> bool:  # noqa: ARG001 - nothing is drawn by lot
    """Prove the solution of a puzzle again. Return True if the proof succeeds and the theme is the same.

    `games_` is ignored: a proof in Patchwork plays no games.
    """
    notation = games.load("patchwork").notation
    position = notation.read_position(puzzle.setup)
    if fitting_patchwork.is_fitting(position):
        return fitting_patchwork.make(position) == puzzle
    lines = surveyed(position)
    if not lines or theme(position, lines) != puzzle.theme:
        return False
    return notation.write_move(position, lines[0].moves[0]) == puzzle.lines[0][0]


def greedy(position: Position, move: Move) -> bool:
    """Return True if no other move gives more points per space that the player's token moves on the track."""
    own = board.state(position).own
    rates = {other: board.rate(own, other.patch) if isinstance(other, Take) else 1.0 for other in position.moves()}
    return rates[move] == max(rates.values())


def natural(position: Position, move: Move) -> bool:
    """Return True if a move is the most obvious one: the greediest (`greedy`). Fitting puzzles have no such move."""
    return not fitting_patchwork.is_fitting(position) and greedy(position, move)


def likeness(position: Position) -> Any:
    """Return a key that is equal for positions that count as the same.

    They have equal queues of patches, equal spaces on the track, and equal quilts of the player to move, which may be
    mirrored or rotated.
    """
    return position.queue, position.own.space, position.other.space, min(_images(position.own.quilt))


def _images(quilt: Mask) -> Iterator[Mask]:
    for turn in range(8):
        image = 0
        for cell in cells(quilt):
            row, column = divmod(cell, SIDE)
            for _ in range(turn % 4):
                row, column = column, SIDE - 1 - row
            image |= 1 << SIDE * row + (SIDE - 1 - column if turn >= 4 else column)
        yield image


RECIPE: Final = Recipe(
    name="patchwork",
    players=(1, 2, 3),
    solvers=((0, 500), (1, 880), (2, 1330), (3, 1600), (5, 2050)),
    fits=fits,
    shallow=FIRST,
    hint=HINT,
    deep=lambda _: PROVED,
    gap=GAP,
    theme=theme,
    greedy=greedy,
    likeness=likeness,
    make=make,
    prove=prove,
    source=source,
    spacing=3,
    natural=natural,
)

if __name__ == "__main__":
    sys.exit(puzzles.main(RECIPE, sys.argv[1:], __doc__))
