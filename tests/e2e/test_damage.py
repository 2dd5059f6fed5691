"""Test damage to the page's stored files: the page downloads the files again or reports the fault."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import Watch, wait_ready
from tests.e2e.test_offline import event_details, visit
from tools.build.build_site import short_hash

pytestmark = pytest.mark.browser_context_args(service_workers="allow")

PARTS = {
    "index.html": "index.html",
    "boot.js": "py/boot/boot.js",
    "python.js": "py/boot/python.js",
    "runtime.js": "py/boot/runtime.js",
    "before.js": "py/boot/before.js",
    "bring.js": "py/boot/bring.js",
    "pyscript.js": "py/boot/pyscript.js",
    "nodes.js": "py/boot/nodes.js",
    "press.js": "py/boot/press.js",
    "language.js": "py/boot/language.js",
    "worker.py": "py/worker.py",
    "the app": "py/chowk.packed",
    "the library": "py/stdlib.packed",
    "pyodide.asm.js": "/pyodide.asm.js",
    "pyodide.asm.wasm": "/pyodide.asm.wasm",
    "pyodide.js": "/pyodide.js",
    "core.js": "/core.js",
    "stylesheet": "css/chowk.css",
    "icon": "icons/icon.svg",
    "font": "-normal.woff2",
}
"""The end of the address of each file to damage, by the name of the test case. There is one file of each kind."""
KINDS = ("cut", "flipped", "empty", "another version's")
USUAL = {
    ("index.html", "empty", True),
    ("boot.js", "flipped", False),
    ("the app", "flipped", True),
}
"""Test cases of every run: the name of the file, the kind of damage, and True if there is a network.

The deep run tries all combinations.
"""

DAMAGE = """async ([end, kind]) => {
  const [name] = (await caches.keys()).filter((name) => name.startsWith("chowk:"));
  const cache = await caches.open(name);
  const key = (await cache.keys()).find(({ url }) => new URL(url).pathname.endsWith(end));
  const reply = await cache.match(key);
  let bytes = new Uint8Array(await reply.arrayBuffer());
  if (kind === "cut") bytes = bytes.slice(0, bytes.length / 2);
  if (kind === "empty") bytes = bytes.slice(0, 0);
  if (kind === "flipped") for (let at = 20; at < bytes.length; at += 99) bytes[at] ^= 4;
  if (kind === "another version's") bytes = new Uint8Array(await new Blob([bytes, "\\n"]).arrayBuffer());
  await cache.put(key, new Response(bytes, { headers: reply.headers }));
  // Prevent the open page from repairing the file at once.
  localStorage.setItem(`chowk:looked:${new URL("./", location).pathname}`, Date.now());
  return new URL(key.url).searchParams.get("v");
}"""
LOOKED = "`chowk:looked:${new URL('./', location).pathname}`"
ANOTHER_DAY = f"localStorage.removeItem({LOOKED})"
HASHES = """async () => {
  const [name] = (await caches.keys()).filter((name) => name.startsWith("chowk:"));
  const cache = await caches.open(name);
  const wrong = [];
  for (const key of await cache.keys()) {
    const body = await (await cache.match(key)).arrayBuffer();
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
    const hash = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    if (!hash.startsWith(new URL(key.url).searchParams.get("v"))) wrong.push(key.url);
  }
  return wrong;
}"""
QUICK = "?test=1&rest=0"


@pytest.fixture
def copy(site: Path, tmp_path: Path) -> Path:
    """Return a copy of the site that the tests may change."""
    return Path(shutil.copytree(site, tmp_path / "site", copy_function=os.link))


@pytest.fixture
def address(copy: Path, serving: Callable[[Path], str], watch: Watch) -> str:
    """Serve the copy of the site, tell `watch` its origin, and return its address."""
    served = serving(copy)
    watch.origin = served.removesuffix("/chowk/")
    return served


def cases() -> list[object]:
    """Return all test cases: each file, with each kind of damage, with and without a network.

    Those that are not in `USUAL` belong to the deep run.
    """
    return [
        pytest.param(part, kind, network, marks=[] if (part, kind, network) in USUAL else pytest.mark.deep)
        for part in PARTS
        for kind in KINDS
        for network in (True, False)
    ]


@pytest.mark.parametrize(("part", "kind", "network"), cases())
def test_damage_heals_or_is_said(
    page: Page, context: BrowserContext, address: str, watch: Watch, part: str, kind: str, network: bool
) -> None:
    visit(page, address)
    event_details(page, "offline-ready")
    page.evaluate(DAMAGE, [PARTS[part], kind])
    assert len(page.evaluate(HASHES)) == 1
    page.evaluate(ANOTHER_DAY)
    watch.troubles.clear()
    watch.expected.append(".")  # the browser may report the damaged files
    watch.troubles.append("none so far")
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    context.set_offline(not network)
    page.goto(address + QUICK)
    if network:
        wait_ready(page)
    else:
        started_or_said(page)
        context.set_offline(False)
        page.goto(address + QUICK)
        wait_ready(page)
    page.wait_for_function(HASHES.replace("return wrong", "return !wrong.length"), timeout=60_000, polling=250)


def started_or_said(page: Page) -> None:
    """Wait until the page has started, or until it reports damaged files."""
    words = "p:has-text('damaged')"
    expect(page.locator(f"html[data-ready] #app .screen, {words}").first).to_be_attached(timeout=60_000)


def test_a_damaged_file_is_not_carried_into_the_next_version(page: Page, address: str) -> None:
    # Hold the lock for making the memory image, so that another page does not make an image: a page that made one would
    # lose the worker that holds its runtime.
    name = "`chowk-image:${new URL('./', location).pathname}`"
    page.add_init_script(f"navigator.locks.request({name}, () => new Promise(() => {{}}))")
    visit(page, address)
    event_details(page, "offline-ready")
    page.evaluate(DAMAGE, ["icons/icon.svg", "flipped"])
    older = """async () => {
      const [name] = (await caches.keys()).filter((name) => name.startsWith("chowk:"));
      const [from, to] = [await caches.open(name), await caches.open(name.replace(/[^:]*$/, "older"))];
      for (const key of await from.keys()) await to.put(key, await from.match(key));
      await caches.delete(name);
      await (await navigator.serviceWorker.getRegistration()).unregister();
    }"""
    page.evaluate(older)
    visit(page, address)
    event_details(page, "offline-ready")
    assert page.evaluate(HASHES.replace('"chowk:")', '"chowk:") && !name.endsWith("older")')) == []


def test_a_healthy_page_is_looked_over_once_a_day(page: Page, address: str, copy: Path) -> None:
    visit(page, address)
    event_details(page, "offline-ready")
    page.evaluate(f"localStorage.setItem({LOOKED}, String(Date.now() + 9e9))")  # as if a clock had been set back
    page.goto(address + QUICK)
    page.wait_for_function(f"Number(localStorage.getItem({LOOKED})) <= Date.now()")
    first = page.evaluate(f"localStorage.getItem({LOOKED})")
    page.reload()
    wait_ready(page)
    told_image = "new Promise(done => addEventListener('chowk:image', () => done(1), { once: true }))"
    page.evaluate(f"Promise.race([{told_image}, new Promise(done => setTimeout(done, 500))])")
    assert page.evaluate(f"localStorage.getItem({LOOKED})") == first
    assert short_hash((copy / "index.html").read_bytes())
