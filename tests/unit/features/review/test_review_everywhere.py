"""Test reviews of games with dice and patches: moves of one roll are compared, and mistakes can be corrected."""

from __future__ import annotations

import random
from functools import cache
from statistics import mean
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
from chowk.features.review.review import Review, review_of
from chowk.games import verdicts
from chowk.games.api import Game
from chowk.games.api.scale import ENOUGH
from chowk.games.verdicts import Judged
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
        position = match.position
        match.play(match.roll() if position.turn == CHANCE else draw.choice(position.moves()))
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


def direct(game: Game, game_review: Review, ply: int) -> dict[str, Any]:
    """Survey the position after `ply` plies directly, and return the lines by move.

    A survey is a search for the value of every move. If the review searched a second time, the values are averages over
    several depths (`Scale.averaged`), as in the review.
    """
    position, survey, scale = game_review.match.position_after(ply), game.thinker.survey, game_review.scale
    assert survey is not None
    is_deep = ply in game_review.judged and game_review.judged[ply].deep
    last, count = (scale.deep, scale.averaged) if is_deep else (max(2, scale.depth), 1)
    by_depth = []
    for depth in range(last - count + 1, last + 1):
        *_, survey_result = survey(position, (), Scope(depth, ENOUGH), Clock(1000.0))
        by_depth.append({game.notation.write_move(position, line.moves[0]): line for line in survey_result.lines})
    return {
        move: line if line.exact else line._replace(score=mean(lines[move].score or 0.0 for lines in by_depth))
        for move, line in by_depth[-1].items()
    }


def costs_by_list(game_review: Review) -> dict[int, float]:
    """Return the cost of each decision in the list of errors, by ply, in per cent."""
    sheet = game_review.luck.sheet
    assert sheet is not None
    return {swing.ply: -100 * swing.change[swing.seat] for swing in sheet.swings if swing.kind == "error"}


async def test_the_list_of_errors_has_the_costs_of_every_verdict_as_it_comes() -> None:
    """Reading a review changes nothing, so the list must know each verdict at once, not when it is shown."""
    app, game_review = await reviewed(played("parcheesi", 2, 30))
    told = costs_by_list(game_review)
    assert len(told) > 2
    # If an earlier search found verdicts but no luck, the next one adds the costs of all of them.
    again = Review(game_review.table)
    ply = max(told, key=lambda ply: told[ply])
    share = 2 * again.scale.won / 100
    again.judged.update({**game_review.judged, ply: game_review.judged[ply]._replace(cost=50 * share)})
    await again.run(app)
    assert costs_by_list(again) == pytest.approx({**told, ply: 50.0})
    again.judged[ply] = again.judged[ply]._replace(cost=25 * share)
    assert costs_by_list(again)[ply] == pytest.approx(50.0), "nothing changes before the verdict is reported"
    again.on_verdict(ply)
    assert costs_by_list(again) == pytest.approx({**told, ply: 25.0})


