"""The review of a finished game: its judgements, its graph, the way back into the game, and what can go wrong."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from functools import cache

import pytest

from chowk import games, pages
from chowk.app import commands
from chowk.app.app import App
from chowk.app.opened import back, opened
from chowk.core.oracle import Line, Reply, Request, read_request
from chowk.draw.scene import Sprite
from chowk.games.card import Game
from chowk.learn import review
from chowk.learn.review import Judged, Review, review_of
from chowk.pages.curve import graph
from chowk.pages.review import _told, over
from chowk.play import board
from chowk.play.board import Pointer
from chowk.play.table import Table
from chowk.share.reading import read_text
from chowk.store.plan import Plan, SeatPlan
from chowk.words import i18n
from tests.fakes import FakeWorld
from tools import catalog
from tools.html import to_html

SHORTEST = "f5d6c5f4e3f6g5e6e7"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opponents look a few moves ahead only."""
    look_ahead(monkeypatch, 3)


def look_ahead(monkeypatch: pytest.MonkeyPatch, depth: int) -> None:
    load = games.load

    @cache
    def quick(name: str) -> Game:
        game = load(name)
        scale = game.scale
        return game if scale is None or scale.surveyed else game._replace(scale=scale._replace(depth=depth))

    monkeypatch.setattr(games, "load", quick)


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
    found = read_text(text)
    if found.match.outcome() is None:
        commands.do(app, "import", text)
        commands.do(app, "play")
    else:
        app.go_on(found.plan, found.match)
    assert app.table is not None, app.voice.complaint
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


def judged(
    moves: str, leads: Sequence[float | None], best: Sequence[str], costs: Sequence[float | None] = (None,) * 5
) -> Review:
    """A review whose judgements are given, of a game of checkers that was given up after these moves."""
    game = games.load("checkers")
    match = game.match(1)
    for move in moves.split():
        match.push(move)
    match.resign(1)
    found = Review(Table(game, Plan("checkers", (SeatPlan(), SeatPlan())), match, "1", ""))
    given = enumerate(zip(best, leads, costs, strict=True))
    found.judged = {ply: Judged(move, lead, 8, cost=cost) for ply, (move, lead, cost) in given}
    return found


@pytest.mark.parametrize("name", games.ready())
def test_a_scale_says_its_amounts(name: str) -> None:
    scale = games.load(name).scale
    if scale is not None:
        assert scale.won > 0
        assert "3" in str(scale.amount(3))


