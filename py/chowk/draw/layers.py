"""Divide a scene into layers for an animation, so that most resting sprites need no redrawing.

Moving sprites may pass below or above resting sprites. Only the resting sprites in the area of the motion are drawn
together with the moving ones.
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
    """The area of the board that a motion covers, as a bounding box, and the lowest layer of its sprites."""

    box: Extent
    lowest: float

    def wider(self, sprites: Iterable[Sprite], extents: Extents) -> Sweep:
        """Return a `Sweep` that covers these sprites, too."""
        box, lowest = self
        for sprite in sprites:
            box, lowest = _union(box, box_of(sprite, extents)), min(lowest, sprite.z)
        return Sweep(box, lowest)


NOWHERE = Sweep(Extent(math.inf, math.inf, -math.inf, -math.inf), math.inf)
"""The area of a motion without sprites, from which `Sweep.wider` starts."""


class Layers(NamedTuple):
    """The sprites of a scene that rest while other sprites move, in three groups.

    `below` holds the sprites that are painted once: those below all moving sprites, and those outside the area of the
    motion. All other sprites are drawn together with the moving sprites: `under` before them, `over` after them.
    `box` is a bounding box of the area of the motion and of the sprites in `under` and `over`.
    """

    below: Scene
    under: Scene
    over: Scene
    box: Extent


def divide_layers(before: Scene, after: Scene, reach: Sweep, extents: Extents) -> Layers:
    """Divide the resting sprites of a scene into layers around the motion of other sprites.

    `before` and `after` are the resting sprites that come before and after the moving sprites in the order of the
    scene. `reach` is the area of the motion.
    """
    lowest, box = reach.lowest, reach.box
    rising = {index: sprite for index, sprite in enumerate(before) if sprite.z > lowest}
    rising |= {index: sprite for index, sprite in enumerate(after, len(before)) if sprite.z >= lowest}
    boxes = {index: box_of(sprite, extents) for index, sprite in rising.items()}
    drawn: set[int] = set()
    while touched := [index for index, extent in boxes.items() if index not in drawn and _meet(box, extent)]:
        drawn.update(touched)
        for index in touched:
            box = _union(box, boxes[index])
    below = tuple([sprite for index, sprite in enumerate((*before, *after)) if index not in drawn])
    first = len(before)
    under = tuple(rising[index] for index in sorted(drawn) if index < first)
    over = tuple(rising[index] for index in sorted(drawn) if index >= first)
    return Layers(below, under, over, box)


def box_of(sprite: Sprite, extents: Extents) -> Extent:
    """Return the bounding box of a sprite on the board. The box may be slightly too large."""
    left, top, right, bottom = extents(sprite.art)
    if sprite.angle:
        far = math.hypot(max(-left, right), max(-top, bottom))
        left, top, right, bottom = -far, -far, far, far
    x, y, size = sprite.x, sprite.y, sprite.scale
    return Extent(x + size * left, y + size * top, x + size * right, y + size * bottom)


def _union(first: Extent, second: Extent) -> Extent:
    return Extent(
        min(first.left, second.left),
        min(first.top, second.top),
        max(first.right, second.right),
        max(first.bottom, second.bottom),
    )


def _meet(first: Extent, second: Extent) -> bool:
    return (
        first.left < second.right
        and second.left < first.right
        and first.top < second.bottom
        and second.top < first.bottom
    )
