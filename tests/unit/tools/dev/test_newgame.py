"""Test the games that `python -m tools.dev.newgame NAME` writes: complete, independent, and easy to change."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from chowk.games import SHELF, sign
from tools.dev import newgame

ROOT: Final = Path(__file__).resolve().parents[4]
OUTSIDE: Final = "py/chowk/games/__init__.py"
NAMES: Final = {"placing": "pebbles", "moving": "herons", "dice": "snails"}
"""Name of the game that the tests create for each kind of game."""
ALL: Final = " or ".join(NAMES.values())


def files(root: Path) -> dict[str, str]:
    """Return the texts of the files below a folder, by path."""
    paths = (path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(root).as_posix(): path.read_text() for path in paths}


def run(root: Path, *command: str) -> str:
    """Run Python in a folder and return its output. Fail if Python exits with an error."""
    cleared = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    # Python would use old bytecode for a file that changes within a second and keeps its size.
    cleared["PYTHONDONTWRITEBYTECODE"] = "1"
    done = subprocess.run(
        [sys.executable, *command], cwd=root, env=cleared, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    return done.stdout


def begin_games(root: Path) -> None:
    """Create a new game of each kind in `NAMES` with `tools.dev.newgame`, in the project at `root`."""
    for kind, name in NAMES.items():
        title = f"{name.capitalize()} & Pits"
        run(root / "py", "-m", "tools.dev.newgame", name, "--kind", kind, "--title", title)


def sources(root: Path) -> Path:
    """Copy the Python sources into a folder, create a new game of each kind there, and return the folder."""
    shutil.copytree(ROOT / "py", root / "py", ignore=shutil.ignore_patterns("__pycache__", "*.po", "boot", "training"))
    begin_games(root)
    return root


def with_suites(root: Path) -> Path:
    """Copy the Python sources and the test suites for all games into a folder, and return the folder.

    Create a new game of each kind there.
    """
    unit = ("conftest", "shelf", "contract_faults", "contract_hooks", "test_contract", "test_shown", "test_statements")
    paths = (
        "conftest.py",
        "fakes.py",
        "__init__.py",
        "shown.toml",
        "statements.toml",
        *(f"unit/{name}.py" for name in unit),
    )
    (root / "tests/unit").mkdir(parents=True)
    for path in ("pyproject.toml", "serve.py", *(f"tests/{path}" for path in paths)):
        shutil.copy(ROOT / path, root / path)
    return sources(root)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project with the sources, the test suites for all games, and a new game of each kind."""
    return with_suites(tmp_path_factory.mktemp("project"))


@pytest.mark.parametrize("kind", newgame.KINDS)
def test_only_its_own_folders_and_the_shelf_are_touched(tmp_path: Path, kind: str) -> None:
    (tmp_path / OUTSIDE).parent.mkdir(parents=True)
    shutil.copy(ROOT / OUTSIDE, tmp_path / OUTSIDE)
    written = [path.relative_to(tmp_path).as_posix() for path in newgame.write("pebbles", kind=kind, root=tmp_path)]
    assert set(written) == set(files(tmp_path))
    own = ("py/chowk/games/pebbles/", "tests/unit/games/pebbles/")
    assert [name for name in written if not name.startswith(own)] == [OUTSIDE]
    names = ", ".join(f'"{name}"' for name in (*SHELF, "pebbles"))
    assert f"SHELF: Final = ({names})" in (tmp_path / OUTSIDE).read_text()
    number = 1 + max(sign(name).number for name in SHELF)
    assert f"number={number}," in (tmp_path / own[0] / "__init__.py").read_text()
    assert 'say("Pebbles")' in (tmp_path / own[0] / "__init__.py").read_text(), "without a title it has its name's"


def test_every_folder_of_the_skeleton_is_a_kind() -> None:
    folders = {path.name for path in newgame.SKELETON.iterdir()}
    assert folders == {"shared", *newgame.KINDS}
    assert set(NAMES) == set(newgame.KINDS)


def test_it_passes_the_suites_for_every_game_and_its_own_tests(project: Path) -> None:
    passed = run(project, "-m", "pytest", "-rA", "-q", "-p", "no:cacheprovider", "tests/unit", "-k", ALL)
    assert "failed" not in passed
    for name in NAMES.values():
        for suite in ("test_contract", "test_statements", f"games/{name}/test_{name}_rules"):
            assert re.search(rf"^PASSED tests/unit/{suite}\.py", passed, re.M)
        assert f"test_every_rule_of_a_game_is_in_its_table[{name}]" in passed


