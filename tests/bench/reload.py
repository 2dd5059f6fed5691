"""Measure the time from an edit until an open page shows it, with `python3 serve.py` on a copy of the project.

A style sheet, a page in Python, a game and a catalogue are edited in turn. Each time the measurement waits until the
page has reloaded and is usable. The time of a manual reload is printed for comparison.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shutil import which

from playwright.sync_api import Error, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
LINKED = ("node_modules", "vendor")
EDITS = {
    "css/home.css": "\n/* {} */\n",
    "py/chowk/ui/screens/home.py": "\n# {}\n",
    "py/chowk/games/reversi/ui/speech.py": "\n# {}\n",
    "py/chowk/locale/pa.po": "\n# {}\n",
}
LOADED = "!window.before && document.documentElement.hasAttribute('data-ready')"
PATIENCE_S = 60
AHEAD_S = 25
ARGS = ["--no-sandbox", "--disable-gpu"]


def main(argv: Sequence[str]) -> int:
    """Print a line for each kind of edit, and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench reload", description=__doc__)
    parser.add_argument("-n", type=int, default=3, help="edits of each kind (default 3)")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        copy = Path(folder) / "project"
        left = shutil.ignore_patterns(".*", "__pycache__", *LINKED)
        shutil.copytree(ROOT, copy, ignore=left)
        for name in LINKED:
            (copy / name).symlink_to(ROOT / name)
        with (
            serving(copy) as address,
            playwright.chromium.launch(
                executable_path=which("chromium-headless-shell") or which("chromium"), args=ARGS
            ) as browser,
        ):
            page = browser.new_page()
            page.goto(address)
            page.wait_for_timeout(AHEAD_S * 1000)  # meanwhile the server compiles the files that it sent as source
            page.wait_for_selector("html[data-ready]", state="attached", timeout=1000 * PATIENCE_S)
            by_hand = statistics.median(shown(page, page.reload) for _ in range(options.n))
            print(f"by hand  {by_hand:.2f} s")
            for name, edit in EDITS.items():
                times = [shown(page, partial(append, copy / name, edit)) for _ in range(options.n)]
                middle = statistics.median(times)
                print(f"{name:34} {middle:.2f} s, {middle / by_hand:.1f} x, worst {max(times):.2f} s")
    return 0


def append(path: Path, edit: str) -> None:
    """Edit a file without changing anything visible.

    `edit` is the text to append. The present time replaces the `{}` in it.
    """
    path.write_text(path.read_text("utf-8") + edit.format(time.time()), "utf-8")


def shown(page: Page, edit: Callable[[], object]) -> float:
    """Carry out an edit, and return the seconds until the page has reloaded and is usable."""
    page.wait_for_timeout(8000)  # the deferred work of the last load is done by then
    page.evaluate("window.before = true")
    began = time.monotonic()
    edit()
    while time.monotonic() - began < PATIENCE_S:
        try:
            if page.evaluate(LOADED):
                return time.monotonic() - began
        except Error:
            pass  # the page is reloading
        time.sleep(0.02)
    raise TimeoutError("the page was not loaded anew")


@contextmanager
def serving(project: Path) -> Iterator[str]:
    """Serve a project in development mode and yield its address."""
    command = [sys.executable, "-u", "serve.py", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            line = next(line for line in server.stdout if line.startswith("Chowk is at "))
            yield line.split()[3]
        finally:
            server.terminate()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
