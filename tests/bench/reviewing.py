"""Measure the time of the review of a whole game in the page, from the request to the last verdict.

Two opponents play a game. Its review is then requested on a device slowed down by a factor (`--slow`): once with the
opponents loaded, as after a game against one of them, and once on a new page that loads the saved game. The factor
slows down both the page's thread and the opponents' worker, which does most of the work.
"""

from __future__ import annotations

import argparse
import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Final

from playwright.sync_api import BrowserContext, Page

from chowk.games import SHELF
from chowk.storage.plan import usual_plan
from tests.bench._browser import ask_for_site, browsing
from tests.e2e.looking import press
from tests.e2e.play import state, wait_until

LONG_MS: Final = 600_000
TURN: Final = 0.01
"""Time for which a slowed page runs before it is stopped again, in seconds."""
REVIEW_FINISHED: Final = """() => new Promise(done => {
  const look = () => {
    const made = document.querySelector(".review .progress");
    if (made && !made.childNodes.length) done();
    else setTimeout(look, 50);
  };
  look();
})"""
"""JavaScript that waits until the page shows no more progress of the review."""
QUICK: Final = "?test=1&speed=off&seed=7"


def main(argv: Sequence[str]) -> int:
    """Review the games, print the times, and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench reviewing", description=__doc__)
    parser.add_argument("--games", nargs="+", choices=SHELF, default=["reversi"], help="games (default reversi)")
    parser.add_argument(
        "--slow",
        nargs="+",
        type=float,
        default=[1, 4],
        help="factors by which the processor is slowed down (default 1 and 4)",
    )
    parser.add_argument("--level", default="3", help="level of the opponents (default 3)")
    ask_for_site(parser)
    options = parser.parse_args(argv)
    with browsing(options.site) as (browser, base):
        print(f"{'game':10}{'slower':>8}{'moves':>8}{'awake s':>10}{'kept s':>10}", flush=True)
        for game in options.games:
            for slow in options.slow:
                context = browser.new_context(viewport={"width": 390, "height": 844})
                plies, awake = after_a_game(context, base, game, options.level, slow)
                fresh = kept(context, base, slow)
                print(f"{game:10}{slow:8g}{plies:8}{awake:10.1f}{fresh:10.1f}", flush=True)
                context.close()
    return 0


def opened(context: BrowserContext, address: str) -> Page:
    """Open a page at the address and return it when it has started."""
    page = context.new_page()
    page.set_default_timeout(LONG_MS)
    page.goto(address)
    page.wait_for_selector("html[data-ready]", state="attached")
    return page


@contextmanager
def slowed(context: BrowserContext, times: float) -> Iterator[None]:
    """Slow down the pages and their workers to 1 / `times` of their speed, by stopping and continuing their processes.

    The browser's own throttling does not slow the workers, which do most of the work.
    """
    assert context.browser is not None, "it was launched"
    processes = context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages, over = [process["id"] for process in processes if process["type"] == "renderer"], Event()

    def sent(number: int) -> None:
        for page in pages:
            with suppress(ProcessLookupError):
                os.kill(page, number)

    def in_turns() -> None:
        while not over.is_set():
            sent(signal.SIGCONT)
            over.wait(TURN)
            sent(signal.SIGSTOP)
            over.wait(TURN * (times - 1))
        sent(signal.SIGCONT)

    thread = Thread(target=in_turns, daemon=True)
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if times > 1:
            thread.join()


def after_a_game(context: BrowserContext, base: str, game: str, level: str, slow: float) -> tuple[int, float]:
    """Play a game between opponents and review it. Return its number of plies, and the seconds of the review.

    The device is slowed down by the factor `slow` during the review.
    """
    page = opened(context, base + QUICK)
    press(page, "open", game)
    for seat in range(len(usual_plan(game).seats)):
        press(page, "seat", f"{seat} bot {level}")
    press(page, "play")
    plies = wait_until(page, "s.over", LONG_MS)["ply"]
    with slowed(context, slow):
        seconds = reviewed(page)
    page.close()
    return plies, seconds


def kept(context: BrowserContext, base: str, slow: float) -> float:
    """Return the seconds that the review of the saved game takes on a page that has just started.

    The device is slowed down by the factor `slow` during the review.
    """
    page = opened(context, base + QUICK)
    press(page, "resume", state(page)["saves"][0])
    wait_until(page, "s.over")
    with slowed(context, slow):
        seconds = reviewed(page)
    page.close()
    return seconds


def reviewed(page: Page) -> float:
    """Request the review of the game on the page, and return the seconds until it is complete."""
    assert state(page)["over"], "a game is over"
    began = time.monotonic()
    press(page, "review")
    page.evaluate(REVIEW_FINISHED)
    return time.monotonic() - began
