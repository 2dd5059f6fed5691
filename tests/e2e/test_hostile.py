"""Test foreign data on the device and unusual browsers: the page starts, and reports what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Opener, Watch, wait_ready
from tests.e2e.looking import PEOPLE, QUICK, press
from tests.e2e.play import begin, by_mouse, play, state

JUNK: Final = """() => new Promise((done, fail) => {
  localStorage.setItem("chowk:left", '[[7, {}, []], ["game.1"]]');
  localStorage.setItem("chowk:games", '{"cards": [[], 7, {}], "over": {}, "lang": 5}');
  localStorage.setItem("chowk:language", "constructor");
  sessionStorage.setItem("chowk:fell", '{"times": 5, "told": true}');
  const opening = indexedDB.open("chowk");
  opening.onerror = () => fail(opening.error);
  opening.onsuccess = () => {
    const texts = opening.result.transaction("texts", "readwrite").objectStore("texts");
    const values = new Map([
      [7, {}], [["game.1", 2], "text"], [new Date(), [1, { a: new Map() }]], [new Uint8Array(3), 12], ["game.1", null],
      ["plan.reversi", { schema: 3 }], ["settings", new Uint8Array(9)], ["statistics", 5], ["x", new Blob(["{}"])],
    ]);
    values.forEach((value, key) => texts.put(value, key));
    texts.transaction.oncomplete = () => { opening.result.close(); done(); };
  };
})"""
"""JavaScript that stores invalid data under the app's names, as another page of the same origin could do."""
LACKS: Final = """(() => {
  const refused = () => { throw new DOMException("no", "SecurityError"); };
  const later = async () => refused();
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, { get: refused });
  IDBFactory.prototype.open = refused;
  for (const name of ["open", "keys", "match", "has", "delete"]) CacheStorage.prototype[name] = later;
  delete WebAssembly.compileStreaming;
  delete WebAssembly.instantiateStreaming;
  for (const name of ["locks", "serviceWorker", "storage", "clipboard"]) delete Navigator.prototype[name];
  const gone = ["AudioContext", "CompressionStream", "OfflineAudioContext", "RTCPeerConnection"];
  for (const name of gone) delete globalThis[name];
  Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });
  const plain = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind === "bitmaprenderer" ? null : plain.call(this, kind, ...rest);
  };
})()"""
"""JavaScript that makes the browser lack storage, a secure context and all optional features."""
REFUSES: Final = """(() => {
  const refused = { configurable: true, get() { throw new DOMException("no", "SecurityError"); } };
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
    Object.defineProperty(globalThis, name, refused);
  }
  for (const name of ["locks", "serviceWorker", "storage", "clipboard"]) {
    Object.defineProperty(Navigator.prototype, name, refused);
  }
})()"""
"""JavaScript that makes the browser raise an error whenever a script accesses a store."""
FALL: Final = """(before) => {
  if (before.length) {
    location.hash = "lang=en&s=1.AAAA&l=1.AAAA";
    sessionStorage.setItem("chowk:fell", JSON.stringify({ times: [Date.now()], told: true }));
  }
  dispatchEvent(new CustomEvent("chowk:fell", { detail: { error: "of the test's doing" } }));
}"""


EARLY: Final = """(() => {
  const plain = scheduler.postTask.bind(scheduler);
  const waits = () => document.querySelector("#app > .waiting");
  scheduler.postTask = (task) => {
    if (!waits()) return plain(task);
    globalThis.early = (globalThis.early ?? 0) + 1;
    return Promise.resolve().then(() => task());
  };
})()"""
"""JavaScript that makes the browser run scheduled tasks, such as drawing, while the page shows its placeholder."""
TASK: Final = """() => new Promise((done) => {
  addEventListener("error", ({ error }) => done(String(error)), { once: true });
  chowkTask(() => { throw Object.assign(new Error("in a task"), { name: "PythonError" }); });
})"""
THROWS: Final = """() => new Promise((done) => {
  const opening = indexedDB.open("chowk");
  opening.onsuccess = () => {
    const texts = opening.result.transaction("texts", "readwrite").objectStore("texts");
    texts.put('{"schema": 3, "auto_roll": true}', "settings");
    texts.transaction.oncomplete = () => { opening.result.close(); done(); };
  };
})"""
THROWN: Final = """addEventListener("chowk:progress", ({ detail }) => {
  if (detail.step !== "app" || globalThis.thrown) return;
  globalThis.thrown = true;
  setTimeout(() => { throw Object.assign(new Error("in a frame"), { name: "PythonError" }); });
})"""


