"""Test that the commands in the README work as it says."""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests import __main__ as runner

ROOT = Path(__file__).parents[3]
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """Return the shell commands that the README shows, without their comments."""
    lines = "\n".join(SHELL.findall((ROOT / "README.md").read_text())).splitlines()
    return [line.partition("#")[0].strip() for line in lines if line.strip()]


def test_the_readme_names_two_commands_one_for_hosts_and_one_for_disks() -> None:
    # The second command runs this test. The catalogue tests cover the translators' commands.
    assert [command for command in commands() if command.startswith("python3 ")] == [
        "python3 serve.py",
        "python3 -m tests",
        "python3 serve.py --build site",
        "python3 serve.py --single chowk.html",
    ]


def test_the_second_command_runs_every_file_of_tests(tmp_path: Path) -> None:
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")}
    apart = set(runner.files("tests/engines"))  # these tests run only on request
    assert apart
    assert {file for room in runner.ROOMS for file in runner.files(room)} == files - apart
    assert [name for name, _ in runner.parts("tests/pyodide", tmp_path, tmp_path)] == ["tests/pyodide"]
    for room in ("tests/unit", "tests/e2e"):
        for _, command in runner.parts(room, tmp_path, tmp_path):
            assert set(runner.files(room)) <= set(command)


def test_processes_that_share_files_run_each_once(tmp_path: Path) -> None:
    shared = ("--shared", str(tmp_path))
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/unit/core/test_core_chance.py")
    first, second, alone = (
        subprocess.run((*command, *more), cwd=ROOT, check=True, capture_output=True, text=True, timeout=120).stdout
        for more in (shared, shared, ())
    )
    passed = runner.count_of("passed")
    assert passed(first) == passed(alone) > 0
    assert passed(second) == 0


def test_the_second_command_counts_what_all_its_parts_report() -> None:
    report = "...\n598 passed in 33.58s\n3 failed, 12 passed, 2 skipped, 1 error in 3.4s (0:00:03)\n8 passed it\n"
    assert runner.count_of("passed")(report) == 610
    assert runner.count_of("failed")(report) == 3
    assert runner.count_of("errors?")(report) == 1


FAILED = """E   AssertionError
=========================== short test summary info ============================
FAILED tests/e2e/test_people.py::test_a_household[chromium-one two] - AssertionError: Locator
Actual value: None
ERROR tests/e2e/test_hosts.py::test_a_host[chromium]
1 failed, 129 passed, 491 deselected, 1 error in 792.55s (0:13:12)
"""
NAMES = [
    "tests/e2e/test_hosts.py::test_a_host[chromium]",
    "tests/e2e/test_people.py::test_a_household[chromium-one two]",
]


def test_failed_browser_tests_get_a_second_try_that_decides() -> None:
    ends = {"ruff": (0, ""), "tests/e2e, 1 of 3": (0, "9 passed in 1.0s\n"), "tests/e2e, 2 of 3": (1, FAILED)}
    tried: list[list[str]] = []

    def attempt(_: str, tests: Sequence[str]) -> tuple[int, str]:
        tried.append([*tests])
        return len(tried) % 2, "2 passed in 3.0s\n"

    assert runner.second_tries(ends, attempt) == {}, "a test that fails twice fails the run"
    good = runner.second_tries(ends, attempt)
    assert tried == [NAMES, NAMES]
    assert [end for end, _ in good.values()] == [0, 0]
    reports = [report for _, report in (ends | good).values()]
    counts = [sum(map(runner.count_of(what), reports)) for what in ("passed", "failed", "errors?")]
    assert counts == [9 + 129 + 2, 0, 0]


@pytest.mark.parametrize(
    "ends",
    [
        {"tests/unit, 1 of 2": (1, FAILED.replace("e2e", "unit"))},
        {"tests/e2e, 1 of 3": (1, FAILED.partition("1 failed")[0])},
        {"tests/e2e, 1 of 3": (1, FAILED), "tests/e2e, 2 of 3": (1, "Fatal Python error: Aborted")},
        {f"tests/e2e, {hand} of 3": (1, FAILED.replace("test_a_", f"test_{hand}_")) for hand in range(2)},
        {"tests/e2e, 1 of 3": (0, "9 passed in 1.0s\n")},
    ],
    ids=["unit tests", "no last line", "a crash", "four failures", "no failure"],
)
def test_nothing_else_gets_a_second_try(ends: dict[str, tuple[int, str]]) -> None:
    assert runner.second_tries(ends, lambda *_: pytest.fail("run again")) == {}


@pytest.fixture
def served() -> Iterator[str]:
    """Run `python3 serve.py` without opening a browser, and yield its address."""
    command = [sys.executable, "serve.py", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        assert server.stdout is not None
        output = ""
        for line in server.stdout:
            output += line
            if address := re.search(r"http://\S+/", line):
                yield address[0]
                break
        else:
            pytest.fail(f"it did not serve: {output}")
        server.terminate()
        server.communicate(timeout=20)


def test_the_first_command_serves_the_page(served: str) -> None:
    with urllib.request.urlopen(served, timeout=20) as reply:
        page = reply.read().decode()
    assert 'id="app"' in page


def test_the_third_command_writes_a_site_and_the_second_time_changes_nothing(tmp_path: Path) -> None:
    site = tmp_path / "site"
    command = [sys.executable, "serve.py", "--build", str(site)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300)
    times = {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}
    assert site / "index.html" in times
    assert site / "sw.js" in times
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300)
    assert {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()} == times


def test_the_fourth_command_writes_one_file(tmp_path: Path) -> None:
    page = tmp_path / "chowk.html"
    command = [sys.executable, "serve.py", "--single", str(page)]
    process = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=300)
    assert f"{page.stat().st_size / 1e6:.1f} MB" in process.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["chowk.html"]
    assert page.read_bytes().startswith(b"<!doctype html>")
