"""Shapes: the fixed vocabulary of drawings, which every painter supports.

A drawing is a tuple of shapes, painted in order, in board units. x grows to the right, y down. Colours are tokens,
which a theme converts to colours (`chowk.draw.theme`). The empty token paints nothing. A theme may leave a shape out by
giving its token an empty colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

Token: TypeAlias = str
"""The name of a colour in a theme. The empty text is no colour."""


class Stop(NamedTuple):
    """A colour stop of a gradient. `offset` is its place along the gradient, from 0 to 1."""

    offset: float
    token: Token
    alpha: float = 1.0


class Linear(NamedTuple):
    """A gradient along the line from (x1, y1) to (x2, y2)."""

    x1: float
    y1: float
    x2: float
    y2: float
    stops: tuple[Stop, ...]


class Radial(NamedTuple):
    """A gradient from the point (fx, fy) to the circle of `radius` around (x, y).

    The point must be inside the circle.
    """

    x: float
    y: float
    radius: float
    fx: float
    fy: float
    stops: tuple[Stop, ...]


class Material(NamedTuple):
    """A fill with a material of `draw.materials`.

    Its tile is rotated by `angle` degrees, scaled, and shifted to (x, y).
    """

    name: str
    angle: float = 0.0
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


Paint: TypeAlias = Token | Linear | Radial | Material
"""The fill of a shape: a plain colour, a gradient, or a material."""


class Stroke(NamedTuple):
    """The paint of a line: colour, width, dashes and opacity.

    `dash` lists the lengths of dashes and gaps in turn. If `round` is True, the ends are round. Joins are always round.
    """

    token: Token
    width: float
    dash: tuple[float, ...] = ()
    alpha: float = 1.0
    round: bool = False


class Shadow(NamedTuple):
    """A soft shadow cast on the shapes below, shifted by (dx, dy).

    `blur` is twice the standard deviation of the Gaussian blur, and `alpha` the opacity.
    """

    dx: float
    dy: float
    blur: float
    alpha: float


class Oval(NamedTuple):
    """An ellipse around (x, y) with the radii `rx` and `ry`."""

    x: float
    y: float
    rx: float
    ry: float
    fill: Paint = ""
    stroke: Stroke | None = None
    alpha: float = 1.0
    shadow: Shadow | None = None


class Box(NamedTuple):
    """A rectangle from its top left corner (x, y), with corners rounded by `radius`."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0
    fill: Paint = ""
    stroke: Stroke | None = None
    alpha: float = 1.0
    shadow: Shadow | None = None


class Path(NamedTuple):
    """An outline in SVG path syntax, with only the absolute commands M L H V C Q A Z."""

    d: str
    fill: Paint = ""
    stroke: Stroke | None = None
    alpha: float = 1.0
    shadow: Shadow | None = None


