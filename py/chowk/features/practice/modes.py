"""The ways to choose a puzzle."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Mode: TypeAlias = Literal["day", "any", "theme", "series", "missed", "mixed", "storm"]
"""How a puzzle is chosen: the one of a day; one as hard as the player is strong, of any theme or of one; in a series
that becomes harder until the first mistake; the one that was missed longest ago; one as hard as the player is strong,
from each game in turn; in a storm, as many as possible in three minutes."""
MODES: Final = ("day", "any", "theme", "series", "missed", "mixed", "storm")
"""The values of `Mode`."""
