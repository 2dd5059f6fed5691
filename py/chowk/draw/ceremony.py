"""Ceremonies: animations of the pieces after a win. They end as they began, with the board unchanged."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from chowk.draw.keyframes import RATE, Course, moments
from chowk.draw.motion import Frame, flip
from chowk.draw.scene import LIFTED, Point, Scene, Sprite, keyed
from chowk.draw.timeline import NORMAL, Cue

LONGEST: Final = 3.5
"""Maximum duration of the animation after a win, at normal pace, in seconds."""


class Gesture(NamedTuple):
    """The motion of one sprite, which begins and ends at rest.

    `key` is the sprite's key. `start` and `length` are in seconds. `frame` returns the sprites to show at a progress
    from 0 to 1. `sound` is played at the start; it may be empty.
    """

    key: str
    start: float
    length: float
    frame: Frame
    sound: str = ""


class Ceremony:
    """An animation after a win: a scene in which some sprites move for a while.

    At its start and at its end, the scene is the original one. `resting` are the sprites that never move. `cues` are
    the sounds. `pace` scales all times, as in a timeline.
    """

    def __init__(self, scene: Scene, acts: Iterable[Gesture], pace: float = NORMAL) -> None:
        self._scene = scene
        sprites = keyed(scene)
        self._acts: dict[str, list[Gesture]] = {}
        self._pace = pace
        for act in acts:
            if act.key in sprites:
                self._acts.setdefault(act.key, []).append(act)
        self.resting = tuple(sprite for sprite in scene if sprite.key not in self._acts)
        self._acting = tuple(sprite for sprite in scene if sprite.key in self._acts)
        gestures = [act for acts in self._acts.values() for act in acts]
        self.duration = pace * max((act.start + act.length for act in gestures), default=0.0)
        self.cues = tuple(sorted({Cue(pace * act.start, act.sound) for act in gestures if act.sound}))

    def scene_at(self, time: float) -> Scene:
        """Return the scene of the animation at a time in seconds."""
        if not 0 < time < self.duration:
            return self._scene
        now = time / self._pace
        return tuple(shown for sprite in self._scene for shown in self._sprites_at(sprite, now))

    def courses(self) -> Iterator[Course]:
        """Yield the course of each moving sprite: its scenes at ascending times."""
        for sprite in self._acting:
            acts = self._acts[sprite.key]
            times = dict.fromkeys(time for act in acts for time in moments(act.start, act.length, RATE * self._pace))
            yield [(self._pace * time, self._sprites_at(sprite, time)) for time in sorted(times)]

    def _sprites_at(self, sprite: Sprite, now: float) -> Scene:
        for act in self._acts.get(sprite.key, ()):
            if act.start < now < act.start + act.length:
                return act.frame((now - act.start) / act.length)
        return (sprite,)


def leap(sprite: Sprite, high: float, turn: float = 0.0, grow: float = 0.12) -> Frame:
    """Return the motion of a piece that jumps `high` board units up and comes down, leaning left and right.

    It leans by at most `turn` degrees. At the top it is enlarged by the fraction `grow`.
    """

    def frame(t: float) -> Scene:
        up = math.sin(math.pi * t)
        angle = sprite.angle + turn * math.sin(2 * math.pi * t)
        return (
            sprite._replace(
                y=sprite.y - high * up, scale=sprite.scale * (1 + grow * up), angle=angle, z=LIFTED + sprite.y
            ),
        )

    return frame


def over(sprite: Sprite, back: str) -> Frame:
    """Return the motion of a disc that turns over to its back, and then to its front again.

    `back` is the name of the back's drawing.
    """
    reverse = sprite._replace(art=back)

    def frame(t: float) -> Scene:
        return flip(sprite, reverse)(2 * t) if t < 0.5 else flip(reverse, sprite)(2 * t - 1)

    return frame


def cloth_wave(sprite: Sprite, middle: Point, reach: float) -> Frame:
    """Return the motion of one part of a cloth that is held up while a wave runs through it from left to right.

    `sprite` is the part. `middle` is the centre of the cloth. `reach` is half its width, in board units.
    """
    across, down = sprite.x - middle[0], sprite.y - middle[1]

    def frame(t: float) -> Scene:
        up = min(1.0, 4 * t, 4 * (1 - t))
        up = up * up * (3 - 2 * up)
        wave = math.sin(2 * math.pi * (2 * t - across / (4 * reach)))
        size = 1 + 0.05 * up
        x, y = middle[0] + size * across, middle[1] + size * down + up * (0.13 * wave - 0.2)
        return (
            sprite._replace(
                x=x, y=y, scale=sprite.scale * size, angle=sprite.angle + 1.5 * up * wave, z=LIFTED + sprite.z
            ),
        )

    return frame
