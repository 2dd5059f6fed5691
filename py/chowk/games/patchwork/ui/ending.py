"""The animation after a win in Patchwork: the winner's quilt is held up, and a wave runs through it."""

from __future__ import annotations

from chowk.core.position import Outcome
from chowk.draw.ceremony import Gesture, cloth_wave
from chowk.draw.scene import Scene
from chowk.games.patchwork.rules import Position

_LENGTH = 2.6


def ending(scene: Scene, position: Position, outcome: Outcome) -> tuple[Gesture, ...]:
    """Return a movement for each patch on the winner's quilt, such that all patches move as one cloth.

    Return an empty tuple if the scene does not show this quilt.
    """
    assert outcome.winner is not None, "it was won"
    player = position.players[outcome.winner]
    sewn = {f"patch {piece.patch}" for piece in player.sewn} | {f"single {piece.space}" for piece in player.lone}
    cloth = [sprite for sprite in scene if sprite.key in sewn]
    if not cloth:
        return ()
    xs, ys = [sprite.x for sprite in cloth], [sprite.y for sprite in cloth]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return tuple(
        Gesture(sprite.key, 0.0, _LENGTH, cloth_wave(sprite, middle, 5.0), "special" if sprite is cloth[0] else "")
        for sprite in cloth
    )
