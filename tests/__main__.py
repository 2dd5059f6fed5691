"""Run every check from a fresh clone: `python3 -m tests`.

Create .venv/ with the tools pinned in tests/requirements.txt, find or install a browser, build the site, and run the
linter, the type checker and all tests in several processes. `python3 -m tests tests/unit` runs only that folder. Other
arguments go to pytest: `python3 -m tests tests/unit -k reversi`, `-m deep`; `-m engines` installs Firefox and WebKitGTK
where possible and plays in them. `python3 -m tests --quick` runs only the tests that a change affects, in a minute
(`tests/quick.py`).
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
REQUIREMENTS = ROOT / "tests/requirements.txt"
STAMP = VENV / "chowk-tests.sha256"
SITE = ROOT / ".cache/site"
"""Folder into which the tested site is built. `serve.py` uses another folder, so both can be open together."""
ROOMS = ("tests/pyodide", "tests/unit", "tests/e2e")
LONG = {
    "test_every_screen",
    "test_languages",
    "test_offline",
    "test_reload",
    "test_apart",
    "test_commands",
    "test_new_games",
}
"""Names of test files to start first.

Each takes about a minute and would otherwise keep the other processes waiting.
"""
HANDS = min(2, os.cpu_count() or 1)
WAITING = 1
"""Number of additional processes for browser tests, which often wait for frames and the clock."""
TEST_S = 420
"""Seconds after which a test counts as hung.

