"""Test premoves: a move planned during an opponent's turn is played at once if it is legal, and dropped otherwise."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.message import english
from chowk.session.output import board
from chowk.session.table import Table
from chowk.storage.plan import SeatPlan, usual_plan
from tests.fakes import FakeWorld, app_in, sitting_at, world_of
from tools.shared.html import to_html

PERSON, BOT = SeatPlan(), SeatPlan("bot", 1)


async def settle(until: Callable[[], bool]) -> None:
    for _ in range(20_000):
        if until():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


async def thinking(name: str, first: str, premoves: bool = True, seats: tuple[SeatPlan, ...] = (PERSON, BOT)) -> App:
    """Return an app in which a person has moved and the opponent is thinking until `world.engine.gate` is set.

    `first` holds the spots of the person's move, in order. `premoves` switches premoves on.
    """
    world = FakeWorld()
    world.engine.gate = asyncio.Event()
    app = app_in(world)
    await app.start()
    commands.do(app, "set", f"premove {'on' if premoves else 'off'}")
    game = games.load(name)
    app.sit_down(Table(game, usual_plan(name)._replace(seats=seats, lot=False), game.match(7), "1", "2026-11-23"))
    table = sitting_at(app)
    await settle(lambda: table.choice.awaited == 0)
    for spot in first.split():
        commands.do(app, "tap", spot)
    await settle(lambda: table.match.ply == 1 and len(world.engine.requests) == 1)
    return app


async def answered(app: App, ply: int) -> list[str]:
    """Let the opponent move. Return all moves as text when `ply` plies have been played and it is a person's turn."""
    world, table = world_of(app), sitting_at(app)
    assert isinstance(world, FakeWorld)
    assert world.engine.gate is not None
    world.engine.gate.set()
    await settle(lambda: table.match.ply >= ply and table.choice.awaited == 0)
    return table.match.written()


@pytest.mark.parametrize(("name", "first"), [("reversi", "d3"), ("checkers", "11 15")])
async def test_what_is_planned_is_played_at_once_if_it_can_be(name: str, first: str) -> None:
    app = await thinking(name, first)
    table = sitting_at(app)
    game = games.load(name)
    # The move that is legal after most replies of the opponent.
    replies = [table.match.position.play(move) for move in table.match.position.moves()]
    paths = Counter(path for reply in replies for path in game.view.spell(reply).values() if len(path) < 3)
    path = paths.most_common(1)[0][0]
    for spot in path:
        commands.do(app, "tap", spot)
    assert table.choice.ahead == path
    assert english(app.voice.spoken[-1]) == f"Planned: {'–'.join(path)}"
    assert f"Planned: {'–'.join(path)}" in to_html(pages.page(app, app.words))
    marked = [sprite.spot for sprite in board.scene(app, table, board.Pointer(), False) if "planned" in sprite.key]
    assert marked == list(path)
    written = await answered(app, 4)
    app.pause()
    assert written[2] == "-".join(path)
    assert table.choice.ahead == ()


async def test_what_cannot_be_played_is_forgotten_and_it_is_told_why() -> None:
    app = await thinking("reversi", "d3")
    commands.do(app, "tap", "a1")
    assert sitting_at(app).choice.ahead == ("a1",)
    assert 'aria-label="a1, empty, chosen"' in to_html(pages.page(app, app.words))
    written = await answered(app, 2)
    assert len(written) == 2
    assert sitting_at(app).choice.ahead == ()
    assert app.voice.alert is None
    assert "A disc on a1 would turn nothing." in to_html(pages.page(app, app.words))
    commands.do(app, "tap", sitting_at(app).open[0])
    await settle(lambda: sitting_at(app).match.ply >= 3)
    app.pause()
    assert "A disc on a1 would turn nothing." not in to_html(pages.page(app, app.words))


async def test_a_piece_that_was_planned_with_is_picked_and_never_moved_by_itself() -> None:
    app = await thinking("checkers", "11 15")
    table = sitting_at(app)
    spells = table.game.view.spell
    # The piece that has exactly one legal move after most replies. It must not move although its move is unique.
    replies = [table.match.position.play(move) for move in table.match.position.moves()]
    first = Counter(spot for reply in replies
                    for spot, ways in Counter(path[0] for path in spells(reply).values()).items()
                    if ways == 1).most_common(1)[0][0]  # fmt: skip
    commands.do(app, "tap", first)
    written = await answered(app, 2)
    assert len(written) == 2
    assert table.choice.pointing.chooser.picked == (first,)
    app.pause()


async def test_where_the_first_spot_of_a_plan_is_lost_the_second_is_not_taken_for_a_piece() -> None:
    app = await thinking("checkers", "11 15")
    table = sitting_at(app)
    for spot in ("3", "8"):  # a blocked piece, and a free one
        commands.do(app, "tap", spot)
    written = await answered(app, 2)
    assert len(written) == 2
    assert table.choice.pointing.chooser.picked == ()
    assert table.choice.missed is not None
    app.pause()


async def test_it_is_let_go_of_by_a_second_tap_by_escape_or_by_another() -> None:
    app = await thinking("checkers", "11 15")
    table = sitting_at(app)
    for spots, left in (("8 8", ()), ("8", ("8",)), ("11", ("8", "11")), ("9", ("9",))):
        for spot in spots.split():
            commands.do(app, "tap", spot)
        assert table.choice.ahead == left
    commands.do(app, "cancel")
    assert table.choice.ahead == ()
    app.pause()


@pytest.mark.parametrize("premoves", [True, False])
async def test_nothing_is_planned_among_people_or_where_it_is_not_wanted(premoves: bool) -> None:
    seats = (PERSON, BOT) if not premoves else (BOT, BOT)
    if premoves:
        app = app_in(FakeWorld())
        await app.start()
        commands.do(app, "set", "premove on")
        game = games.load("reversi")
        app.sit_down(Table(game, usual_plan("reversi")._replace(seats=seats, lot=False), game.match(7), "1", ""))
    else:
        app = await thinking("reversi", "d3", premoves=False)
    commands.do(app, "tap", "a1")
    assert sitting_at(app).choice.ahead == ()
    app.pause()
