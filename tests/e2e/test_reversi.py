"""Test Reversi on the built site: whole games, opponents, undo and pasted games."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from chowk.core import record
from tests.e2e.conftest import Keeper, Opener, deep, wait_ready
from tests.e2e.looking import press
from tests.e2e.play import WAYS, begin, by_mouse, by_role, cell, centre, play, play_on, state, wait_for_turn, wait_until
from tests.unit import shelf

QUICK = "?test=1&seed=7&speed=off"
MOVING = "?test=1&seed=1007"
SHORTEST = [("f5",), ("d6",), ("c5",), ("f6",), ("e7",), ("f4",), ("g5",), ("e6",), ("e3",)]
BEFORE_A_PASS = "d3c3e6d2d1e1b2"


@pytest.mark.browser_context_args(has_touch=True)
@pytest.mark.parametrize("way", WAYS)
def test_the_shortest_game_by_every_way_of_pointing(kept_page: Keeper, way: str) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", "0 person", "1 person")
    end = play(page, WAYS[way], *SHORTEST)
    assert end["over"]
    assert end["moves"] == [move[0] for move in SHORTEST]
    assert end["position"].count("X") - (end["position"][-1] == "X") == 13
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("dialog")).to_contain_text("Black")


@pytest.mark.browser_context_args(has_touch=True, viewport={"width": 390, "height": 844})
@pytest.mark.parametrize("way", [pytest.param(way, marks=[pytest.mark.deep] * (way != "touch")) for way in WAYS])
def test_a_whole_game_against_an_opponent(kept_page: Keeper, way: str) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", "0 person", "1 bot 0")
    end = play_on(page, WAYS[way])
    assert end["over"]
    assert len(end["moves"]) >= 9
    expect(page.get_by_role("dialog")).to_be_visible()


def test_the_page_says_every_move_to_those_who_cannot_see_it(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", "0 person", "1 person")
    status = page.get_by_role("status")
    for move in SHORTEST[:4]:
        play(page, by_role, move)
        expect(status.filter(has_text=move[0])).to_have_count(1)
    assert page.locator('[role="log"] li').count() == 4


def test_a_refused_square_is_explained_and_leads_to_the_rule(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", "0 person", "1 person")
    by_mouse(page, "d4")
    wait_until(page, "s.refused === 'OCCUPIED'")
    expect(page.get_by_role("alert")).not_to_be_empty()
    by_mouse(page, "a1")
    wait_until(page, "s.refused === 'NO_FLIP'")
    page.locator('[data-do="rules"][data-arg="R5"]').click()
    expect(page.get_by_role("dialog").locator("[data-scroll]")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert state(page)["ply"] == 0


def test_a_press_that_leaves_the_square_plays_nothing(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", "0 person", "1 person")
    for elsewhere in (centre(page, "a1"), (2.0, 2.0)):
        page.mouse.move(*centre(page, "d3"))
        page.mouse.down()
        page.mouse.move(*elsewhere, steps=4)
        page.mouse.up()
        assert state(page)["ply"] == 0


@pytest.mark.parametrize("every", [3, *deep(1)])
def test_a_reload_comes_back_to_the_same_position(kept_page: Keeper, every: int) -> None:
    """Reload the page after every third move, so that sometimes one player is to move and sometimes the other.

    In the deep run, reload it after every move.
    """
    page = kept_page(QUICK)
    begin(page, "reversi", "0 person", "1 person")
    for at in range(0, len(SHORTEST) - 1, every):
        before = play(page, by_role, *SHORTEST[at : at + every][: len(SHORTEST) - 1 - at])
        page.reload()
        wait_ready(page)
        after = wait_for_turn(page)
        assert (after["position"], after["moves"]) == (before["position"], before["moves"])


def test_undo_and_redo(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", "0 person", "1 bot 0")
    after = play(page, by_mouse, ("d3",))
    assert after["ply"] == 2
    page.locator('[data-do="undo"]:visible').first.click()
    wait_until(page, "s.ply === 0 && s.awaited === 0")
    page.locator('[data-do="redo"]:visible').first.click()
    again = wait_until(page, "s.ply === 2 && s.awaited === 0")
    assert again["moves"] == after["moves"]


def test_a_worker_killed_while_thinking_is_replaced_and_the_game_goes_on(kept_page: Keeper) -> None:
    page = kept_page(MOVING)
    begin(page, "reversi", "0 person", "1 bot 5")
    play_up_to_thinking(page)
    page.evaluate("window.chowk.kill()")
    after = wait_until(page, "s.ply === 2 && s.awaited === 0")
    assert len(after["moves"]) == 2


@pytest.mark.deep
def test_a_worker_killed_at_every_move_of_a_whole_game_is_replaced_each_time(open_page: Opener) -> None:
    page = open_page("?test=1&seed=7&speed=off")
    begin(page, "reversi", "0 person", "1 bot 5")
    killed = 0
    while not (now := wait_for_turn(page))["over"]:
        by_mouse(page, now["open"][0])
        page.evaluate("window.chowk.kill()")
        killed += 1
        wait_until(page, f"s.ply > {now['ply'] + 1} || s.over")
    assert killed >= 25
    assert sum(worker.url.startswith("blob:") for worker in page.workers) <= 1
    assert page.locator('script[type="py"]').count() <= 2


def play_up_to_thinking(page: Page) -> None:
    """Play a move that is not in the opponent's book, and wait until the opponent is searching."""
    by_mouse(page, wait_for_turn(page)["open"][0])
    wait_until(page, "s.thinking === 1")


