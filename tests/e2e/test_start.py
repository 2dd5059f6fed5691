"""Test the start of the page: no requests to other hosts, the progress bar, and a plain message if the start fails."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import BASE, Keeper, Loser, Opener, Watch, deep, reworded, wait_for_frames, wait_ready
from tests.e2e.play import begin, choose_seat, wait_for_turn
from tests.e2e.test_image import python
from tools.build import build_runtime
from tools.build.build_site import BuildError, build

pytestmark = pytest.mark.first_visit

SLOW = re.compile(r"\.wasm$")


def hold(page: Page, pattern: str) -> Callable[[], None]:
    """Hold back the replies to requests that match a pattern, and return a function that releases them."""
    routes: list[Route] = []
    open_now: list[bool] = []

    def route(route_: Route) -> None:
        if open_now:
            route_.continue_()
        else:
            routes.append(route_)

    def release() -> None:
        open_now.append(True)
        for request in routes:
            request.continue_()

    page.route(pattern, route)
    return release


# Requests and security ------------------------------------------------------------------------------------------------


def test_the_page_starts_and_asks_nobody_else(open_page: Opener, watch: Watch) -> None:
    open_page()
    fetched = [url for url in watch.requests if url.startswith("http")]
    assert any(url.endswith("pyodide.asm.wasm") for url in fetched)
    assert all(url.startswith(watch.origin) for url in fetched)


def test_every_file_is_asked_for_once(open_page: Opener, watch: Watch) -> None:
    open_page()
    both = re.compile(r"/boot/runtime\.js|/pyodide(\.asm)?\.js")  # both the page and its worker load these files
    addresses = [url for url in watch.requests if not both.search(url)]
    assert sorted(addresses) == sorted(set(addresses))


def test_a_console_error_would_be_noticed(open_page: Opener, watch: Watch) -> None:
    open_page(ready=False).evaluate("console.error('planted')")
    watch.expect("console error: planted")


@pytest.mark.parametrize(
    "planted",
    [
        "\nraise RuntimeError('planted in the page')",
        # A module that cannot be parsed is reported line by line.
        "\nfrom chowk.browser import entry\nentry.PIECES = ('planted in the page',)\nbegin()",
    ],
)
def test_an_error_of_the_page_would_be_noticed(open_page: Opener, page: Page, watch: Watch, planted: str) -> None:
    reworded(page, "?test=1", "\nbegin()", planted)
    open_page(ready=False)
    watch.expect("planted in the page")
    watch.expect("py/boot/pyscript.js")
    alert = page.locator("#boot-progress[role=alert]")
    expect(alert).to_contain_text("could not start", timeout=60_000)
    expect(alert).not_to_contain_text("planted")


def test_an_error_of_the_worker_would_be_noticed(open_page: Opener, page: Page, watch: Watch) -> None:
    reworded(page, "py/worker.py", "import asyncio", "raise RuntimeError('planted in the worker')")
    watch.expect("planted in the worker")
    watch.expect("Traceback")
    open_page()
    with page.expect_console_message(lambda message: "planted in the worker" in message.text, timeout=60_000):
        page.locator("[data-do='open'][data-arg='reversi']").click()
        page.locator("[data-do='play']").click()


def test_a_missing_file_would_be_noticed(open_page: Opener, watch: Watch) -> None:
    open_page(ready=False).evaluate("fetch('./nothing-here.txt')")
    watch.expect("404 .*/nothing-here.txt")
    watch.expect("console error: Failed to load resource")


def test_nobody_else_can_be_asked(open_page: Opener, watch: Watch) -> None:
    page = open_page(ready=False)
    assert page.evaluate("fetch('https://elsewhere.invalid/x').then(() => 'asked', () => 'refused')") == "refused"
    watch.expect("violates the (following|document's) Content Security Policy")


def test_text_is_never_run(kept_page: Keeper, watch: Watch) -> None:
    page = kept_page("?test=1")
    assert (
        page.evaluate(
            """() => new Promise(done => setTimeout(() => {
          try { eval("1"); done("run"); } catch { done("refused"); }
        }))"""
        )
        == "refused"
    )
    assert (
        page.evaluate(
            """() => {
          window.ran = false;
          const script = document.createElement('script');
          try { script.textContent = 'window.ran = true'; } catch { /* Trusted Types refuse it as a script */ }
          document.body.append(script);
          const image = document.createElement('img');
          try { image.setAttribute('onerror', 'window.ran = true'); } catch { /* nor as a handler */ }
          image.src = 'data:,';
          document.body.append(image);
          return new Promise(done => image.addEventListener('error', () => done(window.ran)));
        }"""
        )
        is False
    )
    watch.expect("Content Security Policy|Trusted")


HOSTILE = """<img src=x onerror="window.ran=1"><script>window.ran=1</script>"""


def test_hostile_saves_and_names_are_only_text(open_page: Opener, page: Page) -> None:
    open_page()
    page.evaluate(
        """async (hostile) => {
          const texts = { "game.1": hostile, "game.2": "{", settings: hostile, "plan.x": "[]" };
          texts[`game.${hostile}`] = hostile;
          const database = await new Promise((done) => {
            const asked = indexedDB.open("chowk", 1);
            asked.onsuccess = () => done(asked.result);
          });
          const store = database.transaction("texts", "readwrite").objectStore("texts");
          for (const [key, text] of Object.entries(texts)) store.put(text, key);
          await new Promise((done) => { store.transaction.oncomplete = done; });
        }""",
        HOSTILE,
    )
    page.goto(f"{page.url.partition('?')[0]}?test=1#lang={HOSTILE}&game={HOSTILE}")
    page.reload()
    wait_ready(page)
    assert page.evaluate("[window.ran ?? 0, document.querySelectorAll('#app img, #app script').length]") == [0, 0]
    begin(page, "reversi", "0 person", "1 person")


@pytest.mark.parametrize("name", [HOSTILE, "\u202eevil\u2069\u2066", *deep("x" * 10_000, "a\\ud800b", "👩\u200d👧 ક્ષ")])
def test_a_hostile_name_is_only_text_at_the_table(name: str, kept_page: Keeper) -> None:
    page = kept_page("?test=1")
    page.locator('[data-do="open"][data-arg="reversi"]').click()
    choose_seat(page, "0 person")
    field = page.locator('input[data-arg="0 name"]')
    field.evaluate(
        """(field, name) => {
          field.value = JSON.parse(`"${name.replaceAll('"', '\\\\"')}"`);
          field.dispatchEvent(new Event("input", { bubbles: true }));
          field.dispatchEvent(new Event("change", { bubbles: true }));
        }""",
        name,
    )
    page.locator('[role="dialog"] [data-do="play"]').click()
    wait_for_turn(page)
    shown = page.locator("#app").inner_text() + page.title()
    assert not re.search("[\u202a-\u202e\ud800-\udfff]", shown)
    assert shown.count("\u2066") + shown.count("\u2068") == shown.count("\u2069")
    assert page.evaluate("[window.ran ?? 0, document.querySelectorAll('#app img, #app script').length]") == [0, 0]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_only_the_chosen_game_is_imported(open_page: Opener, page: Page) -> None:
    loaded = "import sys; ' '.join(name.split('.')[2] for name in sys.modules if name.startswith('chowk.games.') "
    loaded += "and name.endswith('.rules'))"
    open_page()
    assert python(page, loaded) == ""
    begin(page, "reversi", "0 person", "1 person")
    assert python(page, loaded) == "reversi"


def test_no_task_has_a_stack_of_its_own(open_page: Opener) -> None:
    page = open_page()
    assert page.evaluate("typeof WebAssembly.Suspending") == "function", "others may have it"
    assert python(page, "from pyodide_js import _module; _module.jspiSupported") is False


def test_pyscript_does_not_watch_what_is_put_into_the_page(open_page: Opener) -> None:
    page = open_page()
    assert page.evaluate("MutationObserver.toString()") == "function MutationObserver() { [native code] }"
    page.evaluate(
        """() => {
          const planted = Object.assign(document.createElement('button'), { textContent: 'planted' });
          planted.setAttribute('py-click', 'import js; js.planted = 1');
          document.getElementById('app').append(planted);
        }"""
    )
    page.get_by_role("button", name="planted").click()
    begin(page, "reversi", "0 person", "1 bot 1")
    # PyScript still starts the worker of the opponents.
    page.wait_for_function("performance.getEntriesByName('chowk:opponents').length", timeout=60_000)
    assert page.evaluate("typeof window.planted") == "undefined"


# Before Python --------------------------------------------------------------------------------------------------------


def test_python_does_not_write_what_lies_in_the_archive(open_page: Opener) -> None:
    page = open_page()
    assert python(page, "import os; os.path.exists('pyscript')") is False
    assert python(page, "import sys; 'pyscript' in sys.modules") is False
    assert python(page, "import pyscript; pyscript.__file__") == "/chowk.zip/pyscript/__init__.pyc"


def test_the_home_page_stands_before_python(open_page: Opener, page: Page) -> None:
    release = hold(page, "**/*.wasm")
    open_page(ready=False)
    expect(page.locator("[data-do='open'][data-arg='reversi']")).to_be_visible()
    expect(page.get_by_role("status").filter(has=page.locator("progress"))).to_be_visible()
    release()
    wait_ready(page)
    expect(page.locator("#boot-progress")).to_be_empty()


def test_progress_is_told_in_bytes_and_steps(open_page: Opener, page: Page) -> None:
    page.add_init_script("window.told = []; addEventListener('chowk:progress', e => told.push(e.detail))")
    open_page()
    events = page.evaluate("window.told")
    bytes_ = [step["loaded"] for step in events if step["step"] == "download"]
    assert bytes_ == sorted(bytes_)
    assert len(bytes_) > 3
    assert bytes_[-1] <= events[-1]["loaded"] == events[-1]["total"] > 5_000_000
    steps = list(dict.fromkeys(step["step"] for step in events))
    assert steps == ["download", "python", "app"]


def test_a_card_tapped_before_python_is_opened_after(open_page: Opener, page: Page) -> None:
    release = hold(page, "**/*.wasm")
    open_page(ready=False)
    page.locator("[data-do='open'][data-arg='reversi']").click()
    release()
    wait_ready(page)
    expect(page.locator("[data-do='play']")).to_be_visible()


def test_a_press_that_python_s_first_page_interrupts_opens_its_card(open_page: Opener, page: Page) -> None:
    release = hold(page, "**/*.wasm")
    open_page(ready=False)
    card = page.locator("[data-do='open'][data-arg='reversi']")
    card.evaluate("card => window.first = card")
    card.hover()
    page.mouse.down()
    release()
    wait_ready(page)
    assert not page.evaluate("first.isConnected"), "Python has replaced the control"
    page.mouse.up()
    expect(page.get_by_role("dialog", name="Reversi")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    card.hover()
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    wait_for_frames(page, 3)
    assert page.get_by_role("dialog").count() == 0, "later presses are the browser's own"


@pytest.mark.parametrize("way", ["right", "away"])
def test_a_press_that_is_no_click_opens_nothing_after_python_s_first_page(
    open_page: Opener, page: Page, way: Literal["right", "away"]
) -> None:
    release = hold(page, "**/*.wasm")
    open_page(ready=False)
    page.locator("[data-do='open'][data-arg='reversi']").hover()
    page.mouse.down(button="right" if way == "right" else "left")
    release()
    wait_ready(page)
    if way == "away":
        page.mouse.move(5, 5)
    page.mouse.up(button="right" if way == "right" else "left")
    wait_for_frames(page, 3)
    assert page.get_by_role("dialog").count() == 0


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True)
def test_a_finger_that_python_s_first_page_interrupts_opens_its_card_once(open_page: Opener, page: Page) -> None:
    release = hold(page, "**/*.wasm")
    open_page(ready=False)
    box = page.locator("[data-do='open'][data-arg='reversi']").bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    release()
    wait_ready(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.get_by_role("dialog", name="Reversi")).to_be_visible()
    wait_for_frames(page, 5)
    assert page.get_by_role("dialog").count() == 1


@pytest.mark.browser_context_args(locale="fr-FR")
def test_the_keyboard_is_never_lost_when_python_takes_over_nor_on_the_way(open_page: Opener, page: Page) -> None:
    release = hold(page, "**/*.wasm")
    open_page(ready=False)
    tongue = page.locator(".tongues button").nth(1)
    tongue.focus()
    page.keyboard.press("Shift")  # the browser then knows that the person uses keys
    release()
    wait_ready(page)
    expect(tongue).to_be_focused()
    has_focus = "() => document.activeElement !== document.body"

    def go(way: Callable[[], object], selector: str) -> None:
        way()
        page.locator(selector).first.wait_for(state="attached")
        wait_for_frames(page, 3)
        assert page.evaluate(has_focus), selector

    card = page.locator("[data-do='open'][data-arg='reversi']")
    card.focus()
    go(lambda: page.keyboard.press("Enter"), "[role='dialog']")
    page.locator("[role='dialog'] [data-do='play']").focus()
    go(lambda: page.keyboard.press("Enter"), ".table .board canvas")
    go(lambda: page.evaluate("history.back()"), ".home")
    go(lambda: page.evaluate("history.forward()"), ".table .board canvas")


def test_nothing_moves_when_python_takes_over(open_page: Opener, page: Page) -> None:
    page.add_init_script(
        """window.shift = 0;
        new PerformanceObserver(list => list.getEntries().forEach(e => { window.shift += e.value }))
          .observe({ type: 'layout-shift', buffered: true });"""
    )
    open_page()
    wait_for_frames(page)
    assert page.evaluate("window.shift") < 0.02


def test_the_head_of_the_home_page_stays_in_one_line_from_the_start(open_page: Opener, page: Page) -> None:
    """The system's font is wider than the font of titles, which comes after the first picture.

    Python shows its page shortly before `data-ready` is set. By then, the empty frame for the languages must be gone.
    """
    page.set_viewport_size({"width": 412, "height": 823})
    open_page()
    top = "document.querySelector('.home .top nav').getBoundingClientRect().top"
    before = page.evaluate(top)
    page.evaluate("document.querySelector('.brand').style.letterSpacing = '0.15em'")
    assert page.evaluate(top) == before, "in a wider font"
    page.evaluate("document.documentElement.removeAttribute('data-ready')")
    assert page.evaluate(top) == before, "before the page is ready"


# Failure --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lost", ["*.wasm", "*/chowk.packed*", "*/stdlib.packed*", "*/core-*.js", "*/python.js*"])
def test_a_lost_file_is_told_in_words(lost: str, open_page: Opener, page: Page, watch: Watch, losing: Loser) -> None:
    watch.expect(".")
    missed: list[str] = []
    page.on("requestfailed", lambda request: missed.append(request.resource_type))
    find = losing(lost)
    open_page(ready=False)
    alert = page.locator("#boot-progress[role=alert]")
    expect(alert).to_contain_text("Chowk could not start.", timeout=30_000)
    expect(alert).to_contain_text("Check your connection")
    expect(alert).not_to_contain_text("Error")
    # The page requests one of its own scripts once more, since the first reply may have been an old version.
    while "js" in lost and "fetch" not in missed:
        page.wait_for_event("requestfailed")
    find()
    alert.get_by_role("button", name="Try again").click()
    wait_ready(page)


def test_a_lost_file_is_told_so_by_whichever_way_it_is_heard_of(open_page: Opener, page: Page, watch: Watch) -> None:
    watch.expect("of this test")
    page.route("**/*.wasm", lambda _: None)
    open_page(ready=False)
    page.wait_for_selector("#boot-progress", state="attached")
    page.evaluate("() => void Promise.reject(Object.assign(new Error('of this test'), { reason: 'network' }))")
    expect(page.locator("#boot-progress[role=alert]")).to_contain_text("Check your connection")


@pytest.mark.parametrize(
    "script",
    [
        "globalThis.Worker = class { constructor() { throw new DOMException('no', 'SecurityError'); } };",
        "const Plain = Worker; globalThis.Worker = class extends Plain {"
        " constructor() { super(URL.createObjectURL(new Blob(['throw 1']))); } };",
        "const Plain = Worker; globalThis.Worker = class extends Plain {"
        " constructor(...how) { super(...how); this.dispatchEvent(new Event('messageerror')); } };",
    ],
    ids=["refused", "broken", "mute"],
)
def test_without_a_worker_the_page_brings_everything_itself(script: str, open_page: Opener, page: Page) -> None:
    page.add_init_script(script)
    open_page()
    assert python(page, "6 * 7") == 42


@pytest.mark.deep
def test_a_runtime_that_could_not_be_made_smaller_starts_too(
    page: Page, watch: Watch, tmp_path: Path, serving: Callable[[Path], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object) -> build_runtime.Trimmed:
        raise BuildError("not as it was")

    monkeypatch.setattr(build_runtime, "trimmed", unknown)
    build(tmp_path, lambda _: None, tested=True)
    address = serving(tmp_path)
    watch.origin = address.removesuffix(BASE)
    page.goto(address + "?test=1")
    wait_ready(page)
    assert python(page, "6 * 7") == 42


@pytest.mark.parametrize("lacks", [("DecompressionStream", "Worker"), ("BroadcastChannel",), ("Worker",)], ids=" ".join)
def test_an_old_browser_is_told_so(lacks: tuple[str, ...], open_page: Opener, page: Page, watch: Watch) -> None:
    watch.expect(".")
    page.add_init_script(
        "; ".join(f"delete globalThis.{name}" for name in lacks)
    )  # a page's worker may lack these names, too
    with page.expect_event("pageerror"):
        open_page(ready=False)
    expect(page.locator("#boot-progress[role=alert]")).to_contain_text("too old", timeout=30_000)


def test_where_webassembly_is_switched_off_it_says_so(open_page: Opener, page: Page, watch: Watch) -> None:
    page.add_init_script("delete globalThis.WebAssembly")  # as Lockdown Mode does
    open_page(ready=False)
    alert = page.locator("#boot-progress[role=alert]")
    expect(alert).to_contain_text("WebAssembly", timeout=30_000)
    expect(alert).not_to_contain_text("too old")
    assert watch.troubles == [], "nothing was begun that could not go on"
