"""Reversi's view: the scene of a position on a board of green felt, with discs of ebony and ivory.

A board unit is a square's side. The key of a disc's sprite is the name of its square.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from chowk.core.position import Spot
from chowk.draw.scene import Scene, Sprite
from chowk.draw.shapes import Drawing
from chowk.games.api import Cell
from chowk.games.api.fallbacks import ELSEWHERE as ELSEWHERE
from chowk.games.api.fallbacks import label as label
from chowk.games.api.fallbacks import labels as labels
from chowk.games.api.fallbacks import lit as lit
from chowk.games.api.fallbacks import sides as sides
from chowk.games.api.fallbacks import skin_drawings as skin_drawings
from chowk.games.api.turned import turned_cells, turned_scene
from chowk.games.reversi.rules import NAMES, PASS, PASS_SPOT, Position, squares
from chowk.games.reversi.ui import art

FRAME: Final = 0.45
"""Width of the frame, in squares."""
SIZE: Final = (8 + 2 * FRAME, 8 + 2 * FRAME)
"""Width and height of the board with its frame, in squares."""
TURNS: Final = 2
"""The number of different orientations of the board."""
ART: Final[Mapping[str, Drawing]] = MappingProxyType({"black": art.BLACK, "white": art.WHITE})
"""The drawing of each sprite, by name."""

_CELLS: Final = tuple(
    tuple(Cell(NAMES[8 * row + file], FRAME + file, FRAME + row, 1.0, 1.0) for file in range(8)) for row in range(8)
)


def ground(turns: int = 0) -> Drawing:
    """Draw the board without discs, turned by `turns` quarter turns. Only half a turn (2) changes the drawing."""
    return art.board(FRAME, backwards=turns % 4 == 2)


def pieces(position: Position, turns: int = 0) -> Scene:
    """Return a sprite for every disc on a board turned by `turns` quarter turns."""
    sides = (("black", position.black), ("white", position.white))
    return turned_scene(tuple(_disc(square, name) for name, mask in sides for square in squares(mask)), SIZE, turns)


def cells(turns: int = 0) -> tuple[tuple[Cell, ...], ...]:
    """Return the 64 squares, row by row, on a board turned by `turns` quarter turns."""
    return turned_cells(_CELLS, SIZE, turns)


def spell(position: Position) -> dict[int, tuple[Spot, ...]]:
    """Map each move to its spots: the square on which the disc is laid, or the button for a pass."""
    return {move: (PASS_SPOT if move == PASS else NAMES[move],) for move in position.moves()}


def _disc(square: int, name: str) -> Sprite:
    return Sprite(NAMES[square], name, FRAME + square % 8 + 0.5, FRAME + square // 8 + 0.5, spot=NAMES[square])
