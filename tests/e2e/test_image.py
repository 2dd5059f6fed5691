"""Test later starts, which begin with an image of Python's memory. A missing or damaged image stops no start."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from playwright.sync_api import TimeoutError as Late

from chowk.app import warmup
from tests.e2e.conftest import IMAGES, Devices, Loser, Opener, Watch, deep, reworded, unseal, wait_ready
from tests.e2e.looking import PEOPLE, press
from tests.e2e.play import begin

pytestmark = pytest.mark.first_visit

LONG_MS = 60_000
HEARD = "addEventListener('chowk:image', event => { window.imaged = event.detail; });"
PYTHON = """async (code) => {
  const config = JSON.parse(document.querySelector('script[type="py"]').getAttribute("config"));
  const { loadPyodide } = await import(new URL(config.interpreter, location.href));
  return (await loadPyodide(console)).runPython(code);
}"""


def python(page: Page, code: str) -> Any:
    """Run a Python expression in the page and return its value."""
    return page.evaluate(PYTHON, code)


def start_of(page: Page) -> str:
    """Return how the page started: "image", "beside" or "plain".

    "image": from the stored image of Python's memory. "beside": from the memory of a second Python, which had started
    in a worker. "plain": from neither, by loading Python as usual.
    """
    return str(page.evaluate("document.documentElement.dataset.start"))


STEPS = "steps = warmup.steps(LANGUAGES, THEME)"
"""The part of a script that begins the warm-up."""
FINISHED = "from chowk.app import warmup; ', '.join(warmup.finished)"
FIRST = "?test=1&rest=0"
BESIDE = "manifest.webmanifest"


@pytest.fixture(scope="module")
def returning_context(devices: Devices, browser_context_args: dict[str, Any]) -> BrowserContext:
    """Return the context of a device that has stored an image (snapshot) of Python's memory on an earlier visit."""
    return devices.get(**browser_context_args)


@pytest.fixture(scope="module")
def memory(devices: Devices, returning_context: BrowserContext) -> bytes:
    """Return the part of the stored memory image that holds the bytes of Python's memory."""
    return devices.part("/image-")


@pytest.fixture
def imaged(devices: Devices, returning_context: BrowserContext, open_page: Opener, watch: Watch) -> Iterator[Page]:
    """Yield a page of the site that does not run the app, on a device that has stored an image of Python's memory.

    The test can change the image and then call `again(page)`, which starts the app in the page.
    """
    watch.attach(returning_context)
    page = returning_context.new_page()
    page.add_init_script(HEARD)
    open_page(BESIDE, ready=False, page=page)
    yield page
    watch.detach(returning_context)
    devices.forget(returning_context)
    devices.lay(returning_context, anew=True)


def again(page: Page) -> Page:
    """Start the app in this page, wait until Python is ready, and return the page."""
    started(page)
    wait_ready(page)
    return page


def started(page: Page) -> None:
    """Start the app in this page, without waiting until Python is ready."""
    if page.url.endswith(BESIDE):
        page.goto(page.url.removesuffix(BESIDE) + FIRST)
    else:
        page.reload()


def spoil(page: Page, change: str, part: str = "/image-", *, unnoticed: bool = False) -> None:
    """Damage a stored part of the memory image.

    `change` is the kind of damage, such as "one bit", and the part's address contains `part`. If `unnoticed`, the
    stored hash is changed to match the damaged part.
    """
    page.evaluate(
        """async ([shelf, change, part, unnoticed]) => {
          const cache = await caches.open(shelf);
          const request = (await cache.keys()).find(({ url }) => url.includes(part));
          const reply = await cache.match(request);
          let hash = reply.headers.get("X-Hash"), body = await reply.arrayBuffer();
          const bytes = new Uint8Array(body);
          if (change === "empty") body = new ArrayBuffer(0);
          if (change === "short") body = body.slice(0, 1000);
          if (change === "one bit") bytes[bytes.length >> 1] ^= 4;
          if (change === "other build") bytes[16] ^= 1;
          if (change === "noise") bytes.fill(7);
          if (change === "wiped") bytes.fill(0, 4096);
          if (unnoticed) {
            const fresh = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
            hash = Array.from(fresh, (byte) => byte.toString(16).padStart(2, "0")).join("");
          }
          await cache.put(request, new Response(body, { headers: { "X-Hash": hash } }));
        }""",
        [IMAGES, change, part, unnoticed],
    )


