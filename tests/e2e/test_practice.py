"""Tests of puzzles in the browser: fetched when asked for, solved by mouse, keys and roles, failed, and linked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from chowk.games import load
from chowk.games.api.puzzle import Puzzle, puzzles_of
from tests.e2e.conftest import Keeper, wait_ready
from tests.e2e.looking import measured, press, violations
from tests.e2e.play import by_keys, by_mouse, by_role, state, tab_to_board, wait_until

QUICK = "?test=1&seed=7&speed=off"
SIZES = ((1280, 800), (390, 844), (844, 390), (320, 568))
DAY = "2026-11-20"


def puzzle_on(page: Page) -> Puzzle:
    """Return the puzzle that the page shows, once it waits for the first move."""
    before = wait_until(page, "s.awaited !== null && !s.moving && s.ply === 0")
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
    expect(page.locator(".coach .praise")).to_contain_text("1 puzzle in a row.")
    press(page, "lesson-leave")


def test_a_link_opens_the_puzzle_of_its_day_and_a_reload_keeps_it(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    page.evaluate(f"location.hash = '#p=reversi.{DAY}'")
    puzzle = puzzle_on(page)
    expect(page.locator(".coach .step")).to_have_text(f"Puzzle of {DAY}")
    page.reload()
    wait_ready(page)
    assert puzzle_on(page) == puzzle
    press(page, "lesson-leave")


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
        for spot in spots(page, line[played]):
            by_mouse(page, spot)
        wait_until(page, f"s.ply > {played} && !s.moving")
    press(page, "lesson-leave")


def spots(page: Page, text: str) -> tuple[str, ...]:
    """Return the spots to point at for a move in the position on the page."""
    before = state(page)
    game = load(before["game"])
    position = game.notation.read_position(before["position"])
    return game.view.spell(position)[game.notation.read_move(position, text)]


def test_a_puzzle_of_patchwork_is_solved_by_hints(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    press(page, "puzzle", "patchwork theme turn")
    puzzle_on(page)
    assert measured(page, "patchwork", SIZES[:-1]) == []  # on the smallest phone a lesson's cells are small, too
    assert violations(page) == []
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".coach .note").nth(1)).to_be_visible()  # the opponent has found a place for the patch
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator(".coach .praise")).to_contain_text("Found it.")
    press(page, "lesson-leave")
