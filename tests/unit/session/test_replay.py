"""Test replaying the moves of a game step by step or automatically, without changing the game (requirement PL-30)."""

from __future__ import annotations

import asyncio
import random

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.dice import seat_to_act
from chowk.core.message import PlayerName, say
from chowk.core.position import CHANCE
from chowk.session import replay, taking_back
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from chowk.ui.nodes import Node
from tests.fakes import FakeWorld, app_in

PLIES = 12
every_game = pytest.mark.parametrize("name", games.SHELF)


def played(name: str, plies: int = PLIES) -> tuple[App, FakeWorld, Table]:
    """Return an app, its fake browser, and a table at which only people play, after `plies` plies.

    The game loop is not running.
    """
    world, game, dice = FakeWorld(), games.load(name), random.Random(1)
    app = app_in(world)
    match = game.match(3)
    while match.ply < plies and match.outcome() is None:
        position = match.position
        match.play(match.roll() if position.turn == CHANCE else dice.choice(position.moves()))
    plan = Plan(name, (SeatPlan(),) * match.position.seats, {})
    table = Table(game, plan, match, "1", world.clock.now())
    app.place.sit(table)
    return app, world, table


def page(app: App) -> list[Node]:
    return list(pages.page(app, app.words).walk())


def slider(app: App) -> Node:
    (control,) = [node for node in page(app) if node.attrs.get("type") == "range"]
    return control


async def idle(app: App) -> None:
    for _ in range(2000):
        if app.table is None or app.table.display.playing is None:
            return
        await asyncio.sleep(0)
    raise AssertionError("it never stops")


@every_game
async def test_a_replay_shows_every_move_and_changes_nothing(name: str) -> None:
    app, world, table = played(name)
    before = table.match.written()
    commands.do(app, "replay")
    assert table.ply == 0
    commands.do(app, "replay-play")
    await idle(app)
    assert table.display.shown_ply is None, "it has come to the present"
    assert len(world.stage.performed) == table.match.ply
    assert world.stage.performed[0][0] == tuple(table.view.pieces(table.match.position_after(0)))
    assert world.stage.performed[-1][2] == tuple(table.view.pieces(table.match.position))
    assert table.match.written() == before
    assert table.ply == table.match.ply
    assert not app.kept.saves, "nothing was kept, for nothing was done"


@every_game
async def test_the_slider_says_in_words_where_it_is(name: str) -> None:
    app, _, table = played(name)
    commands.do(app, "show", "5")
    attrs = slider(app).attrs
    assert (attrs["min"], attrs["max"], attrs["value"]) == ("0", str(table.match.ply), "5")
    assert str(attrs["aria-valuetext"]).startswith(f"Move 5 of {table.match.ply} ")
    words = app.words
    line = next(line for line in table.log.lines if line.ply == 5)
    assert str(attrs["aria-valuetext"]).endswith(words(line.named_sentences[-1]))


def test_the_slider_goes_anywhere_and_the_present_is_a_tap_away() -> None:
    app, _, table = played("reversi")
    for ply in (0, 7, PLIES):
        commands.do(app, "seek", str(ply))
        assert table.ply == ply
        assert slider(app).attrs["value"] == str(ply), "also at the end the slider stays under the finger"
    commands.do(app, "seek", "nonsense")
    assert table.ply == PLIES
    commands.do(app, "seek", "3")
    commands.do(app, "present")
    assert table.display.shown_ply is None
    assert not [node for node in page(app) if node.attrs.get("type") == "range"]


async def test_whoever_steps_or_pauses_stops_it() -> None:
    for name, arg, ply in (("replay-play", "", 1), ("forward", "", 2), ("back", "", 0), ("seek", "6", 6)):
        app, world, table = played("checkers")
        commands.do(app, "replay")
        commands.do(app, "replay-play")
        while table.display.shown_ply != 1:
            await asyncio.sleep(0)
        commands.do(app, name, arg)
        for _ in range(50):
            await asyncio.sleep(0)
        assert table.display.playing is None, name
        assert table.ply == ply, name
        assert len(world.stage.performed) == 1


async def test_two_runs_are_never_on_at_once() -> None:
    app, world, _ = played("reversi")
    commands.do(app, "replay")
    for _ in range(3):
        commands.do(app, "replay-play")
    await idle(app)
    assert len(world.stage.performed) == PLIES