def test_it_is_as_the_linter_asks(project: Path) -> None:
    run(project, "-m", "ruff", "check", "--no-cache", "py/chowk/games", "tests/unit/games")
    run(project, "-m", "ruff", "format", "--no-cache", "--check", "py/chowk/games", "tests/unit/games")


IMPORT: Final = """
import sys
from importlib import import_module
from pathlib import Path
for name in sys.argv[1:]:
    for path in Path("chowk/games", name).rglob("*.py"):
        import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
"""
"""Python script that imports every file of the named games."""
PLAY: Final = """
import sys
from chowk.games import load
for name in sys.argv[1:]:
    game = load(name)
    match = game.match(seed=1)
    while match.outcome() is None:
        position = match.position
        assert game.notation.read_position(game.notation.write_position(position)) == position
        assert list(game.view.spell(position)) == list(position.moves())
        assert len(game.view.pieces(position)) == len({sprite.key for sprite in game.view.pieces(position)})
        cells = {cell.spot for row in game.view.cells() for cell in row}
        assert len({game.speech.spot(position, spot) for spot in cells}) == len(cells)
        assert game.notation.read_move(position, match.options()[0]) == position.moves()[0]
        match.play(match.roll() if position.odds() else position.moves()[-1])
    print(name, len(cells), match.ply, *game.view.spell(match.position_after(0)).values())
"""
"""Python script that plays each named game, and calls its notation, view and speech at every position."""


def test_without_any_rules_every_other_file_is_still_imported(tmp_path: Path) -> None:
    root = sources(tmp_path)
    for name in NAMES.values():
        (root / f"py/chowk/games/{name}/rules/__init__.py").write_text('"""The rules, still to be written."""\n')
    run(root / "py", "-c", IMPORT, *NAMES.values())


def test_other_rules_and_boards_need_no_change_elsewhere(tmp_path: Path) -> None:
    root = sources(tmp_path)
    games = root / "py/chowk/games"
    played = dict(line.split(" ", 1) for line in run(root / "py", "-c", PLAY, *NAMES.values()).splitlines())
    assert played["pebbles"].startswith("9 ")
    enlarge(games)
    rules = games / "herons/rules/__init__.py"
    (games / "pebbles/rules/__init__.py").write_text(rules.read_text().replace(".herons.", ".pebbles."))
    again = dict(line.split(" ", 1) for line in run(root / "py", "-c", PLAY, *NAMES.values()).splitlines())
    assert again["pebbles"] == again["herons"], "the game of placing has the moves of the other now"
    assert [text.split()[0] for text in again.values()] == ["42", "42", "22"]


def enlarge(games: Path) -> None:
    """Give the new games boards of 6 columns and 7 rows."""
    for name in NAMES.values():
        board = games / name / "rules/board.py"
        text, count = re.subn(r"^(COLUMNS|ROWS): Final = \d$", _size, board.read_text(), flags=re.M)
        assert count == 2
        board.write_text(text)


def _size(match: re.Match[str]) -> str:
    return f"{match[1]}: Final = {6 if match[1] == 'COLUMNS' else 7}"


@pytest.mark.deep
def test_on_another_board_it_passes_the_same_suites(tmp_path: Path) -> None:
    root = with_suites(tmp_path)
    enlarge(root / "py/chowk/games")
    passed = run(root, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/unit", "-k", ALL)
    assert " passed" in passed
    assert "failed" not in passed


@pytest.mark.deep
def test_it_passes_all_that_is_asked_of_every_game(tmp_path: Path) -> None:
    less = shutil.ignore_patterns("__pycache__", ".*", "node_modules", "vendor")
    shutil.copytree(ROOT, tmp_path / "project", ignore=less)
    (tmp_path / "project/vendor").symlink_to(ROOT / "vendor")
    begin_games(tmp_path / "project")
    passed = run(tmp_path / "project", "-m", "pytest", "-q", "tests/unit", "-k", f"({ALL}) and not playthroughs")
    assert " passed" in passed
    assert "failed" not in passed


@pytest.mark.deep
def test_it_is_as_the_type_checker_asks(project: Path) -> None:
    own = [f"{folder}/{name}" for name in NAMES.values() for folder in ("py/chowk/games", "tests/unit/games")]
    run(project, "-m", "mypy", "--strict", *own)


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
