"""The drawings of American Checkers: men turned on a lathe, kings of two men, a board of maple and walnut.

Lengths are in squares. The origin of a piece is the middle of its square.
"""

from __future__ import annotations

from typing import Final

from chowk.draw.boards import frame, frame_shadow, lamp
from chowk.draw.shapes import Box, Drawing, Group, Linear, Material, Path, Radial, Stop, Stroke, Text, disc

RADIUS: Final = 0.4
"""Radius of a man, in squares."""
_HIGH: Final = 0.1
"""The visible height of a man's side, in squares."""
_SHADOW: Final = Radial(
    0.05, 0.11, 0.5, 0.05, 0.11, (Stop(0.6, "shade", 0.6), Stop(0.82, "shade", 0.28), Stop(1, "shade", 0.0))
)
_CROWN: Final = "M-0.2 0.15L-0.235 -0.1L-0.115 -0.005L0 -0.175L0.115 -0.005L0.235 -0.1L0.2 0.15Q0 0.195 -0.2 0.15Z"


def _edge(name: str, up: float) -> Linear:
    stops = (Stop(0, f"{name} hi"), Stop(0.42, name), Stop(0.62, name), Stop(1, f"{name} lo"))
    return Linear(-0.28, up - 0.28, 0.28, up + 0.28, stops)


def _face(name: str, up: float) -> Radial:
    stops = (Stop(0, f"{name} hi"), Stop(0.5, name), Stop(1, f"{name} lo"))
    return Radial(0, up, RADIUS + 0.06, -0.17, up - 0.2, stops)


def _groove(name: str, up: float, radius: float) -> Drawing:
    """Draw a ring of the given radius cut into a piece's face, with its near wall in the shade and its far wall lit.

    `name` is the colour of the piece, and `up` the vertical shift of its face.
    """
    walls = (Stop(0, f"{name} lo"), Stop(0.45, f"{name} lo"), Stop(1, f"{name} hi"))
    cut = Linear(-0.2, up - 0.2, 0.2, up + 0.2, walls)
    return (disc(0, up, radius, cut), disc(0, up, radius - 0.028, _face(name, up)))


def _milled(name: str, up: float) -> Drawing:
    """Draw short cuts all round a piece's face, as on a coin, and one groove inside them.

    `name` is the colour of the piece. `up` is the y coordinate of the centre of the face.
    """
    cuts = Stroke(f"{name} lo", 0.105, (0.022, 2 * 3.14159265 * 0.318 / 32 - 0.022), 0.75)
    return (disc(0, up, 0.318, stroke=cuts), *_groove(name, up, 0.25))


def _layer(name: str, up: float) -> Drawing:
    """Draw a man of the colour `name` without its shadow. `up` is the vertical shift of its upper face."""
    relief = (*_groove(name, up, 0.32), *_groove(name, up, 0.22)) if name == "red" else _milled(name, up)
    side = Linear(-RADIUS, 0, RADIUS, 0, (Stop(0, name), Stop(0.3, f"{name} lo"), Stop(1, f"{name} lo")))
    return (
        disc(0, up + _HIGH, RADIUS, side, Stroke("ebony lo", 0.02)),
        disc(0, up, RADIUS, _edge(name, up), Stroke("ebony lo", 0.012, alpha=0.6)),
        disc(0, up, RADIUS - 0.026, _face(name, up)),
        *relief,
        disc(0, up, RADIUS - 0.01, stroke=Stroke("outline", 0.03)),
    )


def man(name: str) -> Drawing:
    """Draw a man in the colour `name`: red with two grooves, or white (`ivory`) with short cuts round its face."""
    return (disc(0.05, 0.11, 0.5, _SHADOW), *_layer(name, -0.04))


