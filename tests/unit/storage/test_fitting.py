"""Test the opponent that is about as strong as the player: how its strength is found, stored, and shown at set-up."""

from __future__ import annotations

import asyncio
import json
from statistics import mean
from typing import Any

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.message import english
from chowk.core.position import Outcome
from chowk.engine.between import Between
from chowk.features.sharing import game_link
from chowk.games import load, ready
from chowk.session.pondering import level as ponders
from chowk.storage import saves, statistics
from chowk.storage.fitting import LATEST, fitting, rating_of, unknown
from chowk.storage.plan import MAX_OFFSET, Fitting, Plan, SeatPlan, checked, offered, resized, updated, usual_plan
from chowk.storage.saves import STATISTICS_KEY
from chowk.storage.statistics import FITTING, MIXED, PEOPLE, Result, against_of, result_of, rows
from tests.bench.fitting import PARTS, series
from tests.fakes import FakeWorld
from tests.unit.app.test_app import opened, settle, table_of, tap, waiting
from tests.unit.ui.test_pages import control, find, way_in

ME = SeatPlan()


def played(letters: str, against: int = 1, game: str = "reversi", **changed: Any) -> list[Result]:
    """Return results against one opponent, one for each letter: 1 for won, = for drawn, 2 for lost.

    The last letter is the latest game. `against` is the opponent's level. `changed` replaces values of the fields of
    each `Result`.
    """
    return [
        Result(
            game, 2, against, 1 if letter == "=" else int(letter), letter == "=", None, False, 60, f"2026-{at:04}"
        )._replace(**changed)
        for at, letter in enumerate(letters)
    ]


def rank(own: Fitting | None, game: str = "reversi") -> float:
    assert own is not None
    return load(game).strength(own.level) + own.offset / 100


def rank_after(letters: str, against: int = 1, **changed: Any) -> float:
    return rank(fitting(load("reversi"), played(letters, against, **changed)))


# The strength --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ready())
def test_a_new_player_meets_about_the_second_level(name: str) -> None:
    own = fitting(load(name), ())
    assert rank(own, name) == pytest.approx(1, abs=0.5)
    assert own is not None
    assert own.games == 0


def test_a_win_moves_it_up_and_a_loss_down_and_the_first_games_most() -> None:
    for before in ("", "1", "2", "1212", "12" * 20):
        here = rank_after(before)
        assert rank_after(before + "2") < here < rank_after(before + "1")
    assert rank_after("1") - rank_after("") > 3 * (rank_after("12" * 10 + "1") - rank_after("12" * 10))
    assert rank_after("=" * 10, 8) == pytest.approx(1, abs=0.1), "draws with the second level"


def test_the_strength_of_the_opponent_counts() -> None:
    assert rank_after("1", against=0) < rank_after("1", against=2) < rank_after("1", against=4)
    between = against_of(SeatPlan("bot", 2, offset=50))
    assert rank_after("1", against=2) < rank_after("1", against=between) < rank_after("1", against=3)


def test_help_halves_the_weight_of_a_game() -> None:
    assert rank_after("") < rank_after("111", helped=True) < rank_after("111")
    assert rank_after("222") < rank_after("222", helped=True) < rank_after("")


def test_the_latest_results_count_in_the_order_of_time() -> None:
    lost_last = played("1112221212")
    assert fitting(load("reversi"), lost_last) == fitting(load("reversi"), lost_last[::-1])
    early, late = played("1" * 30), played("2" * LATEST, ended="2027")
    assert rank(fitting(load("reversi"), early + late)) == rank_after("2" * LATEST)


def test_a_win_among_four_counts_more_than_a_win_against_one() -> None:
    game = load("parcheesi")
    won, lost = (played(letter, game="parcheesi")[0] for letter in "12")
    pair = [rank(fitting(game, [one]), "parcheesi") for one in (won, lost)]
    four = [rank(fitting(game, [one._replace(players=4)]), "parcheesi") for one in (won, lost)]
    assert pair[0] < four[0]
    assert pair[1] < four[1] < rank(fitting(game, ()), "parcheesi")


@pytest.mark.parametrize(
    "changed",
    [
        {"against": MIXED}, {"against": PEOPLE}, {"against": 19}, {"against": 10**9}, {"against": -(10**9)},
        {"game": "checkers"}, {"players": 1}, {"players": 10**9},
    ],
)  # fmt: skip
def test_other_results_and_damaged_ones_do_not_count(changed: dict[str, Any]) -> None:
    assert fitting(load("reversi"), [result._replace(**changed) for result in played("111")]) == fitting(
        load("reversi"), ()
    )


@pytest.mark.parametrize("name", ready())
def test_the_strength_stays_between_the_levels(name: str) -> None:
    last = len(load(name).bots.LEVELS) - 1
    for letters, bound in (("1" * LATEST, last), ("2" * LATEST, 0)):
        against = load(name).bots.LEVELS[bound].number
        own = fitting(load(name), played(letters, against, name))
        assert own == Fitting(against, 0, LATEST)
    for offset in (-499, 499):  # of damaged statistics
        damaged = FITTING + 500 + offset
        assert rating_of(load(name), played("1", damaged, name)[0]) is not None


