"""The drawings of Parcheesi: turned pawns."""

from __future__ import annotations

from typing import Final

from chowk.draw.shapes import Drawing, Linear, Oval, Path, Radial, Shadow, Stop, Stroke, disc
from chowk.draw.signs import sign
from chowk.draw.theme import Side

_BODY: Final = (
    "M-0.3 0.34C-0.3 0.2 -0.13 0.16 -0.115 -0.12L-0.15 -0.15C-0.17 -0.185 -0.15 -0.21 -0.11 -0.21"
    "L0.11 -0.21C0.15 -0.21 0.17 -0.185 0.15 -0.15L0.115 -0.12C0.13 0.16 0.3 0.2 0.3 0.34Z"
)


def pawn(side: Side) -> Drawing:
    """A pawn in a player's colour, the sign on its head; it stands on the origin, its foot a little below it."""
    name = side.name
    sheen = ((0, " lo"), (0.22, ""), (0.38, " hi"), (0.6, ""), (1, " lo"))
    turned = Linear(-0.3, 0, 0.3, 0, tuple(Stop(at, f"{name}{tone}") for at, tone in sheen))
    ball = Radial(0, -0.36, 0.25, -0.08, -0.45, (Stop(0, f"{name} hi"), Stop(0.6, name), Stop(1, f"{name} lo")))
    rim = Stroke("ebony lo", 0.022, alpha=0.8)
    shine = Stroke(f"{name} hi", 0.014, alpha=0.8)
    return (
        Oval(0, 0.36, 0.3, 0.12, f"{name} lo", rim, shadow=Shadow(0.07, 0.05, 0.12, 0.6)),
        Path(_BODY, turned, rim),
        Oval(0, 0.34, 0.3, 0.11, turned),
        Path("M-0.28 0.36C-0.2 0.45 0.2 0.45 0.28 0.36", stroke=shine),
        Oval(0, -0.185, 0.14, 0.035, f"{name} lo", alpha=0.55),
        disc(0, -0.36, 0.215, ball, rim),
        disc(0, -0.36, 0.195, stroke=shine),
        sign(side.sign, 0, -0.345, 0.095, "ivory hi" if name != "yellow" else "ebony"),
    )
