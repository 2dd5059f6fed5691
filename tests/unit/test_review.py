"""The review of a finished game: its judgements, its graph, the way back into the game, and what can go wrong."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence

import pytest

from chowk import games
from chowk.app import board, commands, pages, review
from chowk.app.app import App
from chowk.app.board import Hand
from chowk.app.model import Plan, SeatPlan
from chowk.app.pages.review import graph
from chowk.app.review import Judged, Review, review_of
from chowk.app.table import Table
from chowk.core.message import english
from chowk.core.oracle import read_request
from chowk.games.scale import scale_of
from tests.fakes import FakeWorld
from tools.html import to_html

SHORTEST = "f5d6c5f4e3f6g5e6e7"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opponents look at each position for a moment only."""
    monkeypatch.setattr(review, "MILLISECONDS", 15)


async def settle(until: Callable[[], bool]) -> None:
    for _ in range(200_000):
        if until():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


async def imported(text: str) -> tuple[App, FakeWorld, Table]:
    world = FakeWorld()
    app = App(world)
    await app.start()
    commands.do(app, "import", text)
    if app.table is None:
        commands.do(app, "play")
    assert app.table is not None, app.complaint
    return app, world, app.table


async def finished(text: str = SHORTEST) -> tuple[App, FakeWorld, Table]:
    """A game that has been played to its end."""
    app, world, table = await imported(text)
    if table.outcome is None:
        commands.do(app, "resign")
    assert table.outcome is not None
    return app, world, table


async def reviewed(text: str = SHORTEST) -> tuple[App, Review]:
    app, _, _ = await finished(text)
    commands.do(app, "review")
    found = review_of(app)
    assert found is not None
    await settle(lambda: found.done or found.failed)
    assert found.done
    return app, found


def judged(moves: str, leads: Sequence[float | None], best: Sequence[str]) -> Review:
    """A review whose judgements are given, of a game of checkers that was given up after these moves."""
    game = games.load("checkers")
    match = game.match(1)
    for move in moves.split():
        match.push(move)
    match.resign(1)
    found = Review(Table(game, Plan("checkers", (SeatPlan(), SeatPlan())), match, "1", ""))
    found.judged = {ply: Judged(move, lead) for ply, (move, lead) in enumerate(zip(best, leads, strict=True))}
    return found


@pytest.mark.parametrize("name", games.ready())
def test_a_scale_is_between_two_and_says_its_amounts(name: str) -> None:
    scale = scale_of(games.load(name))
    assert (scale is not None) == (name in ("reversi", "checkers"))
    if scale is not None:
        assert scale.won > 0
        assert "3" in english(scale.amount(3))


async def test_only_a_finished_game_is_reviewed() -> None:
    app, _, table = await imported(SHORTEST[:8])
    assert not commands.COMMANDS["review"].able(app)
    commands.do(app, "resign")
    assert commands.COMMANDS["review"].able(app)
    assert table.match.ply == 4
    commands.do(app, "home")
    assert not commands.COMMANDS["review"].able(app)


async def test_every_position_of_the_game_is_asked_about_once() -> None:
    app, found = await reviewed()
    world = app.world
    assert isinstance(world, FakeWorld)
    asked = [read_request(text) for text in world.oracle.asked]
    write = found.match.book.notation.write_position
    choices = [ply for ply in range(found.match.ply) if len(found.match.at(ply).moves()) > 1]
    assert [one.position for one in asked] == [write(found.match.at(ply)) for ply in choices]
    assert {one.level for one in asked} == {found.table.game.strongest}
    assert all(one.ticket < 0 for one in asked), "no ticket of a game is taken"
    before = len(asked)
    commands.do(app, "close")
    commands.do(app, "review")
    assert len(world.oracle.asked) == before, "what is known is not asked again"


async def test_it_does_not_lie_on_the_result() -> None:
    app, _, _ = await finished()
    commands.do(app, "result")
    commands.do(app, "review")
    assert app.sheets == [("review", "")]


async def test_what_it_finds_best_is_legal_and_shown_on_the_board() -> None:
    app, found = await reviewed()
    for ply in range(found.match.ply):
        assert found.judged[ply].best in {
            found.match.book.notation.write_move(found.match.at(ply), move) for move in found.match.at(ply).moves()
        }
        commands.do(app, "show", str(ply))
        assert app.sheet is None, "the board can be looked at"
        table = found.table
        marked = {one.spot for one in board.scene(app, table, Hand(), False) if one.key.startswith("mark hint")}
        assert marked == {spot for spot in found.spots(ply) if table.cell(spot)}
        assert marked


async def test_a_man_given_away_is_a_mistake_and_the_better_move_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    # Four pieces: the table of endings knows the answer at once, so that the time is not used up.
    monkeypatch.setattr(review, "MILLISECONDS", 5000)
    _, found = await reviewed('[SetUp "1"]\n[FEN "B:W22,30:B14,1"]\n\n1. 14-18 22x15 2. 1-5 *')
    assert found.grade(0) == "mistake"
    assert found.better(0) not in ("", "14-18", "14-17")
    assert found.cost(1) == 0, "the only move costs nothing"
    assert found.curve()[1] == -1


