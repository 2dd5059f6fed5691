"""Ratings by Glicko-2.

Source: Mark E. Glickman, "Example of the Glicko-2 system" (2013). The comments name the numbered steps of this paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import Final, NamedTuple

SCALE: Final = 173.7178
"""Number of rating points in one unit of the internal scale of Glicko-2."""
CENTRE: Final = 1500.0
"""The rating that is 0 on the internal scale."""
TAU: Final = 0.5
"""How much the volatility may change over time; the paper recommends 0.3 to 1.2."""
CLOSE: Final = 1e-6
"""Tolerance of the iteration for the volatility: it ends when the interval for ln(volatility²) is smaller."""


class Rating(NamedTuple):
    """A rating, its standard deviation in points, and its volatility."""

    value: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def band(self) -> tuple[int, int]:
        """The interval that holds the true strength with a probability of 95 %, in points."""
        return round(self.value - 2 * self.deviation), round(self.value + 2 * self.deviation)


class RatedResult(NamedTuple):
    """The result of a game: the opponent's rating, its deviation, and the score (1: win, 0.5: draw, 0: loss)."""

    rating: float
    deviation: float
    score: float


def rated(player: Rating, results: Sequence[RatedResult], tau: float = TAU) -> Rating:
    """Return a player's rating after the results of a rating period; without results only the deviation grows.

    `tau` limits the change of the volatility, see `TAU`.
    """
    # Step 2: to the system's own scale.
    mean, spread = (player.value - CENTRE) / SCALE, player.deviation / SCALE
    if not results:
        return player._replace(deviation=SCALE * sqrt(spread**2 + player.volatility**2))
    # Steps 3 and 4: the variance from the results alone, and the improvement that they suggest.
    precision = gain = 0.0
    for result in results:
        weight = _weight(result.deviation / SCALE)
        expected = 1 / (1 + exp(-weight * (mean - (result.rating - CENTRE) / SCALE)))
        precision += weight**2 * expected * (1 - expected)
        gain += weight * (result.score - expected)
    variance = 1 / precision
    # Steps 5 to 8.
    volatility = _volatility(player.volatility, spread, variance, variance * gain, tau)
    before = spread**2 + volatility**2
    after = 1 / (1 / before + 1 / variance)
    return Rating(CENTRE + SCALE * (mean + after * gain), SCALE * sqrt(after), volatility)


def _weight(spread: float) -> float:
    """Return the weight of a result, from 0 to 1. `spread` is the opponent's deviation on the internal scale."""
    return 1 / sqrt(1 + 3 * spread**2 / pi**2)


def _volatility(volatility: float, spread: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility: the root of the paper's f(x), by the Illinois algorithm (step 5).

    `spread` is the deviation (the paper's phi), `variance` its v. All arguments are on the internal scale.
    """
    start = log(volatility**2)

    def f(x: float) -> float:
        total = spread**2 + variance + exp(x)
        return exp(x) * (delta**2 - total) / (2 * total**2) - (x - start) / tau**2

    low, high = start, log(delta**2 - spread**2 - variance) if delta**2 > spread**2 + variance else start - tau
    while delta**2 <= spread**2 + variance and f(high) < 0:
        high -= tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
