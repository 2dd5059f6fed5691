"""Keyframes: a motion as a list of states for each drawing, for animations that the browser runs without Python."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias

from chowk.draw.layers import NOWHERE, Extents, Sweep
from chowk.draw.scene import Scene, Sprite

RATE: Final = 40
"""Samples of a motion per second. Between two samples all values are interpolated linearly.

In a motion of 0.2 s, a piece is then off its exact place by at most 2 % of its way.
"""

Course: TypeAlias = Sequence[tuple[float, Scene]]
"""The scenes of one moving thing, each with its time in seconds, in ascending order.

The first scene also holds before its time, the last scene after its time.
"""


class Motion(Protocol):
    """A motion of limited duration."""

    @property
    def duration(self) -> float:
        """The duration in seconds."""

    def courses(self) -> Iterable[Course]:
        """Return the course of each thing that moves: its scenes at ascending times."""


class Keyframe(NamedTuple):
    """The state of a drawing at a time in seconds. The state is None while the drawing is invisible."""

    time: float
    sprite: Sprite | None


class Track(NamedTuple):
    """A drawing on one layer, with its states over time. Between two states all values are interpolated linearly.

    The drawing appears and vanishes without a transition.
    """

    art: str
    z: float
    keyframes: tuple[Keyframe, ...]


def moments(start: float, length: float, rate: float = RATE) -> Iterator[float]:
    """Yield the times in seconds at which a motion is sampled, `rate` per second, including the first and the last."""
    count = max(1, math.ceil(length * rate - 1e-6))
    return (start + length * index / count for index in range(count + 1))


def tracks(motion: Motion) -> tuple[Track, ...]:
    """Return the tracks of a motion (drawings with their states over time).

    Tracks on the same layer are painted in this order.
    """
    return tuple(track for course in motion.courses() for track in tracks_of(course))


def sweep(tracks: Iterable[Track], extents: Extents) -> Sweep:
    """Return the area that the motion of these tracks covers, and their lowest layer.

    The area may be slightly too large.
    """
    return NOWHERE.wider((corner for track in tracks for corner in _corners(track)), extents)


def tracks_of(course: Course) -> Iterator[Track]:
    """Yield the tracks of a course (a thing's scenes over time): one track for each drawing and layer.

    If a sprite changes its layer only in the last scene, it stays on its old layer, because the motion is then over.
    """
    tracks: dict[tuple[str, str, float], dict[int, Sprite]] = {}
    last = len(course) - 1
    for index, (_, scene) in enumerate(course):
        for sprite in scene:
            new = sprite.key, sprite.art, sprite.z
            if index == last and new not in tracks:
                new = next((key for key, seen in tracks.items() if _ends_as(sprite, key, seen, last)), new)
            tracks.setdefault(new, {})[index] = sprite
    times = [time for time, _ in course]
    for (_, art, z), sprites in tracks.items():
        yield Track(art, z, _keyframes(times, sprites))


def _ends_as(sprite: Sprite, track: tuple[str, str, float], seen: Mapping[int, Sprite], last: int) -> bool:
    """Return True if a track can be continued with `sprite` in the last scene, although its key or layer differs.

    `track` is the key, drawing and layer by which the track is identified. `seen` holds its sprites by the index of the
    scene, and `last` is the index of the last scene. The track must show the same drawing, and have a sprite in the
    scene before the last but none in the last.
    """
    return track[1] == sprite.art and last - 1 in seen and last not in seen


def _keyframes(times: Sequence[float], sprites: Mapping[int, Sprite]) -> tuple[Keyframe, ...]:
    """Return the keyframes that are needed: while the sprite does not change, only the first and the last of them.

    `times` are those of a course's scenes, and `sprites` are a drawing's states in the scenes that show it.
    """
    states = [sprites.get(index) for index in range(len(times))]
    end = len(states) - 1
    # A list instead of a generator: a thrown die has some thirty scenes.
    needed = [
        index
        for index, state in enumerate(states)
        if index in (0, end) or states[index - 1] != state or state != states[index + 1]
    ]
    return tuple([Keyframe(times[index], states[index]) for index in needed])


def _corners(track: Track) -> Iterator[Sprite]:
    """Yield sprites whose bounding boxes together contain a drawing's whole motion."""
    sprites = [key.sprite for key in track.keyframes if key.sprite is not None]
    if not sprites:
        return
    # Lists instead of generators: there is a sprite for each sample of the motion.
    xs, ys = [sprite.x for sprite in sprites], [sprite.y for sprite in sprites]
    size, angle = max([sprite.scale for sprite in sprites]), max([abs(sprite.angle) for sprite in sprites])
    for bound in (min, max):
        yield sprites[0]._replace(x=bound(xs), y=bound(ys), scale=size, angle=angle)
