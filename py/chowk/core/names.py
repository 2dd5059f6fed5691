"""What seats and places are called: the words that positions and events have in common."""

from __future__ import annotations

from typing import Final, TypeAlias

Seat: TypeAlias = int
"""A place at the table, counted from 0 in order of play."""

CHANCE: Final[Seat] = -1
"""The seat of the dice: a roll is a move made by nobody."""

Spot: TypeAlias = str
"""A name for something that can be pointed at: `"d3"`, `"18"`, `"pawn 2"`, `"patch 14"`, `"pass"`."""
