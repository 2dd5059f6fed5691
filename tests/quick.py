"""Run the checks of everything that a change affects, within a minute: `python3 -m tests --quick`.

It runs the linter, the type checker and the unit tests of the changed modules. Tests that import a changed module
directly run first, then those that import it through others. After 60 seconds of processor time it stops and prints
how many tests were left out. It builds no site and starts no browser.

A change is every difference from `main`, including uncommitted edits and new files. On `main` itself it is the
difference from the last commit or, without a difference, the last commit itself.

This module is also a pytest plugin. With `-p tests.quick`, pytest starts no test after `--processor` seconds.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.unit.test_arrows import dotted, imports

ROOT: Final = Path(__file__).resolve().parents[1]
SECONDS: Final = 55.0
"""Processor seconds after which no further test starts. The whole run then takes at most 60 seconds."""
FILES: Final = 40
"""Maximum number of test files to run. Collecting all files would take much of the minute."""
HOUSE: Final = "tests/unit/test_arrows.py"
"""The test file that reads the source code of all modules. It runs after every change of Python code.

It does not import the modules, so it would not be found by its imports.
"""
READERS: Final = {
    r"\.css$|^index\.html$": ("tests/unit/test_css.py",),
    r"/locale/": ("tests/unit/i18n/test_catalogues.py",),
    r"\.md$": ("tests/unit/test_readme.py", "tests/unit/tools/docs/test_documentation.py"),
    r"^docs/commands\.md$": ("tests/unit/app/test_command_arguments.py",),
    r"^docs/adding-a-game\.md$": ("tests/unit/games/test_cards.py",),
    r"^docs/correspondence\.md$": ("tests/unit/test_statements.py",),
    r"^tests/pictures/": ("tests/unit/draw/test_draw_svg.py",),
    r"statements\.toml$|/shared/rules/": ("tests/unit/test_statements.py",),
    r"^tests/playthroughs/": ("tests/unit/test_playthroughs.py",),
    r"^py/tools/dev/newgame/": ("tests/unit/tools/dev/test_newgame.py",),
    r"^py/chowk/games/[^/]+/engine/": ("tests/unit/games/test_levels.py",),
}
"""The test files that check files other than modules, by a pattern for the paths of these files."""


def git(*words: str, root: Path = ROOT) -> list[str]:
    """Return the lines that a git command prints, or an empty list if it fails."""
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed(root: Path = ROOT) -> list[str]:
    """Return the sorted paths of changed files. The module's docstring defines which files are changed."""
    fresh = git("ls-files", "--others", "--exclude-standard", root=root)
    for base in (*git("merge-base", "HEAD", "main", root=root), "HEAD", "HEAD~1"):
        if paths := [*git("diff", "--name-only", base, root=root), *fresh]:
            return sorted(set(paths))
    return []


@cache
def known(root: Path = ROOT) -> Mapping[str, frozenset[str]]:
    """Map each module of the project to the modules that it imports.

    Importing `chowk.games` counts as importing every game.
    """
    paths = {dotted(path, root / "py"): path for path in (root / "py").rglob("*.py")}
    paths |= {dotted(path, root): path for path in (root / "tests").rglob("*.py")}
    modules = {name: frozenset(imports(name, path, set(paths))) & paths.keys() for name, path in paths.items()}
    cards = {name for name in paths if re.fullmatch(r"chowk\.games\.\w+\.game", name)}
    return {**modules, "chowk.games": modules.get("chowk.games", frozenset()) | cards}


