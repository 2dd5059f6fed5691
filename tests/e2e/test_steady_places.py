"""Test that controls and texts have their places: in sight, with margins, and the same before and after a choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.e2e.conftest import Opener, wait_ready
from tests.e2e.looking import QUICK, press, settle
from tests.e2e.play import begin, wait_for_turn
from tests.e2e.practising import equip
from tests.e2e.test_large_letters import restore, set_text_size, speak
from tests.e2e.test_start import hold

LARGE_PX: Final = 24
"""The browser's text size at 150 percent."""
PHONE: Final = (390, 844)
AGAINST_BOT: Final = ("0 person", "1 bot 0")


def box(node: Locator) -> FloatRect:
    found = node.bounding_box()
    assert found is not None, "it is drawn"
    return found


@pytest.fixture
def large(open_page: Opener) -> Iterator[Page]:
    """Yield the page on a phone with letters of 150 percent, at its home screen."""
    page = open_page(QUICK)
    session = page.context.new_cdp_session(page)
    set_text_size(session, LARGE_PX)
    resize(page, PHONE)
    yield page
    restore(page, session)


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    settle(page)


def test_home_cards_have_the_same_margins_with_large_letters(large: Page) -> None:
    equip(large)
    large.locator(".game.today").first.wait_for()
    cards = large.locator(".shelf .game:not(.bring), .game.today").all()
    assert len({round(box(card.locator(".title"))["x"]) for card in cards}) == 1
    for card in cards:
        assert box(card.locator(".emblem"))["y"] == pytest.approx(box(card)["y"], abs=1)


def test_roll_is_in_sight_and_choices_move_nothing_with_large_letters(large: Page) -> None:
    begin(large, "parcheesi", *AGAINST_BOT)
    large.evaluate("scrollTo(0, 0)")
    roll = large.locator(".ways > .button")
    assert box(roll)["y"] + box(roll)["height"] <= PHONE[1]
    before = box(large.locator(".near"))["y"]
    roll.click()
    wait_for_turn(large)
    large.evaluate("scrollTo(0, 0)")
    assert box(large.locator(".near"))["y"] == pytest.approx(before, abs=4)


def test_a_remark_is_whole_with_large_letters(large: Page) -> None:
    speak(large, "te")
    begin(large, "checkers", *AGAINST_BOT)
    remark = large.locator(".utterance")
    # Tails of letters reach below the last line, but there is no further line.
    assert remark.evaluate("e => e.scrollHeight - e.clientHeight") < LARGE_PX / 2
    assert remark.evaluate("e => getComputedStyle(e).overflowY") == "visible"


def test_a_phone_on_its_side_shows_all_counts_without_scrolling(open_page: Opener) -> None:
    page = open_page(QUICK)
    resize(page, (740, 360))
    begin(page, "parcheesi", *AGAINST_BOT)
    assert page.evaluate("document.documentElement.scrollHeight") == 360
    expect(page.locator(".player .more .fact:visible")).to_have_count(4)


def test_each_of_four_names_has_a_visible_label(open_page: Opener) -> None:
    page = open_page(QUICK)
    resize(page, (360, 740))
    press(page, "open", "parcheesi")
    press(page, "more")
    press(page, "players", "4")
    expect(page.locator(".seat .name").first.get_by_text("Name", exact=True)).to_be_visible()


def test_icons_of_the_home_page_stay_when_the_list_of_languages_comes(page: Page, open_page: Opener) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    release = hold(page, "**/*.wasm")
    open_page(QUICK, ready=False)
    icons = page.locator(".home .top nav > button")
    icons.first.wait_for()
    before = [box(icon) for icon in icons.all()]
    release()
    wait_ready(page)
    expect(page.locator("select.language")).to_be_visible()
    assert [box(icon) for icon in icons.all()] == before


def test_rule_numbers_and_the_bar_are_explained(open_page: Opener) -> None:
    page = open_page(QUICK)
    begin(page, "reversi")
    expect(page.locator(".table .balance")).to_have_attribute("title", "The side with the longer part is ahead")
    press(page, "rules")
    expect(page.get_by_role("dialog").locator(".contents + .note")).to_contain_text("Each rule has a number.")
