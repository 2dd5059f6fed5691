"""Reversi's emblem on the home page: a disc turning over between a black and a white one."""

from __future__ import annotations

from typing import Final

from chowk.draw.boards import lamp
from chowk.draw.shapes import Box, Drawing, Group, Linear, Material, Oval, Segment, Shadow, Stop, Stroke
from chowk.games.reversi.ui.art import BLACK, WHITE

_GRID: Final = Stroke("grid", 0.014, alpha=0.6)
_BLACK_EDGE: Final = Linear(-0.12, 0, 0.05, 0, (Stop(0, "ebony hi"), Stop(0.6, "ebony"), Stop(1, "ebony lo")))
_WHITE_EDGE: Final = Linear(-0.02, 0, 0.12, 0, (Stop(0, "ivory hi"), Stop(0.5, "ivory"), Stop(1, "ivory lo")))

_TURNING: Final[Drawing] = (
    Oval(0.035, -0.03, 0.1, 0.43, _WHITE_EDGE, shadow=Shadow(0.12, 0.1, 0.14, 0.6)),
    Oval(-0.035, -0.03, 0.1, 0.43, _BLACK_EDGE, Stroke("outline", 0.02)),
)

_BOARD: Final[Drawing] = (
    *(Segment(x - 0.5, -3.0, x - 0.5, 3.0, _GRID) for x in (-2, -1, 0, 1, 2, 3)),
    *(Segment(-4.0, y - 0.5, 4.0, y - 0.5, _GRID) for y in (-1, 0, 1, 2)),
    Group(BLACK, -1.0, 0.0),
    Group(_TURNING, 0.0, 0.0),
    Group(WHITE, 1.0, 0.0),
)

EMBLEM: Final[Drawing] = (
    Box(0, 0, 3.2, 1.6, 0, Material("felt", scale=0.6)),
    lamp(0, 0, 3.2, 1.6, 0.16, 0.42),
    Group(_BOARD, 1.6, 0.82, angle=-9, scale=1.02),
)
