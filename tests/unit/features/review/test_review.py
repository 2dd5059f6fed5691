"""Test the review of a finished game: judgements, graph, going back into the game, and failures."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from functools import cache
from math import exp
from types import SimpleNamespace

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.app.opened import back, opened, reopen, unstored_game
from chowk.core.message import english
from chowk.draw.scene import Sprite
from chowk.engine.protocol import Line, Reply, Request, read_request
from chowk.features.review import review
from chowk.features.review.result_view import turning_point_line
from chowk.features.review.review import Review, review_of
from chowk.features.review.view import _grade_sentences, over, turning_point
from chowk.features.sharing.foreign_texts import read_text
from chowk.games import verdicts
from chowk.games.api import Game
from chowk.games.reversi.engine.bots import SCALE
from chowk.games.verdicts import Judged
from chowk.i18n import i18n
from chowk.session.output import board
from chowk.session.output.board import Pointer
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from chowk.ui.graph import graph
from tests.fakes import FakeWorld, app_in, world_of
from tests.unit.ui.test_pages import find
from tools.i18n import po_catalog as catalog
from tools.shared.html import to_html

SHORTEST = "f5d6c5f4e3f6g5e6e7"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the opponents that judge moves to searches of three moves."""
    look_ahead(monkeypatch, 3)


def look_ahead(monkeypatch: pytest.MonkeyPatch, depth: int) -> None:
    load = games.load

    @cache
    def quick(name: str) -> Game:
        game = load(name)
        scale = game.scale
        if scale is None or scale.surveyed:
            return game
        return game._replace(scale=scale._replace(depth=depth, deep=depth + 2, glance=2, ending=lambda _: 0))

    monkeypatch.setattr(games, "load", quick)


async def settle(until: Callable[[], bool]) -> None:
    for _ in range(200_000):
        if until():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


async def imported(text: str) -> tuple[App, FakeWorld, Table]:
    world = FakeWorld()
    app = app_in(world)
    await app.start()
    record = read_text(text)
    if record.match.outcome() is None:
        commands.do(app, "import", text)
        commands.do(app, "play")
    else:
        app.go_on(record.plan, record.match)
    assert app.table is not None, app.voice.complaint
    return app, world, app.table


async def finished(text: str = SHORTEST) -> tuple[App, FakeWorld, Table]:
    """Open a game given as text, and resign it if it is unfinished. Return the app, its fake browser and the table."""
    app, world, table = await imported(text)
    if table.outcome is None:
        commands.do(app, "resign")
    assert table.outcome is not None
    return app, world, table


async def reviewed(text: str = SHORTEST) -> tuple[App, Review]:
    app, _, _ = await finished(text)
    commands.do(app, "review")
    finished_review = review_of(app)
    assert finished_review is not None
    await settle(lambda: finished_review.done or finished_review.failed)
    assert finished_review.done
    return app, finished_review


def judged(
    moves: str, leads: Sequence[float | None], best: Sequence[str], costs: Sequence[float | None] = (None,) * 5
) -> Review:
    """Return a review with the given judgements: leads, best moves and costs by ply.

    A lead is that of the side to move. A cost says by how much the move made is worse than the best move. The game is
    checkers, resigned after `moves`.
    """
    game = games.load("checkers")
    match = game.match(1)
    for move in moves.split():
        match.push(move)
    match.resign(1)
    result = Review(Table(game, Plan("checkers", (SeatPlan(), SeatPlan())), match, "1", ""))
    judged_moves = enumerate(zip(best, leads, costs, strict=True))
    result.judged = {ply: Judged(move, lead, 8, cost=cost, deep=True) for ply, (move, lead, cost) in judged_moves}
    return result


@pytest.mark.parametrize("name", games.ready())
def test_a_scale_says_its_amounts(name: str) -> None:
    scale = games.load(name).scale
    if scale is not None:
        assert scale.won > 0
        assert "3" in str(scale.amount(3))


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "It cost 2.08 men."),
        ("hi", "नुक़सान: २.०८ प्यादे।"),
        ("kn", "ಇದರಿಂದ ಆದ ನಷ್ಟ ೨.೦೮ ಸಿಪಾಯಿಗಳು."),
        ("gu", "નુકસાન: ૨.૦૮ પ્યાદાં."),
        ("pa", "ਘਾਟਾ: ੨.੦੮ ਪਿਆਦੇ।"),
        ("te", "దానివల్ల నష్టం ౨.౦౮ బంట్లు."),
        ("bn", "এতে ক্ষতি ২.০৮টি বোড়ে।"),
    ],
)
def test_what_a_move_of_checkers_cost_is_said_in_men(code: str, sentence: str) -> None:
    best = ("9-13", "24-19", "15x22", "25x18", "9-13")
    game_review = judged("11-15 22-18 15x22 25x18", (40, 60, 200, -10, 30), best, (208, None, None, None, None))
    built = catalog.compiled(with_pseudo=False)
    native = i18n.words(code, i18n.NATIVE, lambda language: built.get(f"{language}.txt"))
    assert native(next(_grade_sentences(game_review, 0))) == sentence


@pytest.mark.parametrize(
    ("cost", "is_exact", "sentences"),
    [
        (1, False, ["As good: 9-13."]),
        (1, True, ["It cost 0.01 men.", "Better: 9-13."]),
        (208, False, ["It cost 2.08 men.", "Better: 9-13."]),
    ],
)
def test_a_difference_smaller_than_the_search_can_tell_is_none(
    cost: float, is_exact: bool, sentences: list[str]
) -> None:
    best = ("9-13", "24-19", "15x22", "25x18", "9-13")
    game_review = judged("11-15 22-18 15x22 25x18", (40, 60, 200, -10, 30), best, (cost, None, None, None, None))
    game_review.judged[0] = game_review.judged[0]._replace(exact=is_exact)
    assert [english(message) for message in _grade_sentences(game_review, 0)][: len(sentences)] == sentences


