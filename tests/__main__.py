"""Everything that is checked, from a fresh clone: `python3 -m tests`.

Makes .venv/ with the tools that tests/requirements.txt pins, finds a browser or installs one, builds the site, then
runs the linter, the type checker and all tests. What follows on the command line goes to pytest: `python3 -m tests
tests/unit -k reversi`, `-m deep`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
REQUIREMENTS = ROOT / "tests/requirements.txt"
STAMP = VENV / "chowk-tests.sha256"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class SetUpError(Exception):
    """Something that the tests need could not be had; the message says what to do."""


def run(*command: str | Path, help_: str = "") -> None:
    """Run a command that must succeed; `help_` says what to do if it does not."""
    if call(*command):
        raise SetUpError(f"\nThis failed: {' '.join(map(str, command))}\n{help_}")


def call(*command: str | Path) -> int:
    """Run a command in the project's folder; its exit status."""
    sys.stdout.flush()
    return subprocess.run(list(map(str, command)), cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode


def environment() -> None:
    """.venv/ with exactly the pinned tools; nothing is done if they are there."""
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes() + sys.version.encode()).hexdigest()
    if STAMP.is_file() and STAMP.read_text() == wanted and PYTHON.is_file():
        return
    if not PYTHON.is_file():
        print("tests: making .venv/")
        run(sys.executable, "-m", "venv", VENV, help_="On Debian and Ubuntu: apt install python3-venv")
    print("tests: installing what tests/requirements.txt pins")
    run(
        *(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--require-hashes", "--requirement", REQUIREMENTS),
        help_="Is there a network connection? Run this again when there is.",
    )
    STAMP.write_text(wanted)


def browser() -> None:
    """A Chromium: the system's, else Debian's package, else the one that Playwright brings."""
    if any(map(shutil.which, BROWSERS)):
        return
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("tests: installing Debian's Chromium")
        if not call("apt-get", "update", "-qq") and not call("apt-get", "install", "-y", "-qq", "chromium"):
            return
    print("tests: fetching Playwright's Chromium, unless it is there")
    run(
        *(PYTHON, "-m", "playwright", "install", "chromium"),
        help_="No Chromium was found, and none could be installed. Install Chromium or Google Chrome.",
    )


def checks(arguments: Sequence[str]) -> int:
    """The linter, the type checker, the tests; all of them, whichever fails. The first failure's exit status."""
    run(PYTHON, "serve.py", "--build", ".site", help_="The site could not be built.")
    ends = []
    for name, command in {
        "ruff": ("ruff", "check"),
        "mypy": ("mypy", "--strict"),
    }.items():
        print(f"\ntests: {name}", flush=True)
        ends.append(call(PYTHON, "-m", *command))
        if ends[-1]:
            print(f"tests: {name} FAILED", flush=True)
    print("\ntests: pytest", flush=True)
    ends.append(call(PYTHON, "-m", "pytest", *arguments) if arguments else side_by_side())
    return next(filter(None, ends), 0)


def side_by_side() -> int:
    """All tests, by two processes where there are two cores; the first failure's exit status.

    One begins with the quick suites, the other with the browser's largest file; each takes the next file when it is
    done, so that both end at about the same time.
    """
    files = sorted((ROOT / "tests/e2e").glob("test_*.py"), key=lambda file: -file.stat().st_size)
    parts = [("tests/unit", "tests/pyodide"), *((str(file.relative_to(ROOT)),) for file in files)]
    with ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as hands:
        ends = list(hands.map(part, parts))
    failed = [" ".join(names) for names, end in zip(parts, ends, strict=True) if end]
    print(f"\ntests: FAILED in {', '.join(failed)}" if failed else "\ntests: all passed", flush=True)
    return next(filter(None, ends), 0)


def part(names: Sequence[str]) -> int:
    """Some tests in a process of their own, whose report is printed in one piece; the exit status."""
    command = (str(PYTHON), "-m", "pytest", "-p", "no:cacheprovider", *names)
    ran = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    print(ran.stdout.decode(errors="replace"), flush=True)
    return ran.returncode


def main() -> int:
    """The whole; the exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 - said in words to whoever has an older one
        print(f"The tests need Python 3.11 or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
        return 1
    try:
        environment()
        browser()
        return checks(sys.argv[1:])
    except SetUpError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
