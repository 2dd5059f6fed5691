"""Test several people at one device. A setting turns the board to the next player when the device is handed over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.position import CHANCE
from chowk.session.navigation import HANDING
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from chowk.storage.settings import Settings
from chowk.ui.nodes import Node
from tests.fakes import FakeWorld, app_in
from tools.shared.html import to_html

ASHA, KISHAN, BOT = SeatPlan(name="Asha"), SeatPlan(name="Kishan"), SeatPlan("bot", 1)


async def settle(until: Callable[[], bool]) -> None:
    for _ in range(20_000):
        if until():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


async def begun(name: str, *seats: SeatPlan, **chosen: str | bool) -> tuple[App, Table]:
    """Return the app and the table of a new game with these seats and settings."""
    app = app_in(FakeWorld())
    await app.start()
    app.kept.change_settings(**chosen)
    game = games.load(name)
    options = {"first": "random"} if any(option.name == "first" for option in game.rules.OPTIONS) else {}
    table = Table(game, Plan(name, seats, options), game.match(1, len(seats), **options), "1", "2026-11-23")
    app.sit_down(table)
    return app, table


def handing(app: App) -> bool:
    return app.place.sheet is not None and app.place.sheet.name == HANDING


def due(table: Table) -> bool:
    """Return True if a person must move or roll now."""
    return table.choice.awaited is not None or table.choice.rolling is not None


def page_of(app: App) -> Node:
    return pages.page(app, app.words)


async def move(app: App, table: Table) -> None:
    """Play the first legal moves for a person until the turn ends."""
    await settle(lambda: due(table))
    seat = table.turn
    while table.turn == seat and table.outcome is None:
        await settle(lambda: due(table) or handing(app) or table.turn != seat)
        if handing(app) or table.turn != seat:
            return
        if table.choice.rolling is not None:
            commands.do(app, "roll")
        else:
            app.loop.choose(table, table.match.position.moves()[0])
        await asyncio.sleep(0)


async def test_nothing_turns_unless_that_was_chosen() -> None:
    assert Settings().sharing == "still"
    app, table = await begun("reversi", ASHA, KISHAN)
    for _ in range(4):
        await move(app, table)
        await settle(lambda: due(table))
        assert (table.near, table.turns, app.place.sheet) == (0, 0, None)
    app.pause()


@pytest.mark.parametrize("name", ["reversi", "checkers", "kilkenny", "parcheesi"])
async def test_the_board_turns_to_whose_turn_it_is_once_they_have_the_device(name: str) -> None:
    app, table = await begun(name, ASHA, KISHAN, sharing="turns")
    await settle(lambda: due(table))  # the starting player already holds the device
    first = table.turn
    assert table.near == first
    await move(app, table)
    await settle(lambda: handing(app))
    assert table.near == first, "it lies as it did until the device was handed over"
    assert (table.choice.awaited, table.choice.rolling) == (None, None)
    shown = to_html(page_of(app))
    assert f"Give the device to \u2068{'Kishan' if first == 0 else 'Asha'}\u2069" in shown
    commands.do(app, "take-device")
    await settle(lambda: due(table))
    assert table.near == table.turn != first
    assert app.place.sheet is None
    app.pause()


async def test_the_moment_of_handing_over_can_be_switched_off_and_closed() -> None:
    app, table = await begun("reversi", ASHA, KISHAN, sharing="turns", handing=False)
    for seat in (0, 1, 0, 1):
        await settle(lambda: due(table))
        assert (table.turn, table.near, app.place.sheet) == (seat, seat, None)
        await move(app, table)
    app.pause()
    app, table = await begun("reversi", ASHA, KISHAN, sharing="turns")
    await move(app, table)
    await settle(lambda: handing(app))
    commands.do(app, "close")
    await settle(lambda: due(table))
    assert table.near == 1
    app.pause()


async def test_a_table_that_is_left_while_the_device_is_handed_over_goes_on_as_it_was() -> None:
    app, table = await begun("reversi", ASHA, KISHAN, sharing="turns")
    await move(app, table)
    await settle(lambda: handing(app))
    app.pause()
    assert app.place.sheet is None
    app.loop.run(table)
    await settle(lambda: handing(app))
    commands.do(app, "undo")
    await settle(lambda: due(table))
    assert (table.turn, table.near, app.place.sheet) == (0, 0, None)
    app.pause()


async def test_a_person_among_opponents_is_asked_nothing() -> None:
    app, table = await begun("kilkenny", ASHA, BOT, sharing="turns")
    for _ in range(3):
        await move(app, table)
    assert (table.near, app.place.sheet) == (0, None)
    app.pause()


async def test_while_it_is_thrown_for_who_starts_nothing_turns() -> None:
    game = games.load("parcheesi")
    options = {"first": "throw"}
    app = app_in(FakeWorld())
    await app.start()
    app.kept.change_settings(sharing="turns")
    table = Table(game, Plan("parcheesi", (ASHA, KISHAN), options), game.match(1, 2, **options), "1", "2026-11-23")
    assert table.match.position.opening
    app.sit_down(table)
    for _ in range(2):
        await settle(lambda: due(table) or handing(app))
        assert table.match.position.turn == CHANCE
        if table.match.position.opening:
            assert not handing(app)
            commands.do(app, "roll")
            await asyncio.sleep(0)
    app.pause()


@pytest.mark.parametrize(
    ("seats", "sharing", "across"),
    [
        ((ASHA, KISHAN), "across", True),
        ((ASHA, KISHAN), "still", False),
        ((ASHA, BOT), "across", False),
        ((ASHA, BOT, BOT, KISHAN), "across", True),
        ((ASHA, KISHAN, BOT, BOT), "across", False),  # both people sit at the near side of the device
    ],
)
async def test_cards_across_are_upside_down_where_somebody_sits_there(
    seats: tuple[SeatPlan, ...], sharing: str, across: bool
) -> None:
    app, _ = await begun("kilkenny", *seats, sharing=sharing)
    shown = next(node for node in page_of(app).walk() if "data-across" in node.attrs or node.key == "table")
    assert bool(shown.attrs.get("data-across")) is across
    app.pause()
