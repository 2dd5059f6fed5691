"""Count errors, alarms and lost games when the page is reloaded during the first roll of a game.

Games among opponents are begun with animation, one after another. The page is reloaded after a random delay of up to a
second; the delays come from a fixed seed. The output counts the reloads after which the page reported an error, showed
its alarm (the message that the start failed), or did not show the game again.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from chowk.games import SHELF
from tests.bench.start import browser, serving
from tests.e2e.play import ORDERED
from tools.build.build_site import build

SEED = 42
WAIT_MS = 60_000
ALARM = "#boot-progress[role=alert]"
BACK = f"html[data-ready] .table .board canvas.ground, {ALARM}"


def main(argv: Sequence[str]) -> int:
    """Print the table of failed reloads. Return 1 if any reload failed."""
    parser = argparse.ArgumentParser(prog="bench reloads", description=__doc__)
    parser.add_argument("-n", type=int, default=50, help="reloads of each game (default 50)")
    parser.add_argument("--site", type=Path, help="a site built for tests before; by default it is built now")
    parser.add_argument("--games", nargs="*", default=list(SHELF))
    options = parser.parse_args(argv)
    wrong = 0
    print(f"{'game':12}{'reloads':>9}{'errors':>8}{'alarms':>8}{'not back':>10}", flush=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        site = options.site or Path(folder) / "site"
        if not options.site:
            build(site, say=lambda _: None, tested=True)
        with serving(site, packing=True) as base:
            for game in options.games:
                with browser(playwright, f"{folder}/{game}") as context:
                    counts = reloaded(context, base, game, options.n)
                print(f"{game:12}{options.n:9}{counts[0]:8}{counts[1]:8}{counts[2]:10}", flush=True)
                wrong += sum(counts)
    return 1 if wrong else 0


def reloaded(context: BrowserContext, base: str, game: str, count: int) -> tuple[int, int, int]:
    """Reload the page `count` times during a roll.

    Return how often it reported an error, how often it showed the alarm, and how often it lost the game.
    """
    random_ = random.Random(f"{SEED} {game}")
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    errors = alarms = lost = 0
    page.goto(f"{base}?test=1&rest=0")
    for _ in range(count):
        begun(page, game)
        page.wait_for_timeout(random_.uniform(0, 1000))
        complaints.clear()
        page.reload()
        try:
            page.locator(BACK).first.wait_for(state="attached", timeout=WAIT_MS)
        except PlaywrightError:
            lost += 1
        page.wait_for_timeout(200)
        alarm = page.locator(ALARM).count() > 0
        errors += bool(complaints)
        alarms += alarm
        if complaints:
            print("   ", complaints[0].strip().splitlines()[-1][:160], flush=True)
        if alarm or not page.locator(".table").count():
            page.goto(f"{base}?test=1&rest=0")
    page.close()
    return errors, alarms, lost


def begun(page: Page, game: str) -> None:
    """Begin a game between two opponents with full animation. The first opponent rolls at once."""
    page.locator("html[data-ready]").wait_for(state="attached", timeout=WAIT_MS)
    page.evaluate(ORDERED, [("home", ""), ("open", game), ("players", "2"), ("seat", "0 bot"), ("seat", "1 bot")])
    page.locator('[role="dialog"] [data-do="play"]').click()
    page.locator(".table .board canvas.ground").wait_for(state="attached", timeout=WAIT_MS)
