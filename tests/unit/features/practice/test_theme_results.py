"""Test how themes are grouped by their results: those to practise first, those that go well, and those not tried."""

from __future__ import annotations

from chowk.features.practice.progress import PuzzleProgress
from chowk.features.practice.theme_results import ThemeResult, grouped
from chowk.games.api.puzzle import Puzzle

THEMES = ("corner", "pass", "win", "draw", "ending", "none")
PUZZLES = tuple(Puzzle(f"{theme} {number}", (("a1",),), theme, 1500) for theme in THEMES[:-1] for number in range(5))


def after(**results: str) -> PuzzleProgress:
    """Return the progress of a player. For each theme, a text says if each puzzle was solved (`+`) or missed (`-`)."""
    signs = {f"{theme} {number}": sign == "+" for theme, row in results.items() for number, sign in enumerate(row)}
    return PuzzleProgress(results={puzzle.key: signs[puzzle.setup] for puzzle in PUZZLES if puzzle.setup in signs})


def test_without_results_every_theme_with_puzzles_is_untried() -> None:
    groups = grouped(THEMES, PUZZLES, PuzzleProgress())
    assert (groups.practise, groups.well) == ((), ())
    assert [result.theme for result in groups.untried] == ["corner", "pass", "win", "draw", "ending"]


def test_the_worst_theme_comes_first_and_one_with_few_results_last() -> None:
    groups = grouped(THEMES, PUZZLES, after(corner="-", win="++---", draw="----", ending="+++--", **{"pass": "++++"}))
    assert groups.practise == (ThemeResult("draw", 0, 4), ThemeResult("win", 2, 5), ThemeResult("corner", 0, 1))
    assert groups.well == (ThemeResult("ending", 3, 5), ThemeResult("pass", 4, 4))
    assert groups.untried == ()


def test_two_solved_puzzles_are_too_few_to_go_well() -> None:
    assert grouped(THEMES, PUZZLES, after(win="++")).well == ()
    assert grouped(THEMES, PUZZLES, after(win="+++")).well == (ThemeResult("win", 3, 3),)


def test_results_of_puzzles_that_are_gone_do_not_count() -> None:
    known = PuzzleProgress(results={"00000000": True})
    assert not any(result.tried for group in grouped(THEMES, PUZZLES, known) for result in group)
