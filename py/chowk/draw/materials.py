"""Materials of boards: felt, slate, walnut, maple, linen, and `court`, the wood of the race game's board.

Each material has a base colour, a tile of fine shapes, and noise.

The tile is `TILE` board units large and seamless on all sides. The SVG painter and the canvas painter draw the tile.
Only the canvas painter adds noise, because noise would make the text of an SVG picture very long. A material has up to
three colours, whose names begin with its own: for walnut, `walnut` is the base colour, `walnut grain` the darker
colour, and `walnut pale` the lighter one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

from chowk.draw.shapes import Drawing, Path, Stroke, number

TILE: Final = (8.0, 4.0)
"""Width and height of a tile, in board units."""


class NoiseTile(NamedTuple):
    """The noise over a surface: grains of `width` by `height` texels, their opacity, and the blend mode.

    A texel is 1/64 of a board unit.
    """

    width: float
    height: float
    alpha: float
    blend: str = "soft-light"


class Surface(NamedTuple):
    """The texture of a material.

    `draw` returns a tile with a given number of fine lines, such as growth rings of wood. `lines` is the number in a
    complete tile; SVG pictures contain fewer. `noise` holds the layers of noise over the tile.
    """

    draw: Callable[[int], Drawing]
    lines: int
    noise: tuple[NoiseTile, ...]


def tile(surface: Surface, share: float = 1.0) -> Drawing:
    """Return the fine shapes of a material, in a rectangle of `TILE`. `share` is the fraction of them to draw."""
    return _tile(surface, round(share * surface.lines))


@lru_cache(maxsize=16)
def _tile(surface: Surface, lines: int) -> Drawing:
    return surface.draw(lines)


RINGS: Final = 60
"""Approximate number of growth rings across a tile of wood. A tile drawn with fewer rings also has fewer pores."""


def _wood(name: str, seed: int, pores: int, strength: float) -> Callable[[int], Drawing]:
    """Return a function that draws wood cut lengthwise: growth rings as lines that bulge in the middle, and pores.

    `name` is the material's name, from which the names of its colours follow. `seed` determines the random details.
    `pores` is the number of pores in a whole tile. `strength` is a factor for the opacity of all lines.
    """

    def draw(lines: int) -> Drawing:
        rng = Random(seed)
        classes: tuple[list[tuple[float, float]], ...] = ([], [], [], [])
        for ring in range(lines):
            level = TILE[1] * (ring + 0.7 * rng.random()) / lines
            classes[rng.choice((0, 0, 1, 1, 2, 3))].append((level, 0.02 * rng.random()))
        dashes = "".join(_dash(rng) for _ in range(round(pores * lines / RINGS)))
        wear = ((0.012, 0.45), (0.02, 0.34), (0.045, 0.26), (0.11, 0.16))
        rings = tuple(
            Path(_rings(lines_of_class), stroke=Stroke(f"{name} grain", width, alpha=strength * alpha))
            for lines_of_class, (width, alpha) in zip(classes, wear, strict=True)
            if lines_of_class
        )
        # The light side of a groove is the same line, slightly lower.
        lower = _rings((level, off + 0.02) for level, off in classes[1])
        shine = Path(lower, stroke=Stroke(f"{name} pale", 0.016, alpha=0.5 * strength)) if lower else None
        pored = Path(dashes, stroke=Stroke(f"{name} grain", 0.014, alpha=0.6 * strength)) if dashes else None
        return (*rings, *(path for path in (shine, pored) if path))

    return draw


def _rings(lines: Iterable[tuple[float, float]]) -> str:
    """Return horizontal lines through the tile in SVG path syntax.

    Each line is a pair (level, offset) in board units. The level is its distance from the tile's upper edge, and
    determines its bends. The offset moves the line down without changing its bends. A line near the upper or lower edge
    is repeated at the opposite edge.
    """
    return "".join(_WAVE.format(*wave) for level, off in lines for wave in _waves(level, off))


_STEPS: Final = 8
"""Number of Bézier curves in a line across the tile."""
_THIRD: Final = TILE[0] / _STEPS / 3
"""Horizontal distance from an end of a curve to the nearer control point, in board units."""
_ACROSS: Final = tuple(number * TILE[0] / _STEPS for number in range(_STEPS + 1))
"""The x coordinates where the Bézier curves of a line begin and end, in board units."""
_TURN: Final = 2 * math.pi / TILE[0]
"""Radians per board unit of a wave whose length is the width of a tile."""
_HEART: Final = tuple(0.5 * math.exp(-(((x - 0.4 * TILE[0]) / 1.5) ** 2)) for x in _ACROSS)
"""Height of the bulge of the growth rings around the wood's heart, at each x coordinate of `_ACROSS`."""
_WAVE: Final = "M{:.4g} {:.4g}" + "C{:.4g} {:.4g} {:.4g} {:.4g} {:.4g} {:.4g}" * _STEPS
"""Format of a line in SVG path syntax. One call formats all numbers of a line, because separate calls would delay the
first board."""


