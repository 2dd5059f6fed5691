"""What stands for each game on the home page: a strip of its material with its signature object on it."""

from __future__ import annotations

from functools import cache
from typing import Final

from chowk.draw.shapes import Drawing
from chowk.games import sign

FRAME: Final = (0.0, 0.0, 3.2, 1.6)
"""Left, top, width and height of an emblem; what matters is in the middle, so that the ends may be cut off."""


@cache
def emblem(name: str) -> Drawing:
    """The emblem of a game on the shelf, ready or not."""
    return sign(name).emblem()
