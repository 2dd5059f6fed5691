"""Portraits of animals: each is a head that consists of a few parts, and has four expressions.

An animal is a list of parts, in the order of painting. Each part is a letter for its shape, a letter for its colour
(`_INKS`), and numbers. Coordinates and lengths are hundredths of half the frame, x to the right and y down from the
middle. The shapes and their numbers are:

* `h`, the head: the horizontal and the vertical radius, and y.
* `c`, an oval: x, y, and the two radii. `o`, a pair of ovals: the same, and optionally an angle in degrees.
* `t`, an outline: x and y of each point. `p`, a pair of outlines: the same.
* `l`, a pair of lines: their width, then x and y of each point.
* `n`, the nose: y, and the two radii.
* `b`, a beak: half its width, its length, and y.
* `e`, the eyes: x, y, and their radius. The colour is that of the iris.
* `m`, the mouth: y, and half its width. It has no letter for a colour.

The numbers of a pair and of the eyes describe the right half. The left half is the mirror image.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from chowk.draw.shapes import Drawing, Group, Oval, Path, Radial, Shape, Stop, Stroke, number, polygon
from chowk.draw.theme import SIDES

FACES: Final = ("calm", "thinking", "glad", "caught")
"""The expressions of an animal: calm, thinking, after a success, and after a setback."""
FRAME: Final = (-1.0, -1.0, 2.0, 2.0)
"""Left, top, width and height of a portrait. Its middle is (0, 0), and the unit is half its width."""
UNKNOWN: Final = "mouse"
"""The animal that is drawn for an opponent whose own animal has no portrait."""

_INKS: Final = {
    "K": "ebony",
    "k": "slate grain",
    "W": "ivory hi",
    "w": "ivory",
    "G": "grey",
    "g": "grey hi",
    "t": "tan",
    "N": "bronze lo",
    "B": "bronze",
    "b": "bronze hi",
    "C": "clay cloth",
    "O": "ochre cloth",
    "Y": "yellow",
    "R": "rose cloth",
    "P": "pink",
    "T": "teal cloth",
    "L": "dusk cloth",
    "M": "moss cloth",
    "V": "plum cloth",
    "I": "indigo",
}
"""The colour token of each letter."""


def _cat(fur: str, marks: str, inner: str = "P", muzzle: str = "W", eyes: str = "M") -> str:
    return (
        f"p{fur} 72 -80 72 -4 14 -46;p{inner} 62 -60 61 -22 34 -42;h{fur} 72 58 10;{marks};o{muzzle} 14 36 20 15;"
        f"lW 2 36 32 80 24;lW 2 36 38 80 42;e{eyes} 30 2 16;nP 25 8 6;m 38 16"
    )


ANIMALS: Final[Mapping[str, str]] = {
    "ant": "lN 7 16 -44 34 -78 62 -80 78 -60;oN 79 -57 7 7;lN 7 24 86 58 62 82 84;cC 0 98 34 26;hC 66 56 -6;"
    "lN 10 28 46 36 56 28 68 13 72;oP 50 16 9 6;eW 30 -16 20;m 18 20",
    "badger": "oK 56 -44 16 16;oW 56 -42 8 8;hW 70 62 8;oK 32 -2 15 48 -12;eW 30 0 11;nK 38 14 10;m 52 16",
    "barn cat": _cat("w", "tK 72 -80 72 8 52 22 14 4 8 -40;tK -72 -80 -66 -44 -36 -58"),
    "blue whale": "lW 5 2 -44 3 -64 22 -82 34 -70;hL 84 62 10;cg 0 46 66 30;lL 3 22 34 20 72;lL 3 42 36 38 66;"
    "eW 54 4 10;m 28 44",
    "bowerbird": "pI 6 -44 34 -92 20 -40;hL 64 62 8;oV 30 0 21 20;eI 30 0 15;bg 17 30 12",
    "butterfly": "oV 56 -30 40 46 28;oO 58 -32 22 28 28;oR 48 46 34 32 -25;oY 48 46 16 15;lK 4 8 -26 20 -66 34 -70;"
    "hN 36 38 6;eW 15 2 11;m 26 9",
    "bear": "oB 52 -46 22 22;ob 52 -45 12 12;hB 76 66 8;cb 0 38 38 28;oN 62 26 0 0;eW 30 0 12;nK 24 15 11;m 46 16",
    "deer": "lN 8 16 -52 30 -84 26 -98;lN 7 28 -80 52 -94;ot 66 -30 26 13 -24;oP 66 -30 16 7 -24;ht 56 64 10;"
    "oW 34 -34 5 5;oW 20 -44 4 4;oW 44 -18 4 4;cW 0 50 28 22;eB 30 4 15;nK 40 14 10;m 56 12",
    "dolphin": "tL -18 -56 -6 -82 28 -104 18 -76 32 -56;hL 66 62 -8;cg 0 42 52 26;cW 0 58 28 22;hL 27 36 28;"
    "lk 3 0 2 16 6 27 20;oP 56 12 8 6;eW 42 -12 14;m 48 34;cI 0 114 100 40;oW 50 80 22 9;oI 52 87 24 10",
    "duckling": "tY -6 -50 -14 -80 2 -66 16 -84 12 -50;hY 68 64 8;oO 48 28 14 9;eW 28 -2 14;bC 30 24 14",
    "elephant": "oG 70 -2 34 48 8;oP 70 2 21 34 8;hG 54 62 -4;tG -18 16 18 16 15 60 22 78 38 76 36 92 6 94 -12 70;"
    "lk 2 4 42 11 42;lk 2 3 56 10 56;pW 24 38 36 36 34 66;eW 26 -10 12;m 30 0",
    "fox": "pC 74 -86 72 -4 14 -42;pK 72 -80 72 -50 48 -64;hC 72 56 8;pW 66 16 34 4 2 54 34 58;cW 0 50 20 14;"
    "eO 29 0 13;nK 36 11 8;m 48 14",
    "frog": "oT 42 -44 29 29;oM 42 -44 25 25;hM 80 56 14;cY 0 56 46 14;oR 60 26 11 8;eO 42 -44 19;oK 8 6 3 2;m 22 48",
    "hare": "ot 24 -52 14 42 10;oP 25 -50 7 32 10;ht 58 54 16;oW 13 42 19 15;tW -7 50 7 50 6 62 -6 62;eB 28 8 14;"
    "nP 31 8 6;m 46 12",
    "hedgehog": "pN 0 -92 16 -66 38 -82 46 -54 70 -58 68 -28 90 -16 76 10 92 32 0 66;hN 74 62 8;ct 0 26 56 44;"
    "ot 56 -14 13 13;"
    "eW 22 12 13;nK 34 12 9;m 48 14",
    "heron": "pK 4 -48 20 -54 74 -78 40 -36;hg 54 60 0;oK 36 -34 24 9 12;eY 27 -8 13;bO 15 76 14",
    "honeybee": "og 70 -16 30 18 -35;cK 0 84 46 30;lK 5 14 -40 24 -74 36 -76;hY 64 60 8;pK 0 -52 34 -44 46 -26 0 -34;"
    "oP 44 26 10 7;"
    "eW 28 2 15;m 30 18",
    "house cat": _cat("G", "cW 0 46 38 24;pW 0 -48 9 -42 2 22 0 22", eyes="O")
    + ";tR -40 64 40 64 34 76 -34 76;cY 0 78 11 11",
    "lynx": "pt 76 -72 70 0 14 -44;pK 66 -98 78 -66 60 -72;pW 62 -56 60 -20 36 -40;pt 66 8 92 50 62 50 56 66 30 50;"
    "ht 68 58 10;pB 10 -46 18 -44 14 -26;pB 66 6 50 12 66 20;oW 15 38 22 17;eO 29 2 14;nP 26 9 6;m 40 16",
    "magpie": "cW 0 92 60 34;hK 64 62 4;oI 66 60 14 24 -30;eW 29 -6 14;bG 16 42 8",
    "mongoose": "oB 48 -34 15 14;oP 48 -33 8 7;ht 54 60 6;"
    "tB -51 -12 -34 -40 0 -52 34 -40 51 -12 22 -16 9 22 -9 22 -22 -16;"
    "oW 15 42 17 13;lW 2 26 40 66 32;lW 2 26 44 66 50;eO 25 0 13;nR 24 12 9;m 44 14",
    "mouse": "oG 54 -44 32 32;oP 54 -44 20 20;hG 58 56 12;cg 0 36 30 22;eW 25 4 13;nP 26 9 7;m 40 14",
    "octopus": "oR 74 54 18 34 -40;oR 46 72 18 30 -14;cR 0 74 22 28;oP 46 84 7 9;oP 78 66 6 9;hR 64 66 -12;"
    "oP 42 14 11 7;eW 27 -12 16;m 18 18",
    "orca": "tK -12 -44 10 -98 26 -42;hK 80 64 6;oW 44 -18 21 13 -24;cW 0 50 46 24;eI 42 8 10;m 34 40",
    "otter": "oB 60 -34 16 16;ob 60 -33 8 8;hB 72 62 6;cb 0 36 48 34;ot 17 32 22 18;lW 2 36 34 80 28;lW 2 36 40 78 48;"
    "eW 30 -6 13;nK 18 15 10;m 34 18",
    "panda": "oK 52 -50 25 25;hw 76 66 8;oK 33 0 21 26 28;eW 30 2 13;nK 28 12 8;m 42 16",
    "penguin": "cK 0 96 66 42;cW 0 104 44 42;hK 66 62 2;oY 46 18 15 26 -12;oW 22 4 23 32 14;cW 0 32 40 26;oP 38 30 9 6;"
    "eW 24 -2 14;bO 16 20 16",
    "puffin": "hK 68 64 6;oW 34 4 32 38;oK 30 -16 12 4 -14;eW 32 2 12;bC 25 50 8;tY -16 20 16 20 13 27 -13 27",
    "raven": "pK 0 -44 14 -82 24 -44;pk 30 52 48 84 14 66;hK 66 60 2;oL 40 -34 20 8 32;eW 29 -8 14;bG 19 52 6",
    "sheep": "oW 30 -52 28 26;oW 60 -22 26 26;oW 66 18 24 26;oW 50 54 28 26;cW 0 70 36 22;ok 70 0 24 11 24;hk 46 54 12;"
    "cW 0 -46 28 20;oW 26 -36 18 14;eW 20 8 13;nP 36 10 6;m 46 14",
    "ship's cat": _cat("k", "cW 0 40 34 26;lY 5 69 -2 76 2", "P", "W", "Y")
    + ";tR -46 62 46 62 30 80 8 76 14 96 -14 96 -8 76 -30 80",
    "kitten": _cat("O", "pW 0 -48 10 -40 2 22 0 22;oP 48 30 10 7", eyes="T"),
    "silkworm": "cg 0 82 54 26;cw 0 60 58 30;lk 3 14 -40 22 -62 30 -60;hW 58 54 4;pM 58 64 96 40 90 80;"
    "oP 40 22 10 7;eW 24 0 13;m 24 16",
    "snowy owl": "hW 78 74 6;oG 30 -52 6 4;cG 0 -58 6 4;oG 54 -36 5 4;oG 62 46 5 4;oG 44 60 5 4;og 31 2 34 36;"
    "eY 30 0 22;bG 11 24 18",
    "sparrow": "hB 68 64 4;cG 0 -42 38 17;oW 42 24 25 22;cK 0 50 20 22;eW 29 -6 14;bG 14 24 14",
    "spider": "lK 7 40 -6 84 -44 94 -10;lK 7 44 12 92 0 98 36;lK 7 44 30 88 40 86 72;lK 7 36 44 66 68 58 94;hV 58 58 4;"
    "oW 50 -22 8 8;oW 30 -38 7 7;eW 22 0 17;m 34 14",
    "squirrel": "cB 64 16 32 66;cB 50 -56 42 36;ct 71 20 14 46;ct 64 -52 18 16;cB 56 -48 15 12;pC 14 -28 34 -84 46 -10;"
    "pK 34 -82 41 -50 26 -58;hC 58 54 0;cW 0 31 36 21;eW 27 -8 16;nK 18 9 7;m 31 16;ct 0 78 19 23;cN 0 64 23 10;"
    "oC 25 82 13 10",
    "tabby": _cat(
        "t", "pB 0 -46 5 -46 2 -20;pB 14 -44 22 -42 17 -22;pB 72 4 48 10 72 16;pB 70 24 50 26 68 34", eyes="O"
    ),
    "tiger": "oO 52 -46 23 23;oW 52 -44 12 12;hO 76 64 8;pK 0 -54 6 -54 1 -24;pK 16 -52 28 -48 20 -28;"
    "pK 76 -4 50 4 76 12;"
    "pK 74 24 52 24 70 36;oW 16 38 23 18;eY 30 0 14;nP 26 11 8;m 40 18",
    "tortoise": "cB 0 34 94 60;lb 3 34 -20 44 4 76 14;lb 3 44 4 50 40;hM 48 54 -8;eW 20 -14 14;m 16 22",
    "weaver bird": "hY 66 62 6;cK 0 18 46 38;eW 28 -2 15;bg 15 34 12",
    "wolf": "pG 60 -90 74 -14 16 -46;pP 58 -68 60 -34 34 -46;pG 66 2 90 30 68 34 74 58 44 58;hG 68 60 4;"
    "pW 64 14 30 10 4 40 34 56;pk 0 -52 9 -48 3 -8 0 4;cW 0 44 26 20;pk 50 -24 16 -10 18 -15 46 -32;"
    "eY 29 0 13;nK 30 12 9;m 46 18",
}
"""The parts of each animal by its name, in the code that the module's docstring explains."""

