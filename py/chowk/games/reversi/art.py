"""Reversi's drawings."""

from __future__ import annotations

from typing import Final

from chowk.draw.shapes import Box, Drawing, Line, Linear, Material, Path, Radial, Shape, Stop, Stroke, Text, disc, polygon

RADIUS: Final = 0.41
"""A disc's radius in squares."""


def _piece(name: str, face: Drawing) -> Drawing:
    """A disc with a real thickness: a soft shadow, the rim below, the lit face above."""
    shadow = Radial(0.05, 0.085, 0.5, 0.05, 0.085, (Stop(0.5, "shade", 0.5), Stop(0.78, "shade", 0.28), Stop(1, "shade", 0.0)))
    lit = Radial(0, -0.02, RADIUS, -0.13, -0.17, (Stop(0, f"{name} hi"), Stop(0.62, name), Stop(1, f"{name} lo")))
    return (
        disc(0.05, 0.085, 0.5, shadow),
        disc(0, 0.035, RADIUS, f"{name} lo"),
        disc(0, -0.02, RADIUS - 0.005, lit),
        *face,
        disc(0, 0, RADIUS, stroke=Stroke("outline", 0.03)),
    )


BLACK: Final = _piece("ebony", (disc(0, -0.02, 0.27, stroke=Stroke("shade", 0.025, alpha=0.5)),))
WHITE: Final = _piece("ivory", ())


def board(frame: float) -> Drawing:
    """The board without discs, its frame so many squares wide."""
    size = 8 + 2 * frame
    inner = frame + 8
    bars: tuple[Shape, ...] = tuple(
        Path(polygon(points), Material("walnut", angle))
        for angle, points in (
            (0, ((0, 0), (size, 0), (inner, frame), (frame, frame))),
            (0, ((0, size), (size, size), (inner, inner), (frame, inner))),
            (90, ((0, 0), (frame, frame), (frame, inner), (0, size))),
            (90, ((size, 0), (inner, frame), (inner, inner), (size, size))),
        )
    )
    grid = Stroke("grid", 0.016, alpha=0.6)
    lines = tuple(
        line
        for at in range(9)
        for line in (Line(frame + at, frame, frame + at, inner, grid), Line(frame, frame + at, inner, frame + at, grid))
    )
    names = tuple(
        Text(frame / 2 if side else frame + at + 0.5, frame + at + 0.5 if side else frame / 2, name, 0.24, "letter")
        for side, text in enumerate(("abcdefgh", "12345678"))
        for at, name in enumerate(text)
    )
    dots = tuple(disc(frame + x, frame + y, 0.07, "grid", alpha=0.8) for x in (2, 6) for y in (2, 6))
    light = Radial(
        frame + 4, frame + 3.2, 6.2, frame + 4, frame + 3.2, (Stop(0.2, "light", 0.1), Stop(0.6, "light", 0.0), Stop(0.61, "shade", 0.0), Stop(1, "shade", 0.3))
    )
    bevel = Linear(0, 0, 0, size, (Stop(0, "light", 0.22), Stop(0.05, "light", 0), Stop(0.95, "shade", 0), Stop(1, "shade", 0.35)))
    return (
        *bars,
        Box(0, 0, size, size, 0, bevel),
        Box(frame, frame, 8, 8, 0, Material("felt", 0, frame, frame)),
        Box(frame, frame, 8, 8, 0, light),
        *lines,
        *dots,
        *names,
    )
