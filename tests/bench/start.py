"""Measure the time of the page's start, relative to bare Pyodide in the same run.

Every round opens each page in its own browser four times: as a first visit, as a second one, after a restart of the
browser, and after another restart, to stay. It also opens links to whole correspondence games, and waits for their
boards. `bare` is Pyodide as released, up to the first line of Python.

Ratios are of medians. Wall time is counted from the navigation. CPU is the time of the page's main thread. Memory is
private memory of the page's process, first without the opponents' worker and then with it. Read ratios, not
milliseconds. The first three visits read memory as early as possible, so it includes what the browser has not
collected yet. The fourth, `settled`, stays on the home page until all is at rest, and reads memory after the browser
was told to collect what is unused; then it opens a game, and reads it again with the opponents' worker.

With `--kept 20` the device holds 20 saved games after the first visit, one of each game in turn. The host compresses,
as most hosts do. With `--plain` it does not, and a later visit then recompiles the runtime.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache, partial
from itertools import cycle
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

import serve
from chowk import games
from chowk.games import SHELF
from chowk.storage import saves, turn_link
from chowk.storage.plan import usual_plan
from tests.unit.features.correspondence.players import begun, carried, terms
from tools.build import build_vendor
from tools.build.build_site import ROOT, build

SQUEEZE = """
const { brotliCompressSync, constants: { BROTLI_PARAM_QUALITY: quality } } = require("node:zlib");
const { readFileSync } = require("node:fs");
const squeezed = (data) => brotliCompressSync(data, { params: { [quality]: 9 } });
console.log(JSON.stringify(process.argv.slice(1).map((path) => squeezed(readFileSync(path)).length)));
"""
PHASES = ("cold", "warm", "again", "settled")
SETTLING_MS = 35_000
"""Time after which a page is at rest, in milliseconds: the worker that brings the parts of a start has closed."""
COLLECTING_MS = 2_000
"""Time in which the browser gives back unused memory, in milliseconds."""
BARE = """<!doctype html><title>bare</title><script type="module">
import { loadPyodide } from "./bare/pyodide.mjs";
const python = await loadPyodide();
python.runPython("1");
performance.mark("bare:python");
document.documentElement.dataset.ready = "1";
</script>"""
MARKS = {
    "bare": {"python": "bare:python"},
    "chowk": {
        "first paint": "first-contentful-paint",
        "python": "chowk:python",
        "home": "chowk:home",
        "board": "chowk:board",
        "opponents": "chowk:opponents",
    },
}
# JavaScript that opens Reversi and starts a game, pressing each control as soon as it exists.
EAGER = """
const steps = ['[data-ready] [data-do="open"][data-arg="reversi"]', '[data-do="play"]'];
new MutationObserver((_, observer) => {
  const found = document.querySelector(steps[0]);
  if (found) { steps.shift(); found.click(); }
  if (!steps.length) observer.disconnect();
}).observe(document, { attributes: true, childList: true, subtree: true });
"""
LINKED = (("reversi", 2), ("checkers", 2), ("parcheesi", 4))
"""Games for which a link to a whole correspondence game is opened, each with its number of players."""
KEEP = """async texts => {
  const opened = indexedDB.open("chowk");
  const database = await new Promise(done => opened.onsuccess = () => done(opened.result));
  const [store] = database.objectStoreNames;
  const change = database.transaction(store, "readwrite");
  for (const [key, text] of Object.entries(texts)) change.objectStore(store).put(text, key);
  await new Promise(done => change.oncomplete = done);
  database.close();
}"""
CREATED = "2026-11-24T10:00:00+00:00"
PLIES = 40
"""Number of plies of the saved games."""
WORTH_PACKING = {".html", ".js", ".css", ".json", ".wasm", ".svg", ".py", ".txt", ".webmanifest"}
"""Suffixes of the files that most web hosts compress."""
SETTLED = "() => new Promise(done => addEventListener('chowk:image', done))"
# JavaScript that waits for a performance mark. The browser calls back, since polling would burden the measured thread.
REACHED = """mark => new Promise((done, fail) => {
  setTimeout(() => fail(new Error(`${mark} was not reached`)), 120_000);
  const look = (_, observer) => {
    if (!performance.getEntriesByName(mark).length) return;
    observer.disconnect();
    done();
  };
  new PerformanceObserver(look).observe({ type: "mark", buffered: true });
})"""
Sample = dict[str, float]


def main(argv: Sequence[str]) -> int:
    """Run the measurement, print the table of start times, and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench start", description=__doc__)
    parser.add_argument("-n", type=int, default=5, help="rounds (default 5)")
    parser.add_argument("--site", type=Path, help="a site built before; by default it is built now")
    parser.add_argument("--kept", type=int, default=0, help="number of saved games on later visits (default 0)")
    parser.add_argument("--plain", action="store_true", help="use a host that does not compress files")
    parser.add_argument("--json", type=Path, help="a file for all samples")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        site = prepared(Path(folder) / "site", options.site)
        with serving(site, packing=not options.plain) as base, sync_playwright() as playwright:
            samples = measured(playwright, base, options.n, games_kept(options.kept))
        sizes = wire(site)
    print(links(samples))
    if options.json:
        options.json.write_text(json.dumps(samples, indent=1))
    print(f"load of the machine, 1, 5 and 15 minutes: {os.getloadavg()}, {os.cpu_count()} cores")
    print(table(samples))
    print(sizes)
    return 0


