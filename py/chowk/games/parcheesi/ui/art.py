"""The drawings of Parcheesi: pawns turned on a lathe, ivory dice, and a cross of cream enamel let into maple.

Lengths are in spaces. The origin of a moving drawing is its middle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import cos, pi, sin
from typing import Final

from chowk.draw.boards import frame, frame_shadow, lamp
from chowk.draw.dice import die
from chowk.draw.shapes import (
    Box,
    Drawing,
    Group,
    Linear,
    Material,
    Oval,
    Path,
    Radial,
    Shadow,
    Shape,
    Stop,
    Stroke,
    Text,
    disc,
    number,
    polygon,
)
from chowk.draw.signs import sign
from chowk.draw.theme import SideColour

BODY: Final = (
    "M-0.3 0.34C-0.3 0.2 -0.13 0.16 -0.115 -0.12L-0.15 -0.15C-0.17 -0.185 -0.15 -0.21 -0.11 -0.21"
    "L0.11 -0.21C0.15 -0.21 0.17 -0.185 0.15 -0.15L0.115 -0.12C0.13 0.16 0.3 0.2 0.3 0.34Z"
)
"""The outline of a pawn's body, without its head."""


def pawn(side: SideColour) -> Drawing:
    """Draw a pawn for the emblem, in a player's colour with the player's sign on its head.

    The origin is a little above its foot.
    """
    name = side.name
    sheen = ((0, " lo"), (0.22, ""), (0.38, " hi"), (0.6, ""), (1, " lo"))
    turned = Linear(-0.3, 0, 0.3, 0, tuple(Stop(offset, f"{name}{tone}") for offset, tone in sheen))
    ball = Radial(0, -0.36, 0.25, -0.08, -0.45, (Stop(0, f"{name} hi"), Stop(0.6, name), Stop(1, f"{name} lo")))
    rim = Stroke("ebony lo", 0.022, alpha=0.8)
    shine = Stroke(f"{name} hi", 0.014, alpha=0.8)
    return (
        Oval(0, 0.36, 0.3, 0.12, f"{name} lo", rim, shadow=Shadow(0.07, 0.05, 0.12, 0.6)),
        Path(BODY, turned, rim),
        Oval(0, 0.34, 0.3, 0.11, turned),
        Path("M-0.28 0.36C-0.2 0.45 0.2 0.45 0.28 0.36", stroke=shine),
        Oval(0, -0.185, 0.14, 0.035, f"{name} lo", alpha=0.55),
        disc(0, -0.36, 0.215, ball, rim),
        disc(0, -0.36, 0.195, stroke=shine),
        sign(side.sign, 0, -0.345, 0.095, mark(side)),
    )


def mark(side: SideColour) -> str:
    """Return the name of the colour of a sign that is drawn on a background of a player's colour."""
    return "ebony" if side.name == "yellow" else "ivory hi"


# Pieces on the board ------------------------------------------------------------------------------------------------


def piece(side: SideColour) -> Drawing:
    """Draw a pawn in full size. It stands out by a dark and a light outline, and by a large sign on a large head."""
    name = side.name
    sheen = ((0, " lo"), (0.25, ""), (0.4, " hi"), (0.62, ""), (1, " lo"))
    turned = Linear(-0.3, 0, 0.3, 0, tuple(Stop(offset, f"{name}{tone}") for offset, tone in sheen))
    ball = Radial(0, -0.33, 0.29, -0.1, -0.44, (Stop(0, f"{name} hi"), Stop(0.5, name), Stop(1, f"{name} lo")))
    casing, lining = Stroke("ebony lo", 0.11), Stroke("ivory hi", 0.05)
    return (
        Oval(0, 0.35, 0.31, 0.125, "ebony lo", casing, shadow=Shadow(0.08, 0.05, 0.13, 0.55)),
        Path(BODY, "ebony lo", casing),
        disc(0, -0.33, 0.255, "ebony lo", casing),
        Oval(0, 0.35, 0.31, 0.125, f"{name} lo", lining),
        Path(BODY, turned, lining),
        Oval(0, 0.34, 0.29, 0.1, turned),
        Path("M-0.27 0.37C-0.2 0.44 0.2 0.44 0.27 0.37", stroke=Stroke(f"{name} hi", 0.02, alpha=0.8)),
        Oval(0, -0.14, 0.15, 0.04, f"{name} lo", alpha=0.7),
        disc(0, -0.33, 0.255, ball, lining),
        sign(side.sign, 0, -0.325, 0.155, mark(side)),
    )


