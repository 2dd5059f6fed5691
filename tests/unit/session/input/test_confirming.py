"""Test the setting for the confirmation of moves: never, only of moves made by touch, or always (requirement PL-25)."""

from __future__ import annotations

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.session import actions
from tests.fakes import sitting_at
from tests.unit.ui.test_pages import TWO, at_table, find, settle, table_of


async def beginning(confirm: str) -> App:
    app = await at_table("reversi", TWO)
    commands.do(app, "set", f"confirm {confirm}")
    return app


def point(app: App, spot: str, *, touch: bool) -> None:
    actions.point(app, sitting_at(app), table_of(app).choice.pointing.press(spot), touch=touch)
    actions.point(app, sitting_at(app), table_of(app).choice.pointing.release(spot), touch=touch)


async def test_every_move_is_asked_about_where_that_is_wanted() -> None:
    app = await beginning("always")
    table = table_of(app)
    commands.do(app, "tap", "d3")
    assert app.place.sheet == ("sure", "")
    assert table.match.ply == 0
    sheet = find(pages.page(app, app.words), role="dialog")[0]
    assert "d3, turning 1 disc" in sheet.text
    commands.do(app, "cancel")
    assert (len(app.place.sheets), table.match.ply, table.choice.pointing.chooser.picked) == (0, 0, ())
    commands.do(app, "tap", "d3")
    commands.do(app, "sure")
    await settle(app, lambda: table.match.ply == 1)
    assert table.match.written() == ["d3"]
    assert not app.place.sheets
    app.pause()


@pytest.mark.parametrize(
    ("confirm", "touch", "asks"),
    [("never", True, False), ("touch", False, False), ("touch", True, True), ("always", False, True)],
)
async def test_only_a_finger_is_asked_where_that_is_wanted(confirm: str, touch: bool, asks: bool) -> None:
    app = await beginning(confirm)
    table = table_of(app)
    point(app, "d3", touch=touch)
    assert (app.place.sheet == ("sure", "")) == asks
    if not asks:
        await settle(app, lambda: table.match.ply == 1)
    assert table.match.ply == (0 if asks else 1)
    app.pause()


async def test_what_is_refused_is_not_asked_about() -> None:
    app = await beginning("always")
    commands.do(app, "tap", "a1")
    assert not app.place.sheets
    assert table_of(app).choice.refusal is not None
    app.pause()
