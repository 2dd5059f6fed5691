"""Shared parts of boards: a mitred wooden frame, lit by one lamp from the top left, and a sunken field."""

from __future__ import annotations

from typing import Final, NamedTuple

from chowk.draw.shapes import (
    Box,
    Drawing,
    Group,
    Linear,
    Material,
    Path,
    Radial,
    Segment,
    Shape,
    Stop,
    Stroke,
    Text,
    polygon,
)

CORNER: Final = 0.016
"""Radius of a board's outer corners, as a fraction of its width."""
EDGE: Final = 0.055
"""Width of the rounded edges of a frame, in board units."""


class Bar(NamedTuple):
    """One side of a wooden frame: its outline, the angle of its grain in degrees, and its brightness.

    A positive `lit` is the opacity of light over the wood. A negative `lit` is the opacity of shade.
    """

    outline: tuple[tuple[float, float], ...]
    angle: float
    lit: float


def frame(width: float, height: float, border: float, wood: str, inlay: str = "") -> Drawing:
    """Draw a frame of four mitred bars of wood around a field.

    `width` and `height` are those of the whole frame, and `border` is the width of a bar, in board units. `wood` names
    the material, and `inlay` the wood of an inlaid line, if there is one.
    """
    ring = tuple(shape for bar in _bars(width, height, border) for shape in _bar(bar, wood, width))
    line = _inlay(width, height, border, inlay) if inlay else ()
    edges = (*_edges(0, 0, width, height, EDGE, 1), *_edges(border, border, width - border, height - border, -EDGE, -1))
    corners = _mitres(width, height, border)
    round_off = Box(0, 0, width, height, CORNER * width)
    around = Box(0.02, 0.02, width - 0.04, height - 0.04, CORNER * width, stroke=Stroke("outline", 0.04))
    return (Group((*ring, *corners, *line, *edges), clip=round_off), around)


def frame_shadow(x: float, y: float, width: float, height: float) -> Drawing:
    """Draw the shadow that a raised frame casts on the field inside it. The rectangle is the field, in board units.

    The shadow is dark at the upper and left edges, and slight at the other two.
    """
    right, bottom = x + width, y + height
    deep = (Stop(0, "shade", 0.5), Stop(0.35, "shade", 0.2), Stop(1, "shade", 0.0))
    slight = (Stop(0, "shade", 0.28), Stop(1, "shade", 0.0))
    return (
        Box(x, y, width, 0.26, 0, Linear(0, y, 0, y + 0.26, deep)),
        Box(x, y, 0.2, height, 0, Linear(x, 0, x + 0.2, 0, deep)),
        Box(x, bottom - 0.1, width, 0.1, 0, Linear(0, bottom, 0, bottom - 0.1, slight)),
        Box(right - 0.1, y, 0.1, height, 0, Linear(right, 0, right - 0.1, 0, slight)),
    )


def engraved(x: float, y: float, text: str, size: float, fill: str = "letter") -> Drawing:
    """Draw a word that is cut into wood, with its middle at (x, y), and filled with the colour `fill`.

    The upper edge of the cut is in shade, the lower edge in light.
    """
    off = 0.05 * size
    return (
        Text(x - off, y - off, text, size, "shade", alpha=0.6),
        Text(x + off, y + off, text, size, "light", alpha=0.16),
        Text(x, y, text, size, fill),
    )


def _bars(width: float, height: float, border: float) -> tuple[Bar, ...]:
    left, top, right, bottom = border, border, width - border, height - border
    return (
        Bar(((0, 0), (width, 0), (right, top), (left, top)), 0, 0.06),
        Bar(((0, 0), (left, top), (left, bottom), (0, height)), 90, 0.02),
        Bar(((width, 0), (right, top), (right, bottom), (width, height)), 90, -0.1),
        Bar(((0, height), (width, height), (right, bottom), (left, bottom)), 0, -0.14),
    )


def _bar(bar: Bar, wood: str, shift: float) -> Drawing:
    outline = polygon(bar.outline)
    # Each bar is cut from another part of the plank.
    grain = Material(wood, bar.angle, bar.outline[2][0] * 0.37, bar.outline[2][1] * 1.31 + shift * bar.lit)
    return (
        Path(outline, grain, Stroke("casing", 0.01, alpha=0.5)),
        Path(outline, "light" if bar.lit > 0 else "shade", alpha=abs(bar.lit)),
    )


def _mitres(width: float, height: float, border: float) -> Drawing:
    cut = Stroke("casing", 0.016, alpha=0.55)
    corners = ((0, 0, 1, 1), (width, 0, -1, 1), (0, height, 1, -1), (width, height, -1, -1))
    return tuple(Segment(x, y, x + border * dx, y + border * dy, cut) for x, y, dx, dy in corners)


def _inlay(width: float, height: float, border: float, wood: str) -> Drawing:
    inset = border - 0.115
    box = Box(inset, inset, width - 2 * inset, height - 2 * inset)
    return (
        box._replace(stroke=Stroke("shade", 0.034, alpha=0.4)),
        box._replace(stroke=Stroke(wood, 0.018, alpha=0.85)),
    )


def _edges(left: float, top: float, right: float, bottom: float, inset: float, lamp: int) -> Drawing:
    """Draw the four slopes of a frame: strips along the inside of a rectangle's edges, `inset` board units wide.

    If `inset` is negative, the strips are on the outside. `lamp` is 1 if the upper and left slopes face the light, -1
    if they are in shade.
    """
    inner = (left + inset, top + inset, right - inset, bottom - inset)
    above = ((left, top), (right, top), (inner[2], inner[1]), (inner[0], inner[1]))
    before = ((left, top), (inner[0], inner[1]), (inner[0], inner[3]), (left, bottom))
    behind = ((right, top), (inner[2], inner[1]), (inner[2], inner[3]), (right, bottom))
    below = ((left, bottom), (right, bottom), (inner[2], inner[3]), (inner[0], inner[3]))
    bright, dark = ("light", "shade") if lamp > 0 else ("shade", "light")
    strength = {"light": 0.2, "shade": 0.42}
    shapes: list[Shape] = []
    for points, token, share in ((above, bright, 1.0), (before, bright, 0.7), (behind, dark, 0.7), (below, dark, 1.0)):
        shapes.append(Path(polygon(points), token, alpha=share * strength[token]))
    return tuple(shapes)


def lamp(x: float, y: float, width: float, height: float, bright: float, dim: float) -> Box:
    """Draw light on a field from a lamp at its upper left.

    `bright` is the opacity of the light there, `dim` the opacity of the shade in the far corners.
    """
    centre, reach = (x + 0.42 * width, y + 0.34 * height), 0.62 * (width + height) / 2**0.5
    stops = (Stop(0, "light", bright), Stop(0.5, "light", 0.0), Stop(0.51, "shade", 0.0), Stop(1, "shade", dim))
    return Box(x, y, width, height, 0, Radial(*centre, reach, *centre, stops))
