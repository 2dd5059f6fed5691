"""Fitting puzzles of Patchwork: holes of a quilt that the next patches cover exactly, with every solution counted.

A quilt is tiled at random, and patches that touch are taken out of it. They are put into the ring, with other patches
that do not help. The other player is already in the centre, so the solver plays until the end. Two goals are possible:
to cover the whole quilt (`fitting`), and to cover a square of 7 by 7 cells (`square`). No evaluation is needed: a line
is a solution if it reaches the goal.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import log10
from typing import Final, NamedTuple

from chowk.games.api.lesson import Spelling
from chowk.games.api.puzzle import Puzzle
from chowk.games.patchwork import notation
from chowk.games.patchwork.engine.packing import neighbours
from chowk.games.patchwork.rules import BLANK, NOBODY, Advance, House, Lone, Move, Place, PlayerState, Position, Sewn
from chowk.games.patchwork.rules.patches import PATCHES
from chowk.games.patchwork.rules.quilt import BLOCKS, FULL, Mask, covers_square, placement_mask, placements
from chowk.games.patchwork.rules.track import CENTRE, MARKERS, TRACKS

THEMES: Final = ("fitting", "square")
"""The goals: to cover the whole quilt, or a square of 7 by 7 cells."""
FEWEST_MOVES: Final = 3
"""Minimum number of legal moves of a puzzle."""
MOST_LINES: Final = 8
"""Maximum number of solutions. The same patches in different orders are different solutions."""
MOST_NODES: Final = 6_000
"""Maximum number of positions in the search of a puzzle. A puzzle that needs more is given up."""
EASIEST: Final = 1 / 3
"""A puzzle is dull if random play solves it with at least this chance."""
BY_LOT: Final = 400
"""Rating of a solver who leaves no isolated cells and otherwise plays at random."""
LOWEST, HIGHEST = 400, 3000
REFUTED: Final = 2
"""Number of wrong moves whose best continuations are stored."""
TRIES: Final = 4_000
"""Number of patches that are laid before an attempt to tile the quilt is given up."""


class Tile(NamedTuple):
    """A placed patch of a tiling: its number, or 0 for a single patch, and its placement.

    The other fields are as in `chowk.games.patchwork.rules.quilt.Placement`.
    """

    patch: int
    turned: int
    corner: int
    mask: Mask


@cache
def _beginning(cell: int) -> tuple[Tile, ...]:
    """Return all placements of patches in which the first covered cell is this one."""
    return tuple(
        Tile(patch, *lie) for patch in PATCHES for lie in placements(patch) if lie.mask & -lie.mask == 1 << cell
    )


def tiling(lot: random.Random) -> list[Tile] | None:
    """Tile a whole quilt with different patches, and at most as many single patches as the track has.

    Return None after `TRIES` patches were laid without success.
    """
    tries = 0

    def grown(quilt: Mask, tiles: list[Tile]) -> list[Tile] | None:
        nonlocal tries
        if quilt == FULL:
            return tiles
        tries += 1
        if tries > TRIES:
            return None
        cell = (~quilt & -~quilt).bit_length() - 1
        used = {tile.patch for tile in tiles}
        choices = [tile for tile in _beginning(cell) if tile.patch not in used and not tile.mask & quilt]
        lot.shuffle(choices)
        if sum(not tile.patch for tile in tiles) < len(TRACKS["current"]):
            choices[12:] = [Tile(0, 0, cell, 1 << cell)]
        for tile in choices:
            if (done := grown(quilt | tile.mask, [*tiles, tile])) or tries > TRIES:
                return done
        return None

    return grown(0, [])


def positions(number: int, count: int) -> Iterator[Position]:
    """Yield up to `count` positions in which a quilt has holes. Most of them make puzzles.

    The seed `number` determines the quilt, the holes and the positions.
    """
    lot = random.Random(f"puzzles/patchwork/fitting/{number}")
    tiles = None
    while tiles is None:
        tiles = tiling(lot)
    for _ in range(count):
        theme = lot.choice((*THEMES[:1] * 2, *THEMES))
        candidates = tiles
        if theme == "square":
            block = lot.choice(BLOCKS)
            candidates = [tile for tile in tiles if tile.mask & block]
        if (hole := _hole(lot, [tile for tile in candidates if tile.patch], lot.choice((2, 3, 3, 4)))) is not None:
            yield _position(lot, [tile for tile in candidates if tile not in hole], hole)


def _hole(lot: random.Random, tiles: Sequence[Tile], count: int) -> list[Tile] | None:
    """Choose `count` random tiles for the hole. Each touches an earlier one. Return None if there are too few."""
    hole = [lot.choice(tiles)]
    while len(hole) < count:
        around = neighbours(sum(tile.mask for tile in hole))
        touching = [tile for tile in tiles if tile not in hole and tile.mask & around]
        if not touching:
            return None
        hole.append(lot.choice(touching))
    return hole


def _position(lot: random.Random, tiles: Sequence[Tile], hole: Sequence[Tile]) -> Position:
    patches = [tile.patch for tile in hole]
    others = [patch for patch in PATCHES if patch not in patches and all(tile.patch != patch for tile in tiles)]
    ring = [*patches, *lot.sample(others, min(len(others), lot.choice((1, 2, 2))))]
    lot.shuffle(ring)
    sewn = tuple(Sewn(*tile[:3]) for tile in tiles if tile.patch)
    lone = tuple(
        Lone(space, tile.corner)
        for space, tile in zip(TRACKS["current"], (tile for tile in tiles if not tile.patch), strict=False)
    )
    quilt = sum(tile.mask for tile in tiles)
    player = PlayerState(
        max(0, CENTRE - 1 - sum(PATCHES[patch].time for patch in patches)),
        sum(PATCHES[patch].price for patch in patches),
        sum(PATCHES[piece.patch].income for piece in sewn),
        quilt,
        sewn,
        lone,
    )
    other = BLANK._replace(space=CENTRE, buttons=0)
    tile = 0 if covers_square(quilt) else NOBODY
    return Position(0, (player, other), tuple(ring), 0, 0, tile, House())


def is_fitting(position: Position) -> bool:
    """Return True if a position is a fitting puzzle: the other player is in the centre, without patches and buttons."""
    return position.other == BLANK._replace(space=CENTRE, buttons=0)


def theme_of(position: Position) -> str:
    """Return the goal: the whole quilt if the patches of the ring could cover it, or else a square of 7 by 7 cells."""
    area = sum(PATCHES[patch].area for patch in position.queue)
    return THEMES[int((FULL & ~position.own.quilt).bit_count() > area)]


class Solutions(NamedTuple):
    """The solutions from a position on, and the chance that a solver who plays at random finds one."""

    chance: float
    lines: tuple[tuple[Move, ...], ...]


UNSOLVED: Final = Solutions(0.0, ())


class Solver:
    """A search through all ways to play on from a position, for those that reach the puzzle's goal.

    The goal is to cover an area of the quilt: all cells, or any square of 7 by 7 cells.
    """

    def __init__(self, position: Position) -> None:
        self.theme = theme_of(position)
        self.goals = (FULL,) if self.theme == THEMES[0] else BLOCKS
        self.nodes = 0

    def missing(self, quilt: Mask) -> Mask:
        """Return the cells that a quilt has still to cover to reach the goal.

        If several areas are possible goals, take the one with the fewest uncovered cells.
        """
        return min((goal & ~quilt for goal in self.goals), key=Mask.bit_count)

    def solved(self, position: Position) -> Solutions:
        """Return every solution of a position, and the chance that random play finds one.

        The attribute `nodes` counts the positions that were searched. The search gives up after `MOST_NODES` of them:
        if `nodes` exceeds this number, the result is incomplete.
        """
        quilt = position.own.quilt
        if not self.missing(quilt):
            return Solutions(1.0, ((),))
        self.nodes += 1
        if position.turn or position.over or self.nodes > MOST_NODES:
            return UNSOLVED
        if not position.hand and self.missing(quilt).bit_count() > _reach(position):
            return UNSOLVED
        moves = [move for move in position.moves() if not isinstance(move, Advance)]
        options = [(move, self.solved(position.play(move))) for move in moves]
        sensible = sum(bool(after.lines) or self.sensible(position, move) for move, after in options)
        if not sensible:
            return UNSOLVED
        return Solutions(
            sum(after.chance for _, after in options) / sensible,
            tuple((move, *line) for move, after in options for line in after.lines),
        )

    def sensible(self, position: Position, move: Move) -> bool:
        """Return True for a purchase, and for a placement that covers some of the goal and leaves no isolated cell."""
        if not isinstance(move, Place):
            return not isinstance(move, Advance)
        missing, mask = self.missing(position.own.quilt), placement_mask(position.hand, move.turned, move.corner)
        left = missing & ~mask
        return bool(missing & mask) and not left & ~neighbours(FULL & ~position.own.quilt & ~mask)

    def continued(self, position: Position, move: Move) -> tuple[Move, ...]:
        """Return the wrong move `move` and the moves after it, which cover as many cells of the goal as possible."""
        line = list[Move]()
        while True:
            line.append(move)
            position = position.play(move)
            moves = [] if position.turn else [choice for choice in position.moves() if self.sensible(position, choice)]
            if not moves:
                return tuple(line)
            move = min(moves, key=lambda choice: self.left(position, choice))

    def left(self, position: Position, move: Move) -> int:
        """Return a number by which wrong moves are ranked: the smaller the number, the more natural the move.

        For a placement, it is the number of cells of the goal that stay open. For a purchase, it is minus the number of
        cells of the patch.
        """
        quilt = position.own.quilt
        if isinstance(move, Place):
            quilt |= placement_mask(position.hand, move.turned, move.corner)
            return int(self.missing(quilt).bit_count())
        return -PATCHES[position.play(move).hand].area


def _reach(position: Position) -> int:
    """Return the greatest total area, in cells, of patches that the solver can pay for with all income to come."""
    own = position.own
    buttons = own.buttons + own.income * sum(space > own.space for space in MARKERS)
    most = {0: 0}
    for patch in position.queue:
        price, area = PATCHES[patch].price, PATCHES[patch].area
        for paid, covered in tuple(most.items()):
            if paid + price <= buttons:
                most[paid + price] = max(most.get(paid + price, 0), covered + area)
    return max(most.values())


def make(position: Position) -> Puzzle | None:
    """Make a puzzle of a position.

    Return None if it has no solution or too many, if no wrong move is plausible, or if it is too easy to solve or takes
    too long to search.
    """
    solver = Solver(position)
    if len(position.moves()) < FEWEST_MOVES or not solver.missing(position.own.quilt):
        return None
    solution = solver.solved(position)
    if solver.nodes > MOST_NODES or not 0 < len(solution.lines) <= MOST_LINES or solution.chance > EASIEST:
        return None
    right = {line[0] for line in solution.lines}
    wrong = [move for move in position.moves() if move not in right and solver.sensible(position, move)]
    wrong.sort(key=lambda move: solver.left(position, move))
    if not wrong:
        return None
    return Puzzle(
        notation.write_position(position),
        tuple(map(_spelled(position), solution.lines)),
        solver.theme,
        rating(solution.chance),
        tuple(_spelled(position)(solver.continued(position, move)) for move in wrong[:REFUTED]),
    )


def rating(chance: float) -> int:
    """Return the difficulty as an Elo rating, computed from the chance that random play solves the puzzle."""
    return max(LOWEST, min(HIGHEST, 10 * round(BY_LOT / 10 + 40 * log10((1 - chance) / chance))))


def _spelled(start: Position) -> Callable[[Sequence[Move]], Spelling]:
    def spelled(moves: Sequence[Move]) -> Spelling:
        position, texts = start, list[str]()
        for move in moves:
            texts.append(notation.write_move(position, move))
            position = position.play(move)
        return tuple(texts)

    return spelled
