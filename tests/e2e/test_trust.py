"""Nothing loses a person's work or way: names that are typed, taps made twice."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Keeper
from tests.e2e.looking import PEOPLE, QUICK, USUAL, press, settle
from tests.e2e.play import by_mouse, choose_seat, play, state, wait_until

CARD = '[data-do="open"][data-arg="reversi"]'


def twice(page: Page, selector: str) -> None:
    """A quick double tap where a control is."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, delay=20)
    settle(page)


def seen(page: Page) -> tuple[str, str, int]:
    """The screen, the sheet on it, and the moves made."""
    now = state(page)
    return now["screen"], now["sheet"], now.get("ply", 0)


def test_what_is_typed_stays_whatever_else_changes(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    page.locator(CARD).click()
    for seat in PEOPLE:
        choose_seat(page, seat)
    first, second = (page.locator(f'input[data-arg="{seat} name"]') for seat in (0, 1))
    first.focus()
    page.keyboard.type("Asha  K")
    page.keyboard.press("ArrowLeft")
    press(page, "set", "theme dark")
    page.set_viewport_size({"width": 844, "height": 390})
    settle(page)
    page.keyboard.type("& ")
    expect(first).to_have_value("Asha  & K")
    second.focus()
    page.keyboard.type("ਅਨੰਤ")
    press(page, "set", "theme light")
    page.set_viewport_size(USUAL)
    settle(page)
    assert (first.input_value(), second.input_value()) == ("Asha  & K", "ਅਨੰਤ")
    page.locator('[role="dialog"] [data-do="play"]').click()
    wait_until(page, "s.awaited !== null")
    expect(page.locator(".player .title", has_text="Asha & K")).to_be_visible()
    expect(page.locator(".player .title", has_text="ਅਨੰਤ")).to_be_visible()
    press(page, "set", "theme auto")


def test_the_second_of_two_quick_taps_does_nothing_to_what_came(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        twice(page, CARD)
        assert seen(page) == ("home", "setup", 0)
        for seat in PEOPLE:
            choose_seat(page, seat)
        twice(page, '[role="dialog"] [data-do="play"]')
        assert seen(page) == ("table", "", 0)
        wait_until(page, "s.awaited !== null")
        play(page, by_mouse, ("f5",))
        twice(page, '.top [data-do="home"]')
        assert seen(page) == ("home", "", 0)
        twice(page, '[data-do="resume"]')
        assert seen(page) == ("table", "", 1)
        assert not state(page)["refused"]
        press(page, "resign")
        twice(page, '[role="dialog"] [data-do="rematch"]')
        wait_until(page, "s.awaited !== null")
        assert seen(page) == ("table", "", 0)
        press(page, "home")
