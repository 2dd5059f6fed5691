"""Test games with a clock: running time, loss on time, and how times are stored and shown."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core import record
from chowk.core.errors import TextError
from chowk.core.message import english
from chowk.core.position import CHANCE
from chowk.core.time_control import PACES, Pace
from chowk.draw.sounds import SOUNDS
from chowk.engine.protocol import read_request
from chowk.features.sharing import texts
from chowk.session import clock
from chowk.session.output import sound_cues
from chowk.session.table import Table
from chowk.storage import saves
from chowk.storage.plan import Plan, SeatPlan, usual_plan
from tests.fakes import FakePage, FakeWorld, app_in, sitting_at
from tools.shared.html import to_html

PERSON, BOT = SeatPlan(), SeatPlan("bot", 1)
FISCHER, EACH = Pace(180_000, 2_000), Pace(15_000, each_turn=True)


async def settle(until: Callable[[], bool]) -> None:
    for _ in range(20_000):
        if until():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


async def begun(pace: Pace, *seats: SeatPlan, name: str = "reversi") -> tuple[App, FakeWorld, Table]:
    world = FakeWorld()
    app = app_in(world)
    await app.start()
    game = games.load(name)
    plan = usual_plan(name)._replace(seats=seats, lot=False, pace=pace)
    app.sit_down(Table(game, plan, game.match(7), "1", "2026-11-23"))
    table = sitting_at(app)
    await settle(lambda: table.timing is not None and table.timing.since is not None)
    return app, world, table


async def played(app: App, world: FakeWorld, spot: str, milliseconds: int) -> None:
    table = sitting_at(app)
    ply = table.match.ply
    world.clock.passed += milliseconds
    commands.do(app, "tap", spot)
    await settle(lambda: table.match.ply > ply and table.choice.awaited is not None)


def left(table: Table, world: FakeWorld) -> list[int]:
    assert table.timing is not None
    return [table.timing.remaining(seat, world.clock.passed) for seat in range(2)]


def shown(app: App) -> str:
    return to_html(pages.page(app, app.words))


async def test_the_time_of_who_is_to_move_runs_and_a_turn_adds_what_was_agreed() -> None:
    app, world, table = await begun(FISCHER, PERSON, PERSON)
    await played(app, world, "d3", 5_000)
    assert left(table, world) == [177_000, 180_000]
    world.clock.passed += 7_000
    assert left(table, world) == [177_000, 173_000]
    assert 'aria-label="Time left: 2:57"' in shown(app)
    assert 'aria-label="Time left: 2:53"' in shown(app)
    commands.key(app, "c")
    assert [english(message) for message in app.voice.spoken] == ["seat 0: 2 min 57 s", "seat 1: 2 min 53 s"]
    app.pause()


@pytest.mark.parametrize("name", games.ready())
async def test_time_that_is_up_ends_the_game_and_is_told_and_kept(name: str) -> None:
    app, world, table = await begun(EACH, PERSON, PERSON, name=name)
    assert table.timing is not None
    seat = table.timing.seat
    world.clock.passed += 15_000
    await settle(lambda: table.outcome is not None)
    assert table.outcome is not None
    assert table.outcome.why == "time"
    assert table.outcome.winner == 1 - (seat or 0)
    assert "has run out of time" in english(table.status)
    await settle(lambda: app.place.sheet is not None)
    assert app.place.sheet is not None
    assert app.place.sheet.name == "result"
    app.save_game(table)
    save = saves.Save("1", table.plan, table.match, "", "", timing=table.timing.paused(world.clock.passed))
    again = saves.read_save(saves.write_save(save), games.find_ruleset)
    assert again.match.outcome() == table.outcome
    assert left(table, world)[seat or 0] == 0


async def test_one_second_less_ends_nothing() -> None:
    app, world, table = await begun(EACH, PERSON, PERSON)
    world.clock.passed += 14_999
    for _ in range(50):
        await asyncio.sleep(0)
    assert table.outcome is None
    await played(app, world, "d3", 0)
    assert left(table, world) == [15_000, 15_000], "each turn has its own"
    app.pause()


async def test_who_plays_alone_is_waited_for_while_the_page_is_out_of_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    visible = asyncio.Event()
    monkeypatch.setattr(FakePage, "in_sight", lambda _: visible.wait())
    app, world, table = await begun(EACH, PERSON, BOT)
    for _ in range(20):
        await asyncio.sleep(0)
    world.clock.passed += 60_000
    for _ in range(20):
        await asyncio.sleep(0)
    assert table.outcome is None
    assert left(table, world) == [15_000, 15_000]
    visible.set()
    for _ in range(20):
        await asyncio.sleep(0)
    world.clock.passed += 4_000
    assert left(table, world)[0] == 11_000
    app.pause()


async def test_a_device_that_slept_takes_no_time_from_who_plays_alone_but_from_two() -> None:
    for seats, rest in (((PERSON, BOT), 15_000 - clock.ABSENT), ((PERSON, PERSON), 0)):
        app, world, table = await begun(EACH, *seats)
        for _ in range(20):
            await asyncio.sleep(0)
        world.clock.passed += 3_600_000
        for _ in range(50):
            await asyncio.sleep(0)
        assert left(table, world)[0] == rest
        app.pause()


async def test_an_opponent_thinks_within_its_time() -> None:
    app, world, table = await begun(EACH, PERSON, BOT)
    commands.do(app, "tap", "d3")
    await settle(lambda: table.match.ply >= 2)
    (request,) = [read_request(text) for text in world.engine.requests]
    assert request.milliseconds <= 1_500
    assert clock.thinking_time(table, 1, 200, 0) == 200
    plain = Table(table.game, table.plan._replace(pace=None), table.match, "", "")
    assert clock.thinking_time(plain, 1, 5_000, 0) == 5_000
    app.pause()


async def test_what_is_taken_back_gives_its_time_back() -> None:
    app, world, table = await begun(FISCHER, PERSON, PERSON)
    await played(app, world, "d3", 20_000)
    await played(app, world, "c3", 30_000)
    commands.do(app, "undo")
    await settle(lambda: table.match.ply == 1 and table.choice.awaited == 1)
    assert left(table, world) == [162_000, 180_000]
    world.clock.passed += 3_000
    commands.do(app, "redo")
    await settle(lambda: table.match.ply == 2 and table.choice.awaited == 0)
    assert left(table, world) == [162_000, 180_000]
    await played(app, world, "c4", 1_000)
    assert table.timing is not None
    assert table.timing.moves[1] is None
    assert left(table, world) == [163_000, 180_000]
    app.pause()


async def test_a_game_goes_on_with_the_time_that_was_left() -> None:
    app, world, table = await begun(FISCHER, PERSON, PERSON)
    await played(app, world, "d3", 20_000)
    world.clock.passed += 8_000
    app.save_game(table)
    await settle(lambda: '"thinking": [1, 8000]' in world.store.texts.get(saves.GAME_KEY + "1", ""))
    text = world.store.texts[saves.GAME_KEY + "1"]
    other_world = FakeWorld()
    other_world.clock.passed = 999_999
    other = app_in(other_world)
    await other.start()
    other.resume(saves.read_save(text, games.find_ruleset))
    again = sitting_at(other)
    assert left(again, other_world) == [162_000, 172_000]
    await settle(lambda: again.timing is not None and again.timing.since is not None)
    other_world.clock.passed += 2_000
    assert left(again, other_world) == [162_000, 170_000]
    app.pause()
    other.pause()


async def test_a_damaged_clock_is_refused_and_a_game_without_one_is_kept_as_before() -> None:
    app, world, table = await begun(FISCHER, PERSON, PERSON)
    await played(app, world, "d3", 1_000)
    assert table.timing is not None
    app.save_game(table)
    await settle(lambda: saves.GAME_KEY + "1" in world.store.texts)
    fields = json.loads(world.store.texts[saves.GAME_KEY + "1"])
    for key, wrong in (
        ("times", [[0, -1, True]]), ("times", [[2, 1, True]]), ("times", [[0, 1, 1]]), ("times", [None, None]),
        ("times", [[0, 1]]), ("times", 7), ("thinking", [0]), ("thinking", ["0", 1]), ("thinking", [0, 10**12]),
        ("plan", {**fields["plan"], "pace": [0, 0, False]}), ("plan", {**fields["plan"], "pace": [1000, 0]}),
        ("plan", {**fields["plan"], "pace": [10**400, 0, False]}), ("plan", {**fields["plan"], "pace": "fast"}),
    ):  # fmt: skip
        with pytest.raises(TextError, match="damaged"):
            saves.read_save(json.dumps({**fields, key: wrong}), games.find_ruleset)
    timing = saves.read_save(json.dumps(fields), games.find_ruleset).timing
    assert timing is not None
    assert timing.moves == table.timing.moves
    assert timing.pace == FISCHER
    assert "pace" not in saves.write_plan(table.plan._replace(pace=None))
    assert saves.plan_from(saves.write_plan(table.plan)).pace == FISCHER
    app.pause()


async def test_a_clock_is_chosen_for_two_and_stays_for_the_next_game() -> None:
    app = app_in(FakeWorld())
    await app.start()
    commands.do(app, "open", "parcheesi")
    commands.do(app, "more")
    commands.do(app, "players", "2")
    assert 'data-do="clock"' in shown(app)
    for number, pace in enumerate(PACES):
        commands.do(app, "clock", str(number))
        assert app.setup.plan is not None
        assert app.setup.plan.pace == pace
    for nothing in ("none", "99", "x"):
        commands.do(app, "clock", nothing)
        assert app.setup.plan is not None
        assert app.setup.plan.pace is None
    commands.do(app, "clock", "4")
    commands.do(app, "players", "4")
    assert 'data-do="clock"' not in shown(app)
    commands.do(app, "play")
    assert sitting_at(app).timing is None
    app.pause()


async def test_a_clock_of_last_time_is_told_before_one_begins_with_it() -> None:
    app = app_in(FakeWorld())
    await app.start()
    commands.do(app, "open", "reversi")
    commands.do(app, "more")
    commands.do(app, "seat", "1 person")
    commands.do(app, "clock", "4")
    commands.do(app, "play")
    assert sitting_at(app).plan.pace == PACES[4]
    commands.do(app, "home")
    commands.do(app, "open", "reversi")
    page = shown(app)
    assert page.count("Clock: 3 min + 2 s") == 1, "with people, as last time, and not against the computer"
    commands.do(app, "begin", "computer")
    assert sitting_at(app).timing is None
    app.pause()


async def test_it_is_heard_once_when_time_gets_short() -> None:
    app, world, _ = await begun(FISCHER, PERSON, PERSON)
    before = sound_cues.moment(app)
    world.clock.passed += 169_000
    assert sound_cues.sounds_between(before, sound_cues.moment(app), app.settings, hidden=False, keys=False) == ()
    world.clock.passed += 1_000
    now = sound_cues.moment(app)
    assert sound_cues.sounds_between(before, now, app.settings, hidden=False, keys=False) == ("clock",)
    assert sound_cues.sounds_between(now, sound_cues.moment(app), app.settings, hidden=False, keys=False) == ()
    assert "clock" in SOUNDS
    assert "data-low" in shown(app)
    app.pause()


async def test_rolling_takes_time_too_and_ends_no_turn() -> None:
    app, world, table = await begun(FISCHER, PERSON, PERSON, name="kilkenny")
    while table.match.position.turn != CHANCE or table.choice.rolling is None:
        commands.do(app, "tap", table.open[0])
        await settle(lambda: table.choice.rolling is not None or table.choice.awaited is not None)
    assert table.timing is not None
    seat, before = table.timing.seat or 0, left(table, world)
    world.clock.passed += 4_000
    commands.do(app, "roll")
    await settle(lambda: table.choice.rolling is None)
    await settle(lambda: table.timing is not None and table.timing.since is not None)
    if table.timing.seat == seat:
        assert left(table, world)[seat] == before[seat] - 4_000
    app.pause()


@pytest.mark.parametrize("name", games.ready())
def test_every_game_says_whose_time_was_up(name: str) -> None:
    game = games.load(name)
    match = game.match(1, 2)
    match.overstep(0)
    outcome = match.outcome()
    assert outcome is not None
    assert english(game.speech.outcome(outcome)) == "seat 1 wins: seat 0 has run out of time."


def test_what_is_read_is_minutes_and_seconds_rounded_up() -> None:
    plan = Plan("reversi", (PERSON, PERSON), pace=FISCHER)
    table = Table(games.load("reversi"), plan, games.load("reversi").match(1), "", "")
    assert table.timing is not None
    readings = []
    for used in (0, 1, 1_000, 119_001, 170_000, 179_999, 180_000):
        table.timing = table.timing._replace(seat=0, used=used)
        reading = clock.reading(table, 0, 0)
        assert reading is not None
        readings.append((reading.text, reading.low))
    assert readings == [("3:00", False), ("3:00", False), ("2:59", False), ("1:01", False), ("0:10", True),
                        ("0:01", True), ("0:00", True)]  # fmt: skip


async def test_a_record_tells_the_clock_and_what_each_move_took_and_is_read_without() -> None:
    for pace, control in ((FISCHER, "180+2"), (EACH, "1/15")):
        app, world, table = await begun(pace, PERSON, PERSON)
        await played(app, world, "d3", 5_250)
        await played(app, world, "c3", 1_000)
        text = texts.as_text(table, "")
        assert f'[TimeControl "{control}"]' in text
        assert '[Times "5.2 1.0"]' in text
        assert record.read(text, games.find_ruleset)[0].written() == ["d3", "c3"]
        app.pause()


async def test_a_review_tells_how_long_each_move_took() -> None:
    app, world, table = await begun(EACH, PERSON, PERSON)
    await played(app, world, "d3", 7_000)
    world.clock.passed += 15_000
    await settle(lambda: table.outcome is not None)
    commands.do(app, "review")
    commands.do(app, "show", "0")
    assert "Took 7 seconds." in shown(app)
    app.pause()
