"""Test Patchwork on the built site: its layout, and trying patches before buying them, by every way of pointing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.e2e.conftest import Keeper, Opener
from tests.e2e.looking import press, settle
from tests.e2e.play import begin, cell, centre, state, wait_for_turn, wait_until

QUICK = "?test=1&seed=7&speed=off"
PEOPLE = ("0 person", "1 person")
ALONE = ("0 person", "1 bot 0")
WINDOWS = ((320, 568), (390, 844), (844, 390), (1280, 800), (768, 1024), (1024, 600), (1920, 1080))


def opened(open_page: Keeper, *seats: str, first: str = "first") -> Page:
    """Begin a game and return the page. The next three patches are those with the numbers 4, 33 and 6.

    `seats` are choices of the set-up sheet, such as `1 bot 0`; the default is two people. `first` is the choice of who
    starts, by default the first seat.
    """
    page = open_page(QUICK)
    begin(page, "patchwork", *(seats or PEOPLE), option=f"first {first}")
    return page


def offer(page: Page, spot: str) -> Locator:
    return page.locator(f'.offer[data-arg="{spot}"]')


def tick(page: Page) -> Locator:
    return page.locator('[data-do="confirm"]')


def middle(where: Locator) -> tuple[float, float]:
    where.scroll_into_view_if_needed()
    box = where.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def held(page: Page) -> list[str]:
    picks: list[str] = state(page)["held"]
    return picks


def done(page: Page, before: int) -> dict[str, Any]:
    wait_until(page, f"s.ply > {before}")
    return wait_for_turn(page)


def prompt(page: Page) -> str:
    """Return the text below the board, which names the player to move and the next action."""
    settle(page)
    return page.locator(".now p").inner_text()


# Ways of taking a turn ------------------------------------------------------------------------------------


def turn_by_mouse(page: Page, choice: str, spot: str) -> None:
    if choice:
        page.mouse.click(*middle(offer(page, choice)))
    if spot:
        page.mouse.move(*centre(page, spot), steps=3)
        page.mouse.down()
        page.mouse.up()
    page.mouse.click(*middle(tick(page)))


def turn_by_tapping(page: Page, choice: str, spot: str) -> None:
    if choice:
        page.touchscreen.tap(*middle(offer(page, choice)))
    if spot:
        page.touchscreen.tap(*centre(page, spot))
    page.touchscreen.tap(*middle(tick(page)))


def turn_by_keys(page: Page, choice: str, spot: str) -> None:
    for _ in range(90):
        if page.evaluate("!!document.activeElement.closest('[role=grid]')"):
            break
        page.keyboard.press("Tab")
    else:
        raise AssertionError("Tab never came to the board")
    if choice:
        near = page.locator(".near-offers .offer").evaluate_all("all => all.map(one => one.dataset.arg)")
        page.keyboard.press(str(near.index(choice) + 1))
    settle(page)
    for _ in range(30 if spot else 0):
        here = page.evaluate("document.activeElement.dataset.spot")
        if here == spot:
            break
        (x, y), (to_x, to_y) = centre(page, here), centre(page, spot)
        sideways = abs(to_x - x) > abs(to_y - y)
        page.keyboard.press(
            ("ArrowRight" if to_x > x else "ArrowLeft") if sideways else ("ArrowDown" if to_y > y else "ArrowUp")
        )
    page.keyboard.press("Enter")


def turn_by_roles(page: Page, choice: str, spot: str) -> None:
    if choice:
        name = "Go ahead" if choice == "advance" else choice.replace("patch", "Patch") + ","
        page.get_by_role("button", name=re.compile(rf"^{name}")).dispatch_event("click")
    if spot:
        page.get_by_role("gridcell", name=re.compile(rf"^{spot}\b")).dispatch_event("click")
    page.get_by_role("button", name="Confirm").dispatch_event("click")


Turn = Callable[[Page, str, str], None]
TURNS: dict[str, Turn] = {
    "mouse": turn_by_mouse,
    "touch": turn_by_tapping,
    "keys": turn_by_keys,
    "roles": turn_by_roles,
}


def play_on(page: Page, turn: Turn) -> dict[str, Any]:
    """Play until the game is over and return the final state. `turn` plays one turn by some way of pointing.

    Each turn takes the first choice that the page offers. If this is a patch, it is bought and placed on the first
    possible cell. Otherwise the player advances.
    """
    for _ in range(120):
        now = wait_for_turn(page)
        if now["over"]:
            return now
        choices = [spot for spot in now["open"] if spot.startswith("patch ") or spot == "advance"]
        cells = [spot for spot in now["open"] if len(spot) == 2]
        choice = "" if now["held"] else choices[0]
        turn(page, choice, cells[0] if cells else "")
        wait_until(page, f"s.ply > {now['ply']}")
    raise AssertionError("the game does not end")


@pytest.mark.browser_context_args(has_touch=True)
@pytest.mark.parametrize("way", [pytest.param(way, marks=[pytest.mark.deep] * (way != "keys")) for way in TURNS])
def test_a_whole_game_by_every_way_of_pointing(open_page: Opener, way: str) -> None:
    page = opened(open_page, *ALONE)
    end = play_on(page, TURNS[way])
    assert end["over"]
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.browser_context_args(has_touch=True)
@pytest.mark.parametrize("way", TURNS)
def test_the_same_turns_by_every_way_of_pointing(kept_page: Keeper, way: str) -> None:
    page = opened(kept_page)
    for number, (choice, spot) in enumerate((("patch 6", "c8"), ("advance", ""), ("patch 32", "c3"))):
        before = wait_for_turn(page)["ply"]
        TURNS[way](page, choice, spot)
        assert done(page, before)["ply"] > before, number
    assert state(page)["moves"] == ["buy:6", "r0@b8", "advance", "buy:32", "r0@b2"]


@pytest.mark.browser_context_args(has_touch=True, viewport={"width": 390, "height": 844})
def test_a_turn_by_dragging_with_a_finger(kept_page: Keeper) -> None:
    page = opened(kept_page)
    fingers = page.context.new_cdp_session(page)
    carry(page, fingers, middle(offer(page, "patch 33")), centre(page, "d4"))
    settle(page)
    assert held(page)[0] == "patch 33"
    start = held(page)[2]
    assert int(start[1:]) <= 2, "it hangs above the finger, which would hide it"
    carry(page, fingers, centre(page, "d4"), centre(page, "f7"))
    settle(page)
    assert held(page)[2] != start
    page.touchscreen.tap(*middle(tick(page)))
    assert done(page, 0)["moves"][0] == "buy:33"
    assert page.evaluate("scrollY") == 0


def carry(page: Page, fingers: CDPSession, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with a finger from `start` to `end`, and let the finger rest before it lifts.

    If the finger did not rest, the browser would take the next tap for the end of the drag.
    """
    points = [tuple(start[axis] + (end[axis] - start[axis]) * step / 6 for axis in (0, 1)) for step in range(7)]
    for number, (x, y) in enumerate(points):
        kind = "touchMove" if number else "touchStart"
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(200)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": end[0], "y": end[1]}]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_turn_by_dragging_with_the_mouse(kept_page: Keeper) -> None:
    page = opened(kept_page)
    page.mouse.move(*middle(offer(page, "patch 6")))
    page.mouse.down()
    page.mouse.move(*centre(page, "d4"), steps=8)
    page.mouse.up()
    settle(page)
    assert held(page)[0] == "patch 6"
    where = held(page)[2]
    page.mouse.move(*centre(page, "d4"))
    page.mouse.down()
    page.mouse.move(*centre(page, "e5"), steps=4)
    page.mouse.up()
    settle(page)
    assert held(page)[2] == chr(ord(where[0]) + 1) + str(int(where[1]) + 1), "it goes as far as the mouse"
    assert state(page)["ply"] == 0, "nothing is done without the tick"