class Segment(NamedTuple):
    """A straight line from (x1, y1) to (x2, y2). Painters align horizontal and vertical lines with whole pixels."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: Stroke
    alpha: float = 1.0


class Text(NamedTuple):
    """A word whose capitals are centred on (x, y). `size` is the font size in board units.

    If `number` is True, the word is a number and is written in the reader's digits. A name that contains a number, such
    as a square's, is not a number.
    """

    x: float
    y: float
    text: str
    size: float
    fill: Token
    weight: int = 600
    alpha: float = 1.0
    number: bool = False


class Group(NamedTuple):
    """A drawing that is scaled, then rotated by `angle` degrees clockwise, then shifted to (x, y).

    `clip`, in the group's own units, hides all parts of the drawing outside it.
    """

    shapes: tuple[Shape, ...]
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    scale: float = 1.0
    alpha: float = 1.0
    clip: Oval | Box | Path | None = None


Shape: TypeAlias = "Oval | Box | Path | Segment | Text | Group"
"""A shape of any kind."""
Drawing: TypeAlias = "tuple[Shape, ...]"
"""Shapes in the order in which they are painted."""


class Extent(NamedTuple):
    """The bounding box of a drawing: the coordinates of its four edges."""

    left: float
    top: float
    right: float
    bottom: float


def disc(
    x: float,
    y: float,
    radius: float,
    fill: Paint = "",
    stroke: Stroke | None = None,
    alpha: float = 1.0,
    shadow: Shadow | None = None,
) -> Oval:
    """Return a circle, as an `Oval` with equal radii."""
    return Oval(x, y, radius, radius, fill, stroke, alpha, shadow)


def polygon(points: Iterable[tuple[float, float]]) -> str:
    """Return a closed polygon through the points, in SVG path syntax."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def number(value: float) -> str:
    """Return a number as the shortest text, with at most three decimals."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def extent(drawing: Drawing) -> Extent:
    """Return a bounding box of a drawing with its shadows and strokes. The box may be slightly too large."""
    boxes = tuple(_edges(drawing))
    if not boxes:
        return Extent(0.0, 0.0, 0.0, 0.0)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Extent(min(lefts), min(tops), max(rights), max(bottoms))


def _edges(drawing: Drawing) -> Iterator[Extent]:
    for shape in drawing:
        if isinstance(shape, Group):
            yield _placed(extent(shape.shapes), shape)
            continue
        outline = _outline(shape)
        yield outline
        shadow = None if isinstance(shape, Segment | Text) else shape.shadow
        if shadow:
            reach = 1.5 * shadow.blur
            yield Extent(
                outline.left + shadow.dx - reach,
                outline.top + shadow.dy - reach,
                outline.right + shadow.dx + reach,
                outline.bottom + shadow.dy + reach,
            )


def _outline(shape: Oval | Box | Path | Segment | Text) -> Extent:
    half = 0.0 if isinstance(shape, Text) or shape.stroke is None else shape.stroke.width / 2
    match shape:
        case Oval(x, y, rx, ry):
            box = Extent(x - rx, y - ry, x + rx, y + ry)
        case Box(x, y, width, height):
            box = Extent(x, y, x + width, y + height)
        case Segment(x1, y1, x2, y2):
            box = Extent(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
        case Text(x, y, text, size):
            reach = 0.4 * size * max(len(text), 2)
            box = Extent(x - reach, y - size, x + reach, y + size)
        case Path(d):
            box = _hull(d)
    return Extent(box.left - half, box.top - half, box.right + half, box.bottom + half)


_COMMAND: Final = re.compile(r"([MLHVCQAZ])([^MLHVCQAZ]*)")
"""Pattern of a command in SVG path syntax. Its groups are the letter and the text of the numbers."""
_NUMBER: Final = re.compile(r"-?[\d.]+")


def _hull(d: str) -> Extent:
    """Return a bounding box of a path, around its end points and control points.

    Around the end point of an arc, the box extends by twice the radius in each direction, so that it contains the arc.
    """
    xs: list[float] = []
    ys: list[float] = []
    for command, operands in _COMMAND.findall(d):
        values = [float(word) for word in _NUMBER.findall(operands)]
        if command == "A":
            for rx, ry, x, y in zip(values[0::7], values[1::7], values[5::7], values[6::7], strict=True):
                xs += (x - 2 * rx, x + 2 * rx)
                ys += (y - 2 * ry, y + 2 * ry)
        elif command in "HV":
            (xs if command == "H" else ys).extend(values)
        else:
            xs += values[0::2]
            ys += values[1::2]
    return Extent(min(xs), min(ys), max(xs), max(ys))


def _placed(box: Extent, group: Group) -> Extent:
    if box.left == box.right:
        return Extent(group.x, group.y, group.x, group.y)
    if group.angle:  # any rotation stays inside the circle through the farthest corner
        reach = max(abs(edge) for edge in box) * 2**0.5
        box = Extent(-reach, -reach, reach, reach)
    scale = group.scale
    return Extent(
        group.x + scale * box.left, group.y + scale * box.top, group.x + scale * box.right, group.y + scale * box.bottom
    )
