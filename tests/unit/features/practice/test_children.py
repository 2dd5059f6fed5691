"""Test puzzles for children: easy ones, three free tries, and no statistics."""

from __future__ import annotations

import pytest

from chowk.app import pages
from chowk.app.app import App
from chowk.core.message import english
from chowk.features.practice import practice
from chowk.features.practice.practice import NEAREST, PuzzleRequest, PuzzleTable, easiest, themes
from chowk.features.practice.progress import PuzzleProgress
from chowk.games.api.puzzle import puzzles_of
from tests.unit.features.practice.test_practice import GAMES, desk_of, do, fail, of, play, solve


def shown(app: App) -> str:
    """Return the text of the open sheet."""
    return next(node for node in pages.page(app, app.words).walk() if node.attrs.get("role") == "dialog").text


@pytest.mark.parametrize("name", GAMES)
def test_puzzles_for_children_are_from_the_easiest_tenth(name: str) -> None:
    puzzles, easy = puzzles_of(name), easiest(name)
    assert len(easy) == max(NEAREST, len(puzzles) // 10)
    playful = {theme for theme, title in themes(name).items() if title.playful}
    of_theme = [puzzle for puzzle in puzzles if puzzle.theme in playful]
    pool = of_theme if len(of_theme) >= len(easy) else puzzles
    assert max(puzzle.rating for puzzle in easy) <= sorted(puzzle.rating for puzzle in pool)[len(easy) - 1]
    known = PuzzleProgress()
    for lot in range(12):
        for request in (PuzzleRequest(name, "any"), PuzzleRequest(name, "mixed"), PuzzleRequest(name, "theme", "none")):
            puzzle = practice.find(request, known, 0, lot, children=True)
            assert puzzle in easy[:20]
        assert puzzle is not None
        known = known.with_result(puzzle, True)
    theme = easy[0].theme
    found = practice.find(PuzzleRequest(name, "theme", theme), known, 0, 3, children=True)
    assert found is not None
    assert found in easy
    assert found.theme == theme


def test_children_fit_patches_before_other_puzzles_of_patchwork() -> None:
    assert {puzzle.theme for puzzle in easiest("patchwork")} == {"fitting"}


def test_a_certain_puzzle_is_not_replaced_by_an_easy_one() -> None:
    hard = max(puzzles_of("reversi"), key=lambda puzzle: puzzle.rating)
    assert practice.find(PuzzleRequest("reversi", "any", hard.key), PuzzleProgress(), 0, 0, children=True) == hard


def test_three_tries_are_free_and_no_rating_is_shown() -> None:
    async def scene(app: App) -> None:
        await do(app, "set", "children on")
        await do(app, "puzzle", "reversi any")
        desk = desk_of(app)
        assert desk.puzzle in easiest("reversi")
        assert english(desk.step) == "Three tries are fine."
        await fail(app)
        await fail(app)
        assert desk.match.ply == 0
        assert of("reversi", app) == PuzzleProgress()
        await solve(app)
        assert of("reversi", app) == PuzzleProgress(results={desk.puzzle.key: True})
        assert not any("rating" in english(text) for text in desk.praise)

    play(scene)


def test_the_third_mistake_counts() -> None:
    async def scene(app: App) -> None:
        await do(app, "set", "children on")
        await do(app, "puzzle", "reversi any")
        desk = desk_of(app)
        for _ in range(3):
            await fail(app)
        assert of("reversi", app).missed == (desk.puzzle.key,)
        await solve(app)
        assert of("reversi", app).missed == (desk.puzzle.key,)
        assert of("reversi", app).rating == PuzzleProgress().rating

    play(scene)


def test_a_puzzle_solved_after_a_third_try_with_a_hint_is_missed() -> None:
    async def scene(app: App) -> None:
        await do(app, "set", "children on")
        await do(app, "puzzle", "reversi any")
        await fail(app)
        await fail(app)
        await do(app, "hint")
        await solve(app)
        desk = desk_of(app)
        assert desk.try_results == ["wrong", "wrong", "hint", "right"]
        assert of("reversi", app).missed == (desk.puzzle.key,)

    play(scene)


def test_the_sheets_for_children_show_no_statistics_and_the_switch_takes_them_away() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi day")
        await solve(app)
        await do(app, "practice")
        assert "You have solved today's puzzle." in shown(app)
        switches = [node for node in pages.page(app, app.words).walk() if node.attrs.get("data-arg") == "children"]
        assert [node.attrs["data-do"] for node in switches] == ["set"]
        await do(app, "set", "children on")
        assert "today's puzzle" not in shown(app)
        await do(app, "practice", "reversi")
        text = shown(app)
        for statistic in ("rating", "solved", "in a row", "tried", "Storm", "In a row", "Puzzle of the day"):
            assert statistic not in text
        offered = {
            theme.title for key, theme in themes("reversi").items() if key in {one.theme for one in easiest("reversi")}
        }
        assert all(app.words(title) in text for title in offered)
        await do(app, "set", "children off")
        assert "Your rating" in shown(app)

    play(scene)


def test_lessons_and_puzzles_are_larger_for_children() -> None:
    async def scene(app: App) -> None:
        for do_what in (("learn", "reversi"), ("puzzle", "reversi any")):
            await do(app, "set", "children off")
            await do(app, *do_what)
            assert not any("children" in str(node.attrs.get("class")) for node in pages.page(app, app.words).walk())
            await do(app, "set", "children on")
            assert any("children" in str(node.attrs.get("class")).split() for node in pages.page(app, app.words).walk())

    play(scene)


def test_a_puzzle_that_is_open_stays_as_it_was_begun() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi any")
        await do(app, "set", "children on")
        desk = desk_of(app)
        assert isinstance(desk, PuzzleTable)
        await fail(app)
        assert of("reversi", app).missed == (desk.puzzle.key,)

    play(scene)
