"""Test the board search in the browser: by piece counts, by a painted pattern, and from a set-up position."""

from __future__ import annotations

import gzip
import re

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.e2e.conftest import Keeper, wait_ready
from tests.e2e.looking import measured, press, violations
from tests.e2e.test_collections import where
from tests.e2e.test_large_letters import faults
from tests.e2e.test_learning import tab_to
from tests.synthetic import checkers_file

SIZES = ((844, 390), (360, 740), (1280, 800))
LARGE = ((320, 568, 32), (844, 390, 32), (1280, 800, 32))
"""Sizes of the window, width and height, each with the browser's font size, in pixels."""


def choose_file(page: Page, count: int) -> None:
    """Open a file with `count` random games of American Checkers as a collection."""
    press(page, "collections")
    content = gzip.compress(checkers_file(count, 5).encode())
    file: FilePayload = {"name": "tour.pdn.gz", "mimeType": "application/gzip", "buffer": content}
    page.locator('[role="dialog"] input[type="file"]').set_input_files(file)
    where(page, f"Games: {count} of {count}")


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
def test_games_are_found_by_their_pieces_and_by_a_painted_pattern(kept_page: Keeper) -> None:
    page = kept_page("?test=1&seed=31&speed=off")
    choose_file(page, 60)
    dialog = page.get_by_role("dialog")
    # by numbers of pieces, by touch
    dialog.get_by_text("Pieces on the board").tap()
    dialog.get_by_role("textbox", name="Red kings").fill("1")
    dialog.get_by_role("textbox", name="White kings").fill("1")
    dialog.get_by_role("textbox", name="White kings").press("Enter")
    expect(dialog.get_by_role("status")).not_to_have_text("Games: 60 of 60")
    kings = dialog.get_by_role("status").text_content() or ""
    assert int(kings.split()[1]) > 0
    assert "sought:checkers~rk.1_wk.1" in page.url
    assert violations(page) == []
    assert measured(page, "list", SIZES) == []
    page.set_viewport_size({"width": 360, "height": 740})
    page.reload()
    wait_ready(page)
    where(page, kings)

    # a pattern, painted by touch and by keyboard
    dialog.get_by_text("Pieces on the board").tap()
    dialog.get_by_role("textbox", name="Red kings").fill("")
    dialog.get_by_role("textbox", name="White kings").fill("")
    dialog.get_by_role("textbox", name="White kings").press("Enter")
    where(page, "Games: 60 of 60")
    dialog.get_by_role("button", name="Paint a pattern").tap()
    expect(page.get_by_role("heading", name="Pattern: American Checkers")).to_be_visible()
    page.get_by_role("button", name="White man").tap()
    page.get_by_role("gridcell", name="14, anything").tap()
    expect(page.get_by_role("gridcell", name="14: White man")).to_be_visible()
    tab_to(page, '.tool[data-arg="empty"]')
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Empty", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("gridcell", name="10, anything").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("gridcell", name="10, empty")).to_be_visible()
    expect(page.locator(".goal")).to_have_text("2 squares are painted. All others may hold anything.")
    assert violations(page) == []
    assert measured(page, "pattern", SIZES) == []
    session = page.context.new_cdp_session(page)
    assert [*faults(page, session, LARGE)] == []
    session.detach()
    page.set_viewport_size({"width": 360, "height": 740})
    page.reload()  # what is painted is in the history
    wait_ready(page)
    expect(page.get_by_role("gridcell", name="14: White man")).to_be_visible()
    press(page, "draft-search")
    expect(dialog.get_by_role("status")).to_have_text(re.compile(r"^Games: [1-9]\d* of 60$"))
    found = dialog.get_by_role("status").text_content() or ""
    assert found != "Games: 60 of 60"
    dialog.get_by_text("Pieces on the board").tap()
    expect(dialog.locator(".pattern li")).to_have_text(["10: Empty", "14: White man"])
    assert violations(page) == []
    # with the sides swapped there are at least as many
    dialog.get_by_role("switch", name="The sides swapped, too").check()
    expect(dialog.get_by_role("status")).not_to_have_text(found)
    assert int((dialog.get_by_role("status").text_content() or "").split()[1]) > int(found.split()[1])
    dialog.get_by_role("button", name="Remove the pattern").tap()
    where(page, "Games: 60 of 60")


@pytest.mark.browser_context_args(viewport={"width": 1280, "height": 800})
def test_a_position_that_is_set_up_is_searched_for(kept_page: Keeper) -> None:
    page = kept_page("?test=1&seed=31&speed=off")
    choose_file(page, 30)
    press(page, "close")
    press(page, "draft", "checkers")
    page.get_by_role("button", name="Search for this position").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Sort the positions").click()
    where(page, "Games: 30 of 30")
    assert violations(page) == []
    dialog.get_by_role("button", name="Show all these games").click()
    where(page, "Games: 30 of 30")
    expect(dialog).to_contain_text("Only games with the chosen position.")
