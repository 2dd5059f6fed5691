"""Tests of the makers of puzzles, and of the puzzles that they have made."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import pytest

from chowk import games
from chowk.games.api.puzzle import Puzzle, read_puzzles, write_puzzles
from tools.build import kernel_provider
from training.checkers import puzzles_checkers
from training.kilkenny import puzzles_kilkenny
from training.parcheesi import puzzles_parcheesi
from training.patchwork import fitting_patchwork, puzzles_patchwork
from training.reversi import puzzles_reversi
from training.shared import puzzles
from training.shared.puzzles import MAX_GREEDY, Recipe

RECIPES = (
    puzzles_reversi.RECIPE,
    puzzles_checkers.RECIPE,
    puzzles_patchwork.RECIPE,
    puzzles_parcheesi.RECIPE,
    puzzles_kilkenny.RECIPE,
)
PROVED, PROVED_OTHERWISE = 12, 4
"""Numbers of puzzles that an ordinary run proves again: by a survey, or by other means. The smallest are chosen."""
GAMES = 2304
"""Maximum number of games of a proof for each use of a roll."""


@pytest.fixture(autouse=True)
def _kernels() -> None:
    if not kernel_provider.provide():
        pytest.skip("there is no wasmtime")


def stored(recipe: Recipe) -> tuple[Puzzle, ...]:
    """Return the puzzles in a game's file."""
    return read_puzzles(puzzles.file_of(recipe.name).read_text())


def start(recipe: Recipe, puzzle: Puzzle) -> Any:
    """Return the position of a puzzle."""
    return games.load(recipe.name).notation.read_position(puzzle.setup)


def size(recipe: Recipe) -> Callable[[Puzzle], Any]:
    """Return a sort key that puts puzzles with short positions, and then those with few legal moves, first."""
    return lambda puzzle: (len(puzzle.setup), len(start(recipe, puzzle).moves()))


def prove(recipe: Recipe, puzzle: Puzzle) -> None:
    """Check by a survey, by games or by rules that the solution's first move is ahead of all others by the gap."""
    if recipe.prove is not None:
        assert recipe.prove(puzzle, GAMES)
        return
    position = start(recipe, puzzle)
    lines = puzzles.survey(recipe, position, recipe.deep(position)).lines
    assert puzzles.spelled(recipe, position, lines[0].moves[:1]) == puzzle.lines[0][:1]
    assert puzzles.gap(lines) >= recipe.gap
    assert recipe.theme(position, lines) == puzzle.theme


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_there_are_600_puzzles_in_at_most_60_kilobytes_packed(recipe: Recipe) -> None:
    assert len(stored(recipe)) >= 600
    assert len(gzip.compress(puzzles.file_of(recipe.name).read_bytes(), 9)) <= 60_000


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_a_file_is_read_and_written_unchanged(recipe: Recipe) -> None:
    assert write_puzzles(stored(recipe)) == puzzles.file_of(recipe.name).read_text()


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_solutions_and_refutations_are_legal_and_begin_differently(recipe: Recipe) -> None:
    read = games.load(recipe.name).notation.read_move
    for puzzle in stored(recipe):
        for moves in (*puzzle.lines, *puzzle.refutations):
            position = start(recipe, puzzle)
            for text in moves:
                position = position.play(read(position, text))
        assert not {line[0] for line in puzzle.lines} & {moves[0] for moves in puzzle.refutations}


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_no_puzzle_is_a_twin_and_few_solutions_are_the_greediest_move(recipe: Recipe) -> None:
    stored_puzzles, read = stored(recipe), games.load(recipe.name).notation.read_move
    positions = [start(recipe, puzzle) for puzzle in stored_puzzles]
    assert len({recipe.likeness(position) for position in positions}) == len(stored_puzzles)
    greedy = sum(
        recipe.greedy(position, read(position, puzzle.lines[0][0]))
        for position, puzzle in zip(positions, stored_puzzles, strict=True)
    )
    assert greedy <= MAX_GREEDY * len(stored_puzzles) + 1


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_the_shortest_proofs_run_again(recipe: Recipe) -> None:
    for puzzle in sorted(stored(recipe), key=size(recipe))[: PROVED_OTHERWISE if recipe.prove else PROVED]:
        prove(recipe, puzzle)


@pytest.mark.deep
@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_all_proofs_run_again(recipe: Recipe) -> None:
    for puzzle in stored(recipe):
        prove(recipe, puzzle)


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_the_same_number_makes_the_same_puzzles(recipe: Recipe) -> None:
    puzzle = min(stored(recipe), key=size(recipe))
    position = start(recipe, puzzle)
    assert puzzles.puzzle(recipe, position) == puzzles.puzzle(recipe, position) == puzzle


def test_a_puzzle_that_stronger_solvers_find_is_harder() -> None:
    solvers = (600, 1200, 1800, 2400)
    ratings = [
        max(range(400, 3001, 10), key=lambda rating: puzzles.likelihood(rating, dict(zip(solvers, finds, strict=True))))
        for finds in ((0, 3, 3, 3), (0, 1, 3, 3), (0, 0, 3, 3), (0, 0, 1, 3), (0, 0, 0, 1))
    ]
    assert ratings == sorted(set(ratings))


def test_twins_and_too_many_greedy_solutions_are_left_out() -> None:
    recipe = puzzles_reversi.RECIPE
    stored_puzzles = stored(recipe)[:60]
    chosen = puzzles.chosen(recipe, [*stored_puzzles, *stored_puzzles], 100)
    assert chosen == sorted(chosen, key=lambda puzzle: puzzle.key)
    assert len(chosen) <= len(stored_puzzles)


@pytest.mark.parametrize("maker", [puzzles_checkers, puzzles_patchwork], ids=lambda maker: maker.RECIPE.name)
def test_every_theme_is_of_the_list_of_the_game(maker: Any) -> None:
    assert {puzzle.theme for puzzle in stored(maker.RECIPE)} <= set(maker.THEMES)


def test_every_solution_of_a_fitting_puzzle_ends_when_it_reaches_its_goal() -> None:
    recipe, read = puzzles_patchwork.RECIPE, games.load("patchwork").notation.read_move
    fitting = [puzzle for puzzle in stored(recipe) if puzzle.theme in fitting_patchwork.THEMES]
    assert fitting
    for puzzle in fitting:
        solver = fitting_patchwork.Solver(start(recipe, puzzle))
        for line in puzzle.lines:
            position = start(recipe, puzzle)
            for text in line:
                assert solver.missing(position.own.quilt)
                position = position.play(read(position, text))
            assert not solver.missing(position.own.quilt)


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ("B:W17,20,21,23,25,26,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,15,19", "the lead shows nothing"),
        ("W:WK10,K11,K14:BK1", "many moves win"),
    ],
)
def test_a_position_of_checkers_without_a_clear_answer_is_no_puzzle(setup: str, reason: str) -> None:
    recipe = puzzles_checkers.RECIPE
    assert puzzles.puzzle(recipe, games.load("checkers").notation.read_position(setup)) is None, reason
