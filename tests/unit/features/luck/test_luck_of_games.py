"""Test the luck of dice and the errors of players in real games: together they add up to the result.

If the winning chances of a game are not calibrated, no luck is reported.
"""

from __future__ import annotations

import asyncio
import re
from random import Random
from typing import Any

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.core.match import Match
from chowk.core.position import CHANCE
from chowk.engine.protocol import Scope, read_request
from chowk.engine.search_budget import Clock
from chowk.features.luck.luck import Account, Luck
from chowk.features.luck.view import brief
from chowk.features.review.review import review_of
from chowk.i18n.i18n import words
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from tests.fakes import FakeWorld, app_in, world_of
from tests.unit.features.review.test_review import settle
from tests.unit.ui.test_pages import find
from tools.shared.html import to_html

ENDINGS = {
    2: "S:h2,h4,H,H N:60,h3,H,H S roll",
    3: "S:h2,h4,H,H W:3,h3,H,H N:30,h5,H,H W roll",
    4: "S:h2,60,H,H W:3,h3,H,H N:30,h5,H,H E:n,h5,H,H E roll",
}
"""For each game, a position near the end, so that random games are short."""
DEEP = 1_000


def played(match: Match[Any, Any], lot: Random, most: int = 2_000) -> Match[Any, Any]:
    """Play random moves until the match ends or has `most` plies, and return the match."""
    while match.outcome() is None and match.ply < most:
        position = match.position
        match.play(match.roll() if position.turn == CHANCE else lot.choice(position.moves()))
    return match


def table_of(name: str, match: Match[Any, Any]) -> Table:
    seats = match.position.seats
    return Table(games.load(name), Plan(name, (SeatPlan(),) * seats), match, "1", "")


def weighed(table: Table) -> Luck:
    """Return the luck of a game, computed directly by its opponents."""
    account, weigh = Luck(table), table.game.thinker.weigh
    assert weigh is not None
    for span in account.spans():
        *_, evaluation = weigh(table.match.position_after(span.ply), table.match.moves[span.ply : span.end], Clock(99))
        assert evaluation is not None
        account.take(span, evaluation)
    account.add_up()
    return account


def sums_up(game_luck: Luck) -> None:
    """Check that each seat's first winning chance and all later changes of it add up to the seat's result.

    Also check that no move is a gain for its player, because no move can be better than the best one.
    """
    sheet = game_luck.sheet
    assert sheet is not None
    for seat, share in enumerate(sheet.result):
        assert sheet.start[seat] + sum(swing.change[seat] for swing in sheet.swings) == pytest.approx(share, abs=1e-9)
        assert 0 <= sheet.start[seat] <= 1
    assert all(swing.change[swing.seat] <= 1e-12 for swing in sheet.swings if swing.kind == "error")
    assert all(-1 <= swing.change[swing.seat] <= 1 for swing in sheet.swings if swing.kind == "luck")
    last = sheet.swings[-1]
    assert last.kind == "word" or last.change[last.seat] >= -1e-12, "who ends the game by winning it makes no error"
    for account in game_luck.accounts():
        assert account.start + account.luck + account.errors + account.others == account.result


def as_reviewed(game_luck: Luck) -> list[tuple[float, float]]:
    """Return, for each decision, its error and its cost in a review. Both are percentages of the chance to win."""
    match, pairs = game_luck.match, list[tuple[float, float]]()
    sheet, survey = game_luck.sheet, game_luck.game.thinker.survey
    assert sheet is not None
    assert survey is not None
    assert game_luck.game.scale is not None
    for swing in sheet.swings:
        position = match.position_after(swing.ply)
        if swing.kind == "error" and len(position.moves()) > 1:
            *_, lines = survey(position, (), Scope(game_luck.game.scale.depth), Clock(99))
            worths = {line.moves[0]: line.score or 0.0 for line in lines.lines}
            pairs.append((-100 * swing.change[swing.seat], max(worths.values()) - worths[match.moves[swing.ply]]))
    return pairs


def near_the_end(seats: int, seed: int) -> Match[Any, Any]:
    game = games.load("parcheesi")
    return Match(game.ruleset, game.notation.read_position(ENDINGS[seats]), seed)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_luck_and_errors_of_a_game_are_its_result(seats: int) -> None:
    for seed in range(3):
        sums_up(weighed(table_of("parcheesi", played(near_the_end(seats, seed), Random(seed)))))


@pytest.mark.deep
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_so_are_those_of_many(seats: int) -> None:
    for seed in range(DEEP):
        sums_up(weighed(table_of("parcheesi", played(near_the_end(seats, seed), Random(seed)))))


@pytest.mark.parametrize(("name", "seats", "plies"), [("parcheesi", 2, 90), ("kilkenny", 3, 60)])
def test_errors_are_what_the_review_says_that_moves_cost(name: str, seats: int, plies: int) -> None:
    """Errors equal the costs in a review for more than nine of ten decisions, and are never greater.

    In Parcheesi an error may be smaller, because a survey (a search for the value of every move) sees less of the
    turn's later moves.
    """
    match = played(games.load(name).match(1, seats), Random(1), plies)
    while match.position.turn != CHANCE:
        match = match.until(match.ply - 1)
    match.resign(0)
    costs = as_reviewed(weighed(table_of(name, match)))
    alike = [abs(error - cost) < 0.01 for error, cost in costs]
    assert sum(cost > 1 for _, cost in costs) > 5
    assert sum(alike) > 0.9 * len(costs)
    assert all(error < cost + 0.01 for error, cost in costs)


