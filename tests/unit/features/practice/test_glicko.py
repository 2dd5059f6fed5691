"""Test ratings by Glicko-2 against the paper's worked example."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chowk.features.practice.glicko import RatedResult, Rating, rated


def test_the_worked_example_of_the_paper() -> None:
    results = (RatedResult(1400, 30, 1), RatedResult(1550, 100, 0), RatedResult(1700, 300, 0))
    player = rated(Rating(1500, 200, 0.06), results)
    assert player.value == pytest.approx(1464.06, abs=0.01)
    assert player.deviation == pytest.approx(151.52, abs=0.01)
    assert player.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_results_only_the_deviation_grows() -> None:
    player = rated(Rating(1500, 50, 0.06), ())
    assert (player.value, player.volatility) == (1500, 0.06)
    assert player.deviation == pytest.approx(51.07, abs=0.01)


def test_the_band_is_two_deviations_on_each_side() -> None:
    assert Rating(1500, 100).band == (1300, 1700)


def test_a_surprising_series_raises_the_volatility() -> None:
    player = Rating(1500, 60, 0.06)
    surprising, expected = [RatedResult(2200, 30, 1)] * 5, [RatedResult(1500, 30, 0.5)]
    assert rated(player, surprising).volatility > 0.06 > rated(player, expected).volatility


RATINGS = st.floats(0, 3000)
DEVIATIONS = st.floats(30, 350)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # for busy machines
@given(
    st.builds(Rating, RATINGS, DEVIATIONS, st.floats(0.03, 0.2)),
    st.lists(st.builds(RatedResult, RATINGS, DEVIATIONS, st.sampled_from((0.0, 0.5, 1.0))), min_size=1, max_size=10),
)
def test_any_series_ends_and_makes_the_rating_surer_than_no_games(player: Rating, results: list[RatedResult]) -> None:
    after = rated(player, results)
    assert after.deviation < rated(player._replace(volatility=after.volatility), ()).deviation + 1e-9
    assert 0 < after.volatility < 1


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.builds(Rating, RATINGS, DEVIATIONS, st.just(0.06)), RATINGS, DEVIATIONS)
def test_a_win_raises_and_a_loss_lowers_a_rating(player: Rating, rating: float, deviation: float) -> None:
    won, lost = (rated(player, [RatedResult(rating, deviation, score)]).value for score in (1, 0))
    assert lost < player.value < won or abs(rating - player.value) > 1500
