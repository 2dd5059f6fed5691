"""The animation after a win in Reversi: every disc turns over and back, in a wave over the board."""

from __future__ import annotations

from chowk.core.position import Outcome
from chowk.draw.ceremony import Gesture, over
from chowk.draw.scene import Scene
from chowk.games.reversi.rules import Position

_STEP, _LENGTH = 0.09, 0.62


def ending(scene: Scene, position: Position, outcome: Outcome) -> tuple[Gesture, ...]:  # noqa: ARG001 - all discs take part
    """Return a flip for every disc. The delays make a wave from one corner to the opposite corner."""
    discs = [sprite for sprite in scene if sprite.art in ("black", "white")]
    return tuple(
        Gesture(
            sprite.key,
            _STEP * (sprite.x + sprite.y - 1.9),
            _LENGTH,
            over(sprite, "white" if sprite.art == "black" else "black"),
            "flip",
        )
        for sprite in discs
    )
