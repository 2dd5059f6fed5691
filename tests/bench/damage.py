"""Damage each file of the page that the browser stores, in every way, and print the outcome of the next start.

The files and kinds of damage are those of `tests/e2e/test_damage.py`. Between two cases the images of Python's memory
are deleted and the browser's own cache is cleared, so that each start needs every file. With `--keep FILE` results are
stored, and the next run continues after the last one.

Outcomes in the table:

* *starts*: the first start reached the page.
* *again*: the page started a second time by itself.
* *said*: the page reported damaged files, and started once there was a network.
* *nothing*: the page neither started nor reported why.
* *still damaged*: the page started or reported the fault, but a stored file is not whole afterwards, by its hash.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from tests.bench.start import serving
from tests.e2e.test_damage import ANOTHER_DAY, DAMAGE, HASHES, KINDS, PARTS, QUICK
from tools.build.build_site import build

PATIENCE_MS: Final = 120_000
READY: Final = "html[data-ready] #app .screen"
DAMAGE_NOTICE: Final = "p:has-text('damaged')"
ALONE: Final = """async () => {
  for (const name of await caches.keys()) if (name.startsWith("chowk-image:")) await caches.delete(name);
  localStorage.removeItem("chowk:image:/chowk/");
}"""
LOOKED: Final = "() => localStorage.getItem('chowk:looked:/chowk/')"
WHOLE: Final = HASHES.replace("return wrong", "return !wrong.length")
KEPT: Final = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(registration?.active && navigator.serviceWorker.controller);
}"""


def main(argv: Sequence[str]) -> int:
    """Run the cases of damage that have no result yet, print the table, and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench damage", description=__doc__)
    parser.add_argument("--keep", type=Path, help="a file for the results; a later run continues it")
    parser.add_argument("--site", type=Path, help="a site that was built with --tested; by default it is built now")
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="seconds after which no further case is begun"
    )
    options = parser.parse_args(argv)
    results: dict[str, str] = json.loads(options.keep.read_text()) if options.keep and options.keep.exists() else {}
    ends = time.monotonic() + options.seconds
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        site = options.site or Path(folder) / "site"
        if not options.site:
            build(site, say=lambda _: None, tested=True)
        path = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        with serving(site) as address:
            context = visited(browser, address)
            for part, kind, network in cases():
                name = f"{part}, {kind}, {'network' if network else 'none'}"
                if name in results or time.monotonic() > ends:
                    continue
                results[name] = outcome(context, address, part, kind, network)
                print(f"{name}: {results[name]}", flush=True)
                if options.keep:
                    options.keep.write_text(json.dumps(results, indent=1))
                if results[name] in ("nothing", "still damaged"):
                    context.close()
                    context = visited(browser, address)
        browser.close()
    print(table(results), *sorted(Counter(results.values()).items()), sep="\n")
    return int(not {"nothing", "still damaged"}.isdisjoint(results.values()))


def cases() -> list[tuple[str, str, bool]]:
    """Return every case: a combination of file, kind of damage, and whether there is a network."""
    return [(part, kind, network) for part in PARTS for kind in KINDS for network in (True, False)]


def table(results: dict[str, str]) -> str:
    """Return the table of results: a line for each file, and two columns for each kind of damage.

    The first of the two columns is for starts with a network, the second for starts without.
    """
    heads = [f"{kind[:7]}, {'network' if network else 'none'}" for kind in KINDS for network in (True, False)]
    lines = ["".join(f"{head:<18}" for head in ("file", *heads))]
    for part in PARTS:
        named = [f"{part}, {kind}, {'network' if network else 'none'}" for kind in KINDS for network in (True, False)]
        lines.append("".join(f"{cell:<18}" for cell in (part, *(results.get(name, "-") for name in named))))
    return "\n".join(lines)


def visited(browser: Browser, address: str) -> BrowserContext:
    """Return a browser context in which the page has been visited and stored."""
    context = browser.new_context(locale="en-GB")
    page = opened(context, address)
    page.wait_for_selector(READY, state="attached", timeout=PATIENCE_MS)
    page.wait_for_function(KEPT, timeout=PATIENCE_MS)
    page.wait_for_function(WHOLE, timeout=PATIENCE_MS)
    page.close()
    return context


def opened(context: BrowserContext, address: str) -> Page:
    """Open a new page at the address, and return it without waiting until it has started."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(address + QUICK)
    return page


def outcome(context: BrowserContext, address: str, part: str, kind: str, network: bool) -> str:
    """Damage the stored file `part` in the way `kind`, and start the page with or without a network.

    Return the outcome of the start, one of those that the module lists.
    """
    page = opened(context, address)
    page.wait_for_selector(READY, state="attached")
    page.wait_for_function(LOOKED)  # the check after a start would repair the damage
    page.evaluate(ALONE)
    page.evaluate(DAMAGE, [PARTS[part], kind])
    assert len(page.evaluate(HASHES)) == 1, "one file is damaged"
    page.evaluate(ANOTHER_DAY)
    session = context.new_cdp_session(page)
    session.send("Network.clearBrowserCache")
    page.close()
    context.set_offline(not network)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    loads: list[Any] = []
    page.on("load", lambda event: loads.append(event))
    try:
        page.goto(address + QUICK, wait_until="commit")
        page.wait_for_selector(f"{READY}, {DAMAGE_NOTICE}", state="attached")
        verdict = "said" if page.locator(DAMAGE_NOTICE).count() else "starts" if len(loads) < 2 else "again"
    except Error:
        verdict = "nothing"
    context.set_offline(False)
    try:
        if verdict != "nothing":
            if not network:
                page.goto(address + QUICK)
            page.wait_for_selector(READY, state="attached")
            page.wait_for_function(WHOLE)
    except Error:
        verdict = "still damaged"
    page.close()
    return verdict
