"""Measure starts, taps, frames and work on slow phones, simulated by throttling the page's processor.

The screen is small, with a high pixel density. Every game is played by touch between two people, always by the first
available target. The columns are:

* `home`: time from the navigation to the home page, on a later visit.
* `board`: time from the home page to the first picture of a board, if every control is pressed as soon as it appears.
* `tap`: time from the lifting of a finger to the second frame after it, as a median, and the longest.
* `inp`: the longest duration of an interaction by Event Timing: from an event to the next picture. Browsers count in
  steps of 8 ms from 16 ms on. Of fewer than 50 interactions the longest is the 98 % quantile.
* `gap`: time between two frames of the page's main thread during an animation: the median, the 95 % quantile (`p95`)
  and the longest.
* `task`: the longest task of the main thread, without interruption, of those that browsers report (50 ms and more). It
  begins in the 1.4 seconds after a press. Later tasks are those with which this program reads the state of the page.
* `work`: processor time of that thread for an animated move: Python, layout and paint together. The median, the `mean`
  and the `first` move. The first moves of a visit are dearer: sounds are rendered, and drawings painted ahead for
  later moves.

An empty page is measured in the same run, first: it has a canvas and, after each tap, one animated element. The figures
in brackets are ratios to it, at the same factor. With `--history FILE`, every row is appended to a file as a line of
JSON with the date. Other work on the machine affects all figures: read the ratios.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from math import isnan
from pathlib import Path
from statistics import mean, median
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, ViewportSize

from chowk.games import SHELF
from chowk.storage.plan import usual_plan
from tests.bench._browser import ask_for_site, browsing
from tests.bench.start import REACHED, SETTLED, when
from tests.e2e.conftest import PRESSED
from tests.e2e.play import state, wait_for_turn

WIDTH, HEIGHT, DENSE = 390, 844, 3.0
REST_MS: Final = 1500
"""Wait after a tap, in milliseconds.

After this time everything that the tap started has ended, so that reading the state disturbs nothing.
"""
PAUSE_MS: Final = 600
"""Wait before a tap, in milliseconds. After this time the work of finding the tap's target has ended."""
WATCH: Final = """
const seen = window.phones = { gaps: [], taps: [], events: [], tasks: [], watching: false };
const watching = (type, into, counts, options) => new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (counts(entry)) into.push(entry.duration);
}).observe({ type, ...options });
const presses = [];
addEventListener("pointerdown", (event) => presses.push(event.timeStamp), true);
const ours = (task) => presses.some((at) => task.startTime >= at && task.startTime < at + 1400);
watching("event", seen.events, (event) => event.interactionId, { durationThreshold: 16 });
watching("longtask", seen.tasks, ours);
const moving = () => document.querySelector(".sprites")?.getAnimations({ subtree: true }).length > 0;
let frame = 0;  // time of the last frame in which something moved
const look = (now) => {
  if (!seen.watching) return;
  const moves = moving();
  if (frame && moves) seen.gaps.push(now - frame);
  frame = moves ? now : 0;
  requestAnimationFrame(look);
};
seen.watch = (on) => { seen.watching = on; if (on) requestAnimationFrame(look); };
const shown = (began) => {
  requestAnimationFrame(() => requestAnimationFrame(() => seen.taps.push(performance.now() - began)));
};
addEventListener("pointerup", (event) => shown(event.timeStamp), true);
"""
EAGER: Final = """
const eager = (game, seats) => {
  const press = (name, arg = "") => (PRESSED)([name, arg]);
  const steps = [
    ["[data-ready]", () => press("open", game)],
    ["[role=dialog] [data-do=play]", () => {
      press("players", "2");
      seats.forEach((seat) => press("seat", `${seat} person`));
      press("play");
    }],
  ];
  new MutationObserver((_, observer) => {
    if (document.querySelector(steps[0][0])) steps.shift()[1]();
    if (!steps.length) observer.disconnect();
  }).observe(document, { attributes: true, childList: true, subtree: true });
};
"""


