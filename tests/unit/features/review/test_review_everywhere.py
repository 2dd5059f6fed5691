"""Test reviews of games with dice and patches: moves of one roll are compared, and mistakes can be corrected."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.app.opened import back, opened
from chowk.core.match import Match
from chowk.core.message import english, say
from chowk.core.position import CHANCE
from chowk.engine.protocol import Scope
from chowk.engine.search_budget import Clock
from chowk.features.review import review
from chowk.features.review.mistake_drill import FindingTable
from chowk.features.review.review import Judged, Review, review_of
from chowk.games.api import Game
from chowk.games.api.scale import ENOUGH
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from tests.fakes import FakeWorld, app_in, sitting_at
from tests.unit.features.review.test_review import settle
from tests.unit.ui.test_pages import find
from tools.shared.html import to_html

OTHERS = (("kilkenny", 2, 16), ("kilkenny", 3, 14), ("parcheesi", 2, 30), ("parcheesi", 4, 40), ("patchwork", 2, 14))


NOT_AS_DEEP = {"kilkenny": 3, "parcheesi": 2, "patchwork": 6}
"""For each game, the depth of a deep search in these tests, in moves."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the depth of deep searches to `NOT_AS_DEEP`."""
    load = games.load

    @cache
    def quick(name: str) -> Game:
        game = load(name)
        assert game.scale is not None
        return game._replace(scale=game.scale._replace(deep=NOT_AS_DEEP[name])) if name in NOT_AS_DEEP else game

    monkeypatch.setattr(games, "load", quick)


def played(name: str, seats: int, plies: int, **options: str) -> Table:
    """Return the table of a resigned game of random moves. `options` are house rules."""
    game, draw = games.load(name), random.Random(5)
    match: Match[Any, Any] = game.match(5, seats, **options)
    for _ in range(plies):
        at = match.position
        match.play(match.roll() if at.turn == CHANCE else draw.choice(at.moves()))
    match.resign(0)
    return Table(game, Plan(name, (SeatPlan(),) * seats), match, "1", "")


async def reviewed(table: Table) -> tuple[App, Review]:
    app = app_in(FakeWorld())
    await app.start()
    app.sit_down(table)
    commands.do(app, "review")
    result = review_of(app)
    assert result is not None
    await settle(lambda: result.done or result.failed)
    assert result.done
    return app, result


def direct(game: Game, found: Review, ply: int) -> dict[str, Any]:
    """Return the lines of a direct survey (a search for the value of every move) after `ply` plies, by move."""
    at, survey = found.match.at(ply), game.thinker.survey
    assert survey is not None
    depth = found.scale.deep if ply in found.judged and found.judged[ply].deep else max(2, found.scale.depth)
    *_, survey_result = survey(at, (), Scope(depth, ENOUGH), Clock(1000.0))
    return {game.notation.write_move(at, line.moves[0]): line for line in survey_result.lines}


@pytest.mark.parametrize(("name", "seats", "plies"), OTHERS)
async def test_every_choice_is_graded_against_the_others_of_its_roll(
    monkeypatch: pytest.MonkeyPatch, name: str, seats: int, plies: int
) -> None:
    table = played(name, seats, plies)
    app, found = await reviewed(table)
    choices = [ply for ply in range(found.match.ply) if found.choice(ply)]
    assert len(choices) > 2
    assert all(found.match.at(ply).turn != CHANCE for ply in choices)
    for ply in choices:
        assert found.grade(ply), f"move {ply} has no verdict"
        lines = direct(table.game, found, ply)
        best, made = max(line.score for line in lines.values()), lines.get(found.moves[ply])
        if made is not None and all(line.depth == made.depth for line in lines.values()):
            won, cost = found.scale.won, found.cost(ply)
            least = max(-won, min(won, best)) - max(-won, min(won, made.score))
            assert cost == pytest.approx(least), "its cost is what it falls short of the best move of the same roll"
    monkeypatch.setattr(review, "STAKES", review.AT_STAKE)
    assert any(found.accuracy(seat) is not None for seat in range(seats))
    for seat in range(seats):
        assert found.accuracy(seat) is None or any(found.match.at(ply).turn == seat for ply in choices)
        assert None not in found.curve(seat)
    assert not any(found.grade(ply) for ply in range(found.match.ply) if ply not in choices), "dice have no grade"
    shown = to_html(pages.page(app, app.words))
    assert "Chance to win" in shown
    assert shown.count("<polyline") == (1 if seats == 2 else seats)
    wrong = next((ply for ply in choices if found.wrong(ply) and found.better(ply)), None)
    if wrong is not None:
        commands.do(app, "show", str(wrong))
        at, notation = found.match.at(wrong), table.game.notation
        told = table.game.tell_named(at, notation.read_move(at, found.better(wrong)))
        shown = pages.page(app, app.words).text
        assert all(app.words(one) in shown for one in told), "the better move is told in words, too"


