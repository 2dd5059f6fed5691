"""The page starts, and starts quietly."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.e2e.conftest import Opener, Watch


def test_the_page_starts_and_asks_nobody_else(open_page: Opener, watch: Watch) -> None:
    page = open_page()
    assert page.evaluate("document.documentElement.dataset.ready")
    assert all(url.startswith(watch.origin) for url in watch.requests if url.startswith("http"))


def test_a_console_error_would_be_noticed(page: Page, open_page: Opener, watch: Watch) -> None:
    open_page(ready=False)
    page.evaluate("console.error('planted')")
    watch.expect("console error: planted")


def test_a_foreign_request_would_be_noticed(page: Page, open_page: Opener, watch: Watch) -> None:
    page.route("**/*elsewhere*/**", lambda route: route.fulfill(body="x"))
    open_page(ready=False)
    page.evaluate("fetch('https://elsewhere.invalid/x').catch(() => 0)")
    watch.expect("another origin: https://elsewhere.invalid/x")
