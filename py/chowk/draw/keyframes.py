"""Keyframes: a motion as the ways of single drawings, for whoever plays it without asking for every frame of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple, Protocol, TypeAlias

from chowk.draw.layers import NOWHERE, Extents, Sweep
from chowk.draw.scene import Scene, Sprite

RATE: Final = 60
"""Moments to a second at which a motion is looked at; between two of them everything goes straight on."""

Course: TypeAlias = Sequence[tuple[float, Scene]]
"""What is to be seen of one thing at moments in order, in seconds: the first scene before them, too, the last after."""


class Motion(Protocol):
    """Whatever tells for a while how things move."""

    @property
    def duration(self) -> float:
        """How many seconds it takes."""

    def courses(self) -> Iterable[Course]:
        """How each thing moves."""


class Keyframe(NamedTuple):
    """How a drawing lies at a moment, in seconds; None while it is not to be seen."""

    time: float
    sprite: Sprite | None


class Track(NamedTuple):
    """One drawing on its layer: straight from keyframe to keyframe, but at once where it comes or goes."""

    art: str
    z: float
    keyframes: tuple[Keyframe, ...]


def moments(start: float, length: float, rate: float = RATE) -> Iterator[float]:
    """The moments at which something is looked at, so many to a second, the first and the last among them."""
    count = max(1, math.ceil(length * rate - 1e-6))
    return (start + length * at / count for at in range(count + 1))


def tracks(motion: Motion) -> tuple[Track, ...]:
    """The ways of all drawings of a motion, those that are painted first coming first among equals."""
    return tuple(track for course in motion.courses() for track in _parted(course))


def sweep(ways: Iterable[Track], extents: Extents) -> Sweep:
    """How far drawings come about on their ways; it may be a little too far."""
    return NOWHERE.wider((corner for track in ways for corner in _corners(track)), extents)


def _parted(course: Course) -> Iterator[Track]:
    """A thing's way, one track for each drawing that it shows on a layer.

    What has another layer only at the last moment stays on the one it came on: all of it rests by then.
    """
    found: dict[tuple[str, str, float], dict[int, Sprite]] = {}
    last = len(course) - 1
    for at, (_, scene) in enumerate(course):
        for sprite in scene:
            known = [way for way in found if way[1] == sprite.art and last - 1 in found[way] and last not in found[way]]
            own = sprite.key, sprite.art, sprite.z
            found.setdefault(known[0] if at == last and known and own not in found else own, {})[at] = sprite
    for (_, art, z), seen in found.items():
        keyframes = [Keyframe(time, seen.get(at)) for at, (time, _) in enumerate(course)]
        yield Track(art, z, tuple(_plain(keyframes)))


def _plain(keyframes: Iterable[Keyframe]) -> Iterator[Keyframe]:
    """The keyframes, without those inside a stretch in which nothing changes."""
    for _, same in groupby(keyframes, key=lambda key: key.sprite):
        first, *others = same
        yield first
        if others:
            yield others[-1]


def _corners(track: Track) -> Iterator[Sprite]:
    """Sprites that need as much room together as a track does."""
    seen = [key.sprite for key in track.keyframes if key.sprite is not None]
    if not seen:
        return
    size = max(one.scale for one in seen)
    angle = max(abs(one.angle) for one in seen)
    for end in (min, max):
        x, y = end(one.x for one in seen), end(one.y for one in seen)
        yield seen[0]._replace(x=x, y=y, scale=size, angle=angle)