COPIED = """(() => {
  const arrays = Object.getPrototypeOf(Uint8Array.prototype), { set } = arrays;
  window.copied = [];
  arrays.set = function (source, ...rest) {
    if (source.buffer?.byteLength > 10_000_000) window.copied.push(source.buffer);
    return set.call(this, source, ...rest);
  };
})()"""
"""JavaScript that collects the large buffers from which arrays are filled."""


def test_the_bytes_of_an_image_are_freed_as_soon_as_python_has_them(imaged: Page) -> None:
    imaged.add_init_script(COPIED)
    again(imaged)
    assert start_of(imaged) == "image"
    assert set(imaged.evaluate("copied.map(({ byteLength }) => byteLength)")) == {0}


def test_the_worker_of_the_opponents_uses_the_compiled_runtime_of_the_page(imaged: Page) -> None:
    asked: list[str] = []
    imaged.on("request", lambda request: asked.append(request.url))
    again(imaged)
    assert sum("pyodide.asm.wasm" in address for address in asked) == 1
    begin(imaged, "reversi", "0 person", "1 bot 1")
    imaged.wait_for_function("performance.getEntriesByName('chowk:opponents').length === 1")
    assert sum("worker.py" in address for address in asked) == 1
    assert sum("pyodide.asm.wasm" in address for address in asked) == 1


def test_the_second_start_is_from_the_image_and_plays(imaged: Page) -> None:
    again(imaged)
    assert start_of(imaged) == "image"
    assert python(imaged, "import sys; 'chowk.app.app' in sys.modules and sys.path[0]") == "/chowk.zip"
    imaged.locator("[data-do='open'][data-arg='reversi']").click()
    imaged.locator("[data-do='play']").click()
    imaged.wait_for_function("performance.getEntriesByName('chowk:opponents').length", timeout=LONG_MS)


def test_a_later_start_in_another_language_is_from_the_image(imaged: Page, watch: Watch) -> None:
    press(again(imaged), "set", "language pa")
    expect(imaged.locator("main h2").first).to_have_text("ਖੇਡਾਂ")
    del watch.requests[:]
    again(imaged)
    assert start_of(imaged) == "image"
    expect(imaged.locator("html")).to_have_attribute("lang", "pa")
    expect(imaged.locator("main h2").first).to_have_text("ਖੇਡਾਂ")
    assert not [url for url in watch.requests if re.search(r"/py/\w+\.packed", url)], "the archives came with the image"
    begin(imaged, "reversi", *PEOPLE)
    expect(imaged.locator(".pill:not(.none)")).to_have_text("ਵਾਰੀ")


def test_the_worker_starts_from_the_image_too(imaged: Page, watch: Watch) -> None:
    again(imaged)
    del watch.requests[:]
    imaged.locator("[data-do='open'][data-arg='reversi']").click()
    imaged.locator("[data-do='play']").click()
    imaged.wait_for_function("performance.getEntriesByName('chowk:opponents').length", timeout=LONG_MS)
    assert [url for url in watch.requests if "py/worker.py" in url]
    assert not [url for url in watch.requests if re.search(r"/py/\w+\.packed", url)]  # the archives came with the image


def test_of_the_stack_hardly_anything_is_kept(memory: bytes) -> None:
    assert len(memory) < 22_000_000, "of some 30 million bytes the stack has 10"
    assert bytes(2_000_000) not in memory


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
    assert python(imaged, "import heapq, bisect, html; html.escape('<') == '&lt;'") is True


@pytest.mark.parametrize("change", ["short", "one bit", *deep("empty", "other build", "noise")])
def test_a_damaged_image_is_thrown_away(change: str, imaged: Page) -> None:
    spoil(imaged, change)
    assert start_of(again(imaged)) == "plain"
    assert python(imaged, "6 * 7") == 42


@pytest.mark.parametrize("archive", ["chowk.packed", *deep("stdlib.packed")])
@pytest.mark.parametrize("change", ["noise", *deep("short", "one bit", "empty")])
def test_so_is_one_whose_archives_are_damaged(change: str, archive: str, imaged: Page) -> None:
    spoil(imaged, change, archive)
    assert start_of(again(imaged)) == "plain"
    begin(imaged, "reversi", *PEOPLE)
    imaged.wait_for_function("window.imaged", timeout=LONG_MS)
    assert start_of(again(imaged)) == "image"