# Held patches -----------------------------------------------------------------------------------------------


def test_what_is_held_follows_the_mouse_until_it_is_put_down(kept_page: Keeper) -> None:
    page = opened(kept_page)
    page.mouse.click(*middle(offer(page, "patch 33")))
    settle(page)
    first = held(page)
    page.mouse.move(*centre(page, "c3"))
    assert "fits here" in prompt(page)
    covered = page.locator('[role="grid"] [aria-selected="true"]').evaluate_all("all => all.map(e => e.dataset.spot)")
    assert "c3" in covered
    assert held(page) == first, "it only follows"
    page.mouse.click(*centre(page, "c3"))
    settle(page)
    assert held(page) != first
    page.mouse.move(*centre(page, "g7"))
    settle(page)
    still = page.locator('[role="grid"] [aria-selected="true"]').evaluate_all("all => all.map(e => e.dataset.spot)")
    assert still == covered


@pytest.mark.parametrize("by", ["keys", "buttons", "pointer"])
def test_a_patch_is_turned_and_mirrored(kept_page: Keeper, by: str) -> None:
    page = opened(kept_page)
    page.mouse.click(*middle(offer(page, "patch 6")))
    page.mouse.click(*centre(page, "e5"))

    def do(tool: str) -> None:
        if by == "keys":
            page.keyboard.press("r" if tool == "rotate" else "f")
        elif by == "buttons":
            page.locator(f'[data-do="{tool}"]').click()
        elif tool == "rotate":
            page.mouse.wheel(0, 120)
        else:
            page.keyboard.down("Shift")
            page.mouse.click(*centre(page, "e5"), button="right")
            page.keyboard.up("Shift")
        settle(page)

    turns = []
    for tool in ("rotate", "mirror", "rotate"):
        page.mouse.move(*centre(page, "e5"))
        before = held(page)
        do(tool)
        wait_until(page, f"s.held[1] !== '{before[1]}'")
        turns.append(held(page)[1])
    assert turns == ["turned r1", "turned r1f", "turned r0f"]
    if by == "pointer":
        page.mouse.click(*centre(page, "e5"), button="right")
        wait_until(page, "s.held[1] === 'turned r1f'")
        page.mouse.wheel(0, -120)
        wait_until(page, "s.held[1] === 'turned r0f'")


