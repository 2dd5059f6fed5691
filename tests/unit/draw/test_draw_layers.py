"""Scenes in layers: what moves lies over what rests, and the picture is the same as from one."""

from __future__ import annotations

import random

import pytest

from chowk import games
from chowk.core.position import CHANCE
from chowk.draw.keyframes import sweep, tracks
from chowk.draw.layers import NOWHERE, Extents, box_of, parted
from chowk.draw.marks import art_of, mark
from chowk.draw.scene import Scene, Sprite, centres, layered
from chowk.draw.shapes import Extent, extent
from chowk.draw.timeline import Timeline, witnessed
from chowk.games import SHELF

UNIT = Extent(-0.5, -0.5, 0.5, 0.5)


def one(key: str, x: float, z: float = 0.0) -> Sprite:
    return Sprite(key, "disc", x, 0.0, z=z)


def unit(_: str) -> Extent:
    return UNIT


def test_what_lies_over_the_way_of_what_moves_is_drawn_with_it_and_nothing_else_is() -> None:
    reach = NOWHERE.wider([one("moving", 1, 5), one("moving", 3, 5)], unit)
    assert reach.box == (0.5, -0.5, 3.5, 0.5)
    resting = (one("below", 2), one("above", 2, 9), one("beside", 8, 9), one("upon above", 2.6, 20))
    marks = (one("as high", 3, 5), one("lower", 3, 4))
    layers = parted((*resting, one("as high, before", 3, 5)), marks, reach, unit)
    assert [at.key for at in layers.below] == ["below", "beside", "as high, before", "lower"]
    assert [at.key for at in layers.under] == ["above", "upon above"]
    assert [at.key for at in layers.over] == ["as high"]
    assert all(layers.box.left <= box_of(at, unit).left for at in (*layers.under, *layers.over))


def test_where_nothing_moves_everything_stays_below() -> None:
    layers = parted((one("a", 1), one("b", 1, 30)), (one("c", 1, 50),), NOWHERE, unit)
    assert len(layers.below) == 3
    assert layers.box.left > layers.box.right


@pytest.mark.parametrize("name", SHELF)
def test_every_motion_of_every_game_is_the_same_picture_in_layers(name: str) -> None:
    """Overlapping drawings keep the order of the whole scene, at every moment of some moves."""
    game = games.load(name)
    match, rng, art = game.match(11), random.Random(11), game.view.ART

    def extents(drawing: str) -> Extent:
        return extent(art_of(drawing, art))

    for _ in range(12):
        before = match.position
        if match.outcome() is not None:
            break
        events = match.play(match.roll() if before.turn == CHANCE else rng.choice([*before.moves()]))
        view = game.trial.view.seen(0) if game.trial else game.view
        old, new = view.pieces(before), view.pieces(match.position)
        events = witnessed(old, events, new) if game.trial else events
        motion = Timeline(old, events, new, centres(view.cells()).__getitem__)
        marks = tuple(mark("last", cell) for row in view.cells() for cell in row)[:3]
        reach = sweep(tracks(motion), extents)
        for step in range(9):
            moving = motion.moving(step / 8 * motion.duration)
            assert {*motion.at(step / 8 * motion.duration)} == {*motion.rest, *moving}
            layers = parted(motion.rest, marks, reach, extents)
            drawn = (*layered(layers.below), *layered((*layers.under, *moving, *layers.over)))
            whole = layered((*motion.rest, *moving, *marks))
            assert sorted(drawn) == sorted(whole)
            assert_in_order(drawn, whole, extents)


def assert_in_order(drawn: Scene, whole: list[Sprite], extents: Extents) -> None:
    """Whatever meets lies in the same order in both."""
    place = {sprite: at for at, sprite in enumerate(drawn)}
    boxes = {sprite: box_of(sprite, extents) for sprite in whole}
    for at, lower in enumerate(whole):
        here = boxes[lower]
        for upper in whole[at + 1 :]:
            there = boxes[upper]
            beside = here.left >= there.right or there.left >= here.right
            if not beside and here.top < there.bottom and there.top < here.bottom:
                assert place[lower] < place[upper], (lower, upper)