def test_costs_are_seen_by_who_moved() -> None:
    # Red leads by 40, White by 60 after its move, Red by 30 again, and so on.
    found = judged("11-15 22-18 15x22 25x18", (40, 60, 200, -10, 30), ("11-15", "24-19", "15x22", "25x18", "9-13"))
    assert [found.lead(ply) for ply in range(5)] == [40, -60, 10, 10, 30], "an only move changes nothing"
    assert found.cost(0) == 0, "it was the best move"
    assert found.cost(1) == 70, "White stood better by 60, then Red by 10"
    assert found.grade(1) == "mistake"
    assert found.better(1) == "24-19"
    assert found.better(0) == ""
    assert found.grades(0) == {"best": 1}, "an only move is nobody's merit"
    assert found.grades(1) == {"mistake": 1, "best": 1}


def test_leads_beyond_a_won_one_count_no_more() -> None:
    found = judged("11-15 22-18 15x22 25x18", (29_900, -400, 300, 0, 0), ("9-13", "24-19", "15x22", "25x18", "9-13"))
    assert found.cost(0) == 0
    assert found.curve() == (1, 1, 0, 0, 0)


def test_what_was_not_reckoned_stands_as_it_does_later() -> None:
    best = ("11-15", "24-19", "15x22", "25x18", "9-13")
    assert judged("11-15 22-18 15x22 25x18", (None, None, None, 50, 25), best).curve() == (-0.2, -0.2, -0.2, -0.2, 0.1)
    found = judged("11-15 22-18 15x22 25x18", (None, None, None, None, None), best)
    assert found.curve() == (None,) * 5
    assert found.grade(1) == ""


async def test_the_end_of_a_game_counts_as_the_rules_count_it() -> None:
    _, found = await reviewed()
    assert found.curve()[-1] == found.scale.final(found.match.outcome()) / found.scale.won  # type: ignore[arg-type]
    assert found.curve()[-1] == 13 / 24


async def test_a_game_is_taken_up_again_where_one_wishes_and_the_finished_one_stays() -> None:
    app, found = await reviewed()
    old = found.table.save
    commands.do(app, "retry-from", "3")
    table = app.table
    assert table is not None
    assert table is not found.table
    assert table.match.written() == list(found.moves[:3])
    assert table.outcome is None
    assert not app.sheets
    await settle(lambda: table.awaited is not None)
    assert set(app.saves) == {old, table.save}
    assert app.saves[old].match.outcome() is not None
    assert review_of(app) is None


@pytest.mark.parametrize("ply", ["9", "99", "", "-1", "x"])
async def test_nothing_is_taken_up_where_nothing_was_played(ply: str) -> None:
    app, found = await reviewed()
    commands.do(app, "retry-from", ply)
    assert app.table is found.table


async def test_taking_back_ends_the_review() -> None:
    app, world, table = await finished()
    world.oracle.gate = asyncio.Event()
    commands.do(app, "review")
    await settle(lambda: bool(world.oracle.asked))
    first = read_request(world.oracle.asked[0]).ticket
    commands.do(app, "undo")
    await settle(lambda: table.awaited is not None)
    assert world.oracle.dropped == [first], "nobody waits for the answer any more"
    assert review_of(app) is None
    assert len(world.oracle.asked) == 1


async def test_a_desk_that_fails_twice_is_said_and_can_be_asked_again() -> None:
    app, world, _ = await finished()
    world.oracle.dead = 2
    commands.do(app, "review")
    found = review_of(app)
    assert found is not None
    await settle(lambda: found.failed)
    assert not found.judged
    shown = to_html(pages.page(app, pages.words(app)))
    assert "did not answer" in shown
    commands.do(app, "review")
    await settle(lambda: found.done)
    assert not found.failed


async def test_the_sheet_tells_every_move_and_who_played_how() -> None:
    app, found = await reviewed()
    shown = to_html(pages.page(app, pages.words(app)))
    assert shown.count('data-do="retry-from"') == found.match.ply
    assert len(re.findall(r'data-grade="(best|good|slip|mistake)"', shown)) >= found.match.ply
    for ply in range(found.match.ply):
        if found.better(ply):
            assert found.better(ply) in shown
    assert "best move" in shown


def test_a_graph_has_a_gap_where_nothing_is_known_and_a_mark_at_each_mistake() -> None:
    drawn = graph((0.0, 0.5, None, -1.0, 1.0), ("best", "mistake", "slip", "good"))
    assert drawn.count("<polyline") == 2
    assert 'points="0,50.0 1,27.0"' in drawn
    assert 'points="3,96.0 4,4.0"' in drawn
    assert drawn.count('class="mistake"') == drawn.count('class="slip"') == 1
    assert 'class="mistake" x1="2"' in drawn