def test_no_mistake_is_looked_for_where_a_game_was_given_up() -> None:
    best = ("9-13", "24-19", "15x22", "25x18", "9-13")
    game_review = judged("11-15 22-18 15x22 25x18", (40, 60, 200, -10, 30), best, (208, None, None, None, None))
    assert max(game_review.judged) == len(game_review.moves)
    assert [*filter(game_review.wrong, game_review.judged)] == [0]


async def test_a_reload_in_a_review_comes_back_to_the_review() -> None:
    app, first = await reviewed()
    things, fresh = opened(app), unstored_game(app)
    assert [thing.kind for thing in things] == ["table", "review"]
    again = app_in(FakeWorld(world_of(app).store.texts))
    await again.start()
    reopen(again, things, fresh)
    assert opened(again) == things
    reopened = review_of(again)
    assert reopened is not None
    await settle(lambda: reopened.done)
    assert (opened(again), reopened.moves) == (things, first.moves)
    reopen(again, things, fresh)
    assert review_of(again) is reopened, "it is open already"


async def test_only_a_finished_game_is_reviewed() -> None:
    app, _, table = await imported(SHORTEST[:8])
    assert not commands.COMMANDS["review"].when(app)
    commands.do(app, "resign")
    assert commands.COMMANDS["review"].when(app)
    assert table.match.ply == 4
    commands.do(app, "home")
    assert not commands.COMMANDS["review"].when(app)


async def test_every_position_of_the_game_is_asked_about_and_every_move_that_was_not_the_best() -> None:
    app, game_review = await reviewed()
    world = world_of(app)
    assert isinstance(world, FakeWorld)
    requests = [read_request(text) for text in world.engine.requests]
    write, scale = game_review.match.ruleset.notation.write_position, game_review.scale
    quick = [
        request
        for request in requests
        if (request.depth, request.survey) in ((scale.depth, False), (scale.depth, True))
    ]
    choices = [ply for ply in range(game_review.match.ply) if len(game_review.match.position_after(ply).moves()) > 1]
    assert [request.position for request in requests if request.depth == scale.depth and not request.survey][
        : len(choices)
    ] == [write(game_review.match.position_after(ply)) for ply in choices]
    glances = [request.position for request in requests if request.survey and request.depth == scale.glance]
    assert glances == [write(game_review.match.position_after(ply)) for ply in choices], (
        "what was at stake is asked once"
    )
    again = {request.position for request in requests if request.depth == scale.deep}
    assert again == {write(game_review.match.position_after(ply)) for ply in choices if game_review.judged[ply].deep}
    assert all(request.unaided for request in requests if request.depth > scale.depth), (
        "no book takes the place of a deep look"
    )
    assert quick
    assert again
    assert len({request.ticket for request in requests}) == len(requests)
    assert {request.milliseconds for request in requests} == {verdicts.PATIENCE}
    assert {request.level for request in requests} == {game_review.table.game.strongest}
    assert all(request.ticket < 0 for request in requests), "no ticket of a game is taken"
    before = len(requests)
    commands.do(app, "close")
    commands.do(app, "review")
    assert len(world.engine.requests) == before, "what is known is not asked again"


def test_the_move_that_was_made_is_drawn_as_its_way_and_none_where_the_game_was_given_up() -> None:
    best = ["9-14", "22-18", "15x22", "25x18", "8-11"]
    game_review = judged("11-15 22-18 15x22 25x18", [0] * 5, best, [9, 0, 0, 0, 0])
    ways = []
    for ply in range(5):
        game_review.table.display.shown_ply = ply
        drawn = over(game_review)
        ways.append(to_html(drawn).count("<path") if drawn is not None else 0)
    assert ways == [4, 4, 0, 4, 0], "an only move is none to look at"
    game_review.table.display.shown_ply = 0
    game_review.table.display.moving = True
    assert over(game_review) is None, "a piece that moves shows the way itself"


async def test_the_result_of_a_stored_game_tells_the_same_as_at_its_end() -> None:
    def told() -> str:
        return find(pages.page(app, app.words), role="dialog")[0].text

    app, world, table = await finished()
    app.loop.finish(table)
    unjudged = told()
    world.clock.late.set()  # the pause before the review is over
    await settle(lambda: app.review is not None and app.review.done)
    at_the_end = told()
    assert "Turning point" in at_the_end
    assert at_the_end != unjudged
    app.leave()
    app.resume(app.kept.saves[table.about.save])
    assert app.review is None or review_of(app) is None, "another table, though the same game"
    commands.do(app, "result")
    await settle(lambda: (again := review_of(app)) is not None and again.done)
    assert told() == at_the_end


async def test_the_way_to_the_last_position_is_not_called_a_way_back() -> None:
    """In a review, it leads to the end of the game. In a replay, it leads back to the game."""

    def label() -> object:
        return find(find(pages.page(app, app.words), class_="past")[0], data_do="present")[0].attrs["aria-label"]

    app, _ = await reviewed()
    commands.do(app, "show", "2")
    assert label() == "To the end of the game"
    commands.do(app, "review-close")
    assert label() == "Back to the game"


async def test_opening_the_result_does_not_go_on_with_a_paused_review() -> None:
    app, world, _ = await finished()
    world.engine.gate = asyncio.Event()
    commands.do(app, "review")
    paused = review_of(app)
    assert paused is not None
    commands.do(app, "review-pause")
    await settle(lambda: paused.task is not None and paused.task.done())
    world.clock.late.set()
    commands.do(app, "result")
    for _ in range(100):
        await asyncio.sleep(0)
    assert review_of(app) is paused
    assert paused.task is not None
    assert paused.task.done()


