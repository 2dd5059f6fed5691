"""Test the people of a household in the browser.

After the first result, the page asks who played. It keeps the results of each person separate. When a person is
deleted, none of that person's results remain. The test also counts the taps that these actions need, for the table in
`docs/people.md`.
"""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from chowk.app.taps import TWICE
from tests.e2e.conftest import Opener, wait_for_frames, wait_ready
from tests.e2e.looking import USUAL, measured, press, violations
from tests.e2e.play import LONG_MS, wait_for_turn, wait_until
from tests.e2e.test_taps import COUNT, COUNTING

QUICK: Final = "?test=1&speed=off"
"""Query of an address without a seed.

A seed would determine the names of games, and games with the same name count only once.
"""
SIZES: Final = ((1280, 800), (844, 390), (320, 568))
STORED: Final = """() => new Promise((done, fail) => {
  const asked = indexedDB.open('chowk');
  asked.onerror = fail;
  asked.onsuccess = () => {
    const store = asked.result.transaction('texts').objectStore('texts');
    const all = store.getAll(), keys = store.getAllKeys();
    store.transaction.oncomplete = () => {
      asked.result.close();
      done(JSON.stringify([keys.result, all.result, { ...localStorage }, { ...sessionStorage }]));
    };
  };
})"""
"""JavaScript that returns everything that the page stores on the device, as text."""
HEIGHTS: Final = """() => new Set(
  [...document.querySelectorAll('.sheet-foot .button')].map(button => button.getBoundingClientRect().top)
).size"""
"""JavaScript that returns the number of rows of buttons at the foot of a sheet."""
BROKEN: Final = r"""selector => [...document.querySelectorAll(selector)].flatMap(title => {
  const text = document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode(), range = document.createRange();
  return [...text.data.matchAll(/\S+/g)].filter(word => {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map(box => box.top)).size > 1;
  }).map(word => word[0]);
})"""
"""JavaScript that returns the words that a line break divides, in the elements that match a selector."""


def lose(page: Page) -> None:
    """Begin a game of Checkers in which the opponent moves first, resign, and wait for the result."""
    for name, arg in (("open", "checkers"), ("more", ""), ("colour", "1"), ("play", "")):
        press(page, name, arg)
    wait_for_turn(page)
    press(page, "resign")
    wait_until(page, "s.over && s.sheet === 'result'")


def faults(page: Page, name: str) -> list[str]:
    """Return descriptions of the layout faults of a screen.

    Faults of the medal on a portrait are left out, because it lies over the portrait's edge on purpose.
    """
    return [fault for fault in measured(page, name, SIZES) if "SPAN.medal" not in fault]


def tap(page: Page, target: Locator) -> None:
    """Wait until a tap cannot count as the second half of a double tap, then tap `target`."""
    page.wait_for_function("wait => !window.tapped || performance.now() > window.tapped + wait", arg=TWICE)
    target.tap()


def taps(page: Page) -> int:
    """Return the number of taps since the last call, and set the count to 0."""
    counted: int = page.evaluate(COUNT)
    page.evaluate(f"{COUNT} = 0")
    return counted


