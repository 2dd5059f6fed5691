"""The animation after a win in Parcheesi: the winner's pawns dance at home."""

from __future__ import annotations

from chowk.core.position import Outcome
from chowk.draw.ceremony import Gesture, leap
from chowk.draw.scene import Scene
from chowk.games.parcheesi.rules import Position
from chowk.games.parcheesi.rules.state import COLOURS

_ROUNDS, _STEP, _LENGTH = 4, 0.15, 0.6


def ending(scene: Scene, position: Position, outcome: Outcome) -> tuple[Gesture, ...]:  # noqa: ARG001 - the scene shows it
    """Return the gestures of four rounds, in each of which the winner's pawns leap and lean, one after another."""
    assert outcome.winner is not None, "it was won"
    pawns = [sprite for sprite in scene if sprite.art == COLOURS[outcome.winner]]
    return tuple(
        Gesture(
            sprite.key,
            _STEP * (turn * len(pawns) + index),
            _LENGTH,
            leap(sprite, 1.9, 16 if turn % 2 else -16, 1.3),
            "hop",
        )
        for turn in range(_ROUNDS)
        for index, sprite in enumerate(pawns)
    )