@pytest.mark.parametrize("plies", [40, 41, 42, 43, 44])
def test_a_game_that_is_given_up_is_accounted_for_to_the_end(plies: int) -> None:
    match = played(games.load("parcheesi").match(3, 2), Random(3), plies)
    match.resign(0)
    game_luck = weighed(table_of("parcheesi", match))
    sums_up(game_luck)
    sheet = game_luck.sheet
    assert sheet is not None
    assert list(sheet.result) == [0, 1]
    assert [swing.kind for swing in sheet.swings].count("word") == 1


def test_other_house_rules_have_no_chances() -> None:
    game = games.load("parcheesi")
    for options in ({"thirds": "on"}, {"passed": "on"}, {"rows": "off"}):
        match = played(game.match(1, 2, **options), Random(1), 60)
        assert not any(game.calibrated(position) for position in match.positions), options
        assert not Luck(table_of("parcheesi", match)).unfinished
    usual = played(game.match(1, 2), Random(1), 60)
    opening = [position for position in usual.positions if position.opening]
    assert opening
    assert not any(game.calibrated(position) for position in opening)
    assert game.calibrated(usual.positions[-1] if usual.position.turn == CHANCE else usual.position_after(len(opening)))


async def test_the_page_tells_it_once_everything_is_known() -> None:
    app = app_in(FakeWorld())
    await app.start()
    match = played(near_the_end(2, 1), Random(1))
    app.sit_down(table_of("parcheesi", match))
    commands.do(app, "result")
    (room,) = find(pages.page(app, app.words), class_="score luck")
    assert room.attrs["aria-hidden"] == "true", "nothing is told yet, but there is room for it"
    world = world_of(app)
    assert isinstance(world, FakeWorld)
    world.engine.gate = asyncio.Event()
    commands.do(app, "review")
    game_review = review_of(app)
    assert game_review is not None
    rolls = sum(1 for _ in game_review.luck.spans())
    await settle(lambda: game_review.luck.progress[1] > 0)
    commands.do(app, "result")
    (room,) = find(pages.page(app, app.words), class_="score luck")
    known, every = game_review.luck.progress[0], rolls + len(game_review.unsearched)
    assert room.text.endswith(f"Looking at the moves: {known} of {every}"), "so the player knows what to wait for"
    world.engine.gate.set()
    await settle(lambda: game_review.luck.sheet is not None or game_review.failed)
    assert game_review.luck.progress == (rolls, rolls)
    requests = [read_request(text) for text in world.engine.requests if read_request(text).weigh]
    assert sum(len(request.made) for request in requests) == match.ply
    sums_up(game_review.luck)
    shown = to_html(pages.page(app, app.words))
    assert "Luck and errors" in shown
    assert "Chance to win" in shown
    for name, heading in (("result", "The dice gave "), ("dice", "Luck and errors")):
        commands.do(app, name)
        assert heading in to_html(pages.page(app, app.words))
    commands.do(app, "result")
    (short,) = find(pages.page(app, app.words), class_="score luck")
    assert "aria-hidden" not in short.attrs
    assert "%" not in short.text, "a sum beyond 100 % would read as nonsense"
    assert short.text.rstrip().endswith("100 make a whole game."), "it is said what the numbers are in"
    assert [re.findall("[0-9]+", line.text) for line in short.walk() if line.tag == "li"] == [
        [str(abs(share)) for share in (account.luck, account.errors) if share]
        for account in game_review.luck.accounts()
    ]
    sheet = game_review.luck.sheet
    assert sheet is not None
    assert sheet.path(match.ply)[-1] == pytest.approx(sheet.result)


@pytest.mark.parametrize(
    ("luck", "errors", "sentence"),
    [
        (14, -9, "The dice gave Red 14 points more than average. Choices cost 9 points."),
        (-1, -1, "The dice gave Red 1 point less than average. Choices cost 1 point."),
        (0, 0, "The dice gave Red neither more nor less than average."),
    ],
)
def test_luck_and_errors_are_told_in_sentences(luck: int, errors: int, sentence: str) -> None:
    game_luck = Luck(table_of("parcheesi", played(near_the_end(2, 1), Random(1))))
    game_luck.accounts = lambda: (Account(0, 50, luck, errors, 0, 100),)  # type: ignore[method-assign]
    text = brief(words().with_names(game_luck.game.speech.SEATS), game_luck)
    assert text is not None
    (line,) = [node for node in text.walk() if node.tag == "li"]
    assert line.text.split() == sentence.split()
    assert "Only a player's own rolls are counted" in text.text, "or nobody would believe that all were unlucky"
    assert "mistake" not in text.text.lower(), "a review counts as mistakes only what cost much"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_luck_and_errors_add_up_in_kilkenny_cats(seats: int) -> None:
    match = played(games.load("kilkenny").match(0, seats), Random(0), 60)
    match.agree()
    sums_up(weighed(table_of("kilkenny", match)))


@pytest.mark.deep
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_so_they_do_in_many_whole_games(seats: int) -> None:
    for seed in range(DEEP):
        match = played(games.load("kilkenny").match(seed, seats), Random(seed))
        if match.outcome() is None:
            match.agree()
        sums_up(weighed(table_of("kilkenny", match)))


def test_kilkenny_has_no_chances_by_other_rules() -> None:
    game = games.load("kilkenny")
    assert game.calibrated(game.match(1, 2).position)
    assert game.calibrated(game.match(1, 2, pair="mixed").position), "colours change nothing"
    for options in ({"hunted": "on"}, {"rounds": "100"}, {"resign": "on"}, {"first": "throw"}):
        assert not game.calibrated(game.match(1, 2, **options).position), options