def token(side: SideColour) -> Drawing:
    """Draw a pawn for the board: `piece`, made small enough for a space of the track."""
    return (Group(piece(side), 0, 0.06, scale=0.85),)


def link(side: SideColour) -> Drawing:
    """Draw the bar that joins the two pawns of a blockade at their feet. It is about two thirds of a space long."""
    wood = Linear(0, -0.08, 0, 0.08, (Stop(0, f"{side.name} hi"), Stop(0.5, side.name), Stop(1, f"{side.name} lo")))
    return (
        Box(-0.33, -0.105, 0.66, 0.21, 0.1, "ebony lo"),
        Box(-0.3, -0.075, 0.6, 0.15, 0.07, wood, Stroke("ivory hi", 0.03)),
    )


def waiting(side: SideColour) -> Drawing:
    """Draw a die before it is rolled, with the sign and the colour of its player."""
    blank = tuple(shape for shape in die(1)[:3])
    return (
        *blank,
        disc(0, -0.06, 0.31, side.name, Stroke("ebony lo", 0.03)),
        sign(side.sign, 0, -0.06, 0.2, mark(side)),
    )


def thrown(pips: int) -> Drawing:
    """Draw a player's roll to decide who starts: the sum of its pips on a plate."""
    return (
        Box(-0.62, -0.45, 1.24, 0.96, 0.2, "ivory lo", Stroke("ebony lo", 0.05), shadow=Shadow(0.04, 0.08, 0.14, 0.4)),
        Box(-0.62, -0.5, 1.24, 0.96, 0.2, "ivory hi", Stroke("outline", 0.05)),
        Text(0, -0.02, str(pips), 0.66, "ebony", 700, number=True),
    )


MAT: Final[Drawing] = (
    disc(0, 0, 2.98, stroke=Stroke("casing", 0.3, alpha=0.85)),
    disc(0, 0, 2.98, stroke=Stroke("gold", 0.19)),
)
"""The ring round the nest of the player whose turn it is."""


def edge(side: SideColour, upright: bool) -> Drawing:
    """Draw a strip of a player's colour and signs, 8 spaces long: upright, or level if `upright` is False.

    The strip lies on the frame in front of the player to move.
    """
    wide, high = (0.46, 8.0) if upright else (8.0, 0.46)
    places = [1.0 * index - 3.5 for index in range(8)]
    signs = (sign(side.sign, 0 if upright else place, place if upright else 0, 0.13, mark(side)) for place in places)
    return (
        Box(-wide / 2 - 0.05, -high / 2 - 0.05, wide + 0.1, high + 0.1, 0.2, "casing"),
        Box(-wide / 2, -high / 2, wide, high, 0.17, side.name, Stroke("gold", 0.06)),
        *signs,
    )


# Marks for moves ----------------------------------------------------------------------------------------------------

BEAD: Final[Drawing] = (disc(0, 0, 0.17, "casing", alpha=0.75), disc(0, 0, 0.115, "gold"))
"""A bead, which marks a space on the path of a pawn."""


def _digits(y: float, number: str, size: float, weight: int = 800) -> Text:
    return Text(0, y, number, size, "ebony lo", weight, number=True)


def goal(total: str, sum_: str = "", branch: str = "") -> Drawing:
    """Draw the mark of a pawn's destination: a disc with the number of steps, `total`.

    `sum_` is a smaller second line with the numbers that add up to the total. Where the path forks, `branch` is `in`
    for the home row or `on` for the track.
    """
    lines: Drawing = (
        (_digits(-0.1, total, 0.46), _digits(0.23, sum_, 0.25, 700))
        if sum_
        else (_digits(0, total, 0.56 if len(total) < 3 else 0.43),)
    )
    return (
        disc(0, 0, 0.5, "casing", alpha=0.9),
        disc(0, 0, 0.445, "gold"),
        *_BRANCHES.get(branch, ()),
        *lines,
    )


_FLAG: Final = Stroke("casing", 0.06)
_BRANCHES: Final = {
    # A roof marks the way home, a curved arrow the way round.
    "in": (Path("M-0.36 -0.36L0 -0.74L0.36 -0.36Z", "gold", _FLAG),),
    "on": (
        Path("M-0.34 -0.5C-0.2 -0.72 0.12 -0.74 0.27 -0.55", stroke=Stroke("casing", 0.17, round=True)),
        Path("M-0.34 -0.5C-0.2 -0.72 0.12 -0.74 0.27 -0.55", stroke=Stroke("gold", 0.08, round=True)),
        Path("M0.1 -0.48L0.46 -0.72L0.42 -0.34Z", "gold", _FLAG),
    ),
}


