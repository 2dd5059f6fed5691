"""The drawings of Parcheesi for the handloom skin: a cotton chaupar, a cloth sewn as a cross, with lacquered pawns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi, sin
from typing import Final

from chowk.draw.boards import lamp
from chowk.draw.shapes import (
    Box,
    Drawing,
    Group,
    Linear,
    Material,
    Oval,
    Path,
    Shadow,
    Stop,
    Stroke,
    disc,
    number,
    polygon,
)
from chowk.draw.signs import sign
from chowk.draw.theme import SideColour
from chowk.games.parcheesi.ui.art import ARMS, CELLS, NEST, mark, paper, star
from chowk.games.parcheesi.ui.art import entry as entry
from chowk.games.parcheesi.ui.art import gate as gate
from chowk.games.parcheesi.ui.art import link as link

_STITCH: Final = (0.15, 0.1)
DOME: Final = "M-0.33 0.35C-0.36 0 -0.27 -0.56 0 -0.56C0.27 -0.56 0.36 0 0.33 0.35Z"
"""The outline of a pawn, as path data."""
_BANDS: Final = "M-0.325 0.04C-0.2 0.14 0.2 0.14 0.325 0.04M-0.335 0.17C-0.2 0.28 0.2 0.28 0.335 0.17"


def _sewn(token: str, width: float = 0.05, alpha: float = 1.0) -> Stroke:
    return Stroke(token, width, _STITCH, alpha)


def token(side: SideColour) -> Drawing:
    """Draw a lacquered pawn in the shape of a beehive, with two ivory bands. The pawn is small enough for a space."""
    name = side.name
    sheen = ((0, " lo"), (0.25, ""), (0.4, " hi"), (0.62, ""), (1, " lo"))
    turned = Linear(-0.33, 0, 0.33, 0, tuple(Stop(offset, f"{name}{tone}") for offset, tone in sheen))
    casing, lining = Stroke("ebony lo", 0.11), Stroke("ivory hi", 0.05)
    shapes: Drawing = (
        Oval(0, 0.35, 0.33, 0.115, "ebony lo", casing, shadow=Shadow(0.08, 0.05, 0.13, 0.55)),
        Path(DOME, "ebony lo", casing),
        disc(0, -0.58, 0.07, "ebony lo", casing),
        disc(0, -0.58, 0.07, name, lining),
        Oval(0, 0.35, 0.33, 0.115, f"{name} lo", lining),
        Path(DOME, turned, lining),
        Oval(0, 0.34, 0.31, 0.1, turned),
        Path(_BANDS, stroke=Stroke("ivory hi", 0.045)),
        disc(0, -0.21, 0.2, name),
        sign(side.sign, 0, -0.21, 0.15, mark(side)),
    )
    return (Group(shapes, 0, 0.06, scale=0.85),)


def board(
    border: float,
    spaces: Sequence[tuple[int, int]],  # noqa: ARG001 - lines divide the spaces
    safe: Iterable[tuple[int, int]],
) -> Drawing:
    """Draw the cloth without pieces: a hem `border` wide, a field, the cross, and stitched crosses on safe spaces."""
    size = CELLS + 2 * border
    cloth = Box(0, 0, size, size, 0.33)
    field: Drawing = (
        Box(0, 0, CELLS, CELLS, 0, Material("court", 0, 0.3, 0.7)),
        Box(0.12, 0.12, CELLS - 0.24, CELLS - 0.24, 0.1, stroke=_sewn("felt", 0.06)),
        *(shape for corner in ((0.0, 0.0), (11.0, 0.0), (0.0, 11.0), (11.0, 11.0)) for shape in _blank(*corner)),
        Path(ARMS, "enamel", Stroke("court grain", 0.14)),
        Path(_threads(), stroke=_sewn("court grain", 0.05, 0.8)),
        *(Group(_flower(), x + 0.5, y + 0.5) for x, y in safe),
        Path("M8 8L11 11M11 8L8 11M8 8H11V11H8Z", "court", Stroke("court grain", 0.08)),
        lamp(0, 0, CELLS, CELLS, 0.1, 0.14),
    )
    inner = (border - 0.04, CELLS + 0.08)
    return (
        cloth._replace(fill=Material("court", 0, 0, 0)),
        cloth._replace(fill="court grain", stroke=Stroke("outline", 0.04)),
        Path(_temples(size, border), "court pale", alpha=0.9),
        Path(_temples(size, border, 0.5), "felt"),
        Box(0.14, 0.14, size - 0.28, size - 0.28, 0.22, stroke=_sewn("tape", 0.06)),
        Group(field, border, border),
        Box(inner[0], inner[0], inner[1], inner[1], stroke=Stroke("tape", 0.08)),
    )


def _temples(size: float, border: float, scale: float = 1.0) -> str:
    """Return the triangles along the hem of the cloth (called temples) as path data.

    `size` is the width of the cloth, `border` that of its hem. `scale` is the size of the triangles, 1 for full size.
    """
    count = 2 * CELLS
    step, base, high = CELLS / count, border - 0.08, (border - 0.32) * scale
    half = 0.5 * step * scale
    triangles: list[str] = []
    for index in range(count):
        middle = border + step * (index + 0.5)
        for level, tip in ((base, base - high), (size - base, size - base + high)):
            ends = ((middle - half, level), (middle, tip), (middle + half, level))
            triangles += (polygon(ends), polygon((y, x) for x, y in ends))
    return "".join(triangles)


def _threads() -> str:
    """Return the lines of stitches between the spaces of the four arms as path data."""
    along = (8, 9, 10, 11)
    over = [f"M{line} {start}V{start + 8}M{start} {line}H{start + 8}" for line in along for start in (0, 11)]
    across = [f"M{line} 8V11M8 {line}H11" for line in (*range(1, 9), *range(11, 19))]
    return "".join((*over, *across))


def _flower() -> Drawing:
    """Draw the mark of a safe space: a cross of stitches with a star sewn over it."""
    return (
        Path("M-0.45 -0.45L0.45 0.45M0.45 -0.45L-0.45 0.45", stroke=_sewn("felt", 0.08)),
        Group(star("bronze", "brass"), scale=0.72),
    )


def _blank(x: float, y: float) -> Drawing:
    """Draw an unused nest: a square of running stitches with a lotus in it."""
    return (
        Box(x + 0.4, y + 0.4, NEST - 0.8, NEST - 0.8, 0.2, stroke=_sewn("court grain", 0.06)),
        Group(
            (Path(_lotus(2.75), stroke=_sewn("felt")), Path(_lotus(1.5, 8), stroke=_sewn("court grain"))),
            x + NEST / 2,
            y + NEST / 2,
        ),
    )


def _lotus(radius: float, petals: int = 20) -> str:
    """Return a circle of petals as path data."""
    points = [
        (radius * cos(tau), radius * sin(tau)) for tau in (2 * pi * index / petals for index in range(petals + 1))
    ]
    bow = number(pi * radius / petals)
    start, *others = (f"{number(x)} {number(y)}" for x, y in points)
    return f"M{start}" + "".join(f"A{bow} {bow} 0 0 1 {point}" for point in others)


def nest(side: SideColour) -> Drawing:
    """Draw a player's nest around the origin: a patch of cloth printed with the player's sign, and a lotus on it."""
    reach = NEST / 2
    patch = Box(0.25, 0.25, NEST - 0.5, NEST - 0.5, 0.14)
    drawing: Drawing = (
        patch._replace(fill=f"{side.name} field", shadow=Shadow(0.04, 0.07, 0.14, 0.5)),
        Group((Path("".join(_weft()), stroke=Stroke("shade", 0.03, alpha=0.12)), paper(side)), clip=patch),
        patch._replace(x=0.4, y=0.4, width=NEST - 0.8, height=NEST - 0.8, stroke=_sewn("ivory hi", 0.06)),
        patch._replace(x=0.62, y=0.62, width=NEST - 1.24, height=NEST - 1.24, stroke=_sewn("ivory hi", 0.04, 0.7)),
        Group(
            (
                Path(_lotus(2.72), "enamel", Stroke(f"{side.name} lo", 0.08)),
                disc(0, 0, 2.62, stroke=_sewn(side.name, 0.06)),
            ),
            reach,
            reach,
        ),
    )
    return (Group(drawing, -reach, -reach),)


def _weft() -> Iterator[str]:
    for index in range(1, 50):
        yield f"M0 {number(0.16 * index)}H{number(NEST)}"


def row(side: SideColour, cells: Sequence[tuple[float, float]]) -> Drawing:
    """Draw the spaces of a home row, cut from the player's cloth. `cells` are the spaces' centres."""
    near = [(x - 0.5, y - 0.5) for x, y in cells]
    strips = "".join(f"M{number(x)} {number(y)}H{number(x + 1)}V{number(y + 1)}H{number(x)}Z" for x, y in near)
    return (
        Path(strips, f"{side.name} field", Stroke(f"{side.name} lo", 0.06)),
        Path(strips, stroke=_sewn("ivory hi", 0.045, 0.85)),
        *(sign(side.sign, x, y, 0.16, mark(side), 0.7) for x, y in cells),
    )


def home(side: SideColour, turns: int) -> Drawing:
    """Draw a player's home, a triangle in the middle of the board.

    `turns` is the number of quarter turns clockwise from the south.
    """
    shapes: Drawing = (
        Path("M0 0L1.465 1.465H-1.465Z", f"{side.name} field", Stroke("ebony lo", 0.05)),
        Path("M0 0.28L1.12 1.36H-1.12Z", stroke=_sewn("ivory hi", 0.05, 0.9)),
    )
    return (Group(shapes, angle=90.0 * turns),)
