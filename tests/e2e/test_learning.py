"""Test lessons: done by mouse, keyboard and roles, with wrong and illegal moves, left, and continued."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Page, expect

from chowk.core.message import english
from chowk.features.lessons.lessons import LessonTable
from chowk.games import load, tasks
from chowk.games.api.lesson import Task, due, means
from tests.e2e.conftest import Keeper, wait_ready
from tests.e2e.looking import measured, press, violations
from tests.e2e.play import by_keys, by_mouse, by_role, state, tab_to_board, wait_for_frame, wait_until

QUICK = "?test=1&seed=7&speed=off"
Spots = tuple[str, ...]


def learn(page: Page, game: str) -> None:
    """Open the lesson of a game from the home page."""
    lesson = page.locator(f'[role="dialog"] [data-do="learn"][data-arg="{game}"]')
    for _ in range(5):  # the page ignores a click that soon follows one at the same place
        page.locator('.bringing [data-do="learn"]').click()
        with suppress(AssertionError):
            expect(lesson).to_be_visible(timeout=2000)
            break
    lesson.click()
    wait_until(page, f"s.game === '{game}' && s.sheet === ''")


def at_step(page: Page, game: str, number: int) -> Task:
    """Wait until a lesson shows the step with this number, counted from 0, and return the step's task."""
    task = tasks(game)[number]
    expect(page.locator(".coach .step")).to_have_text(f"Step {number + 1} of {len(tasks(game))}")
    expect(page.locator(".coach .goal")).to_have_text(english(task.goal))
    wait_until(page, "(s.awaited !== null || s.rolling !== null) && !s.moving")
    return task


def next_spots(page: Page, game: str, number: int) -> Spots:
    """Return the spots (places on the board) to point at for the next move of a step. The first step has number 0."""
    before, desk = state(page), LessonTable(load(game), number)
    position = desk.game.notation.read_position(before["position"])
    expected = due(desk.task, tuple(before["moves"]))
    move = next(move for move in position.moves() if means(expected, desk.game.notation.write_move(position, move)))
    return desk.view.spell(position)[move]


def praised(page: Page, task: Task) -> None:
    """Wait until the page shows the sentence for a finished task."""
    expect(page.locator(".coach .praise")).to_have_text(english(task.done))


def go_on(page: Page) -> None:
    """Press the button for the next step of the lesson.

    Click up to five times, because the page ignores a click that follows a change too quickly.
    """
    step = page.locator(".coach .step")
    before = step.inner_text()
    for _ in range(5):
        page.locator('.actions [data-do="lesson-next"]').click()
        with suppress(AssertionError):
            expect(step).not_to_have_text(before, timeout=2000)
            return


