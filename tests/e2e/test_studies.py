"""Test studies in the browser: a study is made by touch, sent as a link, played through by keys, and printed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from chowk.games import load
from tests.e2e.conftest import Keeper, Opener, Watch, wait_ready
from tests.e2e.looking import measured, press, violations
from tests.e2e.play import by_keys, by_touch, state, tab_to_board, wait_until

SIZES = ((360, 740), (844, 390), (1280, 800))


def chapter(page: Page, key: str, number: int, name: str, *moves: str) -> None:
    """Fill a chapter of the study `key`: open it, play `moves` by touch, comment on the last one, and go back.

    `name` is the chapter's game.
    """
    page.locator(f'[data-do="study"][data-arg="chapter {key} {number}"]').tap()
    wait_until(page, "s.awaited !== null && !s.moving")
    for move in moves:
        position = load(name).notation.read_position(state(page)["position"])
        spots = load(name).view.spell(position)[load(name).notation.read_move(position, move)]
        for spot in spots:
            by_touch(page, spot)
        wait_until(page, f"s.moves.at(-1) === '{move}' && s.awaited !== null && !s.moving")
    press(page, "study-comment", "A good start.")
    press(page, "study-leave")
    expect(page.get_by_role("dialog")).to_contain_text("Study")


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True)
def test_a_study_of_two_chapters_is_made_sent_and_played_through(
    kept_page: Keeper, open_page: Opener, watch: Watch
) -> None:
    page = kept_page("?test=1&seed=7&speed=off")
    assert not any("/py/parcels/studies" in url for url in watch.requests)
    page.evaluate("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve() }; 0")
    press(page, "set", "engine off")
    press(page, "studies")
    page.get_by_role("button", name="New study").tap()
    page.get_by_label("Name", exact=True).fill("First moves")
    key = page.locator('[data-do="study"][data-arg^="name "]').get_attribute("data-arg")
    assert key is not None
    key = key.removeprefix("name ")
    page.get_by_text("Another chapter").tap()
    page.locator(f'[data-arg="start {key} reversi"]').tap()
    expect(page.get_by_role("dialog")).to_contain_text("1. Reversi")
    press(page, "study", f"start {key} checkers")
    expect(page.get_by_role("dialog")).to_contain_text("2. American Checkers")
    chapter(page, key, 0, "reversi", "d3", "c3")
    chapter(page, key, 1, "checkers", "11-15")
    assert violations(page) == []
    assert measured(page, "study", SIZES) == []
    press(page, "study", f"link {key}")
    page.wait_for_function("window.copied")
    link = str(page.evaluate("window.copied"))
    assert "#y=1." in link
    press(page, "close")

    other = open_page(f"?test=1&seed=8&speed=off{link[link.index('#') :]}")
    wait_ready(other)
    expect(other.get_by_role("dialog")).to_contain_text("1. Reversi")
    expect(other.get_by_label("Name", exact=True).first).to_have_value("First moves")
    other.locator("summary", has_text="Guessing the moves").first.press("Enter")
    other.locator('[data-arg^="guess "]').first.press("Enter")
    wait_until(other, "s.awaited !== null && !s.moving")
    assert measured(other, "guess", SIZES) == []
    tab_to_board(other)
    by_keys(other, "c4")
    expect(other.locator(".coach .answered")).to_contain_text("The study plays another move here.")
    wait_until(other, "s.awaited !== null && s.ply === 0 && !s.moving")
    by_keys(other, "d3")
    expect(other.locator(".coach .praise")).to_contain_text("Found at the first try: 0 of 1.")
    expect(other.locator(".coach .about")).to_contain_text("A good start.")
    other.get_by_role("button", name="Back to the study").last.press("Enter")
    expect(other.get_by_role("dialog")).to_contain_text("2. American Checkers")
    other.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    expect(other.locator(".paper figure")).to_have_count(4)
    other.evaluate("window.dispatchEvent(new Event('afterprint'))")
