"""Test scenes in layers: moving sprites are above resting ones, and the picture is the same as in one layer."""

from __future__ import annotations

import random

import pytest

from chowk import games
from chowk.core.position import CHANCE
from chowk.draw.keyframes import sweep, tracks
from chowk.draw.layers import NOWHERE, Extents, box_of, divide_layers
from chowk.draw.marks import art_of, mark
from chowk.draw.scene import Scene, Sprite, centres, layered
from chowk.draw.shapes import Extent, extent
from chowk.draw.timeline import Timeline, drawable_events
from chowk.games import SHELF

UNIT = Extent(-0.5, -0.5, 0.5, 0.5)


def disc(key: str, x: float, z: float = 0.0) -> Sprite:
    return Sprite(key, "disc", x, 0.0, z=z)


def unit(_: str) -> Extent:
    return UNIT


def test_what_lies_over_the_way_of_what_moves_is_drawn_with_it_and_nothing_else_is() -> None:
    reach = NOWHERE.wider([disc("moving", 1, 5), disc("moving", 3, 5)], unit)
    assert reach.box == (0.5, -0.5, 3.5, 0.5)
    resting = (disc("below", 2), disc("above", 2, 9), disc("beside", 8, 9), disc("upon above", 2.6, 20))
    marks = (disc("as high", 3, 5), disc("lower", 3, 4))
    layers = divide_layers((*resting, disc("as high, before", 3, 5)), marks, reach, unit)
    assert [sprite.key for sprite in layers.below] == ["below", "beside", "as high, before", "lower"]
    assert [sprite.key for sprite in layers.under] == ["above", "upon above"]
    assert [sprite.key for sprite in layers.over] == ["as high"]
    assert all(layers.box.left <= box_of(sprite, unit).left for sprite in (*layers.under, *layers.over))


def test_where_nothing_moves_everything_stays_below() -> None:
    layers = divide_layers((disc("a", 1), disc("b", 1, 30)), (disc("c", 1, 50),), NOWHERE, unit)
    assert len(layers.below) == 3
    assert layers.box.left > layers.box.right


@pytest.mark.parametrize("name", SHELF)
def test_every_motion_of_every_game_is_the_same_picture_in_layers(name: str) -> None:
    """Overlapping sprites are drawn in the same order in layers as in one scene, at nine moments of each move."""
    game = games.load(name)
    match, rng, art = game.match(11), random.Random(11), game.view.ART

    def extents(drawing: str) -> Extent:
        return extent(art_of(drawing, art))

    for _ in range(12):
        before = match.position
        if match.outcome() is not None:
            break
        events = match.play(match.roll() if before.turn == CHANCE else rng.choice([*before.moves()]))
        view = game.trial.view.player_view(0) if game.trial else game.view
        old, new = view.pieces(before), view.pieces(match.position)
        events = drawable_events(old, events, new) if game.trial else events
        motion = Timeline(old, events, new, centres(view.cells()).__getitem__)
        marks = tuple(mark("last", cell) for row in view.cells() for cell in row)[:3]
        reach = sweep(tracks(motion), extents)
        for step in range(9):
            moving = motion.moving(step / 8 * motion.duration)
            assert {*motion.scene_at(step / 8 * motion.duration)} == {*motion.resting, *moving}
            layers = divide_layers(motion.resting, marks, reach, extents)
            drawn = (*layered(layers.below), *layered((*layers.under, *moving, *layers.over)))
            complete = layered((*motion.resting, *moving, *marks))
            assert sorted(drawn) == sorted(complete)
            assert_in_order(drawn, complete, extents)


def assert_in_order(drawn: Scene, complete: list[Sprite], extents: Extents) -> None:
    """Check that overlapping sprites have the same order in `drawn` as in `complete`."""
    place = {sprite: index for index, sprite in enumerate(drawn)}
    boxes = {sprite: box_of(sprite, extents) for sprite in complete}
    for index, lower in enumerate(complete):
        lower_box = boxes[lower]
        for upper in complete[index + 1 :]:
            upper_box = boxes[upper]
            beside = lower_box.left >= upper_box.right or upper_box.left >= lower_box.right
            if not beside and lower_box.top < upper_box.bottom and upper_box.top < lower_box.bottom:
                assert place[lower] < place[upper], (lower, upper)
