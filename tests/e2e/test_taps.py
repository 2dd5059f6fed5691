"""Test how many taps common tasks take: starting a game for four, sending a move, accepting an invitation."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from chowk.app.taps import TWICE
from chowk.storage import turn_link
from tests.e2e.conftest import Opener, Other
from tests.e2e.play import wait_until
from tests.e2e.test_apart import again, due, follow, played, sit_down
from tests.unit.features.correspondence.players import chain_of, secret, terms

COUNTING: Final = """window.taps = 0;
addEventListener('pointerdown', () => { window.taps++; window.tapped = performance.now(); }, true);"""
"""JavaScript that counts the taps on a page from its start, and notes the time of the last tap."""
COUNT: Final = "window.taps"
SHARING: Final = "navigator.share = what => { window.shared = what.url; return Promise.resolve(); }; 0"
"""JavaScript that replaces the device's share sheet. The new one writes the shared address to `window.shared`."""
INVITATION: Final = turn_link.invite(
    turn_link.Invitation(terms("kilkenny", 2), (turn_link.Joiner("Asha", chain_of(0, secret(1)).commitment), None))
)
ON_A_PHONE: Final = pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True)


@ON_A_PHONE
@pytest.mark.parametrize("game", ["parcheesi", "kilkenny"])
def test_a_game_for_four_against_the_computer_begins_after_two_taps(open_page: Opener, page: Page, game: str) -> None:
    page.add_init_script(COUNTING)
    open_page("?test=1&seed=7&speed=off")
    for visit in ("first", "second"):
        before = page.evaluate(COUNT)
        page.locator(f'[data-do="open"][data-arg="{game}"]').tap()
        four = page.locator('[role="dialog"] [data-do="count"][data-arg="4"]')
        four.wait_for(state="attached")
        if not four.is_checked():
            assert visit == "first", "the number of players is remembered"
            page.locator('[role="dialog"] label:has([data-do="count"][data-arg="4"])').tap()
            expect(four).to_be_checked()
        # An earlier tap at the place of the first one counts as the second half of a double tap.
        page.wait_for_function("wait => performance.now() > window.tapped + wait", arg=TWICE)
        page.locator('[role="dialog"] .way').last.tap()
        wait_until(page, "s.screen === 'table'")
        expect(page.locator(".player")).to_have_count(4)
        assert page.evaluate(COUNT) - before == 2, visit
        page.locator('[data-do="home"]').first.tap()
        wait_until(page, "s.screen === 'home'")


def test_a_move_is_sent_by_one_tap(open_page: Opener, page: Page, other_page: Other) -> None:
    other = other_page()
    for each in (page, other):
        each.add_init_script(COUNTING)
    open_page("?test=1&seed=7&speed=off")
    sit_down(page, other, "Reversi")
    mover = page
    if not due(page):
        follow(other, again(page))
        mover = other
    played(mover)
    mover.evaluate(SHARING)
    before = mover.evaluate(COUNT)
    mover.locator(".now .primary[data-do=send-move]").click()
    mover.wait_for_function("window.shared")
    assert "#t=" in mover.evaluate("window.shared")
    expect(mover.get_by_role("dialog")).to_have_count(0)
    assert mover.evaluate(COUNT) - before == 1


@ON_A_PHONE
def test_an_invitation_is_open_without_a_tap_and_taken_by_one(page: Page, open_page: Opener) -> None:
    page.add_init_script(COUNTING)
    open_page(f"?test=1&seed=7&speed=off{INVITATION}")
    dialog = page.get_by_role("dialog", name="Kilkenny Cats")
    expect(dialog).to_contain_text("Asha")
    assert page.evaluate(COUNT) == 0
    dialog.get_by_role("button", name="Take the seat").tap()
    expect(page.get_by_role("dialog", name="Send the link")).to_be_visible()
    assert page.evaluate(COUNT) == 1
