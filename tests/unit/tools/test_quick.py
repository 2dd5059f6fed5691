"""Test `python3 -m tests --quick`: it finds affected tests by imports, runs the nearest first, and ends in time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import quick

ROOT = Path(__file__).resolve().parents[3]
SOURCES = {
    "py/chowk/core/a.py": "",
    "py/chowk/draw/b.py": "from chowk.core import a",
    "py/chowk/draw/alone.py": "",
    "py/chowk/games/__init__.py": "",
    "py/chowk/games/mill/game.py": "from chowk.core import a",
    "tests/unit/helper.py": "from chowk.draw import b",
    "tests/unit/test_arrows.py": "",
    "tests/unit/core/test_a.py": "from chowk.core import a",
    "tests/unit/draw/test_b.py": "from chowk.draw import b",
    "tests/unit/draw/test_at_once.py": "# longer than the test of core\nfrom chowk.core import a",
    "tests/unit/draw/test_alone.py": "from chowk.draw import alone",
    "tests/unit/pages/test_all.py": "from tests.unit import helper",
    "tests/unit/play/test_shelf.py": "from chowk import games",
    "tests/unit/test_css.py": "",
    "tests/unit/test_readme.py": "",
    "tests/unit/app/test_command_arguments.py": "",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in SOURCES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        for folder in path.relative_to(tmp_path).parents:
            if folder.parts[1:]:
                (tmp_path / folder / "__init__.py").touch()
    return tmp_path


def names(paths: list[str]) -> list[str]:
    return [Path(path).stem for path in paths]


def test_what_imports_a_change_is_touched_the_nearest_first(project: Path) -> None:
    names_found = names(quick.touched(["py/chowk/core/a.py"], project))
    assert names_found == ["test_arrows", "test_a", "test_at_once", "test_b", "test_shelf", "test_all"]
    assert names(quick.touched(["py/chowk/draw/alone.py"], project)) == ["test_arrows", "test_alone"]


def test_whoever_knows_the_shelf_knows_its_games(project: Path) -> None:
    assert names(quick.touched(["py/chowk/games/mill/game.py"], project)) == ["test_arrows", "test_shelf"]


def test_a_test_that_was_edited_is_run_itself(project: Path) -> None:
    assert names(quick.touched(["tests/unit/core/test_a.py"], project)) == ["test_a", "test_arrows"]


def test_what_no_test_imports_has_readers(project: Path) -> None:
    assert names(quick.touched(["css/board.css"], project)) == ["test_css"]
    assert names(quick.touched(["docs/library.md"], project)) == ["test_readme"]
    assert sorted(names(quick.touched(["docs/commands.md"], project))) == ["test_command_arguments", "test_readme"]
    assert quick.touched(["LICENSE"], project) == []


def test_every_reader_is_there() -> None:
    missing = {file for readers in quick.READERS.values() for file in readers if not (ROOT / file).is_file()}
    assert missing == set()
    assert (ROOT / quick.HOUSE).is_file()


def test_a_change_within_a_game_leaves_the_others_out() -> None:
    shelf = ("mill", "reversi")
    inside = ["py/chowk/games/mill/rules.py", "tests/unit/games/mill/test_mill.py"]
    assert quick.others(inside, shelf) == ["reversi"]
    assert quick.others([*inside, "CONTRIBUTING.md"], shelf) == ["reversi"]
    assert quick.others([*inside, "py/chowk/core/a.py"], shelf) == []
    assert quick.others(["css/board.css"], shelf) == []


def test_a_change_is_what_differs_from_main_else_the_last_commit(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        identity = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *identity, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text("")
        git("add", ".")
        git("commit", "-qm", name)
    assert quick.changed(tmp_path) == ["two.py"]
    (tmp_path / "new.py").write_text("")
    (tmp_path / "one.py").write_text("a = 1")
    assert quick.changed(tmp_path) == ["new.py", "one.py"]
    git("checkout", "-qb", "work")
    git("add", ".")
    git("commit", "-qm", "work")
    (tmp_path / "two.py").write_text("b = 2")
    assert quick.changed(tmp_path) == ["new.py", "one.py", "two.py"]
    assert quick.changed(tmp_path / ".git") == [], "where there is nothing to compare, nothing has changed"


def test_no_test_is_begun_when_the_time_is_over_and_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "test_long.py").write_text(
        "import os, pytest\n"
        "@pytest.mark.parametrize('number', range(40))\n"
        "def test_burn(number):\n"
        "    end = sum(os.times()[:2]) + 0.2\n"
        "    while sum(os.times()[:2]) < end: pass\n"
        "def test_other_reversi(): pass\n"
        "@pytest.mark.parametrize('game', ['reversi-2', 'mill-2'])\n"
        "def test_game(game): pass\n"
    )
    words = ("-q", "-p", "no:cacheprovider", "-p", "tests.quick", "-p", "no:hypothesispytest", "-c", os.devnull)
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    around = {**plain, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'py'}"}

    def run(*more: str) -> str:
        whole = [sys.executable, "-m", "pytest", *words, *more, "test_long.py"]
        done = subprocess.run(whole, cwd=tmp_path, env=around, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    output = run("--processor", "5")  # of which a busy machine needs more than two for the start
    assert "tests, farther from the change" in output
    assert 0 < int(output.split(" passed")[0].split()[-1]) < 35
    assert "2 passed, 41 deselected" in run("--without", "mill", "-k", "game or other")