def king(name: str, metal: str) -> Drawing:
    """Draw a king: a man on another man, with a crown of inlaid metal."""
    up = -0.115
    shine = Linear(0, up - 0.2, 0, up + 0.2, (Stop(0, f"{metal} hi"), Stop(0.6, metal), Stop(1, metal)))
    crown = Path(_CROWN, stroke=Stroke(f"{metal} lo", 0.075))
    plain = (disc(0, up, RADIUS - 0.05, _face(name, up)),)
    return (
        disc(0.06, 0.14, 0.52, _SHADOW._replace(x=0.06, y=0.14, radius=0.52, fx=0.06, fy=0.14)),
        *_layer(name, 0.01),
        *_layer(name, up)[:3],
        *plain,
        *(() if name != "ivory" else _milled(name, up)[:1]),
        disc(0, up, RADIUS - 0.01, stroke=Stroke("outline", 0.03)),
        Group((crown, Path(_CROWN, shine._replace(y1=-0.2, y2=0.2))), 0, up - 0.005),
    )


def _smooth(name: str, up: float, high: float) -> Drawing:
    """Draw a flat cylinder of height `high` without any pattern: its side, a softened edge, and an even face."""
    face = Linear(-0.3, up - 0.3, 0.3, up + 0.3, (Stop(0, f"{name} hi"), Stop(0.3, name), Stop(1, name)))
    side = Linear(-RADIUS, 0, RADIUS, 0, (Stop(0, name), Stop(0.3, f"{name} lo"), Stop(1, f"{name} lo")))
    return (
        disc(0, up + high, RADIUS, side, Stroke("ebony lo", 0.02)),
        *((Box(-RADIUS, up, 2 * RADIUS, high, 0, side),) if high > _HIGH else ()),
        disc(0, up, RADIUS, _edge(name, up), Stroke("ebony lo", 0.025, alpha=0.7)),
        disc(0, up, RADIUS - 0.05, face),
        disc(0, up, RADIUS - 0.02, stroke=Stroke("outline", 0.02)),
    )


def smooth_man(name: str) -> Drawing:
    """Draw a man of a tournament set, which is smooth (C7)."""
    return (disc(0.05, 0.11, 0.5, _SHADOW), *_smooth(name, -0.04, _HIGH))


def smooth_king(name: str) -> Drawing:
    """Draw a king of two smooth men. It differs from a man only in height."""
    lower, upper = 0.08, -0.16
    return (
        disc(0.06, 0.14, 0.52, _SHADOW._replace(x=0.06, y=0.14, radius=0.52, fx=0.06, fy=0.14)),
        *_smooth(name, lower, _HIGH),
        *_smooth(name, upper, 0.15),
    )


RED_MAN: Final = man("red")
RED_KING: Final = king("red", "brass")
WHITE_MAN: Final = man("ivory")
WHITE_KING: Final = king("ivory", "bronze")


def square(x: float, y: float, file: int, rank: int) -> Drawing:
    """Draw the square of a file and a rank, both from 0, with its upper left corner at `x`, `y`.

    Dark squares are walnut, light squares maple. Neighbouring squares show different wood grain.
    """
    dark = (file + rank) % 2 == 1
    turn = 90 * ((file * 3 + rank) % 2)
    grain = Material("walnut" if dark else "maple", turn, x + 1.7 * file + 0.9 * rank, y + 1.3 * rank + 2.1 * file)
    tint = Box(x, y, 1, 1, 0, "tint", alpha=0.24) if dark else Box(x, y, 1, 1, 0, "light", alpha=0.07)
    return (Box(x, y, 1, 1, 0, grain), tint)


def board(border: float) -> Drawing:
    """Draw the board without pieces: 64 squares, with a dark one at the lower left, in a walnut frame `border` wide."""
    size = 8 + 2 * border
    squares = (
        shape for rank in range(8) for file in range(8) for shape in square(border + file, border + rank, file, rank)
    )
    return (
        *frame(size, size, border, "walnut", "maple"),
        *squares,
        lamp(border, border, 8, 8, 0.1, 0.24),
        *frame_shadow(border, border, 8, 8),
        Box(border, border, 8, 8, stroke=Stroke("outline", 0.03)),
    )


def numbered(x: float, y: float, number: int) -> Text:
    """Draw a square's number near its upper left corner at `x`, `y`."""
    return Text(x + 0.145, y + 0.125, str(number), 0.2, "letter", alpha=0.9, number=True)