@pytest.mark.parametrize("change", ["noise", "wiped", *deep("empty", "short", "other build")])
def test_so_is_one_whose_damage_shows_late(change: str, imaged: Page) -> None:
    spoil(imaged, change, unnoticed=True)
    started(imaged)
    try:
        imaged.wait_for_selector("html[data-ready]", state="attached", timeout=20_000)
    except Late:  # a damaged memory may hang Python: the next start notices that
        again(imaged)
    assert start_of(imaged) == "plain"
    assert python(imaged, "6 * 7") == 42


def names_kept(page: Page) -> list[str]:
    """Return the addresses of the files that are stored for quicker starts, sorted."""
    names: list[str] = page.evaluate(
        "async (shelf) => (await (await caches.open(shelf)).keys()).map(({ url }) => url)", IMAGES
    )
    return sorted(names)


def test_another_engine_makes_an_image_of_its_own(imaged: Page) -> None:
    before = names_kept(imaged)
    agent = imaged.evaluate("navigator.userAgent")
    imaged.context.new_cdp_session(imaged).send("Network.setUserAgentOverride", {"userAgent": agent + " Later/1"})
    assert start_of(again(imaged)) == "beside"
    imaged.wait_for_function("window.imaged", timeout=LONG_MS)
    after = names_kept(imaged)
    assert len(after) == len(before) == 3
    assert len(set(before) & set(after)) == 2
    assert start_of(again(imaged)) == "image"


@pytest.mark.parametrize("archive", ["chowk.packed", *deep("stdlib.packed")])
def test_another_version_starts_without_the_old_image(archive: str, imaged: Page) -> None:
    def change(route: Route) -> None:
        reply = route.fetch()
        text = re.sub(rf"({re.escape(archive)}\?v=)\w+", r"\1newer", reply.text())
        route.fulfill(response=reply, body=text)

    unseal(imaged)
    imaged.route("**/py/boot/runtime.js*", change)
    assert start_of(again(imaged)) == "beside"
    imaged.wait_for_function("window.imaged", timeout=LONG_MS)
    assert [name for name in names_kept(imaged) if name.endswith(f"{archive}?v=newer")]
    assert len(names_kept(imaged)) == 3
    assert start_of(again(imaged)) == "image"


@pytest.mark.parametrize("lost", ["image-", *deep("stdlib.packed", "chowk.packed")])
def test_half_an_image_is_none(lost: str, imaged: Page) -> None:
    imaged.evaluate(
        """async ([shelf, lost]) => {
          const cache = await caches.open(shelf);
          await cache.delete((await cache.keys()).find(({ url }) => url.includes(lost)));
        }""",
        [IMAGES, lost],
    )
    assert start_of(again(imaged)) == "beside"


def test_a_lost_file_costs_no_image(imaged: Page, watch: Watch, losing: Loser) -> None:
    watch.expect("wasm")
    find = losing("*.wasm")
    started(imaged)
    alert = imaged.locator("#boot-progress[role=alert]")
    expect(alert).to_contain_text("Check your connection")
    find()
    alert.get_by_role("button", name="Try again").click()
    wait_ready(imaged)
    assert start_of(imaged) == "image"


def test_the_image_has_room_for_the_whole_warm_up(imaged: Page) -> None:
    assert python(again(imaged), FINISHED) == ", ".join(warmup.steps(["en"], "light"))
    assert start_of(imaged) == "image"


def test_an_image_contains_the_steps_that_fit_into_the_memory(page: Page, open_page: Opener) -> None:
    page.add_init_script(HEARD)
    unseal(page)
    page.route("**/py/boot/runtime.js*", growing("show reversi", "texture felt"))
    open_page("?test=1&rest=0")
    page.wait_for_function("window.imaged", timeout=LONG_MS)
    assert page.evaluate("window.imaged") == {"made": True}
    names = python(again(page), FINISHED).split(", ")
    assert start_of(page) == "image"
    every = list(warmup.steps(["en"], "light"))
    assert names == every[: every.index("show reversi")]


def test_a_memory_that_had_to_grow_is_not_kept(page: Page, open_page: Opener) -> None:
    page.add_init_script(HEARD)
    unseal(page)
    page.route("**/py/boot/runtime.js*", growing())
    open_page("?test=1&rest=0")
    page.wait_for_function("window.imaged", timeout=LONG_MS)
    assert page.evaluate("window.imaged") == {"made": False}
    assert start_of(again(page)) == "plain"


def test_a_python_that_fails_beside_the_page_is_started_in_it(page: Page, open_page: Opener) -> None:
    unseal(page)
    page.route("**/py/boot/runtime.js*", failing)
    open_page()
    assert start_of(page) == "plain"
    assert python(page, "6 * 7") == 42


