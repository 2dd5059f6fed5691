"""Test sides drawn at random (rule C25 of checkers): set-up, log, record and rematch."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.app.commands import rematch_plan
from chowk.features.sharing import foreign_texts, game_link, texts
from chowk.session.table import Table
from chowk.storage import saves
from chowk.storage.plan import Plan, SeatPlan, swapped, usual_plan, with_seats_drawn
from chowk.ui.nodes import Node
from tests.fakes import FakeWorld, app_in, sitting_at

GAME = next(name for name in games.SHELF if games.sign(name).lot)
ASHA, BOT, KISHAN = SeatPlan("person", 0, "Asha"), SeatPlan("bot", 2), SeatPlan("person", 0, "Kishan")


def world(seed: int) -> FakeWorld:
    """Return a fake browser in which the next game gets this seed."""
    fake = FakeWorld()
    fake.seeds = iter(range(seed, seed + 100))
    return fake


def begun(seed: int, plan: Plan | None = None) -> tuple[App, Table]:
    """Return the app and the table of a new game in which the players' sides are drawn at random."""
    app = app_in(world(seed))
    app.begin(plan or usual_plan(GAME)._replace(seats=(ASHA, BOT)))
    assert app.table is not None
    return app, app.table


def log(app: App) -> list[str]:
    """Return the lines of the log of moves as text."""
    assert app.table is not None
    words = app.words
    return [re.sub("[\u2068\u2069]", "", words(message)) for line in app.table.log.lines for message in line.sentences]


def walk(app: App) -> Iterator[Node]:
    return pages.page(app, app.words).walk()


def picks(app: App) -> dict[str, bool]:
    """Return the choices of sides that the set-up sheet offers. The value is True for the selected choice."""
    nodes = [node for node in walk(app) if node.attrs.get("data-do") == "colour"]
    return {str(node.attrs["data-arg"]): bool(node.attrs.get("checked")) for node in nodes}


def test_the_rules_of_one_game_have_sides_drawn() -> None:
    assert [name for name in games.SHELF if games.sign(name).lot] == [GAME] == ["checkers"]
    assert [usual_plan(name).lot for name in games.SHELF] == [name == GAME for name in games.SHELF]


def test_c25_set_up_offers_both_sides_and_a_lot_which_is_chosen_at_first() -> None:
    app = app_in(FakeWorld())
    commands.do(app, "open", GAME)
    commands.do(app, "more")
    assert picks(app) == {"0": False, "1": False, "lot": True}
    commands.do(app, "colour", "1")
    assert app.setup.plan is not None
    assert (app.setup.plan.lot, [seat.kind for seat in app.setup.plan.seats]) == (False, ["bot", "person"])
    assert picks(app) == {"0": False, "1": True, "lot": False}
    commands.do(app, "colour", "0")
    assert [seat.kind for seat in app.setup.plan.seats] == ["person", "bot"]
    commands.do(app, "colour", "lot")
    assert picks(app)["lot"]


def test_people_among_themselves_sit_as_they_are_seated_or_by_lot() -> None:
    app = app_in(FakeWorld())
    commands.do(app, "open", GAME)
    commands.do(app, "seat", "1 person")
    assert picks(app) == {}, "without names there is nothing to draw"
    assert not any("by lot" in str(node.text) for node in walk(app))
    commands.do(app, "seat", "1 name Asha")
    assert picks(app) == {"seats": False, "lot": True}
    commands.do(app, "colour", "seats")
    assert picks(app) == {"seats": True, "lot": False}
    assert any(node.attrs.get("data-do") == "sides" for node in walk(app))


@pytest.mark.parametrize("name", [name for name in games.SHELF if name != GAME])
def test_other_games_ask_nothing_of_the_kind(name: str) -> None:
    app = app_in(FakeWorld())
    commands.do(app, "open", name)
    assert picks(app) == {}
    commands.do(app, "colour", "lot")
    assert app.setup.plan is not None
    assert not app.setup.plan.lot


