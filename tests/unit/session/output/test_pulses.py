"""Test haptics (vibration) on moves, captures, refusals, turns and ends, and their setting."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from random import Random

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.events import Captured, Event
from chowk.core.position import CHANCE
from chowk.games import ready
from chowk.session.output import haptics, sound_cues
from chowk.session.output.sound_cues import Moment
from chowk.storage.plan import SeatPlan
from tests.fakes import FakeWorld, app_in
from tests.unit.session.output.test_hearing import AGAINST_BOT, at_table, settle


def captures(events: Iterable[Event]) -> int:
    return sum(isinstance(event, Captured) for event in events)


def felt(app: App, before: Moment) -> haptics.Pulses:
    return haptics.vibration_between(before, sound_cues.moment(app))


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
        took = {move: captures(table.match.position.events(move)) for move in moves}
        move = max(moves, key=lambda move: took[move]) if any(took.values()) else moves[ply % len(moves)]
        app.loop.choose(table, move)
        for _ in range(50):
            if table.match.ply > ply:
                break
            await asyncio.sleep(0)
        now = sound_cues.moment(app)
        if now.ply == ply + 1 and not now.end:
            assert haptics.vibration_between(before, now) == (*haptics.SET_DOWN, *haptics.CAPTURE * took[move])
            known.add(bool(took[move]))
    assert known
    app.pause()


@pytest.mark.parametrize(
    ("game", "seats"),
    [("checkers", AGAINST_BOT), ("kilkenny", AGAINST_BOT), ("parcheesi", (*AGAINST_BOT, *AGAINST_BOT[1:] * 2))],
)
async def test_only_the_loss_of_a_persons_own_piece_is_felt_when_others_move(
    game: str, seats: tuple[SeatPlan, ...]
) -> None:
    app, table = await at_table(game, seats=seats)
    app.pause()
    token, match, random = table.seats.token(0).split()[0], table.match, Random(5)
    known = set()
    while match.outcome() is None and match.ply < 600:
        before, position = sound_cues.moment(app), match.position
        arts = {sprite.key: sprite.art for sprite in table.view.pieces(position)}
        move = match.roll() if position.turn == CHANCE else random.choice(position.moves())
        events = tuple(match.play(move))
        if position.turn > 0 and match.outcome() is None:
            taken = [arts[event.piece].split()[0] for event in events if isinstance(event, Captured)]
            pulses = haptics.vibration_between(before, sound_cues.moment(app))
            assert (pulses == haptics.LOST) == (token in taken)
            known.add((token in taken, bool(taken)))
    assert {(True, True), (False, False)} <= known
    assert ((False, True) in known) == (len(seats) > 2), "others capture each other's pieces"


async def test_each_piece_of_a_long_jump_is_a_pulse() -> None:
    app, table = await at_table("checkers")
    app.pause()
    match, lengths = table.match, {0: 1, 1: 3, 2: 5, 3: 7}
    seen = set()
    for seed in range(12):
        random = Random(seed)
        while match.outcome() is None:
            before = sound_cues.moment(app)
            count = captures(match.play(random.choice(match.position.moves())))
            if match.outcome() is None:
                assert len(haptics.vibration_between(before, sound_cues.moment(app))) == lengths[count]
                seen.add(count)
        while match.ply:
            match.undo()
    assert seen == set(lengths)


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
    assert not between.may_act
    await settle(app, lambda: table.choice.awaited is not None)
    assert felt(app, between) == haptics.TURN
    app.pause()


async def test_the_end_is_felt_above_all_else() -> None:
    app, table = await at_table()
    before = sound_cues.moment(app)
    table.match.resign(0)
    app.loop.end(table)
    assert felt(app, before) == haptics.END
    assert haptics.vibration_between(Moment(), sound_cues.moment(app)) == (), "another table is news, and no pulse"


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
