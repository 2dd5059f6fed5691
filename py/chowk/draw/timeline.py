"""Timelines: the transition from one scene to another. A frame is a pure function of time.

Sprites with the same key in both scenes are the same thing, and any difference is animated. So undo, loading and
browsing through a game need only their two scenes. For a move, its events add what the scenes do not show: the order of
the motions, the paths of the pieces, and the key that a piece has after the move.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from chowk.core.events import Captured, Event, Flipped, Moved, Placed, Promoted, Rolled
from chowk.core.position import Spot
from chowk.draw.keyframes import RATE, Course, moments
from chowk.draw.motion import Beat, Flourish
from chowk.draw.scene import DICE, LINK, Point, Scene, Where, keyed
from chowk.draw.script import WAVE, Script

NONE: Final = 0.0
"""Pace (factor for all times) that skips animations."""
FAST: Final = 0.5
"""Pace (factor for all times) of fast animations."""
NORMAL: Final = 1.0
"""Pace (factor for all times) of normal animations."""
_LEAST: Final = 0.07
"""Minimum duration of an animation, in seconds. A shorter animation is skipped."""


class Cue(NamedTuple):
    """The name of a sound, and the time in seconds at which it begins."""

    time: float
    sound: str


class Timeline:
    """The animated transition from one scene to another, with motions for the events of a move.

    It goes from `before` to `after` in `duration` seconds. `resting` are the sprites that never move. `where` returns
    the centre of a spot that a piece passes. `pace` is a factor for all times (`NONE`, `FAST`, `NORMAL`). If `still` is
    True, nothing moves, and changes are cross-faded in at most 80 ms. `flourishes` are the special motions that the
    game gives some of the events.
    """

    def __init__(
        self,
        before: Scene,
        events: Sequence[Event],
        after: Scene,
        where: Where,
        pace: float = NORMAL,
        still: bool = False,
        flourishes: Mapping[Event, Flourish] | None = None,
    ) -> None:
        script = Script(before, after, where)
        script.flourishes = flourishes or {}
        script.wave = [*map(type, events)].count(Flipped) >= WAVE
        for event in events:
            script.tell(event)
        script.finish()
        if still:
            script = script.stilled()
        length = pace if still else pace * script.end
        self._before, self._after = before, after
        self._pace = pace
        self._acts = script.acts()
        self.resting = script.resting()
        resting = {sprite.key for sprite in self.resting}
        self._leaving = tuple(sprite for sprite in before if sprite.key not in resting)
        self._arrived = tuple(sprite for sprite in after if sprite.key not in resting)
        self.duration = 0.0 if length == 0 or (length < _LEAST and not still) else pace * script.end
        share = self.duration / script.end if script.end else 0.0
        self.cues = tuple(Cue(share * time, sound) for time, sound in dict.fromkeys(script.cues))

    def scene_at(self, time: float) -> Scene:
        """Return the scene at a time in seconds: `before` until 0, `after` from `duration` on."""
        if time >= self.duration:
            return self._after
        return self._before if time <= 0 else (*self.resting, *self.moving(time))

    def moving(self, time: float) -> Scene:
        """Return the sprites that are not in `resting`, as they are at a time in seconds."""
        if time >= self.duration:
            return self._arrived
        if time <= 0:
            return self._leaving
        now = time / self._pace
        return tuple(sprite for act in self._acts for sprite in _sprites_at(act, now))

    def courses(self) -> Iterator[Course]:
        """Yield the course of each thing that moves: its scenes with their times in seconds, in order of time."""
        for act in self._acts:
            times = {time for beat in act for time in moments(beat.start, beat.length, RATE * self._pace)}
            yield [(self._pace * time, _sprites_at(act, time)) for time in sorted(times)]


def _sprites_at(act: tuple[Beat, ...], now: float) -> Scene:
    """Return the sprites that `act`, a sequence of beats (timed motions), shows at the time `now`.

    They are those of the latest beat that has begun, or of the first beat if none has.
    """
    begun = [beat for beat in act if beat.start <= now]
    beat = begun[-1] if begun else act[0]
    return beat.frame(min(1.0, max(0.0, (now - beat.start) / beat.length)))


def backwards(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events that undo a move's events.

    Pieces move back along their paths, placed pieces leave, and captured pieces return. Discs are turned over again.
    Events without a counterpart, such as a roll, are left out.
    """
    return tuple(opposite for event in reversed(tuple(events)) for opposite in _reversed(event))