@pytest.mark.parametrize(("name", "seats", "plies"), OTHERS)
async def test_every_choice_is_graded_against_the_others_of_its_roll(
    monkeypatch: pytest.MonkeyPatch, name: str, seats: int, plies: int
) -> None:
    table = played(name, seats, plies)
    app, game_review = await reviewed(table)
    choices = [ply for ply in range(game_review.match.ply) if game_review.choice(ply)]
    assert len(choices) > 2
    assert all(game_review.match.position_after(ply).turn != CHANCE for ply in choices)
    for ply in choices:
        assert game_review.grade(ply), f"move {ply} has no verdict"
        lines = direct(table.game, game_review, ply)
        best, played_line = max(line.score for line in lines.values()), lines.get(game_review.moves[ply])
        if played_line is not None and all(line.depth == played_line.depth for line in lines.values()):
            won, cost = game_review.scale.won, game_review.cost(ply)
            least = max(-won, min(won, best)) - max(-won, min(won, played_line.score))
            assert cost == pytest.approx(least), "its cost is what it falls short of the best move of the same roll"
    monkeypatch.setattr(verdicts, "STAKES", verdicts.AT_STAKE)
    assert any(game_review.accuracy(seat) is not None for seat in range(seats))
    for seat in range(seats):
        assert game_review.accuracy(seat) is None or any(
            game_review.match.position_after(ply).turn == seat for ply in choices
        )
        assert None not in game_review.curve(seat)
    assert not any(game_review.grade(ply) for ply in range(game_review.match.ply) if ply not in choices), (
        "dice have no grade"
    )
    shown = to_html(pages.page(app, app.words))
    assert "Chance to win" in shown
    assert shown.count("<polyline") == (1 if seats == 2 else seats)
    for swing in game_review.luck.sheet.swings if game_review.luck.sheet is not None else ():
        if swing.kind == "error":
            cost = game_review.cost(swing.ply)
            assert -100 * swing.change[swing.seat] == pytest.approx(cost), "the list says what the verdict says"
    told = [node.text for node in find(pages.page(app, app.words), class_="told")]
    logged = [line.named_sentences[0] for line in table.log.lines if line.ply - 1 in choices]
    assert told == [app.words(sentence) for sentence in logged], "the list describes moves in words"
    app.kept.settings = app.settings._replace(moves="notation")
    assert not find(pages.page(app, app.words), class_="told")
    assert len(find(pages.page(app, app.words), class_="made")) >= len(choices)
    app.kept.settings = app.settings._replace(moves="words")
    for wrong in choices:
        if not (game_review.wrong(wrong) and game_review.better(wrong)):
            continue
        commands.do(app, "show", str(wrong))
        position, notation = game_review.match.position_after(wrong), table.game.notation
        sentences = table.game.tell_named(position, notation.read_move(position, game_review.better(wrong)))
        tree = pages.page(app, app.words)
        assert app.words(sentences[0]) in tree.text, "the better move is told in words, too"
        because = [node.text for node in find(tree, class_="because")]
        facts = game_review.reasons(wrong) or sentences[1:]  # the effects of a move would repeat the reasons
        assert (because[-1] if facts else "") == "".join([app.words(fact) for fact in facts])
        assert f"etter: {game_review.better(wrong)}" not in tree.text
        assert f"Before move {wrong + 1} of {game_review.match.ply}" in tree.text, "as the verdict counts"


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

    An example is the rule that the game goes on for the other places after one player has won. Under this rule, the
    chance to be the first is not the only aim.
    """
    app, game_review = await reviewed(played(name, seats, plies, **rule))
    choices = [ply for ply in range(game_review.match.ply) if game_review.choice(ply)]
    assert len(choices) > 2
    assert all(game_review.grade(ply) for ply in choices), "moves are graded all the same"
    costly = max(choices, key=lambda ply: game_review.cost(ply) or 0)
    commands.do(app, "show", str(costly))
    shown = pages.page(app, app.words).text
    assert f"It cost {round(game_review.cost(costly) or 0)}." in shown
    commands.do(app, "result")
    for text in (shown, pages.page(app, app.words).text):
        assert "%" not in text
        assert "chance to win" not in text.lower()
    assert game_review.scale.written(100 / seats - 50) == "0", "a lead is what is above an even share"


async def test_what_was_given_away_is_told_by_kinds_of_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Patchwork, buying and placing patches have separate costs, in per cent of the winning chance."""
    monkeypatch.setattr(verdicts, "LISTED_FROM", 0.5)
    app, game_review = await reviewed(played("patchwork", 2, 14))
    html, choices = to_html(pages.page(app, app.words)), [ply for ply in range(14) if game_review.choice(ply)]
    for seat in (0, 1):
        own = [ply for ply in choices if game_review.match.position_after(ply).turn == seat]
        sewing = [
            ply
            for ply in own
            if game_review.match.position_after(ply).hand or game_review.match.position_after(ply).single
        ]
        costs = [sum(game_review.cost(ply) or 0.0 for ply in own if (ply in sewing) == sewn) for sewn in (False, True)]
        assert game_review.given_away(seat) == pytest.approx(costs)
        assert all(costs)
        both = [round(cost) for cost in costs]
        for share in (*both, sum(both)):
            assert f">\N{MINUS SIGN}{share}<" in html
    for kind in (0, 1):
        most = game_review.costliest(kind)
        assert 0 < len(most) <= verdicts.SHOWN
        least = min(game_review.cost(ply) or 0.0 for ply in most)
        rest = [ply for ply in choices if bool(game_review.moves[ply].startswith(("buy", "advance"))) != kind]
        assert rest
        assert all((game_review.cost(ply) or 0.0) <= least for ply in set(rest) - set(most))
    assert "Errors" in html
    commands.do(app, "result")
    first = [round(cost) for cost in game_review.given_away(0)]
    brief = find(pages.page(app, app.words), class_="score luck")[0].text
    assert f"choices cost {sum(first)} points: {first[0]} in buying, {first[1]} in sewing." in brief
    del game_review.judged[choices[0]]
    assert game_review.given_away(0) == game_review.costliest(0) == (), "not while something is unknown"
    assert game_review.scale.kinds is not None
    game = games.load("patchwork")
    for options in ({"first": "second"}, {"seven": "off"}, {"track": "classic"}):
        assert game_review.scale.kinds.calibrated(game.match(1, 2, **options).position) == ("first" in options), options


