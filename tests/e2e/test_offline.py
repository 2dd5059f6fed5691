"""Test the service worker: after one visit the page needs no network. A newer version starts only on request."""

from __future__ import annotations

import gzip
import json
import os
import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from chowk import games
from tests.e2e.conftest import Watch, wait_ready
from tests.e2e.looking import press
from tests.e2e.play import begin, by_mouse, play_on, wait_until
from tools.build.build_site import WHOLE_PAGE, short_hash

pytestmark = pytest.mark.browser_context_args(service_workers="allow")
RECORD_EVENTS = """
window.told = {};
for (const name of ["offline-ready", "update-waiting"])
  addEventListener(`chowk:${name}`, event => { (window.told[name] ??= []).push(event.detail ?? {}); });
"""
LONG_MS = 60_000


def reloaded(page: Page) -> AbstractContextManager[Any]:
    """Return a context manager that waits at its end for a full reload of the page, not only a change of address."""
    return page.expect_event("load", timeout=LONG_MS)


@pytest.fixture
def copy(site: Path, tmp_path: Path) -> Path:
    """Return the folder of a copy of the site that a test may change. Its files are hard links to the originals."""
    return Path(shutil.copytree(site, tmp_path / "site", copy_function=os.link))


@pytest.fixture
def address(copy: Path, serving: Callable[[Path], str], watch: Watch) -> str:
    """Serve the copy of the site, tell `watch` its origin, and return its address."""
    served = serving(copy)
    watch.origin = served.removesuffix("/chowk/")
    return served


def visit(page: Page, address: str) -> None:
    """Open the site at an address and wait until Python is ready."""
    page.add_init_script(RECORD_EVENTS)
    page.goto(f"{address}?test=1")
    wait_ready(page)


def event_details(page: Page, name: str) -> dict[str, Any]:
    """Wait until the page has reported the event `name`, and return the details of the last such event."""
    page.wait_for_function(f"window.told['{name}']", timeout=LONG_MS)
    detail: dict[str, Any] = page.evaluate(f"window.told['{name}'].at(-1)")
    return detail


def given_up(page: Page) -> None:
    """Wait until the installation of the service worker has begun and failed."""
    page.wait_for_function("async () => (await caches.keys()).length", timeout=LONG_MS)
    page.wait_for_function("async () => !(await navigator.serviceWorker.getRegistration())", timeout=LONG_MS)


def replace(path: Path, old: str, new: str) -> None:
    """Replace the first `old` by `new` in a file of the copy, without changing the original, to which it is linked."""
    text = path.read_text()
    assert old in text
    path.unlink()
    path.write_text(text.replace(old, new, 1))


def newer(copy: Path) -> None:
    """Make the copy a newer version of the site: change a style sheet, and all hashes and sizes that depend on it."""
    path = copy / "css/tokens.css"
    assert ":root" in path.read_text()
    before = listing(copy)["css/tokens.css"]
    replace(path, ":root", ":root { --newer: yes; }\n:root")
    replace(copy / "index.html", before[0], short_hash(path.read_bytes()))
    page_before = listing(copy)["index.html"]
    replace(copy / "sw.js", json.dumps(before), json.dumps([short_hash(path.read_bytes()), path.stat().st_size]))
    page = (copy / "index.html").read_bytes()
    replace(copy / "sw.js", page_before[0], short_hash(page))
    (copy / WHOLE_PAGE).unlink()  # remove the hard link first: the session's site shares the file
    (copy / WHOLE_PAGE).write_bytes(gzip.compress(page))
    replace(copy / "sw.js", 'const HASH = "', 'const HASH = "newer-')


def lose(copy: Path, folder: str) -> None:
    """Remove the files of a folder from the copy of the site, and from the list in its service worker."""
    script = (copy / "sw.js").read_text()
    rest = {name: entry for name, entry in listing(copy).items() if not name.startswith(folder)}
    replace(copy / "sw.js", json.dumps(listing(copy)), json.dumps(rest))
    assert (copy / "sw.js").read_text() != script
    for path in (copy / folder).iterdir():
        path.unlink()


