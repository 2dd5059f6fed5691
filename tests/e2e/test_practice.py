"""Test puzzles in the browser: they are opened from the home page or by links, solved, and failed.

Single puzzles are solved by mouse, by keys and by roles. Storms (series of puzzles against the clock) are played by
touch and by keyboard. The tests set the page's own clock forward.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from chowk.games import load
from chowk.games.api.puzzle import Puzzle, puzzles_of
from tests.e2e.conftest import Keeper, Opener, wait_ready
from tests.e2e.looking import measured, press, violations
from tests.e2e.play import by_keys, by_mouse, by_role, by_touch, state, tab_to_board, wait_until
from tests.e2e.test_learning import tab_to

QUICK = "?test=1&seed=7&speed=off"
SIZES = ((1280, 800), (844, 390), (320, 568))
DAY = "2026-11-20"
CUT = """lists => lists.map(list => list.parentElement)
  .filter(box => box.scrollHeight > box.clientHeight + 1).map(box => box.textContent)"""
"""JavaScript that returns the texts of those boxes around the given lists that are too low for their content."""


def puzzle_on(page: Page) -> Puzzle:
    """Return the puzzle that the page shows, once it waits for the first move and its board is drawn."""
    before = wait_until(page, "s.awaited !== null && !s.moving && s.ply === 0")
    page.locator(".board .pieces canvas").first.wait_for(state="attached")
    return next(puzzle for puzzle in puzzles_of(before["game"]) if puzzle.setup == before["position"])


def solve(page: Page, puzzle: Puzzle, point: Callable[[Page, str], None] = by_mouse) -> None:
    """Play the solution by pointing at its squares. The page plays the replies."""
    line = puzzle.lines[0]
    for ply in range(0, len(line), 2):
        before = wait_until(page, f"s.awaited !== null && !s.moving && s.ply >= {ply}")
        point(page, line[before["ply"]])
        wait_until(page, f"s.ply > {before['ply']} && !s.moving")
    expect(page.locator(".coach .praise")).to_be_visible()


def test_a_puzzle_is_found_from_home_failed_answered_and_solved(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    page.locator('[data-do="practice"]').first.click()
    page.locator('[role="dialog"] [data-do="practice"][data-arg="reversi"]').click()
    expect(page.get_by_role("dialog")).to_contain_text("Puzzle of the day")
    assert measured(page, "puzzles", SIZES) == []
    assert page.locator(".themes .learn").evaluate_all(CUT) == []
    assert violations(page) == []
    page.locator('[data-do="puzzle"][data-arg="reversi day"]').click()
    puzzle = puzzle_on(page)
    assert measured(page, "puzzle", SIZES) == []
    assert violations(page) == []
    by_mouse(page, puzzle.refutations[0][0])
    expect(page.locator(".coach .answered")).to_be_visible()
    wait_until(page, "s.awaited !== null && !s.moving && s.ply === 0")
    solve(page, puzzle)
    expect(page.locator(".coach .praise")).to_contain_text("Found it.")
    assert measured(page, "solved", SIZES) == []
    assert violations(page) == []
    page.locator('[data-do="puzzle-why"]').click()
    expect(page.locator(".study")).to_be_visible()
    page.locator('[data-do="study-leave"]').click()
    expect(page.locator(".coach .praise")).to_be_visible()
    page.locator('.actions [data-do="puzzle"]').click()
    assert puzzle_on(page) != puzzle
    press(page, "lesson-leave")
    press(page, "practice", "reversi")
    expect(page.get_by_role("dialog")).to_contain_text("You have solved today's puzzle.")
    press(page, "puzzle-days", "reversi")
    expect(page.get_by_role("dialog")).to_contain_text("Solved after 2 tries")
    assert measured(page, "earlier days", SIZES) == []
    press(page, "close")
    press(page, "close")


def test_a_puzzle_is_solved_by_keyboard(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    press(page, "puzzle", "reversi any")
    puzzle = puzzle_on(page)
    tab_to_board(page)
    solve(page, puzzle, by_keys)
    press(page, "lesson-leave")


def test_a_puzzle_is_solved_by_roles(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    press(page, "puzzle", "reversi series")
    puzzle = puzzle_on(page)
    solve(page, puzzle, by_role)
    expect(page.locator(".coach .praise")).to_contain_text("In a row: 1")
    press(page, "lesson-leave")


def test_the_whole_way_through_the_puzzle_of_the_day_and_another_by_keyboard(open_page: Opener) -> None:
    page = open_page(QUICK)
    dialog = page.get_by_role("dialog")
    enter(page, '.bringing [data-do="practice"]')
    enter(page, '[role="dialog"] [data-do="practice"][data-arg="reversi"]')
    enter(page, '[role="dialog"] [data-do="puzzle"][data-arg="reversi day"]')
    puzzle = puzzle_on(page)
    solve(page, puzzle, by_keys)
    enter(page, '.actions [data-do="puzzle"]')
    another = puzzle_on(page)
    assert another != puzzle
    by_keys(page, another.refutations[0][0])
    expect(page.locator(".coach .answered")).to_be_visible()
    puzzle_on(page)
    enter(page, '.actions [data-do="hint"]')
    expect(page.locator(".coach .note").nth(1)).to_be_visible()
    solve(page, another, by_keys)
    enter(page, '[data-do="lesson-leave"]')
    enter(page, '.bringing [data-do="practice"]')
    enter(page, '[role="dialog"] [data-do="practice"][data-arg="reversi"]')
    expect(dialog).to_contain_text("You have solved today's puzzle.")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator('.bringing [data-do="practice"]')).to_be_focused()


def enter(page: Page, selector: str) -> None:
    """Go to a control by Tab, once it is there, and press Enter."""
    expect(page.locator(selector).first).to_be_visible()
    tab_to(page, selector)
    page.keyboard.press("Enter")


def test_the_whole_way_through_the_puzzle_of_the_day_and_another_by_roles(open_page: Opener) -> None:
    page = open_page(QUICK)
    dialog, said = page.get_by_role("dialog"), page.locator('[role="status"].unseen')
    page.get_by_role("button", name="Puzzles").click()
    dialog.get_by_role("button", name="Reversi", exact=True).click()
    dialog.get_by_role("button", name="Puzzle of the day").click()
    puzzle = puzzle_on(page)
    by_role(page, puzzle.refutations[0][0])
    expect(said).to_contain_text("Look again.")
    puzzle_on(page)
    solve(page, puzzle, by_role)
    expect(said).to_contain_text("Found it.")
    page.get_by_role("button", name="Next puzzle", exact=True).click()
    another = puzzle_on(page)
    assert another != puzzle
    solve(page, another, by_role)


def test_a_link_opens_the_puzzle_of_its_day_and_a_reload_keeps_it(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    page.evaluate(f"location.hash = '#p=reversi.{DAY}'")
    puzzle = puzzle_on(page)
    expect(page.locator(".coach .step")).to_have_text("Puzzle of 20 November 2026")
    page.reload()
    wait_ready(page)
    assert puzzle_on(page) == puzzle
    press(page, "lesson-leave")


def test_a_reload_comes_straight_back_to_the_puzzle_when_its_files_are_late(open_page: Opener) -> None:
    page = open_page(QUICK)
    press(page, "practice", "reversi")
    press(page, "puzzle", "reversi day")
    puzzle = puzzle_on(page)

    def slow(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    page.route("**/py/parcels/**", slow)
    page.reload()
    wait_ready(page)
    assert page.locator("html").get_attribute("data-screen") == "table"
    assert puzzle_on(page) == puzzle


@pytest.mark.parametrize("game", ["parcheesi", "checkers", "kilkenny"])
def test_a_puzzle_of_every_game_with_pieces_is_failed_and_solved(kept_page: Keeper, game: str) -> None:
    page = kept_page(QUICK)
    press(page, "practice", game)
    assert violations(page) == []
    press(page, "puzzle", f"{game} any")
    puzzle = puzzle_on(page)
    assert measured(page, game, SIZES) == []
    for spot in spots(page, puzzle.refutations[0][0]):
        by_mouse(page, spot)
    expect(page.locator(".coach .answered")).to_be_visible()
    assert puzzle_on(page) == puzzle
    line = puzzle.lines[0]
    while not page.locator(".coach .praise").is_visible():
        played = wait_until(page, "(s.awaited !== null && !s.moving) || s.ply > 0")["ply"]
        if played >= len(line):
            break  # the solution has been played, and is about to be praised
        for spot in spots(page, line[played]):
            by_mouse(page, spot)
        wait_until(page, f"s.ply > {played} && !s.moving")
    expect(page.locator(".coach .praise")).to_be_visible()
    press(page, "lesson-leave")


def spots(page: Page, text: str) -> tuple[str, ...]:
    """Return the spots to point at for the move `text` in the position on the page."""
    before = state(page)
    game = load(before["game"])
    position = game.notation.read_position(before["position"])
    return game.view.spell(position)[game.notation.read_move(position, text)]


def test_a_puzzle_of_patchwork_is_solved_by_hints(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    press(page, "puzzle", "patchwork theme turn")
    puzzle_on(page)
    assert measured(page, "patchwork", ((390, 844), *SIZES[:-1])) == []  # in 320x568 a lesson's cells are small, too
    assert violations(page) == []
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".coach .note").nth(1)).to_be_visible()  # the opponent has found a place for the patch
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator(".coach .praise")).to_contain_text("Found it.")
    press(page, "lesson-leave")


# Storms ---------------------------------------------------------------------------------------------------------------

SET_FORWARD = """milliseconds => {
  const passed = (performance.passed ?? 0) + milliseconds;
  performance.passed = passed;
  performance.now = () => Performance.prototype.now.call(performance) + passed;
}"""
"""JavaScript that sets the page's monotonic clock forward.