_EYES: Final = {"thinking": (0.28, -0.34, 0.86), "caught": (0.0, 0.0, 1.18)}
"""By expression: direction of the gaze (x, y, as fractions of the eye's size) and relative size of the eyes.

Other expressions have the usual eyes.
"""


_GROUNDS: Final = ("teal cloth", "ochre cloth", "plum cloth", "moss cloth")
"""The background colours of players without a side, by seat."""


def ground(token: str, seat: int = 0) -> str:
    """Return the name of the background colour of a player's portrait.

    `token` is the name of the drawing of the player's piece. If it begins with the name of a side, the background has
    the colour of that side. Otherwise `seat` determines it.
    """
    side = token.split()[0] if token else ""
    return f"{side} hi" if any(side == colour.name for colour in SIDES) else _GROUNDS[seat % len(_GROUNDS)]


@cache
def portrait(animal: str, face: str, ground: str) -> Drawing:
    """Return the drawing of an animal on a round ground, with an expression, one of `FACES`.

    `animal` is a name in `ANIMALS`, or the parts of another animal in the code that the module describes. An unknown
    animal is drawn as `UNKNOWN`. `ground` is the name of the background colour.
    """
    code = ANIMALS.get(animal) or (animal if ";" in animal else ANIMALS[UNKNOWN])
    drawn = tuple(shape for part in code.split(";") for shape in _part(part, face))
    disc = Oval(0, 0, 0.97, 0.97, ground, Stroke("outline", 0.04))
    return (disc, Group(drawn, 0, 0.06, scale=0.92, clip=Oval(0, -0.065, 1.04, 1.04)))


