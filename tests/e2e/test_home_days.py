"""Test the home page on the first, third and thirtieth day: games stay visible, and cards offer today's exercises."""

from __future__ import annotations

from datetime import date
from typing import Final

from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import Opener, wait_ready
from tests.e2e.looking import measured, press, settle, violations
from tests.e2e.play import wait_until
from tools.dev.home_days import DAYS, lay, texts

SIZES: Final = ((1280, 800), (360, 740), (844, 390), (320, 568))
IN_SIGHT: Final = """() => [...document.querySelectorAll('.shelf .game[data-do="open"]')].filter((game) => {
  const { top, bottom } = game.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}).length"""
CUT: Final = """() => {
  const row = document.querySelector('.continue .kept');
  if (row === null || row.scrollWidth <= row.clientWidth) return [];
  const { left, right } = row.getBoundingClientRect(), wide = document.documentElement.clientWidth;
  row.scrollTo(row.scrollWidth, 0);
  const end = row.lastElementChild.getBoundingClientRect().right;
  row.scrollTo(0, 0);
  return [left, wide - right, end < wide - 8 ? 0 : end].filter(Math.round);
}"""
"""JavaScript that checks the row of unfinished games, if it scrolls. It must run on to the edges of the window, and its
last card must come to rest before the edge. The result is empty if this is so.
"""

PLACES: Final = """() => [...document.querySelectorAll('.home button[data-do]')]
  .filter((control) => control.checkVisibility())
  .map((control) => {
    const { top, left } = control.getBoundingClientRect();
    return [control.dataset.do, control.dataset.arg ?? "", Math.round(left), Math.round(top)];
  })"""
"""JavaScript that returns the visible controls of the home page with their places."""

FORGET_FIRST: Final = """() => {
  const note = JSON.parse(localStorage.getItem("chowk:games"));
  note.cards = note.cards.filter(([name]) => !name.endsWith("1"));
  localStorage.setItem("chowk:games", JSON.stringify(note));
}"""
"""JavaScript that removes the first game from the note of this visit. On the next visit, it comes after the others."""
SCROLL: Final = """new MutationObserver((_, observer) => {
  if (!document.documentElement.dataset.ready) return;
  observer.disconnect();
  document.querySelector(".continue .kept").scrollLeft = 200;
}).observe(document, { attributes: true, subtree: true })"""
"""JavaScript that scrolls the row of unfinished games as soon as the page is ready, before later games come."""


def test_home_changes_with_what_is_stored_and_keeps_the_games_in_sight(open_page: Opener, page: Page) -> None:
    open_page("?test=1")
    for number in DAYS:
        today = date.fromisoformat(page.evaluate("new Date().toLocaleDateString('sv')"))
        lay(page, texts(number, today))
        page.reload()
        wait_ready(page)
        expect(page.locator(".today")).to_have_count({1: 0, 3: 1, 30: 2}[number])
        expect(page.locator(".continue .kept-game")).to_have_count({1: 0, 3: 1, 30: 3}[number])
        expect(page.locator(".tongues")).to_have_count(0)
        assert not measured(page, f"home on day {number}", SIZES)
        for wide, high in ((360, 740), (320, 568), (844, 390)):
            page.set_viewport_size({"width": wide, "height": high})
            assert page.evaluate(IN_SIGHT) == 5, (number, wide, high)
            assert page.evaluate(CUT) == [], (number, wide, high)
    assert not violations(page)
    press(page, "mistake-find", "reversi")
    wait_until(page, "s.screen === 'table'")


def test_nothing_moves_on_the_home_page_from_its_first_picture_on(open_page: Opener, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    open_page("?test=1")
    lay(page, texts(30, date.fromisoformat(page.evaluate("new Date().toLocaleDateString('sv')"))))
    page.reload()
    wait_ready(page)
    expect(page.locator(".playing")).to_have_count(1)
    start, parcels = list[Route](), list[Route]()
    page.route("**/*.wasm", lambda route: start.append(route))
    page.route("**/py/parcels/**", lambda route: parcels.append(route))
    page.reload(wait_until="commit")
    page.wait_for_selector(".continue .kept-open")
    page.wait_for_selector(".bringing [data-do='practice']")
    page.evaluate("document.fonts.ready.then(() => null)")
    first = page.evaluate(PLACES)
    let_go(page, "**/*.wasm", start)
    wait_ready(page)
    ready = page.evaluate(PLACES)
    assert [control for control in ready if control[0] not in ("puzzle", "mistake-find")] == first
    assert sorted(control[0] for control in ready if control not in first) == ["mistake-find", "puzzle"]
    let_go(page, "**/py/parcels/**", parcels)
    expect(page.locator(".playing")).to_have_count(1)
    settle(page)
    assert [control for control in page.evaluate(PLACES) if control[0] != "household"] == ready


def test_a_game_that_comes_in_front_is_seen_unless_the_row_was_scrolled(open_page: Opener, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    open_page("?test=1")
    lay(page, texts(30, date.fromisoformat(page.evaluate("new Date().toLocaleDateString('sv')"))))
    page.reload()
    wait_ready(page)
    cards = page.locator(".continue .kept-open")
    order = ["0000000000000001", "0000000000000002", "0000000000000003"]
    shown = "row => [row.scrollLeft, ...[...row.querySelectorAll('button')].map((card) => card.dataset.arg)]"
    row = page.locator(".continue .kept")
    expect(cards).to_have_count(3)
    expect(page.locator(".continue .miniature svg")).to_have_count(3)
    assert row.evaluate(shown) == [0, *order]
    for scrolled in (False, True):
        page.evaluate(FORGET_FIRST)
        if scrolled:
            page.add_init_script(SCROLL)
        page.reload()
        wait_ready(page)
        expect(cards).to_have_count(3)
        settle(page)
        left, *games = row.evaluate(shown)
        assert games == order
        assert (left > 0) == scrolled


def let_go(page: Page, pattern: str, held: list[Route]) -> None:
    """Let the requests with this pattern pass: those that were held back, and all later ones."""
    for route in held:
        route.continue_()
    page.unroute(pattern)
