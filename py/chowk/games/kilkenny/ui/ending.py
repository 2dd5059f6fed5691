"""How a game of Kilkenny Cats that was won is celebrated: the winner's cats pounce on their mice."""

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
"""Above this line a cat comes from below: the board ends where it would leap to."""


def ending(scene: Scene, position: Position, outcome: Outcome) -> tuple[Gesture, ...]:
    """Those that lie on mice pounce one after another, twice; all of the winner's, if none does.

    On the far edge they leap down on to the slate and back.
    """
    assert outcome.winner is not None, "it was won"
    name = SIDES[position.colours[outcome.winner]].name
    cats = [sprite for sprite in scene if sprite.art == f"{name} home"] or [one for one in scene if one.art == name]
    return tuple(
        Gesture(
            one.key,
            _STEP * at + turn * (_STEP * len(cats) + 0.2),
            _LENGTH,
            leap(one, _HIGH if one.y > _FAR else -_HIGH, 12, 0.35),
            "hop",
        )
        for turn in range(_ROUNDS)
        for at, one in enumerate(cats)
    )
