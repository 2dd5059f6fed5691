"""The signs of the four sides of a board, for players who cannot see the colours: ring, square, cross and triangle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from chowk.draw.shapes import Box, Drawing, Group, Path, Shape, Stroke, Token, disc, polygon


def sign(name: str, x: float, y: float, radius: float, token: Token, alpha: float = 1.0) -> Shape:
    """Return the sign `name`, which fits in a circle of `radius` around (x, y), in the colour `token`."""
    return Group(_DRAW[name](token), x, y, scale=radius, alpha=alpha)


def _ring(token: Token) -> Drawing:
    return (disc(0, 0, 0.68, stroke=Stroke(token, 0.42)),)


def _square(token: Token) -> Drawing:
    return (Box(-0.68, -0.68, 1.36, 1.36, 0.14, token),)


def _cross(token: Token) -> Drawing:
    return (Path("M-0.58 -0.58L0.58 0.58M0.58 -0.58L-0.58 0.58", stroke=Stroke(token, 0.44, round=True)),)


def _triangle(token: Token) -> Drawing:
    return (Path(polygon(((0, -0.78), (0.8, 0.62), (-0.8, 0.62))), token, Stroke(token, 0.14)),)


_DRAW: Final[Mapping[str, Callable[[Token], Drawing]]] = MappingProxyType(
    {
        "ring": _ring,
        "square": _square,
        "cross": _cross,
        "triangle": _triangle,
    }
)
"""The function that draws each sign, in a circle of radius 1 around (0, 0)."""
