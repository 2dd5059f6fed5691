"""How long the page takes to start, in parts of what bare Pyodide takes in the same run.

Every round opens each page in a browser of its own: first as on a first visit, then again, then after the browser was
closed and opened. `bare` is nothing but Pyodide as its makers ship it, up to the first line of Python. Ratios are of
medians; wall time is counted from the navigation, CPU is that of the page's main thread. Read ratios, not
milliseconds.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import statistics
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

import serve
from tools import build_vendor
from tools.build import ROOT, build

PHASES = ("cold", "warm", "again")
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
# A reader who opens Reversi and plays, each as soon as it can be done.
EAGER = """
const steps = ['[data-ready] [data-do="open"][data-arg="reversi"]', '[data-do="play"]'];
new MutationObserver((_, observer) => {
  const found = document.querySelector(steps[0]);
  if (found) { steps.shift(); found.click(); }
  if (!steps.length) observer.disconnect();
}).observe(document, { attributes: true, childList: true, subtree: true });
"""
SETTLED = "() => new Promise(done => addEventListener('chowk:image', done))"
REACHED = """mark => new Promise((done, fail) => {
  setTimeout(() => fail(new Error(`${mark} was not reached`)), 120_000);
  const look = () => performance.getEntriesByName(mark).length ? done() : setTimeout(look, 20);
  look();
})"""
Sample = dict[str, float]


def main(argv: Sequence[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="bench start", description=__doc__)
    parser.add_argument("-n", type=int, default=5, help="rounds (default 5)")
    parser.add_argument("--site", type=Path, help="a site built before; by default it is built now")
    parser.add_argument("--json", type=Path, help="write every sample there")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        site = prepared(Path(folder) / "site", options.site)
        with serving(site) as base, sync_playwright() as playwright:
            samples = measured(playwright, base, options.n)
    if options.json:
        options.json.write_text(json.dumps(samples, indent=1))
    print(table(samples))
    return 0


def prepared(site: Path, built: Path | None) -> Path:
    """The site, with bare Pyodide beside it."""
    if built:
        shutil.copytree(built, site)
    else:
        build(site, say=lambda _: None)
    folder = build_vendor.table()["pyodide"]["to"]
    shutil.copytree(ROOT / "vendor" / folder, site / "bare")
    shutil.copy(ROOT / "node_modules/pyodide/pyodide-lock.json", site / "bare")
    (site / "bare.html").write_text(BARE)
    return site


@contextmanager
def serving(site: Path) -> Iterator[str]:
    """The site's address while it is served."""
    with serve.server(site, base="/chowk/") as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/chowk/"
        server.shutdown()


def measured(playwright: Playwright, base: str, rounds: int) -> dict[str, list[Sample]]:
    """Samples by page and phase."""
    samples: dict[str, list[Sample]] = {}
    for number in range(rounds):
        for kind in MARKS if number % 2 else reversed(MARKS):
            for phase, sample in visits(playwright, base, kind):
                samples.setdefault(f"{kind} {phase}", []).append(sample)
        print(f"round {number + 1} of {rounds}", flush=True)
    return samples


def visits(playwright: Playwright, base: str, kind: str) -> Iterator[tuple[str, Sample]]:
    """The three visits of a new reader."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        with browser(playwright, profile) as context:
            yield "cold", visit(context, base, kind, settle=True)
            yield "warm", visit(context, base, kind)
        with browser(playwright, profile) as context:
            yield "again", visit(context, base, kind)


@contextmanager
def browser(playwright: Playwright, profile: str) -> Iterator[BrowserContext]:
    """A browser that keeps its caches in a folder."""
    path = shutil.which("chromium") or shutil.which("google-chrome")
    args = ["--no-sandbox", "--disable-gpu"]
    context = playwright.chromium.launch_persistent_context(profile, executable_path=path, args=args)
    yield context
    context.close()


def visit(context: BrowserContext, base: str, kind: str, settle: bool = False) -> Sample:
    """Open a page and note when it got where and what that cost; `settle` waits for what it keeps for the next time."""
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.add_init_script(EAGER)
    page.goto(base + ("bare.html" if kind == "bare" else "?test=1"))
    page.wait_for_selector("html[data-ready]", state="attached", timeout=120_000)
    sample = {"cpu ready": cpu(devtools)}
    if kind == "chowk":
        reached(page, "chowk:board")
        sample["cpu board"] = cpu(devtools)
        reached(page, "chowk:opponents")
    for name, mark in MARKS[kind].items():
        sample[name] = when(page, mark)
    if kind == "chowk" and settle:
        page.evaluate(SETTLED)
    page.close()
    return sample


def reached(page: Page, mark: str) -> None:
    """Wait for a mark on the page's time line."""
    page.evaluate(REACHED, mark)


def when(page: Page, mark: str) -> float:
    """Milliseconds from the navigation to a mark; of a mark that is not there, none."""
    found = page.evaluate("mark => performance.getEntriesByName(mark)[0]?.startTime", mark)
    return float(found or "nan")


def cpu(devtools: Any) -> float:
    """Milliseconds that the main thread has worked so far."""
    metrics = {metric["name"]: metric["value"] for metric in devtools.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"]) * 1000


def table(samples: dict[str, list[Sample]]) -> str:
    """Medians, and in parts of the bare start of the same phase."""
    lines = [f"{'':22}{'ms':>8}{'of bare':>9}   smallest … largest, n = {len(next(iter(samples.values())))}"]
    for phase in PHASES:
        bare = {key: statistics.median(s[key] for s in samples[f"bare {phase}"]) for key in ("python", "cpu ready")}
        for kind in MARKS:
            for name in samples[f"{kind} {phase}"][0]:
                values = [s[name] for s in samples[f"{kind} {phase}"]]
                middle, base = statistics.median(values), bare["cpu ready" if name.startswith("cpu") else "python"]
                spread = f"{min(values) / base:.2f} … {max(values) / base:.2f}"
                lines.append(f"{kind + ' ' + phase:12}{name:12}{middle:6.0f}{middle / base:9.2f}   {spread}")
    return "\n".join(lines)


def wire(site: Path) -> dict[str, int]:
    """Bytes that a first visit downloads, gzip where it helps."""
    return {
        str(path.relative_to(site)): min(len(data), len(gzip.compress(data)))
        for path in sorted(site.rglob("*"))
        if path.is_file() and (data := path.read_bytes()) is not None
    }