@pytest.mark.browser_context_args(has_touch=True)
def test_a_household_from_the_first_result_to_the_last_trace(open_page: Opener) -> None:
    page = open_page(QUICK)
    page.evaluate(COUNTING)
    dialog = page.get_by_role("dialog")
    lose(page)
    expect(dialog).to_contain_text("Who are you?", timeout=LONG_MS)
    assert faults(page, "a question") == []
    page.set_viewport_size({"width": 844, "height": 390})
    assert page.evaluate(HEIGHTS) == 1, "the buttons at the foot share a row"
    page.set_viewport_size(USUAL)
    taps(page)
    dialog.get_by_role("button", name="Choose a name and a face").tap()
    dialog.get_by_role("textbox", name="Name").fill("Asha")
    dialog.locator("label.answer", has=page.get_by_role("radio", name="Frog")).tap()
    expect(dialog.get_by_role("radio", name="Frog")).to_be_checked()
    assert measured(page, "a name and a face", SIZES) == []
    assert violations(page) == []
    tap(page, dialog.get_by_role("button", name="Save"))
    expect(dialog.locator(".standing", has_text="Asha").locator(".portrait")).to_be_visible()
    expect(dialog).not_to_contain_text("Who are you?")
    assert taps(page) == 3
    press(page, "close")
    expect(page.locator(".player", has_text="Asha").locator(".portrait")).to_be_visible()
    press(page, "home")
    chip = page.get_by_role("button", name="Playing now:")  # not the open sheet's "Bela, Playing now"
    expect(chip).to_have_text("\u2068Asha\u2069")

    tap(page, chip)
    tap(page, dialog.get_by_role("button", name="Add a person"))
    dialog.get_by_role("textbox", name="Name").fill("Raven")
    dialog.get_by_role("button", name="Save").tap()
    expect(dialog.get_by_role("alert")).to_have_text("An opponent is called that. Choose another name.")
    dialog.get_by_role("textbox", name="Name").fill("Bela")
    dialog.get_by_role("button", name="Save").focus()
    page.keyboard.press("Enter")
    expect(dialog.locator(".household li")).to_have_count(2)
    assert measured(page, "people", SIZES) == []
    assert violations(page) == []
    wait_for_frames(page)  # the window has just had other sizes
    tap(page, dialog.locator(".kept-open", has_text="Bela"))
    expect(chip).to_have_text("\u2068Bela\u2069")

    press(page, "statistics")
    expect(dialog).to_contain_text("There is nothing to count yet")
    dialog.get_by_role("button", name="Asha").tap()
    expect(dialog.locator(".tally")).to_have_count(1)
    press(page, "close")
    lose(page)
    proposal = dialog.locator(".proposal")
    expect(proposal).to_contain_text("Play against Duckling")
    assert faults(page, "a proposal") == []
    taps(page)
    proposal.tap()
    wait_until(page, "s.sheet !== 'result' && !s.over")
    assert taps(page) == 1
    expect(page.locator(".player", has_text="Duckling")).to_be_visible()
    expect(page.locator(".player", has_text="Asha")).to_be_visible()
    press(page, "home")

    taps(page)
    tap(page, page.locator('[data-do="open"][data-arg="checkers"]'))
    tap(page, dialog.get_by_role("button", name="Opponents"))
    expect(dialog.locator(".rungs li")).to_have_count(9)
    assert measured(page, "opponents", SIZES) == []
    assert violations(page) == []
    tap(page, dialog.get_by_role("button", name="Play against Duckling"))
    wait_until(page, "s.screen === 'table'")
    assert taps(page) == 3
    press(page, "home")

    household = ("Asha", "Bela", "Kiran", "Diya Krishnamurthy")
    press(page, "open", "kilkenny")
    press(page, "players", "4")
    for seat, name in enumerate(household):
        press(page, "seat", f"{seat} person")
        press(page, "seat", f"{seat} name {name}")
    press(page, "play")
    wait_for_turn(page)
    page.set_viewport_size(USUAL)
    assert page.evaluate(BROKEN, ".player .title") == []
    press(page, "resign")
    wait_until(page, "s.over && s.sheet === 'result'")
    assert page.evaluate(BROKEN, ".standing .title") == []
    press(page, "home")
    taps(page)
    tap(page, page.locator('[data-do="open"][data-arg="kilkenny"]'))
    tap(page, dialog.get_by_role("button", name="Just us"))
    wait_for_turn(page)
    assert taps(page) == 2
    for name in household:
        expect(page.locator(".player", has_text=name)).to_be_visible()
    press(page, "home")

    assert "Asha" in page.evaluate(STORED)
    press(page, "household")
    dialog.get_by_role("button", name="Change Asha").tap()
    dialog.get_by_role("button", name="Delete").tap()
    assert measured(page, "a deletion", SIZES) == []
    dialog.get_by_role("button", name="Delete").tap()
    expect(dialog.locator(".household li")).to_have_count(1)
    page.wait_for_function(f"async () => !(await ({STORED})()).includes('Asha')")
    page.reload()
    wait_ready(page)
    expect(chip).to_have_text("\u2068Bela\u2069")
    stored = page.evaluate(STORED)
    assert "Asha" not in stored
    assert "frog" not in stored
    assert "Bela" in stored