From then on the page ignores taps, because their times seem too early.
"""
BOARD_CHANGES = """() => new Promise(done => {
  const [board, clock] = ['.board', '.top .time'].map(part => document.querySelector(part));
  let changes = 0, ticks = 0;
  const seen = new MutationObserver(records => (changes += records.length));
  seen.observe(board, { attributes: true, characterData: true, childList: true, subtree: true });
  const heard = new MutationObserver(() => {
    if (++ticks < 2) return;
    seen.disconnect();
    heard.disconnect();
    done(changes);
  });
  heard.observe(clock, { characterData: true, childList: true, subtree: true });
})"""
"""JavaScript that counts the changes of the board's elements until the clock is drawn twice, and returns the number."""


def solve_in_storm(page: Page, point: Callable[[Page, str], None]) -> None:
    """Solve the current puzzle of a storm (a series of puzzles against the clock), and wait for the next puzzle."""
    puzzle = puzzle_on(page)
    line = puzzle.lines[0]
    for ply in range(0, len(line), 2):
        seen = wait_until(page, f"s.awaited !== null && !s.moving && s.ply >= {ply}")
        point(page, line[seen["ply"]])
        wait_until(page, f"(s.ply > {seen['ply']} || s.ply === 0 && s.awaited !== null) && !s.moving")
    assert puzzle_on(page) != puzzle


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True)
def test_a_storm_by_touch_counts_to_the_end_of_its_time(open_page: Opener) -> None:
    page = open_page(QUICK)
    press(page, "practice", "reversi")
    page.locator('[data-do="puzzle"][data-arg="reversi storm"]').tap()
    puzzle_on(page)
    step, timer = page.locator(".coach .step"), page.locator(".top .time")
    expect(step).to_have_text("The clock starts with your first move.")
    expect(timer).to_have_text("3:00")
    assert measured(page, "before a storm", SIZES) == []
    solve_in_storm(page, by_touch)
    expect(step).to_have_text("Solved: 1. In a row: 1.")
    expect(timer).to_have_text(re.compile(r"^2:[345]\d$"))
    assert page.evaluate(BOARD_CHANGES) == 0
    missed = puzzle_on(page)
    by_touch(page, missed.refutations[0][0])
    expect(page.locator(".coach .answered")).to_have_text("Not solved: 10 seconds less.")
    assert measured(page, "a storm", SIZES) == []
    assert violations(page) == []
    page.locator('.top [data-do="rules"]').tap()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.evaluate(SET_FORWARD, 110_000)
    expect(page.locator("[role=status].unseen")).to_have_text(re.compile(r"^Time left: 0:[2345]\d"))
    press(page, "close")
    expect(timer).to_have_text(re.compile(r"^0:[2345]\d$"))
    page.evaluate(SET_FORWARD, 60_000)
    expect(dialog).to_contain_text("You have solved 1 puzzle.")
    expect(dialog.locator(f'[data-arg="reversi any {missed.key}"]')).to_be_visible()
    assert measured(page, "after a storm", SIZES) == []
    assert violations(page) == []
    dialog.locator('[data-arg="reversi storm"]').press("Enter")
    puzzle_on(page)
    expect(timer).to_have_text("3:00")


