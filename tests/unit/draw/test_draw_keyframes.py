"""Test keyframes: interpolating between them gives the motion of the timeline, in every game."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import pairwise

import pytest

from chowk import games
from chowk.core.position import CHANCE
from chowk.draw.keyframes import RATE, Course, Keyframe, Track, moments, sweep, tracks
from chowk.draw.marks import art_of
from chowk.draw.scene import Sprite, centres
from chowk.draw.shapes import Extent, extent
from chowk.draw.timeline import Timeline, drawable_events
from chowk.games import SHELF

PIECE = Sprite("a", "red", 1.0, 2.0)
WAYS = ("x", "y", "angle", "scale", "alpha", "squash")


class FakeMotion:
    """A fake motion that consists of the given scenes, each with its time."""

    def __init__(self, *courses: Course) -> None:
        self._courses = courses
        self.duration = 1.0

    def courses(self) -> Iterable[Course]:
        return self._courses


def shown(track: Track, time: float) -> Sprite | None:
    """Return a track's sprite at a time in seconds, interpolated as a browser does, or None if invisible."""
    later = next((index for index, key in enumerate(track.keyframes) if key.time > time), len(track.keyframes))
    before = track.keyframes[max(0, later - 1)]
    after = track.keyframes[min(later, len(track.keyframes) - 1)]
    if before.sprite is None or after.sprite is None or after.time <= before.time:
        return before.sprite
    share = (time - before.time) / (after.time - before.time)
    mixed = {name: _between(before.sprite, after.sprite, name, share) for name in WAYS}
    return before.sprite._replace(**mixed)  # type: ignore[arg-type]


def _between(first: Sprite, second: Sprite, name: str, share: float) -> float:
    begin, end = float(getattr(first, name)), float(getattr(second, name))
    return begin + share * (end - begin)


def test_moments_are_never_further_apart_than_asked_for() -> None:
    assert [*moments(0.5, 0.1, 10)] == [0.5, 0.6]
    assert [*moments(0, 0.11, 10)] == pytest.approx([0, 0.055, 0.11])
    assert len([*moments(0, 1)]) == RATE + 1


def test_a_thing_that_changes_its_drawing_or_layer_has_a_track_for_each() -> None:
    raised = PIECE._replace(x=2.0, z=5.0)
    changed = PIECE._replace(art="blue", x=3.0)
    course = [(0.0, (PIECE,)), (0.25, (raised,)), (0.5, (raised,)), (0.75, (raised,)), (1.0, (changed,))]
    first, second, third = tracks(FakeMotion(course))
    assert (first.art, first.z) == ("red", 0.0)
    assert first.keyframes == (Keyframe(0.0, PIECE), Keyframe(0.25, None), Keyframe(1.0, None))
    assert (second.art, second.z) == ("red", 5.0)
    assert [key.time for key in second.keyframes] == [0.0, 0.25, 0.75, 1.0], "stretches of rest are not told in full"
    assert (third.art, third.keyframes[-1]) == ("blue", Keyframe(1.0, changed))


def test_what_comes_down_at_the_last_moment_is_seen_until_the_end() -> None:
    """A sprite that changes its layer at the last moment stays visible on its earlier layer until the end."""
    raised, down = PIECE._replace(z=5.0), PIECE._replace(x=2.0)
    (track,) = tracks(FakeMotion([(0.0, (raised,)), (1.0, (down,))]))
    assert (track.z, track.keyframes) == (5.0, (Keyframe(0.0, raised), Keyframe(1.0, down)))


@pytest.mark.parametrize("name", SHELF)
def test_what_is_played_is_the_motion(name: str) -> None:
    """At each tested moment the interpolated keyframes equal the sprites of the motion."""
    game = games.load(name)
    match, rng, art = game.match(5), random.Random(5), game.view.ART

    def extents(drawing: str) -> Extent:
        return extent(art_of(drawing, art))

    for _ in range(30):
        before = match.position
        if match.outcome() is not None:
            break
        events = match.play(match.roll() if before.turn == CHANCE else rng.choice([*before.moves()]))
        view = game.trial.view.player_view(0) if game.trial else game.view
        old, new = view.pieces(before), view.pieces(match.position)
        events = drawable_events(old, events, new) if game.trial else events
        motion = Timeline(old, events, new, centres(view.cells()).__getitem__, pace=rng.choice((0.5, 1.0)))
        reach = sweep(tracks(motion), extents)
        moving = set[Sprite]()
        for course in motion.courses():
            ways = tracks(FakeMotion(course))
            for time, scene in course:
                sprites = [sprite for track in ways if (sprite := shown(track, time)) is not None]
                assert sorted(sprites) == sorted(scene)
                assert reach.wider(sprites, extents).box == reach.box
                moving.update(scene)
            assert all(later > sooner for (sooner, _), (later, _) in pairwise(course))
        expected = motion.moving(motion.duration / 3)
        assert {sprite_shown.art for sprite_shown in expected} <= {sprite_shown.art for sprite_shown in moving}
