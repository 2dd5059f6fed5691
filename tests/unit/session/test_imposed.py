"""Test forced moves: made automatically, or after the player has seen them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.match import Match
from chowk.core.message import english
from chowk.session import actions
from chowk.session.table import Kind, Table
from chowk.storage.plan import Plan, SeatPlan
from chowk.storage.saves import read_settings, write_settings
from chowk.storage.settings import Settings
from tests.fakes import FakeWorld, app_in, sitting_at
from tests.unit.session.test_actions import CANCELLED, rounds
from tests.unit.ui.test_pages import find
from tools.shared.html import to_html

NO_MOVE = "OX" + 62 * "-" + " X"
"""A Reversi position in which Black cannot outflank a disc, but White can."""
PERSON, BOT = SeatPlan(), SeatPlan("bot", 1)


async def settle(until: Callable[[], bool]) -> None:
    for _ in range(20_000):
        if until():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


async def begun(automatic: str, *seats: SeatPlan) -> tuple[App, Table]:
    app = app_in(FakeWorld())
    await app.start()
    commands.do(app, "set", f"automatic {automatic}")
    game = games.load("reversi")
    match: Match[Any, Any] = Match(game.ruleset, game.notation.read_position(NO_MOVE), 7)
    table = Table(game, Plan("reversi", seats), match, "1", "2026-11-23")
    app.sit_down(table)
    return app, table


@pytest.mark.parametrize("automatic", ["passes", "moves"])
async def test_a_pass_is_made_by_itself(automatic: str) -> None:
    app, table = await begun(automatic, PERSON, PERSON)
    await settle(lambda: table.match.ply >= 1)
    assert table.match.written()[0] == "pass"
    assert not commands.COMMANDS["go-on"].when(app)
    app.pause()


@pytest.mark.parametrize("keep", [True, False])
async def test_a_pointer_that_is_taken_away_makes_no_pass(keep: bool) -> None:
    app, table = await begun("off", PERSON, PERSON)
    await settle(lambda: table.choice.imposed is not None)
    actions.point(app, sitting_at(app), table.choice.pointing.press("d3"))
    actions.let_go(app, sitting_at(app), keep=keep)
    await asyncio.sleep(0)
    assert (table.match.ply, table.choice.pointing.pressed) == (0, "")
    assert table.choice.imposed is not None
    actions.point(app, sitting_at(app), table.choice.pointing.tap("d3"))
    await settle(lambda: table.match.ply >= 1)
    app.pause()


@pytest.mark.parametrize("gesture", CANCELLED)
async def test_a_cancelled_gesture_makes_no_pass(gesture: str) -> None:
    app, table = await begun("off", PERSON, PERSON)
    await settle(lambda: table.choice.imposed is not None)
    CANCELLED[gesture](app)
    await rounds()
    assert (table.match.ply, table.choice.imposed is not None) == (0, True)
    actions.point(app, sitting_at(app), table.choice.pointing.tap("d3"))
    await settle(lambda: table.match.ply >= 1)
    app.pause()


@pytest.mark.parametrize("command", ["go-on", "tap", "set"])
async def test_it_waits_until_it_was_seen_where_nothing_is_to_be_played_by_itself(command: str) -> None:
    app, table = await begun("off", PERSON, PERSON)
    await settle(lambda: table.choice.imposed is not None)
    assert table.match.ply == 0
    assert table.choice.awaited is None
    assert "cannot outflank" in english(table.status)
    assert [english(message) for message in app.voice.spoken] == ["seat 0 cannot outflank a disc and passes."]
    assert 'data-do="go-on"' in to_html(pages.page(app, app.words))
    commands.do(app, command, {"tap": "c1", "set": "automatic passes"}.get(command, ""))
    await settle(lambda: table.choice.awaited == 1)
    assert table.match.written() == ["pass"]
    assert table.choice.imposed is None
    assert 'data-do="go-on"' not in to_html(pages.page(app, app.words))
    app.pause()


async def test_an_opponent_is_not_waited_for() -> None:
    app, table = await begun("off", BOT, PERSON)
    await settle(lambda: table.choice.awaited == 1)
    assert table.match.written() == ["pass"]
    app.pause()


async def test_who_leaves_meanwhile_loses_nothing() -> None:
    app, table = await begun("off", PERSON, PERSON)
    await settle(lambda: table.choice.imposed is not None)
    app.loop.pause(table)
    assert table.choice.imposed is None
    app.loop.run(table)
    await settle(lambda: table.choice.imposed is not None)
    commands.do(app, "go-on")
    await settle(lambda: table.match.ply == 1)
    app.pause()


def test_what_was_set_while_there_were_two_ways_is_kept() -> None:
    assert read_settings('{"schema": 3, "only_move": true}').automatic == "moves"
    assert read_settings('{"schema": 3, "only_move": false}').automatic == "passes"
    assert read_settings('{"schema": 3, "only_move": true, "automatic": "off"}').automatic == "off"
    assert read_settings('{"schema": 3, "automatic": "all"}').automatic == "passes"
    assert read_settings(write_settings(Settings(automatic="off"))).automatic == "off"


@pytest.mark.parametrize("kind", ["own", "guest"])
async def test_a_player_who_must_pass_is_not_called_to_move(kind: Kind) -> None:
    # While the previous move is still shown, the pass is due and no person is awaited.
    app, table = await begun("passes", PERSON, PERSON)
    app.pause()
    table.kind = kind
    assert english(table.status) == "seat 0 cannot outflank a disc and passes."
    assert english(table.next_action) == "seat 0 cannot outflank a disc and passes."
    assert "to move" not in find(pages.page(app, app.words), class_="messages")[0].text
    assert not [pill for pill in find(pages.page(app, app.words), class_="pill") if pill.text]
    table.play(table.match.position.moves()[0])
    assert "to move" in english(table.status)
    assert [pill.text for pill in find(pages.page(app, app.words), class_="pill")] == ["To move"]