def prepared(site: Path, built: Path | None) -> Path:
    """Put the site into the new folder `site`, add a page with bare Pyodide to it, and return the folder.

    The site is copied from the folder `built`, or built anew if that is None.
    """
    if built:
        shutil.copytree(built, site)
    else:
        build(site, say=lambda _: None)
    folder = build_vendor.table()["pyodide"]["to"]
    shutil.copytree(ROOT / "vendor" / folder, site / "bare")
    shutil.copy(ROOT / "node_modules/pyodide/pyodide-lock.json", site / "bare")
    (site / "bare.html").write_text(BARE)
    return site


class PackingHandler(serve.Handler):
    """A request handler that compresses files as most web hosts do."""

    def do_GET(self) -> None:  # noqa: N802 - named by the library
        """Answer a GET request. Files that are not compressed are answered by the inherited method."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if path.suffix not in WORTH_PACKING or not path.is_file():
            super().do_GET()
            return
        data = packed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@cache
def packed(path: Path) -> bytes:
    """Return a file's content in the compressed form that a host sends."""
    return gzip.compress(path.read_bytes(), 9)


@contextmanager
def serving(site: Path, packing: bool = False) -> Iterator[str]:
    """Serve the site and yield its address. If `packing` is set, the server compresses files."""
    handler = partial(PackingHandler if packing else serve.Handler, base="/chowk/", directory=str(site))
    with serve.Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/chowk/"
        server.shutdown()


def games_kept(count: int) -> dict[str, str]:
    """Return `count` saved games of random moves, by storage key."""
    texts = {}
    for number, name in zip(range(count), cycle(SHELF), strict=False):
        match, luck = games.load(name).match(seed=number), random.Random(number)
        while match.outcome() is None and match.ply < PLIES:
            match.push(luck.choice(match.options()))
        save = saves.Save(f"{number:016x}", usual_plan(name), match, CREATED, CREATED)
        texts[saves.GAME_KEY + save.id] = saves.write_save(save)
    return texts


def measured(playwright: Playwright, base: str, rounds: int, kept: dict[str, str]) -> dict[str, list[Sample]]:
    """Return the measured times of all rounds, in lists by page and kind of visit, such as "chowk cold"."""
    samples: dict[str, list[Sample]] = {}
    for number in range(rounds):
        for kind in MARKS if number % 2 else reversed(MARKS):
            for phase, sample in visits(playwright, base, kind, kept):
                samples.setdefault(f"{kind} {phase}", []).append(sample)
        print(f"round {number + 1} of {rounds}", flush=True)
    return samples


