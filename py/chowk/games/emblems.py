"""Emblems of the games for the home page. An emblem is a wide drawing of a game's board with a typical piece on it."""

from __future__ import annotations

from functools import cache
from typing import Final

from chowk.draw.shapes import Drawing
from chowk.games import sign

FRAME: Final = (0.0, 0.0, 3.2, 1.6)
"""Left, top, width and height of every emblem. The page may crop the left and right ends."""


@cache
def emblem(name: str) -> Drawing:
    """Return the emblem of a registered game, playable or not."""
    return sign(name).emblem()
