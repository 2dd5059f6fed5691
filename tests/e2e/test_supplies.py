"""Test files that load on demand: opponents' data, skins (looks of boards), and readers of formats.

Kernels (compiled search code) must compute the same in a browser as elsewhere.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import serve
from chowk.engine.kernel.runtime import layout
from chowk.games.parcheesi.ui.skins import handloom
from tests.e2e.conftest import BASE, Opener, Watch, deep, wait_ready
from tests.e2e.looking import press
from tests.e2e.play import LONG_MS, begin, by_role, wait_for_turn, wait_until
from tests.unit.tools.kernels import test_kernels as sample

pytestmark = pytest.mark.first_visit

QUICK = "?test=1&seed=7&speed=off"
ASKED_EARLY = """() => {
  const [skin] = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/py/skins/"));
  return skin.startTime < performance.getEntriesByName("chowk:home")[0].startTime;
}"""
RUN = """async ([code, cases, arrays]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const { instance: { exports } } = await WebAssembly.instantiate(bytes(code));
  const memory = new Uint8Array(exports.memory.buffer);
  const at = (name) => memory.subarray(arrays[name][0], arrays[name][0] + arrays[name][1]);
  return cases.map(([name, a, b, masks, reals]) => {
    at("IN").set(bytes(masks));
    at("REALS").set(bytes(reals));
    at("OUT").fill(0);
    at("REALS_OUT").fill(0);
    const back = exports[name](a, b) ?? null;
    const left = ["OUT", "REALS_OUT", "SMALL"].map((name) => btoa(String.fromCharCode(...at(name))));
    return [back, ...left];
  });
}"""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that receives the paths of all requests that reach the test servers.

    Requests that the browser answers from its cache are missing.
    """
    paths: list[str] = []
    plain = serve.Handler.do_GET

    def answer(handler: serve.Handler) -> None:
        paths.append(handler.path)
        plain(handler)

    monkeypatch.setattr(serve.Handler, "do_GET", answer)
    return paths


def files_sent(asked: list[str]) -> set[str]:
    """Return the files with opponents' data that the server sent, as texts of the form `GAME/NAME`.

    Fail if a file was sent twice.
    """
    names = [path.partition("/py/supplies/")[2] for path in asked if "/py/supplies/" in path]
    assert len(names) == len(set(names)), "each once"
    return {".".join(name.split(".")[:2]) for name in names}


def text(raw: bytes) -> str:
    """Return bytes as base64 text, in which form JavaScript in the page receives and returns them."""
    return base64.b64encode(raw).decode()


def test_a_kernel_means_the_same_in_the_browser(open_page: Opener) -> None:
    page = open_page(ready=False)
    cases = [(name, a, b, text(m.tobytes()), text(r.tobytes())) for name, a, b, m, r in sample.cases()]
    places = {name: cells.span(0, None) for name, cells in layout(sample.code()).arrays.items()}
    answers: list[Any] = page.evaluate(RUN, [text(sample.code()), json.loads(json.dumps(cases)), places])
    expected = [[back, *map(text, rest)] for back, *rest in sample.expected()]
    wrong = [case[:3] for case, answer, other in zip(cases, answers, expected, strict=True) if answer != other]
    assert wrong == []


def test_a_start_fetches_no_games_data_and_a_game_only_its_own(open_page: Opener, asked: list[str]) -> None:
    page = open_page(QUICK)
    assert files_sent(asked) == set()
    begin(page, "reversi", "0 person", "1 bot 2")
    by_role(page, page.evaluate("JSON.parse(window.chowk.state()).options?.[0] ?? 'd3'"))
    wait_until(page, "s.moves.length === 2")
    assert "reversi/stages.bin" in files_sent(asked)
    assert {name.partition("/")[0] for name in files_sent(asked)} == {"reversi"}


