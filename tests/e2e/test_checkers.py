"""Test American Checkers on the built site: dragging, forced captures, the turned board, and pasted games."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, FilePayload, Page, expect

from chowk.games.checkers import notation, rules
from chowk.games.checkers.engine import book
from tests.e2e.conftest import Keeper, Opener
from tests.e2e.play import (
    WAYS,
    begin,
    by_keys,
    by_mouse,
    by_role,
    by_touch,
    centre,
    choose_seat,
    play,
    play_on,
    state,
    tick,
    wait_for_frame,
    wait_for_turn,
    wait_until,
)

QUICK = "?test=1&seed=7&speed=off"
SHORT = "?test=1&seed=13&speed=off"
"""Address whose seed gives a game of only 36 moves against the weakest opponent. With `QUICK` it has 90."""
OPENING = [("11", "15"), ("22", "18"), ("15", "22"), ("25", "18")]


def opened(open_page: Keeper, address: str = QUICK) -> Page:
    page = open_page(address)
    begin(page, "checkers", "0 person", "1 person")
    return page


@pytest.mark.browser_context_args(has_touch=True)
@pytest.mark.parametrize("way", WAYS)
def test_an_exchange_by_every_way_of_pointing(kept_page: Keeper, way: str) -> None:
    page = opened(kept_page)
    after = play(page, WAYS[way], *OPENING)
    assert after["moves"] == ["11-15", "22-18", "15x22", "25x18"]


@pytest.mark.browser_context_args(has_touch=True)
def test_a_finger_s_tap_on_the_board_brings_no_click_unless_it_takes_the_keyboard_from_a_list(
    kept_page: Keeper,
) -> None:
    page = opened(kept_page)
    page.evaluate("""() => {
      window.heard = [];
      for (const name of ["touchend", "mousedown", "click"]) addEventListener(name, () => heard.push(name), true);
    }""")
    first, *others = OPENING
    play(page, by_touch, first)
    assert page.evaluate("heard") == ["touchend", "touchend"]
    page.locator("main .log").first.focus()
    page.evaluate("heard.length = 0")
    play(page, by_touch, *others)
    assert page.evaluate("heard") == ["touchend", "mousedown", "click", *["touchend"] * 5]


def test_an_exchange_by_dragging_with_the_mouse(kept_page: Keeper) -> None:
    page = opened(kept_page)
    for number, (start, end) in enumerate(OPENING, 1):
        wait_until(page, f"s.ply === {number - 1} && s.awaited !== null")
        page.mouse.move(*centre(page, start))
        page.mouse.down()
        page.mouse.move(*centre(page, end), steps=6)
        page.mouse.up()
        wait_until(page, f"s.ply === {number}")
    assert state(page)["moves"] == ["11-15", "22-18", "15x22", "25x18"]


@pytest.mark.browser_context_args(has_touch=True, viewport={"width": 390, "height": 844})
def test_an_exchange_by_dragging_with_a_finger(kept_page: Keeper) -> None:
    page = opened(kept_page)
    fingers = page.context.new_cdp_session(page)
    for number, (start, end) in enumerate(OPENING, 1):
        wait_until(page, f"s.ply === {number - 1} && s.awaited !== null")
        drag(fingers, centre(page, start), centre(page, end))
        wait_until(page, f"s.ply === {number}")
    assert state(page)["moves"] == ["11-15", "22-18", "15x22", "25x18"]
    assert page.evaluate("scrollY") == 0


def drag(fingers: CDPSession, start: tuple[float, float], end: tuple[float, float], steps: int = 6) -> None:
    """Drag with a finger: put it down at `start`, move it to `end` in `steps` steps, and lift it."""
    for kind, part in (("touchStart", 0), *(("touchMove", step) for step in range(1, steps + 1)), ("touchEnd", steps)):
        x, y = (start[axis] + (end[axis] - start[axis]) * part / steps for axis in (0, 1))
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


# JavaScript to run before the page starts. In every frame it records the opacity, 0 to 255, of the pieces and marks at
# the centres of the squares in `window.filmed`.
CAMERA = """
const eye = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
window.film = [];
const look = () => {
    requestAnimationFrame(look);
    const layers = document.querySelectorAll('.board canvas:not(.ground, [hidden])');
    if (!layers.length || !window.filmed) return;
    window.film.push(window.filmed.map(spot => {
        const cell = document.querySelector(`[role=grid] [data-spot="${spot}"]`).getBoundingClientRect();
        eye.clearRect(0, 0, 1, 1);
        for (const canvas of layers) {
            const box = canvas.getBoundingClientRect(), dense = canvas.width / box.width;
            const x = (cell.x + cell.width / 2 - box.x) * dense, y = (cell.y + cell.height / 2 - box.y) * dense;
            eye.globalAlpha = getComputedStyle(canvas).opacity;
            eye.drawImage(canvas, x, y, 1, 1, 0, 0, 1, 1);
        }
        return eye.getImageData(0, 0, 1, 1).data[3];
    }));
};
requestAnimationFrame(look);
"""
MOVING = "document.querySelector('.sprites').getAnimations({subtree: true}).length"


def test_a_dropped_piece_goes_on_from_where_it_was_dropped(open_page: Opener, page: Page) -> None:
    page.add_init_script(CAMERA)
    page = opened(open_page, "?test=1&seed=7")
    page.mouse.move(*centre(page, "11"))
    page.mouse.down()
    x, y = centre(page, "15")
    page.mouse.move(x + 8, y + 8, steps=6)
    wait_for_frame(page)
    page.evaluate("window.filmed = ['11', '15']")
    page.mouse.up()
    wait_until(page, "s.ply === 1 && !s.moving")
    wait_for_frame(page)
    film = page.evaluate("window.film")
    assert len(film) >= 3
    assert {old for old, _ in film} == {0}, "the piece never shows on its old square again"
    assert min(new for _, new in film) == 255


def test_a_piece_that_must_capture_breathes_for_a_while_and_is_still_then(kept_page: Keeper) -> None:
    page = opened(kept_page, "?test=1&seed=1007")
    play(page, by_role, ("11", "15"), ("22", "18"))
    wait_until(page, f"{MOVING} > 0")
    wait_until(page, f"{MOVING} === 0")
    assert state(page)["awaited"] == 0, "it is still when three breaths are over, whoever waits"


@pytest.mark.browser_context_args(reduced_motion="reduce")
def test_no_piece_breathes_where_motion_is_reduced(kept_page: Keeper) -> None:
    page = opened(kept_page, "?test=1&seed=1007")
    play(page, by_role, ("11", "15"), ("22", "18"))
    wait_for_frame(page)
    assert page.evaluate(MOVING) == 0


def test_a_cancelled_touch_plays_nothing(kept_page: Keeper) -> None:
    page = opened(kept_page)
    page.mouse.move(*centre(page, "11"))
    page.mouse.down()
    page.mouse.move(*centre(page, "15"), steps=4)
    page.keyboard.press("Tab")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    page.mouse.up()
    assert state(page)["ply"] == 0


@pytest.mark.parametrize(
    ("spots", "reason"),
    [
        (("1",), "PIECE_BLOCKED"),
        (("22",), "NOT_YOUR_PIECE"),
        (("16",), "NO_PIECE"),
        (("11", "7"), "OCCUPIED"),
    ],
)
def test_a_refused_pick_says_why_and_leads_to_the_rule(kept_page: Keeper, spots: tuple[str, ...], reason: str) -> None:
    page = opened(kept_page)
    for spot in spots:
        by_mouse(page, spot)
    assert wait_until(page, "s.refused !== ''")["refused"] == reason
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.locator('.refusal [data-do="rules"]').click()
    expect(page.get_by_role("dialog").locator("[data-scroll]")).to_be_in_viewport()


def test_an_open_capture_must_be_taken(kept_page: Keeper) -> None:
    page = opened(kept_page)
    play(page, by_role, ("11", "15"), ("22", "18"))
    assert state(page)["open"] == ["15"], "only the piece that can capture may be taken up"
    by_mouse(page, "9")
    assert wait_until(page, "s.refused !== ''")["refused"] == "MUST_CAPTURE"


def test_the_board_is_turned_to_the_player_who_sits_alone(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "checkers", "0 person", "1 bot 0")
    assert centre(page, "1")[1] > centre(page, "32")[1], "Red sits below"
    play(page, by_mouse, ("11", "15"))
    page.locator('[data-do="menu"]:visible').first.click()
    page.locator('[role="dialog"] [data-do="turn"]').click()
    wait_for_frame(page)
    assert centre(page, "1")[1] < centre(page, "32")[1]
    assert state(page)["ply"] == 2


@pytest.mark.parametrize("way", ["mouse", *(pytest.param(way, marks=pytest.mark.deep) for way in ("keys", "roles"))])
def test_a_whole_game_against_an_opponent(open_page: Opener, way: str) -> None:
    page = open_page(SHORT)
    begin(page, "checkers", "0 person", "1 bot 0")
    end = play_on(page, WAYS[way])
    assert end["over"]
    expect(page.get_by_role("dialog")).to_be_visible()


def mouse_drag(page: Page, start: str) -> None:
    """Drag the piece on `start` with the mouse to the last of the open squares that the page reports for it."""
    page.mouse.move(*centre(page, start), steps=2)
    page.mouse.down()
    page.mouse.move(*centre(page, state(page)["open"][-1]), steps=4)
    page.mouse.up()


def finger_drag(fingers: CDPSession) -> Callable[[Page, str], None]:
    """Return a function that drags a piece by touch to the last of the open squares that the page reports for it."""

    def go(page: Page, start: str) -> None:
        x, y = centre(page, start)
        fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        to_x, to_y = centre(page, state(page)["open"][-1])
        for part in (0.3, 0.6, 1.0):
            point = {"x": x + (to_x - x) * part, "y": y + (to_y - y) * part}
            fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    return go


@pytest.mark.browser_context_args(has_touch=True)
@pytest.mark.deep
@pytest.mark.parametrize("way", ["finger", "mouse"])
def test_a_whole_game_by_dragging(open_page: Opener, way: str) -> None:
    page = open_page(QUICK)
    drag_from = finger_drag(page.context.new_cdp_session(page)) if way == "finger" else mouse_drag
    begin(page, "checkers", "0 person", "1 bot 0")
    for _ in range(200):
        now = wait_for_turn(page)
        if now["over"]:
            break
        drag_from(page, now["open"][now["ply"] % len(now["open"])])
        wait_until(page, f"s.over || s.ply !== {now['ply']} || s.open.join() !== '{','.join(now['open'])}'")
    assert state(page)["over"]
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.parametrize("spots", [("14", "23", "32"), ("14", "32"), ("14", "23", "23")], ids="-".join)
def test_a_jump_of_two_legs_by_its_squares_its_end_or_its_piece(kept_page: Keeper, spots: tuple[str, ...]) -> None:
    page = kept_page(QUICK)
    paste(page, "B:W12,18,27:B1,14")
    page.locator('[role="dialog"] [data-do="play"]').click()
    wait_until(page, "s.awaited === 0")
    for spot in spots:
        by_mouse(page, spot)
    assert wait_until(page, "s.ply === 1")["moves"] == ["14x23x32"]


def test_a_drawn_opening_is_set_up(open_page: Opener) -> None:
    page = open_page(QUICK)
    page.locator('[data-do="open"][data-arg="checkers"]').click()
    tick(page, '[data-do="option"][data-arg="ballot 144"]')
    for seat in ("0 person", "1 person"):
        choose_seat(page, seat)
    page.locator('[role="dialog"] [data-do="play"]').click()
    begun = wait_until(page, "s.awaited === 1")
    assert begun["ply"] == 0, "three moves have been drawn, and White is to move"
    decks = {book.position(ballot.moves).key: ballot.deck for ballot in rules.BALLOTS}
    assert decks[notation.read_position(begun["position"]).key] == "144"


def test_a_game_of_another_program_is_opened_and_a_damaged_one_told_by_line_and_column(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    headers = '[Event "Exhibition"]\n[Result "1-0"]\n\n'
    paste(page, headers + "1. 11-15 22-18 2. 15x22 25x17 1-0")
    complaint = page.locator("#complaint")
    expect(complaint).to_contain_text("Line 4, column 25")
    expect(complaint).to_contain_text("25x17")
    page.get_by_role("dialog").get_by_role("textbox").last.fill(headers + "1. 11-15 {best} 22-18 2. 15x22 25x18 1-0")
    page.get_by_role("dialog").get_by_role("button", name="Open").last.click()
    about = page.get_by_role("group", name="The game")
    expect(about).to_contain_text("Exhibition")
    expect(about).to_contain_text("White resigns")
    expect(page.locator(".variations .comment")).to_have_text("best")
    page.get_by_role("button", name="Leave the analysis").click()
    wait_until(page, "s.screen === 'home'")


def test_a_file_is_opened_and_one_that_is_no_game_told_by_line_and_column(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    page.locator('[data-do="paste"]:visible').first.click()
    chosen = page.get_by_role("dialog").get_by_label("Open a file")
    damaged = b'[Event "Tour"]\n\n1. 11-15 22-18\n2. 8-12 *'
    chosen.set_input_files(FilePayload(name="tour.pdn", mimeType="text/plain", buffer=damaged))
    expect(page.locator("#complaint")).to_contain_text("Line 4, column 4")
    whole = b"1. 11-15 22-18 2. 15x22 25x18 *"
    chosen.set_input_files(FilePayload(name="tour.pdn", mimeType="text/plain", buffer=whole))
    page.locator('[role="dialog"] [data-do="play"]').click()
    assert wait_until(page, "s.screen === 'table'")["moves"] == ["11-15", "22-18", "15x22", "25x18"]


def test_the_games_of_a_file_are_listed_and_chosen_by_keys(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    page.locator('[data-do="paste"]:visible').first.click()
    chosen = page.get_by_role("dialog").get_by_label("Open a file")
    game = '[Event "Tour {n}"]\n[Black "Asha"]\n[White "Kishan {n}"]\n[Result "1-0"]\n\n1. 11-15{note} 22-18 1-0\n\n'
    file = "".join(game.format(n=n, note="best" if n == 1 else "") for n in range(1, 724))
    chosen.set_input_files(FilePayload(name="tour.pdn", mimeType="text/plain", buffer=file.encode()))
    dialog = page.get_by_role("dialog", name="Games of the file")
    expect(dialog.get_by_role("status")).to_have_text("Games 1 to 50 of 723")
    expect(dialog.get_by_role("listitem")).to_have_count(50)
    expect(dialog.get_by_role("listitem").first).to_contain_text("Line 6, column 4")
    expect(dialog.get_by_role("listitem").nth(49)).to_contain_text("2 moves")
    dialog.get_by_role("textbox").fill("kishan 711")
    expect(dialog.get_by_role("status")).to_have_text("Games 1 to 1 of 1")
    only = dialog.get_by_role("listitem").get_by_role("button")
    only.focus()
    only.press("Enter")
    expect(page.get_by_role("group", name="The game")).to_contain_text("Kishan 711")
    page.get_by_role("button", name="Games of the file").press("Enter")
    expect(dialog.get_by_role("textbox")).to_have_value("kishan 711")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Leave the analysis").click()
    wait_until(page, "s.screen === 'home'")


def paste(page: Page, text: str) -> None:
    """Open a game by pasting its text on the home page."""
    page.locator('[data-do="paste"]:visible').first.click()
    page.get_by_role("dialog").get_by_role("textbox").last.fill(text)
    page.get_by_role("dialog").get_by_role("button", name="Open").last.click()


def test_arrow_keys_reach_every_dark_square(kept_page: Keeper) -> None:
    page = opened(kept_page)
    play(page, by_keys, ("12", "16"), ("21", "17"), ("9", "13"))
    assert state(page)["ply"] == 3
