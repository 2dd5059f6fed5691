"""The drawings of Kilkenny Cats: cats' heads, mice on tiles, dice in the players' colours, and a board of slate.

Lengths are in squares. The origin of a moving drawing is its middle.
"""

from __future__ import annotations

from typing import Final

from chowk.draw.boards import engraved, frame, frame_shadow, lamp
from chowk.draw.dice import PIPS
from chowk.draw.shapes import (
    Box,
    Drawing,
    Group,
    Linear,
    Material,
    Oval,
    Path,
    Radial,
    Segment,
    Shadow,
    Shape,
    Stop,
    Stroke,
    Text,
    disc,
)
from chowk.draw.signs import sign
from chowk.draw.theme import SideColour

_HEAD: Final = (
    "M-0.4 -0.44C-0.43 -0.5 -0.36 -0.53 -0.32 -0.49L-0.14 -0.32C-0.05 -0.345 0.05 -0.345 0.14 -0.32"
    "L0.32 -0.49C0.36 -0.53 0.43 -0.5 0.4 -0.44L0.385 -0.14C0.46 -0.02 0.46 0.1 0.4 0.2"
    "C0.32 0.35 0.16 0.42 0 0.42C-0.16 0.42 -0.32 0.35 -0.4 0.2C-0.46 0.1 -0.46 -0.02 -0.385 -0.14Z"
)
_MOUTH: Final = "M0 0.18V0.215M0 0.215Q-0.045 0.265 -0.1 0.235M0 0.215Q0.045 0.265 0.1 0.235"
_WHISKERS: Final = (
    "M-0.2 0.16Q-0.34 0.12 -0.52 0.13M-0.2 0.19Q-0.34 0.19 -0.5 0.24"
    "M0.2 0.16Q0.34 0.12 0.52 0.13M0.2 0.19Q0.34 0.19 0.5 0.24"
)


def cat(side: SideColour) -> Drawing:
    """Draw a cat's head for the emblem, in a player's colour with the player's sign on its brow."""
    name = side.name
    fur = Radial(0, 0, 0.62, -0.14, -0.2, (Stop(0, f"{name} hi"), Stop(0.55, name), Stop(1, f"{name} lo")))
    return (
        Path(_HEAD, fur, Stroke("ebony lo", 0.024), shadow=Shadow(0.03, 0.06, 0.1, 0.5)),
        Path(_HEAD, stroke=Stroke(f"{name} hi", 0.012, alpha=0.75)),
        *_ears(f"{name} lo"),
        Oval(0, 0.215, 0.2, 0.135, f"{name} hi", alpha=0.55),
        *_eye(-0.17),
        *_eye(0.17),
        Path("M-0.045 0.13Q0 0.11 0.045 0.13L0 0.185Z", "ebony"),
        Path(_MOUTH, stroke=Stroke("ebony", 0.02, round=True)),
        Path(_WHISKERS, stroke=Stroke("ivory hi", 0.014, alpha=0.9, round=True)),
        sign(side.sign, 0, -0.19, 0.085, "ivory hi" if name != "yellow" else "ebony"),
    )


def _ears(token: str) -> Drawing:
    return (
        Path("M-0.355 -0.42L-0.215 -0.29C-0.26 -0.255 -0.31 -0.215 -0.34 -0.165Z", token, alpha=0.6),
        Path("M0.355 -0.42L0.215 -0.29C0.26 -0.255 0.31 -0.215 0.34 -0.165Z", token, alpha=0.6),
    )


def _eye(x: float) -> Drawing:
    outer, inner = (-0.09, 0.08) if x < 0 else (-0.08, 0.09)
    tilt = 0.03 if x < 0 else -0.03
    lid = (
        f"M{x + outer:.3f} {-0.03 - tilt / 2:.3f}Q{x:.3f} {-0.14:.3f} {x + inner:.3f} {0.0 + tilt / 2:.3f}"
        f"Q{x:.3f} 0.075 {x + outer:.3f} {-0.03 - tilt / 2:.3f}Z"
    )
    return (
        Path(lid, "ivory hi", Stroke("ebony", 0.02)),
        Oval(x, -0.03, 0.026, 0.066, "ebony lo"),
        disc(x - 0.012, -0.055, 0.014, "ivory hi"),
    )


