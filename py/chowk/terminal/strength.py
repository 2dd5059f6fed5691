"""Estimate the difference in strength of two players from the results of a match, in Elo, with a sequential test.

The test is the generalized sequential probability ratio test for a multinomial distribution: M. Van den Bergh, *A
practical introduction to the GSPRT* and *The maximum likelihood estimator for a multinomial distribution* (documents of
Stockfish's Fishtest). Pairs of games with the same opening are counted by their sum (the pentanomial model), because
the games of a pair depend on each other. Elo is logistic here, not normalized.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, log10, sqrt
from statistics import mean, stdev
from typing import Any, Final, NamedTuple

CERTAIN: Final = 1.96
"""Number of standard errors on each side of an interval that has a probability of 95 %."""
ELO: Final = 400.0
"""Difference in Elo at which the stronger player is expected to score ten times as many points as the weaker player."""
PRIOR: Final = 1e-3
"""Count that replaces a count of zero, so that no result has the probability 0."""
HALVINGS: Final = 200


class Score(NamedTuple):
    """The first player's points in each game: 1 for a win, 0.5 for a draw, 0 for a loss.

    The first and second game are a pair, the third and fourth are the next pair, and so on.
    """

    shares: tuple[float, ...]

    @property
    def rate(self) -> float:
        """The mean of the results, 0.5 without games."""
        return mean(self.shares) if self.shares else 0.5

    @property
    def pairs(self) -> list[float]:
        """The average result of each complete pair."""
        return [mean(self.shares[first : first + 2]) for first in range(0, len(self.shares) - 1, 2)]

    @property
    def error(self) -> float | None:
        """The standard error of the mean, from the pairs of games, or None for fewer than two pairs."""
        pairs = self.pairs
        return stdev(pairs) / sqrt(len(pairs)) if len(pairs) > 1 else None

    @property
    def trinomial(self) -> tuple[int, ...]:
        """The numbers of losses, draws and wins."""
        return tuple(self.shares.count(value) for value in (0.0, 0.5, 1.0))

    @property
    def pentanomial(self) -> tuple[int, ...]:
        """The numbers of pairs with 0, 0.5, 1, 1.5 and 2 points."""
        return tuple(self.pairs.count(value) for value in (0.0, 0.25, 0.5, 0.75, 1.0))

    def summary(self) -> dict[str, Any]:
        """Return the results as a dict for JSON: counts, the share of the points, and Elo with its interval."""
        lost, drawn, won = self.trinomial
        error = self.error
        interval = None
        if error is not None:
            interval = [elo(max(0.0, min(1.0, self.rate + side * CERTAIN * error))) for side in (-1, 1)]
        return {"games": len(self.shares), "won": won, "drawn": drawn, "lost": lost, "share": self.rate,
                "standard_error": error, "elo": elo(self.rate), "elo_95": interval,
                "pairs": list(self.pentanomial)}  # fmt: skip


class Sprt(NamedTuple):
    """A sequential test that decides between two differences in strength, `elo0` and `elo1`, both in Elo.

    `alpha` is the probability of accepting `elo1` if `elo0` is right. `beta` is that of accepting `elo0` if `elo1` is
    right.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test accepts `elo0` and `elo1`, by Wald's formula."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[float]) -> float:
        """Return how much better `elo1` explains the results than `elo0`, as a log-likelihood ratio.

        `counts` are the numbers of games or pairs with each result, from the worst to the best.
        """
        if not sum(counts):
            return 0.0
        smoothed = [count or PRIOR for count in counts]
        likelihoods = []
        for difference in (self.elo0, self.elo1):
            expected = most_likely([count / sum(smoothed) for count in smoothed], share(difference))
            likelihoods.append(sum(count * log(part) for count, part in zip(smoothed, expected, strict=True)))
        return likelihoods[1] - likelihoods[0]

    def decision(self, ratio: float) -> str:
        """Return `elo0` or `elo1`, the difference that a log-likelihood ratio accepts, or an empty text for neither."""
        low, high = self.bounds
        return "elo0" if ratio <= low else "elo1" if ratio >= high else ""


def most_likely(parts: Sequence[float], goal: float) -> list[float]:
    """Return the distribution with mean `goal` under which the observed shares of results, `parts`, are most likely.

    The results are equally spaced from 0 to 1, and all parts are above 0. By Lagrange's rule the probability of a
    result is `part / (1 + x * (result - goal))`. A binary search finds the `x` for which the mean is `goal`.
    """
    offsets = [number / (len(parts) - 1) - goal for number in range(len(parts))]
    low, high = -1 / offsets[-1], -1 / offsets[0]
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if sum(part * offset / (1 + middle * offset) for part, offset in zip(parts, offsets, strict=True)) > 0:
            low = middle
        else:
            high = middle
    return [part / (1 + low * offset) for part, offset in zip(parts, offsets, strict=True)]


def elo(rate: float) -> float | None:
    """Return the difference in Elo for a share of the points, from 0 to 1.

    Return None for 0 and 1, because the difference is infinite there.
    """
    return ELO * log10(rate / (1 - rate)) if 0 < rate < 1 else None


def share(difference: float) -> float:
    """Return the share of the points, from 0 to 1, that is expected for a difference in Elo."""
    return 1 / (1 + 10 ** (-difference / ELO))
