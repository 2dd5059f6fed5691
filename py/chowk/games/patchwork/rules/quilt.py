"""The quilt board of 9 by 9 cells, and the placements of patches on it.

Cells are numbered by rows from the top. The cell in row r and column c, both from 0, has the number 9 r + c. Its bit in
masks of cells is `1 << number`. Its name is the column's letter and the row's number: a1 is at the top left.

A patch is turned by quarters clockwise, `r0` to `r3`; `f` means that it was mirrored, left to right, before it was
turned. Turns that give the same shape count as one turn, named by the first of `TURNS` that gives the shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from chowk.core.bits import rising
from chowk.core.position import Spot
from chowk.games.patchwork.rules.patches import PATCHES, PatchId

Cell: TypeAlias = int
"""The number of a cell, from 0 to 80."""
Mask: TypeAlias = int
"""A set of cells, as bits."""
Squares: TypeAlias = tuple[tuple[int, int], ...]
"""A shape: the row and the column of each of its squares, in the order of rows."""

SIDE: Final = 9
"""The number of cells in a row or column."""
CELLS: Final = SIDE * SIDE
FULL: Final[Mask] = (1 << CELLS) - 1
NAMES: Final[tuple[Spot, ...]] = tuple(f"{'abcdefghi'[cell % SIDE]}{cell // SIDE + 1}" for cell in range(CELLS))
"""The name of each cell, by number."""
CELL: Final[Mapping[Spot, Cell]] = MappingProxyType({name: cell for cell, name in enumerate(NAMES)})
"""The number of each cell, by name."""
TURNS: Final = ("r0", "r1", "r2", "r3", "r0f", "r1f", "r2f", "r3f")
"""The names of the eight ways to turn a patch: quarter turns clockwise, and `f` if it is mirrored first."""
SQUARE: Final = 7
"""The side, in cells, of the square that wins the bonus tile (R34)."""


class PatchShape(NamedTuple):
    """A shape of a patch after turning.

    `turn` is the name of the turn. `squares` are the row and column of each square in the bounding box, and `height`
    and `width` the size of the box in cells. `mask` is the mask of the cells if the box's top left corner is on a1.
    """

    turn: str
    squares: Squares
    height: int
    width: int
    mask: Mask


class Placement(NamedTuple):
    """A placement of a patch on a quilt.

    `turned` is the number of its shape, `corner` the cell of its bounding box's top left corner, and `mask` the mask of
    the cells that it covers.
    """

    turned: int
    corner: Cell
    mask: Mask


def mask_of(squares: Squares) -> Mask:
    """Return the mask of the cells with the given rows and columns."""
    return sum(1 << SIDE * row + column for row, column in squares)


cells: Final = rising
"""The function that lists the cells in a mask, in rising order."""


@cache
def shapes(patch: PatchId) -> tuple[PatchShape, ...]:
    """Return the different shapes of a patch, in the order of `TURNS` (R23)."""
    by_squares: dict[Squares, PatchShape] = {}
    for turn in TURNS:
        squares = turned(_squares(patch), turn)
        by_squares.setdefault(squares, PatchShape(turn, squares, *_size(squares), mask_of(squares)))
    return tuple(by_squares.values())


@cache
def shape_by_turn(patch: PatchId) -> Mapping[str, int]:
    """Map each name in `TURNS` to the number of the shape that the patch has after this turn."""
    numbers = {shape.squares: number for number, shape in enumerate(shapes(patch))}
    return MappingProxyType({turn: numbers[turned(_squares(patch), turn)] for turn in TURNS})


@cache
def placements(patch: PatchId) -> tuple[Placement, ...]:
    """Return every placement of the patch on an empty board, by shape, then by cell."""
    return tuple(
        Placement(number, corner, shape.mask << corner)
        for number, shape in enumerate(shapes(patch))
        for corner in _corners(shape.height, shape.width)
    )


@cache
def _corners(height: int, width: int) -> tuple[Cell, ...]:
    """Return the cells on which the top left corner of a box of this size can lie, in rising order."""
    return tuple(SIDE * row + column for row in range(SIDE - height + 1) for column in range(SIDE - width + 1))


@cache
def placement_mask(patch: PatchId, number: int, corner: Cell) -> Mask:
    """Return the mask of the patch's shape `number` with the top left corner of its bounding box on the cell `corner`.

    Return 0 if the shape would leave the board.
    """
    shape = shapes(patch)[number]
    inside = corner // SIDE + shape.height <= SIDE and corner % SIDE + shape.width <= SIDE
    return shape.mask << corner if inside else 0


def fits(patch: PatchId, quilt: Mask) -> bool:
    """Return True if the patch fits on the empty cells of a quilt."""
    # All placements of all patches would take almost 1 MB of memory, and mostly one of the first ones fits.
    for shape in shapes(patch):
        mask = shape.mask
        for corner in _corners(shape.height, shape.width):
            if not mask << corner & quilt:
                return True
    return False


def turned(squares: Squares, turn: str) -> Squares:
    """Return the squares of a shape after the turn `turn`: mirrored if it ends with `f`, and then turned clockwise."""
    if turn.endswith("f"):
        width = _size(squares)[1]
        squares = tuple((row, width - 1 - column) for row, column in squares)
    for _ in range(int(turn[1])):
        height = _size(squares)[0]
        squares = tuple((column, height - 1 - row) for row, column in squares)
    return tuple(sorted(squares))


BLOCKS: Final = tuple(
    mask_of(tuple((row + down, column + right) for down in range(SQUARE) for right in range(SQUARE)))
    for row in range(SIDE - SQUARE + 1)
    for column in range(SIDE - SQUARE + 1)
)
"""The mask of a square of 7 by 7 cells at each of its nine places on the board (R34)."""


def covers_square(quilt: Mask) -> bool:
    """Return True if a quilt covers all cells of a square of 7 by 7."""
    return any(not block & ~quilt for block in BLOCKS)


def _squares(patch: PatchId) -> Squares:
    return tuple(_marked_cells(PATCHES[patch].rows))


def _marked_cells(rows: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    for row, signs in enumerate(rows):
        yield from ((row, column) for column, sign in enumerate(signs) if sign == "#")


def _size(squares: Squares) -> tuple[int, int]:
    return max(row for row, _ in squares) + 1, max(column for _, column in squares) + 1
