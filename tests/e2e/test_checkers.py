"""American Checkers end to end, over the built site: drags, forced captures, the board turned to its player."""

from __future__ import annotations

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.e2e.conftest import Opener
from tests.e2e.play import (
    WAYS,
    begin,
    by_keys,
    by_mouse,
    by_role,
    centre,
    play,
    play_on,
    state,
    wait_for_frame,
    wait_until,
)

QUICK = "?test=1&seed=7&speed=off"
OPENING = [("11", "15"), ("22", "18"), ("15", "22"), ("25", "18")]


def opened(open_page: Opener, address: str = QUICK) -> Page:
    page = open_page(address)
    begin(page, "checkers", "0 person", "1 person")
    return page


@pytest.mark.browser_context_args(has_touch=True)
@pytest.mark.parametrize("way", WAYS)
def test_an_exchange_by_every_way_of_pointing(open_page: Opener, way: str) -> None:
    page = opened(open_page)
    after = play(page, WAYS[way], *OPENING)
    assert after["moves"] == ["11-15", "22-18", "15x22", "25x18"]


def test_an_exchange_by_dragging_with_the_mouse(open_page: Opener) -> None:
    page = opened(open_page)
    for number, (start, end) in enumerate(OPENING, 1):
        wait_until(page, f"s.ply === {number - 1} && s.awaited !== null")
        page.mouse.move(*centre(page, start))
        page.mouse.down()
        page.mouse.move(*centre(page, end), steps=6)
        page.mouse.up()
        wait_until(page, f"s.ply === {number}")
    assert state(page)["moves"] == ["11-15", "22-18", "15x22", "25x18"]


@pytest.mark.browser_context_args(has_touch=True, viewport={"width": 390, "height": 844})
def test_an_exchange_by_dragging_with_a_finger(open_page: Opener) -> None:
    page = opened(open_page)
    fingers = page.context.new_cdp_session(page)
    for number, (start, end) in enumerate(OPENING, 1):
        wait_until(page, f"s.ply === {number - 1} && s.awaited !== null")
        drag(fingers, centre(page, start), centre(page, end))
        wait_until(page, f"s.ply === {number}")
    assert state(page)["moves"] == ["11-15", "22-18", "15x22", "25x18"]
    assert page.evaluate("scrollY") == 0


def drag(fingers: CDPSession, start: tuple[float, float], end: tuple[float, float], steps: int = 6) -> None:
    """A finger goes down, moves, and goes up."""
    for kind, part in (("touchStart", 0), *(("touchMove", step) for step in range(1, steps + 1)), ("touchEnd", steps)):
        x, y = (start[axis] + (end[axis] - start[axis]) * part / steps for axis in (0, 1))
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_cancelled_touch_plays_nothing(open_page: Opener) -> None:
    page = opened(open_page)
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
def test_a_refused_pick_says_why_and_leads_to_the_rule(open_page: Opener, spots: tuple[str, ...], reason: str) -> None:
    page = opened(open_page)
    for spot in spots:
        by_mouse(page, spot)
    assert wait_until(page, "s.refused !== ''")["refused"] == reason
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.locator('.refusal [data-do="rules"]').click()
    expect(page.get_by_role("dialog").locator("[data-scroll]")).to_be_in_viewport()


def test_an_open_capture_must_be_taken(open_page: Opener) -> None:
    page = opened(open_page)
    play(page, by_role, ("11", "15"), ("22", "18"))
    assert state(page)["open"] == ["15"], "only the piece that can capture may be taken up"
    by_mouse(page, "9")
    assert wait_until(page, "s.refused !== ''")["refused"] == "MUST_CAPTURE"


def test_the_board_is_turned_to_the_player_who_sits_alone(open_page: Opener) -> None:
    page = open_page(QUICK)
    begin(page, "checkers", "0 person", "1 bot 0")
    assert centre(page, "1")[1] > centre(page, "32")[1], "Red sits below"
    play(page, by_mouse, ("11", "15"))
    page.locator('[data-do="menu"]:visible').first.click()
    page.locator('[role="dialog"] [data-do="turn"]').click()
    wait_for_frame(page)
    assert centre(page, "1")[1] < centre(page, "32")[1]
    assert state(page)["ply"] == 2


@pytest.mark.parametrize("way", ["mouse", "keys", "roles"])
def test_a_whole_game_against_an_opponent(open_page: Opener, way: str) -> None:
    page = open_page(QUICK)
    begin(page, "checkers", "0 person", "1 bot 0")
    end = play_on(page, WAYS[way])
    assert end["over"]
    expect(page.get_by_role("dialog")).to_be_visible()


def test_arrow_keys_reach_every_dark_square(open_page: Opener) -> None:
    page = opened(open_page)
    play(page, by_keys, ("12", "16"), ("21", "17"), ("9", "13"))
    assert state(page)["ply"] == 3
