"""A collection in the browser: a packed file is read, looked through, filtered, opened at a game, and deleted."""

from __future__ import annotations

import io
import zipfile

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.e2e.conftest import Keeper, wait_ready
from tests.e2e.looking import measured, press, violations
from tests.e2e.play import wait_until
from tests.e2e.test_learning import tab_to
from tests.synthetic import wthor_files

GAMES = 400
SIZES = ((1280, 800), (360, 740))
ROWS = '[role="dialog"] .archive-rows li'


def packed_file() -> FilePayload:
    """Return a zip archive with a file of WTHOR and its names, of which one game cannot be played."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for ending, data in wthor_files(GAMES, 11, illegal=7).items():
            archive.writestr(f"WTH_2024{ending}", data)
    return {"name": "WTH_2024.zip", "mimeType": "application/zip", "buffer": packed.getvalue()}


def where(page: Page, text: str) -> None:
    """Wait until the list says how many of its games it shows."""
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text(text)


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
def test_a_collection_is_read_looked_through_and_deleted(kept_page: Keeper) -> None:
    page = kept_page("?test=1&seed=31&speed=off")
    press(page, "collections")  # before anything else has fetched the readers
    press(page, "close")
    page.locator('[data-do="paste"]').first.tap()
    page.get_by_role("dialog").get_by_role("button", name="Collections").tap()
    expect(page.get_by_role("dialog")).to_contain_text("0.0 of 64 MB are used.")
    assert violations(page) == []
    page.locator('[role="dialog"] input[type="file"]').set_input_files(packed_file())
    where(page, "399 of 399 games")
    expect(page.get_by_role("dialog")).to_contain_text("1 game cannot be read and is left out.")
    assert page.locator(ROWS).count() == 40, "only the rows in sight are in the page"
    assert violations(page) == []
    assert measured(page, "list", SIZES) == []

    page.locator('[role="dialog"] .sheet-body').evaluate("body => { body.scrollTop = body.scrollHeight; }")
    expect(page.locator(ROWS).last).to_have_attribute("aria-posinset", "399")
    assert page.locator(ROWS).count() <= 40

    page.get_by_role("button", name="Games that cannot be read").tap()
    expect(page.get_by_role("dialog")).to_contain_text("is not a legal move here.")
    expect(page.get_by_role("dialog")).to_contain_text("Game 8")
    press(page, "close")

    page.locator('[role="dialog"] input[data-arg="filter player"]').fill("player 110")
    expect(page.locator(ROWS).first).to_contain_text("Player 110")
    expect(page.get_by_role("dialog").get_by_role("status")).not_to_have_text("399 of 399 games")
    assert page.locator(ROWS).count() < 10
    found = page.get_by_role("dialog").get_by_role("status").text_content()
    assert "#k=" in page.url
    assert "player:player!20110" in page.url
    page.reload()
    wait_ready(page)
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text(found or "")

    tab_to(page, '[role="dialog"] .archive-rows button')
    title = page.locator(ROWS).first.locator(".title").text_content()
    page.keyboard.press("Enter")
    wait_until(page, "s.awaited !== null || s.over")
    expect(page.locator(".whose")).to_contain_text((title or "").split("\u2069")[0].strip("\u2068 "))
    assert violations(page) == []
    page.locator('.about-game [data-arg="again"]').tap()
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text(found or "")
    press(page, "close")
    press(page, "study-leave")

    press(page, "collections")
    page.get_by_role("button", name="Delete the collection WTH_2024.zip").tap()
    expect(page.get_by_role("dialog")).to_contain_text("0.0 of 64 MB are used.")
    press(page, "close")