# The board ----------------------------------------------------------------------------------------------------------

CELLS: Final = 19
"""The number of columns and rows of spaces on the board."""
NEST: Final = 8.0
"""The side of a nest's square field, in spaces."""
ARMS: Final = polygon(
    ((8, 0), (11, 0), (11, 8), (19, 8), (19, 11), (11, 11), (11, 19), (8, 19), (8, 11), (0, 11), (0, 8), (8, 8))
)
"""The outline of the cross, as path data."""
_GAP: Final = 0.035
"""Distance of a tile from the edge of its space, in spaces."""


def board(border: float, spaces: Sequence[tuple[int, int]], safe: Iterable[tuple[int, int]]) -> Drawing:
    """Draw the board without pieces: a maple frame `border` wide with a woven band, four blank nests, and the cross.

    `spaces` are the column and row of each space of the track, `safe` those of the safe spaces.
    """
    size = CELLS + 2 * border
    field = (
        Box(0, 0, CELLS, CELLS, 0, Material("court", 90, 0.3, 0.7)),
        *(shape for corner in ((0.0, 0.0), (11.0, 0.0), (0.0, 11.0), (11.0, 11.0)) for shape in _blank(*corner)),
        *_cross(spaces),
        *(Group(star("bronze", "brass"), x + 0.5, y + 0.5) for x, y in safe),
        *_centre(),
        lamp(0, 0, CELLS, CELLS, 0.12, 0.2),
        *frame_shadow(0, 0, CELLS, CELLS),
        Box(0, 0, CELLS, CELLS, stroke=Stroke("outline", 0.05)),
    )
    return (*frame(size, size, border, "maple"), *_woven(size, border), Group(field, border, border))


def nest(side: SideColour) -> Drawing:
    """Draw a player's nest around the origin: a coloured field with a pattern of signs, and a white circle."""
    reach = NEST / 2
    field = Box(0.2, 0.2, NEST - 0.4, NEST - 0.4, 0.75)
    printed = Group((paper(side),), clip=field)
    light = Linear(0, 0, NEST, NEST, (Stop(0, "light", 0.16), Stop(0.5, "light", 0.0), Stop(1, "shade", 0.22)))
    drawing: Drawing = (
        field._replace(fill=f"{side.name} field", stroke=Stroke("ebony lo", 0.07)),
        printed,
        field._replace(fill=light),
        field._replace(x=0.3, y=0.3, width=NEST - 0.6, height=NEST - 0.6, radius=0.66,
                       stroke=Stroke("ivory hi", 0.05, alpha=0.85)),
        *_circle(reach, "enamel", side.name),
    )  # fmt: skip
    return (Group(drawing, -reach, -reach),)


def paper(side: SideColour) -> Path:
    """Return the pattern of a nest: the player's sign repeated, as one path to save space.

    Alternate rows are shifted by half a sign.
    """
    pitch, size = 0.8, 0.17
    places = [
        (pitch * (column + 0.5 + 0.5 * (row % 2)), pitch * (row + 0.5)) for row in range(10) for column in range(10)
    ]
    # Leave out signs that the circle in the middle hides.
    visible = [(x, y) for x, y in places if (x - NEST / 2) ** 2 + (y - NEST / 2) ** 2 > 2.6**2]
    d = "".join(_PAPER[side.sign](x, y, size) for x, y in visible)
    if side.sign in ("ring", "cross"):
        return Path(d, stroke=Stroke(f"{side.name} lo", 0.075, alpha=0.42))
    return Path(d, f"{side.name} lo", alpha=0.42)


def _ring(x: float, y: float, size: float) -> str:
    left, right, level, far = number(x - 0.7 * size), number(x + 0.7 * size), number(y), number(0.7 * size)
    return f"M{left} {level}A{far} {far} 0 1 1 {right} {level}A{far} {far} 0 1 1 {left} {level}"


def _square(x: float, y: float, size: float) -> str:
    return _rectangle(x - 0.66 * size, y - 0.66 * size, 1.32 * size)


def _cross_sign(x: float, y: float, size: float) -> str:
    left, top, right, bottom = (
        number(coordinate) for coordinate in (x - 0.6 * size, y - 0.6 * size, x + 0.6 * size, y + 0.6 * size)
    )
    return f"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"


def _triangle(x: float, y: float, size: float) -> str:
    return polygon(((x, y - 0.78 * size), (x + 0.8 * size, y + 0.62 * size), (x - 0.8 * size, y + 0.62 * size)))


