"""Test the statistics of matches against published values, and against a search through many values."""

from __future__ import annotations

from math import log

import pytest

from chowk.terminal.strength import Score, Sprt, elo, most_likely, share


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "ratio"),
    [
        # The values that fastchess, a program for matches of chess engines, has in its tests (logistic Elo).
        ((223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55983, 26678, 821), 0.0, 2.0, -4.98),
        ((21184, 40708, 21404), 0.5, 2.5, -1.57),
    ],
)
def test_the_ratio_is_the_published_one(counts: tuple[int, ...], elo0: float, elo1: float, ratio: float) -> None:
    assert Sprt(elo0, elo1).ratio(counts) == pytest.approx(ratio, abs=0.01)


def test_no_other_distribution_with_the_mean_is_likelier() -> None:
    """No other chances of loss, draw and win with the same mean score make the counted results likelier.

    The test tries every chance of a draw, in steps of 1/20,000. Together with the mean, it determines the other two.
    """
    for counts, goal in (((5, 9, 2), 0.55), ((1, 1, 8), 0.4), ((30, 2, 3), 0.5)):
        total = sum(counts)

        def likelihood(parts: list[float], counts: tuple[int, ...] = counts) -> float:
            return sum(count * log(part) for count, part in zip(counts, parts, strict=True))

        probabilities = most_likely([count / total for count in counts], goal)
        assert sum(probabilities) == pytest.approx(1)
        assert probabilities[1] / 2 + probabilities[2] == pytest.approx(goal)
        best = max(
            likelihood([1 - middle - win, middle, win])
            for step in range(1, 20_000)
            if 0 < (middle := step / 20_000) < 1 and 0 < (win := goal - middle / 2) < 1 - middle
        )
        assert likelihood(probabilities) == pytest.approx(best, abs=1e-4)
        assert likelihood(probabilities) >= best


def test_the_bounds_and_the_decision() -> None:
    test = Sprt(0, 5)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    assert Sprt(0, 5, 0.1, 0.01).bounds == pytest.approx((log(0.01 / 0.9), log(0.99 / 0.1)))
    assert [test.decision(ratio) for ratio in (-3, -2.9, 0, 2.9, 3)] == ["elo0", "", "", "", "elo1"]
    assert test.ratio((0, 0, 0, 0, 0)) == 0
    assert Sprt(0, 50).ratio((0, 0, 0, 0, 40)) > 2.9
    assert Sprt(0, 50).ratio((40, 0, 0, 0, 0)) < -2.9
    assert Sprt(-10, 10).ratio((3, 4, 9, 4, 3)) == pytest.approx(0, abs=1e-9)


def test_elo_and_its_interval() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(1.0) is elo(0.0) is None
    assert share(400) == pytest.approx(10 / 11)
    score = Score((1.0, 0.5, 1.0, 0.0, 0.5, 0.5, 1.0))
    summary = score.summary()
    assert (summary["won"], summary["drawn"], summary["lost"], summary["share"]) == (3, 3, 1, pytest.approx(4.5 / 7))
    assert summary["pairs"] == [0, 0, 2, 1, 0]
    assert summary["elo_95"][0] < summary["elo"] < summary["elo_95"][1]
    assert Score((1.0, 0.0)).summary()["elo_95"] is None
    assert Score(()).summary()["share"] == 0.5