WHILE_IT_THINKS = """async () => {
  const thinks = () => JSON.parse(window.chowk.state()).thinking === 1;
  const told = { drawn: 0, answered: false };
  document.querySelector('[data-do="settings"]').click();
  while (thinks() && !(told.drawn > 2 && told.answered)) {
    await new Promise(requestAnimationFrame);
    if (!thinks()) break;
    told.drawn += 1;
    told.answered ||= !!document.querySelector('[role="dialog"]');
  }
  return told;
}"""


def to_the_middle(page: Page) -> None:
    """Open a game in which 20 moves have been made, and go on against the strongest opponent.

    The position is not in the opening book, so the opponent searches for a long time.
    """
    middle = shelf.walk(shelf.Table("reversi", 2), 3).match.until(20)
    press(page, "import", record.write(middle, {}))
    press(page, "seat", "1 bot 7")
    press(page, "play")


def test_the_page_draws_and_answers_while_the_opponent_thinks(kept_page: Keeper) -> None:
    page = kept_page(MOVING)
    to_the_middle(page)
    play_up_to_thinking(page)
    report = page.evaluate(WHILE_IT_THINKS)
    assert report["answered"]
    assert report["drawn"] > 1, "a page that the opponent blocks draws one frame at most"


def test_without_a_worker_the_kernel_thinks_in_the_page(open_page: Opener, page: Page) -> None:
    page.add_init_script(
        "globalThis.Worker = class { constructor() { throw new DOMException('no', 'SecurityError'); } };"
    )
    page = open_page(QUICK, page=page)
    begin(page, "reversi", "0 person", "1 bot 3")
    by_role(page, "d3")
    assert len(wait_for_turn(page)["moves"]) == 2


def test_an_opponent_that_thinks_on_while_a_person_does_answers_at_once(open_page: Opener, page: Page) -> None:
    page.add_init_script(
        """navigator.getBattery = async () => { window.looked = true; return {charging: true}; };
        Worker.prototype.postMessage = new Proxy(Worker.prototype.postMessage, {apply(post, worker, given) {
          window.asked = window.looked;  // on a person's turn, pondering is the only message to a worker
          return Reflect.apply(post, worker, given); }});"""
    )
    page = open_page(QUICK, page=page)
    begin(page, "reversi", "0 person", "1 bot 7")
    by_role(page, "d3")
    wait_for_turn(page)
    page.evaluate(
        """() => new Promise(done => { const look = () => window.asked ? done() : setTimeout(look, 20); look(); })"""
    )
    by_role(page, wait_for_turn(page)["open"][0])
    assert len(wait_for_turn(page)["moves"]) == 4


