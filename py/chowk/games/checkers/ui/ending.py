"""How a game of checkers that was won is celebrated: what the winner has left is lifted, piece by piece, kings last."""

from __future__ import annotations

from chowk.core.position import Outcome
from chowk.draw.ceremony import Gesture, leap
from chowk.draw.scene import Scene
from chowk.games.checkers.rules import Position

_STEP, _LENGTH = 0.17, 0.7
_SIDES = ("red", "white")


def ending(scene: Scene, position: Position, outcome: Outcome) -> tuple[Gesture, ...]:  # noqa: ARG001 - the scene tells it
    """Men are lifted a little, kings higher and turned round to both sides."""
    assert outcome.winner is not None, "it was won"
    won = [sprite for sprite in scene if sprite.art.startswith(_SIDES[outcome.winner])]
    won.sort(key=lambda one: ("king" in one.art, one.x, one.y))
    return tuple(
        Gesture(
            one.key, _STEP * at, _LENGTH, leap(one, *((0.5, 14, 0.3) if "king" in one.art else (0.35, 0, 0.2))), "place"
        )
        for at, one in enumerate(won)
    )
