"""Test the leap of a cat that takes a mouse."""

from __future__ import annotations

import pytest

from chowk.core.position import Spot
from chowk.draw import motion
from chowk.draw.scene import Scene, keyed
from chowk.draw.timeline import FAST, NONE, NORMAL, Timeline, backwards, carried
from chowk.games.kilkenny.game import GAME
from chowk.games.kilkenny.rules import Position, Step
from chowk.games.kilkenny.ui import leap, view
from tests.unit.games.kilkenny.helpers import due, step

WHERE = {cell.spot: (cell.x + 0.5, cell.y + 0.5) for row in view.cells() for cell in row}
MOUSE = due(4, S="(7,4)", N="(1,1)"), step((7, 4), (7, 0))


def timeline(position: Position, move: Step, pace: float = NORMAL, *, still: bool = False) -> Timeline:
    before, events, after = view.pieces(position), position.events(move), view.pieces(position.play(move))
    assert GAME.flourishes is not None
    own = GAME.flourishes()(before, events, after)
    return Timeline(before, events, after, WHERE.__getitem__, pace, still, own)


def frames(shown: Timeline, count: int = 60) -> list[Scene]:
    return [shown.scene_at(shown.duration * number / count) for number in range(1, count)]


def shadows(shown: Timeline) -> int:
    return sum(sprite.art == "shadow" for scene in frames(shown) for sprite in scene)


def test_a_cat_leaps_over_its_shadow_onto_its_mouse_and_settles() -> None:
    shown = timeline(*MOUSE)
    assert motion.HOP + motion.CROWN < shown.duration < 0.9
    aloft = [scene for scene in map(keyed, frames(shown)) if "h5 shadow" in scene]
    assert len(aloft) > 10
    heights = [scene["h5 shadow"].y - scene["h5"].y for scene in aloft]
    assert max(heights) == pytest.approx(1.1, abs=0.02)
    assert heights.index(max(heights)) in range(len(heights) // 3, 2 * len(heights) // 3 + 1)
    landed = [scene["h5"] for scene in map(keyed, frames(shown)) if "h5" in scene and scene["h5"].squash > 1]
    assert landed, "it crouches"
    assert {(cat.x, round(cat.y)) for cat in landed} == {(WHERE["h1"][0], round(WHERE["h1"][1]))}
    assert shown.scene_at(shown.duration) == view.pieces(MOUSE[0].play(MOUSE[1]))
    assert timeline(*MOUSE, FAST).duration == pytest.approx(shown.duration / 2)


def test_no_cat_leaps_with_reduced_motion_or_without_animations() -> None:
    still = timeline(*MOUSE, still=True)
    assert still.duration <= motion.FADE
    assert shadows(still) == 0
    assert timeline(*MOUSE, NONE).duration == 0


def test_no_cat_leaps_elsewhere_or_backwards_or_from_the_hand() -> None:
    assert shadows(timeline(*MOUSE)) > 0
    assert shadows(timeline(due(3, S="(7,6)", N="(7,3) (1,1)"), step((7, 6), (7, 3)))) == 0
    position, move = MOUSE
    before, events, after = view.pieces(position), position.events(move), view.pieces(position.play(move))
    assert leap.leaps(after, backwards(events), before) == {}
    mouse: Spot = "h1"
    held, shorter = carried(before, events, "h5", WHERE[mouse])
    assert leap.leaps(held, shorter, after) == {}
