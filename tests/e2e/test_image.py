"""Later starts begin with an image of Python's memory, made on the device; whatever is wrong with it, they succeed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as Late

from tests.e2e.conftest import Opener, Watch, reworded, wait_ready

LONG_MS = 60_000
HEARD = "addEventListener('chowk:image', event => { window.imaged = event.detail; });"
PYTHON = """async (code) => {
  const config = JSON.parse(document.querySelector('script[type="py"]').getAttribute("config"));
  const { loadPyodide } = await import(new URL(config.interpreter, location.href));
  return (await loadPyodide(console)).runPython(code);
}"""
SHELF = "chowk-image:/chowk/"


def python(page: Page, code: str) -> Any:
    """What a piece of Python evaluates to in the page."""
    return page.evaluate(PYTHON, code)


def start_of(page: Page) -> str:
    """How the page was started: "image" or "plain"."""
    return str(page.evaluate("document.documentElement.dataset.start"))


@pytest.fixture
def imaged(open_page: Opener, page: Page) -> Page:
    """A page after a first visit, long enough for the image to be made."""
    page.add_init_script(HEARD)
    open_page("?test=1&rest=0")
    assert start_of(page) == "plain"
    page.wait_for_function("window.imaged", timeout=LONG_MS)
    assert page.evaluate("window.imaged") == {"made": True}
    return page


def again(page: Page) -> Page:
    """The same page, reloaded and ready."""
    page.reload()
    wait_ready(page)
    return page


def spoil(page: Page, change: str) -> None:
    """Put another reply into the image's place; `change` makes it of `body` (an ArrayBuffer) and `length`."""
    page.evaluate(
        """async ([shelf, change]) => {
          const cache = await caches.open(shelf);
          const request = (await cache.keys()).find(({ url }) => url.includes("/image-"));
          const reply = await cache.match(request);
          let body = await reply.arrayBuffer(), length = reply.headers.get("X-Length");
          if (change === "empty") body = new ArrayBuffer(0);
          if (change === "short") body = body.slice(0, 1000);
          if (change === "other build") new Uint8Array(body)[16] ^= 1;
          if (change === "other size") length = String(Number(length) + 65536);
          if (change === "no size") length = "";
          if (change === "noise") new Uint8Array(body).fill(7);
          if (change === "wiped") new Uint8Array(body, 4096).fill(0);
          await cache.put(request, new Response(body, { headers: { "X-Length": length } }));
        }""",
        [SHELF, change],
    )


def test_the_second_start_is_from_the_image_and_plays(imaged: Page) -> None:
    again(imaged)
    assert start_of(imaged) == "image"
    assert python(imaged, "import sys; 'chowk.app.app' in sys.modules and sys.path[0]") == "/chowk.zip"
    imaged.locator("[data-do='open'][data-arg='reversi']").click()
    imaged.locator("[data-do='play']").click()
    imaged.wait_for_function("performance.getEntriesByName('chowk:opponents').length", timeout=LONG_MS)


def test_two_starts_from_one_image_draw_other_numbers(imaged: Page) -> None:
    drawn = {python(again(imaged), "import random; random.random()") for _ in range(2)}
    assert start_of(imaged) == "image"
    assert len(drawn) == 2


def test_files_written_after_a_start_from_the_image_are_found(imaged: Page) -> None:
    again(imaged)
    written = "open('later.py', 'w').write('answer = 42'); import later; later.answer"
    assert python(imaged, written) == 42


def test_late_imports_come_from_the_archives(imaged: Page) -> None:
    again(imaged)
    assert python(imaged, "import heapq, bisect, calendar; calendar.isleap(2028)") is True


@pytest.mark.parametrize("change", ["empty", "short", "other build", "other size", "no size", "noise", "wiped"])
def test_a_damaged_image_is_thrown_away(change: str, imaged: Page) -> None:
    spoil(imaged, change)
    imaged.reload()
    try:
        imaged.wait_for_selector("html[data-ready]", state="attached", timeout=20_000)
    except Late:  # a memory of nonsense may stop Python for good: the next start knows
        again(imaged)
    assert start_of(imaged) == "plain"
    assert python(imaged, "6 * 7") == 42


def test_a_start_that_never_ended_is_not_repeated(imaged: Page) -> None:
    imaged.evaluate("localStorage.setItem('chowk:image', 'begun')")
    assert start_of(again(imaged)) == "plain"
    imaged.wait_for_function("window.imaged", timeout=LONG_MS)
    assert start_of(again(imaged)) == "image"


def test_a_start_that_failed_costs_the_image(imaged: Page, watch: Watch) -> None:
    watch.expect("planted")
    reworded(imaged, "?test=1&rest=0", "\nstart()", "\nraise RuntimeError('planted')")
    imaged.reload()
    expect(imaged.locator("#boot-progress[role=alert]")).to_be_visible()
    assert start_of(imaged) == "image"
    imaged.wait_for_function("name => caches.has(name).then(has => !has)", arg=SHELF)


@pytest.mark.parametrize(
    "script",
    [
        "CacheStorage.prototype.match = () => Promise.reject(new DOMException('no', 'SecurityError'))",
        "delete globalThis.caches",
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })",
    ],
)
def test_a_browser_that_keeps_nothing_starts_plainly(script: str, page: Page, open_page: Opener) -> None:
    page.add_init_script(script)
    open_page()
    assert start_of(page) == "plain"
