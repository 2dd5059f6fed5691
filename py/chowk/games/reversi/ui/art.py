"""Reversi's drawings: discs of ebony and ivory, green felt in a walnut frame."""

from __future__ import annotations

from typing import Final

from chowk.draw.boards import engraved, frame, frame_shadow, lamp
from chowk.draw.shapes import Box, Drawing, Linear, Material, Radial, Segment, Stop, Stroke, disc

RADIUS: Final = 0.41
"""A disc's radius, in squares."""
_UP: Final = -0.022
"""Vertical shift of a disc's upper face, in squares, because the board is seen slightly from below."""
_SHADOW: Final = Radial(
    0.045, 0.1, 0.5, 0.045, 0.1, (Stop(0.6, "shade", 0.55), Stop(0.82, "shade", 0.25), Stop(1, "shade", 0.0))
)


def _piece(name: str, under: str, face: Radial, relief: Drawing) -> Drawing:
    """Draw a disc with one side up: a layer of the colour `name` over a layer of the colour `under`.

    It consists of its shadow, its side, its bevelled edge, its face, and the `relief` on the face.
    """
    edge = Linear(
        -0.29, -0.31, 0.29, 0.27, (Stop(0, f"{name} hi"), Stop(0.45, name), Stop(0.6, name), Stop(1, f"{name} lo"))
    )
    return (
        disc(0.045, 0.1, 0.5, _SHADOW),
        disc(0, _UP + 0.062, RADIUS, under),
        disc(0, _UP + 0.026, RADIUS, f"{name} lo"),
        disc(0, _UP, RADIUS, edge),
        disc(0, _UP, RADIUS - 0.024, face),
        *relief,
        disc(0, 0, RADIUS, stroke=Stroke("outline", 0.03)),
    )


_EBONY: Final = Radial(
    0, _UP, RADIUS + 0.05, -0.17, _UP - 0.21, (Stop(0, "ebony hi"), Stop(0.55, "ebony"), Stop(1, "ebony lo"))
)
_GROOVE: Final = Linear(-0.2, _UP - 0.2, 0.2, _UP + 0.2, (Stop(0, "shade", 0.75), Stop(1, "ebony hi", 0.9)))

BLACK: Final = _piece(
    "ebony",
    "ivory",
    _EBONY,
    (disc(0, _UP, 0.272, _GROOVE), disc(0, _UP, 0.25, _EBONY)),
)
"""The black disc. A fine groove distinguishes it from the white disc by shape, too."""

_IVORY: Final = Radial(
    0.02,
    _UP + 0.03,
    RADIUS + 0.03,
    -0.14,
    _UP - 0.17,
    (Stop(0, "ivory hi"), Stop(0.16, "ivory hi"), Stop(0.62, "ivory"), Stop(0.86, "ivory"), Stop(1, "ivory lo")),
)
WHITE: Final = _piece("ivory", "ebony", _IVORY, ())
"""The white disc, a smooth dome."""


def board(border: float, *, backwards: bool = False) -> Drawing:
    """Draw the board without discs, with a frame `border` squares wide. `backwards` draws it after half a turn."""
    size, far = 8 + 2 * border, 8 + border
    return (
        *frame(size, size, border, "walnut", "maple"),
        *_felt(border),
        *_lines(border, far),
        *frame_shadow(border, border, 8, 8),
        Box(border, border, 8, 8, stroke=Stroke("outline", 0.03)),
        *_names(border, -1 if backwards else 1),
    )


def _felt(border: float) -> Drawing:
    """Draw the felt of the board inside a frame `border` wide, with the light of a lamp at the upper left."""
    return (
        Box(border, border, 8, 8, 0, Material("felt", 0, border, border)),
        lamp(border, border, 8, 8, 0.1, 0.3),
    )


def _lines(near: float, far: float) -> Drawing:
    """Draw the grid between the coordinates `near` and `far`, and four dots.

    The dots are the corners of the four by four squares in the middle.
    """
    thin = Stroke("grid", 0.016, alpha=0.62)
    places = [near + offset for offset in range(1, 8)]
    upright = tuple(Segment(offset, near, offset, far, thin) for offset in places)
    level = tuple(Segment(near, offset, far, offset, thin) for offset in places)
    dots = tuple(disc(near + x, near + y, 0.065, "grid", alpha=0.85) for y in (2, 6) for x in (2, 6))
    return (*upright, *level, *dots)


def _names(border: float, step: int) -> Drawing:
    """Draw the file letters at the top and the rank numbers at the left.

    `step` is -1 for a board after half a turn, otherwise 1.
    """
    middle, size = 0.46 * border, 0.235
    files = (engraved(border + offset + 0.5, middle, name, size) for offset, name in enumerate("abcdefgh"[::step]))
    ranks = (engraved(middle, border + offset + 0.5, name, size) for offset, name in enumerate("12345678"[::step]))
    return tuple(shape for word in (*files, *ranks) for shape in word)
