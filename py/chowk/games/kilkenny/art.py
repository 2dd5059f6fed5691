"""The drawings of Kilkenny Cats: cats' heads, and mice in chalk."""

from __future__ import annotations

from typing import Final

from chowk.draw.shapes import Drawing, Oval, Path, Radial, Shadow, Stop, Stroke, disc
from chowk.draw.signs import sign
from chowk.draw.theme import Side

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


def cat(side: Side) -> Drawing:
    """A cat's head in a player's colour, the sign on its brow."""
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
    """A mouse in outline, as one draws with chalk."""
    chalk = Stroke(token, 0.035, round=True)
    fine = Stroke(token, 0.022, round=True)
    return (
        Path(_BODY, stroke=chalk),
        Path("M0.12 -0.19C0.1 -0.34 0.28 -0.36 0.29 -0.22C0.295 -0.16 0.26 -0.13 0.22 -0.13", stroke=chalk),
        Path("M-0.34 0.2C-0.5 0.22 -0.56 0.08 -0.46 0.02C-0.38 -0.03 -0.36 -0.14 -0.48 -0.17", stroke=fine),
        disc(0.3, 0.02, 0.024, token),
        Path("M0.42 0.16L0.53 0.12M0.42 0.18L0.53 0.2", stroke=fine),
    )