_BODY: Final = "M-0.34 0.2C-0.34 -0.06 -0.12 -0.2 0.08 -0.2C0.26 -0.2 0.4 -0.04 0.42 0.2Z"


def mouse(token: str) -> Drawing:
    """Draw the outline of a mouse, as if with chalk. `token` is the name of the colour."""
    chalk = Stroke(token, 0.035, round=True)
    fine = Stroke(token, 0.022, round=True)
    return (
        Path(_BODY, stroke=chalk),
        Path("M0.12 -0.19C0.1 -0.34 0.28 -0.36 0.29 -0.22C0.295 -0.16 0.26 -0.13 0.22 -0.13", stroke=chalk),
        Path("M-0.34 0.2C-0.5 0.22 -0.56 0.08 -0.46 0.02C-0.38 -0.03 -0.36 -0.14 -0.48 -0.17", stroke=fine),
        disc(0.3, 0.02, 0.024, token),
        Path("M0.42 0.16L0.53 0.12M0.42 0.18L0.53 0.2", stroke=fine),
    )


# Pieces on the board ------------------------------------------------------------------------------------------------

_RIM: Final = Stroke("ebony lo", 0.12)
_LINING: Final = Stroke("ivory hi", 0.055)
_TAIL: Final = "M0.03 0.3C0.06 0.42 0.2 0.44 0.26 0.36C0.3 0.3 0.38 0.3 0.42 0.36"
_LIDS: Final = "M-0.3 -0.07Q-0.2 0.01 -0.1 -0.07M0.1 -0.07Q0.2 0.01 0.3 -0.07"


def mark(side: SideColour) -> str:
    """Return the name of the colour of a sign that is drawn on a background of a player's colour."""
    return "ebony lo" if side.name == "yellow" else "ivory hi"


def _head(name: str, even: bool = False) -> Drawing:
    """Draw a cat's head in the colour `name`, with a dark and a light outline, so that it stands out on the board.

    If `even` is True, the head has no shine.
    """
    tones = (Stop(0, f"{name} hi"), Stop(0.4, name), Stop(0.8, name), Stop(1, f"{name} lo"))
    fur = name if even else Radial(0, 0, 0.62, -0.14, -0.2, tones)
    return (
        Path(_HEAD, "ebony lo", _RIM, shadow=Shadow(0.04, 0.07, 0.1, 0.55)),
        Path(_HEAD, fur, _LINING),
        *_ears(f"{name} lo"),
    )


def piece(side: SideColour, asleep: bool = False, even: bool = False) -> Drawing:
    """Draw a cat on the board, with its player's sign as its muzzle.

    An `asleep` cat lies on its mouse, and the mouse's tail shows. An `even` cat has no shine.
    """
    eyes: Drawing = (*_eyes(-0.19), *_eyes(0.19))
    if asleep:
        lids = Stroke(mark(side), 0.05, round=True)
        tail = (
            Path(_TAIL, stroke=Stroke("ebony lo", 0.1, round=True)),
            Path(_TAIL, stroke=Stroke("ivory", 0.045, round=True)),
        )
        eyes = (Path(_LIDS, stroke=lids), *tail)
    shapes: Drawing = (*_head(side.name, even), *eyes, sign(side.sign, 0, 0.17, 0.17, mark(side)))
    return (Group(shapes, 0, 0.02, scale=0.94),)


def _eyes(x: float) -> Drawing:
    return (
        Oval(x, -0.1, 0.1, 0.085, "ivory hi", Stroke("ebony lo", 0.022)),
        Oval(x, -0.1, 0.035, 0.075, "ebony lo"),
    )


STRAY: Final[Drawing] = (Group((*_head("ebony"), *_eyes(-0.19), *_eyes(0.19)), 0, 0.02, scale=0.94),)
"""A cat without an owner. It is grey and has no player's sign."""
SHADOW: Final[Drawing] = (Oval(0, 0.28, 0.36, 0.15, "ebony lo"),)
"""The shadow under a cat that leaps."""