async def test_no_review_begins_unasked_for_a_player_who_has_gone_back_to_earlier_moves() -> None:
    app, world, _ = await finished()
    commands.do(app, "result")
    commands.do(app, "close")
    commands.do(app, "seek", "2")
    world.clock.late.set()
    for _ in range(100):
        await asyncio.sleep(0)
    assert review_of(app) is None


async def test_it_does_not_lie_on_the_result() -> None:
    app, _, _ = await finished()
    commands.do(app, "result")
    commands.do(app, "review")
    assert app.place.sheets == ()
    assert review.review_beside_board(app) is not None


def look_at(app: App, game_review: Review, ply: int) -> None:
    """Open the review at the position after `ply` plies."""
    game_review.open = True
    commands.do(app, "show", str(ply))


def hints(app: App, table: Table) -> list[Sprite]:
    """Return the marks on the board that hint at a better move."""
    shown = board.scene(app, table, Pointer(), False, better=review.better(app))
    return [sprite for sprite in shown if sprite.key.startswith("mark hint")]


async def test_what_it_finds_best_is_legal_and_shown_on_the_board() -> None:
    app, game_review = await reviewed()
    for ply in range(game_review.match.ply):
        assert game_review.judged[ply].best in {
            game_review.match.ruleset.notation.write_move(game_review.match.position_after(ply), move)
            for move in game_review.match.position_after(ply).moves()
        }
        commands.do(app, "show", str(ply))
        assert app.place.sheet is None, "the board can be looked at"
        table = game_review.table
        is_known = game_review.judged[ply].best in (game_review.moves[ply], game_review.better(ply))
        marked = {sprite.spot for sprite in hints(app, table)}
        assert marked == {spot for spot in game_review.spots(ply) if table.cell(spot)}
        assert bool(marked) == (is_known and game_review.choice(ply))


async def test_a_man_given_away_is_a_mistake_and_the_better_move_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    # With four pieces the endgame database answers at once, and the search time is not used up.
    look_ahead(monkeypatch, 8)
    _, game_review = await reviewed('[SetUp "1"]\n[FEN "B:W22,30:B14,1"]\n\n1. 14-18 22x15 2. 1-5 *')
    assert game_review.grade(0) == "mistake"
    assert game_review.better(0) not in ("", "14-18", "14-17")
    assert game_review.cost(1) == 0, "the only move costs nothing"
    assert game_review.curve()[1] == -1


def test_what_a_move_cost_grades_it() -> None:
    # Red leads by 40, then White by 60 after its move, then Red by 30, and so on.
    best = ("11-15", "24-19", "15x22", "25x18", "9-13")
    game_review = judged("11-15 22-18 15x22 25x18", (40, 60, 200, -10, 30), best, (None, 70, None, None, None))
    assert [game_review.lead(ply) for ply in range(5)] == [40, -60, 10, 10, 30], "an only move changes nothing"
    assert game_review.cost(0) == 0, "it was the best move"
    assert game_review.cost(1) == 70
    assert game_review.grade(1) == "mistake"
    assert game_review.better(1) == "24-19"
    assert game_review.better(0) == ""
    assert game_review.grade(2) == "", "an only move is nobody's merit"
    assert game_review.grades(0) == {"best": 1}
    assert game_review.grades(1) == {"mistake": 1, "best": 1}


def test_leads_beyond_a_won_one_count_no_more() -> None:
    game_review = judged(
        "11-15 22-18 15x22 25x18", (29_900, -400, 300, 0, 0), ("9-13", "24-19", "15x22", "25x18", "9-13")
    )
    assert game_review.curve() == (1, 1, 0, 0, 0)


@pytest.mark.parametrize(("cost", "grade", "better"), [(None, "", ""), (-3, "good", ""), (0, "good", "9-13")])
def test_what_turned_out_to_be_no_better_is_not_called_so(cost: float | None, grade: str, better: str) -> None:
    game_review = judged("11-15 22-18", (40, 0, 0), ("9-13", "24-19", "15x22"), (cost, None, None))
    assert (game_review.grade(0), game_review.better(0)) == (grade, better)
    assert bool(game_review.spots(0)) == bool(better)


def test_what_was_not_reckoned_stands_as_it_does_later() -> None:
    best = ("11-15", "24-19", "15x22", "25x18", "9-13")
    assert judged("11-15 22-18 15x22 25x18", (None, None, None, 50, 25), best).curve() == (-0.2, -0.2, -0.2, -0.2, 0.1)
    game_review = judged("11-15 22-18 15x22 25x18", (None, None, None, None, None), best)
    assert game_review.curve() == (None,) * 5
    assert game_review.grade(1) == ""


async def test_the_end_of_a_game_counts_as_the_rules_count_it() -> None:
    _, game_review = await reviewed()
    assert game_review.curve()[-1] == game_review.scale.final(game_review.match.outcome()) / game_review.scale.won  # type: ignore[arg-type]
    assert game_review.curve()[-1] == 13 / 24


async def test_a_game_is_taken_up_again_where_one_wishes_and_the_finished_one_stays() -> None:
    app, game_review = await reviewed()
    old = game_review.table.about.save
    commands.do(app, "retry-from", "3")
    table = app.table
    assert table is not None
    assert table is not game_review.table
    assert table.match.written() == list(game_review.moves[:3])
    assert table.outcome is None
    assert not app.place.sheets
    await settle(lambda: table.choice.awaited is not None)
    assert set(app.kept.saves) == {old, table.about.save}
    assert app.kept.saves[old].match.outcome() is not None
    assert review_of(app) is None


