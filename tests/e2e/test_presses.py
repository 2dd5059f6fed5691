"""Test that the page marks what is pressed, in a frame before Python handles the press."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Keeper, Opener, wait_for_frames
from tests.e2e.looking import PEOPLE, press, settle
from tests.e2e.play import begin, by_mouse, by_touch, cell, centre, play, state, wait_for_turn, wait_until

QUICK: Final = "?test=1&seed=46&speed=off"
# JavaScript to run before the page starts. Python then takes a second for each press, and all events are recorded in
# order.
SLOW: Final = """
window.order = [];
window.took = [];
let real;
Object.defineProperty(globalThis, "chowkPress", {
  get: () => real && { ...real, hear: slowly },
  set: (made) => { real = made; },
});
const slowly = (functions, sizes) => {
  const slow = ([name, hear]) => [name, (event) => {
    if (name !== "pointermove") order.push(`Python: ${name}`);
    const end = performance.now() + (name === "pointerdown" ? 1000 : 0);
    while (performance.now() < end);
    hear(event);
  }];
  real.hear(Object.fromEntries(Object.entries(functions).map(slow)), sizes);
};
addEventListener("pointerdown", () => requestAnimationFrame(() => {
  order.push(document.querySelector("[data-pressed]")?.dataset.spot ?? "no ring");
}), true);
new PerformanceObserver((list) => {
  took.push(...list.getEntries().filter(({ name }) => name === "pointerdown").map(({ duration }) => duration));
}).observe({ type: "event", durationThreshold: 16 });
"""
# JavaScript that waits until Python has handled the release. Asking for the state would pass the events on at once.
HEARD: Final = """() => new Promise((done) => {
  const look = () => (order.includes("Python: pointerup") ? done() : setTimeout(look, 4));
  look();
})"""
RING: Final = "[data-pressed]"


def by_pen(page: Page, spot: str) -> None:
    """Tap the spot on the board with a pen."""
    pen = page.context.new_cdp_session(page)
    x, y = centre(page, spot)
    for kind in ("mousePressed", "mouseReleased"):
        order = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "pointerType": "pen"}
        pen.send("Input.dispatchMouseEvent", order)
    pen.detach()


WAYS: Final = {"mouse": by_mouse, "touch": by_touch, "pen": by_pen}


@pytest.mark.browser_context_args(has_touch=True)
def test_the_ring_is_drawn_before_python_hears_of_the_press(open_page: Opener, page: Page) -> None:
    page.add_init_script(SLOW)
    open_page(QUICK, page=page)
    begin(page, "checkers", *PEOPLE)
    for way, (start, end) in {"mouse": ("11", "15"), "touch": ("22", "18"), "pen": ("15", "22")}.items():
        ply = state(page)["ply"]
        page.evaluate("order.length = took.length = 0")
        WAYS[way](page, start)
        page.evaluate(HEARD)
        heard = page.evaluate("order.filter((one) => !one.endsWith('click'))")
        assert heard == [start, "Python: pointerdown", "Python: pointerup"], way
        assert max(page.evaluate("took"), default=0) < 1000, f"{way}: the frame did not wait for Python"
        wait_until(page, f"s.open.includes('{end}')")
        WAYS[way](page, end)
        wait_until(page, f"s.ply > {ply}")
        wait_for_turn(page)
        expect(page.locator(RING)).to_have_count(0)


@pytest.mark.browser_context_args(has_touch=True)
def test_only_open_cells_get_a_ring_and_it_goes_with_the_press(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    fingers = page.context.new_cdp_session(page)

    def finger(kind: str, *spots: str) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(centre(page, spot) for spot in spots)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", "a1")
    settle(page)
    expect(page.locator(RING)).to_have_count(0)
    finger("touchEnd")
    wait_until(page, "s.refused")

    finger("touchStart", "d3")
    settle(page)
    expect(page.locator(RING)).to_have_attribute("data-spot", "d3")
    finger("touchCancel")
    expect(page.locator(RING)).to_have_count(0)

    finger("touchStart", "d3")
    settle(page)
    finger("touchStart", "d3", "c4")
    expect(page.locator(RING)).to_have_count(0)
    finger("touchEnd")
    settle(page)
    assert state(page)["moves"] == [], "a second finger cancels the press"

    play(page, by_touch, ("d3",))
    expect(page.locator(RING)).to_have_count(0)
    fingers.detach()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_kind_of_control_shows_that_it_is_pressed(kept_page: Keeper, scheme: str) -> None:
    page = kept_page(QUICK)
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    press(page, "settings")
    for selector in (".button", ".answer:not(:has(:checked))", "summary"):
        control = page.locator(f'[role="dialog"] {selector}').locator("visible=true").first
        settle(page)
        face = control.locator(".face, .track").or_(control).last
        box = control.bounding_box()
        assert box is not None
        plain = face.evaluate("one => getComputedStyle(one).backgroundImage")
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        assert face.evaluate("one => getComputedStyle(one).backgroundImage") != plain, selector
        page.mouse.move(2, 2)
        page.mouse.up()
    press(page, "close")
    page.emulate_media(color_scheme="null")


def test_a_key_brings_no_ring_because_the_cursor_shows(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    cell(page, "d3").focus()
    page.keyboard.down("Enter")
    expect(page.locator(RING)).to_have_count(0)
    page.keyboard.up("Enter")
    wait_until(page, "s.ply === 1")


HELD: Final = """() => {
  const [piece] = document.querySelectorAll(".sprites canvas:not([hidden])");
  const box = piece.getBoundingClientRect();
  const [across, down] = piece.style.transformOrigin.split(" ").map((length) => parseFloat(length) * 1.1);
  return [box.x + across, box.y + down];
}"""


@pytest.mark.browser_context_args(has_touch=True)
def test_a_piece_in_the_hand_is_where_the_pointer_is_and_its_move_begins_there(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "checkers", *PEOPLE)
    x, y = centre(page, "11")
    to_x, to_y = centre(page, "15")
    page.mouse.move(x, y)
    page.mouse.down()
    expect(page.locator(".sprites canvas:not([hidden])")).to_have_count(1)
    for step in range(1, 9):
        there = (x + (to_x - x) * step / 8, y + (to_y - y) * step / 8)
        page.mouse.move(*there)
        assert page.evaluate(HELD) == pytest.approx(there, abs=0.6)
    page.mouse.up()
    wait_until(page, "s.ply === 1")
    assert state(page)["moves"] == ["11-15"]


@pytest.mark.browser_context_args(has_touch=True)
def test_a_piece_in_the_hand_is_let_go_when_its_board_is_left(kept_page: Keeper) -> None:
    """Moves of the pointer after it, on the home page, cause no error (`watch` in conftest.py would find one)."""
    page = kept_page(QUICK)
    begin(page, "checkers", *PEOPLE)
    x, y = centre(page, "11")
    page.mouse.move(x, y)
    page.mouse.down()
    expect(page.locator(".sprites canvas:not([hidden])")).to_have_count(1)
    page.mouse.move(x + 40, y)
    press(page, "home")
    page.locator(".shelf").wait_for()
    wait_for_frames(page)
    page.mouse.move(x + 60, y)
    page.mouse.move(x + 80, y)
    page.mouse.up()
    wait_until(page, "s.screen === 'home'")


@pytest.mark.browser_context_args(has_touch=True)
def test_a_control_shows_a_finger_in_the_next_frame(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    hint = page.locator('[data-do="hint"]').first
    box = hint.bounding_box()
    assert box is not None
    fingers = page.context.new_cdp_session(page)
    plain = hint.evaluate("one => getComputedStyle(one).backgroundImage")
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(hint).to_have_attribute("data-pressed", "")
    assert hint.evaluate("one => getComputedStyle(one).backgroundImage") != plain
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(RING)).to_have_count(0)
    fingers.detach()
