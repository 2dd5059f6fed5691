"""The drawings of Kilkenny Cats for the handloom skin: a slate with lines drawn by hand, squares hatched with chalk."""

from __future__ import annotations

from random import Random

from chowk.draw.boards import frame, frame_shadow, lamp
from chowk.draw.shapes import Box, Drawing, Group, Material, Path, Stroke, disc, number
from chowk.draw.signs import sign
from chowk.draw.theme import SideColour
from chowk.games.kilkenny.ui.art import FIELD, closed, mark, mouse

_DUST, _LINE = Stroke("chalk", 0.09, alpha=0.1), Stroke("chalk", 0.026, alpha=0.55, round=True)


def board(edge: float) -> Drawing:
    """Draw the board without pieces: the slate with its lines, and the tiles of all mice in the frame.

    The width of the frame is that of a square plus `edge`.
    """
    near = 1 + edge
    size = FIELD + 2 * near
    lines = _lines(near)
    return (
        *frame(size, size, near, "walnut", "maple"),
        Box(near, near, FIELD, FIELD, 0, Material("slate", 0, near, near, 0.8)),
        lamp(near, near, FIELD, FIELD, 0.08, 0.26),
        Path(lines, stroke=_DUST),
        Path(lines, stroke=_LINE),
        *frame_shadow(near, near, FIELD, FIELD),
        Box(near, near, FIELD, FIELD, stroke=Stroke("outline", 0.03)),
        *closed(edge),
    )


def _lines(near: float) -> str:
    """Return the lines between the squares as path data, irregular as if drawn by hand.

    `near` is the x and the y coordinate of the upper left corner of the field, the part of the board inside the frame.
    """
    rng, far, middle = Random(8), near + FIELD, near + FIELD / 2
    strokes: list[str] = []
    for offset in range(1, FIELD):
        for level in (False, True):
            ends = [near + offset + 0.05 * (rng.random() - 0.5) for _ in range(2)]
            bow = near + offset + 0.12 * (rng.random() - 0.5)
            start, stop = near + 0.2 * rng.random(), far - 0.2 * rng.random()
            points = ((start, ends[0]), (middle, bow), (stop, ends[1]))
            from_point, bent, to_point = (
                f"{number(x)} {number(y)}" if level else f"{number(y)} {number(x)}" for x, y in points
            )
            strokes.append(f"M{from_point}Q{bent} {to_point}")
    return "".join(strokes)


def start(side: SideColour, columns: int, rows: int) -> Drawing:
    """Draw a block of `columns` by `rows` starting squares, hatched in the player's colour."""
    left, top = -columns / 2, -rows / 2
    area = Box(left + 0.06, top + 0.06, columns - 0.12, rows - 0.12, 0.06)
    right, bottom = left + columns - 0.06, top + rows - 0.06
    levels = (left + top + 0.25 * index for index in range(1, 4 * (columns + rows)))
    strokes = "".join(
        f"M{number(min(right, level - area.y))} {number(max(area.y, level - right))}"
        f"L{number(max(area.x, level - bottom))} {number(min(bottom, level - area.x))}"
        for level in levels
    )
    places = [(left + x + 0.5, top + y + 0.5) for y in range(rows) for x in range(columns)]
    return (
        area._replace(fill=side.name, alpha=0.42),
        Path(strokes, stroke=Stroke(f"{side.name} hi", 0.05, alpha=0.6)),
        area._replace(stroke=Stroke(f"{side.name} hi", 0.06, alpha=0.9)),
        *(sign(side.sign, x, y, 0.15, "chalk", 0.8) for x, y in places),
    )


def mouse_tile(side: SideColour) -> Drawing:
    """Draw a mouse in chalk on a small slate in its owner's colour, with the owner's sign in the corner."""
    name = side.name
    return (
        Box(-0.47, -0.47, 0.94, 0.94, 0.14, "ebony lo"),
        Box(-0.41, -0.41, 0.82, 0.82, 0.1, "ebony", Stroke(f"{name} hi", 0.06)),
        Group(mouse("ivory hi"), 0.0, 0.08, scale=0.74),
        disc(-0.27, -0.27, 0.155, name, Stroke("ebony lo", 0.025)),
        sign(side.sign, -0.27, -0.27, 0.095, mark(side)),
    )