@pytest.mark.parametrize("ply", ["9", "99", "", "-1", "x"])
async def test_nothing_is_taken_up_where_nothing_was_played(ply: str) -> None:
    app, game_review = await reviewed()
    commands.do(app, "retry-from", ply)
    assert app.table is game_review.table


async def test_taking_back_ends_the_review() -> None:
    app, world, table = await finished()
    world.engine.gate = asyncio.Event()
    commands.do(app, "review")
    await settle(lambda: bool(world.engine.requests))
    first = read_request(world.engine.requests[0]).ticket
    commands.do(app, "undo")
    await settle(lambda: table.choice.awaited is not None)
    assert world.engine.dropped == [first], "nobody waits for the answer any more"
    assert review_of(app) is None
    assert len(world.engine.requests) == 1


async def test_a_desk_that_fails_twice_is_said_and_can_be_asked_again() -> None:
    app, world, _ = await finished()
    world.engine.dead = 2
    commands.do(app, "review")
    game_review = review_of(app)
    assert game_review is not None
    await settle(lambda: game_review.failed)
    assert not game_review.judged
    shown = to_html(pages.page(app, app.words))
    assert "did not respond" in shown
    commands.do(app, "review")
    await settle(lambda: game_review.done)
    assert not game_review.failed


async def test_a_survey_that_finds_nothing_counts_as_one_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    app, game_review = await reviewed()

    async def nothing(*_: object, **__: object) -> Reply:
        return Reply(0)

    monkeypatch.setattr(game_review, "ask", nothing)
    with pytest.raises(OSError, match="nothing"):
        await game_review._compared(app.engine, 0, 3)


async def test_values_are_averaged_over_depths_except_proven_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    app, game_review = await reviewed()
    scores = {4: (10.0, 6.0, -1.0), 3: (-8.0, 4.0, -5.0), 2: (-5.0, 2.0, -5.0), 1: (90.0, 90.0, 90.0)}

    async def searched(_: object, __: object, depth: int, **___: object) -> Reply:
        names, exact = ("first", "second", "proven"), (False, False, True)
        lines = zip(names, scores[depth], exact, strict=True)
        return Reply(0, lines=tuple(Line((name,), score, depth, proven) for name, score, proven in lines))

    monkeypatch.setattr(game_review, "ask", searched)
    lines, steady = await game_review.surveyed(app.engine, 0, 4, 3)
    assert steady, "the best move on average is behind at one depth of three only"
    assert [(line.moves[0], line.score) for line in lines] == [("second", 4.0), ("first", -1.0), ("proven", -1.0)]
    lines, steady = await game_review.surveyed(app.engine, 0, 4)
    assert steady
    assert [line.score for line in lines] == [10.0, 6.0, -1.0], "one depth needs no average"