def _part(code: str, face: str) -> Iterator[Shape]:
    kind, *words = code.split()
    numbers = [int(word) / 100 for word in words]
    if kind == "m":
        yield from _mouth(numbers[0], numbers[1], face)
        return
    ink = _INKS[kind[1]]
    match kind[0]:
        case "h":
            yield from _head(ink, *numbers)
        case "n":
            yield Oval(0, numbers[0], numbers[1], numbers[2], ink)
        case "c":
            yield Oval(numbers[0], numbers[1], numbers[2], numbers[3], ink)
        case "e":
            yield from _eyes(ink, numbers[0], numbers[1], numbers[2], face)
        case "b":
            yield from _beak(ink, numbers[0], numbers[1], numbers[2], face)
        case "t":
            yield _outline(ink, numbers)
        case _:
            for side in (-1, 1):
                yield from _half(kind[0], ink, numbers, side)


def _half(kind: str, ink: str, numbers: list[float], side: int) -> Iterator[Shape]:
    """Yield one half of a symmetric pair of shapes in an animal's portrait.

    `kind` is `o` for an oval, which may be rotated, `p` for an outline, and `l` for a line. `ink` is its colour.
    `numbers` describe the right half, as the description of the module explains. `side` is 1 for the right half, -1 for
    the left.
    """
    if kind == "o":
        turn = side * 100 * (numbers[4] if len(numbers) > 4 else 0.0)
        yield Group((Oval(0, 0, numbers[2], numbers[3], ink),), side * numbers[0], numbers[1], angle=turn)
    elif kind == "p":
        yield _outline(ink, [side * value if index % 2 == 0 else value for index, value in enumerate(numbers)])
    else:
        points = [(side * x, y) for x, y in zip(numbers[1::2], numbers[2::2], strict=True)]
        yield Path(polygon(points)[:-1], stroke=Stroke(ink, numbers[0], round=True))


