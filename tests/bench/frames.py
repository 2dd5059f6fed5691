"""How smoothly discs turn: the gaps between frames, and the page's work in each, while moves are animated.

Reversi between two people is played by script for so many moves at the normal pace, on a small dense screen and on a
large one. A frame's work is the time its callback takes, Python and canvas calls together; what the browser paints
after it shows in the gap.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from shutil import which

from playwright.sync_api import Page, sync_playwright

import serve
from tests.e2e.play import begin, by_role, wait_for_turn, wait_until
from tools.build import build

SCREENS = {"390x844 @3": (390, 844, 3.0), "1280x800 @1": (1280, 800, 1.0)}
COUNT = """
const ask = window.requestAnimationFrame.bind(window);
window.frames_seen = [];
window.requestAnimationFrame = callback => ask(now => {
  const began = performance.now();
  callback(now);
  window.frames_seen.push([now, performance.now() - began]);
});
"""
PAUSE = 0.1
"""Seconds between two frames from which on nothing was moving."""


def main(argv: Sequence[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="bench frames", description=__doc__)
    parser.add_argument("-n", type=int, default=20, help="moves (default 20)")
    parser.add_argument("--site", type=Path, help="a site built before; by default it is built now")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        site = options.site or Path(folder)
        if not options.site:
            build(site, say=lambda _: None, tested=True)
        with serve.server(site, base="/chowk/") as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            address = f"http://127.0.0.1:{server.server_address[1]}/chowk/?test=1&seed=7"
            print(f"{'screen':14}{'frames':>8}{'gap p50':>10}{'gap p95':>10}{'work p50':>10}{'work p95':>10}   (ms)")
            for name, screen in SCREENS.items():
                gaps, work = measured(address, screen, options.n)
                shares = (*(share(gaps, at) for at in (0.5, 0.95)), *(share(work, at) for at in (0.5, 0.95)))
                print(f"{name:14}{len(work):8}" + "".join(f"{1000 * value:10.1f}" for value in shares), flush=True)
            server.shutdown()
    return 0


def measured(address: str, screen: tuple[int, int, float], moves: int) -> tuple[list[float], list[float]]:
    """Seconds between frames that belong to one motion, and seconds of work in each frame."""
    width, height, dense = screen
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=dense)
        page.add_init_script(COUNT)
        page.goto(address)
        page.wait_for_selector("html[data-ready]", state="attached", timeout=120_000)
        play(page, moves)
        frames = page.evaluate("window.frames_seen")
        browser.close()
    gaps = [(later[0] - sooner[0]) / 1000 for sooner, later in pairwise(frames)]
    return [gap for gap in gaps if gap < PAUSE], [work / 1000 for _, work in frames]


def play(page: Page, moves: int) -> None:
    """Plays the first legal move again and again."""
    begin(page, "reversi", "0 person", "1 person")
    page.evaluate("window.frames_seen.length = 0")
    for _ in range(moves):
        now = wait_for_turn(page)
        if now["over"]:
            return
        by_role(page, now["open"][0])
        wait_until(page, f"s.ply > {now['ply']}")
    wait_for_turn(page)


def share(values: Sequence[float], at: float) -> float:
    """The value below which so large a share of them lies."""
    return sorted(values)[min(len(values) - 1, int(at * len(values)))] if values else 0.0