def test_move_now_cuts_the_thinking_short(kept_page: Keeper) -> None:
    page = kept_page(MOVING)
    to_the_middle(page)
    pairs: list[list[float]] = []
    while len(pairs) < 4 and not (pairs and pairs[-1][1] < pairs[-1][0] / 2):  # both times vary on a busy machine
        pairs.append([])
        for hurried in (False, True):
            play_up_to_thinking(page)
            began = page.evaluate("performance.now()")
            if hurried:
                page.locator('[data-do="hurry"]:visible').first.dispatch_event("click")
            wait_until(page, "s.ply === 22")
            pairs[-1].append(page.evaluate("performance.now()") - began)
            press(page, "undo")
            wait_until(page, "s.ply === 20 && s.awaited === 0")
    assert pairs[-1][1] < pairs[-1][0] / 2, pairs


FAILING = """IDBFactory.prototype.open = () => {
  const request = { error: new DOMException("the backing store is damaged", "UnknownError") };
  setTimeout(() => request.onerror?.({ target: request, preventDefault() {} }));
  return request;
}"""


@pytest.mark.parametrize(
    "refusal",
    [
        pytest.param(
            "Object.defineProperty(window, 'indexedDB', {value: undefined})", id="absent", marks=pytest.mark.deep
        ),
        pytest.param(
            "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }", id="refused"
        ),
        pytest.param(FAILING, id="failing"),
        pytest.param("IDBFactory.prototype.open = () => ({})", id="silent", marks=pytest.mark.deep),
        pytest.param(
            "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }", id="full"
        ),
    ],
)
def test_without_storage_the_game_goes_on_and_says_so(open_page: Opener, page: Page, refusal: str) -> None:
    page.add_init_script(refusal)
    page = open_page(QUICK, page=page)
    begin(page, "reversi", "0 person", "1 person")
    after = play(page, by_role, ("d3",), ("c3",))
    assert after["ply"] == 2
    expect(page.get_by_text("Games cannot be saved on this device")).to_be_visible()


def test_a_double_click_across_a_change_of_turns_plays_once(kept_page: Keeper) -> None:
    page = kept_page(MOVING)
    begin(page, "reversi", "0 person", "1 person")
    page.mouse.move(*centre(page, "d3"))
    page.mouse.dblclick(*centre(page, "d3"))
    assert wait_until(page, "s.awaited === 1")["ply"] == 1


def test_a_rematch_swaps_sides(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", "0 person", "1 person")
    play(page, by_role, *SHORTEST)
    page.get_by_role("dialog").locator('[data-do="rematch"]').click()
    fresh = wait_until(page, "s.ply === 0 && s.awaited === 0")
    assert not fresh["over"]


def test_a_forced_pass_is_announced(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    paste(page, BEFORE_A_PASS)
    wait_until(page, "s.ply === 7 && s.awaited === 1")
    by_role(page, "c1")
    after = wait_until(page, "s.ply === 9 && s.awaited === 1")
    assert after["moves"][-2:] == ["c1", "pass"]
    expect(page.locator('[role="log"]')).to_contain_text("passes")
    expect(page.get_by_role("status").filter(has_text="passes")).to_have_count(1)


def paste(page: Page, text: str) -> None:
    """Open a game by pasting its text on the home page."""
    page.get_by_role("button", name="Open a game from text").click()
    page.get_by_role("dialog").get_by_role("textbox").last.fill(text)
    page.get_by_role("dialog").get_by_role("button", name="Open").last.click()
    page.locator('[role="dialog"] [data-do="play"]').click()


def test_looking_back_and_coming_back(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", "0 person", "1 person")
    play(page, by_role, *SHORTEST[:3])
    cell(page, state(page)["cursor"]).focus()
    page.keyboard.press("PageUp")
    assert state(page)["shown"] == 2
    page.keyboard.press("PageUp")
    assert state(page)["shown"] == 1
    page.locator('[data-do="present"]:visible').first.click()
    assert wait_until(page, "s.shown === 3")["awaited"] == 1
