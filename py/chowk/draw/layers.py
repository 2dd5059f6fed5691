"""A scene in layers, so that a frame draws only what moves.

Moving sprites have a layer of their own, no larger than their motion. Resting sprites above it are redrawn with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from chowk.draw.scene import Scene, Sprite
from chowk.draw.shapes import Extent

Extents: TypeAlias = Callable[[str], Extent]
"""A function that returns the bounding box of a drawing by name, around its origin."""


class Sweep(NamedTuple):
    """The bounding box of a motion on the board, and the lowest layer of its sprites."""

    box: Extent
    lowest: float

    def wider(self, sprites: Iterable[Sprite], extents: Extents) -> Sweep:
        """Return the sweep extended by these sprites."""
        box, lowest = self
        for sprite in sprites:
            box, lowest = _joined(box, box_of(sprite, extents)), min(lowest, sprite.z)
        return Sweep(box, lowest)


NOWHERE = Sweep(Extent(math.inf, math.inf, -math.inf, -math.inf), math.inf)
"""The empty sweep."""


class Layers(NamedTuple):
    """Resting sprites: those `below` the moving ones or away from them, and those that lie over them.

    Of the latter, `under` comes before the moving sprites in the order of the scene, `over` after them. `box` contains
    all of these and the motion.
    """

    below: Scene
    under: Scene
    over: Scene
    box: Extent


def parted(before: Scene, after: Scene, reach: Sweep, extents: Extents) -> Layers:
    """Divide the resting sprites, `before` and `after` the moving ones in the order of the scene, into layers."""
    lowest, box = reach.lowest, reach.box
    rising = {at: one for at, one in enumerate(before) if one.z > lowest}
    rising |= {at: one for at, one in enumerate(after, len(before)) if one.z >= lowest}
    boxes = {at: box_of(one, extents) for at, one in rising.items()}
    drawn: set[int] = set()
    while met := [at for at, needed in boxes.items() if at not in drawn and _meet(box, needed)]:
        drawn.update(met)
        for at in met:
            box = _joined(box, boxes[at])
    below = tuple(one for at, one in enumerate((*before, *after)) if at not in drawn)
    first = len(before)
    under = tuple(rising[at] for at in sorted(drawn) if at < first)
    over = tuple(rising[at] for at in sorted(drawn) if at >= first)
    return Layers(below, under, over, box)


def box_of(sprite: Sprite, extents: Extents) -> Extent:
    """Return the bounding box of a sprite on the board; it may be slightly too large."""
    left, top, right, bottom = extents(sprite.art)
    if sprite.angle:
        far = math.hypot(max(-left, right), max(-top, bottom))
        left, top, right, bottom = -far, -far, far, far
    x, y, size = sprite.x, sprite.y, sprite.scale
    return Extent(x + size * left, y + size * top, x + size * right, y + size * bottom)


def _joined(one: Extent, other: Extent) -> Extent:
    return Extent(
        min(one.left, other.left),
        min(one.top, other.top),
        max(one.right, other.right),
        max(one.bottom, other.bottom),
    )


def _meet(one: Extent, other: Extent) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom
