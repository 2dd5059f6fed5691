"""The animation after a win in checkers: the winner's remaining pieces are lifted one by one, kings last."""

from __future__ import annotations

from chowk.core.position import Outcome
from chowk.draw.ceremony import Gesture, leap
from chowk.draw.scene import Scene
from chowk.games.checkers.rules import Position

_STEP, _LENGTH = 0.17, 0.7
_SIDES = ("red", "white")


def ending(scene: Scene, position: Position, outcome: Outcome) -> tuple[Gesture, ...]:  # noqa: ARG001 - the scene shows it
    """Return the gestures of the winner's pieces, one after another.

    Men are lifted a little. Kings are lifted higher and tilted to both sides.
    """
    assert outcome.winner is not None, "it was won"
    won = [sprite for sprite in scene if sprite.art.startswith(_SIDES[outcome.winner])]
    won.sort(key=lambda sprite: ("king" in sprite.art, sprite.x, sprite.y))
    return tuple(
        Gesture(
            sprite.key,
            _STEP * index,
            _LENGTH,
            leap(sprite, *((0.5, 14, 0.3) if "king" in sprite.art else (0.35, 0, 0.2))),
            "place",
        )
        for index, sprite in enumerate(won)
    )
