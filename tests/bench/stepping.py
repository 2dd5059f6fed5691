"""Measure the time of one step back through the moves in the page, in a game of 4,000 moves and in a short one.

Four kings of checkers move to and fro, under house rules that do not end such a game. The game is opened from a link.
Pressing the page's own controls then browses its moves backwards (`back`) and takes them back (`undo`). Work is the
processor time of the page's main thread, Python and document together. The display time ends when the second frame
after the press begins.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from statistics import median
from typing import Any, Final

from playwright.sync_api import Page

from chowk.core.match import Match
from chowk.features.sharing import game_link
from chowk.games import load
from chowk.storage.plan import Plan, SeatPlan
from tests.bench._browser import ask_for_site, browsing
from tests.e2e.looking import press
from tests.e2e.play import wait_until

LENGTHS: Final = (40, 4000)
ROUND: Final = ("1-5", "32-28", "5-1", "28-32")
STEP: Final = """(name) => new Promise((done) => {
  const began = performance.now();
  const button = document.createElement("button");
  button.dataset.do = name;
  document.body.append(button);
  button.click();
  button.remove();
  requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - began)));
})"""


def main(argv: Sequence[str]) -> int:
    """Print the table of times and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench stepping", description=__doc__)
    parser.add_argument("-n", type=int, default=20, help="steps of each kind (default 20)")
    ask_for_site(parser)
    options = parser.parse_args(argv)
    with browsing(options.site) as (browser, base):
        print(f"{'moves':>6} {'step':6}{'work':>8}{'worst':>8}{'shown':>8}{'worst':>8}   (ms, medians)")
        for length in LENGTHS:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(f"{base}?test=1&speed=off{link(length)}")
            page.wait_for_selector("html[data-ready]", state="attached", timeout=120_000)
            wait_until(page, f"s.screen === 'table' && s.ply === {length}")
            press(page, "play-on")
            page.locator('[role="dialog"] [data-do="play"]').press("Enter")
            wait_until(page, "s.awaited !== null")
            for name in ("undo", "back"):
                work, shown = zip(*steps(page, name, options.n), strict=True)
                figures = (median(work), max(work), median(shown), max(shown))
                print(f"{length:6} {name:6}" + "".join(f"{figure:8.1f}" for figure in figures), flush=True)
            page.close()
    return 0


def link(length: int) -> str:
    """Return the link to a game of `length` moves."""
    game, rules = load("checkers"), {"repetition": "off", "forty": "off"}
    start = game.notation.read_position("B:WK18,K32:BK1,K12 repetition=off forty=off")
    match: Match[Any, Any] = Match(game.ruleset, start)
    for ply in range(length):
        match.push(ROUND[ply % len(ROUND)])
    return game_link.write(match, Plan("checkers", (SeatPlan(), SeatPlan()), rules))


def steps(page: Page, name: str, count: int) -> list[tuple[float, float]]:
    """Press a control `count` times. Return two times for each press, in milliseconds.

    The first is the work of the page's main thread, the second is the time until the step is shown.
    """
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")) * 1000

    def step() -> tuple[float, float]:
        before = spent()
        shown = float(page.evaluate(STEP, name))
        return spent() - before, shown

    return [step() for _ in range(count)]