EMPTY: Final = """<!doctype html><meta name="viewport" content="width=device-width"><title>Empty</title>
<body style="margin:0"><canvas width="1170" height="1170" style="width:390px;height:390px"></canvas>
<div class="sprites"><i style="display:block;width:40px;height:40px;background:red"></i></div>
<script>addEventListener("pointerup", () => document.querySelector("i").animate(
  [{ transform: "none" }, { transform: "translate(200px, -300px)" }], 300));</script>"""
"""A page that does nothing but to move an element for 300 ms after each tap."""


class Sample(NamedTuple):
    """Measured times of one game, in milliseconds, by the columns that the module describes."""

    home: list[float]
    board: list[float]
    taps: list[float]
    events: list[float]
    gaps: list[float]
    tasks: list[float]
    work: list[float]


COLUMNS: Final = ("home", "board", "tap", "worst", "inp", "gap", "p95", "worst", "task", "work", "mean", "first")


def main(argv: Sequence[str]) -> int:
    """Print the table of times and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench phones", description=__doc__)
    parser.add_argument("-n", type=int, default=10, help="moves of each game (default 10)")
    parser.add_argument(
        "--slow",
        type=float,
        nargs="+",
        default=[1, 4, 6],
        help="factors by which the processor is slowed down (default 1 4 6)",
    )
    parser.add_argument("--games", nargs="+", choices=SHELF, default=list(SHELF), help="games (default all)")
    parser.add_argument("--history", type=Path, help="a file to which every row is appended as JSON")
    ask_for_site(parser)
    options = parser.parse_args(argv)
    with browsing(options.site, "--disable-gpu") as (browser, base):
        print(f"load of the machine, 1, 5 and 15 minutes: {os.getloadavg()}, {os.cpu_count()} cores")
        print(f"{'game':10}{'slow':>5}" + "".join(f"{name:>13}" for name in COLUMNS) + "   (ms)")
        empty = dict[float, tuple[float, ...]]()
        for game in ("empty", *options.games):
            context = known(browser, base)
            for slow in options.slow:
                sample = measured(context, base, game, slow, options.n) if game != "empty" else idle(context, slow)
                spans = figures(sample)
                empty.setdefault(slow, spans)
                print(f"{game:10}{slow:5g}" + row(spans, empty[slow]), flush=True)
                if options.history:
                    note(options.history, game, slow, spans)
            context.close()
    return 0


def note(path: Path, game: str, slow: float, spans: Sequence[float]) -> None:
    """Append a row of the table to the history file, with the date, the name of the game and the factor `slow`."""
    numbers = [None if isnan(span) else span for span in spans]  # JSON has no NaN
    fields = {"date": datetime.now(UTC).isoformat(timespec="seconds"), "game": game, "slow": slow, "ms": numbers}
    with path.open("a") as file:
        file.write(json.dumps(fields) + "\n")


def known(browser: Browser, base: str) -> BrowserContext:
    """Return a browser context in which the page was visited before, so that later starts are quicker."""
    size: ViewportSize = {"width": WIDTH, "height": HEIGHT}
    context = browser.new_context(viewport=size, device_scale_factor=DENSE, has_touch=True)
    page = context.new_page()
    page.goto(f"{base}?test=1&seed=7")
    page.evaluate(SETTLED)
    page.close()
    return context


def idle(context: BrowserContext, slow: float) -> Sample:
    """Measure the page `EMPTY` on a device slowed down by `slow`: ten taps for their times, and ten for the frames."""
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    page.add_init_script(WATCH)
    page.route("**/empty.html", lambda route: route.fulfill(body=EMPTY, content_type="text/html"))
    page.goto("http://localhost/empty.html")
    home = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    work = []
    page.wait_for_timeout(REST_MS)
    for number in range(20):
        if number == 10:
            taps = page.evaluate("phones.taps.slice()")
            page.evaluate("phones.watch(true)")
        page.wait_for_timeout(PAUSE_MS)
        before = spent(devtools)
        page.touchscreen.tap(200, 200)
        page.wait_for_timeout(REST_MS)
        if number < 10:
            work.append(spent(devtools) - before)
    seen = page.evaluate("phones")
    page.close()
    return Sample([home], [], taps, seen["events"], seen["gaps"], seen["tasks"], work)


def measured(context: BrowserContext, base: str, game: str, slow: float, moves: int) -> Sample:
    """Start the page on a device slowed down by the factor `slow`, play a game, and return the measured times.

    `moves` moves are played for taps and work, and as many again for the frames.
    """
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    seats = [*range(len(usual_plan(game).seats))]
    page.add_init_script(WATCH + EAGER.replace("PRESSED", PRESSED) + f"eager({game!r}, {seats});")
    page.goto(f"{base}?test=1&seed=7")
    page.evaluate(REACHED, "chowk:board")
    home = when(page, "chowk:home")
    board = when(page, "chowk:board") - home
    page.wait_for_timeout(REST_MS)
    wait_for_turn(page)
    page.evaluate("phones.gaps.length = phones.taps.length = phones.events.length = phones.tasks.length = 0")
    work = [milliseconds for milliseconds in (played(page, devtools) for _ in range(moves)) if milliseconds is not None]
    seen = page.evaluate("({ taps: [...phones.taps], events: [...phones.events], tasks: [...phones.tasks] })")
    # Watching every frame costs work, so frames and work are measured on different moves.
    page.evaluate("phones.watch(true)")
    for _ in range(moves):
        played(page, devtools)
    gaps = page.evaluate("phones.gaps")
    page.close()
    return Sample([home], [board], seen["taps"], seen["events"], gaps, seen["tasks"], work)


def played(page: Page, devtools: CDPSession) -> float | None:
    """Make a move or roll the dice by touch. Return the processor milliseconds it took, or None if the game is over."""
    now, cost = wait_for_turn(page), 0.0
    ply = now["ply"]
    while not now["over"] and now["ply"] == ply:
        before = spent(devtools)
        if not touched(page, now):
            page.evaluate(PRESSED, ["roll", ""] if now["rolling"] is not None else ["tap", now["open"][0]])
        page.wait_for_timeout(REST_MS)
        cost += spent(devtools) - before
        after = state(page)
        if after == now:
            raise RuntimeError(f"nothing came of {now['open'][:1]} in {now['position']}")
        now = after
    return None if now["ply"] == ply else cost


def touched(page: Page, now: dict[str, Any]) -> bool:
    """Tap the first available target with a finger. Return whether the target was visible in the window.

    `now` is the page's state, with a roll that is due and the spots that are open to a tap.
    """
    if now["rolling"] is not None:
        where = '[data-do="roll"]'
    elif now["open"][0] == "tick":
        where = '[data-do="confirm"]'
    else:
        where = f'[data-do="tap"][data-arg="{now["open"][0]}"], [role=grid] [data-spot="{now["open"][0]}"]'
    box = page.locator(where).first.bounding_box()
    if box is None or not box["width"]:
        return False
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if not (0 < x < WIDTH and 0 < y < HEIGHT):
        return False
    page.wait_for_timeout(PAUSE_MS)
    page.touchscreen.tap(x, y)
    return True


def spent(devtools: CDPSession) -> float:
    """Return the milliseconds for which the page's main thread has worked since it started."""
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")) * 1000


def figures(sample: Sample) -> tuple[float, ...]:
    """Return a row of the table in milliseconds, in the order of `COLUMNS`. What is missing is not a number (NaN)."""
    home, board, taps, events, gaps, _, work = (values or [float("nan")] for values in sample)
    return (
        median(home),
        median(board),
        median(taps),
        max(taps),
        max(events),
        median(gaps),
        share(gaps, 0.95),
        max(gaps),
        max(sample.tasks, default=0.0),
        median(work),
        mean(work),
        work[0],
    )


def row(spans: Sequence[float], empty: Sequence[float]) -> str:
    """Return the figures of a row as text, each with its ratio to the figure of the empty page in `empty`."""
    return "".join(
        f"{time:7.0f} " + (f"({time / of:4.1f})" if of else "(   –)") for time, of in zip(spans, empty, strict=True)
    )


def share(values: Sequence[float], quantile: float) -> float:
    """Return a quantile of the values, or 0 if there are none."""
    return sorted(values)[min(len(values) - 1, int(quantile * len(values)))] if values else 0.0
