"""Test draws that the rules offer: the players who are asked, and the effect of each answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from chowk import games
from chowk.app import commands
from chowk.app.app import App
from chowk.app.pages import page
from chowk.core.match import Match
from chowk.core.message import english
from chowk.core.position import Outcome
from chowk.features.sharing import game_link
from chowk.games.kilkenny.engine import bots
from chowk.session.table import Table
from chowk.storage import saves
from chowk.storage.plan import Plan, SeatPlan
from tests.fakes import FakeWorld, app_in
from tests.unit.app.test_app import opened, settle

PERSON, BOT = SeatPlan(), SeatPlan("bot", 2)
EVEN = "S:c3,e13 N:m13,k3 S roll quiet=100"
AHEAD = "S:h1,h4,c14 N:m13,c3 S roll quiet=100"
"""A position of Kilkenny Cats in which South can win with one roll of three, and North is far behind."""
THREE = "S:c3,e13 W:p8 N:m13,k3 E:n4,d8 S roll quiet=150"
"""A position of Kilkenny Cats for four in which West is out, because its last cat is on a mouse."""


async def offered(setup: str, seats: Sequence[SeatPlan]) -> tuple[App, FakeWorld, Table]:
    app, world = await opened()
    game = games.load("kilkenny")
    match: Match[Any, Any] = Match(game.ruleset, game.notation.read_position(setup), 3)
    table = Table(game, Plan("kilkenny", tuple(seats)), match, "a", world.clock.now())
    app.sit_down(table)
    for _ in range(50):
        await asyncio.sleep(0)
    return app, world, table


def shown(app: App) -> str:
    return str(page(app, app.words))


async def test_people_are_asked_before_the_roll_and_the_game_waits() -> None:
    app, _, table = await offered(EVEN, (PERSON, PERSON))
    assert app.place.sheet == ("offer", "")
    assert table.choice.rolling is None
    assert table.match.ply == 0
    assert "50 rounds have brought neither a capture nor a mouse." in shown(app)
    assert "Call it a draw only if all players agree." in shown(app)


async def test_a_draw_that_people_agree_on_ends_the_game_and_is_kept_and_sent() -> None:
    app, _, table = await offered(EVEN, (PERSON, PERSON))
    commands.do(app, "accept-draw")
    await settle(app, lambda: table.outcome is not None)
    assert table.outcome == Outcome((1, 1), (), "agreed")
    assert app.place.sheet == ("result", "")
    save = saves.Save("a", table.plan, table.match, table.about.created, table.about.created)
    assert saves.read_save(saves.write_save(save), games.find_ruleset).match.outcome() == table.outcome
    assert game_link.read(game_link.write(table.match, table.plan)[0:]).match.outcome() == table.outcome


@pytest.mark.parametrize("how", ["decline-draw", "close", "cancel"])
async def test_the_game_goes_on_if_people_decline_and_is_not_asked_again_at_once(how: str) -> None:
    app, _, table = await offered(EVEN, (PERSON, PERSON))
    commands.do(app, how)
    await settle(app, lambda: table.choice.rolling is not None)
    assert table.outcome is None
    assert not app.place.sheets
    commands.do(app, "roll")
    await settle(app, lambda: table.match.ply == 1)
    assert not app.place.sheets


async def test_an_opponent_that_is_not_winning_agrees_and_the_person_is_asked() -> None:
    app, _, table = await offered(EVEN, (PERSON, BOT))
    assert bots.accepts(table.match.position, 1)
    assert "Every opponent agrees." in shown(app)
    assert "Call it a draw only if all" not in shown(app)
    commands.do(app, "accept-draw")
    await settle(app, lambda: table.outcome is not None)


async def test_an_opponent_that_is_winning_declines_and_nobody_else_is_asked() -> None:
    app, _, table = await offered(AHEAD, (BOT, PERSON))
    assert not bots.accepts(table.match.position, 0)
    assert bots.accepts(table.match.position, 1)
    await settle(app, lambda: table.match.ply > 0)
    assert app.voice.toast is not None
    assert english(app.voice.toast.text) == "A draw was offered, and seat 0 plays on."
    assert not app.place.sheets
    assert table.outcome is None


async def test_opponents_among_themselves_agree_and_who_is_out_has_no_say() -> None:
    _, _, table = await offered(THREE, (BOT, PERSON, BOT, BOT))
    await settle(app_in(FakeWorld()), lambda: table.outcome is not None)
    assert table.outcome == Outcome((1, 4, 1, 1), (), "agreed")


async def test_leaving_an_offer_leaves_the_game_as_it_was_and_it_is_offered_again() -> None:
    app, _, table = await offered(EVEN, (PERSON, PERSON))
    commands.do(app, "home")
    await asyncio.sleep(0)
    assert table.outcome is None
    app.sit_down(table)
    await settle(app, lambda: app.place.sheet == ("offer", ""))


async def test_nothing_is_offered_where_a_house_rule_ends_the_game_by_itself() -> None:
    app, _, table = await offered(f"{EVEN.replace('quiet=100', 'quiet=99')} house=rounds:50", (PERSON, PERSON))
    await settle(app, lambda: table.choice.rolling is not None)
    assert not app.place.sheets


def test_only_a_draw_that_is_offered_can_be_answered() -> None:
    app = app_in(FakeWorld())
    commands.do(app, "accept-draw")
    commands.do(app, "decline-draw")
    assert app.table is None


# Colours ------------------------------------------------------------------------------------------------------------


async def colours(pair: str, seats: int = 2) -> tuple[App, Table]:
    app, _ = await opened()
    app.begin(Plan("kilkenny", (PERSON, *[BOT] * (seats - 1)), {"pair": pair}))
    assert app.table is not None
    return app, app.table


@pytest.mark.parametrize(
    ("pair", "names"), [("south", ["Red", "Yellow"]), ("west", ["Blue", "Green"]), ("mixed", ["Red", "Blue"])]
)
async def test_two_players_are_called_and_drawn_by_the_colours_that_they_chose(pair: str, names: list[str]) -> None:
    app, table = await colours(pair)
    assert [english(table.seats.side(seat)) for seat in (0, 1)] == names
    assert [table.seats.token(seat) for seat in (0, 1)] == [name.lower() for name in names]
    assert ("House rules" in shown(app)) == (pair == "mixed"), "only what departs from the rule book is a house rule"


async def test_a_set_up_offers_the_colours_to_two_players_only() -> None:
    app, _ = await opened()
    commands.do(app, "open", "kilkenny")
    commands.do(app, "players", "2")
    commands.do(app, "more")
    assert "Blue and Green" in shown(app)
    commands.do(app, "option", "pair west")
    assert app.setup.plan is not None
    assert [f"seat-{seat}" in shown(app) for seat in (0, 1)] == [True, True]
    commands.do(app, "players", "4")
    assert "Blue and Green" not in shown(app)


async def test_sides_are_swapped_within_the_chosen_colours() -> None:
    app, _ = await opened()
    commands.do(app, "open", "kilkenny")
    commands.do(app, "players", "2")
    commands.do(app, "option", "pair west")
    commands.do(app, "sides")
    commands.do(app, "play")
    assert app.table is not None
    assert app.table.seats.person(1)
    assert english(app.table.seats.side(1)) == "Green"
