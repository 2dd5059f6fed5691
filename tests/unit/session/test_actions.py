"""Test pointing: the page is redrawn only if the pointing changes it."""

from __future__ import annotations

import asyncio

import pytest

from chowk.app import pages
from chowk.session import actions
from tests.fakes import sitting_at, world_of
from tests.unit.ui.test_pages import TWO, at_table, settle, table_of


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
