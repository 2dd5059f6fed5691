"""Run the unit tests of the rules inside the page's Python.

It is another version of Python, for 32 bits, compiled to WebAssembly. The tests are the files of tests/unit that need
only rules, notation and core. They all run under Node in one start. An ordinary run takes one case of each test, the
deep run all cases. A second start uses the shipped archives: the reduced standard library, and the app as bytecode.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from chowk.i18n import i18n
from tools.build import build_vendor
from tools.build.build_site import ROOT, build

FOLDER = Path(__file__).parent
PATTERNS = (
    "test_core_*.py",
    "test_*_rules.py",
    "test_*_examples.py",
    "test_*_facts.py",
    "test_*_placements.py",
    "test_*_notation.py",
    "test_perft.py",
    "test_*_perft.py",
)
NOT_ALONE = {"asyncio", "hypothesis", "babel", "playwright", "rust_reversi", "checkers"}
"""Packages that are missing in the page's Python, or that work differently there, like `asyncio`."""
SETTINGS = """[pytest]
filterwarnings = error
markers =
    deep: minutes long
    e2e: -
    pyodide: -
"""


def alone(path: Path) -> bool:
    """Return True if a test file imports no package of `NOT_ALONE`, so that the page's Python can run it."""
    lines = [line.split() for line in path.read_text().splitlines() if line.startswith(("import ", "from "))]
    return not {words[1].partition(".")[0] for words in lines} & NOT_ALONE


FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in PATTERNS
    for path in (ROOT / "tests/unit").rglob(pattern)
    if alone(path)
)


LIBRARY = ROOT / "vendor" / str(build_vendor.table()["pyodide"]["to"]) / "python_stdlib.zip"
"""Path of the complete standard library. pytest needs modules that the shipped library lacks."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """Return the folder of a site built as for publication, or the folder that the option `--site` gives.

    The site of the option has the same archives, but its archives are compressed less well.
    """
    if built := pytestconfig.getoption("site"):
        return Path(built).resolve()
    folder = tmp_path_factory.mktemp("site")
    build(folder, lambda _: None)
    return folder


def run(program: str, site: Path, mounts: Mapping[str, Path], library: Path = LIBRARY) -> str:
    """Run a program of this folder in the page's Python, under Node, and return its output.

    `mounts` maps folders inside Pyodide to folders outside. `library` is the archive with the standard library.
    """
    node = shutil.which("node")
    if node is None:
        pytest.fail("Node.js was not found; it runs the page's Python outside the page.")
    (shipped,) = site.glob("vendor/pyodide-*")
    folders = [f"{outside}={inside}" for inside, outside in mounts.items()]
    with tempfile.TemporaryDirectory() as folder:
        runtime = shutil.copytree(shipped, Path(folder) / "runtime")
        (runtime / "package.json").write_text('{"type": "module"}')  # defines for Node the type of `.js`
        command = [node, str(FOLDER / "run.mjs"), program, str(runtime), str(library), *folders]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout[-3000:] + done.stderr


CASES = 1
"""Maximum number of cases of each test in an ordinary run."""
LONG = (
    "test_paths_from_the_start_to_depth_9",
    "test_honest_dice_keep_within_the_bands_in_19_games_of_20",
    "test_whatever_else_is_pointed_at_is_refused",
    "test_what_can_be_played_is_not_refused_nor_anything_once_the_game_is_over",
)
"""Tests that only the deep run includes. They take half of the time, and other tests cover the same functions."""


@pytest.fixture(scope="session", params=[CASES, pytest.param(0, marks=pytest.mark.deep, id="all")])
def outcomes(request: pytest.FixtureRequest, site: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Run the tests in one start of the page's Python, and return pytest's exit status and the outcome of each test.

    At most `CASES` cases of each test run, and the tests in `LONG` are left out. The deep run (`-m deep`) also runs
    them all.
    """
    job = tmp_path_factory.mktemp("inside")
    left_out = LONG if request.param else ()
    (job / "job.json").write_text(json.dumps({"files": FILES, "most": request.param, "left out": left_out}))
    (job / "pytest.ini").write_text(SETTINGS)
    packages = Path(pytest.__file__).parents[1]
    output = run("inside.py", site, {"/project": ROOT, "/packages": packages, "/job": job})
    loaded: dict[str, Any] = json.loads((job / "reports.json").read_text())
    assert loaded["status"] in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED), output
    return loaded


