"""Everything that is checked, from a fresh clone: `python3 -m tests`.

Makes .venv/ with the tools that tests/requirements.txt pins, finds a browser or installs one, builds the site and
runs the linter, the type checker and all tests, by some processes; `python3 -m tests tests/unit` leaves the other
rooms out. Anything else that follows on the command line goes to pytest: `python3 -m tests tests/unit -k reversi`,
`-m deep`; `-m engines` installs Firefox and WebKitGTK where it can, and plays in them.
`python3 -m tests --quick` asks only what a change touches, in a minute (`tests/quick.py`).
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
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
REQUIREMENTS = ROOT / "tests/requirements.txt"
STAMP = VENV / "chowk-tests.sha256"
SITE = ROOT / ".cache/site"
"""Not where `serve.py` builds what it shows, which may be open beside the tests."""
ROOMS = ("tests/pyodide", "tests/unit", "tests/e2e")
LONG = {"test_every_screen", "test_languages", "test_offline", "test_reload", "test_apart", "test_commands"}
"""Files that are begun first: each takes a minute or so, and one that was begun last would keep a process waiting."""
HANDS = min(2, os.cpu_count() or 1)
WAITING = 1
"""So many processes more than there are hands: tests of the page wait now and then for its frames and its clock."""
TEST_S = 420
"""After so many seconds a test hangs: its process says where, and ends; the others take what is left."""
WHOLE_S = 4_800
"""After so many seconds what still runs is ended, so that a report is left of what did."""
CHECKS = {"ruff": ("ruff", "check"), "mypy": ("mypy", "--strict")}
ENGINES = {"firefox-esr": "firefox-esr", "webkit2gtk-driver": "WebKitWebDriver", "xvfb": "Xvfb"}
"""Debian's packages for the other engines, and the program by which one is known."""
SHELL = "chromium-headless-shell"
"""Chromium without a window, of the same version and engine, which Debian has apart: tests take less time in it."""
BROWSERS = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


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
    """A Chromium: the system's, else Debian's packages, else the one that Playwright brings."""
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
    """Install Debian's nginx, which one test of web hosts asks for; without it that test is left out, with a word."""
    if not shutil.which("nginx") and shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("tests: installing Debian's nginx")
        call("apt-get", "update", "-qq")
        call("apt-get", "install", "-y", "-qq", "--no-install-recommends", "nginx-light")


def engines() -> None:
    """Firefox and WebKitGTK from Debian, where they are missing; what cannot be had is left out, with a word."""
    missing = [package for package, program in ENGINES.items() if not shutil.which(program)]
    if missing and shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print(f"tests: installing {', '.join(missing)}")
        call("apt-get", "update", "-qq")
        call("apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing)


def checks(arguments: Sequence[str]) -> int:
    """The linter, the type checker, the tests; all of them, whichever fails. The first failure's exit status."""
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
    """The site that is tested."""
    run(PYTHON, "serve.py", "--build", SITE, "--tested", help_="The site could not be built.")


def side_by_side(rooms: Sequence[str]) -> int:
    """All checks and the tests of these rooms, by three processes where there are two cores.

    The linter and the type checker begin while the site is built, which they do not ask for. Each process takes the
    next part when it is done with one. The unit tests are two parts, and the browser's three: processes that take the
    next file, the largest first, until none is left, so that all end at about the same time. The first failure's exit
    status.
    """
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(HANDS + WAITING) as hands:
        begun = {name: hands.submit(part, name, command, began + WHOLE_S) for name, command in CHECKS.items()}
        build()
        # A copy: tests of the commands build the site itself anew.
        site = shutil.copytree(SITE, Path(folder) / "site")
        for name, command in (one for room in rooms for one in parts(room, site, Path(folder))):
            begun[name] = hands.submit(part, name, command, began + WHOLE_S)
        ends = {name: one.result() for name, one in begun.items()}
    failed = [name for name, (end, _) in ends.items() if end]
    print(f"\ntests: FAILED in {', '.join(failed)}" if failed else "\ntests: all passed", flush=True)
    print(f"tests: {time.monotonic() - began:.0f} s", flush=True)
    reports = [report for _, report in ends.values()]
    passed, lost, broken = (sum(map(count_of(what), reports)) for what in ("passed", "failed", "errors?"))
    print(f"{passed} passed, {lost + broken} failed", flush=True)
    return next((end for end, _ in ends.values() if end), 0)


def count_of(what: str) -> Callable[[str], int]:
    """Reads from a report of pytest how many tests `what` says, such as "passed"; other reports have none."""
    line = re.compile(rf"^.*\b(\d+) (?:{what})\b.* in [\d.]+s", re.M)
    return lambda report: sum(map(int, line.findall(report)))


def files(room: str) -> list[str]:
    """The files of tests in a room, in the order in which they are begun: what takes long tends to be large."""

    def place(path: Path) -> tuple[bool, int, Path]:
        return path.stem not in LONG, -path.stat().st_size, path

    paths = sorted((ROOT / room).rglob("test_*.py"), key=place)
    return [path.relative_to(ROOT).as_posix() for path in paths]


def parts(room: str, site: Path, folder: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The commands that run the tests of a room over a site that is built, by their names; `folder` is a new one."""
    command: tuple[str, ...] = ("pytest", "-q", "-p", "no:cacheprovider", "--site", str(site))
    command += ("-o", f"faulthandler_timeout={TEST_S}", "-o", "faulthandler_exit_on_timeout=true")
    if room == "tests/pyodide":
        yield room, (*command, room)
        return
    if room == "tests/e2e":
        command = (*command, "-p", "no:hypothesispytest")  # which takes seconds to begin, and has nothing to do there
    shared = folder / room.replace("/", "-")
    shared.mkdir()
    hands = HANDS + WAITING if room == "tests/e2e" else HANDS
    for hand in range(hands):
        yield f"{room}, {hand + 1} of {hands}", (*command, "--shared", str(shared), *files(room))


def part(name: str, command: Sequence[str], until: float) -> tuple[int, str]:
    """One of the checks in a process of its own, whose report is printed in one piece; the exit status, the report.

    It is ended where it takes longer than `until`, in seconds of the monotonic clock.
    """
    whole = (str(PYTHON), "-m", *command)
    # Compiled once for all processes, whatever the machine says of that.
    around = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(ROOT / ".cache/compiled")}
    left = max(0.0, until - time.monotonic())
    with tempfile.TemporaryFile() as said:  # no pipe: what a process that is ended has begun may hold one open for ever
        try:
            end = subprocess.run(
                whole, cwd=ROOT, env=around, stdin=subprocess.DEVNULL, stdout=said, stderr=said, timeout=left
            ).returncode
        except subprocess.TimeoutExpired:
            end = 1
            said.write(b"\ntests: ended, for it took too long\n")
        said.seek(0)
        report = said.read().decode(errors="replace")
    print(f"\ntests: {name}\n{report}", flush=True)
    return end, report


def main() -> int:
    """The whole; the exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 - said in words to whoever has an older one
        print(f"The tests need Python 3.11 or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
        return 1
    try:
        environment()
        if sys.argv[1:] == ["--quick"]:
            return call(PYTHON, "-m", "tests.quick")
        browser()
        web_server()
        asked = sys.argv[1:]
        if "engines" in asked:
            engines()
            asked = [*asked, "tests/engines"]  # all of these tests lie there
        return checks(asked)
    except SetUpError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