def _rectangle(left: float, top: float, size: float) -> str:
    return f"M{number(left)} {number(top)}H{number(left + size)}V{number(top + size)}H{number(left)}Z"


_PAPER: Final[Mapping[str, Callable[[float, float, float], str]]] = {
    "ring": _ring,
    "square": _square,
    "cross": _cross_sign,
    "triangle": _triangle,
}


def row(side: SideColour, cells: Sequence[tuple[float, float]]) -> Drawing:
    """Draw the spaces of a home row in the player's colour, with the player's sign. `cells` are the spaces' centres."""
    tiles = "".join(_tile(x - 0.5, y - 0.5) for x, y in cells)
    return (
        _tiles(tiles, f"{side.name} field"),
        Path("".join(_sheen(x - 0.5, y - 0.5) for x, y in cells), stroke=Stroke(f"{side.name} hi", 0.05, alpha=0.7)),
        *(sign(side.sign, x, y, 0.16, mark(side), 0.55) for x, y in cells),
        Path(tiles, stroke=Stroke("outline", 0.05)),
    )


def entry(side: SideColour) -> Drawing:
    """Draw the space to which a player's pawns leave the nest: a star on the player's colour."""
    return (
        _single(f"{side.name} field", f"{side.name} lo"),
        *star("ivory hi" if side.name != "yellow" else "enamel", side.name),
    )


def gate(side: SideColour) -> Drawing:
    """Draw the gate, the space before a home row: a star in the owner's colour."""
    edge_ = Path(_star(0.43), stroke=Stroke("outline", 0.05))
    return (_single("enamel", "enamel"), *star(side.name, "enamel"), edge_)


def home(side: SideColour, turns: int) -> Drawing:
    """Draw a player's home, a triangle in the middle of the board.

    `turns` is the number of quarter turns clockwise from the south.
    """
    field = f"{side.name} field"
    flat = Linear(0, 0, 0, 1.5, (Stop(0, f"{side.name} lo", 0.9), Stop(0.35, field), Stop(1, field)))
    shapes: Drawing = (
        Path("M0 0L1.465 1.465H-1.465Z", flat, Stroke("ebony lo", 0.05)),
        Path("M-1.33 1.41H1.33", stroke=Stroke(f"{side.name} hi", 0.05, alpha=0.7)),
    )
    return (Group(shapes, angle=90.0 * turns),)


def star(token: str, heart: str) -> Drawing:
    """Draw a star of eight points inlaid in a space. `token` is its colour, `heart` the colour of its centre."""
    return (
        Path(_star(0.43), token, Stroke("casing", 0.03, alpha=0.7)),
        Path(_star(0.25), heart, alpha=0.9),
        Path(_star(0.13), token),
    )


def _star(radius: float) -> str:
    # Points and notches of two squares, one turned by an eighth of a turn.
    inner = radius * cos(pi / 4) / cos(pi / 8)
    turns = [(radius if index % 2 == 0 else inner, pi * index / 8) for index in range(16)]
    return polygon((far * cos(turn), far * sin(turn)) for far, turn in turns)


def _blank(x: float, y: float) -> Drawing:
    """Draw an unused nest, its outline inlaid in the maple. `x`, `y` is its upper left corner."""
    line, pale = Stroke("walnut", 0.07, alpha=0.75), Stroke("court pale", 0.03, alpha=0.7)
    return (
        Box(x + 0.3, y + 0.3, NEST - 0.6, NEST - 0.6, 0.66, stroke=line),
        Box(x + 0.34, y + 0.34, NEST - 0.68, NEST - 0.68, 0.62, stroke=pale),
        Group(
            (
                disc(4, 4, 2.7, stroke=line),
                disc(4, 4, 2.66, stroke=pale),
                Group(star("walnut", "court"), 4, 4, scale=3.0, alpha=0.55),
            ),
            x,
            y,
        ),
    )


def _circle(middle: float, fill: str, edge_: str) -> Drawing:
    return (
        disc(middle, middle, 2.86, "ebony lo", alpha=0.5),
        disc(middle, middle, 2.8, fill, Stroke(f"{edge_} lo", 0.08)),
        disc(middle, middle, 2.58, stroke=Stroke(edge_, 0.05, alpha=0.7)),
    )