def visits(playwright: Playwright, base: str, kind: str, kept: dict[str, str]) -> Iterator[tuple[str, Sample]]:
    """Yield the measured times of each visit of a new visitor, each with a name for the visit, such as "cold".

    `kind` is the page to visit: "chowk", or "bare" for the page with bare Pyodide. `kept` are saved games by key; the
    device stores them after the first visit.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        with browser(playwright, profile) as context:
            yield "cold", visit(context, base, kind, settle=True)
            if kept and kind == "chowk":
                store_games(context, base, kept)
            yield "warm", visit(context, base, kind)
            for game, chairs in LINKED if kind == "chowk" else ():
                yield f"{game} for {chairs}", linked(context, base, sent(game, chairs))
        with browser(playwright, profile) as context:
            yield "again", visit(context, base, kind)
        with browser(playwright, profile) as context:
            yield "settled", settled(context, base, kind)


@contextmanager
def browser(playwright: Playwright, profile: str) -> Iterator[BrowserContext]:
    """Launch a browser that stores its caches in a folder, and yield its context."""
    path = shutil.which("chromium") or shutil.which("google-chrome")
    args = ["--no-sandbox", "--disable-gpu"]
    context = playwright.chromium.launch_persistent_context(profile, executable_path=path, args=args)
    yield context
    context.close()


def visit(context: BrowserContext, base: str, kind: str, settle: bool = False) -> Sample:
    """Open a page and return its times and costs by name.

    If `settle`, wait until the page has stored the image of Python's memory for its next start.
    """
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.add_init_script(EAGER)
    page.goto(base + ("bare.html" if kind == "bare" else "?test=1"))
    reached(page, "bare:python" if kind == "bare" else "chowk:home")
    sample = {"cpu ready": cpu(devtools)}
    if kind == "chowk":
        reached(page, "chowk:board")
        sample["cpu board"] = cpu(devtools)
    sample["MB"] = memory(context)
    if kind == "chowk":
        reached(page, "chowk:opponents")
        sample["MB both"] = memory(context)
    for name, mark in MARKS[kind].items():
        sample[name] = when(page, mark)
    if kind == "chowk" and settle:
        page.evaluate(SETTLED)
    page.close()
    return sample


def settled(context: BrowserContext, base: str, kind: str) -> Sample:
    """Open a page, let the browser collect unused memory, and return the page's memory in megabytes.

    `MB` is that of the home page and `MB both` that of a game with the opponents' worker. Bare Pyodide has only `MB`.
    """
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    page.goto(base + ("bare.html" if kind == "bare" else "?test=1"))
    reached(page, "bare:python" if kind == "bare" else "chowk:home")
    page.wait_for_timeout(SETTLING_MS)
    sample = {"MB": collected(context, page, devtools)}
    if kind == "chowk":
        page.evaluate(f"() => {{ {EAGER} document.documentElement.dataset.ready = '1'; }}")
        reached(page, "chowk:opponents")
        sample["MB both"] = collected(context, page, devtools)
    page.close()
    return sample


def collected(context: BrowserContext, page: Page, devtools: Any) -> float:
    """Tell the browser to collect unused memory, wait, and return the page's memory in megabytes."""
    page.wait_for_timeout(COLLECTING_MS)
    devtools.send("HeapProfiler.collectGarbage")
    devtools.send("Memory.simulatePressureNotification", {"level": "critical"})
    page.wait_for_timeout(COLLECTING_MS)
    return memory(context)


def store_games(context: BrowserContext, base: str, kept: dict[str, str]) -> None:
    """Store the saved games `kept` on the device.

    Then show them once on the home page, so that on closing the page also stores the summaries of these games.
    """
    page = context.new_page()
    for _ in range(2):
        page.goto(f"{base}?test=1")
        reached(page, "chowk:home")
        page.evaluate(KEEP, kept)
    page.wait_for_function("document.querySelector('.kept .miniature svg')")
    page.goto("about:blank")
    page.close()


@lru_cache
def sent(game: str, chairs: int) -> str:
    """Return the link to a whole correspondence game of random moves with `chairs` players."""
    devices = begun(terms(game, chairs), 1)
    carried(devices, random.Random(1))
    here = devices[0].game
    return turn_link.write(here.terms, here.names, devices[0].dice.ring, here.match)


def linked(context: BrowserContext, base: str, link: str) -> Sample:
    """Open a link to a game and return the time until its board is shown, in milliseconds, and the link's length."""
    page = context.new_page()
    page.goto(f"{base}?test=1{link}")
    reached(page, "chowk:board")
    sample = {"board": when(page, "chowk:board"), "letters": float(len(link))}
    page.close()
    return sample


def links(samples: dict[str, list[Sample]]) -> str:
    """Return a table of the median times from opening a link to its board, with ratios to a start without a link."""
    plain = middle(samples["chowk warm"], "board")
    lines = [f"{'link of a whole game':24}{'letters':>8}{'board ms':>10}{'of the plain start':>20}"]
    for game, chairs in LINKED:
        chosen = samples[f"chowk {game} for {chairs}"]
        board = middle(chosen, "board")
        count = middle(chosen, "letters")
        lines.append(f"{game + f' for {chairs}':24}{count:8.0f}{board:10.0f}{board / plain:20.2f}")
    return "\n".join(lines)