@pytest.mark.parametrize(("name", "seats", "plies"), OTHERS)
def test_a_survey_ranks_every_move_and_says_the_same_again(name: str, seats: int, plies: int) -> None:
    table = played(name, seats, plies)
    game_review = Review(table)
    for ply in [ply for ply in range(game_review.match.ply) if game_review.choice(ply)][:3]:
        once, again = direct(table.game, game_review, ply), direct(table.game, game_review, ply)
        assert once == again
        legal = {
            table.game.notation.write_move(game_review.match.position_after(ply), move)
            for move in game_review.match.position_after(ply).moves()
        }
        assert set(once) <= legal
        assert (
            len(once) == len(legal)
            or table.match.position_after(ply).moves()[0] != game_review.match.position_after(ply).moves()[-1]
        )


async def test_in_a_long_game_only_what_looks_wrong_is_looked_into_further_and_it_can_be_paused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(verdicts, "LONG", 5)
    app = app_in(FakeWorld())
    await app.start()
    app.sit_down(played("kilkenny", 2, 30))
    commands.do(app, "review")
    game_review = review_of(app)
    assert game_review is not None
    await settle(lambda: len(game_review.judged) > 3)
    commands.do(app, "review-pause")
    shown = to_html(pages.page(app, app.words))
    assert "Go on" in shown
    known = len(game_review.judged)
    await settle(lambda: game_review.task is not None and game_review.task.done())
    assert len(game_review.judged) <= known + 1
    commands.do(app, "review")
    await settle(lambda: game_review.done)
    deep = {ply for ply, verdict in game_review.judged.items() if verdict.depth > 1}
    assert deep
    assert {ply for ply in range(game_review.match.ply) if game_review.wrong(ply)} <= deep
    assert any(game_review.choice(ply) and ply not in deep for ply in range(game_review.match.ply))


def _spread(game_review: Review, ply: int) -> float:
    scores = [line.score for line in direct(game_review.table.game, game_review, ply).values()]
    return float(max(scores) - min(scores))


async def test_a_mistake_is_looked_at_again_until_something_better_is_found() -> None:
    app, game_review = await reviewed(played("kilkenny", 2, 16))
    ply = max(filter(game_review.choice, range(game_review.match.ply)), key=lambda ply: _spread(game_review, ply))
    lines = direct(game_review.table.game, game_review, ply)
    worst, best = min(lines.values(), key=lambda line: line.score), max(lines.values(), key=lambda line: line.score)
    write_move = game_review.table.game.notation.write_move
    position = game_review.match.position_after(ply)
    bad, good = write_move(position, worst.moves[0]), write_move(position, best.moves[0])
    game_review.judged[ply] = Judged(good, best.score, best.depth, cost=game_review.scale.won, deep=True)
    game_review.moves = (*game_review.moves[:ply], bad, *game_review.moves[ply + 1 :])
    assert game_review.wrong(ply)
    game_review.moves = tuple(game_review.match.written())
    commands.do(app, "find-better", str(ply))
    desk = sitting_at(app)
    assert isinstance(desk, FindingTable)
    assert desk.match.position == game_review.match.position_after(ply)
    assert not desk.complete
    for move, done in ((bad, False), (good, True)):
        await settle(lambda: desk.choice.awaited is not None)
        spots = next(path for choice, path in desk.view.spell(position).items() if write_move(position, choice) == move)
        for spot in spots:
            commands.do(app, "tap", spot)
        if done:
            await settle(lambda: desk.complete)
        else:
            await settle(lambda: desk.answer is not None and not desk.match.ply)
        assert desk.complete == done
        assert done or english(desk.answer or say("")).startswith("That costs ")
    assert "Found it." in to_html(pages.page(app, app.words))
    assert app.labelled, "the sentences name squares"
    what = english(desk.game.tell_named(position, best.moves[0])[0])
    another = FindingTable(game_review, desk.plies, desk.number)
    another.match.push(bad)
    assert [english(said) for said in another.praise] == [
        f"Good enough: it costs almost nothing. The best move was this: {what}"
    ]
    made = english(desk.game.tell_named(position, game_review.match.moves[ply])[0])
    assert english(desk.task.goal) == f"Move {ply + 1}: {made} Find something better."
    assert [layer.kind for layer in opened(app)][-1] == "finding"
    back(app)
    assert app.table is game_review.table
    assert review.review_beside_board(app) is game_review, "one comes back to the review"
