"""A page that is served while its sources are edited shows each edit by itself."""

from __future__ import annotations

import threading
from pathlib import Path

from playwright.sync_api import Browser

import serve
from tools.watching import Changes


def test_an_open_page_is_loaded_anew_when_the_site_is_another(browser: Browser, site: Path) -> None:
    changes = Changes("first")
    with serve.server(site, changes=changes) as server, browser.new_context() as context:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = context.new_page()
        with page.expect_response("**/changes") as stream:
            page.goto(f"http://localhost:{server.server_address[1]}/", wait_until="commit")
        assert stream.value.status == 200, "the page's policy lets it listen"
        for version in ("second", "third"):
            with page.expect_response("**/changes"), page.expect_request(lambda one: one.is_navigation_request()):
                changes.tell(version)
        page.close()
        server.shutdown()