@pytest.mark.parametrize("way", ["damaged", *deep("lost")])
def test_without_its_files_an_opponent_says_so_and_an_easier_one_plays(
    site_copy: Path,
    serving: Callable[[Path], str],
    page: Page,
    watch: Watch,
    way: str,
) -> None:
    for path in (site_copy / "py/supplies/reversi").iterdir():
        path.unlink()  # the file is a hard link to the session's site
        if way == "damaged":
            path.write_bytes(b"not this")
    if way == "lost":
        watch.expect("404")
    address = serving(site_copy)
    watch.origin = address.removesuffix(BASE)
    page.goto(address + QUICK)
    wait_ready(page)
    begin(page, "reversi", "0 person", "1 bot 2")
    by_role(page, "d3")
    expect(page.locator(".toast")).to_contain_text("a file that this opponent needs", timeout=LONG_MS)
    expect(page.locator(".toast [data-do='update']")).to_have_text("Reload")
    press(page, "home")
    begin(page, "reversi", "0 person", "1 bot 0")
    by_role(page, "d3")
    assert len(wait_for_turn(page)["moves"]) == 2


def skins(watch: Watch) -> list[str]:
    """Return the names of the skins (looks of boards and pieces) that were requested."""
    return [url.rpartition("/")[2].partition(".")[0] for url in watch.requests if "/py/skins/" in url]


def test_a_skin_comes_when_it_is_chosen_and_early_at_the_next_start(open_page: Opener, watch: Watch) -> None:
    page = open_page(QUICK)
    begin(page, "parcheesi", "0 person", "1 person")
    pawn = page.locator(f'.player path[d="{handloom.DOME}"]').first
    press(page, "set", "skin classic")
    assert skins(watch) == []
    watch.expect("Failed to load resource|ERR_FAILED")
    page.route("**/py/skins/*", lambda route: route.abort())
    press(page, "set", "skin handloom")
    expect(page.locator(".toast")).to_contain_text("These boards and pieces did not arrive.")
    expect(page.locator(".toast [data-do='update']")).not_to_be_attached()
    expect(pawn).not_to_be_attached()
    page.unroute_all(behavior="wait")
    page.route("**/py/skins/*", lambda route: route.fulfill(body="half a file"))
    press(page, "set", "skin handloom")
    expect(page.locator(".toast [data-do='update']")).to_have_text("Reload")
    expect(pawn).not_to_be_attached()
    page.unroute_all(behavior="wait")
    press(page, "set", "skin handloom")
    expect(pawn).to_be_attached()
    assert set(skins(watch)) == {"handloom"}
    watch.requests.clear()
    page.reload()
    wait_ready(page)
    expect(pawn).to_be_attached()
    assert skins(watch) == ["handloom"]
    assert page.evaluate(ASKED_EARLY), "before the page was first drawn by Python"


def parcels(watch: Watch) -> int:
    """Return the number of requests for the archive `readers`, which loads when a text or a file is to be read."""
    return len([url for url in watch.requests if "/py/parcels/readers" in url])


def test_readers_come_with_the_first_text_that_needs_them(open_page: Opener, watch: Watch) -> None:
    watch.expect("Failed to load resource|ERR_FAILED")
    page = open_page(QUICK)
    begin(page, "reversi", "0 person", "1 person")
    press(page, "record")
    press(page, "home")
    assert parcels(watch) == 0, "what is played and written here needs none"
    page.route("**/py/parcels/readers*", lambda route: route.abort())
    press(page, "paste")
    page.locator(".paste textarea").fill("1. 11-15 (1. 9-14) 22-18")
    page.locator(".paste [type=submit]").click()
    toast = page.locator(".toast")
    expect(toast).to_contain_text("A file that this needs did not arrive.")
    expect(page.locator(".paste textarea")).to_have_value("1. 11-15 (1. 9-14) 22-18")
    page.unroute_all(behavior="wait")
    watch.requests.clear()
    toast.locator("[data-do='wait-again']").click()
    expect(page.locator(".variations")).to_contain_text("9-14")
    press(page, "kept")
    expect(page.locator("[role=dialog]")).to_contain_text("Your games")
    assert parcels(watch) == 1


def test_readers_that_the_host_has_no_more_offer_a_reload(open_page: Opener, watch: Watch) -> None:
    watch.expect("404")
    page = open_page(QUICK)
    page.route("**/py/parcels/*", lambda route: route.fulfill(status=404))
    press(page, "import", "f5d6")
    expect(page.locator(".toast [data-do='update']")).to_have_text("Reload")