def test_reversi_is_learnt_by_mouse(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    learn(page, "reversi")
    at_step(page, "reversi", 0)
    by_mouse(page, "a1")
    expect(page.locator(".coach .refusal")).to_contain_text("A disc on a1 would turn nothing.")
    for number in range(len(tasks("reversi"))):
        task = at_step(page, "reversi", number)
        if number == 1:
            assert task.wrong is not None
            before = state(page)["position"]
            by_mouse(page, "d5")
            expect(page.locator(".coach .answered")).to_have_text(english(task.wrong))
            assert wait_until(page, "s.awaited !== null && s.ply === 0 && !s.moving")["position"] == before
            assert violations(page) == []
        by_mouse(page, *next_spots(page, "reversi", number))
        praised(page, task)
        if number + 1 < len(tasks("reversi")):
            go_on(page)
    assert state(page)["saves"] == []
    page.locator('.actions [data-do="new"]').press("Enter")
    expect(page.get_by_role("dialog", name="Reversi")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.locator('[data-do="lesson-leave"]').click()
    page.locator('.bringing [data-do="learn"]').click()
    expect(page.locator('[role="dialog"] [data-do="learn"][data-arg="reversi"]')).to_contain_text(
        "You have done this lesson."
    )


def test_a_lesson_goes_on_after_a_reload(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    learn(page, "checkers")
    go_on(page)
    go_on(page)
    page.locator('.actions [data-do="lesson-back"]').press("Enter")
    at_step(page, "checkers", 1)
    page.reload()
    wait_ready(page)
    at_step(page, "checkers", 1)
    assert state(page)["saves"] == []
    page.locator('[data-do="lesson-leave"]').click()
    wait_until(page, "s.screen === 'home'")


def test_kilkenny_cats_are_learnt_by_keys_alone(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    tab_to(page, '.bringing [data-do="learn"]')
    page.keyboard.press("Enter")
    tab_to(page, '[role="dialog"] [data-do="learn"][data-arg="kilkenny"]')
    page.keyboard.press("Enter")
    for number in range(len(tasks("kilkenny"))):
        task = at_step(page, "kilkenny", number)
        tab_to_board(page)
        if state(page)["rolling"] is not None:
            page.keyboard.press("d")
            wait_until(page, "s.awaited !== null && !s.moving")
        for spot in next_spots(page, "kilkenny", number):
            by_keys(page, spot)
        praised(page, task)
        if number + 1 < len(tasks("kilkenny")):
            tab_to(page, '.actions [data-do="lesson-next"]')
            page.keyboard.press("Enter")
    tab_to(page, '[data-do="lesson-leave"]')
    page.keyboard.press("Enter")
    wait_until(page, "s.screen === 'home'")


def tab_to(page: Page, selector: str) -> None:
    for _ in range(80):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {selector}")


def test_patchwork_is_learnt_by_roles_alone(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    page.get_by_role("button", name="Learn a game").click()
    page.get_by_role("dialog").get_by_role("button", name="Patchwork").first.click()
    for number in range(len(tasks("patchwork"))):
        task = at_step(page, "patchwork", number)
        for _ in range(3):
            if page.locator(".praise").count() or (state(page)["moves"] and not due(task, tuple(state(page)["moves"]))):
                break
            ply = state(page)["ply"]
            for _ in range(2):
                page.get_by_role("button", name="Hint", exact=True).click()
            page.get_by_role("button", name="Confirm", exact=True).click()
            wait_until(page, f"s.ply > {ply} && !s.moving")
        praised(page, task)
        if number + 1 < len(tasks("patchwork")):
            page.get_by_role("button", name="Next step", exact=True).press("Enter")


SIZES = ((360, 740), (844, 390), (1280, 800), (320, 568))


def test_what_is_said_never_lies_over_the_board(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    press(page, "learn")
    assert measured(page, "lessons", SIZES) == []
    assert violations(page) == []
    press(page, "close")
    for game in ("parcheesi", "patchwork", "reversi"):
        learn(page, game)
        at_step(page, game, 0)
        if game == "reversi":
            by_role(page, "a1")
            expect(page.locator(".coach .refusal")).to_be_visible()
        press(page, "set", "theme dark")
        assert violations(page) == []
        for size in SIZES:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            wait_for_frame(page)
            assert laid_out(page, *size) == [], (game, size)
        # The row of offers may be longer than the smallest window. Patches are placed by tools, so small cells are no
        # fault.
        faults = [fault for fault in measured(page, game, SIZES) if "BUTTON.offer" not in fault]
        assert [fault for fault in faults if "cells are too small" not in fault] == []
        page.locator('[data-do="lesson-leave"]').click()
        wait_until(page, "s.screen === 'home'")
    press(page, "set", "theme auto")


def laid_out(page: Page, width: int, height: int) -> list[str]:
    """Return the layout faults of a lesson's page in a window of this size.

    The faults are a covered board, a control bar out of reach, a small board, and a page that scrolls.
    """
    boxes = (page.locator(selector).bounding_box() for selector in (".board", ".coach", ".actions"))
    board, coach, bar = (box for box in boxes if box is not None)
    beside = coach["x"] >= board["x"] + board["width"] - 1
    below = coach["y"] >= board["y"] + board["height"] - 1
    faults = {
        "the words lie over the board": not beside and not below,
        "the bar is out of reach": bar["y"] + bar["height"] > height + 1 or bar["x"] + bar["width"] > width + 1,
        "the board is small": min(board["width"], board["height"]) < 0.5 * min(width, height),
        "the page scrolls": page.evaluate("document.documentElement.scrollHeight > innerHeight + 1"),
    }
    return [name for name, wrong in faults.items() if wrong]
