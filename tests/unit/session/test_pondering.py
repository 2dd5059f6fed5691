"""Test pondering: the strongest opponents think during a person's turn if the setting allows, and delay nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from chowk import games
from chowk.app import commands
from chowk.app.app import App
from chowk.engine.protocol import Request, read_request
from chowk.features.hints import hints
from chowk.session import pondering
from chowk.session.table import Table
from chowk.storage.plan import SeatPlan, usual_plan
from tests.fakes import FakeWorld, app_in, sitting_at, world_of

STRONGEST = {"reversi": 7, "checkers": 6}


async def settle(until: Callable[[], bool]) -> None:
    for _ in range(20_000):
        if until():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


async def at_turn(
    name: str, *, level: int, setting: str = "charging", charged: bool = True, people: int = 1, aside: bool = True
) -> App:
    """Return an app in which a person has the first move. The engine gives no answer before its gate is set.

    `setting` is the setting for pondering. `charged` says if the device is charging, `aside` if the engine is in a
    worker. `people` is the number of people, 1 or 2. The opponent of one person has the level `level`.
    """
    world = FakeWorld()
    world.engine.gate = asyncio.Event()
    world.device.charged, world.engine.in_worker = charged, aside
    app = app_in(world)
    await app.start()
    app.change_settings(ponder=setting)
    game = games.load(name)
    seats = (SeatPlan(), SeatPlan("bot", level) if people == 1 else SeatPlan())
    app.sit_down(Table(game, usual_plan(name)._replace(seats=seats, lot=False), game.match(7), "1", "2026-11-23"))
    await settle(lambda: sitting_at(app).choice.awaited == 0)
    for _ in range(20):
        await asyncio.sleep(0)
    return app


def requests_of(app: App) -> list[Request]:
    world = world_of(app)
    assert isinstance(world, FakeWorld)
    return [read_request(text) for text in world.engine.requests]


def dropped(app: App) -> list[int]:
    world = world_of(app)
    assert isinstance(world, FakeWorld)
    return world.engine.dropped


@pytest.mark.parametrize(("name", "level"), STRONGEST.items())
async def test_an_opponent_thinks_about_what_a_person_may_do_until_that_is_chosen(name: str, level: int) -> None:
    app = await at_turn(name, level=level)
    table = sitting_at(app)
    (request,) = requests_of(app)
    start = table.match.ruleset.notation.write_position(table.match.position)
    assert (request.position, request.level, request.milliseconds) == (start, level, pondering.LONGEST)
    assert table.choice.thinking is None  # the page does not show a thinking opponent
    app.loop.choose(table, table.match.position.moves()[0])
    await settle(lambda: len(requests_of(app)) == 2)
    _, own = requests_of(app)
    assert dropped(app) == [request.ticket]
    assert own.ticket != request.ticket
    assert own.position != start
    assert own.milliseconds < pondering.LONGEST
    app.pause()


@pytest.mark.parametrize(
    ("setting", "charged", "thinks"),
    [("charging", True, True), ("charging", False, False), ("never", True, False), ("always", False, True)],
)
async def test_it_does_so_only_where_that_is_wanted(setting: str, charged: bool, thinks: bool) -> None:
    app = await at_turn("reversi", level=7, setting=setting, charged=charged)
    assert len(requests_of(app)) == thinks
    app.pause()


@pytest.mark.parametrize("name", games.ready())
async def test_no_other_opponent_does(name: str) -> None:
    for level in games.load(name).bots.LEVELS:
        assert level.ponders == (STRONGEST.get(name) == level.number)
    app = await at_turn("reversi", level=6)
    assert requests_of(app) == []
    app.pause()
    app = await at_turn("reversi", level=7, aside=False)  # the engine runs in the page itself
    assert requests_of(app) == []
    app.pause()
    app = await at_turn("reversi", level=7, people=2)
    assert requests_of(app) == []
    app.pause()


@pytest.mark.parametrize("dead", [0, 1])
async def test_what_comes_of_it_makes_no_move_and_no_fuss(dead: int) -> None:
    app = await at_turn("reversi", level=7)
    table, world = sitting_at(app), world_of(app)
    assert isinstance(world, FakeWorld)
    assert world.engine.gate is not None
    world.engine.dead = dead  # if `dead` is 1, the worker dies during pondering
    world.engine.gate.set()
    for _ in range(200):
        await asyncio.sleep(0)
    assert (table.match.ply, table.choice.awaited, app.voice.toast) == (0, 0, None)
    assert len(requests_of(app)) == 1
    app.pause()


async def test_a_hint_is_not_kept_waiting() -> None:
    app = await at_turn("reversi", level=7)
    (request,) = requests_of(app)
    commands.do(app, "hint")
    await settle(lambda: len(requests_of(app)) == 2)
    assert dropped(app) == [request.ticket]
    assert requests_of(app)[1].milliseconds == hints.MILLISECONDS
    app.pause()


async def test_a_game_that_is_left_is_not_thought_about() -> None:
    app = await at_turn("checkers", level=6)
    (request,) = requests_of(app)
    app.pause()
    await settle(lambda: bool(dropped(app)))
    assert set(dropped(app)) == {request.ticket}
