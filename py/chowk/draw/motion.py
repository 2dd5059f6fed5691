"""Motions of sprites: each is a pure function from its progress, 0 to 1, to the visible sprites."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from chowk.draw.scene import Point, Scene, Sprite

Frame: TypeAlias = Callable[[float], Scene]
"""A motion: a function that returns the visible sprites at a progress from 0 to 1."""

PLACE: Final = 0.14
"""Duration of the motion `place`, in seconds."""
FLIP: Final = 0.26
"""Duration of the motion `flip`, in seconds."""
RIPPLE: Final = 0.045
"""Delay of a disc's turn for each square of its distance from the placed disc, in seconds."""
LIFT: Final = 0.22
"""Height to which a wave lifts discs that turn over, in board units."""
SLIDE: Final = 0.2
"""Duration of the motion `slide`, in seconds."""
HOP: Final = 0.2
"""Duration of the motion `hop` for one step of a path, in seconds."""
WALK: Final = 1.1
"""Maximum duration of a path with many steps, in seconds."""
CAPTURE: Final = 0.16
"""Duration of the motion `vanish`, in seconds."""
PUFF: Final = 0.42
"""Duration of the motion `puff`, in seconds."""
HOME: Final = 0.32
"""Duration of the motion `home`, in seconds."""
LANDED: Final = 0.85
"""Progress of the motion `home` from which the piece seems to touch the board."""
CROWN: Final = 0.3
"""Duration of the motion `change` for a promotion, in seconds."""
DICE: Final = 0.7
"""Duration of the motion `tumble`, in seconds."""
READ: Final = 0.35
"""Time in seconds to show a roll whose dice then go to the next player at once, such as a roll for who starts."""
FADE: Final = 0.08
"""Duration of the motion `fade`, in seconds."""
TWEEN: Final = 0.22
"""Duration of the motion `tween`, in seconds."""

_THICK: Final = 0.055
"""Distance between the faces of a disc, in board units. It is visible as the rim while the disc turns."""
_ASIDE: Final = 1.4
"""Factor of the sideways motion of a thrown die, in board units. The die strays by at most 0.6 times this."""
_UP: Final = 2.4
"""Factor of the upward motion of a thrown die, in board units. The die rises by at most 0.6 times this."""
_ABOVE: Final = 5.0
"""Amount added to a sprite's layer (`z`) while it moves, so that it is painted above resting sprites."""


class Beat(NamedTuple):
    """A motion that begins `start` seconds after the animation has begun, and takes `length` seconds."""

    start: float
    length: float
    frame: Frame


class Flourish(NamedTuple):
    """A special motion that a game gives an event, `length` seconds long.

    `frame` returns the motion. For an event that moves a piece, it is called with the piece's sprite, start and end.
    For any other event it is called without arguments, and the sprites of its motion exist only while that lasts.
    """

    length: float
    frame: Callable[..., Frame]


def ease_out(t: float) -> float:
    """Return the progress of a motion that decelerates (cubic ease-out)."""
    return 1 - (1 - t) ** 3


def ease(t: float) -> float:
    """Return the progress of a motion that accelerates and decelerates (cubic ease-in-out)."""
    return 4 * t**3 if t < 0.5 else 1 - (2 - 2 * t) ** 3 / 2


def interpolate(start: float, end: float, t: float) -> float:
    """Interpolate linearly between two numbers."""
    return start + (end - start) * t


def still(sprite: Sprite) -> Frame:
    """Return the motion of a piece that stays where it is."""
    return lambda _: (sprite,)


def place(sprite: Sprite) -> Frame:
    """Return the motion of a piece that is pressed onto the board: it comes down, overshoots by 2 %, and settles."""

    def frame(t: float) -> Scene:
        if t >= 1:
            return (sprite,)
        size = interpolate(1.16, 0.98, ease_out(t / 0.7)) if t < 0.7 else interpolate(0.98, 1.0, (t - 0.7) / 0.3)
        return (sprite._replace(scale=size * sprite.scale, alpha=sprite.alpha * min(1.0, 2.5 * t)),)

    return frame


def vanish(sprite: Sprite) -> Frame:
    """Return the motion of a piece that leaves the board: it shrinks slightly and fades."""

    def frame(t: float) -> Scene:
        return _seen(sprite._replace(scale=sprite.scale * interpolate(1, 0.8, ease(t)), alpha=sprite.alpha * (1 - t)))

    return frame


def puff(sprite: Sprite, dust: str) -> Frame:
    """Return the motion of a piece that another piece strikes off the board: it vanishes in a spreading cloud.

    `dust` is the name of the cloud's drawing.
    """
    struck = 0.3

    def frame(t: float) -> Scene:
        if t < struck:
            return (sprite,)
        progress = ease_out((t - struck) / (1 - struck))
        cloud = sprite._replace(key=f"{sprite.key} dust", art=dust, spot="", z=sprite.z + 2 * _ABOVE)
        cloud = cloud._replace(
            scale=sprite.scale * interpolate(0.5, 1.25, progress), alpha=sprite.alpha * (1 - progress)
        )
        return (*_seen(sprite._replace(alpha=sprite.alpha * max(0.0, 1 - 3 * progress))), *_seen(cloud))

    return frame


