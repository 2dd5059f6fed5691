"""Test that a win is celebrated in the same way, whoever wins: a person or an animal, in the first or the last seat."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from random import Random
from typing import Any

import pytest

from chowk import games
from chowk.app import commands
from chowk.app.app import App
from chowk.core.match import Match
from chowk.core.position import CHANCE
from chowk.draw.ceremony import Ceremony
from chowk.engine.protocol import Reply
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from tests.fakes import FakeStage, FakeWorld, app_in

PERSON, BOT = SeatPlan(), SeatPlan("bot", 0)


@cache
def won(name: str, winner: int, players: int) -> Match[Any, Any]:
    """Return a finished random game that a seat has won with its last move."""
    game = games.load(name)
    for seed in range(400):
        match, random = game.match(seed, players), Random(seed)
        while match.outcome() is None:
            match.play(match.roll() if match.position.turn == CHANCE else random.choice(match.position.moves()))
        outcome = match.outcome()
        if outcome is not None and outcome.winner == winner == match.position_after(match.ply - 1).turn:
            return match
    raise AssertionError("this seat never wins")


async def finished(match: Match[Any, Any], name: str, seats: tuple[SeatPlan, ...], lively: bool) -> App:
    """Play the last move of a match at a table, and return the application, which shows the result.

    `name` is the name of the game. `lively` says whether the fake board shows animations, such as celebrations.
    """
    world = FakeWorld()
    app: App = app_in(world)
    await app.start()
    commands.do(app, "set", "automatic off")
    stage = app.stage
    assert isinstance(stage, FakeStage)
    stage.lively = lively
    last = match.written()[-1]

    async def ask(request: str) -> str:
        return Reply(json.loads(request)["ticket"], last).text()

    world.engine.ask = ask  # type: ignore[method-assign]
    table = Table(games.load(name), Plan(name, seats), match.until(match.ply - 1), "1", "2026-11-23")
    app.sit_down(table)
    for _ in range(2000):
        if app.place.sheet is not None and app.place.sheet.name == "result":
            break
        if table.choice.imposed is not None:
            commands.do(app, "go-on")
        elif table.choice.awaited is not None:
            app.loop.choose(table, match.moves[-1])
        await asyncio.sleep(0)
    assert table.outcome == match.outcome()
    assert not table.display.moving
    app.pause()
    return app


async def celebrated(match: Match[Any, Any], name: str, seats: tuple[SeatPlan, ...], lively: bool) -> list[Ceremony]:
    """Play the last move as `finished` does, and return the ceremonies (celebrations of a winner) that followed."""
    stage = (await finished(match, name, seats, lively)).stage
    assert isinstance(stage, FakeStage)
    return stage.celebrated


@pytest.mark.parametrize(
    ("name", "winner", "players"),
    [
        *((name, winner, 2) for name in games.ready() if games.load(name).ending for winner in (0, 1)),
        ("kilkenny", 3, 4),
    ],
)
async def test_a_person_and_an_animal_win_alike_and_less_motion_has_no_ceremony(
    name: str, winner: int, players: int
) -> None:
    match = won(name, winner, players)
    person = tuple(PERSON if seat == winner else BOT for seat in range(players))
    animal = tuple(BOT if seat == winner else PERSON for seat in range(players))
    shows = []
    for seats in (person, animal):
        (ceremony,) = await celebrated(match, name, seats, lively=True)
        # The boards of people are turned to them, so that the places of pieces differ, but not the pieces.
        moved = {(sprite.key, sprite.art) for sprite in {*ceremony.scene_at(0)} - {*ceremony.resting}}
        shows.append((ceremony.duration, ceremony.cues, moved))
        assert await celebrated(match, name, seats, lively=False) == []
    assert shows[0] == shows[1]
    assert shows[0][0] > 0.5
    sides = [games.load(name).token(match.position_after(0), seat).split()[0] for seat in range(players)]
    acting = {art.split()[0] for _, art in shows[0][2]} & {*sides}
    assert not acting or sides[winner] in acting


@pytest.mark.parametrize("lively", [True, False])
async def test_the_last_move_is_announced_once_and_then_the_result(lively: bool) -> None:
    match = won("checkers", 0, 2)
    app = await finished(match, "checkers", (PERSON, PERSON), lively)
    table = app.table
    assert isinstance(table, Table)
    assert table.outcome is not None
    result = table.game.speech.outcome(table.outcome)
    # Without animations, the move and the result are announced in one frame, and the page shows only the later text.
    assert app.voice.spoken == ((result,) if lively else (*table.log.named_sentences, result))