def failing(route: Route) -> None:
    """Change a script on its way to the page so that the rehearsal of a first start fails.

    A rehearsal runs the app's code once before the memory image is made.
    """
    reply = route.fetch()
    text = reply.text()
    assert STEPS in text
    route.fulfill(response=reply, body=text.replace(STEPS, "raise SystemError('planted')"))


@pytest.mark.parametrize("change", ["fill(7)", *deep("subarray(0, 1000)")])
def test_a_memory_that_does_not_fit_is_not_believed(change: str, page: Page, open_page: Opener) -> None:
    def spoilt(route: Route) -> None:
        reply = route.fetch()
        text = reply.text()
        assert "new Uint8Array(await memory)" in text
        changed = f"new Uint8Array(await memory).{change}"
        route.fulfill(response=reply, body=text.replace("new Uint8Array(await memory)", changed))

    unseal(page)
    page.route("**/py/boot/runtime.js*", spoilt)
    open_page()
    assert start_of(page) == "plain"
    assert python(page, "6 * 7") == 42


def growing(*names: str) -> Callable[[Route], None]:
    """Return a handler that changes a script on its way to the page: some steps of the warm-up need too much memory.

    These are the steps called `names`, or all steps if no name is given. They need more memory than Python has at
    first, so that the memory grows.
    """

    def change(route: Route) -> None:
        reply = route.fetch()
        text = reply.text()
        assert STEPS in text
        condition = f"name not in {names!r} or " if names else ""
        hungry = f"steps = (name for name in warmup.steps(LANGUAGES, THEME) if {condition}bytes(40_000_000))"
        route.fulfill(response=reply, body=text.replace(STEPS, hungry))

    return change


def narrow(page: Page, address: str, quota: int) -> None:
    """Limit the browser's storage for the site to `quota` bytes."""
    origin = address.removesuffix("/chowk/")
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": quota})


def test_no_image_is_made_where_there_is_no_room(page: Page, open_page: Opener, base_url: str) -> None:
    narrow(page, base_url, 5_000_000)
    page.add_init_script(HEARD)
    open_page("?test=1&rest=0")
    page.wait_for_function("window.imaged", timeout=LONG_MS)
    assert page.evaluate("window.imaged") == {"made": False}
    assert start_of(again(page)) == "beside"


def test_where_another_page_makes_the_image_it_is_left_to_that(page: Page, open_page: Opener) -> None:
    page.add_init_script(f"{HEARD}; navigator.locks.request('chowk-image:/chowk/', () => new Promise(() => {{}}))")
    open_page("?test=1&rest=0")
    page.wait_for_function("window.imaged", timeout=LONG_MS)
    assert page.evaluate("window.imaged") == {"made": False}
    assert names_kept(page) == []


@pytest.mark.parametrize("lost", ["Navigator.prototype.storage", *deep("StorageManager.prototype.estimate")])
def test_an_image_is_made_where_nobody_tells_how_much_room_there_is(lost: str, page: Page, open_page: Opener) -> None:
    page.add_init_script(f"{HEARD}; delete {lost}")
    open_page("?test=1&rest=0")
    page.wait_for_function("window.imaged", timeout=LONG_MS)
    assert page.evaluate("window.imaged") == {"made": True}


def test_a_start_that_never_ended_is_not_repeated(imaged: Page) -> None:
    imaged.evaluate("localStorage.setItem('chowk:image:/chowk/', 'begun')")
    assert start_of(again(imaged)) == "plain"
    imaged.wait_for_function("window.imaged", timeout=LONG_MS)
    assert start_of(again(imaged)) == "image"


def test_a_start_that_failed_costs_the_image(imaged: Page, watch: Watch) -> None:
    watch.expect("planted")
    reworded(imaged, "?test=1&rest=0", "\nbegin()", "\nraise RuntimeError('planted')")
    started(imaged)
    expect(imaged.locator("#boot-progress[role=alert]")).to_be_visible()
    assert start_of(imaged) == "image"
    imaged.wait_for_function("name => caches.has(name).then(has => !has)", arg=IMAGES)


@pytest.mark.parametrize(
    "script",
    [
        "CacheStorage.prototype.match = () => Promise.reject(new DOMException('no', 'SecurityError'))",
        "delete globalThis.caches",
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })",
    ],
)
def test_a_browser_that_keeps_nothing_starts_without(script: str, page: Page, open_page: Opener) -> None:
    page.add_init_script(script)
    open_page()
    assert start_of(page) == "beside"
