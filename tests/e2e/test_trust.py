"""Test that a person loses no work: by Back, by reloads, while typing, and by quick or early taps.

Messages that refuse a move are also tested: they cover no control.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Keeper, Opener, wait_ready
from tests.e2e.looking import PEOPLE, QUICK, USUAL, press, settle
from tests.e2e.play import STILL, begin, by_mouse, choose_seat, play, state, wait_until
from tests.e2e.test_start import hold

SENT = "#g=1.C_iRquwAyp5hlnB0"
"""The fragment (the part from `#`) of a link that contains a game of Reversi."""
CARD = '[data-do="open"][data-arg="reversi"]'


def twice(page: Page, selector: str) -> None:
    """Double-tap the control that matches `selector` quickly, after it has stopped moving."""
    page.locator(selector).first.wait_for()
    page.evaluate(STILL, selector)
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, delay=20)
    settle(page)


def seen(page: Page) -> tuple[str, str, int]:
    """Return the name of the screen, that of the sheet over it ("" for none), and the number of moves made."""
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


# Back -----------------------------------------------------------------------------------------------------------------

COME = """things => {
  const open = JSON.parse(history.state ?? '{}').open ?? [null];
  return JSON.stringify(open.map(one => one.startsWith('sheet') ? one : one.split(' ')[0])) === JSON.stringify(things);
}"""


def comes_to(page: Page, *things: str) -> None:
    """Wait until exactly `things` are open on the page, and the page's history entry lists them.

    From the lowest to the topmost, `things` are a table and the sheets over it (`sheet NAME`). A table is `table`, or
    `guest` if the game was opened from a link. Without any, the home page is awaited.
    """
    sheet = things[-1].removeprefix("sheet ") if things and things[-1].startswith("sheet") else ""
    screen = "table" if set(things) & {"table", "guest"} else "home"
    wait_until(page, f"s.sheet === '{sheet}' && s.screen === '{screen}'", 10_000)
    page.wait_for_function(COME, arg=list(things), timeout=10_000)


def go_back(page: Page) -> None:
    """Go back in the browser's history, as its Back button does."""
    page.evaluate("history.back()")


