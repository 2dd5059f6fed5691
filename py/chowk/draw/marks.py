"""Marks on a board, such as the ring of a spot that may be chosen, as sprites made from the spot's rectangle.

Each mark has a dark and a light tone, so that one tone stands out on any material. A mark's drawing is named after its
kind and the size of the rectangle (`"mark target 1 1"`). `art_of` draws it when a painter asks for that name.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from chowk.draw.keyframes import Course, moments
from chowk.draw.scene import DICE, GROUND, Boxed, Paintable, Scene, Sprite, keyed
from chowk.draw.shapes import Box, Drawing, Radial, Shape, Stop, Stroke, Text, disc, number
from chowk.draw.theme import Theme

_PREFIX: Final = "mark "
_NUMBER: Final = "number-"
_NUMBER_Z: Final = 25.0
"""The layer of numbers: above the pieces and the marks on them, below hints."""
_CORNER: Final = 0.86
"""Distance of a number's centre from the left and the bottom edge of its rectangle, as a fraction of the rectangle."""
_GLOW: Final = f"{_PREFIX}glow "
DUST: Final = "mark dust"
"""The name of the drawing of the cloud in which a captured piece vanishes."""


# Cached, because every frame of a move has the same marks, or nearly so.
@lru_cache(maxsize=512)
def mark(kind: str, cell: Boxed, alpha: float = 1.0) -> Sprite:
    """Return a mark of this kind, one of `KINDS`, for a spot's rectangle."""
    art = f"{_PREFIX}{kind} {number(cell.width)} {number(cell.height)}"
    middle = (cell.x + cell.width / 2, cell.y + cell.height / 2)
    return Sprite(f"{_PREFIX}{kind} {cell.spot}", art, *middle, alpha=alpha, z=LAYERS[kind], spot=cell.spot)


def numbered(count: int, cell: Boxed) -> Sprite:
    """Return a sprite with the number `count` in the corner of a spot's rectangle.

    The number refers the player to the button beside the board that has the same number.
    """
    name = f"{_NUMBER}{count}"
    art = f"{_PREFIX}{name} {number(cell.width)} {number(cell.height)}"
    corner = (cell.x + cell.width * _CORNER, cell.y + cell.height * (1 - _CORNER))
    return Sprite(f"{_PREFIX}{name}", art, *corner, z=_NUMBER_Z, spot=cell.spot)


def glowing(scene: Scene) -> Scene:
    """Return those sprites of a scene that form the pulsing glow of the pieces that must move."""
    return tuple([sprite for sprite in scene if sprite.key.startswith(_GLOW)])


def art_of(name: str, art: Mapping[str, Drawing], pieces: str = "") -> Drawing:
    """Return the drawing with this name: one of the game's drawings (`art`), or else a mark on the board.

    `pieces` names a set of pieces, or is empty. If `art` has a drawing of this name for the set, return that one. Raise
    `KeyError` if there is no drawing with this name.
    """
    variant = f"{name} {pieces}"
    if pieces and variant in art:
        return art[variant]
    return art[name] if name in art else _drawn(name)


def board_drawing(name: str, view: Paintable, theme: Theme) -> Drawing:
    """Return the drawing with this name for a game's board, in the look of a theme.

    The theme's skin may have a drawing with this name. If not, the theme's set of pieces may have one. Otherwise return
    the game's usual drawing.
    """
    worn = view.skin_drawings(theme.skin) if theme.skin else {}
    return worn[name] if name in worn else art_of(name, view.ART, theme.pieces)


def bare(view: Paintable, theme: Theme) -> Drawing:
    """Return the drawing of a game's empty board in the skin of a theme."""
    worn = view.skin_drawings(theme.skin) if theme.skin else {}
    return worn[GROUND] if GROUND in worn else view.ground()


class Breathing:
    """The pulsing glow of pieces that must move, as a motion: it brightens and fades slowly, three times."""

    def __init__(self, glowing: Scene) -> None:
        self._glowing = glowing
        self.duration = BREATHS * BREATH

    def courses(self) -> Iterator[Course]:
        """Yield the course of each glowing sprite: pairs of a time in seconds and the sprite with its opacity then."""
        times = [*moments(0, self.duration, _LOOKED_AT)]
        lights = [0.7 + 0.3 * math.cos(2 * math.pi * time / BREATH) for time in times]
        for sprite in self._glowing:
            yield [(time, (sprite._replace(alpha=light),)) for time, light in zip(times, lights, strict=True)]