def test_it_is_the_pages_python(outcomes: dict[str, Any]) -> None:
    assert outcomes["python"].startswith("3.14")
    assert len(FILES) > 10


@pytest.mark.parametrize("file", FILES)
def test_the_rules_hold_inside(file: str, outcomes: dict[str, Any]) -> None:
    mine = [report for report in outcomes["reports"] if report["test"].startswith(file)]
    failed = [f"{report['test']}\n{report['text']}" for report in mine if report["outcome"] == "failed"]
    assert not failed, "\n\n".join(failed)
    assert any(report["outcome"] == "passed" for report in mine)


@pytest.fixture(scope="session")
def shipped(site: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the results of shipped.py, run on the archives of a built site."""
    job = tmp_path_factory.mktemp("shipped")
    for name in ("stdlib", "chowk"):
        (job / f"{name}.zip").write_bytes(gzip.decompress((site / f"py/{name}.packed").read_bytes()))
    run("shipped.py", site, {"/job": job}, job / "stdlib.zip")
    loaded: dict[str, Any] = json.loads((job / "results.json").read_text())
    return loaded


def test_every_module_that_is_shipped_can_be_imported(shipped: dict[str, Any]) -> None:
    assert shipped["failed"] == {}
    assert {"asyncio", "json", "chowk.app.app", "chowk.games.checkers.engine.endgame"} <= set(shipped["imported"])
    assert len(shipped["imported"]) > 300


def test_functions_are_shipped_without_annotations_and_classes_with(shipped: dict[str, Any]) -> None:
    assert shipped["annotated"] == {"chowk.core.message.say": [], "chowk.core.message.Message": ["args", "context"]}


def test_local_variables_are_shipped_without_names_and_parameters_with(shipped: dict[str, Any]) -> None:
    (names, cells) = shipped["variables"]["words"]
    code = i18n.words.__code__
    count = code.co_argcount + code.co_kwonlyargcount
    assert names[:count] == [*code.co_varnames[:count]]
    assert {*names[count:]} == {""}
    assert cells == [*code.co_cellvars]
    (names, _) = shipped["variables"]["dumps"]
    assert {"obj", "indent", "kw"} <= {*names}
    (names, _) = shipped["variables"]["run"]
    assert "coroutine" in names, "it calls `eval`, which may read variables by name"


def test_an_error_in_the_app_is_told_with_its_line(shipped: dict[str, Any]) -> None:
    lines = (ROOT / "py/chowk/i18n/i18n.py").read_text().splitlines()
    line = 1 + next(number for number, text in enumerate(lines) if "= LANGUAGES[code]" in text)
    place = f'File "/chowk.zip/chowk/i18n/i18n.py", line {line}, in words\n'
    lost = "This Python has other line tables: with `build_inside.with_short_line_table`, reports name wrong lines."
    assert place in shipped["error"], f"{lost}\n{shipped['error']}"


def test_an_error_in_the_library_is_told_with_the_line_in_which_its_function_begins(shipped: dict[str, Any]) -> None:
    message = shipped["error in the library"]
    library = zipfile.ZipFile(LIBRARY)
    for name, function in {"json/__init__.py": "loads", "json/decoder.py": "decode"}.items():
        lines = library.read(name).decode().splitlines()
        begins = {number for number, line in enumerate(lines, 1) if f"def {function}(" in line}
        match = re.search(rf'File "/lib/{name}", line (\d+), in {function}\n', message)
        lost = "This Python has other line tables: with `build_inside.with_one_line`, no function has its first line."
        assert match, f"{lost}\n{message}"
        assert int(match[1]) in begins, lost