def mouse_tile(side: SideColour) -> Drawing:
    """Draw a mouse (a goal of a player's cats) on its tile, in the player's colour and with the player's sign."""
    name = side.name
    return (
        *_tile(Stroke(name, 0.085)),
        Group(_mouse(name), 0.0, 0.08, scale=0.74),
        disc(-0.27, -0.27, 0.155, name, Stroke("ebony lo", 0.025)),
        sign(side.sign, -0.27, -0.27, 0.095, mark(side)),
    )


def _mouse(name: str) -> Drawing:
    line = Stroke("ebony lo", 0.045, round=True)
    return (
        Path("M-0.34 0.2C-0.5 0.22 -0.56 0.08 -0.46 0.02C-0.38 -0.03 -0.36 -0.14 -0.48 -0.17", stroke=line),
        Path(_BODY, name, line),
        disc(0.2, -0.22, 0.1, name, line),
        disc(0.29, 0.04, 0.035, "ebony lo"),
    )


def _tile(edge: Stroke) -> Drawing:
    clay = Linear(-0.4, -0.45, 0.4, 0.45, (Stop(0, "ivory hi"), Stop(1, "ivory")))
    return (
        Box(-0.47, -0.47, 0.94, 0.94, 0.14, "ebony lo", alpha=0.8),
        Box(-0.45, -0.45, 0.9, 0.9, 0.13, clay),
        Box(-0.395, -0.395, 0.79, 0.79, 0.09, stroke=edge),
    )


def _cube(name: str, even: bool) -> Drawing:
    tones = (Stop(0, f"{name} hi"), Stop(0.35, name), Stop(1, name))
    face = name if even else Linear(-0.45, -0.5, 0.4, 0.45, tones)
    return (
        Box(
            -0.47, -0.43, 0.94, 0.94, 0.2, f"{name} lo", Stroke("ebony lo", 0.03), shadow=Shadow(0.04, 0.08, 0.14, 0.55)
        ),
        Box(-0.47, -0.49, 0.94, 0.94, 0.2, face, Stroke("ivory hi", 0.03, alpha=0.85)),
    )


def waiting(side: SideColour, even: bool = False) -> Drawing:
    """Draw a player's die before it is rolled. Only the player's sign shows. An `even` die has no shine."""
    return (*_cube(side.name, even), sign(side.sign, 0, -0.02, 0.27, mark(side)))


def rolled(side: SideColour, face: int, even: bool = False) -> Drawing:
    """Draw a player's die with the number `face` up. An `even` die has no shine."""
    pips = (disc(0.265 * x, 0.265 * y - 0.02, 0.105, mark(side)) for x, y in PIPS[face])
    return (*_cube(side.name, even), *pips)


def start(side: SideColour, columns: int, rows: int) -> Drawing:
    """Draw a block of `columns` by `rows` starting squares in a player's colour. Its centre is the origin."""
    places = [(x - columns / 2 + 0.5, y - rows / 2 + 0.5) for y in range(rows) for x in range(columns)]
    return tuple(shape for x, y in places for shape in _begun(side, x, y))


def _begun(side: SideColour, x: float, y: float) -> Drawing:
    return (
        Box(x - 0.46, y - 0.46, 0.92, 0.92, 0.06, side.name, Stroke("chalk", 0.014, alpha=0.3), alpha=0.5),
        sign(side.sign, x, y, 0.15, "chalk", 0.45),
    )


WAY: Final[Drawing] = (disc(0, 0, 0.13, "casing", alpha=0.6), disc(0, 0, 0.095, "chalk"))
"""A dot of chalk that marks a square on the picked cat's path."""
WAY_END: Final[Drawing] = (disc(0, 0, 0.49, "casing", alpha=0.6), disc(0, 0, 0.46, "gold", alpha=0.92))
"""The mark on a square where the picked cat can go."""
WAY_TAKE: Final[Drawing] = (
    disc(0, 0, 0.47, stroke=Stroke("casing", 0.13, alpha=0.8)),
    disc(0, 0, 0.47, stroke=Stroke("gold", 0.075)),
)
"""The ring round a cat that the picked cat can capture."""
WAY_STOP: Final[Drawing] = (
    Path("M-0.19 -0.19L0.19 0.19M0.19 -0.19L-0.19 0.19", stroke=Stroke("casing", 0.17, alpha=0.8, round=True)),
    Path("M-0.19 -0.19L0.19 0.19M0.19 -0.19L-0.19 0.19", stroke=Stroke("alarm", 0.085, round=True)),
)
"""The cross on an obstacle in the picked cat's path."""


