"""The types `Seat` (a player at the table) and `Spot` (something that can be pointed at), for positions and events."""

from __future__ import annotations

from typing import Final, TypeAlias

Seat: TypeAlias = int
"""Index of a player at the table, counted from 0 in order of play."""

CHANCE: Final[Seat] = -1
"""The seat of the dice. A roll is a move that no player makes."""

Spot: TypeAlias = str
"""Name of something that can be pointed at: `"d3"`, `"18"`, `"pawn 2"`, `"patch 14"`, `"pass"`."""
