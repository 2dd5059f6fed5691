"""Test hints (requirement PL-21) in all five games: where to look, then the move, then the reason.

The game remembers that the player had help.
"""

from __future__ import annotations

import asyncio
import sys

import pytest

from chowk import games
from chowk.app import commands
from chowk.app.app import App
from chowk.core.message import english
from chowk.engine.protocol import Reply, read_request
from chowk.features.hints import hints
from chowk.games.api import TICK
from chowk.session.output import board
from chowk.session.output.advice import Advice, Hint
from chowk.session.output.board import Pointer
from chowk.session.table import Table
from chowk.storage import saves
from chowk.storage.plan import usual_plan
from tests.fakes import FakeWorld, app_in, sitting_at

every_game = pytest.mark.parametrize("name", games.SHELF)


async def seated(name: str, world: FakeWorld | None = None) -> tuple[App, Table]:
    """Return an app and its table as soon as a person has to choose a move."""
    app = app_in(world or FakeWorld())
    app.begin(usual_plan(name))
    assert app.table is not None
    await waited(app, app.table)
    return app, app.table


async def waited(app: App, table: Table) -> None:
    for _ in range(100_000):
        if table.choice.awaited is not None:
            return
        app.loop.roll()
        await asyncio.sleep(0)
    raise AssertionError("nobody has a choice")


def hint_of(table: Table) -> Hint:
    assert table.choice.hint is not None
    return table.choice.hint


def advice_of(table: Table) -> Advice:
    assert table.choice.advice is not None
    return table.choice.advice


@every_game
async def test_each_press_says_more(name: str) -> None:
    app, table = await seated(name)
    hints_given = []
    for _ in range(4):
        await hints.deepen(app, sitting_at(app))
        assert app.voice.spoken == hint_of(table).messages
        hints_given.append(hint_of(table).messages)
    look, move, why, again = hints_given
    assert english(look[0]).startswith("Hint: ")
    assert look != move[:1], "the first press does not tell the move"
    assert len(look) == len(move) == 1
    assert why[:1] == move, "the reasons come with the move"
    advice = advice_of(table)
    assert why[1:] == (table.game.why(advice.position, advice.moves) or advice.worth)
    assert len(why) <= 4
    assert again == why, "there is nothing beyond why"
    assert set(hint_of(table).spots) == set(advice_of(table).spots)
    table_moves = table.match.position.moves()
    assert advice_of(table).moves[0] in table_moves


@every_game
async def test_the_strongest_opponent_is_asked_once_for_all_three(name: str) -> None:
    world = FakeWorld()
    app, table = await seated(name, world)
    await hints.deepen(app, sitting_at(app))
    count = len(world.engine.requests)
    await hints.deepen(app, sitting_at(app))
    await hints.deepen(app, sitting_at(app))
    assert len(world.engine.requests) == count
    level = table.game.strongest
    assert read_request(world.engine.requests[-1]).level == level


async def test_the_first_depth_marks_a_few_squares_the_best_one_among_them() -> None:
    app, table = await seated("reversi")
    await hints.deepen(app, sitting_at(app))
    assert set(hint_of(table).spots) < set(table.open)
    assert len(hint_of(table).spots) == 2, "black has four squares at first, and all of them would say nothing"
    assert advice_of(table).spots[0] in hint_of(table).spots
    marked = {sprite.spot for sprite in board.scene(app, table, Pointer(), False) if sprite.key.startswith("mark hint")}
    assert marked == set(hint_of(table).spots)
    await hints.deepen(app, sitting_at(app))
    assert hint_of(table).spots == advice_of(table).spots
    assert len(hint_of(table).spots) == 1


async def test_the_first_depth_marks_the_piece_the_second_where_it_goes() -> None:
    app, table = await seated("checkers")
    await hints.deepen(app, sitting_at(app))
    assert len(hint_of(table).spots) == 1
    assert hint_of(table).spots[0] in table.open
    assert english(hint_of(table).text) == f"Hint: look here: {hint_of(table).spots[0]}.", "no label for screen readers"
    await hints.deepen(app, sitting_at(app))
    assert len(hint_of(table).spots) == 2


async def test_a_single_patch_is_hinted_at_by_a_few_cells() -> None:
    _, table = await seated("patchwork")
    start = table.match.position
    own = start.players[0]._replace(space=26)
    position = start._replace(turn=0, players=(own, start.players[1]), single=26)
    match = table.match
    match._positions[-1] = position
    best = position.moves()[40]
    advice = hints.advise(table, (best,))
    assert len(advice.region) == 4
    assert advice.spots[0] in advice.region


async def test_a_hint_to_buy_is_taken_up_at_the_second_press_only() -> None:
    app, table = await seated("patchwork")
    trying = table.choice.trying
    assert trying is not None
    await hints.deepen(app, sitting_at(app))
    assert trying.picks == ()
    await hints.deepen(app, sitting_at(app))
    assert trying.picks == advice_of(table).spots
    assert TICK in table.open


