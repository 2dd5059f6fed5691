"""Draw the app icon as SVG and as PNG, without any library: the cloth cross of pachisi, with an arm in each colour.

Every shape is a polygon in a square of 24 by 24 units.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

Point = tuple[float, float]
"""A point as x (to the right) and y (down). The drawing is a square of `UNITS` by `UNITS`."""
Colour = tuple[int, int, int]
"""A colour as red, green and blue, each from 0 to 255."""

UNITS = 24.0
PAPER, INK, CLOTH = (239, 233, 220), (42, 38, 32), (253, 250, 243)
# The colours of the arms, clockwise from the top.
COLOURS: tuple[Colour, ...] = ((183, 36, 18), (250, 185, 13), (10, 160, 132), (20, 57, 143))
LINES = 4  # scan lines per row of pixels
PLAIN, SAFE = 1.0, 0.9  # share of the square that the cross fills; a mask may cut off the edges


class Shape(NamedTuple):
    """A filled polygon."""

    points: tuple[Point, ...]
    colour: Colour


def icons() -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of each icon file."""
    yield "icon.svg", svg(drawing(PLAIN, 5)).encode()
    for size in (192, 512):
        yield f"icon-{size}.png", png(drawing(PLAIN, 5), size)
        yield f"maskable-{size}.png", png(drawing(SAFE, 0), size)
    yield "touch-180.png", png(drawing(SAFE, 0), 180)


def drawing(scale: float, corner: float) -> list[Shape]:
    """Return the shapes of the icon: a sheet of paper with round corners, and the cross on it.

    `scale` is the factor by which the cross is scaled, and `corner` the radius of the corners in units.
    """
    return [Shape(tuple(rounded(UNITS, corner)), PAPER), *(scaled(shape, scale) for shape in cross())]


def cross() -> Iterator[Shape]:
    """Yield the shapes of the cross: four arms, each with an edge and three columns of cells, and the centre."""
    for quarter, colour in enumerate(COLOURS):
        arm = [(9.0, 2.0, 6.0, 7.0, INK), (9.35, 2.35, 5.3, 6.65, colour)]
        cells = [(column, row) for column in range(3) for row in range(3) if column != 1 or row == 0]
        path = [(9.9 + 1.5 * column, 2.9 + 1.95 * row, 1.2, 1.6, CLOTH) for column, row in cells]
        for left, top, width, height, fill in (*arm, *path):
            yield turned(box(left, top, width, height), quarter, fill)
    yield Shape(box(9, 9, 6, 6), INK)
    for quarter, colour in enumerate(COLOURS):
        yield turned(((9.5, 9.4), (14.5, 9.4), (12, 11.75)), quarter, colour)


def box(left: float, top: float, width: float, height: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle, clockwise from the top left. The y axis points down."""
    return (left, top), (left + width, top), (left + width, top + height), (left, top + height)


def turned(points: Iterable[Point], quarters: int, colour: Colour) -> Shape:
    """Return a shape with these points, rotated clockwise about the icon's centre by a number of quarter turns."""
    middle = UNITS / 2
    for _ in range(quarters):
        points = [(middle - (y - middle), x) for x, y in points]
    return Shape(tuple(points), colour)


def scaled(shape: Shape, scale: float) -> Shape:
    """Scale a shape about the icon's centre by the factor `scale`, and return the new shape."""
    middle = UNITS / 2
    points = ((middle + (x - middle) * scale, middle + (y - middle) * scale) for x, y in shape.points)
    return Shape(tuple(points), shape.colour)


def rounded(size: float, corner: float) -> Iterator[Point]:
    """Yield the points of the outline of a square with rounded corners, clockwise from the top right.

    `size` is the length of a side, and `corner` the radius of the corners.
    """
    for quarter, (x, y) in enumerate(((size, 0.0), (size, size), (0.0, size), (0.0, 0.0))):
        inner = (x + math.copysign(corner, size / 2 - x), y + math.copysign(corner, size / 2 - y))
        for step in range(13):
            angle = math.pi / 2 * (quarter - 1 + step / 12)
            yield inner[0] + corner * math.cos(angle), inner[1] + corner * math.sin(angle)


def svg(shapes: Iterable[Shape]) -> str:
    """Return an SVG image of the shapes, each drawn over the shapes before it."""
    paths = "".join(
        f'<path fill="#{bytes(shape.colour).hex()}" d="M{" ".join(f"{x:.4g},{y:.4g}" for x, y in shape.points)}z"/>'
        for shape in shapes
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {UNITS:g} {UNITS:g}">{paths}</svg>\n'


def png(shapes: Sequence[Shape], size: int) -> bytes:
    """Return a square PNG image of the shapes, each drawn over the shapes before it. `size` is its width in pixels."""
    rows = [bytearray(size * 4) for _ in range(size)]
    for shape in shapes:
        paint(rows, [(x * size / UNITS, y * size / UNITS) for x, y in shape.points], shape.colour)
    header = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG file: its length, type, data and checksum. `kind` is the four-letter type."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def paint(rows: list[bytearray], points: Sequence[Point], colour: Colour) -> None:
    """Draw a polygon with antialiasing into a picture.

    `rows` are the picture's rows as RGBA bytes, the top row first. `points` are the polygon's corners, in pixels.
    """
    top = max(0, math.floor(min(y for _, y in points)))
    bottom = min(len(rows), math.ceil(max(y for _, y in points)))
    for y in range(top, bottom):
        cover = coverage(points, y, len(rows))
        for x, share in enumerate(cover):
            if share > 0:
                mix(rows[y], 4 * x, colour, min(1.0, share))


def coverage(points: Sequence[Point], row: int, width: int) -> list[float]:
    """Return, for each of the `width` pixels of a row, the share of the pixel that a polygon covers, from 0 to 1."""
    shares = [0.0] * width
    for line in range(LINES):
        crossings = sorted(across(points, row + (line + 0.5) / LINES))
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            for x in range(max(0, math.floor(left)), min(width, math.ceil(right))):
                shares[x] += (min(right, x + 1) - max(left, x)) / LINES
    return shares


def across(points: Sequence[Point], y: float) -> Iterator[float]:
    """Yield the x coordinates at which a polygon's outline crosses the horizontal line at `y`."""
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        if (y1 <= y) != (y2 <= y):
            yield x1 + (y - y1) * (x2 - x1) / (y2 - y1)


def mix(row: bytearray, offset: int, colour: Colour, alpha: float) -> None:
    """Blend a colour over one pixel of an RGBA row.

    `offset` is the pixel's first byte, `alpha` the colour's opacity.
    """
    below = row[offset + 3] / 255 * (1 - alpha)
    total = alpha + below
    for channel in range(3):
        row[offset + channel] = round((colour[channel] * alpha + row[offset + channel] * below) / total)
    row[offset + 3] = round(255 * total)
