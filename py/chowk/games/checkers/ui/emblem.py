"""American Checkers' emblem on the home page: a red king before a white man, on squares of walnut and maple."""

from __future__ import annotations

from typing import Final

from chowk.draw.boards import lamp
from chowk.draw.shapes import Drawing, Group, Shape
from chowk.games.checkers.ui.art import RED_KING, WHITE_MAN, square

# The two pieces are on dark squares that touch at a corner, the middle of the picture.
_SQUARES: Final[tuple[Shape, ...]] = tuple(
    shape
    for rank in range(-2, 2)
    for file in range(-2, 2)
    if abs(rank - file) < 3
    for shape in square(file, rank, file + 8, rank + 8)
)

EMBLEM: Final[Drawing] = (
    Group(_SQUARES, 1.6, 0.8, angle=35, scale=1.16),
    lamp(0, 0, 3.2, 1.6, 0.14, 0.4),
    Group(WHITE_MAN, 2.42, 0.66, scale=1.12),
    Group(RED_KING, 0.79, 0.92, scale=1.12),
)
