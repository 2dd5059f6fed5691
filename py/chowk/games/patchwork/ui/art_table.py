"""Drawings for Patchwork's table: the linen of a quilt, a tape measure for the time track, spools, patches, signs.

Lengths are in cells of a quilt. The origin of a drawing is its middle, but the cloth and the time track are drawn at
given coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chowk.draw.boards import lamp
from chowk.draw.scene import Point
from chowk.draw.shapes import (
    Box,
    Drawing,
    Group,
    Linear,
    Material,
    Path,
    Shadow,
    Stop,
    Stroke,
    Text,
    disc,
    number,
)
from chowk.draw.signs import sign
from chowk.draw.theme import SideColour
from chowk.games.patchwork.ui.art import Pane, button, outlined, patch

_HEM: Final = 0.1
SHEEN: Final = Material("walnut", scale=1.2)
"""The wood grain of the table top around the linen."""


def linen(x: float, y: float, side: float) -> Drawing:
    """Draw the cloth of a quilt with its hem, and basting threads between the cells.

    `x`, `y` is the upper left corner of the cells, and `side` their width and height, both without the hem.
    """
    far = side + 2 * _HEM
    lines = "".join(
        f"M{number(x)} {number(y + offset)}H{number(x + side)}M{number(x + offset)} {number(y)}V{number(y + side)}"
        for offset in range(1, round(side))
    )
    hem = Box(x - _HEM, y - _HEM, far, far, 0.12, Material("linen", scale=0.6), shadow=Shadow(0.03, 0.06, 0.16, 0.4))
    return (
        hem,
        lamp(x - _HEM, y - _HEM, far, far, 0.22, 0.16),
        Path(lines, stroke=Stroke("linen grain", 0.03, (0.1, 0.066), alpha=0.75)),
        Box(x, y, side, side, 0.04, stroke=Stroke("linen grain", 0.03, alpha=0.6)),
        Box(x - 0.05, y - 0.05, side + 0.1, side + 0.1, 0.08, stroke=Stroke("shade", 0.045, (0.16, 0.1), alpha=0.22)),
        Box(x - 0.055, y - 0.055, side + 0.11, side + 0.11, 0.08, stroke=Stroke("indigo", 0.03, (0.16, 0.1))),
    )


# The tape measure ---------------------------------------------------------------------------------------------------


def tape(places: Iterable[Point], size: float, marked: Iterable[int]) -> Drawing:
    """Draw the time track as a tape measure of numbered squares with side `size`, with buttons on the `marked` spaces.

    `places` are the squares' upper left corners.
    """
    corners, buttons = tuple(places), frozenset(marked)
    body = "".join(f"M{number(x)} {number(y)}H{number(x + size)}V{number(y + size)}H{number(x)}Z" for x, y in corners)
    return (
        Path(body, "tape", Stroke("tape", 0.02), shadow=Shadow(0.02, 0.04, 0.08, 0.4)),
        Path(body, stroke=Stroke("tape grain", 0.022, alpha=0.55)),
        *(shape for space, corner in enumerate(corners) for shape in _space(space, corner, size, space in buttons)),
        *_clasp(corners[-1], size),
    )


def _space(space: int, corner: Point, size: float, marked: bool) -> Drawing:
    x, y = corner[0] + size / 2, corner[1] + size / 2
    if marked:
        return (disc(x, y, 0.46 * size, "indigo", alpha=0.2), Group(button(), x, y, scale=0.66 * size))
    ink = "tape ink" if space % 5 == 0 else "tape grain"
    return (Text(x, y, str(space), 0.4 * size, ink, 700 if space % 5 == 0 else 500, number=True),)


def _clasp(corner: Point, size: float) -> Drawing:
    """Draw the metal end of the tape measure, at the square whose upper left corner is `corner`."""
    x, y = corner[0], corner[1] - 0.34 * size
    steel = Linear(
        x, 0, x + size, 0, (Stop(0, "brass lo"), Stop(0.3, "brass hi"), Stop(0.55, "brass"), Stop(1, "brass lo"))
    )
    return (
        Box(x - 0.02, y, size + 0.04, 0.36 * size, 0.06, steel, shadow=Shadow(0.02, 0.03, 0.06, 0.4)),
        disc(x + 0.25 * size, y + 0.17 * size, 0.05 * size, "brass lo"),
        disc(x + 0.75 * size, y + 0.17 * size, 0.05 * size, "brass lo"),
    )


# Moving drawings ---------------------------------------------------------------------------------------------------


def spool(side: SideColour) -> Drawing:
    """Draw a spool of a player's thread, with the player's sign, about one unit high."""
    name = side.name
    wound = Linear(
        -0.3,
        0,
        0.3,
        0,
        (Stop(0, f"{name} lo"), Stop(0.35, name), Stop(0.5, f"{name} hi"), Stop(0.62, name), Stop(1, f"{name} lo")),
    )
    wood = Linear(-0.4, 0, 0.4, 0, (Stop(0, "walnut"), Stop(0.4, "maple pale"), Stop(1, "walnut pale")))
    turns = "".join(f"M-0.29 {number(-0.2 + 0.1 * turn)}L0.29 {number(-0.15 + 0.1 * turn)}" for turn in range(5))
    rim = Stroke("ebony lo", 0.035)
    return (
        Box(-0.3, -0.32, 0.6, 0.64, 0.05, wound, rim, shadow=Shadow(0.04, 0.07, 0.1, 0.5)),
        Path(turns, stroke=Stroke(f"{name} lo", 0.022, alpha=0.7)),
        Box(-0.4, -0.46, 0.8, 0.17, 0.07, wood, rim),
        Box(-0.4, 0.29, 0.8, 0.17, 0.07, wood, rim),
        disc(0, 0, 0.2, "ivory hi", Stroke(f"{name} lo", 0.03)),
        sign(side.sign, 0, 0, 0.115, name),
    )


def single() -> Drawing:
    """Draw a single patch: a square of leather with a stitched cross, one unit wide."""
    return (
        Box(
            -0.46, -0.46, 0.92, 0.92, 0.1, "walnut pale", Stroke("walnut", 0.03), shadow=Shadow(0.03, 0.05, 0.09, 0.45)
        ),
        Box(-0.46, -0.46, 0.92, 0.92, 0.1, Linear(0, -0.46, 0, 0.46, (Stop(0, "light", 0.2), Stop(0.6, "light", 0.0)))),
        Box(-0.36, -0.36, 0.72, 0.72, 0.06, stroke=Stroke("linen pale", 0.045, (0.1, 0.075))),
        Path("M-0.16 -0.16L0.16 0.16M-0.16 0.16L0.16 -0.16", stroke=Stroke("linen pale", 0.07, round=True)),
    )


def sewn(squares: tuple[Pane, ...], buttons: tuple[Pane, ...], cloth: str, weave: str, quarters: int) -> Drawing:
    """Draw a patch with its buttons. The origin is the middle of the patch's bounding box.

    `squares` and `buttons` are pairs of column and row in the box. `cloth` is the colour of the cloth, and `weave` the
    name of its pattern. `quarters` is the number of quarter turns clockwise of the patch and its pattern.
    """
    on = tuple(Group(button(), x + 0.5, y + 0.5, scale=0.62) for x, y in buttons)
    return _centred(squares, (*patch(squares, cloth, weave, quarters), *on))


def fitting(squares: tuple[Pane, ...]) -> Drawing:
    """Draw a bright outline for a held patch that can be sewn on where it is."""
    return _centred(squares, _bright(outlined(squares), "green hi"))


def finished(squares: tuple[Pane, ...]) -> Drawing:
    """Draw a gilt outline for the patch that was sewn on last."""
    return _centred(squares, _bright(outlined(squares), "gold", 0.7))


def clashing(squares: tuple[Pane, ...]) -> Drawing:
    """Draw hatching and a warning outline for a held patch that cannot be sewn on where it is."""
    outline = outlined(squares)
    right, bottom = max(x for x, _ in squares) + 1, max(y for _, y in squares) + 1
    hatch = "".join(
        f"M{number(0.25 * line)} 0L{number(0.25 * line - bottom)} {number(bottom)}"
        for line in range(1, 4 * (right + bottom))
    )
    hatched = Group(
        (Path(hatch, stroke=Stroke("casing", 0.12, alpha=0.5)), Path(hatch, stroke=Stroke("alarm", 0.07))),
        clip=outline,
    )
    return _centred(squares, (hatched, *_bright(outline, "alarm")))


def _bright(outline: Path, token: str, share: float = 1.0) -> Drawing:
    return (
        outline._replace(stroke=Stroke("casing", 0.15 * share, alpha=0.8)),
        outline._replace(stroke=Stroke(token, 0.085 * share)),
    )


def _centred(squares: tuple[Pane, ...], drawing: Drawing) -> Drawing:
    right, bottom = max(x for x, _ in squares) + 1, max(y for _, y in squares) + 1
    return (Group(drawing, -right / 2, -bottom / 2),)


def clash() -> Drawing:
    """Draw a cross for a cell where the held patch lies over a sewn patch."""
    arms = "M-0.26 -0.26L0.26 0.26M-0.26 0.26L0.26 -0.26"
    return (
        Path(arms, stroke=Stroke("casing", 0.26, alpha=0.85, round=True)),
        Path(arms, stroke=Stroke("alarm", 0.14, round=True)),
    )


def going() -> Drawing:
    """Draw the highlight of a space on the path of the time token in an attempted turn."""
    edges = (Stroke("casing", 0.12, alpha=0.8), Stroke("gold", 0.07))  # the number of the space stays legible
    return tuple(Box(-0.43, -0.43, 0.86, 0.86, 0.1, stroke=stroke) for stroke in edges)


# Signs --------------------------------------------------------------------------------------------------------------


def hourglass() -> Drawing:
    """Draw an hourglass, the sign of time, about one unit high."""
    rim = Stroke("ebony lo", 0.05)
    glass = (
        "M-0.26 -0.36H0.26C0.26 -0.14 0.07 -0.1 0.07 0C0.07 0.1 0.26 0.14 0.26 0.36"
        "H-0.26C-0.26 0.14 -0.07 0.1 -0.07 0C-0.07 -0.1 -0.26 -0.14 -0.26 -0.36Z"
    )
    sand = (
        "M-0.17 -0.2H0.17C0.13 -0.1 0.05 -0.08 0 0C-0.05 -0.08 -0.13 -0.1 -0.17 -0.2Z"
        "M-0.22 0.34C-0.2 0.2 -0.06 0.16 0 0.1C0.06 0.16 0.2 0.2 0.22 0.34Z"
    )
    return (
        Path(glass, "ivory hi", rim),
        Path(sand, "brass"),
        Box(-0.34, -0.46, 0.68, 0.12, 0.05, "walnut pale", rim),
        Box(-0.34, 0.34, 0.68, 0.12, 0.05, "walnut pale", rim),
    )


def advance() -> Drawing:
    """Draw the sign of advancing: a length of tape with an arrow along it, three units wide."""
    sign = (
        Box(-0.48, -0.2, 0.96, 0.4, 0.05, "tape", Stroke("tape grain", 0.03), shadow=Shadow(0.02, 0.04, 0.06, 0.4)),
        Path(
            "M-0.32 -0.2V-0.1M-0.16 -0.2V-0.1M0 -0.2V-0.1M0.16 -0.2V-0.1M0.32 -0.2V-0.1",
            stroke=Stroke("tape grain", 0.025),
        ),
        Path("M-0.34 0.05H0.3M0.16 -0.08L0.32 0.05L0.16 0.18", stroke=Stroke("tape ink", 0.075, round=True)),
    )
    return (Group(sign, scale=3.2),)


def tile() -> Drawing:
    """Draw the bonus tile: an embroidered badge with a seven, one unit wide."""
    return (
        disc(0, 0, 0.48, "plum cloth", Stroke("ebony lo", 0.03), shadow=Shadow(0.02, 0.04, 0.08, 0.45)),
        disc(0, 0, 0.4, stroke=Stroke("linen pale", 0.045, (0.1, 0.075))),
        Text(0, 0, "7", 0.52, "linen pale", 800, number=True),
    )


def income() -> Drawing:
    """Draw the sign of income: a button sewn on a scrap of cloth."""
    return (
        Box(-0.48, -0.48, 0.96, 0.96, 0.14, "rose cloth", Stroke("ebony lo", 0.03)),
        Box(-0.38, -0.38, 0.76, 0.76, 0.08, stroke=Stroke("linen pale", 0.05, (0.12, 0.09))),
        Group(button(), scale=0.68),
    )


def gain() -> Drawing:
    """Draw the sign of buttons to be gained: a button with a plus beside it."""
    arms = "M0.3 -0.5V-0.14M0.12 -0.32H0.48"
    return (
        Group(button(), -0.08, 0.08, scale=0.84),
        Path(arms, stroke=Stroke("ebony lo", 0.2, round=True)),
        Path(arms, stroke=Stroke("green hi", 0.11, round=True)),
    )


def empty_cell() -> Drawing:
    """Draw the sign of an empty cell: a square of linen with a basting thread round it."""
    return (
        Box(-0.44, -0.44, 0.88, 0.88, 0.08, "linen", Stroke("ebony lo", 0.03)),
        Box(-0.32, -0.32, 0.64, 0.64, 0.04, stroke=Stroke("linen grain", 0.06, (0.12, 0.1))),
    )


_SEAM: Final = "M-0.36 0H0.36"
STITCH: Final = (
    Path(_SEAM, stroke=Stroke("ebony lo", 0.24, round=True)),
    Path(_SEAM, stroke=Stroke("linen pale", 0.14, round=True)),
)
"""The drawing of a stitch, along a horizontal seam, of the thread round the square that wins the bonus tile."""
NEEDLE: Final = (
    Path("M-0.7 0L-0.5 -0.09L0.75 0L-0.5 0.09Z", "tape", Stroke("ebony lo", 0.05)),
    Path("M-0.52 0H-0.34", stroke=Stroke("ebony lo", 0.05, round=True)),
)
"""The drawing of the needle that sews the stitches of `STITCH`, with its point to the right."""