VERSIONS = "caches.keys().then(names => names.filter(name => name.startsWith('chowk:') && !name.endsWith('extras')))"


def listing(copy: Path) -> dict[str, list[Any]]:
    """Return the list of files in the copy's service worker: hash and size in bytes, by path."""
    line = next(line for line in (copy / "sw.js").read_text().splitlines() if line.startswith("const FILES"))
    listed: dict[str, list[Any]] = json.loads(line.removeprefix("const FILES = ").partition("; //")[0].rstrip(";"))
    return listed


def test_after_one_visit_no_network_is_needed_and_a_whole_game_is_played(
    page: Page, context: BrowserContext, address: str, copy: Path, watch: Watch
) -> None:
    addresses: set[str] = set()
    context.on("request", lambda request: addresses.add(request.url))
    visit(page, address)
    report = event_details(page, "offline-ready")
    assert report["files"] == report["cached"] == len(listing(copy))
    assert report["bytes"] == sum(size for _, size, *_ in listing(copy).values())
    assert set(report) == {"version", "hash", "files", "bytes", "cached", "extras"}
    by_one_address(addresses)
    expect(page.get_by_text("Ready to play offline.")).to_be_visible()
    in_words(page, report)
    context.set_offline(True)
    page.reload()
    wait_ready(page)
    page.locator("[data-do='open'][data-arg='reversi']").click()
    page.locator("[data-do='play']").click()
    page.wait_for_function("performance.getEntriesByName('chowk:opponents').length", timeout=LONG_MS)
    watch.expect("request failed: .*/some/where")
    page.goto(f"{address}some/where?test=1#x")
    assert page.url == f"{address}?test=1#x"
    wait_ready(page)
    with_the_browsers_own_cache_emptied(page, context)
    page.goto(f"{address}?test=1&seed=7&speed=off")
    wait_ready(page)
    begin(page, "reversi", "0 person", "1 bot 1")
    end = play_on(page, by_mouse)
    assert end["over"]
    assert len(end["moves"]) >= 9


def by_one_address(addresses: set[str]) -> None:
    """Check that no file of the runtime has a query (`?…`) in its address. A first visit requested `addresses`.

    With a second address for the same file, the browser would download the file twice.
    """
    runtime = [url for url in addresses if "/vendor/" in url]
    assert any(url.endswith(".wasm") for url in runtime)
    assert not [url for url in runtime if "?" in url]


def in_words(page: Page, report: dict[str, Any]) -> None:
    """Check that the sheet about the app says that everything is stored, and shows the figures of `report`.

    They are the number and size of the files, their hash and the version.
    """
    page.locator("[data-do='about']").first.click()
    about = page.locator("[role=dialog]")
    expect(about).to_contain_text("Ready: everything is on this device")
    expect(about).to_contain_text(str(report["files"]))
    expect(about).to_contain_text(f"{report['bytes'] / 1000:,.0f} kB")
    expect(about).to_contain_text(report["hash"])
    expect(about).to_contain_text(report["version"])


def with_the_browsers_own_cache_emptied(page: Page, context: BrowserContext) -> None:
    """Clear the browser's own cache, and check that the page still starts without a network."""
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    missed: list[str | None] = []
    context.on("requestfailed", lambda request: missed.append(request.failure))
    page.reload()
    wait_ready(page)
    assert set(missed) == {"net::ERR_CACHE_MISS"}  # the browser looks for compiled code in its cache only


