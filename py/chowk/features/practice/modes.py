"""The ways to choose a puzzle."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Mode: TypeAlias = Literal["day", "any", "theme", "series", "missed", "mixed", "storm", "ending"]
"""How a puzzle is chosen:

* `day`: the puzzle of a day.
* `any`: a puzzle at the player's level; `theme`: one of a certain theme; `mixed`: one from each game in turn.
* `series`: the next puzzle of a series, which becomes harder until the first mistake.
* `missed`: the puzzle that was missed longest ago.
* `storm`: the next puzzle of a storm, in which the player solves as many puzzles as possible in three minutes.
* `ending`: an ending that is played out against a perfect opponent, which uses endgame tablebases.
"""
MODES: Final = ("day", "any", "theme", "series", "missed", "mixed", "storm", "ending")
"""The values of `Mode`."""
