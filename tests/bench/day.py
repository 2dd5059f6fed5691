"""Play games for a day on a simulated phone, and count reloads, losses and errors, and the growth of memory.

The page has the window of a phone and is played by touch, and its processor is slowed down. All processes of the
browser together have at most `--limit` megabytes, if the system has control groups and lets a user create one. For each
game, one after another, a person plays against the usual opponent. Each game is disturbed three times:

* first, the page is frozen, as in a tab in the background, and wakes up some seconds later;
* later, the system reports that memory is short, and the browser collects unused memory;
* finally, the page is reloaded.

Then the game is analysed for `--analysis` seconds, and the player goes home. The columns are:

* `moves`: moves of all players. A game ends without a result after `--most` of them.
* `reloads`: reloads and crashes of the page that nobody asked for.
* `lost`: disturbances after which a move was missing, and finished games that are not kept.
* `errors`: uncaught errors and errors in the console.
* `MB`: private memory of the page's process on the home page afterwards, after unused memory was collected.
* `nodes`, `listeners`: nodes of all documents and listeners of events at the same time.

With `--keep FOLDER`, the browser's profile and the lines are kept there, and the same command goes on after the last
complete line.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import BrowserContext, CDPSession, Error, Page, Playwright, sync_playwright

from chowk.games import SHELF
from tests.bench.phones import DENSE, HEIGHT, WIDTH, touched
from tests.bench.start import memory, serving
from tests.e2e.conftest import HOME, PRESSED
from tests.e2e.play import begin, state, wait_for_turn, wait_until
from tools.build.build_site import build

GROUPS: Final = (
    (Path("/sys/fs/cgroup/memory"), "memory.limit_in_bytes", "memory.max_usage_in_bytes"),
    (Path("/sys/fs/cgroup"), "memory.max", "memory.peak"),
)
"""Folders of control groups in both versions, each with the names of the files for the limit and the greatest use."""
FROZEN_MS: Final = 4000
"""Milliseconds for which the page is frozen."""
READY: Final = "html[data-ready]"
START_MS: Final = 180_000
REACT_MS: Final = 15_000
"""Maximum milliseconds until a touch changes something. After that, the command is run without a touch."""
COLUMNS: Final = ("moves", "reloads", "lost", "errors", "MB", "nodes", "listeners")


def main(argv: Sequence[str]) -> int:
    """Play the day, print a line for each game, and return 1 if anything was reloaded or lost, or an error occurred."""
    parser = argparse.ArgumentParser(prog="bench day", description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="games of each kind (default 10)")
    parser.add_argument("--kinds", nargs="+", choices=SHELF, default=list(SHELF), help="kinds of games (default all)")
    parser.add_argument("--slow", type=float, default=6, help="factor of the slower processor (default 6)")
    parser.add_argument("--most", type=int, default=400, help="most moves of a game (default 400)")
    parser.add_argument("--analysis", type=float, default=600, help="seconds of analysis after each game (default 600)")
    parser.add_argument("--limit", type=int, default=2048, help="megabytes of all processes, 0 for any (default 2048)")
    parser.add_argument("--speed", default="normal", choices=("normal", "fast", "off"), help="of animations")
    parser.add_argument("--keep", type=Path, help="a folder for the profile and the lines, to go on later")
    parser.add_argument("--site", type=Path, help="a site that was built with --tested; by default it is built now")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        keep = options.keep or Path(folder) / "kept"
        keep.mkdir(parents=True, exist_ok=True)
        site = options.site or Path(folder) / "site"
        if not options.site:
            build(site, say=lambda _: None, tested=True)
        with serving(site, packing=True) as base, limited(Path(folder), options.limit) as (chromium, group):
            print(f"load of the machine, 1, 5 and 15 minutes: {os.getloadavg()}, {os.cpu_count()} cores")
            print(f"memory of the browser: {'at most ' + str(options.limit) + ' MB' if group else 'no limit'}")
            print(f"{'game':16}" + "".join(f"{name:>10}" for name in COLUMNS), flush=True)
            lines = played(playwright, base, chromium, keep, options)
            used = f", {group.read_text().strip()} bytes at most" if group is not None and group.exists() else ""
    totals = [sum(line[name] for line in lines) for name in ("reloads", "lost", "errors")]
    grown = lines[-1]["MB"] - lines[0]["MB"]
    print(f"{len(lines)} games, reloads, lost and errors {totals}, memory grew by {grown:.0f} MB{used}")
    return int(any(totals))


@contextmanager
def limited(folder: Path, limit: int) -> Iterator[tuple[str, Path | None]]:
    """Yield the program to start as the browser, and the file in which the system records the browser's peak memory.

    All processes of the browser together may use `limit` megabytes. If `limit` is 0, or if the system allows no limit,
    the memory is not limited and the file is None.
    """
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or "chromium"
    for root, most, peak in GROUPS if limit else ():
        group = root / f"chowk-day-{os.getpid()}"
        try:
            group.mkdir()
            (group / most).write_text(str(limit << 20))
        except OSError:
            with suppress(OSError):
                group.rmdir()
            continue
        program = folder / "browser"
        program.write_text(f'#!/bin/sh\necho $$ > {group}/cgroup.procs\nexec {chromium} "$@"\n')
        program.chmod(0o755)
        yield str(program), group / peak
        with suppress(OSError):
            group.rmdir()
        return
    yield chromium, None


def played(
    playwright: Playwright, base: str, chromium: str, keep: Path, options: argparse.Namespace
) -> list[dict[str, Any]]:
    """Play all games that have no line in the folder `keep` yet. Return all lines in the order of play."""
    file = keep / "day.json"
    lines: list[dict[str, Any]] = json.loads(file.read_text()) if file.exists() else []
    for line in lines:
        print(written(line), flush=True)
    left = [(kind, number) for number in range(options.games) for kind in options.kinds][len(lines) :]
    if not left:
        return lines
    context = playwright.chromium.launch_persistent_context(
        keep / "profile",
        executable_path=chromium,
        args=["--no-sandbox", "--disable-gpu"],
        viewport={"width": WIDTH, "height": HEIGHT},
        device_scale_factor=DENSE,
        has_touch=True,
        is_mobile=True,
    )
    phone = Phone(context, f"{base}?test=1&speed={options.speed}", options.slow)
    for kind, number in left:
        try:
            figures = phone.game(kind, options.most, options.analysis)
        except Error as error:
            figures = phone.renewed(error)
        line = figures | {"game": f"{kind} {number + 1}"}
        lines.append(line)
        file.write_text(json.dumps(lines, indent=1))
        print(written(line), flush=True)
    context.close()
    return lines


def written(line: dict[str, Any]) -> str:
    """Return the figures of a game, given by column, as a line of the table."""
    return f"{line['game']:16}" + "".join(f"{line[name]:10.0f}" for name in COLUMNS)


class Phone:
    """A page on a simulated phone, and what has gone wrong in the present game."""

    def __init__(self, context: BrowserContext, address: str, slow: float) -> None:
        self._context, self._address, self._slow = context, address, slow
        self._errors = self._unasked = self._lost = 0
        self._asked = False  # True while the page is to navigate
        self.page: Page = context.pages[0]
        self._devtools = self._opened()

    def _opened(self) -> CDPSession:
        page = self.page
        page.on("pageerror", self._failed)
        page.on("console", lambda line: self._failed(line.text) if line.type == "error" else None)
        page.on("domcontentloaded", lambda _: self._navigated())  # comes with every new document
        page.on("crash", lambda _: self._navigated())
        devtools = self._context.new_cdp_session(page)
        devtools.send("Performance.enable")
        devtools.send("HeapProfiler.enable")
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": self._slow})
        self._load(lambda: page.goto(self._address))
        return devtools

    def _failed(self, error: object) -> None:
        self._errors += 1
        print("   ", str(error).strip().splitlines()[-1][:160], flush=True)

    def _navigated(self) -> None:
        self._unasked += not self._asked

    def _load(self, navigate: Any) -> None:
        self._asked = True
        navigate()
        self.page.locator(READY).wait_for(state="attached", timeout=START_MS)
        self._asked = False

    def game(self, kind: str, most: int, analysis: float) -> dict[str, Any]:
        """Play a game of at most `most` moves with disturbances, and analyse it for `analysis` seconds.

        Return the figures of its line.
        """
        self._errors = self._unasked = self._lost = 0
        page, disturbances = self.page, [self._freeze, self._press, self._reload]
        begin(page, kind, "0 person", "1 bot")
        now = wait_for_turn(page)
        while not now["over"] and now["ply"] < most:
            if disturbances and now["ply"] >= (4 - len(disturbances)) * min(most, 40) // 4:
                self._disturb(disturbances.pop(0))
            self._point(wait_for_turn(page))
            now = wait_for_turn(page)
        moves = now["ply"]
        kept = state(page)["saves"]
        page.evaluate(PRESSED, ["close", ""])
        page.evaluate(PRESSED, ["analyse", ""])
        page.wait_for_timeout(analysis * 1000)
        page.evaluate(HOME)
        wait_until(page, "s.screen === 'home' || s.screen === 'table'")
        page.evaluate(HOME)  # from an analysis, the first way leads back to the game
        after = wait_until(page, "s.screen === 'home'")
        self._lost += len(set(kept) - set(after["saves"]))
        return self._figures(moves)

    def renewed(self, error: Error) -> dict[str, Any]:
        """After an error in a game, open a new page, and return the figures of the game's line."""
        self._failed(error)
        before, self.page = self.page, self._context.new_page()
        before.close()
        self._devtools = self._opened()
        return self._figures(0)

    def _figures(self, moves: int) -> dict[str, Any]:
        self._press()
        metrics = {row["name"]: row["value"] for row in self._devtools.send("Performance.getMetrics")["metrics"]}
        return {
            "moves": moves,
            "reloads": self._unasked,
            "lost": self._lost,
            "errors": self._errors,
            "MB": memory(self._context),
            "nodes": metrics["Nodes"],
            "listeners": metrics["JSEventListeners"],
        }

    def _point(self, now: dict[str, Any]) -> None:
        """Touch the first open spot (place of the next tap), or the dice if a roll is due.

        `now` is the page's state. If the page does not react, run the command that the touch stands for.
        """
        if now["over"]:
            return
        page, unchanged = self.page, f"s.ply === {now['ply']} && s.open.join() === {json.dumps(','.join(now['open']))}"
        with suppress(Error):
            if (now["open"] or now["rolling"] is not None) and touched(page, now):
                wait_until(page, f"!({unchanged}) || s.over", REACT_MS)
                return
        page.evaluate(PRESSED, ["close", ""] if state(page)["sheet"] else ["cancel", ""])
        spot = now["open"][0] if now["open"] else ""
        command = ["roll", ""] if now["rolling"] is not None else ["tap", spot] if spot else ["go-on", ""]
        page.evaluate(PRESSED, ["confirm", ""] if spot == "tick" else command)
        wait_until(page, f"!({unchanged}) || s.over || s.rolling !== null")

    def _disturb(self, disturbance: Any) -> None:
        """Call a method that disturbs the page, and count a loss if a move is missing afterwards."""
        before = state(self.page)
        disturbance()
        after = wait_for_turn(self.page)
        self._lost += after.get("game") != before["game"] or after["moves"][: len(before["moves"])] != before["moves"]

    def _freeze(self) -> None:
        self._devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
        self.page.wait_for_timeout(FROZEN_MS)
        self._devtools.send("Page.setWebLifecycleState", {"state": "active"})

    def _press(self) -> None:
        """Simulate the system's notice that memory is short, and make the browser collect unused memory."""
        with suppress(Error):  # only some builds of the browser know it
            self._devtools.send("Memory.simulatePressureNotification", {"level": "critical"})
        self._devtools.send("HeapProfiler.collectGarbage")

    def _reload(self) -> None:
        self._load(self.page.reload)
        wait_until(self.page, "s.screen === 'table'", START_MS)
