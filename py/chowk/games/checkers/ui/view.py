"""American Checkers' view: the scene of a position, with men of red and white wood on maple and walnut.

A board unit is a square's side. Black's (red) back row is on top, and White sits below. The key of a piece's sprite is
the number of its square.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from chowk.core.game import Choice
from chowk.core.message import say
from chowk.core.position import Spot
from chowk.draw.scene import Scene, Sprite
from chowk.draw.shapes import Drawing
from chowk.games.api import Cell
from chowk.games.api.fallbacks import lit as lit
from chowk.games.api.fallbacks import skin_drawings as skin_drawings
from chowk.games.api.turned import turned_cells, turned_scene
from chowk.games.checkers.rules import LIGHT, NAMES, Move, Position, squares
from chowk.games.checkers.ui import art

FRAME: Final = 0.36
"""Width of the frame, in squares."""
SIZE: Final = (8 + 2 * FRAME, 8 + 2 * FRAME)
"""Width and height of the board with its frame, in squares."""
ART: Final[Mapping[str, Drawing]] = MappingProxyType(
    {
        "red man": art.RED_MAN,
        "red king": art.RED_KING,
        "white man": art.WHITE_MAN,
        "white king": art.WHITE_KING,
        "red man plain": art.smooth_man("red"),
        "red king plain": art.smooth_king("red"),
        "white man plain": art.smooth_man("ivory"),
        "white king plain": art.smooth_king("ivory"),
    }
)
"""The drawing of each sprite, by name."""


SETS: Final = (Choice("usual", say("Turned, with grooves")), Choice("plain", say("Smooth, as in tournaments")))
"""The sets of pieces from which a player chooses."""


def _corner(square: int) -> tuple[float, float]:
    """Return the coordinates of the upper left corner of a square, given its number."""
    rank, place = divmod(square - 1, 4)
    return FRAME + 2 * place + (1 if rank % 2 == 0 else 0), FRAME + rank


_CELLS: Final = tuple(
    tuple(Cell(NAMES[square], *_corner(square), 1.0, 1.0) for square in range(row_start, row_start + 4))
    for row_start in range(1, 33, 4)
)

TURNS: Final = 2
"""The number of different orientations of the board."""
ELSEWHERE: Final = LIGHT
"""The spot for points on the board outside all cells."""


def sides(position: Position) -> Sequence[int]:  # noqa: ARG001 - the same in every position
    """Return the side of the board where each player sits, by seat: Black above (2), White below (0)."""
    return 2, 0


def ground(turns: int = 0) -> Drawing:  # noqa: ARG001 - the same after half a turn
    """Draw the board without pieces: the frame and the 64 squares. It looks the same after half a turn."""
    return art.board(FRAME)


def labels(turns: int = 0) -> Drawing:
    """Draw the numbers of all dark squares on a board turned by `turns` quarter turns."""
    return tuple(shape for row in cells(turns) for cell in row for shape in label(cell))


def label(cell: Cell) -> Drawing:
    """Draw the number of one square."""
    return (art.numbered(cell.x, cell.y, int(cell.spot)),)


def pieces(position: Position, turns: int = 0) -> Scene:
    """Return a sprite for every piece on a board turned by `turns` quarter turns."""
    kings = position.kings
    colours = (("red", position.black), ("white", position.white))
    ranks = (("man", ~kings), ("king", kings))
    scene = tuple(
        _piece(square, f"{side} {rank}")
        for side, mask in colours
        for rank, kind in ranks
        for square in squares(mask & kind)
    )
    return turned_scene(scene, SIZE, turns)


def cells(turns: int = 0) -> tuple[tuple[Cell, ...], ...]:
    """Return the 32 dark squares, row by row, on a board turned by `turns` quarter turns."""
    return turned_cells(_CELLS, SIZE, turns)


def spell(position: Position) -> dict[Move, tuple[Spot, ...]]:
    """Map each move to the spots of the squares that the piece visits, in order."""
    return {move: tuple(NAMES[square] for square in move) for move in position.moves()}


def _piece(square: int, name: str) -> Sprite:
    x, y = _corner(square)
    return Sprite(NAMES[square], name, x + 0.5, y + 0.5, spot=NAMES[square])
