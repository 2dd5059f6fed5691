"""Test the table after the end of a game: its parts stay beside the board, but nothing can be chosen."""

from __future__ import annotations

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from chowk.ui.nodes import Node
from tests.fakes import FakeWorld, app_in
from tests.unit import shelf
from tests.unit.app.test_app import begun, tap, waiting

TRIED = [name for name in games.ready() if games.load(name).trial is not None]


async def ended(name: str, seed: int) -> tuple[App, Table]:
    app = app_in(FakeWorld())
    await app.start()
    match = shelf.walk(shelf.Table(name, 2), seed).match
    app.sit_down(
        Table(games.load(name), Plan(name, (SeatPlan(), SeatPlan())), match, "over", "2026-11-21T12:00:00+00:00")
    )
    assert app.table is not None
    return app, app.table


def offers(app: App) -> list[Node]:
    return [node for node in pages.page(app, app.words).walk() if "data-offer" in node.attrs]


@pytest.mark.parametrize("name", TRIED)
@pytest.mark.parametrize("seed", range(3))
async def test_nothing_is_offered_after_the_end(name: str, seed: int) -> None:
    app, table = await ended(name, seed)
    assert table.outcome is not None
    assert games.load(name).trial is not None
    assert all(offer.attrs.get("aria-disabled") == "true" for offer in offers(app))
    assert not any("data-flaw" in offer.attrs for offer in offers(app)), "nobody lacks anything any more"
    assert not any(offer.attrs["data-arg"] == "advance" for offer in offers(app))
    commands.do(app, "show", "0")
    assert not any("aria-disabled" in offer.attrs for offer in offers(app)), "what was offered then is looked at again"
    assert any(offer.attrs["data-arg"] == "advance" for offer in offers(app))


async def test_what_was_taken_back_is_played_again_only_once_the_end_is_taken_back() -> None:
    app, _, table = await begun()
    await tap(app, "d3", "c3")
    await waiting(app)
    commands.do(app, "undo")
    await waiting(app)
    commands.do(app, "resign")
    app.place.clear()
    commands.do(app, "redo")
    assert (table.match.ply, len(table.match.undone), table.outcome is not None) == (1, 1, True)
    commands.do(app, "undo")
    for _ in range(2):
        await waiting(app)
        commands.do(app, "redo")
    assert (table.match.ply, table.outcome) == (2, None)
    app.pause()