def test_what_an_opponent_would_like_besides_is_kept_apart_once_that_one_was_met(
    page: Page, context: BrowserContext, address: str, copy: Path, watch: Watch
) -> None:
    files = list((copy / "py/extras").rglob("*.packed"))
    file = max(files, key=lambda path: path.stat().st_size)
    path = file.relative_to(copy).as_posix()
    paths: list[str] = []
    context.on("request", lambda request: paths.append(request.url) if path in request.url else None)
    visit(page, address)
    before = event_details(page, "offline-ready")
    assert before["extras"] == {"files": 0, "bytes": 0}
    assert paths == []
    game = file.parent.name
    level = max(games.load(game).bots.LEVELS, key=lambda level: len(level.extras))
    begin(page, game, "0 person", f"1 bot {level.number}")
    page.wait_for_function(
        "all => window.told['offline-ready'].at(-1).extras.files === all", arg=len(files), timeout=LONG_MS
    )
    extras = {"files": len(files), "bytes": sum(path.stat().st_size for path in files)}
    assert event_details(page, "offline-ready") == {**before, "extras": extras}
    while len(paths) < 3:  # requested by the page, by the service worker, and by the opponent's worker
        context.wait_for_event("request", lambda request: path in request.url, timeout=LONG_MS)
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    context.set_offline(True)
    length = "async path => (await (await fetch(path)).arrayBuffer()).byteLength"
    assert page.evaluate(length, path) == file.stat().st_size
    page.evaluate(
        "async path => (await caches.open((await caches.keys()).find(name => name.endsWith('extras'))))"
        ".put(path, new Response('not this'))",
        path,
    )
    watch.expect("py/extras/")  # the network is off
    assert page.evaluate(f"path => ({length})(path).catch(() => 'gone')", path) == "gone"


def test_everything_listed_is_there(copy: Path) -> None:
    on_disk = {path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()}
    asked_for = ("py/extras/", "py/translate/", "vendor/qr-")
    besides = {name for name in on_disk if name.startswith(asked_for)}
    assert on_disk - set(listing(copy)) == {"sw.js", "files.json", WHOLE_PAGE} | besides
    assert all((copy / name).stat().st_size == size for name, (_, size, *_) in listing(copy).items())


def test_puzzles_of_all_games_are_there_without_a_network(page: Page, context: BrowserContext, address: str) -> None:
    visit(page, address)
    event_details(page, "offline-ready")
    context.set_offline(True)
    for name in ("reversi", "patchwork"):
        press(page, "puzzle", f"{name} day")
        wait_until(page, f"s.awaited !== null && s.game === '{name}'")
        press(page, "lesson-leave")


def test_a_broken_installation_goes_on(
    page: Page, context: BrowserContext, address: str, copy: Path, watch: Watch
) -> None:
    watch.expect("icons/icon-512.png")
    context.route("**/icons/icon-512.png*", lambda route: route.abort())
    visit(page, address)
    given_up(page)
    count = page.evaluate("caches.keys().then(([name]) => caches.open(name)).then(c => c.keys()).then(k => k.length)")
    assert count == len(listing(copy)) - 1
    context.unroute("**/icons/icon-512.png*")
    fetched: list[str] = []
    context.on("request", lambda request: fetched.append(request.url) if request.service_worker else None)
    page.reload()
    wait_ready(page)
    report = event_details(page, "offline-ready")
    assert report["cached"] == report["files"]
    assert [url for url in fetched if "icon-512" not in url and "sw.js" not in url] == []
    assert [url for url in fetched if "icon-512" in url]


def test_a_newer_version_waits_until_asked_for(page: Page, address: str, copy: Path) -> None:
    visit(page, address)
    first = event_details(page, "offline-ready")
    newer(copy)
    page.reload()
    wait_ready(page)
    event_details(page, "update-waiting")
    newness = "getComputedStyle(document.documentElement).getPropertyValue('--newer').trim()"
    assert page.evaluate(newness) == ""
    page.reload()  # a reload alone does not bring the newer version
    wait_ready(page)
    event_details(page, "update-waiting")
    assert page.evaluate(newness) == ""
    with reloaded(page):
        page.evaluate("dispatchEvent(new Event('chowk:update'))")
    wait_ready(page)
    assert page.evaluate(newness) == "yes"
    second = event_details(page, "offline-ready")
    assert second["hash"] == f"newer-{first['hash']}"
    names = page.evaluate("caches.keys()")
    assert len([name for name in names if name.startswith("chowk:")]) == 1