async def test_c25_the_seed_draws_each_side_as_often() -> None:
    red = sum(with_seats_drawn(Plan(GAME, (ASHA, BOT), lot=True), seed).seats == (ASHA, BOT) for seed in range(1000))
    assert 450 < red < 550
    for seed in range(8):
        app, table = begun(seed)
        assert table.plan == with_seats_drawn(app.kept.plans[GAME], seed)
        app.pause()
    chosen = Plan(GAME, (ASHA, BOT))
    assert all(with_seats_drawn(chosen, seed) == chosen for seed in range(50)), "what is chosen is not drawn"


@pytest.mark.parametrize(("seed", "side"), [(7, "Red"), (0, "White")])
async def test_c25_the_draw_is_told_in_the_log_and_is_in_the_record(seed: int, side: str) -> None:
    app, table = begun(seed)
    assert log(app)[0] == f"Drawn by lot: Asha plays {side}."
    assert table.plan.seats[0 if side == "Red" else 1] == ASHA
    assert app.voice.spoken == table.log.lines[0].sentences, "it is heard as well"
    text = texts.as_text(sitting_at(app), "")
    assert '[Sides "lot"]' in text
    assert foreign_texts.read_text(text).plan.lot
    assert '[Sides "lot"]' in texts.as_text(sitting_at(app), "pdn")
    # A save and a link preserve the drawn sides.
    saved = saves.write_save(saves.Save("a1", table.plan, table.match, "", ""))
    save = saves.read_save(saved, games.find_ruleset)
    assert save.plan == table.plan
    shared = game_link.read(game_link.find_code(game_link.write(table.match, table.plan)))
    assert shared.plan == table.plan
    app.pause()


async def test_a_game_that_is_gone_on_with_asks_no_lot_and_forgets_it_where_players_change() -> None:
    app, table = begun(7)
    app.set_up_from(table.match, table.plan)
    assert picks(app) == {}
    assert any(node.attrs.get("data-do") == "sides" for node in walk(app)), "the seats are those of the game"
    for changed in (False, True):
        app.set_up_from(table.match, table.plan)
        if changed:
            commands.do(app, "sides")
        commands.do(app, "play")
        assert app.table is not None
        assert app.table is not table
        assert app.table.plan.lot is not changed
    app.pause()


@pytest.mark.parametrize("lot", [True, False])
async def test_nothing_is_drawn_between_two_without_names(lot: bool) -> None:
    app, table = begun(0, Plan(GAME, (SeatPlan(), SeatPlan()), lot=lot))
    assert not table.plan.lot
    assert log(app) == []
    assert "[Sides" not in texts.as_text(sitting_at(app), "")
    app.pause()
    assert app.kept.plans[GAME].lot is lot, "once they have names, the choice is as it was"


async def test_c25_a_rematch_swaps_sides_and_draws_no_lot() -> None:
    for seed in (0, 7):
        app, table = begun(seed)
        table.match.resign(0)
        commands.do(app, "rematch")
        second = app.table
        assert second is not None
        assert second is not table
        assert second.plan == swapped(table.plan)._replace(lot=False) == rematch_plan(table)
        assert log(app) == []
        assert app.kept.plans[GAME].lot, "the next first game is drawn again"
        app.pause()


async def test_a_side_that_was_chosen_stays_chosen() -> None:
    app, table = begun(0, Plan(GAME, (BOT, ASHA)))
    assert table.plan.seats == (BOT, ASHA)
    assert not app.kept.plans[GAME].lot
    plan = saves.plan_from(saves.write_plan(app.kept.plans[GAME]))
    assert not plan.lot
    table.match.agree()
    commands.do(app, "rematch")
    assert not app.kept.plans[GAME].lot
    app.pause()


@pytest.mark.parametrize(
    ("seats", "lot"), [((SeatPlan(), BOT), True), ((BOT, SeatPlan()), False), ((ASHA, KISHAN), True)]
)
def test_an_old_set_up_that_sat_as_by_default_is_drawn_once(seats: tuple[SeatPlan, ...], lot: bool) -> None:
    fields = json.loads(saves.write_plan(Plan(GAME, seats)))
    del fields["lot"]
    assert saves.plan_from(json.dumps({**fields, "schema": 2})).lot is lot
    assert not saves.plan_from(json.dumps({**fields, "schema": 2}).replace(GAME, "reversi")).lot
    assert not saves.plan_from(json.dumps({**fields, "lot": False})).lot