def test_a_reload_while_dice_are_thrown_is_no_failed_start(open_page: Opener, page: Page, watch: Watch) -> None:
    watch.expect("in a frame")
    open_page("?test=1&seed=7")
    begin(page, "parcheesi", *PEOPLE)
    page.evaluate(THROWS)  # the next page rolls without being asked
    for script in (EARLY, THROWN):
        page.add_init_script(script)
    page.reload()
    page.locator("html[data-ready] .board canvas.ground, #boot-progress[role=alert]").first.wait_for(state="attached")
    expect(page.locator("#boot-progress")).to_be_empty()
    assert page.evaluate("[globalThis.early > 0, globalThis.thrown]") == [True, True], "it was tried"
    wait_ready(page)
    assert (state(page)["screen"], state(page)["game"]) == ("table", "parcheesi")


@pytest.mark.parametrize("scheduled", [True, False])
def test_an_error_in_a_task_becomes_an_error_of_the_page(open_page: Opener, watch: Watch, scheduled: bool) -> None:
    watch.expect("in a task")
    page = open_page("?test=1&seed=7")
    if not scheduled:
        assert page.evaluate("delete globalThis.scheduler && !('scheduler' in globalThis)")
    assert page.evaluate(TASK) == "PythonError: in a task"


def test_what_others_do_and_leave_stops_nothing(open_page: Opener, page: Page, watch: Watch, tmp_path: Path) -> None:
    watch.expect("of an extension")
    page.add_init_script("sessionStorage.extended ??= Promise.reject(new Error('of an extension'))")
    open_page(QUICK)
    expect(page.locator("#boot-progress")).to_be_empty()
    page.evaluate(JUNK)
    with page.expect_event("domcontentloaded"):
        page.evaluate(FALL, [])
    wait_ready(page)
    assert (state(page)["screen"], state(page)["saves"]) == ("home", [])
    begin(page, "reversi", *PEOPLE)
    play(page, by_mouse, ("f5",))

    # After two crashes in quick succession, the page starts at home, without the parts of the address that may have
    # caused the crash.
    with page.expect_event("domcontentloaded"):
        page.evaluate(FALL, [1])
    wait_ready(page)
    assert page.evaluate("location.hash") == "#lang=en"
    assert (state(page)["screen"], len(state(page)["saves"])) == ("home", 1)

    # The chosen file cannot be read: it is a folder, or it has been deleted.
    (tmp_path / "games.json").write_text("{}")
    press(page, "kept")
    gone = "Promise.reject(new DOMException('gone', 'NotReadableError'))"
    page.evaluate(f"void (Blob.prototype.arrayBuffer = () => {gone})")
    page.locator('input[type="file"]').set_input_files(tmp_path / "games.json")
    expect(page.locator(".toast")).to_contain_text("cannot be read")


@pytest.mark.parametrize("script", [LACKS, REFUSES], ids=["lacks", "refuses"])
def test_a_browser_that_refuses_or_lacks_all_that_can_be_done_without(
    script: str, open_page: Opener, page: Page
) -> None:
    page.add_init_script(script)
    open_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    play(page, by_mouse, ("f5",), ("d6",))
    expect(page.locator(".toast")).to_contain_text("cannot be saved on this device")


def test_where_nothing_can_be_drawn_the_game_goes_on(open_page: Opener, page: Page, watch: Watch) -> None:
    watch.expect(".")
    page.add_init_script("OffscreenCanvas.prototype.getContext = () => null")
    open_page("?test=1")  # with animations
    begin(page, "reversi", *PEOPLE)
    play(page, by_mouse, ("f5",), ("d6",))
    assert state(page)["moves"] == ["f5", "d6"]


TRANSLATED: Final = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts.filter(one => one.data.trim() && !one.parentElement.closest("script, style"))) {
    const outer = document.createElement("font"), inner = document.createElement("font");
    inner.textContent = `<${text.data}>`;
    outer.append(inner);
    text.replaceWith(outer);
  }
}"""
"""JavaScript that wraps every text of the page in elements, as a browser's translation does."""


def test_what_changes_is_shown_where_the_browser_has_translated_the_page(open_page: Opener) -> None:
    page = open_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    page.evaluate(TRANSLATED)
    expect(page.get_by_text("<Black to move.>")).to_be_visible()
    by_mouse(page, "d3")
    expect(page.get_by_text("White to move.", exact=True)).to_be_visible()
