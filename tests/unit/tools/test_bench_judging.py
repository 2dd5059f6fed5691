"""Test the judging of puzzles: the random choice of puzzles, the flaws that are found, and the table of results."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from chowk.games.api.puzzle import Puzzle, puzzles_of
from tests.bench import judging
from tests.bench.judging import Judgement
from tests.unit.training.test_puzzles import DECIDED
from tools.build import kernel_provider
from training.checkers import puzzles_checkers
from training.patchwork import fitting_patchwork


@pytest.fixture(autouse=True)
def _kernels() -> None:
    if not kernel_provider.provide():
        pytest.skip("there is no wasmtime")


def swapped(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with its first wrong move as the solution, and with its solutions as the refutations."""
    return puzzle._replace(lines=(puzzle.refutations[0][:1],), refutations=puzzle.lines)


def smallest(name: str, fits: Callable[[Puzzle], bool] = lambda _: True) -> Puzzle:
    """Return the puzzle of a game with the shortest position, among those for which `fits` returns True."""
    return min(filter(fits, puzzles_of(name)), key=lambda puzzle: (len(puzzle.setup), puzzle.key))


def is_fitting(puzzle: Puzzle) -> bool:
    return puzzle.theme in fitting_patchwork.THEMES


def test_the_draw_stays_the_same_when_other_puzzles_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    first = judging.drawn("reversi", 20, 1)
    assert len(set(first)) == 20
    assert first != judging.drawn("reversi", 20, 2)
    rest = tuple(puzzle for puzzle in puzzles_of("reversi") if puzzle != first[0])
    monkeypatch.setattr(judging, "puzzles_of", lambda _: rest)
    assert judging.drawn("reversi", 19, 1) == first[1:]


def test_a_wrong_solution_is_noticed_in_reversi_and_checkers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "TIMES", 1)
    few = smallest("reversi", lambda puzzle: puzzle.setup.count("-") <= 8)
    assert judging.of_reversi(swapped(few)).flaw == "wrong"
    ending = smallest("checkers", lambda puzzle: puzzle.theme == "ending")
    assert judging.of_checkers(swapped(ending)).flaw == "wrong"


def test_a_decided_game_of_reversi_is_dull() -> None:
    assert judging.of_reversi(Puzzle(DECIDED, (("a1",),), "corner", 1000)).flaw == "dull"


def test_a_missing_way_to_fit_patches_is_noticed() -> None:
    puzzle = smallest("patchwork", lambda puzzle: is_fitting(puzzle) and len(puzzle.lines) > 1)
    assert judging.of_patchwork(puzzle).flaw == ""
    assert judging.of_patchwork(puzzle._replace(lines=puzzle.lines[1:])).flaw == "wrong"


def test_a_solution_that_shows_nothing_is_dull(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = smallest("checkers", lambda puzzle: bool(puzzle.sequel) and len(puzzle.lines[0]) == 1)
    monkeypatch.setattr(judging, "TIMES", 1)
    monkeypatch.setattr(puzzles_checkers, "PROVED", 13)
    assert judging.of_checkers(puzzle).flaw == ""
    assert judging.of_checkers(puzzle._replace(sequel=())).reason == "the solution does not show its gain"


@pytest.mark.parametrize("name", ["parcheesi", "kilkenny"])
def test_another_use_of_a_roll_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "LOOKS", (36,))
    puzzle = smallest(name)
    _, judge = judging.recipes()[name]
    assert judge(puzzle).reason != "another use has more value"
    assert judge(swapped(puzzle)) == Judgement("wrong", "another use has more value", 0.0)


def test_stored_results_are_not_judged_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results = iter([Judgement("", "", 1.0), Judgement("wrong", "a reason", 0.0)])
    recipe, _ = judging.recipes()["reversi"]
    monkeypatch.setattr(judging, "recipes", lambda: {"reversi": (recipe, lambda _: next(results))})
    arguments = ["reversi", "--count", "2", "--keep", str(tmp_path / "kept")]
    for _ in range(2):
        assert judging.main(arguments) == 0
        assert capsys.readouterr().out.splitlines()[-1] == "| reversi | 2 | 1 | 1 | 0 | 0 |"
    assert len([*map(json.loads, (tmp_path / "kept").read_text().splitlines())]) == 2