def reached(page: Page, mark: str) -> None:
    """Wait until the page has set the performance mark with this name."""
    page.evaluate(REACHED, mark)


def when(page: Page, mark: str) -> float:
    """Return the milliseconds from the navigation to a performance mark, or NaN if it is not set."""
    start = page.evaluate("mark => performance.getEntriesByName(mark)[0]?.startTime", mark)
    return float(start or "nan")


def cpu(devtools: Any) -> float:
    """Return the milliseconds for which the page's main thread has worked."""
    metrics = {metric["name"]: metric["value"] for metric in devtools.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"]) * 1000


def memory(context: BrowserContext) -> float:
    """Return the private memory of the largest page process, in megabytes, or NaN if the system does not report it."""
    assert context.browser is not None, "it was launched"
    processes = context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    pids = [process["id"] for process in processes["processInfo"] if process["type"] == "renderer"]
    try:
        rows = [Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines() for pid in pids]
    except OSError:
        return float("nan")
    own = [sum(int(row.split()[1]) for row in process if row.startswith("Private_")) for process in rows]
    return max(own) / 1000


def table(samples: dict[str, list[Sample]]) -> str:
    """Return a table of median times, with ratios to those of bare Pyodide.

    Visits are compared with visits of the same kind, see `PHASES`.
    """
    lines = [f"{'':30}{'':>6}{'of bare':>9}   smallest … largest, n = {len(next(iter(samples.values())))}"]
    for phase in PHASES:
        of_bare = {name: middle(samples[f"bare {phase}"], name) for name in samples[f"bare {phase}"][0]}
        for kind in MARKS:
            for name in samples[f"{kind} {phase}"][0]:
                chosen = samples[f"{kind} {phase}"]
                base = of_bare["cpu ready" if name.startswith("cpu") else "MB" if name.startswith("MB") else "python"]
                values = [sample[name] / base for sample in chosen]
                unit = "" if name.startswith("MB") else " ms"
                lines.append(
                    f"{kind + ' ' + phase:14}{name + unit:16}{middle(chosen, name):6.0f}"
                    f"{statistics.median(values):9.2f}   {min(values):.2f} … {max(values):.2f}"
                )
    return "\n".join(lines)


def middle(samples: Sequence[Sample], name: str) -> float:
    """Return the median of one measured quantity over all rounds."""
    return statistics.median(sample[name] for sample in samples)


def wire(site: Path) -> str:
    """Return a table of the sizes of a site's files, raw and compressed, beside those of bare Pyodide."""
    ours = {path for path in files_in(site) if not path.is_relative_to(site / "bare") and path.name != "bare.html"}
    theirs = files_in(site / "bare")
    fonts = {path for path in ours if path.suffix == ".woff2"}  # each font is loaded only for a letter that needs it
    whole, start, bare = squeezed(ours), squeezed(ours - fonts), squeezed(theirs)
    lines = [f"{'bytes':24}{'raw':>12}{'gzip':>12}{'brotli':>12}"]
    for name, sizes in {"bare": bare, "chowk, without fonts": start, "chowk, all": whole}.items():
        lines.append(f"{name:24}" + "".join(f"{size:12,}" for size in sizes))
    lines.append(f"{'in parts of bare':24}" + "".join(f"{a / b:12.2f}" for a, b in zip(start, bare, strict=True)))
    return "\n".join(lines)


def files_in(folder: Path) -> set[Path]:
    """Return every file in a site's folder that a page may request."""
    return {path for path in folder.rglob("*") if path.is_file() and path.name != "files.json"}


def squeezed(paths: set[Path]) -> tuple[int, int, int]:
    """Return the total size of files in bytes: raw, with gzip, and with brotli.

    Files that would grow are counted raw.
    """
    raw = {path: path.stat().st_size for path in sorted(paths)}
    zipped = [min(size, len(gzip.compress(path.read_bytes(), 9))) for path, size in raw.items()]
    output = subprocess.run(["node", "-e", SQUEEZE, *map(str, raw)], capture_output=True, check=True).stdout
    tight = [min(size, small) for size, small in zip(raw.values(), json.loads(output), strict=True)]
    return sum(raw.values()), sum(zipped), sum(tight)