@pytest.mark.parametrize(
    ("code", "told"),
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
def test_what_a_move_of_checkers_cost_is_said_in_men(code: str, told: str) -> None:
    best = ("9-13", "24-19", "15x22", "25x18", "9-13")
    found = judged("11-15 22-18 15x22 25x18", (40, 60, 200, -10, 30), best, (208, None, None, None, None))
    built = catalog.compiled(with_pseudo=False)
    native = i18n.words(code, i18n.NATIVE, lambda one: built.get(f"{one}.txt"))
    assert native([*_told(found, 0)][1]) == told


def test_no_mistake_is_looked_for_where_a_game_was_given_up() -> None:
    best = ("9-13", "24-19", "15x22", "25x18", "9-13")
    found = judged("11-15 22-18 15x22 25x18", (40, 60, 200, -10, 30), best, (208, None, None, None, None))
    assert max(found.judged) == len(found.moves)
    assert [*filter(found.wrong, found.judged)] == [0]


async def test_only_a_finished_game_is_reviewed() -> None:
    app, _, table = await imported(SHORTEST[:8])
    assert not commands.COMMANDS["review"].when(app)
    commands.do(app, "resign")
    assert commands.COMMANDS["review"].when(app)
    assert table.match.ply == 4
    commands.do(app, "home")
    assert not commands.COMMANDS["review"].when(app)


async def test_every_position_of_the_game_is_asked_about_and_every_move_that_was_not_the_best() -> None:
    app, found = await reviewed()
    world = app.world
    assert isinstance(world, FakeWorld)
    asked = [read_request(text) for text in world.oracle.asked]
    write = found.match.ruleset.notation.write_position
    choices = [ply for ply in range(found.match.ply) if len(found.match.at(ply).moves()) > 1]
    due = []
    for ply in choices:
        due.append((write(found.match.at(ply)), found.scale.depth))
        if found.judged[ply].known and found.judged[ply].best != found.moves[ply]:
            due.append(due[-1])  # all moves, without the book
        if found.judged[ply].best != found.moves[ply] and not found.judged[ply].known and ply + 1 < found.match.ply:
            due.append((write(found.match.at(ply + 1)), found.scale.depth - 1))
    assert [(one.position, one.depth) for one in asked] == due
    assert len({one.ticket for one in asked}) == len(asked)
    assert {one.milliseconds for one in asked} == {review.PATIENCE}
    assert {one.level for one in asked} == {found.table.game.strongest}
    assert all(one.ticket < 0 for one in asked), "no ticket of a game is taken"
    before = len(asked)
    commands.do(app, "close")
    commands.do(app, "review")
    assert len(world.oracle.asked) == before, "what is known is not asked again"


def test_the_move_that_was_made_is_drawn_as_its_way_and_none_where_the_game_was_given_up() -> None:
    best = ["9-14", "22-18", "15x22", "25x18", "8-11"]
    found = judged("11-15 22-18 15x22 25x18", [0] * 5, best, [9, 0, 0, 0, 0])
    ways = []
    for ply in range(5):
        found.table.display.shown = ply
        drawn = over(found)
        ways.append(to_html(drawn).count("<path") if drawn is not None else 0)
    assert ways == [4, 4, 0, 4, 0], "an only move is none to look at"
    found.table.display.shown = 0
    found.table.display.moving = True
    assert over(found) is None, "a piece that moves shows the way itself"


async def test_it_does_not_lie_on_the_result() -> None:
    app, _, _ = await finished()
    commands.do(app, "result")
    commands.do(app, "review")
    assert app.place.sheets == ()
    assert review.docked(app) is not None


def look_at(app: App, found: Review, ply: int) -> None:
    """Looks at the review of a position."""
    found.open = True
    commands.do(app, "show", str(ply))


def hints(app: App, table: Table) -> list[Sprite]:
    """What is marked on the board as somewhere to look."""
    shown = board.scene(app, table, Pointer(), False, better=review.better(app))
    return [one for one in shown if one.key.startswith("mark hint")]


async def test_what_it_finds_best_is_legal_and_shown_on_the_board() -> None:
    app, found = await reviewed()
    for ply in range(found.match.ply):
        assert found.judged[ply].best in {
            found.match.ruleset.notation.write_move(found.match.at(ply), move) for move in found.match.at(ply).moves()
        }
        commands.do(app, "show", str(ply))
        assert app.place.sheet is None, "the board can be looked at"
        table = found.table
        told = found.judged[ply].best in (found.moves[ply], found.better(ply))
        marked = {one.spot for one in hints(app, table)}
        assert marked == {spot for spot in found.spots(ply) if table.cell(spot)}
        assert bool(marked) == (told and found.choice(ply))


async def test_a_man_given_away_is_a_mistake_and_the_better_move_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    # Four pieces: the table of endings knows the answer at once, so that the time is not used up.
    look_ahead(monkeypatch, 8)
    _, found = await reviewed('[SetUp "1"]\n[FEN "B:W22,30:B14,1"]\n\n1. 14-18 22x15 2. 1-5 *')
    assert found.grade(0) == "mistake"
    assert found.better(0) not in ("", "14-18", "14-17")
    assert found.cost(1) == 0, "the only move costs nothing"
    assert found.curve()[1] == -1


def test_what_a_move_cost_grades_it() -> None:
    # Red leads by 40, White by 60 after its move, Red by 30 again, and so on.
    best = ("11-15", "24-19", "15x22", "25x18", "9-13")
    found = judged("11-15 22-18 15x22 25x18", (40, 60, 200, -10, 30), best, (None, 70, None, None, None))
    assert [found.lead(ply) for ply in range(5)] == [40, -60, 10, 10, 30], "an only move changes nothing"
    assert found.cost(0) == 0, "it was the best move"
    assert found.cost(1) == 70
    assert found.grade(1) == "mistake"
    assert found.better(1) == "24-19"
    assert found.better(0) == ""
    assert found.grade(2) == "", "an only move is nobody's merit"
    assert found.grades(0) == {"best": 1}
    assert found.grades(1) == {"mistake": 1, "best": 1}


def test_leads_beyond_a_won_one_count_no_more() -> None:
    found = judged("11-15 22-18 15x22 25x18", (29_900, -400, 300, 0, 0), ("9-13", "24-19", "15x22", "25x18", "9-13"))
    assert found.curve() == (1, 1, 0, 0, 0)


@pytest.mark.parametrize(("cost", "grade", "better"), [(None, "", ""), (-3, "good", ""), (0, "good", "9-13")])
def test_what_turned_out_to_be_no_better_is_not_called_so(cost: float | None, grade: str, better: str) -> None:
    found = judged("11-15 22-18", (40, 0, 0), ("9-13", "24-19", "15x22"), (cost, None, None))
    assert (found.grade(0), found.better(0)) == (grade, better)
    assert bool(found.spots(0)) == bool(better)


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
    old = found.table.about.save
    commands.do(app, "retry-from", "3")
    table = app.table
    assert table is not None
    assert table is not found.table
    assert table.match.written() == list(found.moves[:3])
    assert table.outcome is None
    assert not app.place.sheets
    await settle(lambda: table.choice.awaited is not None)
    assert set(app.kept.saves) == {old, table.about.save}
    assert app.kept.saves[old].match.outcome() is not None
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
    await settle(lambda: table.choice.awaited is not None)
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
    shown = to_html(pages.page(app, app.words))
    assert "did not respond" in shown
    commands.do(app, "review")
    await settle(lambda: found.done)
    assert not found.failed


async def test_a_survey_that_finds_nothing_counts_as_one_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    app, found = await reviewed()

    async def nothing(*_: object, **__: object) -> Reply:
        return Reply(0)

    monkeypatch.setattr(found, "_asked", nothing)
    with pytest.raises(OSError, match="nothing"):
        await found._compared(app, 0)


async def test_beside_the_board_every_move_has_its_verdict_which_stays_while_one_steps() -> None:
    app, found = await reviewed()
    shown = to_html(pages.page(app, app.words))
    assert shown.count('class="judged"') == 1
    assert len(re.findall(r'<li data-grade="(best|good|slip|mistake)"', shown)) == found.match.ply
    assert f"accuracy {found.accuracy(0)}" in shown
    assert "the mean of all choices" in shown
    for ply in range(found.match.ply):
        commands.do(app, "show", str(ply))
        page = to_html(pages.page(app, app.words))
        verdict = page.split('class="judgement"')[1].split('class="review-lines"')[0]
        assert found.moves[ply] in verdict
        drawn = page.split('class="headway"')[1:]
        assert [found.grade(ply) in one.split(">")[0] for one in drawn] == [True], "the move stands on the board, too"
        assert 'data-do="retry-from"' in verdict
        assert ('data-do="find-better"' in verdict) == found.wrong(ply)
        if found.better(ply):
            assert found.better(ply) in verdict
        if found.better(ply) and found.wrong(ply):
            why = found.reasons(ply)
            assert all(app.words(reason) in verdict for reason in why)
            assert "reason" not in verdict
    commands.do(app, "review-close")
    assert review.docked(app) is None
    assert 'class="judgement"' not in to_html(pages.page(app, app.words))


async def test_back_closes_the_review_and_leaves_the_table() -> None:
    app, _ = await reviewed()
    commands.do(app, "show", "3")
    assert [one.kind for one in opened(app)][-2:] == ["past", "review"]
    back(app)
    assert review.docked(app) is None
    assert app.table is not None


def test_accuracy_is_the_mean_of_what_the_moves_cost() -> None:
    best = ("9-13", "24-19", "15x22", "25x18", "9-13")
    found = judged("11-15 22-18 15x22 25x18", (40, 60, 200, -10, 30), best, (25, 1_000, None, None, None))
    assert found.worst == 2 * found.scale.mistake * found.scale.won == 125
    assert found.accuracy(0) == 80
    assert found.accuracy(1) == 50, "a move that cost everything, and the best one"


def test_the_turning_point_is_the_move_after_which_the_winner_was_ahead_for_good() -> None:
    best = ("11-15", "24-19", "15x22", "25x18", "9-13")
    found = judged("11-15 22-18 15x22 25x18", (40, 60, 200, 10, 80), best)
    assert [found.lead(ply) for ply in range(5)] == [40, -60, -10, -10, 80]
    assert found.match.outcome() is not None
    assert found.turning() == 3
    ahead = judged("11-15 22-18 15x22 25x18", (40, -60, 200, -10, 80), best)
    assert ahead.turning() is None, "the winner led all the time"
    open_still = judged("11-15 22-18 15x22 25x18", (40, 60, 200, 10, 60), best)
    assert open_still.turning() is None, "who gave up decided it: no more than a mistake lay between"


def test_a_graph_has_a_gap_where_nothing_is_known_and_a_mark_at_each_mistake() -> None:
    drawn = graph([(0.0, 0.5, None, -1.0, 1.0)], ("best", "mistake", "slip", "good"), 2)
    assert 'class="shown" x1="2"' in drawn
    assert drawn.count("<polyline") == 2
    assert 'points="0,50.0 1,27.0"' in drawn
    assert 'points="3,96.0 4,4.0"' in drawn
    assert drawn.count('class="mistake"') == drawn.count('class="slip"') == 1
    assert 'class="mistake" x1="2"' in drawn


# Verdicts that stand --------------------------------------------------------------------------------------------------

SLOW = "e6f4f3f2d3c6f5f6g4d6f1"
"""Where b7 was called better than the eleventh move, by a device that had looked one move ahead."""


def answering(world: FakeWorld, *replies: Reply) -> list[Request]:
    """Lets the desk answer so, the last of these again and again; gives the questions."""
    asked: list[Request] = []

    async def ask(text: str) -> str:
        asked.append(read_request(text))
        await asyncio.sleep(0)
        reply = replies[min(len(asked), len(replies)) - 1]
        return reply._replace(ticket=asked[-1].ticket).text()

    world.oracle.ask = ask  # type: ignore[assignment, method-assign]
    return asked


async def judging(text: str, ply: int, *replies: Reply) -> tuple[App, Review, list[Request]]:
    """A review that has come to one position, about which the desk says this."""
    app, world, table = await finished(text)
    found = Review(table)
    asked = answering(world, *replies)
    found.judged[ply] = await found._judge(app, ply)
    app.review = found
    return app, found, asked


async def test_nothing_is_told_from_a_look_that_is_not_deep_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    look_ahead(monkeypatch, 8)
    app, found, _ = await judging(SLOW, 10, Reply(0, "b7", 1.0, 1))
    assert not found.stands(10)
    assert (found.grade(10), found.better(10), found.spots(10), found.lead(10)) == ("", "", (), None)
    commands.do(app, "show", "10")
    assert "Best here" not in to_html(pages.page(app, app.words))
    assert not hints(app, found.table)
    found.open = True
    shown = to_html(pages.page(app, app.words))
    assert "b7" not in re.sub(
        r'<div class="grid".*?</main>|role="gridcell".*?>', "", shown.split('class="rail review"')[1]
    )
    assert "Not looked at deeply enough to judge." in shown
    assert "looked at 8 moves ahead" in shown


async def test_a_best_move_is_not_called_so_from_a_look_that_is_not_deep_enough() -> None:
    _, found, _ = await judging(SLOW, 10, Reply(0, "f1", 1.0, 2))
    assert found.grade(10) == ""
    _, found, _ = await judging(SLOW, 10, Reply(0, "f1", 1.0, 3))
    assert found.grade(10) == "best"


async def test_the_eleventh_move_is_not_held_against_b7(monkeypatch: pytest.MonkeyPatch) -> None:
    look_ahead(monkeypatch, 8)
    app, _, table = await finished(SLOW)
    found = Review(table)
    found.judged[10] = await found._judge(app, 10)
    assert found.stands(10)
    assert found.judged[10].depth == 8
    assert found.judged[10].best != "b7"
    # Two others cost six discs less and are as good as each other; looks 14 and 18 moves ahead bear both out.
    assert found.judged[10].best in {"c5", "e7"}
    assert found.grade(10) == "mistake"


async def test_a_verdict_is_the_same_however_quick_the_device_is(monkeypatch: pytest.MonkeyPatch) -> None:
    look_ahead(monkeypatch, 4)
    app, _, table = await finished(SLOW)
    once, again = Review(table), Review(table)
    monkeypatch.setattr(review, "PATIENCE", 5_000)
    one = [await once._judge(app, ply) for ply in (6, 8, 10)]
    monkeypatch.setattr(review, "PATIENCE", 60_000)
    assert one == [await again._judge(app, ply) for ply in (6, 8, 10)]


async def test_a_move_is_compared_with_the_best_one_from_the_same_depth() -> None:
    _, found, asked = await judging(SLOW, 10, Reply(0, "e2", 2.0, 3), Reply(0, "e3", 5.0, 2))
    assert [one.depth for one in asked] == [3, 2]
    assert found.judged[10].cost == 2.0 + 5.0, "what is good for the other side is bad for this one"
    assert found.grade(10) == "mistake"
    assert found.better(10) == "e2"


async def test_where_only_one_of_two_moves_was_read_out_the_other_is_looked_at_as_well() -> None:
    seen = Reply(0, "e2", 2.0, 3), Reply(0, "e3", 5.0, 30, True), Reply(0, "d2", -1.0, 30, True)
    _, found, asked = await judging(SLOW, 10, *seen)
    assert len(asked) == 3
    assert found.judged[10].cost == 1.0 + 5.0
    _, found, _ = await judging(SLOW, 10, *seen[:2], Reply(0, "d2", -1.0, 2))
    assert found.grade(10) == "", "an exact value is not measured against a guess"


async def test_a_pass_has_no_grade() -> None:
    _, found = await reviewed("d3c3e6d2d1e1b2c1a3")
    (ply,) = [ply for ply, move in enumerate(found.moves) if move == "pass"]
    assert found.grade(ply) == ""
    assert found.spots(ply) == ()
    assert sum(found.grades(found.match.at(ply).turn).values()) == sum(
        found.choice(at) for at in range(found.match.ply) if found.match.at(at).turn == found.match.at(ply).turn
    )


async def test_what_the_book_has_is_said_to_be_of_the_book() -> None:
    app, found, _ = await judging(SHORTEST, 1, Reply(0, "d6", known=True))
    assert found.grade(1) == "best"
    look_at(app, found, 1)
    assert "From the opening book." in to_html(pages.page(app, app.words))
    app, found, _ = await judging(SHORTEST, 1, Reply(0, "f6", known=True))
    assert (found.grade(1), found.better(1)) == ("", "")
    look_at(app, found, 1)
    assert "The opening book has f6 here." in to_html(pages.page(app, app.words))


async def test_who_leaves_the_book_is_judged_by_a_search_that_does_not_ask_it() -> None:
    lines = (Line(("f6",), 1.0, 3), Line(("f4",), -1.0, 3), Line(("d6",), -9.0, 3))
    app, found, asked = await judging(SHORTEST, 1, Reply(0, "f6", known=True), Reply(0, lines=lines))
    assert [(one.survey, one.nodes > 0) for one in asked] == [(False, False), (True, True)]
    assert (found.judged[1].cost, found.grade(1), found.better(1)) == (10.0, "mistake", "f6")
    assert found.lead(1) == -1.0
    look_at(app, found, 1)
    shown = to_html(pages.page(app, app.words))
    assert "The opening book has f6 here." in shown
    assert "It cost 10 discs." in shown
    shallow = (Line(("f6",), 1.0, 3), Line(("d6",), -9.0, 2))
    _, found, _ = await judging(SHORTEST, 1, Reply(0, "f6", known=True), Reply(0, lines=shallow))
    assert found.grade(1) == "", "it was not looked at deeply enough"


async def test_no_move_of_a_game_goes_without_a_verdict_because_of_the_book() -> None:
    _, found = await reviewed("f5f6")
    assert found.judged[1].known or found.grade(1)
    assert all(found.grade(ply) for ply in range(found.match.ply))