Its process then prints a traceback and exits, and the other processes take over its files.
"""
SECOND_TRIES = 3
"""Maximum number of browser tests that are run a second time after they failed."""
WHOLE_S = 4_800
"""Seconds after which a process that runs checks is stopped, so that the finished checks are still reported."""
CHECKS = {"ruff": ("ruff", "check"), "mypy": ("mypy", "--strict")}
ENGINES = {"firefox-esr": "firefox-esr", "webkit2gtk-driver": "WebKitWebDriver", "xvfb": "Xvfb"}
"""Debian packages of the other browser engines, each with a program that exists if the package is installed."""
SHELL = "chromium-headless-shell"
"""Debian package of headless Chromium: the same version and engine, but faster in tests."""
OUTCOME = re.compile(r"\b\d+ (?:failed|errors?)(?:, )?(?=.* in [\d.]+s)")
"""The numbers of failures and errors in the last line of a report of pytest."""
BROWSERS = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class SetUpError(Exception):
    """Raised if a requirement of the tests cannot be installed. The message says how to install it."""


def run(*command: str | Path, help_: str = "") -> None:
    """Run a command that must succeed. If it fails, raise `SetUpError` with the command and the advice `help_`."""
    if call(*command):
        raise SetUpError(f"\nThis failed: {' '.join(map(str, command))}\n{help_}")


def call(*command: str | Path) -> int:
    """Run a command in the project's folder and return its exit status."""
    sys.stdout.flush()
    return subprocess.run(list(map(str, command)), cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode


def environment() -> None:
    """Create .venv/ with exactly the pinned tools, unless it is up to date."""
    digest = hashlib.sha256(REQUIREMENTS.read_bytes() + sys.version.encode()).hexdigest()
    if STAMP.is_file() and STAMP.read_text() == digest and PYTHON.is_file():
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
    STAMP.write_text(digest)


def browser() -> None:
    """Install Chromium if there is none: Debian's packages if possible, else Playwright's build."""
    if any(map(shutil.which, BROWSERS)):
        return
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("tests: installing Debian's Chromium")
        install = ("apt-get", "install", "-y", "-qq", "chromium")
        if not call("apt-get", "update", "-qq") and not (call(*install, SHELL) and call(*install)):
            return
    print("tests: fetching Playwright's Chromium, unless it is there")
    run(
        *(PYTHON, "-m", "playwright", "install", "chromium"),
        help_="No Chromium was found, and none could be installed. Install Chromium or Google Chrome.",
    )


def web_server() -> None:
    """Install Debian's nginx, which one test of web hosts needs; without it that test is skipped with a message."""
    if not shutil.which("nginx") and shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("tests: installing Debian's nginx")
        call("apt-get", "update", "-qq")
        call("apt-get", "install", "-y", "-qq", "--no-install-recommends", "nginx-light")


def engines() -> None:
    """Install Firefox and WebKitGTK from Debian if they are missing. Tests skip engines that cannot be installed."""
    missing = [package for package, program in ENGINES.items() if not shutil.which(program)]
    if missing and shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print(f"tests: installing {', '.join(missing)}")
        call("apt-get", "update", "-qq")
        call("apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing)


def checks(arguments: Sequence[str]) -> int:
    """Run the linter, the type checker and the tests, each even if another fails.

    Return the first failing exit status, or 0.
    """
    if set(arguments) <= set(ROOMS):
        return side_by_side(arguments or ROOMS)
    build()
    ends = []
    for name, command in {**CHECKS, "pytest": ("pytest", *arguments)}.items():
        print(f"\ntests: {name}", flush=True)
        ends.append(call(PYTHON, "-m", *command))
        if ends[-1]:
            print(f"tests: {name} FAILED", flush=True)
    return next(filter(None, ends), 0)


def build() -> None:
    """Build the site that the tests use, in the folder `SITE`."""
    run(PYTHON, "serve.py", "--build", SITE, "--tested", help_="The site could not be built.")


def side_by_side(rooms: Sequence[str]) -> int:
    """Run the linter, the type checker and the tests of some folders in parallel.

    Return the first failing exit status, or 0.

    The linter and the type checker start while the site is being built, since they do not need it. The unit tests run
    in `HANDS` processes and the browser tests in `HANDS + WAITING`; each process takes the next file, the largest
    first, until none is left, so that all end at about the same time.
    """
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(HANDS + WAITING) as hands:
        begun = {name: hands.submit(part, name, command, began + WHOLE_S) for name, command in CHECKS.items()}
        build()
        # A copy, because the tests of the commands rebuild the site.
        site = shutil.copytree(SITE, Path(folder) / "site")
        for name, command in (pair for room in rooms for pair in parts(room, site, Path(folder))):
            begun[name] = hands.submit(part, name, command, began + WHOLE_S)
        ends = {name: task.result() for name, task in begun.items()}
        ends |= second_tries(ends, lambda name, tests: part(name, (*browser_tests(site), *tests), began + WHOLE_S))
    failed = [name for name, (end, _) in ends.items() if end]
    print(f"\ntests: FAILED in {', '.join(failed)}" if failed else "\ntests: all passed", flush=True)
    print(f"tests: {time.monotonic() - began:.0f} s", flush=True)
    reports = [report for _, report in ends.values()]
    passed, lost, broken = (sum(map(count_of(what), reports)) for what in ("passed", "failed", "errors?"))
    print(f"{passed} passed, {lost + broken} failed", flush=True)
    return next((end for end, _ in ends.values() if end), 0)


def second_tries(
    ends: Mapping[str, tuple[int, str]], attempt: Callable[[str, Sequence[str]], tuple[int, str]]
) -> dict[str, tuple[int, str]]:
    """Run failed browser tests once more, after all other checks. Return the new or changed entries of `ends`.

    `ends` maps the name of each process of the run to its exit status and report. `attempt(name, tests)` runs tests in
    a process with this name, and returns its exit status and report. Browser tests depend on the load of the machine,
    so a test that passes this time does not make the run fail. It is printed as unstable: a defect to be mended.
    Nothing is run again if more than `SECOND_TRIES` browser tests failed, or if a process ended without a report.
    """
    lost = {name: report for name, (end, report) in ends.items() if end and name.startswith("tests/e2e")}
    failed = {name: failed_tests(report) for name, report in lost.items()}
    tests = sorted({test for names in failed.values() for test in names})
    counted = [count_of("failed")(report) + count_of("errors?")(report) for report in lost.values()]
    if not 0 < len(tests) <= SECOND_TRIES or not all(counted) or counted != [len(names) for names in failed.values()]:
        return {}
    end, report = attempt("tests/e2e, second try", tests)
    if end:
        return {}
    print(f"\ntests: UNSTABLE, passed only at the second try: {', '.join(tests)}", flush=True)
    return {name: (0, OUTCOME.sub("", report)) for name, report in lost.items()} | {
        "tests/e2e, second try": (0, report)
    }


def failed_tests(report: str) -> list[str]:
    """Return the pytest names of the browser tests that failed or had an error, read from pytest's summary."""
    return re.findall(r"^(?:FAILED|ERROR) (tests/e2e/\S+::.+?)(?: - .*)?$", report, re.M)


def count_of(what: str) -> Callable[[str], int]:
    """Return a function that reads from pytest's report how many tests have an outcome, such as "passed".

    `what` is a regular expression for the outcome.
    """
    line = re.compile(rf"^.*\b(\d+) (?:{what})\b.* in [\d.]+s", re.M)
    return lambda report: sum(map(int, line.findall(report)))


def files(room: str) -> list[str]:
    """Return the test files of a folder in starting order: the slow ones of `LONG` first, then by size."""

    def place(path: Path) -> tuple[bool, int, Path]:
        return path.stem not in LONG, -path.stat().st_size, path

    paths = sorted((ROOT / room).rglob("test_*.py"), key=place)
    return [path.relative_to(ROOT).as_posix() for path in paths]


def parts(room: str, site: Path, folder: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name and command of each process that tests the folder `room` with the built site.

    `folder` is an empty folder for temporary files.
    """
    command = browser_tests(site) if room == "tests/e2e" else all_tests(site)
    if room == "tests/pyodide":
        yield room, (*command, room)
        return
    shared = folder / room.replace("/", "-")
    shared.mkdir()
    hands = HANDS + WAITING if room == "tests/e2e" else HANDS
    for hand in range(hands):
        yield f"{room}, {hand + 1} of {hands}", (*command, "--shared", str(shared), *files(room))


def all_tests(site: Path) -> tuple[str, ...]:
    """Return the pytest command for tests of the built site. The caller appends the paths of the tests to run."""
    command = ("pytest", "-q", "-p", "no:cacheprovider", "--durations=12", "--durations-min=5", "--site", str(site))
    return (*command, "-o", f"faulthandler_timeout={TEST_S}", "-o", "faulthandler_exit_on_timeout=true")


def browser_tests(site: Path) -> tuple[str, ...]:
    """Return the pytest command for browser tests of the built site, without the names of the tests."""
    # The plugin for property tests takes seconds to load and is not used there.
    return (*all_tests(site), "-p", "no:hypothesispytest")


def part(name: str, command: Sequence[str], until: float) -> tuple[int, str]:
    """Run one check in its own process, print its report in one piece, and return its exit status and report.

    The process is stopped at `until`, in seconds of the monotonic clock.
    """
    whole = (str(PYTHON), "-m", *command)
    # Byte code is cached once for all processes, whatever the environment sets.
    around = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(ROOT / ".cache/compiled")}
    left = max(0.0, until - time.monotonic())
    with (
        tempfile.TemporaryFile() as output
    ):  # not a pipe: a grandchild of a stopped process could keep it open for ever
        try:
            end = subprocess.run(
                whole, cwd=ROOT, env=around, stdin=subprocess.DEVNULL, stdout=output, stderr=output, timeout=left
            ).returncode
        except subprocess.TimeoutExpired:
            end = 1
            output.write(b"\ntests: ended, for it took too long\n")
        output.seek(0)
        report = output.read().decode(errors="replace")
    print(f"\ntests: {name}\n{report}", flush=True)
    return end, report


def main() -> int:
    """Run the command: install the requirements and run the checks. Return the exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 - older versions get this message
        print(f"The tests need Python 3.11 or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
        return 1
    try:
        environment()
        if sys.argv[1:] == ["--quick"]:
            return call(PYTHON, "-m", "tests.quick")
        browser()
        web_server()
        arguments = sys.argv[1:]
        if "engines" in arguments:
            engines()
            arguments = [*arguments, "tests/engines"]  # the folder has exactly the tests with this mark
        return checks(arguments)
    except SetUpError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
