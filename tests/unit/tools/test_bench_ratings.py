"""Test the ratings of levels: the fit to results of contests, and that the page shows what the contests say."""

from __future__ import annotations

import json
from itertools import pairwise
from math import log10

import pytest

from chowk import games
from chowk.games import SHELF
from tests.bench import ratings
from tests.bench.ratings import Contest


def points(share: float) -> float:
    """Return the difference in rating of a player with this score against the opponent."""
    return 400 * log10(share / (1 - share))


def test_a_chain_of_neighbours_has_the_differences_of_their_scores() -> None:
    rated = ratings.rated([3, 0, 5], [Contest(0, 3, 100, 0.75, 0.04), Contest(5, 0, 100, 0.9, 0.03)])
    assert rated.points == pytest.approx((0, points(0.75), points(0.75) + points(0.9)), abs=1e-3)


def test_a_contest_with_a_smaller_error_counts_more() -> None:
    sure, unsure = Contest(1, 0, 400, 0.6, 0.02), Contest(1, 0, 25, 0.9, 0.08)
    between = ratings.rated([0, 1], [sure, unsure]).points[1]
    assert points(0.6) < between < (points(0.6) + points(0.9)) / 2


def test_levels_two_apart_correct_their_neighbours() -> None:
    neighbours = [Contest(1, 0, 100, 0.75, 0.04), Contest(2, 1, 100, 0.75, 0.04)]
    alone = ratings.rated([0, 1, 2], neighbours)
    both = ratings.rated([0, 1, 2], [*neighbours, Contest(2, 0, 100, 0.8, 0.04)])
    assert both.points[2] < alone.points[2]
    assert max(both.errors) < max(alone.errors)


def test_the_error_is_that_of_the_score() -> None:
    rated = ratings.rated([0, 1], [Contest(1, 0, 100, 0.5, 0.05)])
    assert rated.points[1] == pytest.approx(0, abs=1e-6)
    assert rated.errors[1] == pytest.approx(points(0.55), rel=0.02)


def test_a_contest_without_a_lost_game_has_a_finite_rating() -> None:
    assert 400 < ratings.rated([0, 1], [Contest(1, 0, 60, 1.0, 0.0)]).points[1] < 1000


def test_games_of_a_file_become_a_contest() -> None:
    lines = [
        json.dumps([f"checkers 2 players, 7 v 4, haste 2.7, game {number}", share, 0.1, 0.0])
        for number, share in enumerate((1.0, 0.5, 1.0, 1.0))
    ]
    slower = [line.replace("2.7", "8.0") for line in lines[:2]]
    fair = [
        json.dumps([f"checkers 2 players, 7 v 4, haste 2.7, game {number}, fair", share, 0.1, 0.25])
        for number, share in enumerate((1.0, 0.5))
    ]
    other = json.dumps(["kilkenny 4 players, 3 v 2, haste 2.7, game 0", 1.0, 0.1, 0.0])
    usual, hasty, without_luck = ratings.rows([*lines, *slower, *fair, other])["checkers"]
    assert usual == Contest(7, 4, 4, 0.875, 0.125)
    assert hasty[:4] == (7, 4, 2, 0.75)
    assert without_luck[:4] == (7, 4, 2, 0.5)
    assert list(ratings.rows([other])) == []


@pytest.mark.parametrize("name", SHELF)
def test_the_page_shows_the_ratings_that_the_contests_give(name: str) -> None:
    ladder, rated = games.load(name).ladder, ratings.rated_game(name)
    assert ladder is not None
    assert ladder.ratings == tuple(round(point) for point in rated.points)


@pytest.mark.parametrize("name", SHELF)
def test_every_level_has_a_contest_with_the_one_below(name: str) -> None:
    played = {contest[:2] for contest in ratings.contests()[name]}
    numbers = [level.number for level in games.load(name).bots.LEVELS]
    assert {(upper, lower) for lower, upper in pairwise(numbers)} <= played


@pytest.mark.parametrize("name", SHELF)
def test_no_step_of_a_ladder_is_a_wall(name: str) -> None:
    ladder = games.load(name).ladder
    assert ladder is not None
    assert all(upper - lower <= 250 for lower, upper in pairwise(ladder.ratings))
