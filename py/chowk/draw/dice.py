"""Drawings of rounded ivory dice with inked pips."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from chowk.draw.shapes import Box, Drawing, Linear, Radial, Shadow, Stop, Stroke, disc

PIPS: Final[Mapping[int, tuple[tuple[int, int], ...]]] = MappingProxyType(
    {
        1: ((0, 0),),
        2: ((-1, -1), (1, 1)),
        3: ((-1, -1), (0, 0), (1, 1)),
        4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
        5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
        6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    }
)
"""The positions (x, y) of the pips of each face, from -1 to 1."""


def die(face: int) -> Drawing:
    """Return the drawing of a die with this face up, one board unit wide. Its front side shows below the face."""
    side = Linear(0, -0.4, 0, 0.6, (Stop(0, "ivory"), Stop(0.8, "ivory lo"), Stop(1, "ivory lo")))
    top = Linear(-0.5, -0.6, 0.45, 0.45, (Stop(0, "ivory hi"), Stop(0.55, "ivory hi"), Stop(1, "ivory")))
    worn = Radial(0, -0.06, 0.62, -0.05, -0.12, (Stop(0.6, "light", 0.35), Stop(1, "light", 0.0)))
    pips = (shape for x, y in PIPS[face] for shape in _pip(0.26 * x, 0.26 * y - 0.06))
    return (
        Box(-0.5, -0.46, 1.0, 1.0, 0.2, side, shadow=Shadow(0.05, 0.1, 0.2, 0.5)),
        Box(-0.5, -0.56, 1.0, 1.0, 0.2, top, Stroke("outline", 0.05)),
        disc(0, -0.06, 0.47, worn),
        *pips,
    )


def _pip(x: float, y: float) -> Drawing:
    well = Linear(x, y - 0.1, x, y + 0.1, (Stop(0, "ebony lo"), Stop(0.55, "ebony"), Stop(1, "ebony hi")))
    return (disc(x, y + 0.014, 0.1, "light", alpha=0.7), disc(x, y, 0.095, well))