@pytest.mark.parametrize("name", ready())
def test_persons_of_each_strength_win_about_half_after_twelve_games(name: str) -> None:
    game = load(name)
    assert game.ladder is not None
    for strength in game.ladder.ratings:
        curves = [series(game, strength, 40, seed) for seed in range(12)]
        assert mean(mean(curve[PARTS[3][1] :]) for curve in curves) == pytest.approx(0.5, abs=0.1)


def test_a_belief_keeps_its_weight_and_forgets() -> None:
    belief = unknown(load("reversi").ladder.ratings)  # type: ignore[union-attr]
    for result in played("1121"):
        belief = belief.after(result, 406)
        assert sum(belief.weights) == pytest.approx(1)
    assert min(belief.weights) > 0


# The seat ------------------------------------------------------------------------------------------------------------


def test_a_set_up_keeps_the_seat_and_older_pages_read_the_nearest_level() -> None:
    plan = Plan("reversi", (ME, SeatPlan("bot", 3, offset=-20)))
    fields = json.loads(saves.write_plan(plan))
    assert fields["seats"][1] == {"kind": "bot", "level": 3, "name": "", "offset": -20}
    assert fields["seats"][0] == {"kind": "person", "level": 0, "name": ""}, "as before there were such opponents"
    assert saves.plan_from(json.dumps(fields)) == plan
    preferring = Plan("reversi", (ME, SeatPlan("bot", 3, preferred=True)))
    assert saves.plan_from(saves.write_plan(preferring)) == preferring


@pytest.mark.parametrize("offset", [MAX_OFFSET + 1, -51, 1.5, "1", True, None, [], 10**30])
def test_a_damaged_offset_is_none(offset: Any) -> None:
    fields = json.loads(saves.write_plan(Plan("reversi", (ME, SeatPlan("bot", 3)))))
    fields["seats"][1] |= {"offset": offset, "preferred": offset}
    seat = saves.plan_from(json.dumps(fields)).seats[1]
    assert seat == SeatPlan("bot", 3, preferred=offset is True)


def test_a_link_seats_the_nearest_level() -> None:
    plan = usual_plan("reversi")._replace(seats=(ME, SeatPlan("bot", 3, offset=30)))
    match = load("reversi").match(1)
    read = game_link.read(game_link.find_code(game_link.write(match, plan, None))).plan
    assert read.seats[1] == SeatPlan("bot", 3)
    assert checked(plan).seats == plan.seats


def test_results_have_its_strength_and_the_statistics_one_row() -> None:
    seats = [SeatPlan("bot", level, offset=offset) for level, offset in ((0, -50), (3, 0), (7, 50))]
    results = [result_of(Plan("reversi", (ME, seat)), Outcome((1, 2), (), "x"), False, 9, "") for seat in seats]
    assert [result and result.against for result in results] == [1450, 4500, 8550]
    kept = statistics.read(statistics.write({str(at): result for at, result in enumerate(results) if result}))
    (row,) = rows(kept.values(), "reversi", int)
    assert (row.against, row.alone.won) == (FITTING, 3)
    both = (ME, SeatPlan("bot", 3, offset=0), SeatPlan("bot", 3))
    mixed = result_of(Plan("kilkenny", both), Outcome((1, 2, 3), (), "x"), False, 9, "")
    assert mixed is not None
    assert mixed.against == MIXED
    order = [row.against for row in rows([*kept.values(), *played("1", 7), *played("1", MIXED)], "reversi", int)]
    assert order == [7, FITTING, MIXED]


# The set-up ----------------------------------------------------------------------------------------------------------

OWN = Fitting(3, -20, 3)


def test_it_is_the_default_from_the_third_game_on_unless_another_was_preferred() -> None:
    plan = usual_plan("reversi")
    assert offered(plan, OWN).seats == (ME, OWN.seat)
    assert offered(plan, OWN._replace(games=2)) == plan
    assert offered(plan, None) == plan
    preferring = plan._replace(seats=(ME, SeatPlan("bot", 2, preferred=True)))
    assert offered(preferring, OWN) == preferring
    assert offered(plan._replace(seats=(ME, ME)), OWN).seats == (ME, ME)
    four = resized(usual_plan("kilkenny"), 4)
    assert offered(four, OWN) == four, "three equal opponents would have one name"


def test_its_strength_follows_the_results_when_a_game_begins() -> None:
    plan = Plan("reversi", (SeatPlan("bot", 1, offset=4), SeatPlan("bot", 2)))
    assert updated(plan, OWN).seats == (OWN.seat, SeatPlan("bot", 2))
    assert updated(plan, None).seats == (SeatPlan("bot", 1), SeatPlan("bot", 2))


