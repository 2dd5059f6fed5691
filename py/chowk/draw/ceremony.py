"""Ceremonies: what the pieces do when a game has been won. They end where they began: the board is as it was."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from chowk.draw.keyframes import RATE, Course, moments
from chowk.draw.motion import Frame, flip
from chowk.draw.scene import LIFTED, Point, Scene, Sprite, keyed
from chowk.draw.timeline import NORMAL, Cue

LONGEST: Final = 3.5
"""Seconds that a ceremony takes at most, at normal pace."""


class Gesture(NamedTuple):
    """What one sprite does: its key, when it begins, for how many seconds, and a frame that begins and ends at rest."""

    key: str
    start: float
    length: float
    frame: Frame
    sound: str = ""


class Ceremony:
    """A scene, some of which moves for a while; before and after that it is just the scene.

    `rest` is what stays as it is all the time. `pace` stretches all times, as in a timeline.
    """

    def __init__(self, scene: Scene, acts: Iterable[Gesture], pace: float = NORMAL) -> None:
        self._scene = scene
        there = keyed(scene)
        self._acts: dict[str, list[Gesture]] = {}
        self._pace = pace
        for act in acts:
            if act.key in there:
                self._acts.setdefault(act.key, []).append(act)
        self.rest = tuple(sprite for sprite in scene if sprite.key not in self._acts)
        self._acting = tuple(sprite for sprite in scene if sprite.key in self._acts)
        told = [act for acts in self._acts.values() for act in acts]
        self.duration = pace * max((act.start + act.length for act in told), default=0.0)
        self.cues = tuple(sorted({Cue(pace * act.start, act.sound) for act in told if act.sound}))

    def at(self, time: float) -> Scene:
        """The scene after so many seconds."""
        if not 0 < time < self.duration:
            return self._scene
        now = time / self._pace
        return tuple(shown for sprite in self._scene for shown in self._shown(sprite, now))

    def courses(self) -> Iterator[Course]:
        """How each thing moves."""
        for sprite in self._acting:
            acts = self._acts[sprite.key]
            times = dict.fromkeys(at for act in acts for at in moments(act.start, act.length, RATE * self._pace))
            yield [(self._pace * at, self._shown(sprite, at)) for at in sorted(times)]

    def _shown(self, sprite: Sprite, now: float) -> Scene:
        for act in self._acts.get(sprite.key, ()):
            if act.start < now < act.start + act.length:
                return act.frame((now - act.start) / act.length)
        return (sprite,)


def leap(sprite: Sprite, high: float, turn: float = 0.0, grow: float = 0.12) -> Frame:
    """A piece goes up and comes down again, leaning over to one side and the other on the way."""

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
    """A disc turns over to its back, and on to its face again."""
    other = sprite._replace(art=back)

    def frame(t: float) -> Scene:
        return flip(sprite, other)(2 * t) if t < 0.5 else flip(other, sprite)(2 * t - 1)

    return frame


def aloft(sprite: Sprite, middle: Point, reach: float) -> Frame:
    """A piece of a cloth that is held up around its middle, and through which a wave goes from left to right."""
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
