"""Test continuing a shared game: the page asks who plays, and shows the position."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core import record
from chowk.core.match import Match
from chowk.features.sharing import game_link, send
from chowk.storage.plan import Plan, SeatPlan, usual_plan
from chowk.ui.screens import pictures
from tests.fakes import FakeWorld, app_in
from tests.unit import shelf
from tools.shared.html import to_html

HALF = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6b5"
OVER = "f5d6c5f4e3f6g5e6e7"


async def opened() -> App:
    app = app_in(FakeWorld())
    await app.start()
    return app


def half_played(name: str, seats: int, plies: int = 9) -> Match[Any, Any]:
    match = shelf.walk(shelf.Table(name, seats), 5).match
    return match.until(min(plies, match.ply // 2))


def sheet(app: App) -> str:
    return to_html(pages.page(app, app.words).children[1])


EVERY_TABLE = [(name, seats) for name in games.ready() for seats in games.sign(name).seats]


@pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
async def test_who_plays_on_is_asked_for_any_seat_with_the_position_shown(name: str, seats: int) -> None:
    app = await opened()
    match = half_played(name, seats)
    people = Plan(name, (SeatPlan(name="Asha"),) * seats, usual_plan(name).options)
    for way in ("link", "text"):
        if way == "link":
            send.follow(app, game_link.write(match, people))
            commands.do(app, "play-on")
        else:
            commands.do(app, "paste")
            commands.do(app, "import", record.write(match))
        assert app.place.sheet == ("setup", name)
        shown = sheet(app)
        game = games.load(name)
        assert pictures.small_board(game, match.position, app.look, "preview-") in shown
        assert "Who plays on from here?" in shown
        assert f"{match.ply} moves" in shown
        assert not re.search(r'data-do="(players|option|preset|learn)"', shown), "what has begun is settled"
        for seat in range(seats):
            assert f'data-arg="{seat} person"' in shown
            assert f'data-arg="{seat} bot"' in shown
            commands.do(app, "seat", f"{seat} bot {seat % 2}")
        commands.do(app, "seat", "1 person")
        before = app.table
        commands.do(app, "play")
        assert app.table is not None
        assert app.table is not before
        assert app.table.kind != "guest"
        assert app.table.match.positions == match.positions
        assert [plan.kind for plan in app.table.plan.seats] == [
            "person" if seat == 1 else "bot" for seat in range(seats)
        ]
        app.leave()


async def test_an_opponent_that_is_given_the_seat_moves() -> None:
    app = await opened()
    commands.do(app, "import", HALF)
    commands.do(app, "seat", "0 bot 0")
    commands.do(app, "play")
    assert app.table is not None
    for _ in range(5000):
        if app.table.match.ply > len(HALF) // 2:
            break
        await asyncio.sleep(0)
    assert app.table.match.ply > len(HALF) // 2
    app.pause()


async def test_what_is_chosen_here_is_not_proposed_for_the_next_new_game() -> None:
    app = await opened()
    commands.do(app, "import", HALF)
    commands.do(app, "seat", "1 bot 4")
    commands.do(app, "play")
    assert "reversi" not in app.kept.plans
    commands.do(app, "new")
    assert app.setup.plan == usual_plan("reversi")
    commands.do(app, "play")
    assert app.table is not None
    assert app.table.match.ply == 0, "a new game begins at the beginning"
    app.pause()


async def test_whoever_thinks_better_of_it_is_where_they_were() -> None:
    app = await opened()
    send.follow(app, game_link.write(half_played("reversi", 2), usual_plan("reversi")))
    theirs = app.table
    commands.do(app, "play-on")
    commands.do(app, "close")
    assert app.table is theirs
    assert not app.place.sheets
    assert not app.kept.saves


async def test_the_rules_of_what_has_begun_cannot_be_changed() -> None:
    app = await opened()
    commands.do(app, "import", HALF)
    plan = app.setup.plan
    for name, arg in (("players", "3"), ("option", "first loser"), ("preset", "x")):
        commands.do(app, name, arg)
    assert app.setup.plan == plan


async def test_a_game_that_is_over_is_analysed_at_once() -> None:
    app = await opened()
    commands.do(app, "import", OVER)
    assert not app.place.sheets
    assert app.table is not None
    assert app.table.kind == "analysis"
    app.pause()


async def test_who_is_to_move_is_said_beside_the_seat() -> None:
    app = await opened()
    commands.do(app, "import", HALF[:6])
    shown = sheet(app)
    assert shown.count("To move") == 1
    assert "Moves first" not in shown
    assert shown.index("To move") > shown.index('data-arg="0 person"'), "after three moves it is White"
