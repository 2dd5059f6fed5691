"""Measure a first visit over a slow network, simulated for all parts of the browser by a proxy before the server.

The proxy passes on at most `--rate` kilobits a second over all connections together, and delays each request and each
new connection by `--delay` milliseconds. The browser's own simulation covers neither the service worker nor the workers
that fetch most of the page.

The visitor opens Reversi as soon as Python runs, and starts a game against an opponent. The columns are:

* `paint`, `progress`, `home`, `board`: seconds from the navigation to the first picture of the home page, to the first
  bar of progress, to the home page that Python has drawn, and to the first board.
* `kB home`, `kB board`: kilobytes that had arrived by the times in `home` and `board`.
* `jump`: the greatest step between two values of the bar. The whole bar is 1.
* `wait`: the longest time without a new value of the bar, in seconds, until `home`.
* `last`: the bar's value when the download has ended.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Page, sync_playwright

from tests.bench.start import EAGER, REACHED, browser, serving, when
from tools.build.build_site import build

CHUNK: Final = 1460
"""Bytes that the proxy passes on at a time, as in a packet."""
PATIENCE_MS: Final = 180_000
WATCH: Final = """
const seen = window.bars = [];
new MutationObserver(() => {
  const bar = document.querySelector("#boot-progress progress");
  if (!bar) return;
  const value = bar.hasAttribute("value") ? bar.value : -1;
  if (!seen.length || seen.at(-1)[1] !== value) seen.push([performance.now(), value]);
}).observe(document, { attributes: true, childList: true, subtree: true });
"""


def main(argv: Sequence[str]) -> int:
    """Print a line for each visit and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench network", description=__doc__)
    parser.add_argument("-n", type=int, default=1, help="visits (default 1)")
    parser.add_argument("--rate", type=float, default=1600, help="kilobits a second (default 1600)")
    parser.add_argument("--delay", type=float, default=300, help="milliseconds until an answer begins (default 300)")
    parser.add_argument("--plain", action="store_true", help="use a host that does not compress files")
    parser.add_argument("--site", type=Path, help="a site that was built with --tested; by default it is built now")
    options = parser.parse_args(argv)
    columns = ("paint", "progress", "home", "board", "kB home", "kB board", "jump", "wait", "last")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        site = options.site or Path(folder) / "site"
        if not options.site:
            build(site, say=lambda _: None, tested=True)
        print(f"load of the machine, 1, 5 and 15 minutes: {os.getloadavg()}, {os.cpu_count()} cores")
        print("".join(f"{name:>10}" for name in columns), flush=True)
        for number in range(options.n):
            with (
                serving(site, packing=not options.plain) as base,
                slowed(base, options.rate * 125, options.delay / 1000) as line,
                browser(playwright, f"{folder}/{number}") as context,
            ):
                figures = visited(context.new_page(), line)
            print("".join(f"{figure:10.2f}" for figure in figures), flush=True)
    return 0


class Line:
    """A slow network connection to a server, simulated by a proxy.

    `address` is where the browser finds the proxy, and `passed` the number of bytes that it has passed to the browser.
    """

    def __init__(self, host: str, port: int, rate: float, delay: float) -> None:
        self._host, self._port = host, port
        self._rate, self._delay = rate, delay
        self._free = 0.0  # the time at which the line has passed on all bytes that were given to it
        self.passed = 0
        self.address = ""

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on a connection of the browser to the server."""
        await asyncio.sleep(self._delay)
        up, down = await asyncio.open_connection(self._host, self._port)
        await asyncio.gather(self._ask(reader, down), self._answer(up, writer))

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                await asyncio.sleep(self._delay)
                writer.write(data)
                await writer.drain()
        writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                now = time.monotonic()
                self._free = max(now, self._free) + len(data) / self._rate
                await asyncio.sleep(self._free - now)
                self.passed += len(data)
                writer.write(data)
                await writer.drain()
        writer.close()


@contextmanager
def slowed(base: str, rate: float, delay: float) -> Iterator[Line]:
    """Yield a slow network connection to the site `base` during the `with` block.

    It passes on `rate` bytes a second, and delays each request and each new connection by `delay` seconds.
    """
    url = urlsplit(base)
    line = Line(url.hostname or "", url.port or 0, rate, delay)
    loop, ready = asyncio.new_event_loop(), threading.Event()

    async def serve() -> None:
        server = await asyncio.start_server(line.connect, "127.0.0.1", 0)
        line.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}{url.path}"
        ready.set()

    def run() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(serve())
        loop.run_forever()

    threading.Thread(target=run, daemon=True).start()
    ready.wait()
    yield line
    loop.call_soon_threadsafe(loop.stop)


def visited(page: Page, line: Line) -> tuple[float, ...]:
    """Open the page over a slow network connection, start a game, and return the figures for a row of the table."""
    page.add_init_script(WATCH + EAGER)
    page.goto(f"{line.address}?test=1", wait_until="commit", timeout=PATIENCE_MS)
    page.evaluate(REACHED, "chowk:home")
    home_bytes = line.passed
    page.evaluate(REACHED, "chowk:board")
    board_bytes = line.passed
    home, board = when(page, "chowk:home") / 1000, when(page, "chowk:board") / 1000
    paint = when(page, "first-contentful-paint") / 1000
    bars: list[tuple[float, float]] = page.evaluate("bars")
    first, jump, wait, last = bar_figures([(at / 1000, value) for at, value in bars], home)
    return paint, first, home, board, home_bytes / 1000, board_bytes / 1000, jump, wait, last


def bar_figures(bars: Sequence[tuple[float, float]], home: float) -> tuple[float, float, float, float]:
    """Return when the bar appeared, its greatest step, the longest time without a new value, and its last value.

    `bars` are the bar's values, each with the time in seconds at which it appeared; -1 is a bar without a value. `home`
    is the time at which the home page was drawn. The third figure looks only at the time before it. All figures are NaN
    if there was no bar.
    """
    if not bars:
        return (float("nan"),) * 4
    values = [max(0.0, value) for _, value in bars if value >= 0]
    times: list[Any] = [at for at, _ in bars if at <= home]
    steps = [after - before for before, after in zip([0.0, *values], values, strict=False)]
    waits = [after - before for before, after in zip(times, [*times[1:], home], strict=True)]
    return bars[0][0], max(steps, default=0.0), max(waits, default=0.0), values[-1] if values else 0.0
