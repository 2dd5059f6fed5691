"""The drawings of Parcheesi for the plain skin: areas of one colour with thin outlines, no wood, no shine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chowk.draw.shapes import Box, Drawing, Group, Oval, Path, Shadow, Stroke, disc, number
from chowk.draw.signs import sign
from chowk.draw.theme import SideColour
from chowk.games.parcheesi.ui.art import ARMS, BODY, CELLS, NEST, mark, star
from chowk.games.parcheesi.ui.art import entry as entry
from chowk.games.parcheesi.ui.art import gate as gate
from chowk.games.parcheesi.ui.art import link as link


def token(side: SideColour) -> Drawing:
    """Draw a pawn of one flat colour with a dark outer and a light inner outline, small enough for a space."""
    name, casing, lining = side.name, Stroke("ebony lo", 0.11), Stroke("ivory hi", 0.05)
    shapes: Drawing = (
        Oval(0, 0.35, 0.31, 0.125, "ebony lo", casing, shadow=Shadow(0.04, 0.04, 0.08, 0.35)),
        Path(BODY, "ebony lo", casing),
        disc(0, -0.33, 0.27, "ebony lo", casing),
        Oval(0, 0.35, 0.31, 0.125, name, lining),
        Path(BODY, name, lining),
        Oval(0, 0.34, 0.28, 0.1, name),
        disc(0, -0.33, 0.27, name, lining),
        sign(side.sign, 0, -0.325, 0.165, mark(side)),
    )
    return (Group(shapes, 0, 0.06, scale=0.85),)


def board(border: float, spaces: Sequence[tuple[int, int]], safe: Iterable[tuple[int, int]]) -> Drawing:
    """Draw the board without pieces: a plain frame `border` wide, a pale field, white spaces between thin lines."""
    size = CELLS + 2 * border
    line = Stroke("walnut pale", 0.045)
    field: Drawing = (
        Box(0, 0, CELLS, CELLS, 0.2, "court pale"),
        *(_blank(x, y) for x in (0.0, 11.0) for y in (0.0, 11.0)),
        Path(ARMS, "enamel", line),
        Path("".join(_square(x, y) for x, y in (*spaces, *_rows())), stroke=line),
        *(Group(star("bronze", "brass"), x + 0.5, y + 0.5) for x, y in safe),
        Path("M8 8L11 11M11 8L8 11M8 8H11V11H8Z", "court pale", line),
    )
    return (
        Box(0, 0, size, size, 0.33, "walnut", Stroke("outline", 0.04)),
        Box(0.4, 0.4, size - 0.8, size - 0.8, 0.45, "court"),
        Group(field, border, border),
    )


def _rows() -> list[tuple[int, int]]:
    along = (*range(1, 8), *range(11, 18))
    return [*((9, index) for index in along), *((index, 9) for index in along)]


def _square(x: float, y: float) -> str:
    return f"M{number(x)} {number(y)}H{number(x + 1)}V{number(y + 1)}H{number(x)}Z"


def _blank(x: float, y: float) -> Box:
    """Draw an unused nest: the outline of its field."""
    return Box(x + 0.3, y + 0.3, NEST - 0.6, NEST - 0.6, 0.9, stroke=Stroke("court grain", 0.06))


def nest(side: SideColour) -> Drawing:
    """Draw a player's nest around the origin: a coloured field with a white circle, and signs in its corners."""
    reach = NEST / 2
    return (
        Box(0.3 - reach, 0.3 - reach, NEST - 0.6, NEST - 0.6, 0.9, f"{side.name} field"),
        disc(0, 0, 2.8, "enamel"),
        *(sign(side.sign, x * 3.1, y * 3.1, 0.28, mark(side), 0.6) for x in (-1, 1) for y in (-1, 1)),
    )


def row(side: SideColour, cells: Sequence[tuple[float, float]]) -> Drawing:
    """Draw the spaces of a home row in the player's colour. `cells` are the spaces' centres."""
    tiles = "".join(_square(x - 0.5, y - 0.5) for x, y in cells)
    return (
        Path(tiles, f"{side.name} field", Stroke("walnut pale", 0.045)),
        *(sign(side.sign, x, y, 0.16, mark(side), 0.55) for x, y in cells),
    )


def home(side: SideColour, turns: int) -> Drawing:
    """Draw a player's home, a triangle in the middle of the board.

    `turns` is the number of quarter turns clockwise from the south.
    """
    return (Group((Path("M0 0L1.5 1.5H-1.5Z", f"{side.name} field", Stroke("enamel", 0.06)),), angle=90.0 * turns),)