def _cross(spaces: Sequence[tuple[int, int]]) -> Drawing:
    # The ground of the cross is dark. Each space is a tile of enamel on it, lit along its upper left edges.
    rows = [(9, line) for line in (*range(1, 8), *range(11, 18))]
    rows += [(line, 9) for line in (*range(1, 8), *range(11, 18))]
    tiles = "".join(_tile(x, y) for x, y in (*spaces, *rows))
    return (
        Path(ARMS, "walnut", Stroke("casing", 0.05, alpha=0.6)),
        _tiles(tiles, "enamel"),
        Path("".join(_sheen(x, y) for x, y in (*spaces, *rows)), stroke=Stroke("light", 0.04, alpha=0.9)),
        Path("".join(_dusk(x, y) for x, y in (*spaces, *rows)), stroke=Stroke("shade", 0.04, alpha=0.14)),
    )


_ROUND: Final = 0.09
"""Radius of a tile's corners, in spaces."""


def _tiles(d: str, token: str) -> Path:
    """Return one path that draws tiles with round corners in the colour `token`.

    The path data `d` are the tiles without their rims. A stroke adds the rims and rounds the corners.
    """
    return Path(d, token, Stroke(token, 2 * _ROUND))


def _tile(x: float, y: float) -> str:
    inset = _GAP + _ROUND
    return _rectangle(x + inset, y + inset, 1 - 2 * inset)


def _single(token: str, edge_: str) -> Box:
    side = 1 - 2 * _GAP
    return Box(_GAP - 0.5, _GAP - 0.5, side, side, _ROUND, token, Stroke(edge_, 0.03))


def _sheen(x: float, y: float) -> str:
    return f"M{number(x + 0.07)} {number(y + 0.88)}V{number(y + 0.07)}H{number(x + 0.88)}"


def _dusk(x: float, y: float) -> str:
    return f"M{number(x + 0.93)} {number(y + 0.12)}V{number(y + 0.93)}H{number(x + 0.12)}"


def _centre() -> Drawing:
    """Draw the homes without owners: four triangles of wood in the middle of the board."""
    ends = (((8, 8), (11, 8)), ((11, 8), (11, 11)), ((11, 11), (8, 11)), ((8, 11), (8, 8)))
    return tuple(
        Path(polygon((*two, (9.5, 9.5))), Material("court", 45 + 90 * index, 0.4 * index), Stroke("walnut", 0.06))
        for index, two in enumerate(ends)
    )


def _woven(size: float, border: float) -> Drawing:
    """Draw the band of two interlaced strands that runs round the frame."""
    middle = border / 2
    band, count = 0.4, 2 * CELLS
    long = size - 2 * middle - band
    side = tuple(_strands(long, count, band))
    ground = Box(middle - band / 2, middle - band / 2, size - 2 * middle + band, size - 2 * middle + band)
    inner = ground._replace(x=middle + band / 2, y=middle + band / 2, width=long, height=long)
    bars = tuple(
        Group(((Box(0, -band / 2, long, band, 0, "walnut")), *side), x, y, angle)
        for x, y, angle in (
            (middle + band / 2, middle, 0),
            (size - middle, middle + band / 2, 90),
            (size - middle - band / 2, size - middle, 180),
            (middle, size - middle - band / 2, 270),
        )
    )
    corners = tuple(Group(_knot(band), x, y) for x in (middle, size - middle) for y in (middle, size - middle))
    lines = tuple(box._replace(stroke=Stroke("casing", 0.035, alpha=0.7)) for box in (ground, inner))
    return (*bars, *corners, *lines)


def _knot(band: float) -> Drawing:
    half = band / 2
    return (Box(-half, -half, band, band, 0, "walnut"), Group(star("brass", "walnut"), scale=0.46 * band / 0.43))


def _strands(long: float, count: int, band: float) -> Iterator[Shape]:
    step, high = long / count, 0.31 * band
    first = _zigzag(step, count, high)
    second = _zigzag(step, count, -high)
    # The first strand is above the second at every other crossing.
    over = "".join(
        f"M{number(step * (index + 0.18))} {number(_level(high, index, 0.18))}L{number(step * (index + 0.82))} "
        f"{number(_level(high, index, 0.82))}"
        for index in range(0, count, 2)
    )
    for path, token in ((first, "linen pale"), (second, "brass"), (over, "linen pale")):
        yield Path(path, stroke=Stroke("casing", 0.13))
        yield Path(path, stroke=Stroke(token, 0.085))


def _zigzag(step: float, count: int, high: float) -> str:
    points = (f"{number(step * index)} {number(high if index % 2 == 0 else -high)}" for index in range(count + 1))
    return "M" + "L".join(points)


def _level(high: float, index: int, share: float) -> float:
    start = high if index % 2 == 0 else -high
    return start * (1 - 2 * share)
