"""Test Kilkenny Cats on the built site: whole games, refusals, lost turns, endings and the dice."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from chowk.core import chance
from chowk.engine.search_budget import Clock
from chowk.games.kilkenny import notation
from chowk.games.kilkenny.engine import bots
from chowk.games.kilkenny.rules import Position, board
from chowk.games.kilkenny.ui import view
from tests.e2e.conftest import Keeper, Keeping, Opener, came_home, wait_ready
from tests.e2e.looking import press, settle
from tests.e2e.play import (
    WAYS,
    Point,
    begin,
    by_keys,
    by_mouse,
    cell,
    centre,
    state,
    tab_to_board,
    throw,
    wait_for_turn,
    wait_until,
)
from tests.unit.games.kilkenny.helpers import due, name

SEED = 7
SHORT = 36
"""Seed of a short game: two good players need 15 rolls. With `SEED` they need about 50."""
QUICK = f"?test=1&seed={SEED}&speed=off"
TABBY = 2


def seated(page: Page, players: int, *seats: str) -> None:
    """Set up and start a game. `seats` are choices of the set-up sheet such as `1 bot 2`."""
    begin(page, "kilkenny", *seats, players=str(players))


def seated_by_keys(page: Page) -> None:
    """Set up and start a game of two people, using only the keys Tab, arrows and Enter."""

    def tab_to(chosen: str) -> None:
        for _ in range(60):
            if page.evaluate("wanted => document.activeElement.matches(wanted)", chosen):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab never came to {chosen}")

    tab_to('[data-do="open"][data-arg="kilkenny"]')
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    tab_to('[data-do="count"][data-arg="4"]')
    for count in ("3", "2"):
        page.keyboard.press("ArrowLeft")
        expect(page.locator(f'[data-do="count"][data-arg="{count}"]')).to_be_checked()
    tab_to('[data-do="more"]')
    page.keyboard.press("Enter")
    expect(page.locator('[data-do="seat"][data-arg="1 bot"]')).to_be_attached()
    tab_to('[data-do="seat"][data-arg="1 bot"]')
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[data-do="seat"][data-arg="1 person"]')).to_be_checked()
    tab_to('[role="dialog"] [data-do="play"]')
    page.keyboard.press("Enter")
    wait_for_turn(page)
    assert page.evaluate("document.activeElement.matches('.table [data-do], [data-spot]')"), "not lost with the sheet"


def best(position: Position, ply: int) -> tuple[str, ...]:
    """Return the spots (places on the board) to point at for a good move: the move of the opponent Tabby.

    `ply` is the seed of Tabby's choice.
    """
    *_, thought = bots.think(position, (), TABBY, ply, Clock(1.0, lambda: 0.0))
    return view.spell(position)[thought.move]


LEVEL: Final = """() => [...document.querySelectorAll('.player')].map(card => {
  const [name, piece] = ['.title', '.token'].map(part => card.querySelector(part).getBoundingClientRect());
  return Math.round(Math.abs(name.top + name.bottom - piece.top - piece.bottom) / 2);
})"""
"""JavaScript that returns by how many pixels the name on each player's card is higher or lower than the piece."""