def _reversed(event: Event) -> tuple[Event, ...]:
    match event:
        case Moved(seat, piece, path, becomes):
            return (Moved(seat, becomes, path[::-1], piece),)
        case Captured(seat, piece, spot, ""):
            return (Placed(seat, piece, spot),)
        case Captured(seat, piece, spot, home):
            return (Moved(seat, piece, (home, spot), piece),)
        case Placed(seat, piece, spot):
            return (Captured(seat, piece, spot),)
        case Flipped() | Promoted():
            return (event,)
    return ()


def carried(before: Scene, events: Iterable[Event], piece: str, to: Point) -> tuple[Scene, tuple[Event, ...]]:
    """Return the scene and events of a move, adapted to a piece that has already been dragged to the point `to`.

    In the scene, which is the one before the move, the piece is at this point. In the events, it moves straight to its
    last spot, and all pieces that it jumped over leave at the same time.
    """
    scene = tuple(sprite._replace(x=to[0], y=to[1]) if sprite.key == piece else sprite for sprite in before)
    return scene, tuple(_at_once(event, piece) for event in events)


def _at_once(event: Event, piece: str) -> Event:
    match event:
        case Moved(seat, moved, path, becomes) if moved == piece:
            return Moved(seat, moved, (path[0], path[-1]), becomes)
        case Captured(step=step):
            return event._replace(step=min(step, 1))
    return event


def touched(events: Iterable[Event]) -> frozenset[str]:
    """Return the keys of all sprites that the events name."""
    keys: set[str] = set()
    for event in events:
        match event:
            case Moved(_, piece, _, becomes):
                keys |= {piece, becomes}
            case Placed() | Flipped() | Captured() | Promoted():
                keys.add(event.piece)
            case Rolled(_, faces):
                keys |= {f"die {number}" for number in range(1, len(faces) + 1)}
    return frozenset(keys)


def differing(before: Scene, after: Scene) -> frozenset[str]:
    """Return the keys of all sprites that differ between the scenes, or are in only one scene."""
    old, new = keyed(before), keyed(after)
    return frozenset(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))


def explained(before: Scene, events: Sequence[Event], after: Scene) -> bool:
    """Return True if the events name exactly the sprites in which the two scenes differ, with some exceptions.

    The events may also name a piece that returns to its start, and a die that shows the same face again. Three changes
    need no event: dice go to the next player, dice are put aside, and pieces on one spot make room for each other.
    """
    named = touched(events)
    idle = {event.piece for event in events if isinstance(event, Moved) and event.path[0] == event.path[-1]}
    idle |= {key for key in named if key.startswith(DICE)}
    changed = {key for key in differing(before, after) if key in named or not _aside(key, before, events, after)}
    return changed <= named and named <= changed | idle


def _aside(key: str, before: Scene, events: Sequence[Event], after: Scene) -> bool:
    """Return True if the sprite `key` may change without an event of its own.

    Such sprites are dice, pieces that make room for another piece, and links, which join the pieces on one spot.
    """
    if key.startswith(DICE):
        return True
    stood = [scene[key].spot for scene in (keyed(before), keyed(after)) if key in scene]
    ends = {spot for event in events for spot in _ends(event)}
    return len(set(stood)) == 1 and stood[0] in ends and (len(stood) == 2 or key.startswith(LINK))


def _ends(event: Event) -> tuple[Spot, ...]:
    match event:
        case Moved(path=path):
            return path[0], path[-1]
        case Captured(spot=spot, home=home):
            return spot, home
    return ()


def drawable_events(before: Scene, events: Iterable[Event], after: Scene) -> tuple[Event, ...]:
    """Return the events whose pieces are in the scenes, and all events without a piece.

    In games where each player has a board, the scenes show only one of the boards.
    """
    old, new = keyed(before), keyed(after)
    return tuple(event for event in events if _shows(event, old.keys(), new.keys()))


def _shows(event: Event, old: Collection[str], new: Collection[str]) -> bool:
    match event:
        case Moved(piece=piece, becomes=becomes):
            return piece in old and becomes in new
        case Placed(piece=piece):
            return piece in new
        case Flipped(piece=piece) | Captured(piece=piece) | Promoted(piece=piece):
            return piece in old
    return True