def hops(modules: Collection[str], knows: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Map each module that depends on `modules` to the number of imports that lead from it to the nearest of them.

    `knows` maps each module to the modules that it imports. The number is 1 for a direct import, and 0 for `modules`
    themselves. Modules that depend on none of them are left out.
    """
    known_by: dict[str, list[str]] = {}
    for name, others in knows.items():
        for other in others:
            known_by.setdefault(other, []).append(name)
    distances, due = dict.fromkeys(modules, 0), list(modules)
    for name in due:  # the list grows during the loop
        for importer in known_by.get(name, ()):
            if importer not in distances:
                distances[importer] = distances[name] + 1
                due.append(importer)
    return distances


def touched(paths: Sequence[str], root: Path = ROOT) -> list[str]:
    """Return the files of unit tests that a change of these paths affects.

    Tests that depend on the changed modules through the fewest imports come first.
    """
    knows = known(root)
    python = [path for path in paths if path.endswith(".py")]
    modules = {dotted(root / path, root / "py" if path.startswith("py/") else root) for path in python}
    far = hops(modules & knows.keys(), knows)
    tests = {path.relative_to(root).as_posix(): path for path in (root / "tests/unit").rglob("test_*.py")}
    ranks = {name: far[dotted(path, root)] for name, path in tests.items() if dotted(path, root) in far}
    for pattern, readers in READERS.items():
        if any(re.search(pattern, path) for path in paths):
            ranks |= dict.fromkeys(readers & tests.keys(), 0)
    if python and HOUSE in tests:
        ranks[HOUSE] = 0
    rooms = {room(path) for path in paths}
    return sorted(ranks, key=lambda name: (ranks[name], room(name) not in rooms, tests[name].stat().st_size, name))


def room(path: str) -> str:
    """Return the folder of a file, relative to py/chowk, py or tests/unit. For a game's files it is the game's folder.

    A source file and its tests have the same result.
    """
    inside = re.sub(r"^(py/chowk|py|tests/unit)/", "", path)
    game = re.match(r"games/\w+/", inside)
    return game[0] if game else inside.rpartition("/")[0]


def others(paths: Sequence[str], names: Collection[str]) -> list[str]:
    """Return the names of the games that a change does not affect. `paths` are the changed files, `names` all games.

    If every changed Python file is in a game's folder, these are the games without changes. Otherwise, the change may
    affect all games, and the result is empty.
    """
    own = {name for path in paths for name in names if f"/games/{name}/" in path}
    alone = all(any(f"/games/{name}/" in path for name in own) for path in paths if path.endswith(".py"))
    return sorted(set(names) - own) if own and alone else []


def main() -> int:
    """Run the command: linter, type checker and tests. Return the exit status."""
    sys.path.insert(0, str(ROOT / "py"))
    from chowk.games import SHELF

    paths = changed()
    print(f"quick: {len(paths)} files have changed", flush=True)
    ends = [call("ruff", "check"), call("mypy", "--strict")]
    files = touched(paths)
    if files[FILES:]:
        print(f"quick: left out, as farther away: {len(files) - FILES} files of tests", flush=True)
    if files:
        left = SECONDS - spent()
        without = [word for name in others(paths, SHELF) for word in ("--without", name)]
        words = ("-q", "-p", "no:cacheprovider", "-p", "tests.quick", "--processor", f"{left:.1f}", *without)
        ends.append(call("pytest", *words, *files[:FILES]))
    print(f"quick: {'FAILED' if any(ends) else 'passed'}, {spent():.0f} s of processor time", flush=True)
    return next(filter(None, ends), 0)


def call(*words: str) -> int:
    """Run a Python tool in the project's folder and return its exit status."""
    print(f"\nquick: {words[0]}", flush=True)
    return subprocess.run([sys.executable, "-m", *words], cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode


def spent() -> float:
    """Return the processor seconds used by this process and its finished children."""
    return sum(os.times()[:4])


# The plugin ------------------------------------------------------------------------------------------------------

LEFT: Final = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options `--processor` (time limit) and `--without` (games to leave out)."""
    parser.addoption("--processor", type=float, help="no test is begun after so many seconds of processor time")
    parser.addoption("--without", action="append", default=[], help="a game: tests that bear its name are left out")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the test cases of left-out games in suites that run for all games."""
    pattern = re.compile(rf"\[.*\b({'|'.join(config.getoption('--without'))})\b")
    if config.getoption("--without"):
        config.hook.pytest_deselected(items=[item for item in items if pattern.search(item.nodeid)])
        items[:] = [item for item in items if not pattern.search(item.nodeid)]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    """Skip a test without starting it when the time limit has passed."""
    seconds, config = item.config.getoption("--processor"), item.config
    if seconds is not None and spent() > seconds:
        if LEFT not in config.stash:
            item.session._setupstate.teardown_exact(None)
        config.stash[LEFT] = config.stash.get(LEFT, 0) + 1
        return True
    return None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print how many tests were skipped because of the time limit."""
    if left := config.stash.get(LEFT, 0):
        terminalreporter.write_line(f"left out, as the time is over: {left} tests, farther from the change")


if __name__ == "__main__":
    sys.exit(main())