def flip(old: Sprite, new: Sprite, lift: float = 0.0) -> Frame:
    """Return the motion of a disc that turns over: it narrows to its edge, where both faces show, and widens again.

    Half way it is `lift` board units above its place.
    """

    def frame(t: float) -> Scene:
        if t <= 0 or t >= 1:
            return (old,) if t <= 0 else (new,)
        turn = math.pi * ease(t)
        narrow, edge = abs(math.cos(turn)), _THICK * math.sin(turn) * new.scale
        near, far = (old, new) if math.cos(turn) > 0 else (new, old)
        # The near face is on one side before the disc stands on its edge, and on the other side after it.
        side = 0.5 * edge if near is old else -0.5 * edge
        width = max(narrow, 0.06)
        size, high = new.scale * (1 + 0.07 * math.sin(turn)), new.z + _ABOVE
        y = new.y - lift * math.sin(turn)
        behind = far._replace(key=f"{new.key} back", x=new.x + side, y=y, scale=size, squash=width, z=high - 0.1)
        return (behind, near._replace(x=new.x - side, y=y, scale=size, squash=width, z=high))

    return frame


def slide(sprite: Sprite, start: Point, end: Point) -> Frame:
    """Return the motion of a piece that slides from one place to another."""

    def frame(t: float) -> Scene:
        return (_moved(sprite, start, end, ease(t)),)

    return frame


def hop(sprite: Sprite, start: Point, end: Point) -> Frame:
    """Return the motion of a piece that is lifted over other pieces. Half way it is 8 % larger."""

    def frame(t: float) -> Scene:
        moved = _moved(sprite, start, end, ease(t))
        return (moved._replace(scale=sprite.scale * (1 + 0.08 * math.sin(math.pi * t))),)

    return frame


def home(old: Sprite, new: Sprite) -> Frame:
    """Return the motion of a captured piece that flies in an arc back to its home."""

    def frame(t: float) -> Scene:
        if t >= 1:
            return (new,)
        progress = ease(t)
        bow = 0.18 * math.sin(math.pi * progress)
        x = interpolate(old.x, new.x, progress) - bow * (new.y - old.y)
        y = interpolate(old.y, new.y, progress) + bow * (new.x - old.x)
        size = interpolate(old.scale, new.scale, progress) * (1 + 0.15 * math.sin(math.pi * progress))
        return (new._replace(x=x, y=y, scale=size, z=new.z + _ABOVE),)

    return frame


def change(old: Sprite, new: Sprite) -> Frame:
    """Return the motion of a piece that becomes another piece: the new piece comes down on the old piece."""

    def frame(t: float) -> Scene:
        if t >= 1:
            return (new,)
        size = new.scale * interpolate(1.35, 1.0, ease_out(t))
        coming = new._replace(key=f"{new.key} new", alpha=new.alpha * min(1, 2 * t), scale=size, z=new.z + _ABOVE)
        return (old, coming)

    return frame


def tumble(old: Sprite, new: Sprite, faces: Sequence[str], side: int = 1) -> Frame:
    """Return the motion of a thrown die: it flies to one side, spins, shows faces, bounces, and comes to rest.

    `faces` names the drawings that it shows while it spins. `side` is 1 if it flies to the right, -1 to the left.
    """

    def frame(t: float) -> Scene:
        if t >= 1:
            return (new,)
        remaining = (1 - t) ** 2
        aloft = math.sin(math.pi * t) * (1 - t)
        art = new.art if t > 0.75 else faces[int(t * 16) % len(faces)]
        x = interpolate(old.x, new.x, ease_out(t)) + side * _ASIDE * aloft
        y = interpolate(old.y, new.y, ease_out(t)) - _UP * aloft
        angle, high = new.angle + 540 * remaining, old.z + _ABOVE
        scale = new.scale * (1 + 0.6 * aloft + 0.16 * remaining * abs(math.cos(9 * t)))
        return (new._replace(art=art, x=x, y=y, angle=angle, scale=scale, z=high),)

    return frame


def tween(old: Sprite, new: Sprite) -> Frame:
    """Return the motion of a sprite that changes from one state to another. Different drawings are cross-faded."""

    def frame(t: float) -> Scene:
        if t <= 0 or t >= 1:
            return (old,) if t <= 0 else (new,)
        progress = ease(t)
        moved = _mixed(old, new, progress)
        if old.art == new.art:
            return (moved,)
        leaving = _mixed(old, new, progress)._replace(
            key=f"{old.key} old", art=old.art, alpha=old.alpha * (1 - progress)
        )
        return (*_seen(leaving), moved._replace(alpha=new.alpha * progress))

    return frame


def fade(old: Sprite | None, new: Sprite | None) -> Frame:
    """Return a motion that cross-fades two sprites in place. `old` is None to fade in, `new` is None to fade out."""

    def frame(t: float) -> Scene:
        if t >= 1:
            return (new,) if new else ()
        leaving = _seen(old._replace(key=f"{old.key} old", alpha=old.alpha * (1 - t))) if old else ()
        return (*leaving, new._replace(alpha=new.alpha * t)) if new else leaving

    return frame


def _seen(sprite: Sprite) -> Scene:
    return (sprite,) if sprite.alpha > 0 else ()


def _moved(sprite: Sprite, start: Point, end: Point, progress: float) -> Sprite:
    high = sprite.z + (_ABOVE if progress < 1 else 0)
    return sprite._replace(x=interpolate(start[0], end[0], progress), y=interpolate(start[1], end[1], progress), z=high)


def _mixed(old: Sprite, new: Sprite, progress: float) -> Sprite:
    # Without calls of `interpolate`: every frame of every moving sprite is computed before a motion begins.
    return new._replace(
        x=old.x + (new.x - old.x) * progress,
        y=old.y + (new.y - old.y) * progress,
        angle=old.angle + (new.angle - old.angle) * progress,
        scale=old.scale + (new.scale - old.scale) * progress,
        alpha=old.alpha + (new.alpha - old.alpha) * progress,
        squash=old.squash + (new.squash - old.squash) * progress,
    )
