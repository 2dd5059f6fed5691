"""Test opponents' optional files: choosing an opponent requests them, the page shows their loading, no move waits."""

from __future__ import annotations

import asyncio

import pytest

from chowk import games
from chowk.app.app import App
from chowk.app.pages import page
from chowk.core.message import english
from chowk.features.analysis import analysis
from chowk.games.api import Level
from chowk.storage.plan import Plan, SeatPlan
from tests.unit.app.test_app import opened, settle, table_of
from tests.unit.ui.test_pages import find

NAME, LEVEL = max(
    ((name, level) for name in games.ready() for level in games.load(name).bots.LEVELS if level.extras),
    key=lambda pair: len(pair[1].extras),
)
EXTRAS = [(NAME, extra.name) for extra in LEVEL.extras]


def against(level: int) -> Plan:
    """Return the plan (players and house rules) of a game against an opponent of this level."""
    return Plan(NAME, (SeatPlan(), SeatPlan("bot", level)), {})


def lines(app: App) -> list[str]:
    """Return the page's texts about files that are loading."""
    return [node.text for node in find(page(app, app.words), class_="coming")]


async def test_a_strong_opponent_sends_for_it_and_the_page_says_so_until_it_is_there() -> None:
    app, world = await opened()
    world.extras.halfway = asyncio.Event()
    app.begin(against(LEVEL.number))
    await settle(app, lambda: bool(world.extras.sent_for))
    title = english(LEVEL.extras[0].title)
    assert lines(app) == [f"{title}: 200 of 400 kB"], "one after another"
    assert world.engine.extras == []
    app.begin(against(LEVEL.number))
    await settle(app, lambda: table_of(app).choice.pointing is not None)
    assert world.extras.sent_for == EXTRAS, "once, for all tables"
    world.extras.halfway.set()
    await settle(app, lambda: len(world.engine.extras) == len(EXTRAS))
    assert world.engine.extras == world.extras.sent_for
    assert lines(app) == []
    analysis.begin(app, None, NAME)
    await asyncio.sleep(0)
    assert world.extras.sent_for == EXTRAS, "it is here"


async def test_who_analyses_sends_for_it_and_who_plays_an_easy_opponent_does_not() -> None:
    app, world = await opened()
    app.begin(against(0))
    for _ in range(50):
        await asyncio.sleep(0)
    assert world.extras.sent_for == []
    analysis.begin(app, None, NAME)
    await settle(app, lambda: bool(world.engine.extras))


async def test_where_it_cannot_be_had_the_game_goes_on_and_it_is_asked_for_again_at_another_table() -> None:
    app, world = await opened()
    world.extras.has_extras = False
    app.begin(against(LEVEL.number))
    await settle(app, lambda: len(world.extras.sent_for) == len(EXTRAS) and not lines(app))
    app.pause()
    app.loop.run(table_of(app))
    for _ in range(50):
        await asyncio.sleep(0)
    assert world.extras.sent_for == EXTRAS
    assert world.engine.extras == []
    assert (app.voice.alert, app.voice.toast) == (None, None)
    world.extras.has_extras = True
    app.begin(against(LEVEL.number))
    await settle(app, lambda: bool(world.engine.extras))


@pytest.mark.parametrize("name", games.ready())
def test_extras_are_files_that_the_engine_has(name: str) -> None:
    from importlib.resources import files

    for level in games.load(name).bots.LEVELS:
        assert isinstance(level, Level)
        for extra in level.extras:
            assert extra.generated or files(f"chowk.games.{name}.engine").joinpath(extra.name).is_file()
            assert english(extra.title)
