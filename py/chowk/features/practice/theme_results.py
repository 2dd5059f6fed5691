"""The player's results in the themes of a game's puzzles, in groups: to practise, going well, or not tried."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from chowk.features.practice.progress import PuzzleProgress
from chowk.games.api.puzzle import Puzzle

ENOUGH: Final = 3
"""Minimum number of tried puzzles for judging the results in a theme."""
WELL: Final = 0.6
"""Minimum share of puzzles solved at the first try in a theme that goes well. Puzzles at the player's level are solved
half of the time."""


class ThemeResult(NamedTuple):
    """The results in a theme: how many puzzles were solved at the first try, and how many were tried."""

    theme: str
    solved: int
    tried: int

    @property
    def share(self) -> float:
        """The fraction of the tried puzzles that were solved at the first try. At least one must have been tried."""
        return self.solved / self.tried

    @property
    def judged(self) -> bool:
        """True if there are enough results to judge the theme."""
        return self.tried >= ENOUGH


class ThemeGroups(NamedTuple):
    """The themes to practise, those that go well, and those not tried yet.

    The first two groups begin with the theme that goes worst. Themes with too few results to judge come at the end of
    the first group. They, and the themes not tried yet, are in the order in which the game lists them.
    """

    practise: tuple[ThemeResult, ...]
    well: tuple[ThemeResult, ...]
    untried: tuple[ThemeResult, ...]


def grouped(themes: Iterable[str], puzzles: Sequence[Puzzle], known: PuzzleProgress) -> ThemeGroups:
    """Return the results in a game's themes, in groups. Themes without puzzles are left out."""
    solved: dict[str, list[bool]] = {puzzle.theme: [] for puzzle in puzzles}
    theme_of = {puzzle.key: puzzle.theme for puzzle in puzzles}
    for key, result in known.results.items():
        if key in theme_of:
            solved[theme_of[key]].append(result)
    results = [ThemeResult(theme, sum(solved[theme]), len(solved[theme])) for theme in themes if theme in solved]
    judged = sorted((result for result in results if result.judged), key=lambda result: result.share)
    few = [result for result in results if result.tried and not result.judged]
    return ThemeGroups(
        (*(result for result in judged if result.share < WELL), *few),
        tuple(result for result in judged if result.share >= WELL),
        tuple(result for result in results if not result.tried),
    )