async def with_results(letters: str, against: int = 1) -> tuple[App, FakeWorld]:
    """Return an app whose statistics have results of Reversi. The arguments are as for `played`."""
    results = {f"{at:04}": result for at, result in enumerate(played(letters, against))}
    return await opened(FakeWorld({STATISTICS_KEY: statistics.write(results)}))


def shown(app: App) -> str:
    return pages.page(app, app.words).text


async def test_it_is_chosen_played_kept_and_played_again() -> None:
    app, world = await with_results("11")
    commands.do(app, "open", "reversi")
    for name, arg in (("more", ""), ("colour", "0"), ("seat", "1 bot own")):
        commands.do(app, name, arg)
    assert "checked" in control(pages.page(app, app.words), "seat", "1 bot own").attrs
    assert len([one for one in find(pages.page(app, app.words), name="level-1") if "checked" in one.attrs]) == 1
    assert "Learns from your games how well you play." in shown(app)
    commands.do(app, "play")
    table = table_of(app)
    seat = table.plan.seats[1]
    assert seat == fitting(table.game, played("11")).seat  # type: ignore[union-attr]
    assert seat.offset
    assert "At my level" in shown(app)
    await tap(app, "d3")
    await waiting(app)
    expected = table.game.between(seat.level, seat.offset)
    asked = json.loads(world.engine.requests[-1])
    assert isinstance(expected, Between)
    assert Between(asked["level"], asked["upper"], asked["share"]) == expected
    again, second = await opened(FakeWorld(world.store.texts))
    commands.do(again, "resume", next(iter(again.kept.saves)))
    await waiting(again)
    assert table_of(again).plan.seats[1] == seat
    commands.do(again, "resign")
    await settle(again, lambda: table_of(again).outcome is not None)
    for _ in range(30):
        await asyncio.sleep(0)
    counted = list(statistics.read(second.store.texts[STATISTICS_KEY]).values())
    assert counted[-1].against == against_of(seat)
    commands.do(again, "rematch")
    after = table_of(again).plan.seats
    (bot,) = (own for own in after if own.kind == "bot")
    assert bot.offset is not None
    assert rank(Fitting(bot.level, bot.offset, 0)) < rank(Fitting(seat.level, seat.offset, 0)), "weaker after a loss"
    again.pause()
    app.pause()


async def test_after_three_games_it_is_the_default_until_another_is_chosen() -> None:
    app, _ = await with_results("121")
    commands.do(app, "open", "reversi")
    assert "At my level" in way_in(app, "computer").text
    commands.do(app, "more")
    assert "Plays about as well as you, judging by your latest games." in shown(app)
    commands.do(app, "play")
    assert [own.offset is None for own in sorted(table_of(app).plan.seats)] == [False, True]
    app.leave()
    commands.do(app, "open", "reversi")
    commands.do(app, "more")
    bot = next(at for at, own in enumerate(app.setup.plan.seats) if own.kind == "bot")  # type: ignore[union-attr]
    commands.do(app, "seat", f"{bot} bot 4")
    commands.do(app, "play")
    app.leave()
    commands.do(app, "open", "reversi")
    assert "At my level" not in way_in(app, "computer").text
    assert english(load("reversi").level(4).name) in way_in(app, "computer").text
    app.pause()


async def test_damaged_statistics_count_as_none() -> None:
    app, _ = await opened(FakeWorld({STATISTICS_KEY: "nonsense"}))
    commands.do(app, "open", "reversi")
    assert app.setup.own == fitting(load("reversi"), ())


async def test_a_seat_that_changes_to_a_person_and_back_has_the_same_opponent() -> None:
    app, _ = await with_results("1212")
    commands.do(app, "open", "reversi")
    commands.do(app, "more")
    before = app.setup.plan
    assert before is not None
    bot = next(at for at, own in enumerate(before.seats) if own.kind == "bot")
    commands.do(app, "seat", f"{bot} person")
    commands.do(app, "seat", f"{bot} bot")
    assert app.setup.plan is not None
    assert app.setup.plan.seats == before.seats


async def test_a_game_with_levels_alone_offers_none(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = load("reversi")._replace(ladder=None)
    find_game = games.load
    monkeypatch.setattr(games, "load", lambda name: plain if name == "reversi" else find_game(name))
    app, _ = await with_results("1212")
    commands.do(app, "open", "reversi")
    commands.do(app, "more")
    assert "At my level" not in shown(app)
    before = app.setup.plan
    commands.do(app, "seat", "1 bot own")
    assert app.setup.plan == before
    assert plain.between(3, 20) == 3
    assert plain.thinker.between is None


async def test_only_the_level_itself_ponders() -> None:
    app, _ = await opened()
    for offset, expected in ((None, 7), (0, 7), (-1, None)):
        app.begin(Plan("reversi", (ME, SeatPlan("bot", 7))))
        table = table_of(app)
        table.plan = table.plan._replace(seats=(ME, SeatPlan("bot", 7, offset=offset)))
        assert ponders(table, 0) == expected
    app.pause()
