"""Emblems of the games for the home page: a strip of a game's material with its best-known object on it."""

from __future__ import annotations

from functools import cache
from typing import Final

from chowk.draw.shapes import Drawing
from chowk.games import sign

FRAME: Final = (0.0, 0.0, 3.2, 1.6)
"""Left, top, width and height of an emblem. The ends may be cropped, so important parts are in the middle."""


@cache
def emblem(name: str) -> Drawing:
    """Return the emblem of a registered game, playable or not."""
    return sign(name).emblem()
