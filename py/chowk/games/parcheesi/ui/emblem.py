"""Parcheesi's emblem on the home page: two dice and a pawn on the maple board."""

from __future__ import annotations

from typing import Final

from chowk.draw.boards import lamp
from chowk.draw.dice import die
from chowk.draw.shapes import Box, Drawing, Group, Material, Stroke
from chowk.draw.theme import SIDES
from chowk.games.parcheesi.ui.art import pawn

_LINE: Final = Stroke("walnut", 0.016, alpha=0.7)
_TRACK: Final[Drawing] = tuple(
    Box(0.52 * index - 2.6, 0.0, 0.52, 0.62, 0.0, "red" if index == 7 else "enamel", _LINE) for index in range(10)
)

EMBLEM: Final[Drawing] = (
    Box(0, 0, 3.2, 1.6, 0, Material("maple")),
    Group(_TRACK, 1.6, 1.02, angle=-9),
    lamp(0, 0, 3.2, 1.6, 0.28, 0.3),
    Group(pawn(SIDES[1]), 2.62, 0.62, scale=0.98),
    Group(pawn(SIDES[0]), 2.16, 0.86, scale=1.2),
    Group(die(5), 0.82, 0.74, angle=-14, scale=0.6),
    Group(die(3), 1.45, 0.92, angle=11, scale=0.6),
)
