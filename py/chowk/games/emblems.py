"""What stands for each game on the home page: a strip of its material with its signature object on it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from chowk.draw.shapes import Drawing

FRAME: Final = (0.0, 0.0, 3.2, 1.6)
"""Left, top, width and height of an emblem; what matters is in the middle, so that the ends may be cut off."""


@cache
def emblem(name: str) -> Drawing:
    """The emblem of a game on the shelf, ready or not."""
    drawing: Drawing = import_module(f"chowk.games.{name}.emblem").EMBLEM
    return drawing
