"""Choosing among moves that are nearly as good as the best."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, TypeVar

from chowk.core import chance

T = TypeVar("T")
_PARTS: Final = 10_000


def nearly_best(options: Sequence[T], values: Sequence[float], heat: float, seed: int, draw: int) -> T:
    """One of the options, `e` times less likely for each `heat` that its value lies below the greatest.

    With no heat the first of the greatest value. Settled by `seed` and the number of the draw.
    """
    best = max(values)
    if heat <= 0:
        return options[values.index(best)]
    odds = [round(_PARTS * exp(max(-20.0, (value - best) / heat))) for value in values]
    return chance.pick(options, odds, seed, draw)
