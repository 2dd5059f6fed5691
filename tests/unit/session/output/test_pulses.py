"""Test haptics (vibration) on moves, captures, refusals, turns and ends, and their setting."""

from __future__ import annotations

import asyncio

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.events import Captured
from chowk.games import ready
from chowk.session.output import haptics, sound_cues
from chowk.session.output.sound_cues import Moment
from tests.fakes import FakeWorld, app_in
from tests.unit.session.output.test_hearing import AGAINST_BOT, at_table, settle


def felt(app: App, before: Moment) -> haptics.Pulses:
    return haptics.felt(before, sound_cues.moment(app))


@pytest.mark.parametrize("game", ready())
async def test_a_move_of_ones_own_is_felt_and_more_if_it_takes_something(game: str) -> None:
    app, table = await at_table(game)
    known = set()
    for _ in range(60):
        await settle(app, lambda: table.choice.awaited is not None or table.outcome is not None)
        if table.outcome is not None:
            break
        before, ply = sound_cues.moment(app), table.match.ply
        moves = table.match.position.moves()
        took = {move: any(isinstance(event, Captured) for event in table.match.position.events(move)) for move in moves}
        move = next((move for move in moves if took[move]), moves[ply % len(moves)])
        app.loop.choose(table, move)
        for _ in range(50):
            if table.match.ply > ply:
                break
            await asyncio.sleep(0)
        now = sound_cues.moment(app)
        if now.ply == ply + 1 and not now.end:
            assert haptics.felt(before, now) == (haptics.CAPTURE if took[move] else haptics.SET_DOWN)
            known.add(took[move])
    assert known
    app.pause()


async def test_a_refusal_is_felt_once() -> None:
    app, table = await at_table()
    before = sound_cues.moment(app)
    commands.do(app, "tap", "a1")
    assert felt(app, before) == haptics.REFUSED
    assert felt(app, sound_cues.moment(app)) == ()
    assert table.match.ply == 0


async def test_ones_turn_is_felt_and_an_opponents_move_is_not() -> None:
    app, table = await at_table(seats=AGAINST_BOT)
    before = sound_cues.moment(app)
    commands.do(app, "tap", table.open[0])
    await settle(app, lambda: table.match.ply == 1)
    assert felt(app, before) == haptics.SET_DOWN
    between = sound_cues.moment(app)
    assert not between.due
    await settle(app, lambda: table.choice.awaited is not None)
    assert felt(app, between) == haptics.TURN
    app.pause()


async def test_the_end_is_felt_above_all_else() -> None:
    app, table = await at_table()
    before = sound_cues.moment(app)
    table.match.resign(0)
    app.loop.end(table)
    assert felt(app, before) == haptics.END
    assert haptics.felt(Moment(), sound_cues.moment(app)) == (), "another table is news, and no pulse"


@pytest.mark.parametrize("vibrates", [True, False])
async def test_it_is_set_where_a_device_can_do_it(vibrates: bool) -> None:
    world = FakeWorld()
    world.device.vibrates = vibrates
    app = app_in(world)
    await app.start()
    commands.do(app, "settings")
    assert ("Vibrate at moves and turns" in pages.page(app, app.words).text) == vibrates
    assert app.settings.vibration
    commands.do(app, "set", "vibration off")
    assert not app.settings.vibration