PLAIN: dict[str, tuple[Reply, str]] = {
    "reversi": (Reply(1, score=3.6), "The strongest opponent expects seat 0 to be 4 discs ahead."),
    "checkers": (Reply(1, score=-35.0), "The strongest opponent expects seat 0 to be 0.35 men behind."),
    "kilkenny": (Reply(1, score=12.0), "The strongest opponent puts the chance of seat 0 to win at 62%."),
    "parcheesi": (Reply(1, score=-8.0), "The strongest opponent puts the chance of seat 0 to win at 42%."),
    "patchwork": (Reply(1, known=True), "It is a known opening move."),
}
"""For each game: an opponent's reply, and the sentence with which a hint describes its move if it finds no reason."""


@pytest.mark.parametrize("name", PLAIN)
async def test_where_no_reason_is_found_the_worth_of_the_move_is_told(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, table = await seated(name)
    monkeypatch.setattr(type(table.game), "why", lambda *_: ())
    reply, sentence = PLAIN[name]
    move = table.match.position.moves()[0]
    advice = hints.advise(table, (move,), reply)
    for _ in range(4):
        advice = advice.deeper(table.game)
    seat = f"seat {table.match.position.turn}"
    assert [english(message) for message in advice.why] == [sentence.replace("seat 0", seat)]


@pytest.mark.parametrize(
    ("score", "sentences"),
    [
        (0.3, ["The strongest opponent expects an even game."]),
        (64.0, ["The strongest opponent expects it to win for seat 0."]),
        (-64.0, []),
        (None, []),
    ],
)
async def test_a_hint_without_a_reason_never_says_that_there_is_none(
    score: float | None, sentences: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, table = await seated("reversi")
    monkeypatch.setattr(type(table.game), "why", lambda *_: ())
    advice = hints.advise(table, table.match.position.moves()[:1], Reply(1, score=score))
    for _ in range(4):
        advice = advice.deeper(table.game)
    assert [english(message) for message in advice.why] == sentences
    assert advice.hint.text == advice.text, "the move is told all the same"


async def test_two_presses_at_once_are_one() -> None:
    world = FakeWorld()
    app, table = await seated("reversi", world)
    before = len(world.engine.requests)
    world.engine.gate = asyncio.Event()
    first = asyncio.ensure_future(hints.deepen(app, sitting_at(app)))
    await asyncio.sleep(0)
    await hints.deepen(app, sitting_at(app))
    world.engine.gate.set()
    await first
    assert len(world.engine.requests) == before + 1
    assert advice_of(table).depth == 1


async def test_a_move_ends_the_hint_and_the_next_begins_anew() -> None:
    app, table = await seated("reversi")
    for _ in range(3):
        await hints.deepen(app, sitting_at(app))
    commands.do(app, "tap", table.open[0])
    for _ in range(20_000):
        if table.match.ply >= 2 and table.choice.awaited is not None:
            break
        await asyncio.sleep(0)
    assert table.choice.hint is None
    assert table.choice.advice is None
    await hints.deepen(app, sitting_at(app))
    assert advice_of(table).depth == 1


async def test_an_answer_that_comes_too_late_is_not_shown() -> None:
    world = FakeWorld()
    app, table = await seated("reversi", world)
    world.engine.gate = asyncio.Event()
    asking = asyncio.ensure_future(hints.deepen(app, sitting_at(app)))
    await asyncio.sleep(0)
    assert table.choice.asking
    app.leave()
    world.engine.gate.set()
    await asking
    assert table.choice.hint is None
    assert not table.about.helped


async def test_a_game_with_a_hint_remembers_it() -> None:
    app, table = await seated("reversi")
    commands.do(app, "tap", table.open[0])
    for _ in range(20_000):
        if table.match.ply == 2 and table.choice.awaited is not None:
            break
        await asyncio.sleep(0)
    assert not app.kept.saves[table.about.save].helped
    await hints.deepen(app, sitting_at(app))
    save = app.kept.saves[table.about.save]
    assert save.helped
    assert saves.read_save(saves.write_save(save), games.find_ruleset).helped
    app.resume(save)
    assert app.table is not None
    assert app.table.about.helped, "also after it was put away"


async def test_reasons_are_loaded_when_they_are_first_asked_for() -> None:
    app, _ = await seated("kilkenny")
    sys.modules.pop("chowk.games.kilkenny.ui.reasons", None)
    await hints.deepen(app, sitting_at(app))
    await hints.deepen(app, sitting_at(app))
    assert "chowk.games.kilkenny.ui.reasons" not in sys.modules
    await hints.deepen(app, sitting_at(app))
    assert "chowk.games.kilkenny.ui.reasons" in sys.modules
