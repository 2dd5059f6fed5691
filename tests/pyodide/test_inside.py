"""The rules pass their own tests inside the page's Python, too: another version, 32 bits, compiled to WebAssembly.

The tests are those of tests/unit that need nothing but rules, notation and core. They run under Node, all in one start.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tools import build_vendor
from tools.build import ROOT

HERE = Path(__file__).parent
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
"""Packages that the page's Python lacks, or, of `asyncio`, has otherwise."""
SETTINGS = """[pytest]
filterwarnings = error
markers =
    deep: minutes long
    e2e: -
    pyodide: -
"""


def alone(path: Path) -> bool:
    """Whether a test file needs nothing that is missing there."""
    lines = [line.split() for line in path.read_text().splitlines() if line.startswith(("import ", "from "))]
    return not {words[1].partition(".")[0] for words in lines} & NOT_ALONE


FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in PATTERNS
    for path in (ROOT / "tests/unit").glob(pattern)
    if alone(path)
)


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """How every test ended, all of them run in one start."""
    node = shutil.which("node")
    if node is None:
        pytest.fail("Node.js was not found; it runs the page's Python outside the page.")
    job = tmp_path_factory.mktemp("inside")
    (job / "files.json").write_text(json.dumps(FILES))
    (job / "pytest.ini").write_text(SETTINGS)
    runtime = build_vendor.fetch(ROOT, print) / build_vendor.table()["pyodide"]["to"]
    packages = Path(pytest.__file__).parents[1]
    command = [node, str(HERE / "run.mjs"), str(runtime), str(ROOT), str(packages), str(job)]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    loaded: dict[str, Any] = json.loads((job / "reports.json").read_text())
    assert loaded["status"] in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED), done.stdout[-3000:] + done.stderr
    return loaded


def test_it_is_the_pages_python(told: dict[str, Any]) -> None:
    assert told["python"].startswith("3.14")
    assert len(FILES) > 10


@pytest.mark.parametrize("file", FILES)
def test_the_rules_hold_inside(file: str, told: dict[str, Any]) -> None:
    mine = [report for report in told["reports"] if report["test"].startswith(file)]
    failed = [f"{report['test']}\n{report['text']}" for report in mine if report["outcome"] == "failed"]
    assert not failed, "\n\n".join(failed)
    assert any(report["outcome"] == "passed" for report in mine)