BREATH: Final = 1.2
"""Time from one pulse of the glow to the next, in seconds."""
BREATHS: Final = 3
"""Number of pulses of the glow."""
_LOOKED_AT: Final = 10
"""Samples of the glow per second. A small number is enough, because the glow changes slowly: by linear interpolation
between the samples, no opacity is wrong by more than one per cent."""


def preview(before: Scene, after: Scene) -> Scene:
    """Return the scene that shows the effect of a move before it is made.

    New pieces, and moved pieces at their destination, are faint. Vanishing pieces are half transparent. Pieces that
    change their face show the new face small. Dice stay the same.
    """
    old, new = keyed(before), keyed(after)
    stay = [
        sprite if sprite.key in new or sprite.key.startswith(DICE) else sprite._replace(alpha=GOING * sprite.alpha)
        for sprite in before
    ]
    shown = {key: sprite for key, sprite in new.items() if not key.startswith(DICE)}
    coming = [sprite._replace(alpha=COMING * sprite.alpha) for key, sprite in shown.items() if key not in old]
    turn = [
        sprite._replace(key=f"{key} ghost", scale=GHOST * sprite.scale, z=sprite.z + 0.5)
        for key, sprite in shown.items()
        if key in old and sprite.art != old[key].art
    ]
    gone = [
        sprite._replace(key=f"{key} there", alpha=COMING * sprite.alpha, z=sprite.z + OVER)
        for key, sprite in shown.items()
        if key in old and sprite.spot != old[key].spot
    ]
    return (*stay, *coming, *turn, *gone)


CASING: Final = 0.75
"""Opacity of the dark tone of a mark. It must stand out on the wood of maple, where the light tone does not."""

COMING: Final = 0.55
"""Opacity of new pieces in a preview."""
GOING: Final = 0.35
"""Opacity of vanishing pieces in a preview."""
GHOST: Final = 0.42
"""Size of the new face that a changing piece shows in a preview, as a fraction of the piece."""
OVER: Final = 25.0
"""Number of layers between the pieces and a preview above them."""


def _two_tone(draw: Callable[[Stroke], Shape], token: str, width: float, dash: tuple[float, ...] = ()) -> Drawing:
    """Return a line with a dark outline.

    `draw` returns the shape of the line for a stroke. `token` is the name of the line's colour, `width` its width, and
    `dash` its dashes and gaps; the outline is wider.
    """
    return (
        draw(Stroke("casing", 1.9 * width, dash, CASING, round=bool(dash))),
        draw(Stroke(token, width, dash, round=bool(dash))),
    )


def _ring(radius: float, token: str, width: float, dash: tuple[float, ...] = ()) -> Drawing:
    return _two_tone(lambda stroke: disc(0, 0, radius, stroke=stroke), token, width, dash)


def _frame(width: float, height: float, inset: float, stroke: Stroke) -> Box:
    left, top = inset - width / 2, inset - height / 2
    return Box(left, top, width - 2 * inset, height - 2 * inset, 0.1 * min(width, height), stroke=stroke)


def _target(width: float, height: float) -> Drawing:
    size = min(width, height)
    around = 2 * math.pi * 0.18 * size
    return (
        disc(0, 0, 0.18 * size, stroke=Stroke("casing", 0.052 * size, alpha=CASING)),
        disc(0, 0, 0.18 * size, stroke=Stroke("pale", 0.034 * size, (around / 24, around / 24))),
    )


def _last(width: float, height: float) -> Drawing:
    size = min(width, height)
    return _ring(0.462 * size, "gold", 0.036 * size)


def _meant(width: float, height: float) -> Drawing:
    size = min(width, height)
    return _ring(0.42 * size, "gold", 0.1 * size)


def _trail(width: float, height: float) -> Drawing:
    size = min(width, height)
    return _ring(0.075 * size, "gold", 0.06 * size)


def _step(width: float, height: float) -> Drawing:
    size = min(width, height)
    return _two_tone(lambda stroke: disc(0, 0.37 * height, 0.058 * size, stroke=stroke), "gold", 0.05 * size)


def _hint(width: float, height: float) -> Drawing:
    size = min(width, height)
    return (*_ring(0.3 * size, "hint", 0.06 * size), *_ring(0.12 * size, "hint", 0.05 * size))


def _cause(width: float, height: float) -> Drawing:
    size = min(width, height)
    dash = (0.16 * size, 0.09 * size)
    return _two_tone(lambda stroke: _frame(width, height, 0.07 * size, stroke), "alarm", 0.06 * size, dash)


