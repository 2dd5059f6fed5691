"""Test how an animation is prepared in steps: its tracks are computed course by course, and each of them once."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from chowk.draw.keyframes import Course, tracks
from chowk.draw.scene import Sprite

SAMPLES = 40


class Throw:
    """An animation of several dice, which counts the courses that were requested."""

    duration = 1.0

    def __init__(self, dice: int) -> None:
        self.dice, self.made = dice, 0

    def courses(self) -> Iterator[Course]:
        """Yield the course of each die: it moves to the right."""
        for die in range(self.dice):
            self.made += 1
            yield [(time / SAMPLES, (Sprite(f"die {die}", "die 1", time, die),)) for time in range(SAMPLES + 1)]


@pytest.fixture
def canvas(web: Any) -> Any:
    """Return a canvas for a board that has no size yet."""
    view = SimpleNamespace(ART={}, SIZE=(8, 8))
    board_canvas = web("render.canvas").BoardCanvas(MagicMock(), MagicMock(), MagicMock(), view)
    board_canvas._play = MagicMock()
    return board_canvas


def prepared(canvas: Any, motion: Throw) -> bool:
    return bool(canvas.plan(motion, lambda: ((), ())))


def played(canvas: Any, motion: Throw) -> Any:
    """Begin the animation and return the tracks that are played."""
    canvas.perform(motion, (), (), lambda: None)
    return canvas._playing.ways


def test_the_tracks_of_a_long_animation_are_computed_in_several_steps(canvas: Any) -> None:
    motion, made = Throw(6), list[int]()
    while prepared(canvas, motion):
        made.append(motion.made)
    assert made == [2, 4, 6]
    assert tuple(played(canvas, motion)) == tracks(Throw(6))
    assert motion.made == 6, "each once"


def test_the_resting_pieces_are_left_to_a_later_step(canvas: Any) -> None:
    motion, resting = Throw(1), MagicMock(return_value=((), ()))
    canvas._unit, canvas._layers = 10.0, MagicMock(return_value=((), []))
    assert canvas.plan(motion, resting)
    assert (motion.made, resting.called) == (1, False)
    canvas.plan(motion, resting)
    assert resting.called


def test_an_animation_that_begins_too_soon_is_whole(canvas: Any) -> None:
    motion = Throw(6)
    assert prepared(canvas, motion)
    assert tuple(played(canvas, motion)) == tracks(Throw(6))
    assert motion.made == 6


def test_another_animation_is_not_played_with_the_prepared_tracks(canvas: Any) -> None:
    assert prepared(canvas, Throw(6))
    assert tuple(played(canvas, Throw(1))) == tracks(Throw(1))


def test_after_an_error_in_a_step_the_animation_is_prepared_anew(canvas: Any) -> None:
    motion = Throw(6)
    assert prepared(canvas, motion)
    courses, canvas._planned = canvas._planned.courses, canvas._planned._replace(steps=iter(lambda: 1 // 0, None))
    with pytest.raises(ZeroDivisionError):
        prepared(canvas, motion)
    assert canvas._planned is None
    assert tuple(played(canvas, motion)) == tracks(Throw(6))
    courses.close()
