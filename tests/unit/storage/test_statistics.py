"""Test statistics: the totals, and that each game counts once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.position import Outcome
from chowk.storage import saves, statistics, tally
from chowk.storage.plan import Plan, SeatPlan
from chowk.storage.statistics import MIXED, PEOPLE, Result, Sum, add_up, result_of
from tests.fakes import FakeWorld, app_in
from tests.unit.app.test_app import AGAINST_BOT, BOTS, begun, opened, settle, table_of, tap, waiting
from tests.unit.app.test_app import PEOPLE as TWO_PEOPLE

ME, ANT, OWL = SeatPlan(), SeatPlan("bot", 0), SeatPlan("bot", 3)
SHORTEST = ("f5", "d6", "c5", "f4", "e3", "f6", "g5", "e6", "e7")


def of(places: str, lead: int | None = None, *, helped: bool = False, ended: str = "", **changed: Any) -> list[Result]:
    """Return the results of games against one opponent, one for each letter of `places`.

    The letters are 1 for won, = for drawn and 2 for lost. `lead` and `helped` are the fields of every result. `ended`
    is put before a number to make the time of the end. `changed` replaces other fields.
    """

    def game(number: int, letter: str) -> Result:
        place, shared = (1, True) if letter == "=" else (int(letter), False)
        result = Result("reversi", 2, 0, place, shared, lead, helped, 60, f"{ended}{number:03}")
        return result._replace(**changed)

    return [game(number, letter) for number, letter in enumerate(places)]


# Results ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "places", "scores", "expected"),
    [
        ((ME, ANT), (1, 2), (40, 24), (0, 1, False, 16)),
        ((ANT, ME), (1, 2), (40, 24), (0, 2, False, -16)),
        ((ME, OWL), (1, 1), (32, 32), (3, 1, True, 0)),
        ((ME, ANT), (2, 1), (), (0, 2, False, None)),
        ((ANT, ME, ANT), (3, 1, 2), (1, 9, 4), (0, 1, False, 5)),
        ((ANT, ME, OWL), (1, 2, 3), (9, 4, 1), (MIXED, 2, False, -5)),
        ((ANT, OWL, ME), (1, 1, 3), (), (MIXED, 3, True, None)),
        ((ME, ME), (1, 2), (40, 24), (PEOPLE, 1, False, None)),
        ((ME, ANT, ME), (2, 1, 3), (4, 9, 1), (PEOPLE, 1, False, None)),
    ],
)
def test_pl_27_a_result_is_the_persons_own(
    seats: tuple[SeatPlan, ...], places: tuple[int, ...], scores: tuple[int, ...], expected: tuple[object, ...]
) -> None:
    result = result_of(Plan("reversi", seats), Outcome(places, scores, "x"), False, 90, "now")
    assert result is not None
    assert (result.against, result.place, result.shared, result.lead) == expected
    assert (result.game, result.players, result.seconds, result.ended) == ("reversi", len(seats), 90, "now")


def test_a_game_in_which_nobody_played_is_none() -> None:
    assert result_of(Plan("reversi", (ANT, OWL)), Outcome((1, 2), (), "x"), False, 0, "") is None


# Totals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ("", Sum(0, 0, 0, 0, None, 0, 0, 0)),
        ("111", Sum(3, 3, 0, 0, 7, 3, 3, 180)),
        ("11211=1", Sum(7, 5, 1, 1, 7, 1, 2, 420)),
        ("112", Sum(3, 2, 0, 1, 7, 0, 2, 180)),
        ("32=", Sum(3, 0, 1, 2, None, 0, 0, 180)),
    ],
)
def test_pl_27_wins_draws_losses_and_streaks(places: str, expected: Sum) -> None:
    assert add_up(of(places, 7)) == expected


def test_a_shared_second_place_is_lost_and_a_first_one_beside_it_is_won() -> None:
    first = Result("kilkenny", 3, 0, 1, False, 2, False, 0, "")
    assert (first.won, first.drawn) == (True, False)
    shared = first._replace(place=2, shared=True)
    assert add_up([first, shared]) == Sum(2, 1, 0, 1, 2, 0, 1, 0)


def test_pl_27_games_are_told_apart_by_opponent_players_and_help() -> None:
    games = [
        *of("12", against=PEOPLE),
        *of("1", 3, ended="b"),
        *of("2", 9, helped=True),
        *of("1", 5, against=3),
        *of("1", 5, against=MIXED, players=3),
        *of("2", 5, players=3),
        *of("1", game="checkers"),
        *of("1", 4, ended="a"),
    ]
    rows = list(statistics.rows(games, "reversi", int))
    assert [(row.against, row.players, row.alone.played, row.helped.played) for row in rows] == [
        (0, 2, 2, 1), (0, 3, 1, 0), (3, 2, 1, 0), (MIXED, 3, 1, 0), (PEOPLE, 2, 2, 0),
    ]  # fmt: skip
    assert rows[0].alone.best == 4


def test_weaker_opponents_come_first_whatever_their_numbers_are() -> None:
    games = [*of("1", against=3), *of("1", against=7), *of("1", against=5), *of("1", against=PEOPLE)]
    rows = statistics.rows(games, "reversi", {3: 0, 7: 1, 5: 2}.__getitem__)
    assert [row.against for row in rows] == [3, 7, 5, PEOPLE]


def test_streaks_follow_the_clock_not_the_order_of_the_file() -> None:
    games = [*of("2", ended="b"), *of("11", ended="a")]
    (row,) = statistics.rows(games, "reversi", int)
    assert (row.alone.streak, row.alone.longest) == (0, 2)


# Texts --------------------------------------------------------------------------------------------------------------


def test_results_survive_being_written_and_the_first_of_a_game_stays() -> None:
    (first,), (later,) = of("1", 3), of("2", None)
    text = statistics.added(None, {"a": first})
    assert statistics.read(text) == {"a": first}
    assert statistics.read(statistics.added(text, {"a": later, "b": later})) == {"a": first, "b": later}
    assert statistics.read(statistics.without(text, "reversi")) == {}
    assert statistics.read(statistics.without(text, "checkers")) == {"a": first}


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", '{"schema": 2}', '{"schema": 99, "results": {}}', '{"schema": 2, "results": []}',
        '{"schema": 2, "results": {"a": []}}',
        '{"schema": 2, "results": {"a": ["reversi", 2, 0, "1", false, 3, false, 60, ""]}}',
        '{"schema": 2, "results": {"a": ["reversi", 2, 0, 1, false, 3, 0, 60, ""]}}',
        '{"schema": 2, "results": {"a": ["reversi", 2, 0, 0, false, 3, false, 60, ""]}}',
    ],
)  # fmt: skip
def test_damaged_statistics_say_so(text: str) -> None:
    with pytest.raises(TextError):
        statistics.read(text)


# Counting -----------------------------------------------------------------------------------------------------------


def counted(world: FakeWorld) -> list[Result]:
    return list(statistics.read(world.store.texts.get(saves.STATISTICS_KEY)).values())


async def quiet() -> None:
    for _ in range(30):
        await asyncio.sleep(0)


async def finished() -> tuple[App, FakeWorld]:
    """Return an app after a game of Reversi that the person resigned after one move."""
    app, world, table = await begun(AGAINST_BOT)
    await tap(app, "d3")
    await waiting(app)
    commands.do(app, "resign")
    await quiet()
    assert table.outcome is not None
    return app, world


async def test_pl_27_a_game_is_counted_when_it_ends_and_not_before() -> None:
    app, world, _ = await begun(AGAINST_BOT)
    await tap(app, "d3")
    await waiting(app)
    assert counted(world) == []
    commands.do(app, "resign")
    await quiet()
    (result,) = counted(world)
    assert (result.game, result.against, result.place, result.helped) == ("reversi", 0, 2, False)


async def test_a_game_that_is_played_out_is_counted_by_the_move_that_ends_it() -> None:
    app, world, table = await begun(TWO_PEOPLE)
    await tap(app, *SHORTEST)
    await settle(app, lambda: table.outcome is not None)
    await quiet()
    (result,) = counted(world)
    assert result.against == PEOPLE


async def test_a_game_that_is_kept_as_ended_has_been_counted() -> None:
    app, world, _ = await begun(AGAINST_BOT)
    await tap(app, "d3")
    await waiting(app)
    await quiet()
    put, order = world.store.put, list[str]()

    async def noted(key: str, text: str) -> None:
        order.append(key)
        await put(key, text)

    world.store.put = noted  # type: ignore[method-assign]
    commands.do(app, "resign")
    await quiet()
    assert order[:2] == [saves.STATISTICS_KEY, "game.0000000000000007"]


async def test_pl_27_a_reload_at_the_end_does_not_count_again() -> None:
    _, world = await finished()
    again, second = await opened(FakeWorld(world.store.texts))
    commands.do(again, "resume", next(iter(again.kept.saves)))
    await quiet()
    assert counted(second) == counted(world)


async def test_pl_27_a_game_that_is_undone_and_ended_again_counts_as_it_ended_first() -> None:
    app, world = await finished()
    first = counted(world)
    for reload in (False, True):
        commands.do(app, "undo")
        await waiting(app)
        await tap(app, "d3")
        await waiting(app)
        await quiet()
        if reload:
            app, world = await opened(FakeWorld(world.store.texts))
            commands.do(app, "resume", next(iter(app.kept.saves)))
            await waiting(app)
        commands.do(app, "resign")
        await quiet()
        assert counted(world) == first


async def test_pl_27_a_game_that_was_over_does_not_count_again_after_a_reset() -> None:
    app, world = await finished()
    commands.do(app, "reset", "reversi")
    await quiet()
    commands.do(app, "undo")
    await waiting(app)
    await tap(app, "d3")
    await waiting(app)
    commands.do(app, "resign")
    await quiet()
    assert counted(world) == []


async def test_review_and_retry_count_nothing_until_the_new_game_ends_and_then_as_helped() -> None:
    app, world = await finished()
    commands.do(app, "retry-from", "1")
    await settle(app, lambda: table_of(app).choice.awaited is not None)
    await quiet()
    assert len(counted(world)) == 1
    commands.do(app, "resign")
    await quiet()
    assert [result.helped for result in counted(world)] == [False, True]


@pytest.mark.parametrize("command", ["hint", "undo"])
async def test_pl_27_a_hint_and_a_move_taken_back_count_as_help(command: str) -> None:
    app, world, _ = await begun(AGAINST_BOT)
    await tap(app, "d3")
    await waiting(app)
    commands.do(app, command)
    await settle(app, lambda: table_of(app).about.helped)
    await quiet()
    if command == "undo":
        await tap(app, "d3")
        await waiting(app)
    commands.do(app, "resign")
    await quiet()
    (result,) = counted(world)
    assert result.helped


async def test_games_of_opponents_alone_are_not_counted() -> None:
    app, world = await opened()
    app.begin(Plan("reversi", BOTS))
    await settle(app, lambda: table_of(app).outcome is not None)
    await quiet()
    assert counted(world) == []


async def test_two_pages_that_count_at_once_lose_nothing() -> None:
    store = FakeWorld().store
    first_world, second_world = FakeWorld(), FakeWorld()
    first_world.store = second_world.store = store
    first, second = app_in(first_world), app_in(second_world)
    (won,), (lost,) = of("1"), of("2")
    await asyncio.gather(tally.put(first.kept, {"a": won}), tally.put(second.kept, {"b": lost}))
    assert statistics.read(store.texts[saves.STATISTICS_KEY]) == {"a": won, "b": lost}


async def test_where_nothing_is_stored_a_game_is_counted_as_long_as_the_page_is_open() -> None:
    app, _ = await opened(FakeWorld(refuses=True))
    app.begin(Plan("reversi", AGAINST_BOT))
    await tap(app, "d3")
    await waiting(app)
    commands.do(app, "resign")
    await quiet()
    assert len(tally.results(app.kept)) == 1


async def test_a_result_for_which_there_is_no_room_is_counted_and_stored_when_there_is_room() -> None:
    app, world = await opened()
    results = dict(zip("abcd", of("1121"), strict=True))
    await tally.put(app.kept, {"a": results["a"]})
    world.store.full = True
    await tally.put(app.kept, {"b": results["b"], "c": results["c"]})
    assert set(tally.results(app.kept)) == {"a", "b", "c"}
    await shown(app)
    assert set(tally.results(app.kept)) == {"a", "b", "c"}
    world.store.full = False
    await tally.put(app.kept, {"d": results["d"]})
    assert set(statistics.read(world.store.texts[saves.STATISTICS_KEY])) == set("abcd")


async def test_damaged_statistics_are_told_of_and_left_alone_until_they_are_begun_anew() -> None:
    world = FakeWorld({saves.STATISTICS_KEY: "nonsense"})
    app, _ = await opened(world)
    app.begin(Plan("reversi", AGAINST_BOT))
    await tap(app, "d3")
    await waiting(app)
    commands.do(app, "resign")
    await quiet()
    assert world.store.texts[saves.STATISTICS_KEY] == "nonsense"
    assert set(app.kept.broken) == {saves.STATISTICS_KEY}
    commands.do(app, "statistics")
    assert "Reset the statistics" in pages.page(app, app.words).text
    commands.do(app, "reset")
    await quiet()
    assert counted(world) == []
    assert not app.kept.broken


# The page -----------------------------------------------------------------------------------------------------------


async def shown(app: App) -> str:
    commands.do(app, "statistics")
    await quiet()
    return pages.page(app, app.words).text


async def test_pl_27_the_page_tells_each_opponent_and_a_reset_is_asked_about_first() -> None:
    app, world = await finished()
    commands.do(app, "home")
    text = await shown(app)
    for expected in ("Statistics", "Reversi", "Strength 1 of", "Played", "Lost", "Time"):
        assert expected in text
    commands.do(app, "ask-reset", "reversi")
    assert "Reset the statistics?" in pages.page(app, app.words).text
    assert len(counted(world)) == 1
    commands.do(app, "reset", "reversi")
    await quiet()
    assert counted(world) == []
    assert "No game has been finished" in pages.page(app, app.words).text


def test_rewinding_is_not_needed_to_tell_that_a_game_is_over() -> None:
    """A table that is opened at a finished game knows that the game is over: it marks the game as counted."""
    from chowk import games
    from chowk.session.table import Table

    game = games.load("reversi")
    match: Match[Any, Any] = game.match(0, 2)
    match.resign(0)
    assert Table(game, Plan("reversi", TWO_PEOPLE), match, "", "").about.counted
