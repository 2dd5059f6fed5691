"""Handloom: Indian cloth dyed with indigo, madder and turmeric, and carved Indian woods.

The board of Parcheesi is an embroidered cloth. In Patchwork, quilts are kantha (old cloth quilted by hand) with lines
of running stitches. In Reversi, discs lie on indigo khadi (handwoven cloth). In Kilkenny, cats walk over a slate with
traces of wiped chalk.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, sin, tau
from random import Random
from typing import Final

from chowk.draw.materials import TILE, NoiseTile, Surface, fibres, weave
from chowk.draw.shapes import Drawing, Path, Stroke
from chowk.draw.skins import Skin

CLOTH: Final = (NoiseTile(8, 1, 0.10, "multiply"), NoiseTile(1, 8, 0.10, "multiply"))
"""Noise that looks like the threads of cloth: one layer across, one down."""
STITCH: Final = (0.15, 0.1)
"""Lengths of a running stitch and of the gap after it, in board units. A tile's side is a multiple of their sum."""
STEP: Final = 0.25
"""Distance between parallel lines of stitches, in board units."""


def _embroidered(lines: int) -> Drawing:
    """Draw cotton with small flowers in thread of two colours, at every other point of a grid.

    `lines` is the number of threads in the cotton.
    """
    ground = weave("court")(lines)
    flowers: tuple[list[str], list[str]] = ([], [])
    for number, (x, y) in enumerate(_crossings()):
        flowers[number % 2].append("".join(_petals(x, y)))
    threads = (Stroke("court grain", 0.05, alpha=0.85, round=True), Stroke("felt", 0.05, alpha=0.85, round=True))
    return (*ground, *(Path("".join(paths), stroke=stroke) for paths, stroke in zip(flowers, threads, strict=True)))


def _crossings() -> Iterator[tuple[float, float]]:
    for row in range(int(TILE[1])):
        for column in range(int(TILE[0])):
            if (row + column) % 2 == 0:
                yield column + 0.5, row + 0.5


def _petals(x: float, y: float) -> Iterator[str]:
    for petal in range(8):
        turn = tau * petal / 8
        near, far = 0.06, 0.15 if petal % 2 else 0.22
        ends = (x + near * cos(turn), y + near * sin(turn), x + far * cos(turn), y + far * sin(turn))
        yield "M{:.4g} {:.4g}L{:.4g} {:.4g}".format(*ends)


def _kantha(lines: int) -> Drawing:
    """Draw old cotton quilted by hand: close lines of running stitches, every fourth line in indigo.

    `lines` is the number of threads in the cotton.
    """
    rows = round(TILE[1] / STEP)
    white = "".join(f"M0 {(row + 0.5) * STEP:.4g}H{TILE[0]:.4g}" for row in range(rows) if row % 4)
    blue = "".join(f"M0 {(row + 0.5) * STEP:.4g}H{TILE[0]:.4g}" for row in range(0, rows, 4))
    return (
        *weave("linen")(lines),
        Path(white, stroke=Stroke("linen grain", 0.022, dash=STITCH, alpha=0.55)),
        Path(blue, stroke=Stroke("felt", 0.03, dash=STITCH, alpha=0.55)),
    )


def _wiped(lines: int) -> Drawing:
    """Draw slate with arcs of wiped chalk.

    `lines` is the number of dark hairs in the slate, and also of pale ones. There is one arc for every 8 dark hairs.
    """
    rng = Random(17)
    arcs = []
    for _ in range(round(lines / 8)):
        x, y, long = rng.random() * (TILE[0] - 3), 0.3 + rng.random() * (TILE[1] - 1), 1.5 + 1.5 * rng.random()
        arcs.append(f"M{x:.4g} {y:.4g}q{long / 2:.4g} {0.5 * (rng.random() - 0.5):.4g} {long:.4g} 0")
    chalk = "".join(arcs)
    return (
        *fibres("slate", 5, 0.008, 0.35)(lines),
        Path(chalk, stroke=Stroke("chalk", 0.16, alpha=0.025, round=True)),
        Path(chalk, stroke=Stroke("chalk", 0.05, alpha=0.03, round=True)),
    )


SKIN: Final = Skin(
    {
        # Indigo khadi under the discs.
        "felt": "#223c70",
        "felt grain": "#122448",
        # A child's writing slate.
        "slate": "#2a2f31",
        "slate grain": "#525a5c",
        # Rosewood, and the pale wood of carrom boards.
        "walnut": "#5b221c",
        "walnut grain": "#2a0b08",
        "walnut pale": "#8d4a36",
        "maple": "#ecc57f",
        "maple grain": "#b47a2c",
        "maple pale": "#fae3b0",
        # The same cotton, sewn with madder.
        "court": "#ecd7a6",
        "court grain": "#9a2f1c",
        "court pale": "#fff3d2",
        # Unbleached cotton with a turmeric cast.
        "linen": "#f0dfb8",
        "linen grain": "#b08b4e",
        "linen pale": "#fff6df",
        "enamel": "#fff3d6",
        "tape": "#e8a63f",
        "tape grain": "#6b3a0a",
        "tape ink": "#3a1504",
        "table": "#efe0c4",
        "chalk": "#fdf6e3",
        "letter": "#f0d9a6",
    },
    surfaces={
        "court": Surface(_embroidered, 48, (NoiseTile(8, 1, 0.12), NoiseTile(1, 8, 0.12))),
        "linen": Surface(_kantha, 64, CLOTH),
        "felt": Surface(weave("felt"), 72, (*CLOTH, NoiseTile(32, 32, 0.10))),
        "slate": Surface(_wiped, 160, (NoiseTile(1, 1, 0.12), NoiseTile(3, 3, 0.10), NoiseTile(24, 12, 0.14))),
    },
)
