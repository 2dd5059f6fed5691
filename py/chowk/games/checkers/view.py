"""What American Checkers looks like: men turned of red and white wood on maple and walnut.

A board unit is a square's side; Black's (red) back row is on top, so that White sits below. A piece's key is the
number of its square.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from chowk.core.game import Choice
from chowk.core.message import say
from chowk.core.position import Spot
from chowk.draw.scene import Scene, Sprite
from chowk.draw.shapes import Drawing
from chowk.games.card import Cell
from chowk.games.checkers import art
from chowk.games.checkers.rules import LIGHT, NAMES, WHITE, Move, Position, squares
from chowk.games.plain import lit as lit
from chowk.games.plain import worn as worn

FRAME: Final = 0.36
SIZE: Final = (8 + 2 * FRAME, 8 + 2 * FRAME)
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


SETS: Final = (Choice("usual", say("Turned, with grooves")), Choice("plain", say("Smooth, as in tournaments")))


def _corner(square: int) -> tuple[float, float]:
    """The upper left corner of a square, by its number."""
    rank, place = divmod(square - 1, 4)
    return FRAME + 2 * place + (1 if rank % 2 == 0 else 0), FRAME + rank


_CELLS: Final = tuple(
    tuple(Cell(NAMES[square], *_corner(square), 1.0, 1.0) for square in range(first, first + 4))
    for first in range(1, 33, 4)
)

NEAR: Final = WHITE
ELSEWHERE: Final = LIGHT


def ground() -> Drawing:
    """The board: the frame and the 64 squares."""
    return art.board(FRAME)


def labels() -> Drawing:
    """The numbers of the dark squares."""
    return tuple(shape for row in _CELLS for cell in row for shape in label(cell))


def label(cell: Cell) -> Drawing:
    """The number of one square."""
    return (art.numbered(cell.x, cell.y, int(cell.spot)),)


def pieces(position: Position) -> Scene:
    """A sprite for every piece."""
    kings = position.kings
    sides = (("red", position.black), ("white", position.white))
    ranks = (("man", ~kings), ("king", kings))
    return tuple(
        _piece(square, f"{side} {rank}")
        for side, mask in sides
        for rank, kind in ranks
        for square in squares(mask & kind)
    )


def cells() -> tuple[tuple[Cell, ...], ...]:
    """The 32 dark squares, row by row."""
    return _CELLS


def spell(position: Position) -> dict[Move, tuple[Spot, ...]]:
    """Each move as the squares that the piece stands on one after the other."""
    return {move: tuple(NAMES[square] for square in move) for move in position.moves()}


def _piece(square: int, name: str) -> Sprite:
    x, y = _corner(square)
    return Sprite(NAMES[square], name, x + 0.5, y + 0.5, spot=NAMES[square])
