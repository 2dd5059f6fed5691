"""A scene: keyed sprites."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from chowk.core.position import Spot


class Sprite(NamedTuple):
    """A picture element: the drawing `art`, put at (x, y) in board units, and whose it is.

    `key` pairs it with itself in another scene; `angle` is in degrees clockwise; `spot` is the place it stands
    on, empty where it stands on none. Sprites are painted in the order of `z`, then of the scene.
    """

    key: str
    art: str
    x: float
    y: float
    angle: float = 0.0
    scale: float = 1.0
    alpha: float = 1.0
    z: float = 0.0
    spot: Spot = ""


Scene: TypeAlias = tuple[Sprite, ...]