@pytest.mark.parametrize(
    ("name", "seats", "plies", "rule"),
    [
        ("parcheesi", 2, 30, {"places": "on"}),
        ("parcheesi", 4, 40, {"places": "on"}),
        ("kilkenny", 3, 14, {"hunted": "on"}),
        ("kilkenny", 3, 14, {"places": "on"}),
        ("patchwork", 2, 14, {"seven": "off"}),
    ],
)
async def test_no_percentages_are_told_by_rules_for_which_chances_are_not_calibrated(
    name: str, seats: int, plies: int, rule: dict[str, str]
) -> None:
    """A review under house rules without calibrated chances gives costs without percentages.

    An example is playing on for places: there the chance to come home first is not the only aim.
    """
    app, found = await reviewed(played(name, seats, plies, **rule))
    choices = [ply for ply in range(found.match.ply) if found.choice(ply)]
    assert len(choices) > 2
    assert all(found.grade(ply) for ply in choices), "moves are graded all the same"
    costly = max(choices, key=lambda ply: found.cost(ply) or 0)
    commands.do(app, "show", str(costly))
    shown = pages.page(app, app.words).text
    assert f"It cost {round(found.cost(costly) or 0)}." in shown
    commands.do(app, "result")
    for told in (shown, pages.page(app, app.words).text):
        assert "%" not in told
        assert "chance to win" not in told.lower()
    assert found.scale.written(100 / seats - 50) == "0", "a lead is what is above an even share"


