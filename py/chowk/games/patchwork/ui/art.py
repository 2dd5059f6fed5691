"""The drawings of buttons and of patches, which are cut from patterned cloth and sewn on with running stitches.

Lengths are in cells of a quilt.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from chowk.draw.shapes import (
    Drawing,
    Group,
    Linear,
    Path,
    Radial,
    Shadow,
    Stop,
    Stroke,
    disc,
    number,
    polygon,
)

Pane: TypeAlias = tuple[int, int]
"""A square of a patch: its column and row in the patch's bounding box."""


def patch(squares: Iterable[Pane], cloth: str, weave: str, quarters: int = 0) -> Drawing:
    """Draw a patch of unit squares, cut from patterned cloth and sewn on along its edge.

    The origin is the upper left corner of its bounding box. `cloth` is the colour of the cloth, and `weave` the name of
    its pattern. `quarters` is the number of quarter turns clockwise of the patch and its pattern.
    """
    cells = frozenset(squares)
    outline = Path("".join(map(polygon, _loops(cells))))
    right, bottom = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    relief = Linear(0, 0, right, bottom, (Stop(0, "light", 0.16), Stop(0.5, "light", 0.0), Stop(1, "shade", 0.0)))
    seam = "".join(polygon(_inset(loop, 0.1)) for loop in _loops(cells))
    return (
        outline._replace(fill=cloth, shadow=Shadow(0.03, 0.05, 0.09, 0.45)),
        Group((*_woven(weave, right, bottom, quarters), *_threads(right, bottom)), clip=outline),
        outline._replace(fill=relief, stroke=Stroke("shade", 0.02, alpha=0.28)),
        Path(seam, stroke=Stroke("shade", 0.05, (0.1, 0.07), 0.25, round=True)),
        Path(seam, stroke=Stroke("linen pale", 0.034, (0.1, 0.07), round=True)),
    )


def outlined(squares: Iterable[Pane]) -> Path:
    """Return the outline of a patch as a path."""
    return Path("".join(map(polygon, _loops(frozenset(squares)))))


def _woven(weave: str, right: int, bottom: int, quarters: int) -> Drawing:
    if not quarters % 2:
        return _WEAVES[weave](right, bottom)
    return (Group(_WEAVES[weave](bottom, right), right, 0, angle=90),)


def button() -> Drawing:
    """Draw a round button with four holes and the thread through them, one unit wide."""
    face = Radial(0, 0, 0.5, -0.14, -0.18, (Stop(0, "indigo hi"), Stop(0.6, "indigo"), Stop(1, "indigo lo")))
    well = Linear(-0.25, -0.25, 0.25, 0.25, (Stop(0, "indigo lo"), Stop(1, "indigo hi")))
    holes = tuple(disc(0.11 * x, 0.11 * y, 0.055, "indigo lo") for x in (-1, 1) for y in (-1, 1))
    thread = Path("M-0.11 -0.11L0.11 0.11M0.11 -0.11L-0.11 0.11", stroke=Stroke("linen pale", 0.045, round=True))
    return (
        disc(0, 0.03, 0.46, "indigo lo", shadow=Shadow(0.03, 0.06, 0.1, 0.5)),
        disc(0, 0, 0.46, face),
        disc(0, 0, 0.34, well),
        disc(0, 0, 0.315, face),
        *holes,
        thread,
    )


def _loops(cells: frozenset[Pane]) -> list[list[tuple[float, float]]]:
    """Return the outlines of a set of unit squares, each as a list of corners.

    Outer outlines run clockwise, the outlines of holes anticlockwise.
    """
    edges = dict[tuple[int, int], list[tuple[int, int]]]()
    for x, y in sorted(cells):
        sides = (
            ((x, y), (x + 1, y), (x, y - 1)),
            ((x + 1, y), (x + 1, y + 1), (x + 1, y)),
            ((x + 1, y + 1), (x, y + 1), (x, y + 1)),
            ((x, y + 1), (x, y), (x - 1, y)),
        )
        for start, end, beyond in sides:
            if beyond not in cells:
                edges.setdefault(start, []).append(end)
    loops = []
    while edges:
        start = corner = min(edges)
        direction = (1, 0)
        loop: list[tuple[float, float]] = []
        while True:
            # Where two squares touch only at a corner, the outline stays on the square along which it came.
            ends = edges[corner]
            end = max(ends, key=lambda end: direction[0] * (end[1] - corner[1]) - direction[1] * (end[0] - corner[0]))
            ends.remove(end)
            if not ends:
                del edges[corner]
            new = (end[0] - corner[0], end[1] - corner[1])
            if new != direction or not loop:
                loop.append(corner)
            corner, direction = end, new
            if corner == start:
                break
        loops.append(loop)
    return loops


