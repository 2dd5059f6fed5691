"""Scripts, which convert the events of a move to timed motions (beats): a sequence for each thing that moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, Final

from chowk.core.events import Captured, Event, Flipped, Gained, Moved, Passed, Placed, Promoted, Rolled
from chowk.draw import motion
from chowk.draw.marks import DUST
from chowk.draw.motion import Beat, Flourish, Frame
from chowk.draw.scene import DICE, PASSED_ON, Point, Scene, Sprite, Where, keyed

RISES: Final = 6
"""Number of rising sounds, for the landings of a jump and for a wave of discs. Further landings or discs repeat the
highest sound."""
WAVE: Final = 8
"""Minimum number of discs that turn over together as a wave."""
COUNTED: Final = 5
"""Maximum number of ticks in the sound of a gain. A gain has a tick for each unit of its amount."""
RARE: Final = frozenset({"tile", "single", "bonus"})
"""Kinds of gain that have a special sound instead of counted ticks."""


class Script:
    """The timed motions (beats) and sounds of a move, at normal pace.

    `end` is the time when the last motion is over. `cues` are the sounds with their times. All times are in seconds.

    An event may give a sprite another key. `_now` holds the sprites after the events so far, by their current keys.
    `_beats` holds the beats of each sprite by its first key, and `_first_keys` holds the first key of each sprite by
    its current key.
    """

    def __init__(self, before: Scene, after: Scene, where: Where) -> None:
        self.before, self.after = keyed(before), keyed(after)
        self.cues: list[tuple[float, str]] = []
        self.end = 0.0
        self.flourishes: Mapping[Event, Flourish] = {}  # motions of the game's own, by event
        self.wave = False  # True if so many discs turn over that they make a wave
        self._where = where
        self._now = dict(self.before)
        self._first_keys = {key: key for key in self.before}
        self._beats: dict[str, list[Beat]] = {}
        self._ready = 0.0  # earliest time of the next event
        self._landed = 0.0  # time until which the last roll of dice that go to the next player is shown
        self._legs: list[float] = []  # half-way times of the steps of the last move's path
        self._landings = 0  # index in `cues` of the sound of the first of these steps
        self._turned: Point | None = None  # position of the first disc of a run of flips
        self._turning = 0.0  # time when the last of these discs has turned over
        self._laid: Point | None = None  # position of the piece that was placed last

    def tell(self, event: Event) -> None:
        """Add the motions of an event to the script, after those of earlier events."""
        if not isinstance(event, Flipped):
            self._turned = None
            self._ready = max(self._ready, self._turning)
        _TELL[type(event)](self, event)

    def finish(self) -> None:
        """Animate the sprites that still differ from the final scene, each after its own earlier motions."""
        for key, sprite in list(self._now.items()):
            new = self.after.get(key)
            if new is None:
                self._after_beats(key, motion.CAPTURE, motion.vanish(sprite), self._earliest_finish(key))
            elif new != sprite:
                length = motion.FLIP if new.art != sprite.art else motion.TWEEN
                frame = motion.flip if _turned_over(sprite, new) else motion.tween
                self._after_beats(key, length, frame(sprite, new), self._earliest_finish(key))
        for key in self.after.keys() - self._now.keys():
            self._first_keys[key] = key
            self._add(key, self._earliest_finish(key), motion.PLACE, motion.place(self.after[key]))

    def stilled(self) -> Script:
        """Return this script without motion: all sounds at the start, and everything that changes cross-faded."""
        script = Script(tuple(self.before.values()), tuple(self.after.values()), self._where)
        for key in dict.fromkeys((*self.before, *self.after)):
            old, new = self.before.get(key), self.after.get(key)
            if old != new:
                script._first_keys[key] = key
                script._add(key, 0, motion.FADE, motion.fade(old, new))
        script.cues = [(0.0, sound) for _, sound in self.cues]
        return script

    def acts(self) -> tuple[tuple[Beat, ...], ...]:
        """Return the timed motions (beats) of each thing that changes, in order of time."""
        return tuple(tuple(sorted(beats, key=lambda beat: beat.start)) for beats in self._beats.values())

    def resting(self) -> Scene:
        """Return the sprites of the first scene that never change."""
        return tuple(sprite for key, sprite in self.before.items() if key not in self._beats)

    def rolled(self, event: Rolled) -> None:
        """Add the motions of the tumbling dice.

        If the dice go to the next player right after the roll, as in the rolls for who starts, they rest for a moment
        before that, so that people can read the roll.
        """
        self.cues.append((self._ready, "dice"))
        for number, face in enumerate(event.faces, 1):
            key = f"{DICE}{number}"
            if f"{PASSED_ON}{number}" in self._now:
                self._show_face(f"{PASSED_ON}{number}", face)
            elif key in self.after:
                new = self.after[key]
                old = self._now.get(key, new)
                side = -1 if number % 2 else 1
                self._add(key, self._ready, motion.DICE, motion.tumble(old, new, (old.art, new.art), side))
                self._now[key] = new
        self._ready += motion.DICE

    def _show_face(self, key: str, face: int) -> None:
        waiting = self._now[key]
        thrown = waiting._replace(art=f"{DICE}{face}")
        self._add(key, self._ready, motion.DICE, motion.tumble(waiting, thrown, (waiting.art, thrown.art)))
        self._add(key, self._ready + motion.DICE, motion.READ, motion.still(thrown))
        self._now[key] = thrown
        self._landed = self._ready + motion.DICE + motion.READ

    def placed(self, event: Placed) -> None:
        """Add the motion of a piece that comes down onto the board, with the look that it has in the final scene."""
        new = self.after.get(event.piece)
        if new is None:
            return
        self._laid = (new.x, new.y)
        self._first_keys[event.piece] = event.piece
        self._add(event.piece, self._ready, motion.PLACE, motion.place(new))
        self._now[event.piece] = new
        self._ready += motion.PLACE
        self.cues.append((self._ready - 0.3 * motion.PLACE, "place"))

    def flipped(self, event: Flipped) -> None:
        """Add the motion of a disc that turns over.

        If several turn, the discs nearer to the placed disc turn sooner, like a ripple. If many turn (a wave), they are
        also lifted, and their sounds become higher and higher.
        """
        old, new = self._now[event.piece], self.after.get(event.piece)
        if new is None:
            return
        if self._turned is None:
            self._turned = (old.x, old.y)
        centre = self._laid or self._turned
        steps = max(abs(old.x - centre[0]), abs(old.y - centre[1]))
        nearest = max(abs(self._turned[0] - centre[0]), abs(self._turned[1] - centre[1]))
        later = max(0.0, steps - nearest)
        start = self._ready + motion.RIPPLE * later
        self._add(event.piece, start, motion.FLIP, motion.flip(old, new, motion.LIFT if self.wave else 0.0))
        self._now[event.piece] = new
        self._turning = max(self._turning, start + motion.FLIP)
        sound = f"rise {min(RISES, 1 + round(later))}" if self.wave else "flip"
        self.cues.append((start + 0.5 * motion.FLIP, sound))

    def moved(self, event: Moved) -> None:
        """Add the motion of a piece along its path. It slides over a single short step, and otherwise hops.

        If the game has a motion of its own for the event, use that motion for each step instead.
        """
        sprite = self._now.pop(event.piece)
        identity = self._first_keys.pop(event.piece)
        last = self.after.get(event.becomes)
        points = [(sprite.x, sprite.y), *(self._where(spot) for spot in event.path[1:])]
        if last and len(points) > 1:
            points[-1] = (last.x, last.y)
        self._legs, self._landings = [], len(self.cues)
        for start, goal in pairwise(points):
            distance = max(abs(goal[0] - start[0]), abs(goal[1] - start[1]))
            hops = len(points) > 2 or distance > 1.5
            length, frame = (motion.HOP, motion.hop) if hops else (motion.SLIDE, motion.slide)
            length = min(length, motion.WALK / (len(points) - 1))
            if own := self.flourishes.get(event):
                length, frame = own
            self._add_as(identity, self._ready, length, frame(sprite, start, goal))
            self._legs.append(self._ready + 0.5 * length)
            self._ready += length
            self.cues.append((self._ready - 0.1 * length, "hop" if hops else "slide"))
        arrived = sprite._replace(key=event.becomes, x=points[-1][0], y=points[-1][1], spot=event.path[-1])
        self._add_as(identity, self._ready, motion.FADE, motion.still(arrived))
        self._now[event.becomes] = arrived
        self._first_keys[event.becomes] = identity

    def captured(self, event: Captured) -> None:
        """Add the motion of a captured piece.

        It begins when another piece jumps over the captured one or reaches it. If no piece does, it begins at once. The
        captured piece vanishes, or flies home and lands there with a thud. If one move captures several pieces by
        jumps, the sounds of the jumping piece's landings become higher and higher.
        """
        old = self._now.pop(event.piece)
        start = self._legs[event.step - 1] if 0 < event.step <= len(self._legs) else self._ready
        new = self.after.get(event.piece) if event.home else None
        self.cues.append((start, "capture"))
        if new is None:
            struck = event.step > len(self._legs)  # the capturing move's event comes later
            length, frame = (motion.PUFF, motion.puff(old, DUST)) if struck else (motion.CAPTURE, motion.vanish(old))
            self._add(event.piece, start, length, frame)
            del self._first_keys[event.piece]
            if event.step and len(self._legs) > 1:
                index = self._landings + event.step - 1
                self.cues[index] = self.cues[index][0], f"rise {min(event.step, RISES)}"
            return
        self._add(event.piece, start, motion.HOME, motion.home(old, new))
        self.cues.append((start + motion.LANDED * motion.HOME, "thud"))
        self._now[event.piece] = new

    def promoted(self, event: Promoted) -> None:
        """Add the motion of a piece that is crowned on its spot."""
        old, new = self._now[event.piece], self.after.get(event.piece)
        if new is None:
            return
        self._add(event.piece, self._ready, motion.CROWN, motion.change(old, new))
        self._now[event.piece] = new
        self.cues.append((self._ready, "crown"))
        self._ready += motion.CROWN

    def add_sound(self, event: Gained | Passed) -> None:
        """Add the sound of an event that moves no piece: a gain of something, or a passed turn.

        If the game has a motion of its own for the event, add that motion, too.
        """
        if own := self.flourishes.get(event):
            self._add("flourish", self._ready, own.length, own.frame())
        self.cues.append((self._ready, gained(event) if isinstance(event, Gained) else "pass"))

    def _add(self, key: str, start: float, length: float, frame: Frame) -> None:
        self._add_as(self._first_keys.setdefault(key, key), start, length, frame)

    def _add_as(self, identity: str, start: float, length: float, frame: Frame) -> None:
        self._beats.setdefault(identity, []).append(Beat(start, length, frame))
        self.end = max(self.end, start + length)

    def _after_beats(self, key: str, length: float, frame: Frame, start: float = 0.0) -> None:
        """Add a motion after all earlier motions of the sprite `key`. If there are none, it begins at `start`."""
        earlier = self._beats.get(self._first_keys[key], ())
        self._add(key, max((beat.start + beat.length for beat in earlier), default=start), length, frame)

    def _earliest_finish(self, key: str) -> float:
        """Return the earliest time in seconds at which `finish` may change a sprite.

        This is 0, but for dice it is the time when the last roll has been shown.
        """
        return self._landed if key.startswith(DICE) else 0.0


_TELL: Final[Mapping[type, Callable[[Script, Any], None]]] = {
    Rolled: Script.rolled,
    Placed: Script.placed,
    Flipped: Script.flipped,
    Moved: Script.moved,
    Captured: Script.captured,
    Promoted: Script.promoted,
    Gained: Script.add_sound,
    Passed: Script.add_sound,
}
"""The method that adds the motions of each kind of event."""


def gained(event: Gained) -> str:
    """Return the name of the sound of a gain.

    It is `special` for the kinds in `RARE`, `pay` for a negative amount, and otherwise `gain 1` to `gain 5` by the
    amount.
    """
    if event.resource in RARE:
        return "special"
    return "pay" if event.amount < 0 else f"gain {min(COUNTED, max(1, event.amount))}"


def _turned_over(old: Sprite, new: Sprite) -> bool:
    """Return True if a changed sprite has the same place as before: then its piece was turned over."""
    return (old.x, old.y) == (new.x, new.y)