@pytest.mark.parametrize(
    ("behind", "exact", "named"),
    [((3.0, 0.0, 0.0), False, True), ((3.0, 1.5, 0.0), False, True), ((3.0, 2.5, 0.0), False, False),
     ((3.0, 2.5, 0.0), True, True)],
)  # fmt: skip
async def test_a_move_that_is_the_best_on_average_only_is_not_named(
    behind: tuple[float, ...], exact: bool, named: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`behind` is by how much the best move on average is behind another move at each depth that is averaged."""
    app, game_review = await reviewed()
    ply, played = 0, game_review.moves[0]
    other, best = [move for move in ("d3", "c4", "f5", "e6") if move != played][:2]

    async def searched(_: object, __: object, depth: int, **___: object) -> Reply:
        gap = behind[depth - 2]
        scores = {other: 20.0, best: 20.0 - gap if gap else 40.0, played: 0.0}
        return Reply(0, lines=tuple(Line((move,), score, depth, exact) for move, score in scores.items()))

    monkeypatch.setattr(game_review, "ask", searched)
    game_review.scale = game_review.scale._replace(surveyed=True, deep=4, averaged=3, close=2.0, ending=lambda _: 0)
    judged = await game_review._judge_again(app.engine, ply)
    assert judged is not None
    game_review.judged[ply] = judged
    assert judged.best == best
    assert game_review.better(ply) == (judged.best if named else "")
    shown = " ".join(app.words(fact) for fact in _grade_sentences(game_review, ply))
    assert ("No better move is named" in shown) is not named


async def test_beside_the_board_every_move_has_its_verdict_which_stays_while_one_steps() -> None:
    app, game_review = await reviewed()
    spoken = [app.words(message) for message in app.voice.spoken]
    assert any("no accuracy" in sentence for sentence in spoken), "screen readers announce the result of the review"
    app.voice.say()
    shown = to_html(pages.page(app, app.words))
    assert shown.count('class="judged"') == 1
    assert len(re.findall(r'<li data-grade="(best|good|slip|mistake)"', shown)) == game_review.match.ply
    assert game_review.accuracy(0) is None, "in so short a game too little was at stake"
    assert re.search(r": \d inaccurac(y|ies), \d mistakes?<", shown)
    assert shown.count(": no accuracy, because less than half a game depended on the choices that count.<") == 2
    assert "Accuracy compares" in shown, "it says which choices count"
    for ply in game_review.judged:
        game_review.judged[ply] = game_review.judged[ply]._replace(stake=0.3, lead=0.0)
    shown = to_html(pages.page(app, app.words))
    assert f"accuracy {game_review.accuracy(0)}" in shown
    assert shown.count("Accuracy compares") == 1
    assert "no accuracy" not in shown
    for ply in range(game_review.match.ply):
        commands.do(app, "show", str(ply))
        page = to_html(pages.page(app, app.words))
        verdict = page.split('class="judgement"')[1].split('class="review-lines"')[0]
        assert game_review.moves[ply] in verdict
        drawn = page.split('class="headway"')[1:]
        assert [game_review.grade(ply) in drawing.split(">")[0] for drawing in drawn] == [True], (
            "the move stands on the board, too"
        )
        assert 'data-do="retry-from"' in verdict
        assert ('data-do="find-better"' in verdict) == game_review.wrong(ply)
        if game_review.better(ply):
            assert game_review.better(ply) in verdict
        if game_review.better(ply) and game_review.wrong(ply):
            why = game_review.reasons(ply)
            assert all(f"{game_review.better(ply)}: {app.words(reason)}" in verdict for reason in why), (
                "a reason names its move"
            )
            assert "no simpler reason" not in verdict
    commands.do(app, "review-close")
    assert review.review_beside_board(app) is None
    assert 'class="judgement"' not in to_html(pages.page(app, app.words))


async def test_the_question_for_a_better_move_comes_before_the_answer() -> None:
    app, game_review = await reviewed()
    wrong = [ply for ply in game_review.judged if game_review.wrong(ply) and game_review.better(ply)]
    assert wrong
    for ply in wrong:
        commands.do(app, "show", str(ply))
        verdict = to_html(pages.page(app, app.words)).split('class="judgement"')[1].split('class="review-lines"')[0]
        question, answer = verdict.split('data-do="find-better"')
        told = [*game_review.faults(ply), *game_review.reasons(ply)]
        for sentence in (f"Better: {game_review.better(ply)}.", *(app.words(sentence) for sentence in told)):
            assert sentence in answer
            assert sentence not in question
        spoken = re.findall(r'<div class="judged-text" role="status"', verdict)
        assert len(spoken) == 2, "screen readers announce the verdict and the answer, but not the buttons between"
    commands.do(app, "show", str(len(game_review.moves)))
    ended = to_html(pages.page(app, app.words)).split('class="judgement"')[1].split('class="review-lines"')[0]
    assert ended.count('class="judged-text" role="status"') == 2, "the parts that are announced stay in their places"


async def test_back_closes_the_review_and_leaves_the_table() -> None:
    app, _ = await reviewed()
    commands.do(app, "show", "3")
    assert [layer.kind for layer in opened(app)][-2:] == ["past", "review"]
    back(app)
    assert review.review_beside_board(app) is None
    assert app.table is not None


def staked(game_review: Review, stakes: Sequence[float | None], plain: Sequence[str] = ("",) * 5) -> Review:
    """Set the stake at each ply of a review, and return the review.

    A stake is the winning chance that a random move loses on average. `plain` holds for each ply the best move if it is
    obvious, else an empty text.
    """
    for ply, (stake, easy) in enumerate(zip(stakes, plain, strict=True)):
        game_review.judged[ply] = game_review.judged[ply]._replace(stake=stake, plain=easy)
    return game_review


def test_accuracy_is_what_was_lost_beside_what_moves_by_lot_would_have_lost() -> None:
    best = ("9-13", "24-19", "15x22", "25x18", "9-13")
    moves, leads, costs = "11-15 22-18 15x22 25x18", (40, 60, 200, -10, 30), (40, 1_000, None, None, None)
    game_review = staked(judged(moves, leads, best, costs), (0.5, 0.4, None, 0.4, None))
    lost = game_review.scale.chances(40) - 0.5
    assert 0.14 < lost < 0.16, "40 hundredths of a man are 15 % of the chance to win"
    assert game_review.accuracy(0) == round(100 * exp(-1.5 * lost / 0.5))
    all_of_it = game_review.scale.chances(60) - game_review.scale.chances(-250)
    assert game_review.accuracy(1) == round(100 * exp(-1.5 * all_of_it / 0.8)), "the other choice lost nothing"
    as_by_lot = staked(judged(moves, leads, best, costs), (0.5, all_of_it, None, 0.001, None))
    assert as_by_lot.accuracy(1) == 22
    assert staked(game_review, (0.4, 0.1, None, 0.2, None)).accuracy(0) is None, "too little was at stake"


def test_what_nothing_hangs_on_and_what_anybody_sees_does_not_count_for_the_accuracy() -> None:
    best = ("11-15", "24-19", "15x22", "25x18", "9-13")
    moves, leads, costs = "11-15 22-18 15x22 25x18", (40, 60, 200, -10, 30), (None, 40, None, None, None)
    stakes = (0.5, 0.5, None, 0.5, None)
    game_review = staked(judged(moves, leads, best, costs), stakes)
    assert game_review.accuracy(0) == 100, "of two choices one was forced"
    both = game_review.accuracy(1)
    assert both is not None
    easy = staked(game_review, stakes, ("11-15", "", "", "25x18", "")).accuracy(1)
    assert game_review.accuracy(0) is None, "nothing was left that counts"
    assert easy is not None
    assert easy < both, "what anybody sees is no merit"
    missed = staked(game_review, stakes, ("", "24-19", "", "", "")).accuracy(1)
    assert missed == both, "yet to miss it counts"


def test_leads_become_chances_by_one_curve_and_chances_stay_what_they_are() -> None:
    reversi, patchwork = games.load("reversi").scale, games.load("patchwork").scale
    assert reversi is not None
    assert patchwork is not None
    assert reversi.chances(0) == 0.5
    assert reversi.chances(24) == reversi.chances(60) == pytest.approx(0.982, abs=0.001)
    assert reversi.chances(-6) == pytest.approx(1 - reversi.chances(6))
    assert (patchwork.chances(-50), patchwork.chances(0), patchwork.chances(20)) == (0.0, 0.5, 0.7)


def test_the_turning_point_is_the_losers_costliest_move_after_which_the_winner_stayed_ahead() -> None:
    best = ("9-13", "24-19", "15x22", "9-13", "9-13", "24-20", "9-13")
    moves = "11-15 22-18 15x22 25x18 8-11 29-25"
    worst = (0, 100, None, 60, 0, 90, None)
    leads = (40, 60, -100, 100, 110, -120, 130)

    def turning(costs: Sequence[float | None], leads: Sequence[float | None] = leads) -> int | None:
        return judged(moves, leads, best, costs).turning()

    game_review = judged(moves, leads, best, worst)
    assert [game_review.lead(ply, 0) for ply in range(7)] == [40, -60, -100, -100, 110, 120, 130]
    assert game_review.turning() == 5, "before it White was not behind for good"
    lost = judged(moves, (40, -80, 100, -100, 110, -120, 130), best, worst)
    assert lost.turning() == 1, "of two moves that cost much the costlier one"
    early = (40, 100, None, 0, 40, 0, None)
    assert turning(early) is None, "the winner was behind after each"
    assert turning((0, 0, None, 0, 0, 0, None)) is None, "nobody but the winner erred"
    assert turning(worst, (40, -80, 100, -100, 110, -120, 60)) is None, "giving up decided it, a mistake ahead"


def test_the_result_names_the_turning_point_like_the_moves_beside_it() -> None:
    best = ("9-13", "24-19", "15x22", "25x18", "9-13")
    game_review = judged("11-15 22-18 15x22 25x18", (40, -80, 100, -110, 130), best, (None, 90, None, None, None))
    viewer = SimpleNamespace(review=game_review, place=SimpleNamespace(table=game_review.table))
    line = turning_point_line(viewer, i18n.words("en"), game_review.table)
    assert line is not None
    assert line.text.strip() == "Turning point, move 2: Player 2: 22 to 18."


def test_the_turning_point_is_told_in_the_words_of_the_log() -> None:
    best = ("9-13", "24-19", "15x22", "25x18", "9-13")
    game_review = judged("11-15 22-18 15x22 25x18", (40, -80, 100, -110, 130), best, (None, 90, None, None, None))
    assert game_review.turning() == 1
    sentences = [i18n.words("en")(message) for message in turning_point(game_review, 1)]
    assert sentences == ["Turning point: Player 2: 22 to 18."]


def test_a_graph_has_a_gap_where_nothing_is_known_and_a_mark_at_each_mistake() -> None:
    drawn = graph([(0.0, 0.5, None, -1.0, 1.0)], ("best", "mistake", "slip", "good"), 2)
    assert 'class="shown" x1="2"' in drawn
    assert drawn.count("<polyline") == 2
    assert 'points="0,50.0 1,27.0"' in drawn
    assert 'points="3,96.0 4,4.0"' in drawn
    assert drawn.count('class="mistake"') == drawn.count('class="slip"') == 1
    assert 'class="mistake" x1="2"' in drawn


# Verdicts confirmed by a second search --------------------------------------------------------------------------------

SLOW = "e6f4f3f2d3c6f5f6g4d6f1"
"""A game in which a search of one move ahead preferred b7 to the eleventh move."""


def answering(world: FakeWorld, *replies: Reply) -> list[Request]:
    """Let the desk (which answers requests to opponents) give these replies in order, repeating the last.

    Return the list to which the requests are added.
    """
    requests: list[Request] = []

    async def ask(text: str) -> str:
        requests.append(read_request(text))
        await asyncio.sleep(0)
        reply = replies[min(len(requests), len(replies)) - 1]
        return reply._replace(ticket=requests[-1].ticket).text()

    world.engine.ask = ask  # type: ignore[assignment, method-assign]
    return requests


async def judging(text: str, ply: int, *replies: Reply) -> tuple[App, Review, list[Request]]:
    """Let a review judge the position after `ply` moves of a game. Its requests are answered with `replies`.

    `text` is the text of the game. Return the app, the review and the requests.
    """
    app, world, table = await finished(text)
    result = Review(table)
    requests = answering(world, *replies)
    result.judged[ply] = await result._judge(app.engine, ply)
    app.review = result
    return app, result, requests


async def test_nothing_is_told_from_a_look_that_is_not_deep_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    look_ahead(monkeypatch, 8)
    app, game_review, _ = await judging(SLOW, 10, Reply(0, "b7", 1.0, 1))
    assert not game_review.stands(10)
    assert (game_review.grade(10), game_review.better(10), game_review.spots(10), game_review.lead(10)) == (
        "",
        "",
        (),
        None,
    )
    commands.do(app, "show", "10")
    assert "Best here" not in to_html(pages.page(app, app.words))
    assert not hints(app, game_review.table)
    game_review.open = True
    shown = to_html(pages.page(app, app.words))
    assert "b7" not in re.sub(
        r'<div class="grid".*?</main>|role="gridcell".*?>', "", shown.split('class="rail review"')[1]
    )
    assert "Not looked at deeply enough to judge." in shown
    assert "looked at 8 moves ahead" in shown


async def test_a_best_move_is_not_called_so_from_a_look_that_is_not_deep_enough() -> None:
    _, game_review, _ = await judging(SLOW, 10, Reply(0, "f1", 1.0, 2))
    assert game_review.grade(10) == ""
    _, game_review, _ = await judging(SLOW, 10, Reply(0, "f1", 1.0, 3))
    assert game_review.grade(10) == "best"


async def test_the_eleventh_move_is_not_held_against_b7(monkeypatch: pytest.MonkeyPatch) -> None:
    look_ahead(monkeypatch, 8)
    app, _, table = await finished(SLOW)
    game_review = Review(table)
    game_review.judged[10] = await game_review._judge(app.engine, 10)
    assert game_review.stands(10)
    assert game_review.judged[10].depth == 8
    assert game_review.judged[10].best != "b7"
    # Two other moves are better by six discs, and equally good. Searches of 14 and 18 moves confirm both.
    assert game_review.judged[10].best in {"c5", "e7"}
    assert game_review.grade(10) == "mistake"


async def test_a_verdict_is_the_same_however_quick_the_device_is(monkeypatch: pytest.MonkeyPatch) -> None:
    look_ahead(monkeypatch, 4)
    app, _, table = await finished(SLOW)
    once, again = Review(table), Review(table)
    monkeypatch.setattr(verdicts, "PATIENCE", 5_000)
    grades = [await once._judge(app.engine, ply) for ply in (6, 8, 10)]
    monkeypatch.setattr(verdicts, "PATIENCE", 60_000)
    assert grades == [await again._judge(app.engine, ply) for ply in (6, 8, 10)]


async def test_a_move_is_compared_with_the_best_one_from_the_same_depth() -> None:
    _, game_review, requests = await judging(SLOW, 10, Reply(0, "e2", 2.0, 3), Reply(0, "e3", 5.0, 2))
    assert [request.depth for request in requests] == [3, 2]
    assert game_review.judged[10].cost == 2.0 + 5.0, "what is good for the other side is bad for this one"
    assert game_review.grade(10) == "mistake"
    assert game_review.judged[10].best == "e2"


async def test_where_only_one_of_two_moves_was_read_out_the_other_is_looked_at_as_well() -> None:
    replies = Reply(0, "e2", 2.0, 3), Reply(0, "e3", 5.0, 30, True), Reply(0, "d2", -1.0, 30, True)
    _, game_review, requests = await judging(SLOW, 10, *replies)
    assert len(requests) == 3
    assert game_review.judged[10].cost == 1.0 + 5.0
    _, game_review, _ = await judging(SLOW, 10, *replies[:2], Reply(0, "d2", -1.0, 2))
    assert game_review.grade(10) == "", "an exact value is not measured against a guess"


async def test_a_proven_move_is_not_named_beside_a_move_that_was_only_looked_at() -> None:
    """A review names no better move if that move's value is proved and the played move's value is only estimated.

    A deeper search could prove the same value for the played move.
    """
    proven = Reply(0, "e2", 2.0, 30, True)
    _, game_review, _ = await judging(SLOW, 10, proven, Reply(0, "e3", 5.0, 2))
    assert game_review.grade(10) == "mistake"
    assert game_review.better(10) == ""
    _, game_review, _ = await judging(SLOW, 10, proven, Reply(0, "e3", 5.0, 30, True))
    assert game_review.better(10) == "e2"


async def test_a_pass_has_no_grade() -> None:
    _, game_review = await reviewed("d3c3e6d2d1e1b2c1a3")
    (ply,) = [ply for ply, move in enumerate(game_review.moves) if move == "pass"]
    assert game_review.grade(ply) == ""
    assert game_review.spots(ply) == ()
    assert sum(game_review.grades(game_review.match.position_after(ply).turn).values()) == sum(
        game_review.choice(earlier)
        for earlier in range(game_review.match.ply)
        if game_review.match.position_after(earlier).turn == game_review.match.position_after(ply).turn
    )


async def test_what_the_book_has_is_said_to_be_of_the_book() -> None:
    app, game_review, _ = await judging(SHORTEST, 1, Reply(0, "d6", known=True))
    assert game_review.grade(1) == "best"
    look_at(app, game_review, 1)
    assert "From the opening book." in to_html(pages.page(app, app.words))
    app, game_review, _ = await judging(SHORTEST, 1, Reply(0, "f6", known=True))
    assert (game_review.grade(1), game_review.better(1)) == ("", "")
    look_at(app, game_review, 1)
    assert "The opening book has f6 here." in to_html(pages.page(app, app.words))


async def test_who_leaves_the_book_is_judged_by_a_search_that_does_not_ask_it() -> None:
    lines = (Line(("f6",), 1.0, 3), Line(("f4",), -1.0, 3), Line(("d6",), -9.0, 3))
    app, game_review, requests = await judging(SHORTEST, 1, Reply(0, "f6", known=True), Reply(0, lines=lines))
    assert [(request.survey, request.nodes > 0) for request in requests] == [(False, False), (True, True)]
    assert (game_review.judged[1].cost, game_review.grade(1), game_review.judged[1].best) == (10.0, "mistake", "f6")
    assert game_review.lead(1) == -1.0
    look_at(app, game_review, 1)
    shown = to_html(pages.page(app, app.words))
    assert "The opening book has f6 here." in shown
    assert "It cost 10 discs." in shown
    shallow = (Line(("f6",), 1.0, 3), Line(("d6",), -9.0, 2))
    _, game_review, _ = await judging(SHORTEST, 1, Reply(0, "f6", known=True), Reply(0, lines=shallow))
    assert game_review.grade(1) == "", "it was not looked at deeply enough"


async def test_no_move_of_a_game_goes_without_a_verdict_because_of_the_book() -> None:
    _, game_review = await reviewed("f5f6")
    assert game_review.judged[1].known or game_review.grade(1)
    assert all(game_review.grade(ply) for ply in range(game_review.match.ply))


# The deep search ------------------------------------------------------------------------------------------------------


async def looked_again(text: str, ply: int, *replies: Reply) -> tuple[Review, list[Request]]:
    """Let a review judge a position, and then judge it again more deeply. Its requests are answered with `replies`.

    The position is the one after `ply` moves of the game in `text`. Return the review and the requests.
    """
    app, world, table = await finished(text)
    result = Review(table)
    requests = answering(world, *replies)
    result.judged[ply] = await result._judge(app.engine, ply)
    again = await result._judge_again(app.engine, ply)
    if again is not None:
        result.judged[ply] = again
    return result, requests


QUICK = Reply(0, "e2", 2.0, 3), Reply(0, "e3", 5.0, 2)
"""Replies of a quick search about the eleventh move of `SLOW`.

With the best move, e2, the player would lead by 2 discs. After the move that was played, the opponent leads by 5.
"""


async def test_no_better_move_is_named_that_was_not_looked_at_as_deep_as_the_one_that_was_made() -> None:
    _, game_review, _ = await judging(SLOW, 10, *QUICK)
    assert (game_review.grade(10), game_review.better(10), game_review.spots(10)) == ("mistake", "", ())
    assert game_review.pending(10)
    assert game_review.closer == [10]
    game_review, requests = await looked_again(SLOW, 10, *QUICK, Reply(0, "c5", 1.0, 5), Reply(0, "e3", 3.0, 4))
    assert [request.depth for request in requests] == [3, 2, 5, 4], "both are looked at to the same depth"
    assert (game_review.better(10), game_review.cost(10), game_review.lead(10)) == ("c5", 4.0, 1.0)
    assert not game_review.closer


async def test_a_move_that_a_deep_look_finds_best_is_called_so() -> None:
    game_review, _ = await looked_again(SLOW, 10, *QUICK, Reply(0, "f1", 1.0, 5))
    assert (game_review.grade(10), game_review.better(10), game_review.cost(10)) == ("best", "", 0.0)
    game_review, _ = await looked_again(SLOW, 10, *QUICK, Reply(0, "c5", 1.0, 5), Reply(0, "e3", -1.5, 4))
    assert (game_review.grade(10), game_review.better(10)) == ("best", ""), (
        "no worse than the other from the same depth"
    )


async def test_a_device_that_is_too_slow_for_a_deep_look_names_no_better_move() -> None:
    game_review, _ = await looked_again(SLOW, 10, *QUICK, Reply(0, "c5", 1.0, 4))
    assert (game_review.grade(10), game_review.better(10)) == ("mistake", "")
    game_review, _ = await looked_again(SLOW, 10, *QUICK, Reply(0, "c5", 1.0, 5), Reply(0, "e3", 3.0, 3))
    assert (game_review.grade(10), game_review.better(10)) == ("mistake", "")


async def test_the_review_shows_at_once_and_its_rows_get_better_until_one_leaves() -> None:
    app, world, table = await finished(SLOW)
    answer = world.engine.ask

    async def ask(text: str) -> str:
        await asyncio.sleep(0)  # other tasks run during every request to the worker
        return await answer(text)

    world.engine.ask = ask  # type: ignore[assignment, method-assign]
    commands.do(app, "review")
    game_review = review_of(app)
    assert game_review is not None
    await settle(lambda: game_review.ready)
    first = game_review.closer
    assert first
    assert not game_review.done
    assert "Looking closer at" in to_html(pages.page(app, app.words))
    ply = first[-1]
    commands.do(app, "show", str(ply))
    assert game_review.closer[0] == ply, "what is looked at comes first"
    assert "A deeper look is still to come." in to_html(pages.page(app, app.words))
    await settle(lambda: not game_review.pending(ply))
    assert game_review.judged[ply].deep
    assert not game_review.done
    world.engine.gate, count = asyncio.Event(), len(world.engine.requests)
    await settle(lambda: len(world.engine.requests) > count)
    commands.do(app, "home")
    for _ in range(200):
        await asyncio.sleep(0)
    assert len(world.engine.requests) == count + 1, "nobody asks any more"
    assert world.engine.dropped == [read_request(world.engine.requests[-1]).ticket], "the open question is given up"
    assert game_review.task is not None
    assert game_review.task.cancelled()
    assert table.match.ply == game_review.match.ply


def test_what_cost_something_and_what_changed_the_leader_is_looked_at_again() -> None:
    best = ("11-15", "24-19", "15x22", "25x18", "9-13")

    def doubtful(lead: float, later: float, cost: float) -> bool:
        """Return True if the review would judge White's first move again, by a deeper search.

        White's lead was `lead` before the move, and Black's lead was `later` after it. The move cost `cost`.
        """
        moves, leads = "11-15 22-18 15x22 25x18", (40, lead, None, -later, 130)
        result = judged(moves, leads, best, (None, cost, None, None, None))
        result.judged = {ply: verdict._replace(deep=False) for ply, verdict in result.judged.items()}
        assert (result.lead(1), result.lead(2)) == (-lead, later)
        return result._doubtful(1)

    assert not doubtful(-40, 60, 20)
    assert doubtful(-40, 60, 25), "a quarter of a man"
    assert doubtful(40, 60, 20), "White was ahead, and Black is"
    looked = judged("11-15 22-18 15x22 25x18", (40, 40, None, -60, 130), best, (None, 90, None, None, None))
    assert looked.done, "what was looked at again stands"


async def test_a_quick_look_is_not_believed_where_a_deep_one_finds_the_opposite() -> None:
    """A verdict from a quick search is withdrawn if a deep search finds the opposite.

    In this game a search of eight moves prefers e1 to c1. A search of eighteen moves finds c1 better by nine discs.
    """
    app, _, table = await finished("c4c3f5c5b4a3c2d2a4a5e2c1")
    game_review = Review(table)
    game_review.scale = SCALE
    quick = game_review.judged[11] = await game_review._judge(app.engine, 11)
    assert (game_review.grade(11), quick.best, game_review.better(11)) == ("slip", "e1", ""), (
        "it is graded, but e1 is not named"
    )
    deep = await game_review._judge_again(app.engine, 11)
    assert deep is not None
    game_review.judged[11] = deep
    assert (deep.depth, game_review.grade(11), game_review.better(11)) == (SCALE.deep, "best", "")
    instead = await game_review.worth(app.engine, 11, "e1", SCALE.deep - 1, unaided=True)
    assert instead is not None
    assert deep.lead is not None
    assert game_review.within(deep.lead) - instead.lead > 2
