"""Test collections: packed files are read, listed, filtered, saved, checked, and deleted."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.e2e.conftest import Keeper, wait_ready
from tests.e2e.looking import measured, press, violations
from tests.e2e.play import wait_until
from tests.e2e.test_learning import tab_to
from tests.synthetic import wthor_files

GAMES = 400
SIZES = ((1280, 800), (360, 740))
CHECKED = ((844, 390), (360, 740), (1280, 800))
ROWS = '[role="dialog"] .archive-rows li'


def packed_file(games: int = GAMES) -> FilePayload:
    """Return a zip archive with WTHOR files: one with `games` games, and those with the names of players and events.

    One of the games has an illegal move.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for ending, data in wthor_files(games, 11, illegal=7).items():
            archive.writestr(f"WTH_2024{ending}", data)
    return {"name": "WTH_2024.zip", "mimeType": "application/zip", "buffer": packed.getvalue()}


def where(page: Page, text: str) -> None:
    """Wait until the status line of the list reads `text`, such as "Games: 399 of 399"."""
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
    where(page, "Games: 399 of 399")
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
    expect(page.get_by_role("dialog").get_by_role("status")).not_to_have_text("Games: 399 of 399")
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


TOUR = '[Event "Tour"]\n[Date "2003.12.15"]\n[Black "{black}"]\n[White "{white}"]\n\n{moves} 0-1\n\n'
LOST = "1. 9-14 23-19 2. 10-15 19x10 3. 6x15 26-23 4. 15-19 23x16 5. 11x20 31-26 6. 14-17 22x13 7. 7-11 21-17"
"""A game in which Black gives a man away."""


@pytest.mark.browser_context_args(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
def test_games_are_saved_and_checked_and_the_worst_mistakes_practised(kept_page: Keeper, tmp_path: Path) -> None:
    page = kept_page("?test=1&seed=31&speed=off")
    press(page, "collections")
    text = "".join(TOUR.format(black="Asha", white=white, moves=LOST) for white in ("Kishan", "Li"))
    file: FilePayload = {"name": "tour.pdn.gz", "mimeType": "application/gzip", "buffer": gzip.compress(text.encode())}
    page.locator('[role="dialog"] input[type="file"]').set_input_files(file)
    where(page, "Games: 2 of 2")
    dialog = page.get_by_role("dialog")
    page.locator('[role="dialog"] input[data-arg="filter player"]').fill("li")
    where(page, "Games: 1 of 2")
    tab_to(page, '[role="dialog"] .narrow + .board-search + .narrow summary')
    page.keyboard.press("Enter")
    dialog.get_by_role("radio", name="Portable Draughts Notation").check()
    assert measured(page, "list", CHECKED) == []
    with page.expect_download() as saved:
        dialog.get_by_role("button", name="Save as a file").tap()
    saved.value.save_as(tmp_path / "tour.pdn")
    assert saved.value.suggested_filename == "tour.pdn"
    assert '[White "Li"]' in (tmp_path / "tour.pdn").read_text()
    assert "Kishan" not in (tmp_path / "tour.pdn").read_text()

    page.locator('[role="dialog"] input[data-arg="filter player"]').fill("")
    where(page, "Games: 2 of 2")
    dialog.get_by_role("button", name="Check these games").tap()
    where(page, "Games checked: 0 of 2")
    assert violations(page) == []
    dialog.get_by_role("button", name="Check", exact=True).tap()
    where(page, "Games checked: 2 of 2")
    assert measured(page, "check", CHECKED) == []
    tab_to(page, '[role="dialog"] [data-arg="player checkers Asha"]')
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("table", name="Accuracy")).to_contain_text("The last third")
    assert violations(page) == []
    assert measured(page, "player", CHECKED) == []
    dialog.get_by_role("button", name="Add the worst to My mistakes").tap()
    expect(page.locator(".toast")).to_contain_text("added.")
    page.reload()  # what was found is kept
    wait_ready(page)
    press(page, "collections")
    dialog.locator('[data-arg^="open "]', has_text="tour").tap()
    dialog.get_by_role("button", name="Check these games").tap()
    where(page, "Games checked: 2 of 2")
    page.locator('[role="dialog"] .sheet-head [data-do="close"]').tap()
