"""Patchwork's emblem on the home page: patches sewn to linen, a button on one of them, and a needle with its thread."""

from __future__ import annotations

from typing import Final

from chowk.draw.boards import lamp
from chowk.draw.shapes import Box, Drawing, Group, Linear, Material, Oval, Path, Shadow, Stop, Stroke
from chowk.games.patchwork.ui.art import button, patch

_QUILT: Final[Drawing] = (
    Group(patch(((0, 0), (1, 0), (1, 1)), "rose cloth", "dots"), -1.0, -1.0),
    Group(patch(((0, 0), (0, 1), (1, 1), (2, 1)), "teal cloth", "stripes"), -1.0, 0.0),
    Group(patch(((0, 0), (1, 0)), "ochre cloth", "checks"), 1.0, 0.0),
    Group(button(), 1.5, 1.5, scale=0.66),
)
_THREAD: Final = "M2.12 0.76C2.35 0.86 2.5 0.72 2.4 0.62C2.3 0.54 2.2 0.72 2.36 0.88C2.5 1.02 2.42 1.12 2.36 1.34"
_STEEL: Final = Linear(0, -0.03, 0, 0.03, (Stop(0, "ivory hi"), Stop(0.5, "slate grain"), Stop(1, "slate")))
_POINTED: Final = "M-0.36 0Q-0.36 -0.026 -0.3 -0.026L0.42 -0.002L-0.3 0.026Q-0.36 0.026 -0.36 0Z"
_NEEDLE: Final[Drawing] = (
    Path(_POINTED, _STEEL, shadow=Shadow(0.02, 0.04, 0.05, 0.4)),
    Oval(-0.3, 0, 0.035, 0.009, "ebony"),
)

EMBLEM: Final[Drawing] = (
    Box(0, 0, 3.2, 1.6, 0, Material("linen", scale=0.6)),
    lamp(0, 0, 3.2, 1.6, 0.3, 0.24),
    Group(_QUILT, 1.17, 0.62, angle=-8, scale=0.47),
    Path(_THREAD, stroke=Stroke("shade", 0.03, alpha=0.25, round=True)),
    Path(_THREAD, stroke=Stroke("rose cloth", 0.024, round=True)),
    Group(_NEEDLE, 2.62, 1.16, angle=-38),
)
