"""Tests of the makers of puzzles, and of the puzzles that they have made."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
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
PROVED, PROVED_OTHERWISE = 12, 2
"""Numbers of puzzles that an ordinary run proves again: `PROVED` by a survey, `PROVED_OTHERWISE` by other means.

A survey is a search for the value of every move. The puzzles with the shortest positions are chosen.
"""
ONE_CORNER = "-OOOOOO---OOOO-OXXOXXXOOXOOOOXXOXOXOOOOOXXOXOOOOX-XXXO---XXXXXO- X"
"""A position of Reversi in which one corner can be taken."""
DECIDED = "-XOOOOOOOOOOOOOO-OXXOXXO--XXOOXOO-XOXOXOOOOOOXXXOOOOOOX-OOOOOOO- O"
"""A position of Reversi in which the best two moves win by 58 and by 48 discs."""
GAMES = 2304
"""Maximum number of games that a proof plays from the position after each way to play the roll."""


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
    """Check that a puzzle's solution is the best: by the recipe's `prove`, or by a survey if the recipe has none.

    In a survey (a search for the value of every move) the solution's first move must lead all others by `recipe.gap`.
    """
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
        for moves in (*puzzle.lines, *puzzle.refutations, (*puzzle.lines[0], *puzzle.sequel)):
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


def test_greedy_solutions_wait_until_there_are_enough_others() -> None:
    recipe, read = puzzles_kilkenny.RECIPE, games.load("kilkenny").notation.read_move

    def is_greedy(puzzle: Puzzle) -> bool:
        position = start(recipe, puzzle)
        return recipe.greedy(position, read(position, puzzle.lines[0][0]))

    greedy = [*filter(is_greedy, stored(recipe))][:10]
    others = [puzzle for puzzle in stored(recipe) if not is_greedy(puzzle)][:20]
    assert puzzles.chosen(recipe, greedy, 100) == []
    assert len(puzzles.chosen(recipe, [*greedy, *others[:4]], 100)) == 6
    assert puzzles.chosen(recipe, [*greedy, *others], 100) == puzzles.chosen(recipe, [*others, *greedy], 100)


@pytest.mark.parametrize("maker", [puzzles_checkers, puzzles_patchwork], ids=lambda maker: maker.RECIPE.name)
def test_every_theme_is_of_the_list_of_the_game(maker: Any) -> None:
    assert {puzzle.theme for puzzle in stored(maker.RECIPE)} <= set(maker.THEMES)


def test_the_moves_of_every_puzzle_of_checkers_show_its_gain() -> None:
    """Check that each puzzle's solution and sequel together show its gain, and that the sequel has no unneeded moves.

    A sequel is the moves by which the game may go on after the solution.
    """
    for puzzle in stored(puzzles_checkers.RECIPE):
        assert puzzles_checkers.shows_theme(puzzle)
        for count in range(len(puzzle.sequel)):
            assert not puzzles_checkers.shows_theme(puzzle._replace(sequel=puzzle.sequel[:count]))


def test_a_solution_that_does_not_show_its_gain_gets_a_sequel() -> None:
    puzzle = min((puzzle for puzzle in stored(puzzles_checkers.RECIPE) if puzzle.sequel), key=lambda puzzle: puzzle.key)
    assert puzzles_checkers.completed(puzzle._replace(sequel=())) == puzzle
    assert puzzles.renewed(puzzles_checkers.RECIPE, puzzle) == puzzle


def test_a_natural_move_that_every_level_but_the_lowest_finds_is_no_puzzle() -> None:
    recipe = puzzles_reversi.RECIPE
    position = games.load("reversi").notation.read_position(ONE_CORNER)
    (corner,) = (move for move in position.moves() if move in (0, 7, 56, 63))
    finds = puzzles.success_counts(recipe, position, corner)
    assert finds[min(finds)] < puzzles.SEEDS
    assert puzzles.is_trivial(finds)
    assert puzzles.difficulty(recipe, position, corner) is None
    assert puzzles.difficulty(recipe._replace(natural=lambda *_: False), position, corner) is not None


def test_a_game_of_reversi_that_is_decided_anyway_is_no_puzzle() -> None:
    recipe = puzzles_reversi.RECIPE
    position = games.load("reversi").notation.read_position(DECIDED)
    lines = puzzles.survey(recipe, position, puzzles_reversi.TO_THE_END).lines
    assert puzzles.gap(lines) >= recipe.gap
    assert recipe.theme(position, lines) == ""


def test_present_puzzles_stay_as_far_as_the_rules_and_the_judging_keep_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe, file, judged = puzzles_reversi.RECIPE, tmp_path / "puzzles.txt", tmp_path / "judged"
    good, flawed, other = sorted(stored(recipe), key=size(recipe))[:3]
    decided = Puzzle(DECIDED, (("a1",),), "corner", 1000)
    file.write_text(write_puzzles((good, flawed, decided)))
    rows = (("reversi", flawed, "dull"), ("reversi", good, ""), ("checkers", other, "wrong"))
    lines = [json.dumps([f"{name}\t{write_puzzles([puzzle])}", flaw, "a reason", 6.0]) for name, puzzle, flaw in rows]
    judged.write_text("\n".join(lines))
    assert puzzles.flaws(recipe, judged) == {flawed.key}
    monkeypatch.setattr(puzzles, "file_of", lambda _: file)
    options = ["--keep", str(tmp_path / "kept"), "--judged", str(judged), "--present", "--games", "0"]
    assert puzzles.main(recipe, options, "") == 0
    assert read_puzzles(file.read_text()) == (good,)
    assert capsys.readouterr().out.startswith("2 puzzles were there before\n")
    file.write_text(write_puzzles((good, flawed, decided)))
    monkeypatch.setattr(puzzles, "renewed", lambda *_: pytest.fail("a stored result is used"))
    assert puzzles.main(recipe, options, "") == 0
    assert read_puzzles(file.read_text()) == (good,)


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