def even(edge: float) -> Drawing:
    """Draw the board of the plain skin, without shine and shade.

    Its frame is one square wide, for the tiles of the mice, plus `edge` outside these tiles.
    """
    near, size = 1 + edge, FIELD + 2 * (1 + edge)
    thin = Stroke("chalk", 0.03, alpha=0.24)
    lines = "".join(
        f"M{near + offset:g} {near:g}V{near + FIELD:g}M{near:g} {near + offset:g}H{near + FIELD:g}"
        for offset in range(1, FIELD)
    )
    return (
        Box(0, 0, size, size, 0.3, "walnut", Stroke("outline", 0.04)),
        Box(near, near, FIELD, FIELD, 0, "slate"),
        Path(lines, stroke=thin),
        *closed(edge),
    )


# The board ----------------------------------------------------------------------------------------------------------

FIELD: Final = 14
"""The number of columns and rows of the board without the mice."""
TABS: Final = (7, 8)
"""The numbers, from 0, of the two columns of the grid with mice at their ends. The two rows have the same numbers."""
_CHALK: Final = Stroke("chalk", 0.022, alpha=0.3)


def board(edge: float) -> Drawing:
    """Draw the board without pieces: the slate with its lines, and the tiles of all mice in the frame.

    The frame is as wide as a square plus `edge`: `edge` is the part outside the tiles.
    """
    near, far = 1 + edge, 1 + edge + FIELD
    size = far + near
    lines = [near + offset for offset in range(1, FIELD)]
    return (
        *frame(size, size, near, "walnut", "maple"),
        Box(near, near, FIELD, FIELD, 0, Material("slate", 0, near, near, 0.8)),
        lamp(near, near, FIELD, FIELD, 0.1, 0.36),
        *(Segment(offset, near, offset, far, _CHALK) for offset in lines),
        *(Segment(near, offset, far, offset, _CHALK) for offset in lines),
        *frame_shadow(near, near, FIELD, FIELD),
        Box(near, near, FIELD, FIELD, stroke=Stroke("outline", 0.03)),
        *closed(edge),
    )


def names(edge: float, turns: int = 0) -> Drawing:
    """Draw the letters of the columns and the numbers of the rows along the top and the left of a board.

    The board is seen after `turns` quarter turns clockwise. After one, the letters are at the left and the numbers at
    the top. The signs are in the frame or, where a mouse is in the frame, on the square next to it. `edge` is the
    frame's width beyond a square.
    """
    letters, numbers = "abcdefghijklmnop", [str(row + 1) for row in range(FIELD + 2)]
    # After each quarter turn clockwise the rows' numbers are above, reversed, and the columns' letters at the left.
    above, aside = ((letters, numbers), (numbers[::-1], letters), (letters[::-1], numbers[::-1]),
                    (numbers, letters[::-1]))[turns % 4]  # fmt: skip
    shapes: list[Shape] = []
    for index in range(1, FIELD + 1):
        middle = edge + index + 0.5
        tab = index in TABS
        place, size = (edge + 1.16, 0.24) if tab else (edge + 0.6, 0.42)
        for x, y, word in ((middle, place, above[index]), (place, middle, aside[index])):
            shapes += (Text(x, y, word, size, "chalk", alpha=0.8),) if tab else engraved(x, y, word, size)
    return tuple(shapes)


def closed(edge: float) -> Drawing:
    """Draw a face-down tile at each place for a mouse in the board's frame. Mice in use are drawn over their tiles.

    The frame is as wide as a square plus `edge`: `edge` is the part outside the tiles.
    """
    places = (place for tab in TABS for place in ((tab, 0), (tab, FIELD + 1), (0, tab), (FIELD + 1, tab)))
    return tuple(Group(_closed(), edge + x + 0.5, edge + y + 0.5) for x, y in places)


def _closed() -> Drawing:
    return (
        Box(-0.47, -0.47, 0.94, 0.94, 0.14, "shade", alpha=0.35),
        Box(-0.44, -0.44, 0.88, 0.88, 0.12, "ivory lo", Stroke("outline", 0.03), alpha=0.35),
    )