def test_a_card_on_a_phone_in_landscape_has_the_name_beside_the_piece(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    seated(page, 2, "0 person", "1 person")
    before = page.viewport_size
    assert before is not None
    page.set_viewport_size({"width": 844, "height": 390})
    settle(page)
    assert max(page.evaluate(LEVEL)) <= 4
    page.set_viewport_size(before)


def play_well(page: Page, point: Point, most: int = 300) -> dict[str, Any]:
    """Roll and make good moves for all players until the game is over, and return the final state.

    Fail after `most` steps.
    """
    for _ in range(most):
        now = wait_for_turn(page)
        if now["over"]:
            return now
        if now["rolling"] is not None:
            throw(page, point)
            continue
        for spot in best(notation.read_position(now["position"]), now["ply"]):
            point(page, spot)
        wait_until(page, f"s.ply > {now['ply']} || s.over")
    raise AssertionError("the game does not end")


MIDDLE = """(() => {
  const box = document.querySelector('.board').getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})()"""


CURSORS: Final = """() => [...document.querySelectorAll('.board')].flatMap(board => {
  const box = board.getBoundingClientRect(), places = [[0.97, 0.97], [0.5, 0.5], [0.03, 0.03]];
  return places.map(([x, y]) => getComputedStyle(document.elementFromPoint(
    box.left + x * box.width, box.top + y * box.height)).cursor);
})"""
"""JavaScript that returns the mouse's cursor at three places: the first player's die, a square, and an empty corner."""


def test_the_cursor_over_the_die_on_the_frame_says_that_a_press_rolls_it(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    seated(page, 2, "0 person", "1 person")
    assert page.evaluate(CURSORS) == ["pointer"] * 3
    ply, box = state(page)["ply"], page.locator(".board").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 0.97 * box["width"], box["y"] + 0.97 * box["height"])
    wait_until(page, f"s.ply > {ply} && s.rolling === null && !s.moving")
    page.wait_for_function(f"() => ({CURSORS})().every(cursor => cursor === 'auto')")


def laid(page: Page, position: Position) -> None:
    """Start a game between people from a position, by pasting the text of a game, as a player can."""
    text = f'[Game "kilkenny"]\n[Rules "2"]\n[Setup "{notation.write_position(position)}"]\n[Seed "{SEED}"]\n\n*\n'
    press(page, "paste")
    page.locator('textarea[name="text"]').fill(text)
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    page.locator('[role="dialog"] [data-do="play"]').click()
    if not position.quiet:
        wait_for_turn(page)


# Whole games ----------------------------------------------------------------------------------------------------------


@pytest.mark.browser_context_args(has_touch=True)
@pytest.mark.parametrize(
    ("way", "players"),
    [
        ("keys", 2),
        *(pytest.param(way, 2, marks=pytest.mark.deep) for way in ("mouse", "touch", "roles")),
        *(pytest.param(way, 4, marks=pytest.mark.deep) for way in ("mouse", "touch", "keys", "roles")),
    ],
)
def test_a_whole_game_and_the_proof_of_its_dice(open_page: Opener, way: str, players: int) -> None:
    page = open_page(f"?test=1&seed={SHORT}&speed=off")
    if players == 2 and way == "keys":
        seated_by_keys(page)
    else:
        seated(page, players, "0 person", "1 person", *("2 bot 2", "3 bot 1")[: players - 2])
    promise = chance.commitment(SHORT)[:8]
    expect(page.locator(".rail .log")).to_contain_text(promise)
    end = play_well(page, WAYS[way])
    rolls = [move for move in end["moves"] if move.startswith("[")]
    assert len(rolls) > 6 * players
    result = page.locator('.result[role="dialog"]')
    expect(result).to_contain_text("wins")
    result.get_by_role("button", name="Dice of this game").click()
    dice = page.get_by_role("dialog", name="Dice of this game")
    expect(dice).to_contain_text(f"{len(rolls)} rolls.")
    counts = dice.locator("tbody tr td:nth-of-type(1)").all_inner_texts()
    assert [int(re.match(r"\d+", count)[0]) for count in counts] == [rolls.count(f"[{face}]") for face in range(1, 7)]  # type: ignore[index]
    dice.get_by_role("button", name="Are the dice fair?").click()
    honest = page.get_by_role("dialog", name="Are the dice fair?")
    expect(honest).to_contain_text(chance.commitment(SHORT))
    honest.get_by_role("button", name="Check every roll").press("Enter")  # an early click counts as a double click
    expect(honest.locator(".finding")).to_have_text(f"{len(rolls)} rolls checked: every one matches the seed.")
    assert page.evaluate("document.activeElement.textContent") == "The check"


@pytest.mark.browser_context_args(has_touch=True, viewport={"width": 320, "height": 568})
def test_a_whole_game_by_the_large_buttons_of_the_tray(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    seated(page, 2, "0 person", "1 bot 0")

    def by_button(page: Page, spot: str) -> None:
        button = page.locator(f'.tray .ways [data-arg="{spot}"]')
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        button.tap()

    assert play_well(page, by_button)["over"]


def test_dice_are_drawn_away_and_thrown_and_lie_still_where_they_are_put_back(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    seated(page, 2, "0 person", "1 person")
    box = page.locator(".part").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for far in (15, 60):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - far, steps=4)
        assert page.locator(".parts").evaluate("parts => parts.style.translate") == f"0px -{far}px"
        assert state(page)["ply"] == 0, "nothing is thrown before it is let go of"
        page.mouse.up()
        if far < 24:
            settle(page)
            assert state(page)["rolling"] is not None
    wait_until(page, "s.ply === 1")
    assert page.locator(".parts").evaluate("parts => parts.style.translate") == ""


def test_the_last_free_cat_goes_on_a_mouse_only_when_asked_twice(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    laid(page, due(4, S="(7,4)", N="(12,12) (13,13)"))
    for place in ((7, 4), (7, 0)):
        by_mouse(page, name(place))
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("This is your last cat that can move")
    dialog.get_by_role("button", name="Cancel").click()
    assert wait_for_turn(page)["ply"] == 0
    for place in ((7, 4), (7, 8)):
        by_mouse(page, name(place))
    wait_until(page, "s.ply === 1")


def test_a_person_alone_among_opponents(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    seated(page, 4, "0 person", "1 bot 2", "2 bot 2", "3 bot 0")
    assert page.locator(".player .title").all_inner_texts().count("Tabby") == 0, "two Tabbies go by their colours"
    assert play_well(page, by_mouse)["over"]


def test_a_reload_and_taking_back_meet_the_same_dice(open_page: Opener) -> None:
    page = open_page(QUICK)
    seated(page, 2, "0 person", "1 person")
    for _ in range(3):
        throw(page, by_mouse)
        now = wait_until(page, "s.awaited !== null && !s.moving")
        for spot in best(notation.read_position(now["position"]), now["ply"]):
            by_mouse(page, spot)
        wait_until(page, f"s.ply > {now['ply']}")
    before = throw(page, by_mouse)
    wait_until(page, "s.awaited !== null && !s.moving")
    page.get_by_role("button", name="Undo").click()
    after = wait_until(page, f"s.ply < {before['ply']} && s.awaited !== null && !s.moving")
    assert before["moves"][: after["ply"]] == after["moves"]
    for spot in best(notation.read_position(after["position"]), after["ply"]):
        by_mouse(page, spot)
    assert throw(page, by_mouse)["moves"] == before["moves"]
    page.reload()
    wait_ready(page)
    assert wait_for_turn(page)["moves"] == before["moves"]


def test_whose_dice_are_shown_is_chosen_by_keys_without_losing_the_place(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    seated(page, 2, "0 person", "1 person")
    throw(page, by_mouse)
    press(page, "dice")
    dice = page.get_by_role("dialog", name="Dice of this game")
    expect(dice).to_contain_text("1 roll.")
    dice.get_by_role("radio", name="Everybody").focus()
    for name_ in ("Red", "Yellow"):
        page.keyboard.press("ArrowRight")
        expect(dice.get_by_role("radio", name=f"Dice of {name_}")).to_be_focused()
        expect(dice.get_by_role("status")).to_contain_text(f"{name_}: ")
    page.keyboard.press("Escape")
    expect(dice).to_be_hidden()


# Refusals -------------------------------------------------------------------------------------------------------------

HEDGED = due(
    3,
    S="(7,0) (4,7) (8,2) (1,14) (9,9)",
    N="(4,5) (1,13) (2,14) (2,13)",
)
"""A position in which South must move one of its cats 3 squares. Tests try refused moves in it.

South has a cat on its own mouse, a cat stuck in a corner, and other cats for wrong moves.
"""


@pytest.mark.parametrize(
    ("picks", "reason", "rule", "words"),
    [
        ([(12, 12)], "NO_CAT", "KR-07", "There is no cat of yours"),
        ([(4, 5)], "NOT_YOUR_CAT", "KR-07", "is not yours"),
        ([(7, 0)], "ON_OWN_MOUSE", "KR-17", "never moves again"),
        ([(1, 14)], "CAT_STUCK", "KR-09", "cannot go exactly that far"),
        ([(4, 7), (7, 0)], "OWN_PIECE", "KR-11", "a square holds only one"),
        ([(4, 7), (0, 7)], "FOREIGN_MOUSE", "KR-16", "another colour's mouse"),
        ([(4, 7), (6, 8)], "NOT_STRAIGHT", "KR-08", "one straight line"),
        ([(4, 7), (4, 8)], "WRONG_DISTANCE", "KR-07", "exactly as many squares as the die shows"),
        ([(8, 2), (8, 0)], "NOT_EXACT", "KR-14", "reached by the exact number only"),
        ([(4, 7), (4, 4)], "PATH_BLOCKED", "KR-09", "There is a cat in the way"),
        ([None], "OFF_BOARD", "B3-11", "There is no square here"),
    ],
)
def test_a_refusal_says_why_and_leads_to_its_rule(
    hedged: Page, picks: list[tuple[int, int] | None], reason: str, rule: str, words: str
) -> None:
    page = hedged
    press(page, "cancel")
    for place in picks:
        if place is None:
            rim(page)
        else:
            by_mouse(page, name(place))
    assert wait_until(page, "s.refused !== ''")["refused"] == reason
    expect(page.locator(".refusal p")).to_contain_text(words)
    expect(page.get_by_role("alert").first).to_contain_text(words)
    page.locator(".refusal").get_by_role("button", name=f"Rule {rule}").click()
    expect(page.get_by_role("dialog").locator("[data-scroll]")).to_be_in_viewport()
    press(page, "close")
    assert state(page)["ply"] == 0


@pytest.fixture(scope="module")
def hedged(keeping: Keeping, base_url: str) -> Page:
    """Return a page that shows the position `HEDGED`, in which South must move a cat 3 squares.

    The cases of the parametrized test share the page.
    """
    page = keeping(QUICK)
    if not came_home(page, QUICK):
        page.goto(base_url + QUICK)
        wait_ready(page)
    laid(page, HEDGED)
    return page


def rim(page: Page) -> None:
    """Click on the frame of the board, outside all squares."""
    box = page.locator(".board").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 0.03 * box["width"], box["y"] + 0.3 * box["height"])


# Automatic moves ------------------------------------------------------------------------------------------------------


def test_a_tap_on_the_board_rolls_and_then_says_what_can_move(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    seated(page, 2, "0 person", "1 person")
    by_mouse(page, name((3, 3)))
    now = wait_until(page, "s.ply === 1 && s.awaited !== null")
    assert now["moves"][0].startswith("[")
    assert now["open"], "the cats that can go so far"
    expect(page.locator(".grid [data-open]")).to_have_count(len(now["open"]))


def test_a_number_that_no_cat_can_use_loses_the_turn_and_says_so(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    laid(page, due(4, S="(1,1)", N="(3,3) (1,3) (3,1)"))
    sentence = "No cat of Red can go exactly 4 squares: the turn is lost."
    expect(page.locator(".log")).to_contain_text(sentence)
    assert state(page)["moves"] == ["--"]


def test_who_can_no_longer_win_by_mice_is_told_so_and_so_is_everybody(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    laid(page, due(3, mover="N", S="(5,8) (12,12)", N="(5,5) (9,3)"))
    expect(page.get_by_text("Cats missing for a win by mice")).to_have_count(0)
    by_mouse(page, name((5, 5)))
    by_mouse(page, name((5, 8)))
    wait_until(page, "s.ply === 1")
    sentence = "Red has one cat left and can no longer win by mice, only by being the last who can move."
    expect(page.locator(".log")).to_contain_text(sentence)
    fact = page.get_by_role("group", name="Red").locator(".fact", has_text="Cats missing for a win by mice")
    expect(fact).to_be_visible()
    expect(fact.locator("dd")).to_have_text("1")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(fact).to_be_visible()


def test_the_last_who_can_move_wins_and_is_told_why(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    laid(page, due(4, S="(7,9) (3,3)", N="(7,5)"))
    by_mouse(page, name((7, 9)))
    by_mouse(page, name((7, 5)))
    wait_until(page, "s.over")
    expect(page.get_by_role("dialog")).to_contain_text("Red wins: nobody else has a cat that can move.")


def test_many_rounds_without_progress_are_a_draw_with_its_reason(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    laid(page, due(3, S="(7,6)", N="(3,3)", extra="quiet=99 house=rounds:50"))
    by_mouse(page, name((7, 6)))
    by_mouse(page, name((7, 9)))
    wait_until(page, "s.over")
    expect(page.get_by_role("dialog")).to_contain_text("A draw: too many rounds brought neither a capture nor a mouse.")


def test_the_ways_of_a_picked_cat_are_its_only_targets(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    laid(page, due(6, S="(7,6)", N="(7,3)"))
    by_keys(page, name((7, 6)))
    names = {name(place) for place in ((1, 6), (1, 12), (7, 12), (13, 6), (13, 12))}
    assert set(wait_until(page, "s.open.length > 1")["open"]) == names
    page.keyboard.press("Escape")
    tab_to_board(page)
    assert wait_until(page, "s.open.length === 1")["open"] == [name((7, 6))]


def test_after_quiet_rounds_people_are_offered_a_draw_and_may_play_on_or_agree(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    quiet = notation.read_position("S:c3,e13 N:m13,k3 S roll quiet=100")
    laid(page, quiet)
    offer = page.get_by_role("dialog", name="Agree to a draw?")
    expect(offer).to_contain_text("50 rounds have brought neither a capture nor a mouse.")
    offer.get_by_role("button", name="Play on").click()
    expect(offer).to_be_hidden()
    assert wait_for_turn(page)["rolling"] == 0
    press(page, "home")
    laid(page, quiet)
    offer.get_by_role("button", name="Agree to a draw").click()
    expect(page.locator('.result[role="dialog"]')).to_contain_text("A draw, agreed by all players.")


# Orientation of the board ---------------------------------------------------------------------------------------------


@pytest.mark.browser_context_args(has_touch=True)
def test_the_board_lies_before_the_only_person_is_tapped_there_and_can_be_turned(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    seated(page, 4, "0 bot 1", "1 person", "2 bot 1", "3 bot 1")
    own = [board.NAMES[square] for square in board.squares(board.CATS[1])]
    x, y = page.evaluate(MIDDLE)
    assert all(centre(page, spot)[1] > y for spot in own), "they begin below"
    expect(page.locator(".near .player .title").last).to_have_text("Blue")
    while (now := wait_for_turn(page))["awaited"] is None:
        throw(page, by_mouse)
    start = best(notation.read_position(now["position"]), 1)[0]
    by_mouse(page, start)
    expect(cell(page, start)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    above = wait_until(page, f"s.cursor !== '{start}'")["cursor"]
    assert centre(page, above)[1] < centre(page, start)[1]
    page.keyboard.press("f")
    expect(page.locator(".far .player .title").last).to_have_text("Blue")
    assert all(centre(page, spot)[0] > x for spot in own), "the next player is below, and they at the right"
