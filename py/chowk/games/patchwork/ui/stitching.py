"""The animation when a player of Patchwork covers a square of 7 by 7: a needle stitches a thread round it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from chowk.core.events import Event, Gained
from chowk.draw.motion import Flourish, Frame
from chowk.draw.scene import Point, Scene, Sprite
from chowk.games.patchwork.rules.patches import PatchId
from chowk.games.patchwork.rules.quilt import SQUARE, shapes

_LENGTH: Final = 0.85
_ROUND: Final = 0.75
"""Progress of the animation, from 0 to 1, at which the needle has run round the square. Then the stitches fade."""
_STITCHES: Final = 4 * SQUARE
_Z: Final = 7.0
"""The layer of the stitches: above everything on the quilt."""


def stitches(_: Scene, events: Sequence[Event], after: Scene) -> Mapping[Event, Flourish]:
    """Map the event that wins the bonus tile to its animation.

    The result is empty if no event wins the tile, or if the scene `after` does not show the quilt that won it.
    """
    for event in events:
        if isinstance(event, Gained) and event.resource == "tile":
            corner = _corner(frozenset(point for sprite in after for point in _covered(sprite)))
            return {event: Flourish(_LENGTH, partial(stitched, corner))} if corner is not None else {}
    return {}


def stitched(corner: Point, *_: object) -> Frame:
    """Return the motion of a needle that stitches clockwise round the square whose top left corner is `corner`.

    Further arguments, which some events give, are ignored; see `Flourish`.
    """
    border = [_stitch(corner, number) for number in range(_STITCHES)]

    def frame(t: float) -> Scene:
        if t <= 0 or t >= 1:
            return ()
        sewn = min(_STITCHES, int(_STITCHES * t / _ROUND))
        thread = border[:sewn]
        if t >= _ROUND:
            alpha = (1 - t) / (1 - _ROUND)
            return tuple(stitch._replace(alpha=alpha) for stitch in thread)
        return (*thread, border[sewn]._replace(key="needle", art="needle", z=_Z + 0.1))

    return frame


def _stitch(corner: Point, number: int) -> Sprite:
    """Return the stitch `number` on the square's border. Stitches are numbered clockwise from the top left corner."""
    (x, y), along = corner, number % SQUARE + 0.5
    side = number // SQUARE
    point = ((x + along, y), (x + SQUARE, y + along), (x + SQUARE - along, y + SQUARE), (x, y + SQUARE - along))[side]
    return Sprite(f"stitch {number}", "stitch", *point, angle=90.0 * side, z=_Z)


def _covered(sprite: Sprite) -> Sequence[Point]:
    """Return the top left corners of the cells that a sprite of a sewn patch covers. Empty for other sprites."""
    kind, *names = sprite.art.split(" ")
    if kind == "single" and sprite.scale > 0.9:  # smaller ones lie on the tape
        return (_near(sprite.x - 0.5, sprite.y - 0.5),)
    if kind != "patch":
        return ()
    patch: PatchId = int(names[0])
    shape = next(shape for shape in shapes(patch) if shape.turn == names[1])
    left, top = sprite.x - shape.width / 2, sprite.y - shape.height / 2
    return tuple(_near(left + column, top + row) for row, column in shape.squares)


def _near(x: float, y: float) -> Point:
    return round(x, 3), round(y, 3)


def _corner(cells: frozenset[Point]) -> Point | None:
    """Return the top left corner of a square of 7 by 7 cells that are all covered, or None if none exists."""
    size = range(SQUARE)
    whole = (
        (x, y) for x, y in sorted(cells) if all(_near(x + right, y + down) in cells for right in size for down in size)
    )
    return next(whole, None)
