"""How a game of Kilkenny Cats that was won is celebrated: the winner's cats pounce on their mice."""

from __future__ import annotations

from chowk.core.position import Outcome
from chowk.draw.ceremony import Gesture, leap
from chowk.draw.scene import Scene
from chowk.draw.theme import SIDES
from chowk.games.kilkenny.rules import Position

_STEP, _LENGTH, _ROUNDS = 0.16, 0.55, 2


def ending(scene: Scene, position: Position, outcome: Outcome) -> tuple[Gesture, ...]:
    """Those that lie on mice pounce one after another, twice; all of the winner's, if none does."""
    assert outcome.winner is not None, "it was won"
    name = SIDES[position.colours[outcome.winner]].name
    cats = [sprite for sprite in scene if sprite.art == f"{name} home"] or [one for one in scene if one.art == name]
    return tuple(
        Gesture(one.key, _STEP * at + turn * (_STEP * len(cats) + 0.2), _LENGTH, leap(one, 0.7, 12, 0.35), "hop")
        for turn in range(_ROUNDS)
        for at, one in enumerate(cats)
    )
