"""The motion of a cat that takes a mouse in Kilkenny Cats: it leaps over its shadow, lands, and settles."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from chowk.core.events import Event, Moved, Promoted
from chowk.draw.motion import Flourish, Frame, ease, interpolate
from chowk.draw.scene import Point, Scene, Sprite, keyed

_LENGTH: Final = 0.5
_LANDED: Final = 0.7
"""The part of the motion, from 0 to 1, after which the cat touches the board."""
_HIGH: Final = 0.3
"""Height of the leap, as a fraction of its distance."""
_HIGHEST: Final = 1.1
_SHORTEST: Final = 0.9
"""Minimum distance of a leap, in squares. A cat that was dragged to its mouse does not leap."""
_UP: Final = 5.0
"""Amount by which the drawing order `z` of a leaping cat exceeds that of a resting cat, so that it is drawn on top."""


def leaps(before: Scene, events: Sequence[Event], after: Scene) -> Mapping[Event, Flourish]:
    """Return the animation of a cat that leaps onto its mouse, by the event of the cat's move.

    `before` and `after` are the scenes before and after the move. The result is empty for other moves, for moves
    that are taken back, and if the player dragged the cat almost to the mouse.
    """
    match events:
        case [*_, Moved(_, piece, _, becomes) as move, Promoted()]:
            start, end = keyed(before)[piece], keyed(after)[becomes]
            far = math.hypot(end.x - start.x, end.y - start.y)
            return {move: Flourish(_LENGTH, leap)} if far >= _SHORTEST else {}
    return {}


def leap(cat: Sprite, start: Point, end: Point) -> Frame:
    """Return the motion of a cat that leaps in an arc from `start` to `end`, over its shadow.

    Where it lands, it crouches and straightens.
    """
    high = min(_HIGHEST, _HIGH * math.hypot(end[0] - start[0], end[1] - start[1]))

    def frame(t: float) -> Scene:
        if t >= 1:
            return (cat._replace(x=end[0], y=end[1]),)
        if t >= _LANDED:
            rest = (t - _LANDED) / (1 - _LANDED)
            crouch = 0.14 * math.sin(math.pi * rest) * (1 - rest)
            landed = cat._replace(x=end[0], y=end[1] + crouch / 2, z=cat.z + _UP)
            return (landed._replace(scale=cat.scale * (1 - crouch), squash=cat.squash * (1 + 2.5 * crouch)),)
        progress = ease(t / _LANDED)
        up = math.sin(math.pi * progress)
        x, y = interpolate(start[0], end[0], progress), interpolate(start[1], end[1], progress)
        flying = cat._replace(x=x, y=y - high * up, scale=cat.scale * (1 + 0.2 * up), z=cat.z + _UP)
        shadow = Sprite(f"{cat.key} shadow", "shadow", x, y, scale=1 - 0.35 * up, alpha=0.5 * up, z=cat.z + _UP - 0.1)
        return (shadow, flying) if up > 0 else (flying,)

    return frame
