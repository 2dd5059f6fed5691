"""Test the translators' desk: a sentence is changed, kept, downloaded as a file, and opened again."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from chowk.features.translation import po
from tests.e2e.conftest import Opener, Watch
from tools.i18n.po_catalog import LOCALE


def downloaded(page: Page, folder: Path) -> str:
    """Download the file of translations from the translators' desk, and return its text."""
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download te.po").press("Enter")
    assert coming.value.suggested_filename == "te.po"
    coming.value.save_as(folder / "te.po")
    return (folder / "te.po").read_text("utf-8")


def test_a_translator_works_in_the_page_and_takes_a_file_home(open_page: Opener, watch: Watch, tmp_path: Path) -> None:
    base = (LOCALE / "te.po").read_text("utf-8")
    page = open_page("?translate=te")
    assert [url.rpartition("/")[2].partition(".")[0] for url in watch.requests if "/py/translate/" in url] == [
        *("desk", "notes", "te"),
    ]
    assert not [url for url in watch.requests if "/py/words/" in url or "/py/supplies/" in url]
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert downloaded(page, tmp_path) == base, "nothing was touched"
    page.get_by_role("searchbox").fill("Rematch")
    expect(page.locator("article")).not_to_have_count(30)
    field = page.locator("article", has=page.get_by_text("Rematch", exact=True)).locator("textarea")
    field.fill("మళ్ళీ")
    field.press("End")
    field.press("!")
    expect(field).to_be_focused()
    changed = downloaded(page, tmp_path)
    after = {entry.key.text: entry.strings for entry in po.read(changed)}
    before = {entry.key.text: entry.strings for entry in po.read(base)}
    assert after["Rematch"] == ("మళ్ళీ!",)
    assert {text for text in after if after[text] != before[text]} == {"Rematch"}

    page.route("**/py/translate/*", lambda route: route.abort())  # the desk's files are on the device by now
    open_page("?translate=te", page=page)
    expect(page.locator(".search .note").first).to_contain_text("1 changed here")
    assert downloaded(page, tmp_path) == changed
    page.get_by_label("Open a te.po").set_input_files({"name": "x.po", "mimeType": "", "buffer": b"\xff\x00 no file"})
    expect(page.get_by_role("alert")).to_contain_text("Line 1 of this file is not of a .po file")
    page.get_by_label("Which sentences").select_option("changed")
    expect(page.locator("article")).to_have_count(1)
    page.get_by_role("button", name="Take back").press("Enter")
    expect(page.locator("article")).to_have_count(0)
    page.get_by_label("Open a te.po").set_input_files({"name": "te.po", "mimeType": "", "buffer": changed.encode()})
    expect(page.locator("header [role=status]")).to_contain_text("Taken from the file: 1.")
    expect(page.locator("article")).to_have_count(1)
    assert downloaded(page, tmp_path) == changed
