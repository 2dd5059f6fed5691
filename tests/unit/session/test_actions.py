"""Test pointing: when the page is redrawn, and that a gesture that is given up neither rolls nor moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.app.opened import back
from chowk.session import actions
from chowk.session.input.keyboard import steered
from chowk.storage.plan import Plan
from tests.fakes import sitting_at, world_of
from tests.unit.ui.test_pages import TWO, at_home, at_table, settle, table_of


@pytest.mark.parametrize(
    ("game", "spot", "pressed", "released"),
    [
        ("reversi", "d3", 0, 0),  # the move is made when the finger goes up, and the game loop shows it
        ("reversi", "a1", 0, 1),  # refused, with a message
        ("checkers", "11", 1, 1),  # picked up when the finger goes down
    ],
)
async def test_the_page_is_drawn_where_there_is_something_to_see(
    game: str, spot: str, pressed: int, released: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = await at_table(game, TWO)
    table, drawn = table_of(app), list[int]()
    monkeypatch.setattr(world_of(app).page, "render", lambda: drawn.append(1))
    before = pages.page(app, app.words)
    actions.point(app, sitting_at(app), table.choice.pointing.press(spot))
    assert len(drawn) == pressed
    assert (pages.page(app, app.words) == before) == (not pressed)
    drawn.clear()
    actions.point(app, sitting_at(app), table.choice.pointing.release(spot))
    assert len(drawn) == released
    app.pause()


async def test_a_move_that_was_pointed_at_is_shown_once_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    app = await at_table("reversi", TWO)
    table, drawn = table_of(app), list[int]()
    for _ in range(20):  # what the table causes when it is laid is over
        await asyncio.sleep(0)
    monkeypatch.setattr(world_of(app).page, "render", lambda: drawn.append(table.match.ply))
    actions.point(app, sitting_at(app), table.choice.pointing.tap("d3"))
    assert not drawn
    await settle(app, lambda: table.match.ply == 1)
    assert set(drawn) == {1}
    app.pause()


@pytest.mark.parametrize(("keep", "left"), [(True, ("11",)), (False, ())])
async def test_a_piece_stays_taken_up_when_the_device_takes_the_pointer_away(keep: bool, left: tuple[str, ...]) -> None:
    app = await at_table("checkers", TWO)
    table = table_of(app)
    actions.point(app, sitting_at(app), table.choice.pointing.press("11"))
    actions.let_go(app, sitting_at(app), keep=keep)
    assert (table.choice.pointing.chooser.picked, table.choice.pointing.pressed) == (left, "")
    app.pause()


def press_the_board(app: App) -> None:
    table = sitting_at(app)
    actions.point(app, table, table.choice.pointing.press(table.display.cursor))


def drag_off_the_board(app: App) -> None:
    press_the_board(app)
    table = sitting_at(app)
    actions.point(app, table, table.choice.pointing.release(""))


def lose_the_pointer(app: App) -> None:
    press_the_board(app)
    actions.let_go(app, sitting_at(app), keep=True)


def put_down_a_second_finger(app: App) -> None:
    press_the_board(app)
    actions.let_go(app, sitting_at(app), keep=False)


def open_the_menu_and_go_back(app: App) -> None:
    commands.do(app, "menu")
    back(app)


CANCELLED: dict[str, Callable[[App], object]] = {
    "the Escape key": lambda app: steered(app, sitting_at(app), "Escape"),
    "the command to cancel": lambda app: commands.do(app, "cancel"),
    "a press alone": press_the_board,
    "a drag off the board": drag_off_the_board,
    "a lost pointer": lose_the_pointer,
    "a second finger": put_down_a_second_finger,
    "the gesture to go back": open_the_menu_and_go_back,
}
"""Gestures that must not continue the game while a roll is due or a forced move waits for its confirmation."""


async def rolling_in(game: str) -> App:
    """Return an app at the table of a new game between two people, as soon as one of them is to roll."""
    app = await at_home()
    app.begin(Plan(game, TWO))
    await rounds(lambda: table_of(app).choice.rolling is not None)
    return app


async def rounds(until: Callable[[], bool] = lambda: False) -> None:
    """Let the other tasks run for 200 turns of the event loop, or fewer if a condition holds earlier."""
    for _ in range(200):
        if until():
            return
        await asyncio.sleep(0)


@pytest.mark.parametrize("gesture", CANCELLED)
@pytest.mark.parametrize("game", ["parcheesi", "kilkenny"])
async def test_the_dice_are_not_rolled_by_a_cancelled_gesture(game: str, gesture: str) -> None:
    app = await rolling_in(game)
    table = table_of(app)
    CANCELLED[gesture](app)
    await rounds()
    assert (table.match.ply, table.choice.rolling is not None) == (0, True)
    actions.point(app, table, table.choice.pointing.tap(table.display.cursor))
    await rounds(lambda: table.match.ply > 0)
    assert table.match.ply > 0
    app.pause()


async def test_a_drag_to_another_spot_rolls_the_dice() -> None:
    app = await rolling_in("parcheesi")
    table = table_of(app)
    press_the_board(app)
    other = next(cell.spot for row in table.view.cells() for cell in row if cell.spot != table.display.cursor)
    actions.point(app, table, table.choice.pointing.release(other))
    await rounds(lambda: table.match.ply > 0)
    assert table.match.ply > 0
    app.pause()


@pytest.mark.parametrize("game", ["parcheesi", "kilkenny"])
async def test_a_tap_on_a_spot_of_the_last_move_rolls_the_dice(game: str) -> None:
    app = await at_table(game, TWO)
    table = table_of(app)
    picked = ""
    while table.choice.rolling is None:
        if table.choice.awaited is not None:
            picked = next(iter(table.choice.pointing.chooser.open), "")
            commands.do(app, "tap", picked)
        await asyncio.sleep(0)
    ply = table.match.ply
    assert picked
    actions.point(app, table, table.choice.pointing.tap(picked))
    await rounds(lambda: table.match.ply > ply)
    assert table.match.ply > ply
    app.pause()