def test_back_closes_what_is_on_top_and_a_reload_comes_to_the_table(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(CARD).click()
    comes_to(page, "sheet setup")
    length = page.evaluate("history.length")
    for seat in PEOPLE:
        choose_seat(page, seat)
    page.locator('[role="dialog"] [data-do="play"]').click()
    comes_to(page, "table")
    wait_until(page, "s.awaited !== null")
    press(page, "menu")
    press(page, "settings")
    comes_to(page, "table", "sheet menu", "sheet settings")
    assert page.evaluate("history.length") == length + 2
    go_back(page)
    comes_to(page, "table", "sheet menu")
    page.locator('.sheet-head [data-do="close"]').click()
    comes_to(page, "table")

    # A reload returns to the table, both before the first move and later.
    page.reload()
    wait_ready(page)
    comes_to(page, "table")
    play(page, by_mouse, ("f5",), ("d6",))
    press(page, "replay")
    comes_to(page, "table", "past")
    go_back(page)
    comes_to(page, "table")
    press(page, "log")
    page.reload()
    wait_ready(page)
    comes_to(page, "table")
    assert state(page)["ply"] == 2
    page.keyboard.press("Escape")
    comes_to(page, "table")

    # Two quick presses of Back both count. Forward returns to the table.
    press(page, "menu")
    page.evaluate("history.back(); history.back()")
    comes_to(page)
    page.evaluate("history.forward()")
    comes_to(page, "table")
    go_back(page)
    comes_to(page)
    page.reload()
    wait_ready(page)
    comes_to(page)


def test_back_lets_go_of_a_patch_and_leaves_a_game_that_was_sent(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    page.locator('[data-do="open"][data-arg="patchwork"]').click()
    page.locator('[role="dialog"] [data-do="play"]').click()
    wait_until(page, "s.awaited !== null")
    page.locator("[data-offer]").first.click()
    comes_to(page, "table", "held")
    go_back(page)
    comes_to(page, "table")
    assert state(page)["held"] == []
    page.evaluate("link => { location.hash = link }", SENT)
    comes_to(page, "guest")
    assert page.evaluate("location.hash") == SENT
    press(page, "menu")
    page.reload()
    wait_ready(page)
    comes_to(page, "guest")
    go_back(page)
    comes_to(page)
    assert page.evaluate("location.hash") == ""
    go_back(page)
    comes_to(page, "table")
    press(page, "home")
    comes_to(page)


# Before Python --------------------------------------------------------------------------------------------------------

SHIFTS: Final = """window.shift = 0;
new PerformanceObserver(list => list.getEntries().forEach(e => { window.shift += e.value }))
  .observe({ type: 'layout-shift', buffered: true });"""
PLACES: Final = """all => JSON.stringify(all.map(one => {
  const found = [...document.querySelectorAll(one)].find(e => e.getClientRects().length);
  const { x, y, width, height } = found?.getBoundingClientRect() ?? {};
  return found ? [x, y, width, height].map(Math.round) : null;
}))"""


@contextmanager
def before_python(page: Page) -> Iterator[None]:
    """Reload the page and keep Python from loading inside the `with` block."""
    release = hold(page, "**/*.wasm")
    page.reload(wait_until="commit")
    page.wait_for_selector("#boot-progress", state="attached")
    yield
    release()
    wait_ready(page)
    page.unroute("**/*.wasm")
    settle(page)


def test_what_was_left_stands_before_python_and_does_not_move_when_it_comes(open_page: Opener, page: Page) -> None:
    page.add_init_script(SHIFTS)
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(QUICK)
    press(page, "set", "language kn")
    begin(page, "reversi", *PEOPLE)
    play(page, by_mouse, ("f5",))
    name = page.locator("h1").inner_text()
    with before_python(page):
        assert page.locator("h1:visible").all_inner_texts() == [name]
        assert page.title() == f"{name} · Chowk"
        expect(page.locator('#app [data-do="open"]').first).to_be_hidden()
        (board,) = json.loads(page.evaluate(PLACES, [".board"]))
    assert state(page)["ply"] == 1
    assert json.loads(page.evaluate(PLACES, [".board"])) == [board]
    assert page.evaluate("window.shift") < 0.02

    # Go back before Python is loaded. The home page is shown, and an early tap on it takes effect later.
    with before_python(page):
        page.evaluate("history.back()")
        card = page.locator('#app [data-do="resume"]')
        expect(card).to_be_visible()
        page.evaluate("document.fonts.ready.then(() => null)")  # wait until the words have their final widths
        places = page.evaluate(PLACES, [".kept-open", ".shelf", ".foot"])
        card.click()
    assert (state(page)["screen"], state(page)["ply"]) == ("table", 1)
    press(page, "home")
    assert page.evaluate(PLACES, [".kept-open", ".shelf", ".foot"]) == places
    with before_python(page):
        expect(page.locator('#app [data-do="resume"]')).to_be_visible()
    assert page.evaluate(PLACES, [".kept-open", ".shelf", ".foot"]) == places
    assert page.evaluate("window.shift") < 0.02

    # Unreadable notes about saved games have the same effect as none.
    page.evaluate("localStorage.setItem('chowk:games', '{\"cards\": 7, \"over\": {}}'); history.replaceState('[', '')")
    with before_python(page):
        expect(page.locator('#app [data-do="open"]').first).to_be_visible()
    assert state(page)["screen"] == "home"


# Refusals -------------------------------------------------------------------------------------------------------------

COVERED: Final = """() => {
  const refusal = document.querySelector('.refusal').getBoundingClientRect();
  return [...document.querySelectorAll('button, input, [data-spot]')].filter(one => {
    const box = one.getBoundingClientRect();
    const wide = Math.min(box.right, refusal.right) - Math.max(box.left, refusal.left);
    const high = Math.min(box.bottom, refusal.bottom) - Math.max(box.top, refusal.top);
    return !one.closest('.refusal') && box.width && wide > 1 && high > 1;
  }).map(one => one.dataset.do ?? one.dataset.spot);
}"""


def test_a_refusal_covers_no_control_and_goes_by_a_tap_anywhere(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    for game, spots in (("patchwork", ("advance", "e5")), ("kilkenny", ("b2",)), ("reversi", ("a1",))):
        begin(page, game, *PEOPLE)
        if game == "kilkenny":
            press(page, "roll")
            wait_until(page, "s.awaited !== null && !s.moving")
        for width, height in ((360, 740), (390, 844), (844, 390), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            press(page, "cancel")
            for spot in spots:
                press(page, "tap", spot)
            expect(page.locator(".refusal")).to_be_visible()
            assert page.evaluate(COVERED) == [], f"{game} {width}x{height}"
        page.locator(".top h1").click()
        expect(page.locator(".refusal")).to_have_count(0)
        if game == "patchwork":
            page.locator('[data-do="confirm"]').click()
            wait_until(page, "s.ply > 0")
        press(page, "home")
