"""Test the page's look: layout, motion, keyboard focus and colours."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from chowk.games import SHELF
from tests.e2e.conftest import Keeper, Opener
from tests.e2e.looking import MEASURE, PEOPLE, QUICK, made_dense, press, settle
from tests.e2e.play import begin, by_mouse, by_role, cell, play, play_on, wait_for_turn, wait_until

# The layout ---------------------------------------------------------------------------------------------------------


def test_every_picture_beside_words_is_drawn(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    settle(page)
    widths = page.evaluate(
        """() => [...document.querySelectorAll('.icon, .token, .mark')]
             .filter(e => e.parentElement.getBoundingClientRect().width)
             .map(e => e.querySelector('svg').getBoundingClientRect().width)"""
    )
    assert len(widths) > 6
    assert min(widths) > 12


def board_width(page: Page) -> float:
    width: float = page.locator(".board").evaluate("board => board.clientWidth")
    return width


@pytest.mark.parametrize(
    ("window", "share"),
    [((320, 568), 0.85), ((360, 740), 0.94), ((844, 390), 0.94), ((1280, 800), 0.77), ((1920, 1080), 0.82)],
)
def test_the_board_comes_first(kept_page: Keeper, window: tuple[int, int], share: float) -> None:
    """The width of the board is at least `share` of the window's shorter side."""
    page = kept_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    page.set_viewport_size({"width": window[0], "height": window[1]})
    settle(page)
    assert board_width(page) >= share * min(window)


def test_on_a_very_large_window_the_board_has_its_height_and_the_rail_stays_wide(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    page.set_viewport_size({"width": 3840, "height": 2160})
    settle(page)
    assert board_width(page) >= 0.9 * 2160
    rail = page.locator(".rail").bounding_box()
    assert rail is not None
    assert rail["width"] > 500


@pytest.mark.browser_context_args(viewport={"width": 390, "height": 844}, has_touch=True)
def test_the_canvas_is_as_sharp_as_the_screen(open_page: Opener, page: Page) -> None:
    made_dense(page, 3)
    open_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    settle(page)
    assert page.evaluate("devicePixelRatio") == 3
    assert page.evaluate(MEASURE) == []


@pytest.mark.browser_context_args(viewport={"width": 390, "height": 844})
def test_nothing_lies_under_a_notch_or_a_home_bar(open_page: Opener) -> None:
    page = open_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    session = page.context.new_cdp_session(page)
    for insets, window in (
        ({"top": 47, "bottom": 34}, (390, 844)),
        ({"left": 47, "right": 47, "bottom": 21}, (844, 390)),
    ):
        session.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
        page.set_viewport_size({"width": window[0], "height": window[1]})
        settle(page)
        boxes = [
            locator.bounding_box() for locator in [page.locator(".board"), *page.locator(".table button:visible").all()]
        ]
        for box in boxes:
            assert box is not None
            assert box["x"] >= insets.get("left", 0) - 1
            assert box["y"] >= insets.get("top", 0) - 1
            assert box["x"] + box["width"] <= window[0] - insets.get("right", 0) + 1
            assert box["y"] + box["height"] <= window[1] - insets.get("bottom", 0) + 1


# Motion ---------------------------------------------------------------------------------------------------------------

SHIFTS: Final = """() => {
  window.shifted = 0;
  const count = list => list.getEntries().forEach(e => { if (!e.hadRecentInput) window.shifted += e.value; });
  new PerformanceObserver(count).observe({type: 'layout-shift', buffered: true});
}"""


@pytest.mark.parametrize("window", [(360, 740), (1280, 800)])
def test_nothing_jumps_at_the_start_nor_during_a_game(page: Page, open_page: Opener, window: tuple[int, int]) -> None:
    page.set_viewport_size({"width": window[0], "height": window[1]})
    open_page(QUICK, page=page)
    page.evaluate(SHIFTS)
    settle(page)
    assert page.evaluate("window.shifted") < 0.02, "from the skeleton to the page"
    begin(page, "reversi", "0 person", "1 bot 0")
    settle(page)
    page.evaluate("window.shifted = 0")
    play_on(page, by_role)
    assert page.evaluate("window.shifted") < 0.02, "during a game"


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740})
def test_the_board_stays_where_it_is_whatever_is_said(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", "0 person", "1 bot 0")
    settle(page)
    places = [page.locator(".board").bounding_box()]
    for order in (("tap", "a1"), ("hint",), ("tap", "f5"), ("show", "1"), ("present",), ("undo",)):
        press(page, *order)
        places.append(page.locator(".board").bounding_box())
        wait_for_turn(page)
        settle(page)
        places.append(page.locator(".board").bounding_box())
    assert all(place == places[0] for place in places), places


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740})
def test_the_home_page_before_python_is_the_home_page(page: Page, open_page: Opener) -> None:
    page.route("**/*.wasm", lambda _: None)  # Python never loads
    open_page("?test=1", ready=False, page=page)
    cards = page.locator('[data-do="open"]')
    expect(cards).to_have_count(5)
    before = [card.bounding_box() for card in cards.all()]
    page.unroute("**/*.wasm")
    open_page("?test=1", page=page)
    assert [card.bounding_box() for card in page.locator('[data-do="open"]').all()] == before


