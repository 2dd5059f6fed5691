"""The names of all sounds that a timeline can request."""

from __future__ import annotations

from typing import Final

from chowk.draw.script import COUNTED, RISES

CUES: Final = (
    *("place", "flip", "slide", "hop", "capture", "thud", "crown", "dice", "pass", "pay", "special"),
    *(f"rise {number}" for number in range(1, RISES + 1)),
    *(f"gain {number}" for number in range(1, COUNTED + 1)),
)
