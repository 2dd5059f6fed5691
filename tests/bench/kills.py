"""Kill the browser during a game, repeatedly, and count the moves that are lost.

A game of Reversi between two people is played in a browser with its own profile. Each move is made as soon as the move
before it is shown. At random moments, drawn from a seed, the browser is killed with all its processes. Then it is
restarted, and the game is resumed. At most one move, the one in progress, may be unsaved.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, Error, Page, Playwright, sync_playwright

from chowk.games import load
from tests.bench.start import serving
from tests.e2e.conftest import HOME
from tests.e2e.play import begin, state, wait_for_turn, wait_until
from tools.build.build_site import build

PLAYED = (0.05, 2.5)
"""Range of the seconds of play after which the browser is killed."""


class MovesShown(NamedTuple):
    """The moves of a game that a page has shown, and whether it showed that the game was over."""

    moves: tuple[str, ...]
    over: bool = False


def main(argv: Sequence[str]) -> int:
    """Kill the browser `-n` times, print the losses, and return 1 if more than one move was lost at once."""
    parser = argparse.ArgumentParser(prog="bench kills", description=__doc__)
    parser.add_argument("-n", type=int, default=200, help="kills (default 200)")
    parser.add_argument("--seed", type=int, default=20261122)
    parser.add_argument("--site", type=Path, help="a site that was built with --tested; by default it is built now")
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="seconds after which no further kill is begun"
    )
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        site = options.site or Path(folder) / "site"
        if not options.site:
            build(site, say=lambda _: None, tested=True)
        with serving(site) as base, sync_playwright() as playwright:
            lost = kills(playwright, f"{base}?test=1&speed=off", Path(folder) / "profile", options)
    worst = max(lost, default=0)
    print(f"{lost.total()} kills: {dict(sorted(lost.items()))} (moves lost: how often)")
    return 1 if worst > 1 else 0


def kills(playwright: Playwright, address: str, profile: Path, options: argparse.Namespace) -> Counter[int]:
    """Kill and restart the browser `options.n` times.

    Return the number of kills by the number of moves that they lost.
    """
    random, lost = Random(options.seed), Counter[int]()
    before, ends = MovesShown(()), time.monotonic() + options.seconds
    for number in range(options.n + 1):
        context = opened(playwright, profile)
        page = context.pages[0]
        page.goto(address)
        page.wait_for_selector("html[data-ready]", state="attached", timeout=120_000)
        now = taken_up(page, before)
        if number:
            lost[loss := moves_lost(before, now)] += 1
            seen, kept = (f"{len(game.moves)} moves{' (over)' * game.over}" for game in (before, now))
            print(f"kill {number}: {seen} were seen, {kept} are kept, {loss} lost", flush=True)
        if number == options.n or time.monotonic() > ends:
            context.close()
            break
        before = played(context, page, now, random)
        with suppress(Error):
            context.close()
    return lost


def moves_lost(before: MovesShown, now: MovesShown) -> int:
    """Return how many moves a kill lost. `before` is what the page showed before it, and `now` what it shows after it.

    More moves than before are no loss: the last move was stored before it was seen. If another game is shown, all moves
    are lost.
    """
    shorter = min(len(before.moves), len(now.moves))
    if before.moves[:shorter] != now.moves[:shorter]:
        return len(before.moves)
    return len(before.moves) - shorter


def opened(playwright: Playwright, profile: Path) -> BrowserContext:
    """Launch a browser with the given profile folder."""
    for name in ("SingletonLock", "SingletonSocket", "SingletonCookie"):
        (profile / name).unlink(missing_ok=True)  # left behind by a killed browser
    path = shutil.which("chromium") or shutil.which("google-chrome")
    args = ["--no-sandbox", "--disable-gpu"]
    return playwright.chromium.launch_persistent_context(profile, executable_path=path, args=args)


UNFINISHED = '[data-do="resume"]:not(details *)'
"""Selector of the buttons of unfinished games on the home page. Finished games are folded away."""
FINISHED = 'details [data-do="resume"]'


def taken_up(page: Page, last: MovesShown) -> MovesShown:
    """Open the game of which moves were shown last, also if it is over, and return its moves.

    If no move was shown, begin a new game.
    """
    if not last.moves:
        begin(page, "reversi", "0 person", "1 person")
        return MovesShown(())
    page.locator(f"{UNFINISHED}, {FINISHED}").first.wait_for(state="attached")
    card = page.locator(UNFINISHED)
    (card if card.count() else page.locator(FINISHED)).first.dispatch_event("click")
    wait_until(page, "s.screen === 'table'")
    now = wait_for_turn(page)
    return MovesShown(tuple(now["moves"]), now["over"])


def played(context: BrowserContext, page: Page, now: MovesShown, random: Random) -> MovesShown:
    """Play until the browser is killed, and return what the page last showed.

    `now` is what it shows. If that game is over, begin another one. If a game ends, wait for the kill.
    """
    timer = threading.Timer(random.uniform(*PLAYED), kill, [process_of(context)])
    notation, gone = load("reversi").notation, threading.Event()
    if now.over:
        page.reload()
        page.wait_for_selector("html[data-ready]", state="attached", timeout=120_000)
        page.evaluate(HOME)
        now = taken_up(page, MovesShown(()))
    timer.start()
    while not gone.is_set() and not now.over:
        try:
            before = state(page)
            now = MovesShown(tuple(before["moves"]), before["over"])
            if before["awaited"] is None:
                continue
            position = notation.read_position(before["position"])
            spot = notation.write_move(position, random.choice(position.moves()))
            page.locator(f'[role="grid"] [data-spot="{spot}"]').dispatch_event("click", timeout=3000)
        except Error:
            gone.set()
    timer.join()
    return now


def process_of(context: BrowserContext) -> int:
    """Return the id of the browser's main process."""
    browser: Any = context.pages[0].context.browser
    assert browser is not None, "it was launched"
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    return next(int(process["id"]) for process in processes["processInfo"] if process["type"] == "browser")


def kill(process: int) -> None:
    """Kill a process; its children end with it."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
