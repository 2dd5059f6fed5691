"""The animation after a win in Kilkenny Cats: the winner's cats pounce on their mice."""

from __future__ import annotations

from typing import Final

from chowk.core.position import Outcome
from chowk.draw.ceremony import Gesture, leap
from chowk.draw.scene import Scene
from chowk.draw.theme import SIDES
from chowk.games.kilkenny.rules import Position

_STEP, _LENGTH, _ROUNDS = 0.16, 0.55, 2
_HIGH: Final = 0.7
_FAR: Final = 1.0
"""Cats at most this far from the top, in squares, leap downwards, because the board ends above them."""


def ending(scene: Scene, position: Position, outcome: Outcome) -> tuple[Gesture, ...]:
    """Return two leaps for each of the winner's cats on mice, or for all of the winner's cats if none is on a mouse.

    Cats at the top of the board leap downwards and back.
    """
    assert outcome.winner is not None, "it was won"
    name = SIDES[position.colours[outcome.winner]].name
    cats = [sprite for sprite in scene if sprite.art == f"{name} home"] or [
        sprite for sprite in scene if sprite.art == name
    ]
    return tuple(
        Gesture(
            sprite.key,
            _STEP * index + turn * (_STEP * len(cats) + 0.2),
            _LENGTH,
            leap(sprite, _HIGH if sprite.y > _FAR else -_HIGH, 12, 0.35),
            "hop",
        )
        for turn in range(_ROUNDS)
        for index, sprite in enumerate(cats)
    )