@pytest.mark.browser_context_args(reduced_motion="reduce")
def test_with_reduced_motion_nothing_moves(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    moving = """() => document.getAnimations().filter(a => {
      const ways = ['translate', 'scale', 'transform', 'flexGrow'], time = a.effect.getComputedTiming();
      const moved = a.effect.getKeyframes().some(f => ways.some(way => f[way] && !/none|^0px|^1$/.test(f[way])));
      return moved && time.duration * time.iterations > 80;
    }).map(a => a.animationName || a.transitionProperty)"""
    press(page, "open", "reversi")
    assert page.evaluate(moving) == []
    press(page, "close")
    begin(page, "reversi", *PEOPLE)
    press(page, "tap", "a1")
    assert page.evaluate(moving) == []
    press(page, "set", "motion full")
    press(page, "cancel")
    page.evaluate(
        """() => void addEventListener('animationstart', ({ animationName, target }) => {
             const seconds = parseFloat(getComputedStyle(target).animationDuration);
             window.shaken ||= animationName === 'shake' && seconds > 0.08;
           })"""
    )
    press(page, "tap", "a1")
    page.wait_for_function(
        "window.shaken"
    )  # the animation may have ended when the test looks for it, so its start is recorded
    press(page, "set", "motion auto")


# Keyboard and colours -------------------------------------------------------------------------------------------------

FOCUSED: Final = """() => {
  const e = document.activeElement;
  const order = `${e.dataset.do} ${e.dataset.arg || ''}`.trim();
  return e.dataset.spot ? 'board' : e.dataset.do ? order : e.tagName.toLowerCase();
}"""


def tabbed(page: Page, most: int = 60) -> list[str]:
    """Press Tab, and return the elements that get the focus, in order.

    Stop when Tab leaves the page or reaches the first element again, or after `most` presses. An element is named by
    its command and argument, by `board` for a spot of the board, or by its tag.
    """
    places: list[str] = []
    page.evaluate("document.activeElement.blur(); getSelection().removeAllRanges()")
    page.locator("#app").evaluate("app => { app.tabIndex = -1; app.focus(); app.removeAttribute('tabindex'); }")
    for _ in range(most):
        page.keyboard.press("Tab")
        here = page.evaluate(FOCUSED)
        if here == "body" or (places and here == places[0]):
            break
        places.append(here)
    return places


def test_tab_goes_through_the_page_as_it_is_read(open_page: Opener) -> None:
    page = open_page(QUICK)  # no game is stored on this page
    shelf = [f"open {game}" for game in SHELF]
    beside = ["practice", "learn", "apart", "live-new", "analyse", "collections", "paste", "kept", "statistics"]
    assert tabbed(page) == ["set language", "set theme dark", "settings", "about", *shelf, *beside]
    begin(page, "reversi", *PEOPLE)
    table = tabbed(page)
    assert table.count("board") == 1, "the board is one stop, the arrow keys go about in it"
    order = ["home", "rules", "settings", "board", "undo", "redo", "hint", "menu"]
    assert [command for command in table if command in order] == order


def test_a_sheet_takes_the_focus_and_gives_it_back(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    card = page.locator('[data-do="open"][data-arg="reversi"]')
    card.focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-do="play"]')).to_be_focused()
    for _ in range(40):
        page.keyboard.press("Tab")
        assert page.evaluate("!document.activeElement.closest('.screen')"), "what is behind the sheet is out of reach"
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(card).to_be_focused()


def test_a_control_keeps_the_focus_when_it_can_do_no_more(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    play(page, by_mouse, ("f5",))
    undo = page.locator('.actions [data-do="undo"]')
    undo.focus()
    page.keyboard.press("Enter")
    wait_until(page, "s.ply === 0")
    expect(undo).to_have_attribute("aria-disabled", "true")
    expect(undo).to_be_focused()


def test_the_focus_is_seen_in_two_tones(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    for _ in range(9):
        page.keyboard.press("Tab")
        names = ["outlineStyle", "outlineWidth", "boxShadow"]
        style, width, shadow = page.evaluate(
            "names => names.map(n => getComputedStyle(document.activeElement)[n])", names
        )
        assert (style, width) == ("solid", "2px")
        assert "0px 0px 0px 2px" in shadow


@pytest.mark.browser_context_args(forced_colors="active", viewport={"width": 1280, "height": 800})
def test_where_the_system_chooses_the_colours_the_board_follows(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    expect(page.locator("html")).to_have_attribute("data-theme", "contrast")
    begin(page, "reversi", *PEOPLE)
    cell(page, "d4").focus()
    page.keyboard.press("ArrowRight")
    outline = cell(page, "e4").evaluate("e => getComputedStyle(e).outlineStyle")
    assert outline == "solid", "the ring on the canvas has a twin of the system's own"
    border = page.locator(".actions .button").first.evaluate("e => getComputedStyle(e).borderTopStyle")
    assert border == "solid", "a button has an edge where backgrounds are taken away"


@pytest.mark.browser_context_args(color_scheme="dark")
def test_the_theme_follows_the_device_until_one_is_chosen(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    ground = "() => getComputedStyle(document.documentElement).backgroundColor"
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = page.evaluate(ground)
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert page.evaluate(ground) != dark
    page.get_by_role("button", name="Dark theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate(ground) == dark
    press(page, "set", "theme auto")


def test_the_left_hand_finds_the_controls_at_its_side(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", *PEOPLE)

    def left(selector: str) -> float:
        box = page.locator(selector).bounding_box()
        assert box is not None
        return box["x"]

    for window, near, far in (
        ((360, 740), '.actions [data-do="menu"]', '.actions [data-do="undo"]'),
        ((844, 390), ".actions", ".board"),
    ):
        page.set_viewport_size({"width": window[0], "height": window[1]})
        for hand in ("off", "on"):
            press(page, "set", f"left_handed {hand}")
            settle(page)
            assert (left(near) < left(far)) == (hand == "on")
            assert page.evaluate(MEASURE) == []
    press(page, "set", "left_handed off")