def _focus(width: float, height: float) -> Drawing:
    size = min(width, height)
    thick = 0.042 * size
    return (
        _frame(width, height, 0.5 * thick, Stroke("focus out", thick)),
        _frame(width, height, 1.5 * thick, Stroke("focus in", thick)),
    )


def _selected(width: float, height: float) -> Drawing:
    size = min(width, height)
    return _ring(0.468 * size, "gold", 0.056 * size)


def _planned(width: float, height: float) -> Drawing:
    size = min(width, height)
    dash = 2 * math.pi * 0.42 * size / 24
    return _ring(0.42 * size, "gold", 0.07 * size, (0.8 * dash, 1.2 * dash))


def _movable(width: float, height: float) -> Drawing:
    size = min(width, height)
    return _ring(0.478 * size, "pale", 0.045 * size)


def _must(width: float, height: float) -> Drawing:
    size = min(width, height)
    return _ring(0.472 * size, "gold", 0.04 * size)


def _glow(width: float, height: float) -> Drawing:
    reach = 0.58 * min(width, height)
    light = (Stop(0.7, "gold", 0.0), Stop(0.8, "gold", 0.9), Stop(1, "gold", 0.0))
    return (disc(0, 0, reach, Radial(0, 0, reach, 0, 0, light)),)


def _number(text: str, size: float) -> Drawing:
    return (
        disc(0, 0, 0.33 * size, "ebony", stroke=Stroke("pale", 0.06 * size)),
        Text(0, 0, text, 0.46 * size, "pale", 700, number=True),
    )


def _over(width: float, height: float) -> Drawing:
    return (Box(-width / 2, -height / 2, width, height, 0.04 * min(width, height), "pale", alpha=0.14),)


_DRAW: Final[Mapping[str, Callable[[float, float], Drawing]]] = MappingProxyType(
    {
        "over": _over,
        "movable": _movable,
        "glow": _glow,
        "must": _must,
        "selected": _selected,
        "planned": _planned,
        "target": _target,
        "trail": _trail,
        "step": _step,
        "last": _last,
        "meant": _meant,
        "hint": _hint,
        "cause": _cause,
        "focus": _focus,
    }
)
"""The functions that draw marks, by kind of mark. Their arguments are the width and height of a spot's rectangle."""

LAYERS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "over": -3.0,
        "movable": -2.5,
        "glow": -2.2,
        "must": -2.0,
        "selected": -1.0,
        "trail": 9.0,
        "step": 9.0,
        "last": 10.0,
        "planned": 12.0,
        "meant": -1.0,
        "target": 20.0,
        "hint": 30.0,
        "cause": 40.0,
        "focus": 50.0,
    }
)
"""The layer of each kind of mark. Marks on layers up to -1 are under the pieces, the others above them."""

KINDS: Final = tuple(_DRAW)
"""All kinds of marks.

`over` marks the spot under the pointer, `movable` a piece that may move, `glow` and `must` a piece that must move,
`selected` a selected spot, `planned` a spot of a planned move, which is played once the player is to move, and `target`
a spot that may be chosen as the end of a move. `trail` marks the path of the last move, `step` a space on such a path
below the space's number, and `last` the ends of that path. `meant` marks the chosen spot in a picture of a part of the
board, `hint` a hint, `cause` a spot that makes a chosen move illegal, `focus` the keyboard focus.
"""


def _dust() -> Drawing:
    """Return the drawing of a dust cloud: a ring of puffs with different sizes and distances from the middle."""
    puffs = [(math.tau * index / 9, 0.3 + 0.07 * (index % 3), 0.17 - 0.03 * (index % 2)) for index in range(9)]
    ring = (disc(far * math.cos(turn), far * math.sin(turn), size, "chalk", alpha=0.5) for turn, far, size in puffs)
    return (*ring, disc(0, 0, 0.24, "chalk", alpha=0.35))


@lru_cache(maxsize=256)
def _drawn(name: str) -> Drawing:
    if name == DUST:
        return _dust()
    if not name.startswith(_PREFIX):
        raise KeyError(name)
    kind, width, height = name.removeprefix(_PREFIX).rsplit(" ", 2)
    if kind.startswith(_NUMBER):
        return _number(kind.removeprefix(_NUMBER), min(float(width), float(height)))
    return _DRAW[kind](float(width), float(height))