def test_a_storm_is_played_by_keyboard(open_page: Opener) -> None:
    page = open_page(QUICK)
    press(page, "practice", "reversi")
    page.locator('[data-do="puzzle"][data-arg="reversi storm"]').press("Enter")
    puzzle_on(page)
    solve_in_storm(page, by_keys)
    skipped = puzzle_on(page)
    page.locator('[data-do="puzzle-skip"]').press("Enter")
    expect(page.locator(".coach .answered")).to_be_visible()
    assert puzzle_on(page) != skipped
    solve_in_storm(page, by_keys)
    expect(page.locator(".coach .step")).to_have_text("Solved: 2. In a row: 1.")
    page.evaluate(SET_FORWARD, 180_000)
    expect(page.get_by_role("dialog")).to_contain_text("You have solved 2 puzzles.")
    assert page.evaluate("!!document.activeElement.closest('[role=dialog]')")
    page.keyboard.press("Escape")
    expect(page.locator(".coach .praise")).to_contain_text("You have solved 2 puzzles.")
    page.locator('.actions [data-do="puzzle"]').press("Enter")
    puzzle_on(page)
    expect(page.locator(".top .time")).to_have_text("3:00")


# For children ---------------------------------------------------------------------------------------------------------


def test_puzzles_for_children_are_large_easy_and_without_statistics(open_page: Opener) -> None:
    page = open_page(QUICK)
    press(page, "practice")
    dialog = page.get_by_role("dialog")
    row = dialog.locator('[data-do="practice"][data-arg="reversi"] .title')
    usual = row.evaluate("row => parseFloat(getComputedStyle(row).fontSize)")
    dialog.get_by_role("switch", name="For children").check()
    expect(dialog.locator(".note", has_text="Today's puzzle")).to_have_count(0)
    assert row.evaluate("row => parseFloat(getComputedStyle(row).fontSize)") > 1.15 * usual
    assert measured(page, "puzzles for children", SIZES) == []
    row.click()
    expect(dialog).not_to_contain_text("rating")
    assert measured(page, "puzzles of a game for children", SIZES) == []
    assert violations(page) == []
    dialog.locator('[data-do="puzzle"][data-arg="reversi any"]').click()
    puzzle = puzzle_on(page)
    assert puzzle.rating <= sorted(puzzle.rating for puzzle in puzzles_of("reversi"))[70]
    expect(page.locator(".coach .step")).to_have_text("Three tries are fine.")
    assert measured(page, "puzzle for children", SIZES) == []
    for _ in range(2):
        by_mouse(page, puzzle.refutations[0][0])
        expect(page.locator(".coach .answered")).to_be_visible()
        puzzle_on(page)
    solve(page, puzzle)
    expect(page.locator(".coach .praise")).to_contain_text("Found it.")
    expect(page.locator(".coach")).not_to_contain_text("rating")
    assert measured(page, "solved by a child", SIZES) == []
    press(page, "practice", "reversi")
    press(page, "set", "children off")
    expect(dialog).to_contain_text("1 of 1 solved at the first try")