async def test_what_was_given_away_is_told_by_kinds_of_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Patchwork, the costs of buying and of placing patches are reported separately, in per cent of the winning
    chance.
    """
    monkeypatch.setattr(review, "TOLD", 0.5)
    app, found = await reviewed(played("patchwork", 2, 14))
    told, choices = to_html(pages.page(app, app.words)), [ply for ply in range(14) if found.choice(ply)]
    for seat in (0, 1):
        own = [ply for ply in choices if found.match.at(ply).turn == seat]
        sewing = [ply for ply in own if found.match.at(ply).hand or found.match.at(ply).single]
        costs = [sum(found.cost(ply) or 0.0 for ply in own if (ply in sewing) == sewn) for sewn in (False, True)]
        assert found.given_away(seat) == pytest.approx(costs)
        assert all(costs)
        both = [round(cost) for cost in costs]
        for share in (*both, sum(both)):
            assert f">\N{MINUS SIGN}{share}<" in told
    for kind in (0, 1):
        most = found.costliest(kind)
        assert 0 < len(most) <= review.SHOWN
        least = min(found.cost(ply) or 0.0 for ply in most)
        rest = [ply for ply in choices if bool(found.moves[ply].startswith(("buy", "advance"))) != kind]
        assert rest
        assert all((found.cost(ply) or 0.0) <= least for ply in set(rest) - set(most))
    assert "Errors" in told
    commands.do(app, "result")
    first = [round(cost) for cost in found.given_away(0)]
    brief = find(pages.page(app, app.words), class_="score luck")[0].text
    assert f"mistakes cost {sum(first)} points: {first[0]} in buying, {first[1]} in sewing." in brief
    del found.judged[choices[0]]
    assert found.given_away(0) == found.costliest(0) == (), "not while something is unknown"
    assert found.scale.kinds is not None
    game = games.load("patchwork")
    for options in ({"first": "second"}, {"seven": "off"}, {"track": "classic"}):
        assert found.scale.kinds.calibrated(game.match(1, 2, **options).position) == ("first" in options), options


@pytest.mark.parametrize(("name", "seats", "plies"), OTHERS)
def test_a_survey_ranks_every_move_and_says_the_same_again(name: str, seats: int, plies: int) -> None:
    table = played(name, seats, plies)
    found = Review(table)
    for ply in [ply for ply in range(found.match.ply) if found.choice(ply)][:3]:
        once, again = direct(table.game, found, ply), direct(table.game, found, ply)
        assert once == again
        legal = {table.game.notation.write_move(found.match.at(ply), move) for move in found.match.at(ply).moves()}
        assert set(once) <= legal
        assert len(once) == len(legal) or table.match.at(ply).moves()[0] != found.match.at(ply).moves()[-1]


async def test_in_a_long_game_only_what_looks_wrong_is_looked_into_further_and_it_can_be_paused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(review, "LONG", 5)
    app = app_in(FakeWorld())
    await app.start()
    app.sit_down(played("kilkenny", 2, 30))
    commands.do(app, "review")
    found = review_of(app)
    assert found is not None
    await settle(lambda: len(found.judged) > 3)
    commands.do(app, "review-pause")
    shown = to_html(pages.page(app, app.words))
    assert "Go on" in shown
    known = len(found.judged)
    await settle(lambda: found.task is not None and found.task.done())
    assert len(found.judged) <= known + 1
    commands.do(app, "review")
    await settle(lambda: found.done)
    deep = {ply for ply, one in found.judged.items() if one.depth > 1}
    assert deep
    assert {ply for ply in range(found.match.ply) if found.wrong(ply)} <= deep
    assert any(found.choice(ply) and ply not in deep for ply in range(found.match.ply))


def _spread(found: Review, ply: int) -> float:
    scores = [line.score for line in direct(found.table.game, found, ply).values()]
    return float(max(scores) - min(scores))


async def test_a_mistake_is_looked_at_again_until_something_better_is_found() -> None:
    app, found = await reviewed(played("kilkenny", 2, 16))
    ply = max(filter(found.choice, range(found.match.ply)), key=lambda ply: _spread(found, ply))
    lines = direct(found.table.game, found, ply)
    worst, best = min(lines.values(), key=lambda one: one.score), max(lines.values(), key=lambda one: one.score)
    told = found.table.game.notation.write_move
    at = found.match.at(ply)
    bad, good = told(at, worst.moves[0]), told(at, best.moves[0])
    found.judged[ply] = Judged(good, best.score, best.depth, cost=found.scale.won, deep=True)
    found.moves = (*found.moves[:ply], bad, *found.moves[ply + 1 :])
    assert found.wrong(ply)
    found.moves = tuple(found.match.written())
    commands.do(app, "find-better", str(ply))
    desk = sitting_at(app)
    assert isinstance(desk, FindingTable)
    assert desk.match.position == found.match.at(ply)
    assert not desk.complete
    for move, done in ((bad, False), (good, True)):
        await settle(lambda: desk.choice.awaited is not None)
        spots = next(path for one, path in desk.view.spell(at).items() if told(at, one) == move)
        for spot in spots:
            commands.do(app, "tap", spot)
        if done:
            await settle(lambda: desk.complete)
        else:
            await settle(lambda: desk.answer is not None and not desk.match.ply)
        assert desk.complete == done
        assert done or bad in english(desk.answer or say(""))
    assert "Found it" in to_html(pages.page(app, app.words))
    assert [one.kind for one in opened(app)][-1] == "finding"
    back(app)
    assert app.table is found.table
    assert review.docked(app) is found, "one comes back to the review"