def _outline(ink: str, numbers: list[float]) -> Path:
    return Path(polygon(zip(numbers[::2], numbers[1::2], strict=True)), ink, Stroke(ink, 0.05))


def _head(ink: str, wide: float, high: float, low: float) -> Iterator[Shape]:
    yield Oval(0, low, wide, high, ink, Stroke("outline", 0.03))
    shine = Radial(-0.1, low - 0.2, 0.9, -0.25, low - 0.5 * high, (Stop(0, "light", 0.3), Stop(0.75, "light", 0.0)))
    yield Oval(0, low, wide, high, shine)
    yield Oval(
        0, low, wide, high, Radial(0, low - 0.1, 0.8, 0, low - 0.1, (Stop(0.7, "shade", 0.0), Stop(1, "shade", 0.3)))
    )


def _eyes(iris: str, apart: float, low: float, size: float, face: str) -> Iterator[Shape]:
    aside, up, large = _EYES.get(face, (0.0, 0.0, 1.0))
    for side in (-1, 1):
        x = side * apart
        if face == "glad":
            yield from _arc(x, low + 0.4 * size, size, -1.5 * size)
            continue
        yield Oval(x, low, large * size, large * size, "ivory hi", Stroke("ebony", 0.025))
        look = x + aside * size, low + up * size
        shown = 0.55 if face == "caught" else 0.72
        if iris != "ivory hi":
            yield Oval(*look, shown * size, shown * size, iris)
            shown -= 0.2
        yield Oval(*look, shown * size, shown * size, "ebony")
        yield Oval(look[0] - 0.25 * size, look[1] - 0.28 * size, 0.2 * size, 0.2 * size, "ivory hi")
        if face == "thinking" and side > 0:  # one raised brow
            yield from _arc(x, low - 1.35 * size, 0.8 * size, -0.8 * size)
        if face == "caught":  # both brows raised towards the middle
            brow = low - 1.7 * size
            yield from _stroked(x - 0.6 * side * size, brow - 0.3 * size, x + 0.7 * side * size, brow + 0.15 * size)