def test_where_cloth_lies_already_it_is_refused_in_words_and_nothing_is_done(kept_page: Keeper) -> None:
    page = opened(kept_page)
    turn_by_mouse(page, "patch 6", "d4")
    done(page, 0)
    turn_by_mouse(page, "advance", "")
    ply = done(page, 2)["ply"]
    page.mouse.click(*middle(offer(page, "patch 32")))
    page.mouse.click(*centre(page, "d4"))
    assert "does not fit" in prompt(page)
    expect(tick(page)).to_have_attribute("aria-disabled", "true")
    cell(page, "d4").focus()
    page.keyboard.press("Enter")
    assert wait_until(page, "s.refused !== ''")["refused"] == "OVERLAP"
    expect(page.get_by_role("alert")).not_to_be_empty()
    assert state(page)["ply"] == ply
    page.keyboard.press("Escape")
    wait_until(page, "s.held.length === 0")


def test_what_cannot_be_bought_says_what_is_missing(kept_page: Keeper) -> None:
    page = opened(kept_page)
    turn_by_mouse(page, "patch 33", "d4")
    done(page, 0)
    turn_by_mouse(page, "advance", "")
    done(page, 2)
    poor = page.locator(".near-offers .offer[data-flaw]").first
    expect(poor.locator(".flaw")).to_have_text(re.compile(r"^\d+ short$"))
    poor.click()
    assert wait_until(page, "s.refused !== ''")["refused"] == "TOO_EXPENSIVE"
    far = page.locator(".far-offers .offer").first
    far.click()
    assert wait_until(page, "s.refused !== ''")["refused"] in ("NOT_IN_NEXT_THREE", "TOO_EXPENSIVE")


# Previews -------------------------------------------------------------------------------------------------


def test_what_is_told_before_is_what_happens(kept_page: Keeper) -> None:
    page = opened(kept_page)
    count = 0
    for number in range(14):
        now = wait_for_turn(page)
        seat = now["awaited"]
        choices = [spot for spot in now["open"] if spot.startswith("patch ")]
        if not now["held"]:
            page.mouse.click(*middle(offer(page, choices[-1] if choices and number % 4 else "advance")))
            settle(page)
        words, ply = prompt(page), state(page)["ply"]
        page.mouse.click(*middle(tick(page)))
        after = done(page, ply)
        space, buttons = figures(after["position"], seat)
        if match := re.search(r"to (?:space )?(\d+)[.:]", words):
            count += 1
            assert space == int(match[1]), words
            income = sum(int(count) for count in re.findall(r"Income (\d+)", words))
            left = re.search(r"which leaves (\d+)", words)
            paid = re.search(r": (\d+) buttons?\.", words)
            before = figures(now["position"], seat)[1]
            assert buttons == (int(left[1]) if left else before + int(paid[1] if paid else 0)) + income, words
            assert ("single patch" in words) == ("single=" in after["position"]), words
        if match := re.search(r"Then (Red|Blue) moves", words):
            assert "single=" in after["position"] or after["awaited"] == ("Red", "Blue").index(match[1]), words
    assert count > 8


