"""Tests of courses in the browser: lessons done by touch, keys and roles, failed, reloaded, and fetched only once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from chowk.core.message import english
from chowk.games import course, load
from chowk.games.api.lesson import Task, due, means
from tests.e2e.conftest import Keeper, Watch, wait_for_frames, wait_ready
from tests.e2e.looking import measured, press, violations
from tests.e2e.play import by_keys, by_mouse, by_role, by_touch, state, tab_to_board, wait_until
from tests.e2e.test_learning import tab_to

QUICK = "?test=1&seed=7&speed=off"
SIZES = ((1280, 800), (390, 844), (844, 390), (320, 568))


def at_lesson(page: Page, game: str, number: int) -> Task:
    """Wait until the page shows a lesson, counted from 1, and return its task."""
    (task,) = course(game)[number - 1]
    assert task.title is not None
    assert task.about is not None
    expect(page.locator(".lesson h1")).to_have_text(english(task.title))
    expect(page.locator(".coach .step")).to_have_text(f"Lesson {number} of 10")
    expect(page.locator(".coach .about")).to_have_text(english(task.about))
    expect(page.locator(".coach .goal")).to_have_text(english(task.goal))
    wait_until(page, "s.awaited !== null && !s.moving")
    return task


def next_spots(page: Page, task: Task) -> tuple[str, ...]:
    """Return the spots (places on the board) to point at for the next move of the task."""
    seen = state(page)
    game = load(seen["game"])
    position = game.notation.read_position(seen["position"])
    given = due(task, tuple(seen["moves"]))
    move = next(move for move in position.moves() if means(given, game.notation.write_move(position, move)))
    return game.view.spell(position)[move]


def praised(page: Page, task: Task) -> None:
    expect(page.locator(".coach .praise")).to_have_text(english(task.done))


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
def test_a_lesson_is_found_from_home_failed_and_done_by_touch(kept_page: Keeper) -> None:
    page = kept_page("?test=1&seed=8&speed=off")
    page.locator('.bringing [data-do="learn"]').tap()
    assert violations(page) == []
    page.locator('[role="dialog"] [data-do="course"][data-arg="reversi"]').tap()
    expect(page.get_by_role("dialog")).to_contain_text("0 of 10 lessons done")
    assert violations(page) == []
    page.locator('[role="dialog"] [data-do="course-lesson"][data-arg="reversi"]').tap()
    task = at_lesson(page, "reversi", 1)
    assert violations(page) == []
    by_touch(page, "c2")
    expect(page.locator(".coach .answered")).to_have_text("There is a better move. Look again.")
    wait_until(page, "s.awaited !== null && s.ply === 0 && !s.moving")
    by_touch(page, *next_spots(page, task))
    praised(page, task)
    page.locator('.actions [data-do="course-lesson"]').tap()
    at_lesson(page, "reversi", 2)
    assert state(page)["saves"] == []
    press(page, "lesson-leave")


def test_a_lesson_with_replies_is_done_by_keys_and_a_reload_keeps_it(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    for selector in (
        '.bringing [data-do="learn"]',
        '[role="dialog"] [data-do="course"][data-arg="checkers"]',
        '[role="dialog"] [data-do="course-lesson"][data-arg="checkers 5"]',
    ):
        tab_to(page, selector)
        page.keyboard.press("Enter")
        wait_for_frames(page)
    task = at_lesson(page, "checkers", 5)
    tab_to_board(page)
    while not page.locator(".coach .praise").is_visible():
        ply = wait_until(page, "(s.awaited !== null && !s.moving) || s.ply >= 3")["ply"]
        if ply >= len(task.lines[0]):
            break
        for spot in next_spots(page, task):
            by_keys(page, spot)
        wait_until(page, f"s.ply > {ply} && !s.moving")
    praised(page, task)
    tab_to(page, '.actions [data-do="course-lesson"]')
    page.keyboard.press("Enter")
    at_lesson(page, "checkers", 6)
    page.reload()
    wait_ready(page)
    at_lesson(page, "checkers", 6)
    press(page, "course", "checkers")
    expect(page.get_by_role("dialog")).to_contain_text("1 of 10 lessons done")
    expect(page.locator('[data-arg="checkers 5"]')).to_contain_text("Done")
    press(page, "close")
    press(page, "lesson-leave")


def test_a_lesson_is_done_by_roles(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    page.get_by_role("button", name="Puzzles").click()
    page.get_by_role("dialog").get_by_role("button", name="Reversi", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="More lessons").click()
    page.keyboard.press("Shift")  # otherwise a quick press close to the last one would count as a repeated one
    page.get_by_role("dialog").get_by_role("button", name="3. Stable edges").click()
    task = at_lesson(page, "reversi", 3)
    by_role(page, *next_spots(page, task))
    praised(page, task)
    page.get_by_role("button", name="Next lesson", exact=True).click()
    at_lesson(page, "reversi", 4)
    press(page, "lesson-leave")


def test_the_sheets_and_lessons_fit_every_window(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    press(page, "learn")
    assert measured(page, "learn", SIZES) == []
    press(page, "close")
    for game in ("reversi", "checkers"):
        press(page, "course", game)
        assert measured(page, f"{game} lessons", SIZES) == []
        press(page, "course-lesson", f"{game} 2")
        task = at_lesson(page, game, 2)
        assert measured(page, game, SIZES) == []
        for spot in next_spots(page, task):
            by_mouse(page, spot)
        praised(page, task)
        assert measured(page, f"{game} done", SIZES) == []
        assert violations(page) == []
        press(page, "lesson-leave")


def test_courses_are_fetched_once_and_are_there_without_a_network(kept_page: Keeper, watch: Watch) -> None:
    page = kept_page("?test=1&seed=9&speed=off")

    def fetched() -> int:
        return sum("/py/parcels/courses" in url for url in watch.requests)

    press(page, "learn")
    assert fetched() == 0, "the list of lessons does not need them"
    press(page, "course", "reversi")
    expect(page.get_by_role("dialog")).to_contain_text("lessons done")
    assert fetched() == 1
    page.context.set_offline(True)
    press(page, "course-lesson", "checkers 1")
    at_lesson(page, "checkers", 1)
    assert fetched() == 1
    page.context.set_offline(False)
    press(page, "lesson-leave")
