"""The emblem of Kilkenny Cats on the home page: a cat on the slate, and the straight line to its mouse."""

from __future__ import annotations

from typing import Final

from chowk.draw.boards import lamp
from chowk.draw.shapes import Box, Drawing, Group, Material, Path, Segment, Stroke
from chowk.draw.theme import SIDES
from chowk.games.kilkenny.ui.art import cat, mouse

_CHALK: Final = Stroke("chalk", 0.014, alpha=0.34)
_SQUARES: Final[Drawing] = (
    *(Segment(x, 0, x, 1.6, _CHALK) for x in (0.2, 0.9, 1.6, 2.3, 3.0)),
    *(Segment(0, y, 3.2, y, _CHALK) for y in (0.1, 0.8, 1.5)),
)

EMBLEM: Final[Drawing] = (
    Box(0, 0, 3.2, 1.6, 0, Material("slate", scale=0.6)),
    lamp(0, 0, 3.2, 1.6, 0.12, 0.45),
    *_SQUARES,
    Path("M1.62 0.82L2.28 0.45", stroke=Stroke("gold", 0.035, (0.001, 0.1), round=True)),
    Group(mouse("chalk"), 2.62, 0.44, angle=-6, scale=0.62),
    Group(cat(SIDES[2]), 1.15, 0.86, scale=1.35),
)