def _mouth(low: float, wide: float, face: str) -> Iterator[Shape]:
    if not wide:
        return
    if face == "glad":
        d = f"M{number(-wide)} {number(low)}Q0 {number(low + 1.7 * wide)} {number(wide)} {number(low)}Z"
        yield Path(d, "red lo", Stroke("ebony", 0.035))
    elif face == "caught":
        size = min(0.1, 0.6 * wide)
        yield Oval(0, low + 0.04, 0.8 * size, size, "red lo", Stroke("ebony", 0.035))
    elif face == "thinking":
        yield from _stroked(-0.4 * wide, low + 0.05, 0.8 * wide, low + 0.01)
    else:
        yield from _arc(0, low, wide, 0.7 * wide)


def _beak(ink: str, wide: float, high: float, low: float, face: str) -> Iterator[Shape]:
    gape = {"glad": 0.5, "caught": 0.34}.get(face, 0.0) * min(high, 0.36)
    if gape:
        under = f"{number(low + 0.05)}Q0 {number(low + high + 2 * gape)} {number(0.8 * wide)} {number(low + 0.05)}Z"
        yield Path(f"M{number(-0.8 * wide)} {under}", "red lo", Stroke(ink, 0.06))
    d = (
        f"M{number(-wide)} {number(low)}Q0 {number(low - 0.16)} {number(wide)} {number(low)}"
        f"Q{number(0.5 * wide)} {number(low + 0.75 * high)} 0 {number(low + high)}"
        f"Q{number(-0.5 * wide)} {number(low + 0.75 * high)} {number(-wide)} {number(low)}Z"
    )
    yield Path(d, ink, Stroke("ebony", 0.025))
    if face == "thinking":
        yield from _stroked(-0.5 * wide, low + 0.3 * high, 0.7 * wide, low + 0.22 * high)


def _stroked(x1: float, y1: float, x2: float, y2: float) -> Iterator[Shape]:
    # A pale edge makes the shape visible on dark fur, too.
    d = f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
    yield Path(d, stroke=Stroke("ivory hi", 0.085, alpha=0.55, round=True))
    yield Path(d, stroke=Stroke("ebony", 0.05, round=True))


def _arc(x: float, y: float, wide: float, deep: float) -> Iterator[Shape]:
    d = f"M{number(x - wide)} {number(y)}Q{number(x)} {number(y + deep)} {number(x + wide)} {number(y)}"
    yield Path(d, stroke=Stroke("ivory hi", 0.085, alpha=0.45, round=True))
    yield Path(d, stroke=Stroke("ebony", 0.055, round=True))
