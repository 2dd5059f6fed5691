"""Measure the time from a finger's press to the next frame on slow phones, and for comparison on an empty page.

Every move is made with a finger that stays down for 90 ms. The columns are:

* `shown`: time from the press to the end of the first frame that shows an answer: a ring, a pressed control or a board.
* `down` and `up`: longest durations of the events of pressing and of lifting, as Event Timing reports them. A duration
  lasts until the frame after the event's listeners is shown, in steps of 8 ms. Durations below 16 ms are not reported;
  they count as 8.
* `motion`: time from lifting to the first frame in which a piece moves.

With `--before`, a second site is measured too, in turn with the first, game by game.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import BrowserContext, CDPSession, Page

from chowk.games import SHELF
from chowk.storage.plan import usual_plan
from tests.bench._browser import ask_for_site, browsing
from tests.bench.phones import EAGER, HEIGHT, PAUSE_MS, REST_MS, WIDTH, known
from tests.bench.start import REACHED, serving
from tests.e2e.conftest import PRESSED
from tests.e2e.play import wait_for_turn

HELD_MS: Final = 90
"""Milliseconds for which the finger stays down in a press."""
SHORTEST: Final = 8.0
"""Duration in milliseconds that is noted for an event that Event Timing does not report, because it is too short."""
DOWN: Final = ("pointerdown", "touchstart", "mousedown")
UP: Final = ("pointerup", "touchend", "mouseup", "click")
COLUMNS: Final = ("shown", "down", "up", "motion")
WATCH: Final = """
const seen = window.presses = { events: [], motions: [], shown: [] };
let drawn = false;
for (const made of [ImageBitmapRenderingContext, CanvasRenderingContext2D]) {
  const name = made === ImageBitmapRenderingContext ? "transferFromImageBitmap" : "drawImage";
  const plain = made.prototype[name];
  made.prototype[name] = function (...all) {
    drawn ||= this.canvas.isConnected;
    return plain.apply(this, all);
  };
}
const { port1, port2 } = new MessageChannel();
let began = 0;
port1.onmessage = () => {
  if (!began) return;
  if (drawn || document.querySelector("[data-pressed], button:active")) {
    seen.shown.push(performance.now() - began);
    began = 0;
  } else {
    watch();
  }
};
const watch = () => requestAnimationFrame(() => port2.postMessage(0));
addEventListener("pointerdown", ({ timeStamp }) => {
  began = timeStamp;
  drawn = false;
  watch();
}, true);
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries()) seen.events.push([name, duration]);
}).observe({ type: "event", durationThreshold: 16 });
addEventListener("pointerup", ({ timeStamp }) => {
  const look = (now) => {
    const moves = document.querySelector(".sprites")?.getAnimations({ subtree: true }).length > 0;
    if (moves) seen.motions.push(now - timeStamp);
    else if (now - timeStamp < 1000) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}, true);
"""


def main(argv: Sequence[str]) -> int:
    """Print the table of times and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench presses", description=__doc__)
    parser.add_argument("-n", type=int, default=8, help="moves of each game (default 8)")
    parser.add_argument("--slow", type=float, default=4, help="how many times as slow (default 4)")
    parser.add_argument("--games", nargs="+", choices=SHELF, default=list(SHELF), help="which games (all)")
    parser.add_argument("--before", type=Path, help="another site to compare with, built with --tested")
    ask_for_site(parser)
    options = parser.parse_args(argv)
    with browsing(options.site, "--disable-gpu") as (browser, base):
        print(f"load of the machine, 1, 5 and 15 minutes: {os.getloadavg()}, {os.cpu_count()} cores")
        print(f"{'page':22}" + "".join(f"{name:>16}" for name in COLUMNS) + "   (ms, median and worst)")
        context = known(browser, base)
        print(row("empty", *emptied(context, options.slow, options.n)), flush=True)
        if options.before:
            with serving(options.before) as older:
                earlier = known(browser, older)
                for game in options.games:
                    print(row(f"{game}, before", *measured(earlier, older, game, options.slow, options.n)), flush=True)
                    print(row(game, *measured(context, base, game, options.slow, options.n)), flush=True)
        else:
            for game in options.games:
                print(row(game, *measured(context, base, game, options.slow, options.n)), flush=True)
    return 0


def emptied(context: BrowserContext, slow: float, taps: int) -> tuple[list[float], ...]:
    """Press an empty page `taps` times, for comparison. Return the times for each column of the table, in milliseconds.

    The columns `shown` and `motion` are empty.
    """
    page = context.new_page()
    devtools = slowed(page, slow)
    page.evaluate(WATCH)
    times = [pressed(page, devtools, WIDTH / 2, HEIGHT / 2) for _ in range(taps)]
    page.close()
    return [], [down for down, _ in times], [up for _, up in times], []


def measured(context: BrowserContext, base: str, game: str, slow: float, moves: int) -> tuple[list[float], ...]:
    """Play `moves` moves of a game between two people, on a processor that is `slow` times as slow.

    Return the times for each of `COLUMNS`, in milliseconds.
    """
    page = context.new_page()
    seats = [*range(len(usual_plan(game).seats))]
    page.add_init_script(WATCH + EAGER.replace("PRESSED", PRESSED) + f"eager({game!r}, {seats});")
    page.goto(f"{base}?test=1&seed=7")
    page.evaluate(REACHED, "chowk:board")
    devtools = slowed(page, slow)
    page.wait_for_timeout(REST_MS)
    page.evaluate("presses.motions.length = presses.shown.length = 0")
    downs: list[float] = []
    ups: list[float] = []
    now = wait_for_turn(page)
    ply = now["ply"]
    while not now["over"] and now["ply"] - ply < moves:
        if (place := target(page, now)) is None:
            page.evaluate(PRESSED, ["roll", ""] if now["rolling"] is not None else ["tap", now["open"][0]])
        else:
            page.wait_for_timeout(PAUSE_MS)
            down, up = pressed(page, devtools, *place)
            downs.append(down)
            ups.append(up)
        page.wait_for_timeout(REST_MS)
        before, now = now, wait_for_turn(page)
        if before == now:
            raise RuntimeError(f"nothing came of {now['open'][:1]} in {now['position']}")
    shown, motions = page.evaluate("[presses.shown, presses.motions]")
    page.close()
    return shown, downs, ups, motions


def slowed(page: Page, slow: float) -> CDPSession:
    """Slow the page's processor down by a factor, and return the DevTools session."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    return devtools


def target(page: Page, now: dict[str, Any]) -> tuple[float, float] | None:
    """Return the middle of the first available target, in CSS pixels of the window, or None if not visible.

    `now` is the page's state, with a roll that is due and the spots that are open to a tap.
    """
    where = '[data-do="roll"]'
    if now["rolling"] is None:
        spot = now["open"][0]
        where = f'[role=grid] [data-spot="{spot}"], [data-do="tap"][data-arg="{spot}"]'
        where = '[data-do="confirm"]' if spot == "tick" else where
    box = page.locator(where).first.bounding_box()
    if box is None or not box["width"]:
        return None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return (x, y) if 16 < x < WIDTH - 16 and 0 < y < HEIGHT else None


def pressed(page: Page, devtools: CDPSession, x: float, y: float) -> tuple[float, float]:
    """Press and lift a finger at a point, in CSS pixels of the window.

    Return the longest duration of the press events and of the lift events, in milliseconds.
    """
    page.evaluate("presses.events.length = 0")
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(HELD_MS)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(REST_MS)
    events: list[tuple[str, float]] = page.evaluate("presses.events.slice()")
    down, up = (max((time for name, time in events if name in kinds), default=SHORTEST) for kinds in (DOWN, UP))
    return down, up


def row(name: str, *columns: Sequence[float]) -> str:
    """Return a row of the table: the median and the maximum of each column."""
    cells = (f"{median(column):7.0f} {max(column):7.0f} " if column else f"{'':16}" for column in columns)
    return f"{name:22}" + "".join(cells)
