"""Test the single-file page: it opens from a disk and plays, without a server, a network or other files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from chowk import games
from tests.e2e.conftest import HOME, Watch, wait_ready
from tests.e2e.looking import press
from tests.e2e.play import begin, by_mouse, play_on, state, wait_until
from tools.build.build_single import single

LONG_MS = 60_000
PUNJABI = "ਖੇਡਾਂ"
STYLED = """() => ['setAttribute', 'cssText'].map(how => {
  const made = document.createElement('i');
  if (how === 'setAttribute') made.setAttribute('style', 'color: rgb(1, 2, 3)');
  else made.style.cssText = 'color: rgb(1, 2, 3)';
  return made.style.color;
})"""


@pytest.fixture(scope="session")
def one_file(site: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Write the single-file page to a folder without other files, and return its `file:` address."""
    files = {
        p.relative_to(site).as_posix(): p.read_bytes()
        for p in site.rglob("*")
        if p.is_file() and p.name != "files.json"
    }
    page = tmp_path_factory.mktemp("stick") / "chowk.html"
    page.write_bytes(single(files))
    return page.as_uri()


@pytest.fixture(scope="module")
def browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """Launch a browser without the flag that puts all pages of a site into one process.

    With that flag, Chromium sometimes gives an empty storage to a page that is reloaded from a disk. The next load has
    the right storage again.
    """
    flags = [flag for flag in browser_type_launch_args["args"] if flag != "--process-per-site"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": flags})
    yield browser
    browser.close()


@pytest.fixture
def context(browser: Browser, browser_context_args: dict[str, Any], watch: Watch) -> Iterator[BrowserContext]:
    """Yield a new browser context, which has stored nothing."""
    context = browser.new_context(**browser_context_args)
    watch.attach(context)
    yield context
    context.close()


@pytest.fixture
def requests_of(context: BrowserContext) -> list[str]:
    """Return a list that grows with every request of the context: it gets the address of the request."""
    requests: list[str] = []
    context.on("request", lambda request: requests.append(request.url))
    return requests


def open_file(page: Page, address: str) -> None:
    """Open the single-file page and wait until Python is ready."""
    page.goto(f"{address}?test=1&seed=7&speed=off")
    wait_ready(page)


@pytest.fixture(scope="module")
def contexts() -> Iterator[list[BrowserContext]]:
    """Yield an empty list in which the fixture `opened` keeps its browser context. Close the context at the end."""
    shared: list[BrowserContext] = []
    yield shared
    for context in shared:
        context.close()


@pytest.fixture
def opened(
    contexts: list[BrowserContext],
    browser: Browser,
    browser_context_args: dict[str, Any],
    one_file: str,
    watch: Watch,
    request: pytest.FixtureRequest,
) -> Iterator[Page]:
    """Yield the single-file page with its home page shown.

    Tests share the page, because it starts slowly. After a failed test it is opened again.
    """
    failed = request.session.testsfailed
    fresh = not contexts
    if fresh:
        contexts.append(browser.new_context(**browser_context_args))
    context = contexts[0]
    watch.attach(context)
    page = context.new_page() if fresh else context.pages[0]
    if fresh:
        open_file(page, one_file)
    page.evaluate(HOME)
    wait_until(page, "s.screen === 'home'")
    yield page
    watch.detach(context)
    if request.session.testsfailed > failed:
        contexts.clear()
        context.close()


def test_a_whole_game_is_played_from_a_disk_against_an_opponent_in_its_worker(
    page: Page, context: BrowserContext, one_file: str, requests_of: list[str]
) -> None:
    context.set_offline(True)
    open_file(page, one_file)
    begin(page, "reversi", "0 person", "1 bot 1")
    page.wait_for_function("performance.getEntriesByName('chowk:opponents').length", timeout=LONG_MS)
    assert play_on(page, by_mouse)["over"]
    assert [url for url in requests_of if not url.startswith(("blob:", "data:"))] == [page.url]


def test_a_game_and_a_language_are_kept_for_the_next_time(page: Page, one_file: str) -> None:
    open_file(page, one_file)
    begin(page, "reversi", "0 person", "1 person")
    by_mouse(page, "d3")
    wait_until(page, "s.ply === 1 && !s.moving")
    press(page, "set", "language pa")
    expect(page.locator("html")).to_have_attribute("lang", "pa")
    page.reload()
    wait_ready(page)
    after = state(page)
    assert (after["ply"], len(after["saves"])) == (1, 1), after
    page.evaluate("history.back()")
    wait_until(page, "s.screen === 'home'")
    expect(page.get_by_role("heading", name=PUNJABI)).to_be_visible()


def test_every_game_comes_to_the_table(opened: Page) -> None:
    for name in games.ready():
        begin(opened, name)
        assert state(opened)["game"] == name
        opened.locator("[data-do='home']").first.click()


def test_its_parts_answer_to_their_names(opened: Page, watch: Watch) -> None:
    page = opened
    watch.expect("Content Security Policy")
    assert "Permission is hereby granted" in page.evaluate("fetch('./licences/chowk.txt').then(reply => reply.text())")
    assert page.evaluate("fetch('./elsewhere.txt').then(() => 'there', () => 'refused')") == "refused"
    fonts = page.evaluate("[...document.styleSheets].flatMap(s => [...s.cssRules]).map(r => r.cssText).join(' ')")
    assert "@font-face" not in fonts or re.search(r'url\("blob:', fonts)
    assert "packed:" not in fonts
    assert "unsafe-inline" not in str(page.locator("meta[http-equiv]").first.get_attribute("content"))
    assert page.evaluate(STYLED) == ["", "rgb(1, 2, 3)"], "a style comes from a sheet or a script, never from markup"

    press(page, "set", "language pa")
    expect(page.get_by_role("heading", name=PUNJABI)).to_be_visible()
    page.evaluate("document.fonts.ready")
    drawn = page.evaluate("[...document.fonts].filter(one => one.status === 'loaded').map(one => one.family)")
    assert "Noto Gurmukhi" in [family.strip('"') for family in drawn]
    press(page, "set", "language en")


def test_what_a_disk_forbids_is_not_tried(page: Page, one_file: str) -> None:
    page.add_init_script("window.tried = []; navigator.serviceWorker.register = async () => tried.push('kept')")
    page.add_init_script("addEventListener('chowk:image', () => window.tried.push('imaged'))")
    page.goto(f"{one_file}?test=1&rest=0")
    wait_ready(page)
    page.wait_for_timeout(500)
    assert page.evaluate("window.tried") == []
    assert page.evaluate("document.documentElement.dataset.start") == "plain"
