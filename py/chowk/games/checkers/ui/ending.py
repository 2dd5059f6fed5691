"""The animation after a win in checkers: the winner's remaining pieces are lifted one by one, kings last."""

from __future__ import annotations

from chowk.core.position import Outcome
from chowk.draw.ceremony import Gesture, leap
from chowk.draw.scene import Scene
from chowk.games.checkers.rules import Position

_STEP, _LENGTH = 0.17, 0.7
_SIDES = ("red", "white")


def ending(scene: Scene, position: Position, outcome: Outcome) -> tuple[Gesture, ...]:  # noqa: ARG001 - the scene tells it
    """Return a lift for each of the winner's pieces: men a little, kings higher and turned to both sides."""
    assert outcome.winner is not None, "it was won"
    won = [sprite for sprite in scene if sprite.art.startswith(_SIDES[outcome.winner])]
    won.sort(key=lambda one: ("king" in one.art, one.x, one.y))
    return tuple(
        Gesture(
            one.key, _STEP * at, _LENGTH, leap(one, *((0.5, 14, 0.3) if "king" in one.art else (0.35, 0, 0.2))), "place"
        )
        for at, one in enumerate(won)
    )