def figures(position: str, seat: int) -> tuple[int, int]:
    """Return the space on the track and the number of buttons of a seat, from the text of a position."""
    space, buttons = position.split(" ")[seat].split(":")[1].split("/")[:2]
    return int(space), int(buttons)


def test_a_turn_is_taken_back_whole_and_played_again(kept_page: Keeper) -> None:
    page = opened(kept_page)
    start = state(page)["position"]
    turn_by_mouse(page, "patch 33", "d4")
    after = done(page, 0)["position"]
    page.locator('[data-do="undo"]:visible').click()
    wait_until(page, "s.ply === 0 && s.awaited !== null")
    assert state(page)["position"] == start
    page.locator('[data-do="redo"]:visible').click()
    wait_until(page, "s.ply === 2 && s.awaited !== null")
    assert state(page)["position"] == after


def test_the_other_quilt_opens_large(kept_page: Keeper) -> None:
    page = opened(kept_page, *ALONE)
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".far .opener").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".quilt svg")).to_be_visible()
    expect(sheet).to_contain_text("Missing for 7 by 7")


# Windows --------------------------------------------------------------------------------------------------

LAYOUT = """() => {
  const wrong = [], wide = innerWidth, high = innerHeight;
  const board = document.querySelector('.board').getBoundingClientRect();
  if (document.documentElement.scrollWidth > wide) wrong.push('scrolls sideways');
  if (board.left < 0 || board.top < 0 || board.right > wide + 0.5 || board.bottom > high + 0.5) wrong.push('board out');
  const rest = '.offer, .tool, .actions button, .opener, .player';
  for (const e of document.querySelectorAll(rest)) {
    const box = e.getBoundingClientRect();
    if (!box.width || getComputedStyle(e).visibility === 'hidden') continue;
    const name = `${e.className} ${e.dataset.arg || e.dataset.do || ''}`;
    if (e.tagName === 'BUTTON' && (box.width < 43.9 || box.height < 43.9)) wrong.push(`small: ${name}`);
    if (box.bottom > high + 0.5 && !e.closest('.offers')) wrong.push(`below: ${name}`);
    const apart = box.right <= board.left + 1 || box.left >= board.right - 1 ||
      box.bottom <= board.top + 1 || box.top >= board.bottom - 1;
    if (!apart) wrong.push(`under the board: ${name}`);
  }
  const cards = [...document.querySelectorAll('.player')].map(e => e.getBoundingClientRect());
  if (cards[0].bottom > cards[1].top + 1 && cards[0].right > cards[1].left + 1) wrong.push('the cards overlap');
  for (const card of cards) if (card.bottom > high + 0.5) wrong.push('a card is out of the window');
  const quilt = document.querySelector('[role=gridcell][data-spot=e5]').getBoundingClientRect();
  if (quilt.width < 24) wrong.push(`cells of ${quilt.width}`);
  return {wrong, board: [board.width, board.top]};
}"""


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_everything_has_its_place_and_the_board_stays_as_it_is(kept_page: Keeper, width: int, height: int) -> None:
    page = opened(kept_page, *ALONE)
    page.set_viewport_size({"width": width, "height": height})
    settle(page)
    idle = page.evaluate(LAYOUT)
    press(page, "tap", "patch 33")
    settle(page)
    holding = page.evaluate(LAYOUT)
    assert idle["wrong"] == holding["wrong"] == []
    assert holding["board"] == pytest.approx(idle["board"], abs=1), "the board moved"
    box = tick(page).bounding_box()
    place = page.locator(".board").bounding_box()
    assert box is not None
    assert place is not None
    beside = box["x"] >= place["x"] + place["width"] - 1 or box["y"] >= place["y"] + place["height"] - 1
    assert beside, "the tick lies under the finger"
