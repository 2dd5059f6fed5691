"""The game that `python -m tools.dev.newgame NAME` begins: complete, and independent of the rest."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from chowk.games import SHELF, sign
from tools.dev import newgame

ROOT = Path(__file__).resolve().parents[4]
OUTSIDE = "py/chowk/games/__init__.py"


def files(root: Path) -> dict[str, str]:
    """Return the texts of the files below a folder, by path."""
    paths = (path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(root).as_posix(): path.read_text() for path in paths}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a project with the sources, the contract suite and a new game."""
    root = tmp_path_factory.mktemp("project")
    less = shutil.ignore_patterns("__pycache__", "*.po", "boot")
    shutil.copytree(ROOT / "py", root / "py", ignore=less)
    for name in ("pyproject.toml", "tests/__init__.py", "tests/conftest.py", "tests/fakes.py"):
        (root / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    for name in ("conftest.py", "shelf.py", "contract_faults.py", "test_contract.py"):
        (root / "tests/unit").mkdir(exist_ok=True)
        shutil.copy(ROOT / "tests/unit" / name, root / "tests/unit" / name)
    newgame.write("pebbles", "Pebbles & Pits", root)
    return root


def run(root: Path, *command: str) -> str:
    """Run a command, which must succeed, and return its output."""
    cleared = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=root, env=cleared, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    return done.stdout


def test_only_its_own_folders_and_the_shelf_are_touched(tmp_path: Path) -> None:
    (tmp_path / OUTSIDE).parent.mkdir(parents=True)
    shutil.copy(ROOT / OUTSIDE, tmp_path / OUTSIDE)
    written = [path.relative_to(tmp_path).as_posix() for path in newgame.write("pebbles", root=tmp_path)]
    assert set(written) == set(files(tmp_path))
    own = ("py/chowk/games/pebbles/", "tests/unit/games/pebbles/")
    assert [name for name in written if not name.startswith(own)] == [OUTSIDE]
    names = ", ".join(f'"{name}"' for name in (*SHELF, "pebbles"))
    assert f"SHELF: Final = ({names})" in (tmp_path / OUTSIDE).read_text()
    number = 1 + max(sign(name).number for name in SHELF)
    assert f"number={number}," in (tmp_path / own[0] / "__init__.py").read_text()
    assert 'say("Pebbles")' in (tmp_path / own[0] / "__init__.py").read_text(), "without a title it has its name's"


def test_it_passes_the_contract_suite_and_its_own_tests(project: Path) -> None:
    told = run(project, "pytest", "-q", "-p", "no:cacheprovider", "tests/unit", "-k", "pebbles")
    assert " passed" in told
    assert "failed" not in told


def test_it_is_as_the_linter_asks(project: Path) -> None:
    run(project, "ruff", "check", "--no-cache", "py/chowk/games", "tests/unit/games")
    run(project, "ruff", "format", "--no-cache", "--check", "py/chowk/games", "tests/unit/games")


@pytest.mark.deep
def test_it_passes_all_that_is_asked_of_every_game(tmp_path: Path) -> None:
    less = shutil.ignore_patterns("__pycache__", ".*", "node_modules", "vendor")
    shutil.copytree(ROOT, tmp_path / "project", ignore=less)
    (tmp_path / "project/vendor").symlink_to(ROOT / "vendor")
    newgame.write("pebbles", "Pebbles & Pits", tmp_path / "project")
    told = run(tmp_path / "project", "pytest", "-q", "tests/unit", "-k", "pebbles and not playthroughs")
    assert " passed" in told
    assert "failed" not in told


@pytest.mark.deep
def test_it_is_as_the_type_checker_asks(project: Path) -> None:
    run(project, "mypy", "--strict", "py/chowk/games/pebbles/game.py", "tests/unit/games/pebbles")


@pytest.mark.parametrize(
    ("name", "title", "why"),
    [
        ("Mill", "", "is no name for a folder"),
        ("nine mens", "", "is no name for a folder"),
        ("class", "", "is no name for a folder"),
        ("reversi", "", "is there already"),
        ("api", "", "is there already"),
        ("emblems", "", "is there already"),
        ("mill", 'The "mill"', "no straight quotation marks"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(name: str, title: str, why: str) -> None:
    before = (ROOT / OUTSIDE).read_text()
    with pytest.raises(newgame.Unfit, match=why):
        newgame.write(name, title)
    assert (ROOT / OUTSIDE).read_text() == before