def _waves(level: float, off: float) -> Iterator[tuple[float, ...]]:
    """Yield the coordinates with which the path template `_WAVE` draws a growth ring, a nearly horizontal line.

    If the line is near the upper or lower edge of the tile, also yield those of its copy one tile lower or higher.
    `level` is the distance of the line from the upper edge, and determines its bends. `off` moves the line down without
    changing its bends.
    """
    bent = [_bulge(step, level) for step in range(_STEPS + 1)]
    shifts = [0.0]
    if level < 0.9:
        shifts.append(TILE[1])
    if level > TILE[1] - 0.9:
        shifts.append(-TILE[1])
    for shift in shifts:
        base = level + off + shift
        numbers = [0.0, base + bent[0][0]]
        for step in range(_STEPS):
            (y, rise), (next_y, next_rise) = bent[step], bent[step + 1]
            x, next_x = _ACROSS[step], _ACROSS[step + 1]
            numbers += (x + _THIRD, base + y + _THIRD * rise, next_x - _THIRD, base + next_y - _THIRD * next_rise)
            numbers += (next_x, base + next_y)
        yield tuple(numbers)


def _bulge(step: int, level: float) -> tuple[float, float]:
    """Return how far below `level` a growth ring is at x = `_ACROSS[step]`, and its slope there.

    The ring has slow waves, and a bulge around the heart of the wood.
    """
    turn = _TURN * _ACROSS[step]
    phase, third = turn + 1.7 * math.sin(2 * math.pi * level / TILE[1]), 3 * turn + level
    slow = 0.09 * math.sin(phase) + 0.035 * math.sin(third)
    slope = _TURN * (0.09 * math.cos(phase) + 0.105 * math.cos(third))
    away = level - 0.55 * TILE[1]
    heart = math.copysign(_HEART[step] * math.exp(-((away / 0.7) ** 2)), away)
    return slow + heart, slope - heart * 2 * (_ACROSS[step] - 0.4 * TILE[0]) / 1.5**2


def _dash(rng: Random) -> str:
    x, y = rng.random() * (TILE[0] - 0.3), rng.random() * TILE[1]
    return f"M{x:.4g} {y:.4g}H{x + 0.04 + 0.12 * rng.random():.4g}"


def fibres(name: str, seed: int, width: float, alpha: float) -> Callable[[int], Drawing]:
    """Return a function that draws felt or slate: short curved hairs in all directions, half of them lighter.

    `name` is the material's name, and `seed` determines the random details. `width` is the width of a hair in board
    units. `alpha` is the opacity of the darker hairs.
    """

    def draw(lines: int) -> Drawing:
        rng = Random(seed)
        dark = "".join(_hair(rng) for _ in range(lines))
        pale = "".join(_hair(rng) for _ in range(lines))
        return (
            Path(dark, stroke=Stroke(f"{name} grain", width, alpha=alpha)),
            Path(pale, stroke=Stroke("light", width, alpha=0.4 * alpha)),
        )

    return draw


def _hair(rng: Random) -> str:
    x, y = 0.2 + rng.random() * (TILE[0] - 0.4), 0.2 + rng.random() * (TILE[1] - 0.4)
    turn, bend, long = rng.random() * math.tau, 1.6 * (rng.random() - 0.5), 0.03 + 0.06 * rng.random()
    middle = (x + long * math.cos(turn), y + long * math.sin(turn))
    tip = (middle[0] + long * math.cos(turn + bend), middle[1] + long * math.sin(turn + bend))
    return "M{:.4g} {:.4g}Q{:.4g} {:.4g} {:.4g} {:.4g}".format(x, y, *middle, *tip)


def weave(name: str) -> Callable[[int], Drawing]:
    """Return a function that draws cloth: crossing threads in the colours of the material `name`."""

    def draw(lines: int) -> Drawing:
        across, down = tuple(_threads(TILE[1], lines)), tuple(_threads(TILE[0], 2 * lines))
        level = "".join(f"M0 {number(y)}H{number(TILE[0])}" for y in across)
        upright = "".join(f"M{number(x)} 0V{number(TILE[1])}" for x in down)
        return (
            Path(level, stroke=Stroke(f"{name} grain", 0.022, alpha=0.16)),
            Path(upright, stroke=Stroke(f"{name} grain", 0.016, alpha=0.12)),
        )

    return draw


def _threads(length: float, count: int) -> Iterator[float]:
    for index in range(count):
        yield length * (index + 0.5) / count


SURFACES: Final[Mapping[str, Surface]] = MappingProxyType(
    {
        "felt": Surface(
            fibres("felt", 3, 0.009, 0.3),
            500,
            (NoiseTile(1, 1, 0.22), NoiseTile(2, 2, 0.2), NoiseTile(4, 4, 0.1), NoiseTile(32, 32, 0.10)),
        ),
        "slate": Surface(
            fibres("slate", 5, 0.008, 0.35),
            160,
            (NoiseTile(1, 1, 0.12), NoiseTile(3, 3, 0.10), NoiseTile(24, 12, 0.14)),
        ),
        "walnut": Surface(
            _wood("walnut", 11, 244, 1.0),
            64,
            (NoiseTile(64, 8, 0.30), NoiseTile(32, 1, 0.26), NoiseTile(10, 0.6, 0.16)),
        ),
        "maple": Surface(
            _wood("maple", 29, 96, 0.5),
            56,
            (NoiseTile(64, 8, 0.22), NoiseTile(32, 1, 0.22), NoiseTile(10, 0.6, 0.14)),
        ),
        "court": Surface(
            _wood("court", 29, 96, 0.5),
            56,
            (NoiseTile(64, 8, 0.22), NoiseTile(32, 1, 0.22), NoiseTile(10, 0.6, 0.14)),
        ),
        "linen": Surface(
            weave("linen"),
            64,
            (NoiseTile(8, 1, 0.10, "multiply"), NoiseTile(1, 8, 0.10, "multiply")),
        ),
    }
)
"""The materials by name; a skin may replace some of them (`chowk.draw.skins`)."""
