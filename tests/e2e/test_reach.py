"""Test the page in special circumstances: system colours, reduced motion, touch, and device features."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Keeper, Opener
from tests.e2e.looking import MEASURE, PEOPLE, QUICK, USUAL, measured, press, settle
from tests.e2e.play import begin, by_mouse, by_touch, cell, centre, state, wait_for_turn, wait_until
from tests.unit.colours import contrast

COPY: Final = """
  const copied = canvas => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', {willReadFrequently: true});
    copy.drawImage(canvas, 0, 0);
    return copy;
  };
"""
INK: Final = (
    f"""([layer, x, y]) => {{{COPY}"""
    + """
  const canvas = document.querySelectorAll('.board canvas')[layer];
  const at = copied(canvas).getImageData(x * canvas.width, y * canvas.height, 1, 1).data;
  return '#' + [...at.slice(0, 3)].map(one => one.toString(16).padStart(2, '0')).join('');
}"""
)
KINDS: Final = (
    f"""() => {{{COPY}"""
    + """
  const canvas = document.querySelector('.board canvas'), found = new Map();
  const all = copied(canvas).getImageData(0, 0, canvas.width, canvas.height).data;
  for (let at = 0; at < all.length; at += 4 * 7) {
    const colour = '#' + [...all.slice(at, at + 3)].map(one => one.toString(16).padStart(2, '0')).join('');
    found.set(colour, (found.get(colour) ?? 0) + 1);
  }
  return [...found].sort((one, other) => other[1] - one[1]);
}"""
)


def colours(page: Page) -> list[tuple[str, int]]:
    kinds: list[tuple[str, int]] = page.evaluate(KINDS)
    return kinds


def test_the_flat_theme_draws_the_board_without_textures_and_with_outlines(kept_page: Keeper) -> None:
    """The flat theme draws few colours, and discs that stand out from the board; other themes draw textures.

    In the flat theme, discs or their outlines have a contrast of at least 3:1 (requirements VI-21, AX-20).
    """
    page = kept_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    settle(page)
    rich = len(colours(page))
    press(page, "set", "theme contrast")
    expect(page.locator("html")).to_have_attribute("data-theme", "contrast")
    settle(page)
    flat = colours(page)
    assert len(flat) * 5 < rich
    assert sum(count for _, count in flat[:3]) > 0.8 * sum(count for _, count in flat)
    ground = page.evaluate(INK, [0, 0.31, 0.31])
    disc = page.evaluate(INK, [1, 0.5 - 0.055, 0.5 - 0.055])
    assert contrast(ground, disc) >= 3 or contrast("#ffffff", ground) >= 3, "if not the disc itself, then its outline"
    press(page, "set", "theme light")
    settle(page)
    assert len(colours(page)) > rich / 2
    press(page, "set", "theme auto")


@pytest.mark.browser_context_args(forced_colors="active", viewport={"width": 1280, "height": 800})
def test_in_the_systems_colours_the_canvas_is_flat_too(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "checkers", *PEOPLE)
    settle(page)
    flat = colours(page)
    assert sum(count for _, count in flat[:4]) > 0.8 * sum(count for _, count in flat)


FLOURISH: Final = """() => {
  const rays = document.querySelector('.rays'), shine = rays.getAnimations()[0];
  const ends = shine.effect.getComputedTiming();
  return {duration: ends.duration, times: ends.iterations, name: shine.animationName,
          moves: getComputedStyle(document.documentElement).getPropertyValue('--pace').trim()};
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_winner_shines_once_for_900_ms_and_without_moving_where_motion_is_reduced(
    kept_page: Keeper, motion: Any
) -> None:
    """The winner's pieces shine for 900 ms. With reduced motion, the shine stays still.

    The requirements are VI-24, VI-07 and PL-11.
    """
    page = kept_page("?test=1&seed=1007&speed=fast")
    page.emulate_media(reduced_motion=motion)
    begin(page, "reversi", *PEOPLE)
    press(page, "resign")
    expect(page.get_by_role("dialog")).to_be_visible()
    animation = page.evaluate(FLOURISH)
    assert (animation["duration"], animation["times"], animation["name"]) == (900, 1, "shine")
    assert animation["moves"] == ("0" if motion == "reduce" else "1")
    expect(page.get_by_role("row", name="Discs on the board")).to_be_visible()
    assert page.locator(".rays").count() == 1
    page.emulate_media(reduced_motion="null")


@pytest.mark.browser_context_args(viewport=USUAL)
def test_the_bare_board_is_larger_and_a_tap_brings_everything_back(kept_page: Keeper) -> None:
    """The board grows when everything else is hidden, and a tap shows everything again (requirement PL-24)."""
    page = kept_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    wide = "board => board.clientWidth"
    before = page.locator(".board").evaluate(wide)
    cell(page, "d3").focus()
    page.keyboard.press("z")
    expect(page.locator(".rail")).to_be_hidden()
    settle(page)
    assert page.locator(".board").evaluate(wide) > before
    assert measured(page, "bare", ((320, 568), (360, 740), (844, 390), (1280, 800), (1920, 1080))) == []
    page.keyboard.press("Enter")
    wait_for_turn(page)
    page.get_by_role("button", name="Show everything").click()
    expect(page.locator(".rail")).to_be_visible()
    settle(page)
    assert page.locator(".board").evaluate(wide) == before


@pytest.mark.browser_context_args(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
def test_what_is_selected_outlives_a_turn_of_the_device(open_page: Opener) -> None:
    """A selected piece stays selected when the device is turned (requirement RE-06)."""
    page = open_page(QUICK)
    begin(page, "checkers", *PEOPLE)
    by_touch(page, "11")
    before = wait_until(page, "s.open.includes('15') && s.open.includes('16')")
    for width, height in ((844, 390), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        assert state(page) == before
        assert page.evaluate(MEASURE) == []
    by_touch(page, "15")
    wait_until(page, "s.ply === 1")


@pytest.mark.browser_context_args(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
def test_a_drag_leaves_the_page_where_it_is_and_two_fingers_enlarge_it(open_page: Opener) -> None:
    """Dragging on the board does not scroll the page. A pinch enlarges it and makes no move (requirement RE-03)."""
    page = open_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    session = page.context.new_cdp_session(page)
    x, y = centre(page, "a8")
    top = page.evaluate("[scrollY, visualViewport.offsetTop]")
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 11):
        point = {"x": x + 8 * step, "y": y - 30 * step}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        assert page.evaluate("[scrollY, visualViewport.offsetTop]") == top
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    ply = state(page)["ply"]
    session.send("Input.synthesizePinchGesture", {"x": x, "y": y, "scaleFactor": 2.0, "relativeSpeed": 800})
    assert page.evaluate("visualViewport.scale") > 1.5
    assert state(page)["ply"] == ply, "what enlarges plays nothing"


DEVICE: Final = """
  window.locks = [];
  window.asked = 0;
  window.filled = 0;
  Object.defineProperty(navigator, 'wakeLock', {value: {request: async kind => {
    const lock = {kind, released: false, release() { this.released = true; }};
    window.locks.push(lock);
    return lock;
  }}});
  StorageManager.prototype.persist = async () => { window.asked += 1; return false; };
  Element.prototype.requestFullscreen = async () => { window.filled += 1; };
"""
HELD: Final = "() => window.locks.filter(lock => !lock.released).length"


def test_the_device_stays_awake_in_a_game_lends_its_screen_and_is_asked_once_to_keep(
    page: Page, open_page: Opener
) -> None:
    """If the setting `awake` is on, the screen stays on during games. The page requests persistent storage only once.

    The requirements are RE-24 and PW-21.
    """
    page.add_init_script(DEVICE)
    open_page(QUICK, page=page)
    begin(page, "reversi", *PEOPLE)
    press(page, "settings")
    page.locator('[data-do="fill"]').press("Enter")
    assert page.evaluate("window.filled") == 1
    press(page, "close")
    assert page.evaluate("window.locks.length") == 0, "nobody has asked for it"
    press(page, "set", "awake on")
    page.wait_for_function(f"() => ({HELD})() === 1")
    press(page, "home")
    page.wait_for_function(f"() => ({HELD})() === 0")
    begin(page, "reversi")
    page.wait_for_function(f"() => ({HELD})() === 1")
    assert page.evaluate("window.asked") == 0
    by_mouse(page, "d3")
    wait_until(page, "s.ply >= 1")
    press(page, "resign")
    page.wait_for_function(f"() => ({HELD})() === 0 && window.asked === 1")
    press(page, "rematch")
    wait_for_turn(page)
    press(page, "resign")
    page.wait_for_function("() => document.querySelector('.podium')")
    assert page.evaluate("window.asked") == 1


def drag(page: Page, start: str, end: str) -> None:
    page.mouse.move(*centre(page, start))
    page.mouse.down()
    page.mouse.move(*centre(page, end), steps=6)
    page.mouse.up()
    settle(page)


def test_pieces_are_moved_by_taps_or_by_dragging_or_by_both(kept_page: Keeper) -> None:
    """The setting `pointing` allows taps, drags, or both (requirement PL-26)."""
    page = kept_page(QUICK)
    begin(page, "checkers", *PEOPLE)
    press(page, "set", "pointing tap")
    drag(page, "11", "15")
    assert state(page)["ply"] == 0, "it was a tap on the piece"
    by_mouse(page, "15")
    wait_until(page, "s.ply === 1")
    press(page, "set", "pointing drag")
    may = wait_for_turn(page)["open"]
    by_mouse(page, "22")
    settle(page)
    assert state(page)["open"] == may, "nothing was taken up"
    drag(page, "22", "18")
    wait_until(page, "s.ply === 2")
    press(page, "set", "pointing both")
    wait_for_turn(page)
    drag(page, "15", "22")
    wait_until(page, "s.ply === 3")


INVITED: Final = """() => {
  const event = new Event('beforeinstallprompt', {cancelable: true});
  event.prompt = () => { document.documentElement.dataset.asked = 'yes'; };
  dispatchEvent(event);
  return event.defaultPrevented;
}"""


def test_the_page_is_installed_from_its_own_row_where_the_browser_can(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    row = page.locator('[data-do="install"]')
    expect(row).to_have_count(0)
    assert page.evaluate(INVITED), "the browser's own bar stays away"
    expect(row).to_be_visible()
    row.click()
    expect(page.locator("html")).to_have_attribute("data-asked", "yes")
    expect(row).to_have_count(0)
