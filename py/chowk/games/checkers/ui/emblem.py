"""American Checkers' emblem on the home page: a red king before a white man, on squares of walnut and maple."""

from __future__ import annotations

from typing import Final

from chowk.draw.boards import lamp
from chowk.draw.shapes import Drawing, Group, Material, Path
from chowk.games.checkers.ui.art import RED_KING, WHITE_MAN


def _outline(colour: int) -> str:
    """Return the outline of the emblem's squares of one colour as path data. `colour` is 0 for light, 1 for dark.

    The two pieces of the emblem are on dark squares that touch at a corner, the middle of the picture.
    """
    return "".join(
        f"M{file} {rank}H{file + 1}V{rank + 1}H{file}Z"
        for rank in range(-2, 2)
        for file in range(-2, 2)
        if abs(rank - file) < 3 and (file + rank) % 2 == colour
    )


# All squares of a colour are one shape: a browser keeps a picture of the wood for each shape, of 2.4 MB on a desktop
# and more on a phone.
_LIGHT, _DARK = _outline(0), _outline(1)
_SQUARES: Final[Drawing] = (
    Path(_LIGHT, Material("maple")),
    Path(_LIGHT, "light", alpha=0.07),
    Path(_DARK, Material("walnut", 90)),
    Path(_DARK, "tint", alpha=0.24),
)

EMBLEM: Final[Drawing] = (
    Group(_SQUARES, 1.6, 0.8, angle=35, scale=1.16),
    lamp(0, 0, 3.2, 1.6, 0.14, 0.4),
    Group(WHITE_MAN, 2.42, 0.66, scale=1.12),
    Group(RED_KING, 0.79, 0.92, scale=1.12),
)
