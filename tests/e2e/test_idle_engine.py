"""Test that the opponents' worker ends when no table needs it, and starts again for the next request."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from tests.e2e.conftest import Opener
from tests.e2e.play import begin, by_mouse, wait_for_frame, wait_for_turn, wait_until
from tests.e2e.test_image import python

AT_ONCE: Final = "from chowk.browser import engine_worker; engine_worker.IDLE_S = 0.0"
HIDE: Final = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def opponents(page: Page) -> int:
    """Return the number of running workers of the page that are for opponents."""
    return sum(worker.url.startswith("blob:") for worker in page.workers)


def started(page: Page, number: int) -> None:
    """Wait until the page has started an opponents' worker `number` times since it was opened."""
    page.wait_for_function("n => performance.getEntriesByName('chowk:opponents').length === n", arg=number)


def wait_for_end(page: Page) -> None:
    """Wait until no opponents' worker runs."""
    while opponents(page):
        wait_for_frame(page)


def test_the_worker_ends_at_home_and_starts_again_for_the_next_game(open_page: Opener) -> None:
    page = open_page("?test=1&seed=7")
    begin(page, "reversi", "0 person", "1 bot 1")
    by_mouse(page, wait_for_turn(page)["open"][0])
    wait_until(page, "s.ply === 2")
    started(page, 1)
    python(page, AT_ONCE)
    assert opponents(page) == 1
    page.locator('[data-do="home"]').first.click()
    wait_for_end(page)
    begin(page, "reversi", "0 person", "1 bot 1")
    by_mouse(page, wait_for_turn(page)["open"][0])
    wait_until(page, "s.ply === 2")
    started(page, 2)


def test_the_worker_of_a_hidden_page_ends_and_is_back_when_the_page_is_seen(open_page: Opener) -> None:
    page = open_page("?test=1&seed=7")
    begin(page, "reversi", "0 person", "1 bot 1")
    by_mouse(page, wait_for_turn(page)["open"][0])
    wait_until(page, "s.ply === 2 && s.awaited === 0")
    started(page, 1)
    python(page, AT_ONCE)
    page.evaluate(HIDE, True)
    wait_for_end(page)
    page.evaluate(HIDE, False)
    started(page, 2)
    by_mouse(page, wait_for_turn(page)["open"][0])
    wait_until(page, "s.ply === 4")