def test_others_caches_are_left_alone(page: Page, address: str) -> None:
    others = ["other:1", "chowk:/elsewhere/:1"]
    page.goto(address)
    page.evaluate("names => Promise.all(names.map(name => caches.open(name)))", [*others, "chowk:/chowk/:older"])
    visit(page, address)
    report = event_details(page, "offline-ready")
    assert sorted(page.evaluate("caches.keys()")) == sorted([*others, f"chowk:/chowk/:{report['hash']}"])


def test_a_wrong_file_is_not_kept(page: Page, context: BrowserContext, address: str) -> None:
    context.route("**/icons/icon-512.png*", lambda route: route.fulfill(body="not an icon"))
    visit(page, address)
    given_up(page)
    assert not page.evaluate("caches.match('./icons/icon-512.png', { ignoreSearch: true }).then(Boolean)")


def test_without_a_service_worker_it_plays_online(page: Page, address: str) -> None:
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    visit(page, address)
    page.locator("[data-do='open'][data-arg='reversi']").click()
    expect(page.locator("[data-do='play']")).to_be_visible()


def test_a_full_device_is_no_error(page: Page, context: BrowserContext, address: str) -> None:
    devtools = context.new_cdp_session(page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": address.removesuffix("/chowk/"), "quotaSize": 1_000_000})
    visit(page, address)
    given_up(page)
    page.locator("[data-do='open'][data-arg='reversi']").click()
    expect(page.locator("[data-do='play']")).to_be_visible()


def test_a_newer_version_is_not_offered_under_a_running_game(page: Page, address: str, copy: Path) -> None:
    visit(page, address)
    event_details(page, "offline-ready")
    begin(page, "reversi", "0 person", "1 person")
    newer(copy)
    page.evaluate("navigator.serviceWorker.getRegistration().then(kept => kept.update())")
    event_details(page, "update-waiting")
    expect(page.locator(".toast")).to_have_count(0)
    by_mouse(page, "d3")
    page.wait_for_function("JSON.parse(window.chowk.state()).ply === 1 && !JSON.parse(window.chowk.state()).moving")
    page.locator("[data-do='home']").first.click()
    with reloaded(page):
        page.locator(".toast [data-do='update']").click()
    wait_ready(page)
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--newer').trim()") == "yes"
    page.locator("[data-do='resume']").first.click()  # the game is still there
    page.wait_for_function("JSON.parse(window.chowk.state()).ply === 1")


def test_two_tabs_come_to_the_newer_version_one_after_the_other(
    page: Page, context: BrowserContext, address: str, copy: Path
) -> None:
    visit(page, address)
    event_details(page, "offline-ready")
    other = context.new_page()
    visit(other, address)
    other.wait_for_function("navigator.serviceWorker.controller !== null", timeout=LONG_MS)
    event_details(other, "offline-ready")
    newer(copy)
    lose(copy, "py/supplies/reversi/")
    page.evaluate("navigator.serviceWorker.getRegistration().then(kept => kept.update())")
    event_details(page, "update-waiting")
    with reloaded(page):
        page.locator(".toast [data-do='update']").click()
    wait_ready(page)
    event_details(page, "offline-ready")
    begin(other, "reversi", "0 person", "1 bot 2")  # neither the newer version nor the host has its files
    by_mouse(other, "d3")
    other.wait_for_function("JSON.parse(window.chowk.state()).ply > 1 && !JSON.parse(window.chowk.state()).moving")
    assert len(other.evaluate(VERSIONS)) == 2
    other.locator("[data-do='home']").first.click()
    with reloaded(other):
        other.locator(".toast [data-do='update']").click()
    wait_ready(other)
    assert other.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--newer').trim()") == "yes"
    event_details(other, "offline-ready")
    assert len(other.evaluate(VERSIONS)) == 1, "no page uses the other one any more"
