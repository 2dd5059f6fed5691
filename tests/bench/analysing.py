"""Measure the memory of an analysis that runs for an hour, or the time until a position's first values appear.

The memory is that of the page's process, including the opponents' worker. Games are analysed one after another, without
a time limit for a position. Every few seconds, one of the best moves is played at random, or some moves are taken back,
so that the tree of moves grows and branches. The private memory of the process is printed at regular intervals.

With `--soon N` the measurement prints two kinds of times for each game, in seconds: until the first value is visible,
and until the search reaches 12 moves or the end. The first time is measured once from the home page, with opponents not
yet loaded. Both are then measured at N positions of a game of best moves, and given as the median and the maximum.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from random import Random
from statistics import median
from typing import Final

from playwright.sync_api import BrowserContext, Page

from chowk.games import SHELF
from tests.bench._browser import ask_for_site, browsing
from tests.bench.start import memory
from tests.e2e.looking import press
from tests.e2e.play import state, wait_until

DEEP: Final = 12
"""Depth in moves that an analysis must reach, unless the game ends earlier."""
PATIENCE_MS: Final = 30_000
"""Maximum wait until the analysis reaches `DEEP`, in milliseconds."""
SEEN: Final = """([move, deep, patience]) => new Promise(done => {
  const step = () => document.querySelector('.variations [aria-current]')?.textContent;
  const before = step(), began = performance.now();
  let first = null;
  if (move) [...document.querySelectorAll('.found [data-do=study-play]')].find(one => one.dataset.arg === move).click();
  const look = () => {
    const passed = performance.now() - began, there = !move || step() !== before;
    if (there && first === null && document.querySelector('.found .value')) first = passed;
    const told = there ? document.querySelector('.depth')?.textContent ?? '' : '';
    const ahead = Number(/([0-9]+) moves? ahead/.exec(told)?.[1] ?? 0);
    const through = ahead >= deep || told.includes('read out to the end');
    if (first !== null && through) done([first, passed]);
    else if (passed > patience) done([first, null]);
    else requestAnimationFrame(look);
  };
  look();
})"""
LOOKED_S: Final = 8.0
"""Seconds for which each position is analysed."""


def main(argv: Sequence[str]) -> int:
    """Run the command: print the table of memory or of times, and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench analysing", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60, help="minutes of analysis for each game (default 60)")
    parser.add_argument("--every", type=float, default=5, help="minutes between two lines (default 5)")
    parser.add_argument("--games", nargs="+", choices=SHELF, default=["reversi"], help="games (default reversi)")
    parser.add_argument(
        "--soon", type=int, default=0, metavar="N", help="measure the time until values appear, at N positions"
    )
    parser.add_argument(
        "--slow", type=float, default=1, help="with --soon: factor by which the processor is slowed down"
    )
    ask_for_site(parser)
    options = parser.parse_args(argv)
    with browsing(options.site) as (browser, base):
        print(SOON if options.soon else f"{'game':10}{'minutes':>8}{'MB':>8}{'moves':>8}", flush=True)
        for game in options.games:
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            if options.soon:
                print(soon(context, base, game, options.soon, options.slow), flush=True)
            else:
                analysed(context, base, game, options.minutes, options.every)
            context.close()
    return 0


SOON: Final = f"{'game':10}{'first, cold':>12}{'first':>8}{'longest':>8}{f'depth {DEEP}':>10}{'longest':>8}{'not':>5}"


def soon(context: BrowserContext, base: str, game: str, count: int, slow: float) -> str:
    """Return a line of the table with the times until values appear, for one game.

    They are measured at up to `count` positions, on a processor slowed down by the factor `slow`. The last number
    counts the positions that did not reach the depth `DEEP` in time.
    """
    page = context.new_page()
    page.goto(f"{base}?test=1&speed=off&seed=7")
    page.wait_for_selector("html[data-ready]", state="attached", timeout=120_000)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slow})
    press(page, "analyse", game)
    press(page, "study-seconds", "0")  # no time limit: a busy machine might reach it too early
    cold = page.evaluate(SEEN, ["", 0, PATIENCE_MS])[0]
    firsts, depths = list[float](), list[float | None]()
    while len(firsts) < count:
        offered = page.locator(".found [data-do=study-play]").evaluate_all("all => all.map(one => one.dataset.arg)")
        if not offered or state(page)["over"]:
            break
        if offered[0] == "throw":
            press(page, "study-play", "throw")
            wait_until(page, "!s.moving")
            continue
        first, deep = page.evaluate(SEEN, [offered[0], DEEP, PATIENCE_MS])
        if first is None:
            break
        firsts.append(first)
        depths.append(deep)
    known = [depth for depth in depths if depth is not None] or [float("nan")]
    firsts = firsts or [float("nan")]
    times = (cold or float("nan"), median(firsts), max(firsts), median(known), max(known))
    return (
        f"{game:10}"
        + "".join(f"{span / 1000:{wide}.2f}" for span, wide in zip(times, (12, 8, 8, 10, 8), strict=True))
        + f"{len(depths) - len(known):5}"
    )


def analysed(context: BrowserContext, base: str, game: str, minutes: float, every: float) -> None:
    """Analyse a game on the page for `minutes`, and print the memory every `every` minutes."""
    page, lot = context.new_page(), Random(game)
    page.goto(f"{base}?test=1&speed=off&seed=7")
    page.wait_for_selector("html[data-ready]", state="attached", timeout=120_000)
    press(page, "analyse", game)
    press(page, "study-seconds", "0")
    began, reported = time.monotonic(), 0.0
    while (passed := (time.monotonic() - began) / 60) < minutes:
        if passed >= reported:
            report(context, page, game, passed)
            reported += every
        page.wait_for_timeout(1000 * LOOKED_S)
        step(page, lot)
    report(context, page, game, minutes)


def report(context: BrowserContext, page: Page, game: str, minutes: float) -> None:
    """Print a line of the table: game, minutes of analysis, memory in megabytes, and number of moves in the tree."""
    moves = page.evaluate("document.querySelectorAll('.variations [data-do=study-go]').length")
    print(f"{game:10}{minutes:8.0f}{memory(context):8.0f}{moves:8}", flush=True)


def step(page: Page, lot: Random) -> None:
    """Play one of the first three moves or rolls that the analysis offers, or take a few moves back.

    At the end of a game, take two thirds of its moves back.
    """
    ply = state(page)["ply"]
    offered = page.locator(".found [data-do=study-play]").evaluate_all("all => all.map(one => one.dataset.arg)")
    if offered and lot.random() < 0.8:
        press(page, "study-play", lot.choice(offered[:3]))
    else:
        for _ in range(lot.randrange(1, 6) if offered else ply - ply // 3):
            press(page, "study-back")
    wait_until(page, "!s.moving")
