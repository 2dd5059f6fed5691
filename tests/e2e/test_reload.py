"""Test the development server: an open page shows each edit of the sources by itself."""

from __future__ import annotations

import re
import threading
from pathlib import Path

from playwright.sync_api import Browser, expect

import serve
from tests.e2e.conftest import NOTE_IMAGE, READY_MS, wait_until
from tests.e2e.play import set_up
from tests.serving import edit, served
from tools.dev.watching import Changes


def test_an_open_page_is_loaded_anew_when_the_site_is_another(browser: Browser, site: Path) -> None:
    changes = Changes("first")
    with serve.server(site, changes=changes) as server, browser.new_context() as context:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = context.new_page()
        with page.expect_response("**/changes") as stream:
            page.goto(f"http://localhost:{server.server_address[1]}/", wait_until="commit")
        assert stream.value.status == 200, "the page's policy lets it listen"
        for version in ("second", "third"):
            with (
                page.expect_response("**/changes"),
                page.expect_request(lambda request: request.is_navigation_request()),
            ):
                changes.tell(version)
        page.close()
        server.shutdown()


def test_edits_are_shown_at_the_table_where_it_was(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as address, browser.new_context(locale="pa-IN") as context:
        page = context.new_page()
        page.add_init_script(NOTE_IMAGE)
        page.goto(address)
        wait_until(page, "window.imaged", timeout=READY_MS)  # the memory image contains the words from before the edit
        set_up(page, "reversi", "0 person", "1 person")
        pill = page.locator(".pill:not(.none)")
        expect(pill).to_have_text("ਵਾਰੀ")
        edit(tmp_path / "py/chowk/locale/pa.po", 'msgid "To move"\nmsgstr "ਵਾਰੀ"', 'msgid "To move"\nmsgstr "ਹੁਣ ਵਾਰੀ"')
        expect(pill).to_have_text("ਹੁਣ ਵਾਰੀ", timeout=READY_MS)
        edit(tmp_path / "css/players.css", ".pill {", ".pill {\n  outline-offset: 7px;")
        expect(pill).to_have_css("outline-offset", "7px", timeout=READY_MS)
        edit(tmp_path / "py/chowk/ui/sheets/setup.py", 'say("To move")', 'say("Your move")')
        expect(pill).to_have_text(re.compile("Your move"), timeout=READY_MS)