def _inset(loop: list[tuple[float, float]], by: float) -> list[tuple[float, float]]:
    """Move an outline inwards by the distance `by`. The outline has right angles and runs clockwise."""
    moved = []
    for previous, corner, following in zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True):
        came, goes = _direction(previous, corner), _direction(corner, following)
        moved.append((corner[0] - by * (came[1] + goes[1]), corner[1] + by * (came[0] + goes[0])))
    return moved


def _direction(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = abs(dx) + abs(dy)
    return dx / long, dy / long


def _threads(right: float, bottom: float) -> Drawing:
    """Draw the weave that shows in every cloth: level and upright threads over a box from 0, 0 to `right`, `bottom`."""
    level = "".join(f"M0 {number(0.08 * index)}H{number(right)}" for index in range(round(bottom / 0.08)))
    upright = "".join(f"M{number(0.08 * index)} 0V{number(bottom)}" for index in range(round(right / 0.08)))
    return (
        Path(level, stroke=Stroke("shade", 0.02, alpha=0.1)),
        Path(upright, stroke=Stroke("light", 0.02, alpha=0.1)),
    )


_PALE: Final = "linen pale"
_INK: Final = "shade"


def _grid(right: float, bottom: float, step: float) -> Iterator[tuple[int, int, float, float]]:
    """Yield the points of a grid over a box from 0, 0 to `right`, `bottom`: column, row, x and y of each.

    Neighbouring points are `step` apart.
    """
    for row in range(math.ceil(bottom / step) + 1):
        for column in range(math.ceil(right / step) + 1):
            yield column, row, step * column, step * row


def _spot(x: float, y: float, radius: float) -> str:
    """Return a circle with the centre `x`, `y` as path data."""
    size = number(radius)
    left, right, level = number(x - radius), number(x + radius), number(y)
    return f"M{left} {level}A{size} {size} 0 1 0 {right} {level}A{size} {size} 0 1 0 {left} {level}Z"


def _dots(right: float, bottom: float) -> Drawing:
    spots = (_spot(x + (0.125 if row % 2 else 0), y + 0.125, 0.05) for _, row, x, y in _grid(right, bottom, 0.25))
    return (Path("".join(spots), _PALE, alpha=0.75),)


def _rings(right: float, bottom: float) -> Drawing:
    spots = (_spot(x + (0.25 if row % 2 else 0), y + 0.25, 0.13) for _, row, x, y in _grid(right, bottom, 0.5))
    return (Path("".join(spots), stroke=Stroke(_PALE, 0.045, alpha=0.7)),)


def _stripes(right: float, bottom: float) -> Drawing:
    starts = (0.25 * index for index in range(round(4 * (right + bottom))))
    lines = "".join(f"M{number(x)} 0L{number(x - bottom)} {number(bottom)}" for x in starts)
    return (Path(lines, stroke=Stroke(_PALE, 0.06, alpha=0.55)),)


def _bands(right: float, bottom: float) -> Drawing:
    wide = "".join(f"M0 {number(0.5 * index + 0.16)}H{number(right)}" for index in range(round(2 * bottom)))
    fine = "".join(f"M0 {number(0.5 * index + 0.36)}H{number(right)}" for index in range(round(2 * bottom)))
    return (
        Path(wide, stroke=Stroke(_PALE, 0.15, alpha=0.42)),
        Path(fine, stroke=Stroke(_PALE, 0.04, alpha=0.7)),
    )


def _checks(right: float, bottom: float) -> Drawing:
    boxes = "".join(
        f"M{number(x)} {number(y)}H{number(x + 0.25)}V{number(y + 0.25)}H{number(x)}Z"
        for column, row, x, y in _grid(right, bottom, 0.25)
        if (column + row) % 2
    )
    return (Path(boxes, _PALE, alpha=0.42),)


def _tartan(right: float, bottom: float) -> Drawing:
    level = "".join(f"M0 {number(0.5 * index + 0.25)}H{number(right)}" for index in range(round(2 * bottom)))
    upright = "".join(f"M{number(0.5 * index + 0.25)} 0V{number(bottom)}" for index in range(round(2 * right)))
    return (
        Path(level + upright, stroke=Stroke(_INK, 0.2, alpha=0.16)),
        Path(level + upright, stroke=Stroke(_PALE, 0.035, alpha=0.75)),
    )


def _zigzag(right: float, bottom: float) -> Drawing:
    steps = range(1, round(8 * right) + 1)
    waves = []
    for y in (0.25 * row + 0.2 for row in range(round(4 * bottom))):
        waves += [f"M0 {number(y)}", *(f"L{number(0.125 * index)} {number(y - 0.1 * (index % 2))}" for index in steps)]
    return (Path("".join(waves), stroke=Stroke(_PALE, 0.05, alpha=0.6)),)


def _waves(right: float, bottom: float) -> Drawing:
    waves = []
    for row in range(round(3 * bottom) + 1):
        y = row / 3 + 0.16
        bows = (
            f"Q{number(x + 0.125)} {number(y + bow)} {number(x + 0.25)} {number(y)}"
            for x, bow in ((0.25 * index, 0.13 if index % 2 else -0.13) for index in range(round(4 * right)))
        )
        waves.append(f"M0 {number(y)}" + "".join(bows))
    return (Path("".join(waves), stroke=Stroke(_PALE, 0.055, alpha=0.62)),)


def _diamonds(right: float, bottom: float) -> Drawing:
    boxes = "".join(
        f"M{number(x + 0.25)} {number(y + 0.06)}L{number(x + 0.4)} {number(y + 0.25)}"
        f"L{number(x + 0.25)} {number(y + 0.44)}L{number(x + 0.1)} {number(y + 0.25)}Z"
        for _, _, x, y in _grid(right, bottom, 0.5)
    )
    return (Path(boxes, _PALE, alpha=0.5),)


def _crosses(right: float, bottom: float) -> Drawing:
    arm = 0.055
    marks = "".join(
        f"M{number(x - arm)} {number(y)}H{number(x + arm)}M{number(x)} {number(y - arm)}V{number(y + arm)}"
        for x in (0.25 * index + 0.125 for index in range(round(4 * right)))
        for y in (0.25 * index + 0.125 for index in range(round(4 * bottom)))
    )
    return (Path(marks, stroke=Stroke(_PALE, 0.035, alpha=0.75, round=True)),)


def _sprigs(right: float, bottom: float) -> Drawing:
    """Draw little twigs with two leaves, upright and leaning in turn, over a box from 0, 0 to `right`, `bottom`."""
    stems, leaves = [], []
    for column, row, x, y in _grid(right, bottom, 0.5):
        lean = 0.06 if (column + row) % 2 else -0.06
        x, y = x + 0.25, y + 0.25
        stems.append(f"M{number(x - lean)} {number(y + 0.15)}L{number(x + lean)} {number(y - 0.15)}")
        leaves += [_leaf(x, y + 0.03, 1), _leaf(x, y + 0.08, -1)]
    return (
        Path("".join(stems), stroke=Stroke(_PALE, 0.03, alpha=0.8, round=True)),
        Path("".join(leaves), _PALE, alpha=0.7),
    )


def _leaf(x: float, y: float, side: int) -> str:
    tip = f"{number(x + 0.15 * side)} {number(y - 0.15)}"
    return (
        f"M{number(x)} {number(y)}Q{number(x + 0.14 * side)} {number(y - 0.02)} {tip}"
        f"Q{number(x + 0.03 * side)} {number(y - 0.13)} {number(x)} {number(y)}Z"
    )


_WEAVES: Final[Mapping[str, Callable[[float, float], Drawing]]] = MappingProxyType(
    {
        "dots": _dots,
        "stripes": _stripes,
        "checks": _checks,
        "zigzag": _zigzag,
        "crosses": _crosses,
        "rings": _rings,
        "bands": _bands,
        "tartan": _tartan,
        "waves": _waves,
        "diamonds": _diamonds,
        "sprigs": _sprigs,
    }
)
WEAVES: Final = tuple(_WEAVES)
"""The names of the woven patterns."""
CLOTHS: Final = ("rose cloth", "teal cloth", "ochre cloth", "moss cloth", "plum cloth", "dusk cloth", "clay cloth")
"""The names of the colours of cloth."""