async def test_it_begins_anew_from_the_end_and_its_pace_can_be_chosen() -> None:
    app, world, table = played("reversi", 4)
    commands.do(app, "seek", "4")
    commands.do(app, "pace")
    assert table.display.pace == 2
    commands.do(app, "replay-play")
    await idle(app)
    assert len(world.stage.performed) == 4
    assert world.clock.slept == [replay.PAUSE / 2] * 4
    commands.do(app, "pace")
    commands.do(app, "pace")
    assert table.display.pace == 1


async def test_a_game_that_has_ended_can_be_replayed_too() -> None:
    app, _, table = played("reversi")
    table.match.agree()
    commands.do(app, "replay")
    assert slider(app).attrs["value"] == "0"
    commands.do(app, "replay-play")
    await idle(app)
    assert slider(app).attrs["value"] == str(PLIES), "the slider stays, so that it can be gone back"


async def test_a_move_in_the_game_ends_looking_back() -> None:
    app, _, table = played("reversi")
    commands.do(app, "seek", str(PLIES))
    table.play(table.match.position.moves()[0])
    assert not table.display.replaying
    commands.do(app, "seek", "2")
    taking_back.take_back(table)
    assert not table.display.replaying
    assert table.display.shown_ply is None


def test_there_is_nothing_to_replay_before_the_first_move() -> None:
    app, _, _ = played("reversi", 0)
    for name in ("replay", "replay-play", "seek"):
        assert not commands.COMMANDS[name].when(app)


def states(app: App) -> list[str]:
    """Return the status text on each player's panel, in the order of the seats."""
    cards = {node.key: node for node in page(app) if node.key.startswith("player-")}
    return [pill(cards[key]) for key in sorted(cards)]


def pill(card: Node) -> str:
    marks = "turn" * ("data-turn" in card.attrs) + "won" * ("data-won" in card.attrs)
    (state,) = [node for node in card.walk() if node.key == "state"]
    return f"{state.text.strip()} {marks}".strip()


@every_game
async def test_the_cards_show_the_state_of_the_moment_that_is_looked_at(name: str) -> None:
    app, _, table = played(name)
    table.match.resign(1)
    now = states(app)
    assert sum(state == "Winner won" for state in now) == 1
    for ply in range(table.match.ply):
        commands.do(app, "show", str(ply))
        position = table.match.position_after(ply)
        turn = seat_to_act(position)
        due = "To roll turn" if position.turn == CHANCE else "To move turn"
        if position.turn != CHANCE and table.game.rules.forced(position) is not None:
            due = "turn"  # no person has to move while the rules force the move
        assert states(app) == [due if seat == turn else "" for seat in range(len(now))], ply
    commands.do(app, "present")
    assert states(app) == now


def test_who_thinks_now_did_not_think_then() -> None:
    app, _, table = played("reversi")
    table.choice.thinking = table.turn
    assert any(state.startswith("Thinking") for state in states(app))
    commands.do(app, "show", "2")
    assert not any(state.startswith("Thinking") for state in states(app))


async def test_what_was_said_goes_with_its_screen() -> None:
    app, _, _ = played("reversi")
    for way in ("home", "again"):
        app.voice.spoken, app.voice.alert = (say("Black to move."),), say("No.")
        if way == "home":
            commands.do(app, "home")
        else:
            app.begin(Plan("reversi", (SeatPlan(), SeatPlan())))
        (node,) = [node for node in page(app) if node.key == "spoken"]
        (alert,) = [node for node in page(app) if node.key == "alert"]
        assert not node.text.strip(), way
        assert not alert.text.strip(), way


@every_game
async def test_a_step_through_past_moves_is_announced(name: str) -> None:
    app, _, table = played(name)
    for command, arg in (("back", ""), ("back", ""), ("forward", ""), ("show", "4"), ("show", "0")):
        commands.do(app, command, arg)
        moved = next((line.named_sentences for line in table.log.lines if line.ply == table.ply > 0), None)
        assert app.voice.spoken == (moved or (say("No move has been made yet."),))


async def test_questions_about_a_past_position_are_not_answered_by_the_result() -> None:
    app, _, table = played("reversi")
    table.match.resign(0)
    for key in "wm":
        commands.do(app, "show", "5")
        commands.key(app, key)
        player = PlayerName(seat_to_act(table.position))
        assert app.voice.spoken == (
            say("Move {ply} of {last}", ply=5, last=PLIES),
            say("{player} to move.", player=player),
        )
    commands.do(app, "show")
    commands.key(app, "w")
    assert app.voice.spoken == (table.status,)
