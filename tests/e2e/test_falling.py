"""Test crashes of Python during use. The page restarts Python.

The causes are a trap (an error that ends WebAssembly code), a stack overflow, lack of memory, and an exit.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import pytest
from playwright.sync_api import Error, Page, expect

from tests.e2e.conftest import Opener, Watch, wait_ready
from tests.e2e.looking import PEOPLE
from tests.e2e.play import begin, by_mouse, play, state, wait_for_turn, wait_until
from tests.e2e.test_image import PYTHON, python
from tests.e2e.test_reversi import play_up_to_thinking

TRAP: Final = "from pyodide_js import _module; _module.HEAPU8.fill(0, 1000000)"
WAYS: Final = {
    "trap": TRAP,
    "stack": """
import copy, json
def nested(kind):
    value = kind()
    for _ in range(10 ** 5):
        value = kind((value,))
    return value
for go in (
    lambda: json.loads("[" * 10 ** 6),
    lambda: repr(nested(list)),
    lambda: hash(nested(tuple)),
    lambda: nested(list) == nested(list),
    lambda: json.dumps(nested(list)),
    lambda: hash(nested(frozenset)),
):
    try:  # which of them overflows the stack depends on what the browser has compiled by then
        go()
    except RecursionError:
        pass
""",
    "end": "import os; os._exit(3)",
    "memory": """
import gc
from chowk.app.app import App
async def fill():
    full = []
    while True:
        full.append(bytearray(10 ** 8))
next(one for one in gc.get_objects() if isinstance(one, App)).spawn(fill())
""",
}
LATER: Final = f"code => void setTimeout(() => ({PYTHON})(code).catch(() => {{}}))"
NOTE: Final = "p:has-text('Chowk started again')"


def strike(page: Page, code: str) -> None:
    """Crash the page's Python by running `code` a moment later, and wait until the page has restarted."""
    with page.expect_event("domcontentloaded"):  # not "framenavigated": the address changes before the page is reloaded
        page.evaluate(LATER, code)


USUAL: Final = ("stack", "trap")
"""Kinds of crashes that every run tries. The deep run tries all kinds."""


@pytest.mark.parametrize("way", [pytest.param(way, marks=[] if way in USUAL else pytest.mark.deep) for way in WAYS])
def test_python_that_fell_is_started_anew_at_the_table(way: str, open_page: Opener, watch: Watch) -> None:
    watch.expected.append(".")  # the browser and Python each report the crash in their own words
    watch.troubles.append("none so far")
    page = open_page()
    begin(page, "reversi", *PEOPLE)
    before = play(page, by_mouse, ("f5",), ("d6",))
    strike(page, WAYS[way])
    wait_ready(page)
    expect(page.locator(NOTE)).to_be_visible()
    after = wait_until(page, "s.screen === 'table' && s.awaited !== null")
    assert after["moves"] == before["moves"]
    play(page, by_mouse, ("c3",))
    assert state(page)["ply"] == 3


def test_one_that_falls_again_is_started_at_home_and_then_only_when_asked(open_page: Opener, watch: Watch) -> None:
    watch.expect(".")
    page = open_page("?test=1#lang=kn")
    begin(page, "reversi", *PEOPLE)
    play(page, by_mouse, ("f5",))
    strike(page, TRAP)
    wait_ready(page)
    wait_until(page, "s.screen === 'table'")
    strike(page, TRAP)
    wait_ready(page)
    assert state(page)["screen"] == "home"
    assert len(state(page)["saves"]) == 1
    strike(page, TRAP)
    alert = page.locator("#boot-progress[role=alert]")
    expect(alert.get_by_role("button")).to_be_visible()
    expect(alert).not_to_contain_text("Your games are saved")  # the message is in the language of the address
    assert page.evaluate("document.documentElement.dataset.ready ?? null") is None
    alert.get_by_role("button").click()
    wait_ready(page)
    assert len(state(page)["saves"]) == 1


def test_without_storage_it_is_said_and_left_to_the_player(open_page: Opener, page: Page, watch: Watch) -> None:
    watch.expect(".")
    page.add_init_script(
        "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    open_page()
    page.evaluate(LATER, TRAP)
    alert = page.locator("#boot-progress[role=alert]")
    expect(alert).to_contain_text("Something went wrong")
    assert page.evaluate("document.getElementById('app').inert")
    with page.expect_event("framenavigated"):
        alert.get_by_role("button", name="Try again").click()
    wait_ready(page)


@pytest.mark.parametrize("way", ["trap", pytest.param("end", marks=pytest.mark.deep)])
def test_an_opponent_whose_python_fell_is_replaced_and_the_game_goes_on(
    way: str, open_page: Opener, watch: Watch
) -> None:
    watch.expect(".")
    page = open_page("?test=1&seed=7")
    begin(page, "reversi", "0 person", "1 bot 7")
    play_up_to_thinking(page)
    page.wait_for_function("performance.getEntriesByName('chowk:opponents').length", timeout=60_000)
    address = page.evaluate("JSON.parse(document.querySelector('script[type=py]').getAttribute('config')).interpreter")
    strike_in_worker = """async ([address, code]) => {
      const { loadPyodide } = await import(address);
      (await loadPyodide(console)).runPython(code);
    }"""
    for worker in page.workers:
        if worker.url.startswith("blob:"):
            with suppress(Error):
                worker.evaluate(strike_in_worker, [page.evaluate("a => new URL(a, location).href", address), WAYS[way]])
    wait_until(page, "s.ply === 2 && s.awaited === 0")
    by_mouse(page, wait_for_turn(page)["open"][0])  # this fails if an opponent made its move before the crash
    after = wait_until(page, "s.ply === 4 && s.awaited === 0")
    assert len(after["moves"]) == 4
    assert page.evaluate("performance.getEntriesByName('chowk:opponents').length") == 2
    assert python(page, "6 * 7") == 42
