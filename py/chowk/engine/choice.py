"""Random choice among moves that are nearly as good as the best."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf
from typing import Final, TypeVar

from chowk.core import chance

T = TypeVar("T")
_PARTS: Final = 10_000
"""Weight of the options with the greatest value. The weights of the others are smaller, and are rounded to integers."""


def nearly_best(
    options: Sequence[T], values: Sequence[float], temperature: float, seed: int, draw: int, reach: float = inf
) -> T:
    """Choose one of `options` at random, preferring options with greater values.

    An option whose value is `gap` below the greatest has the weight `exp(-gap / temperature)`. If `gap` is `reach`
    temperatures or more, the option is never chosen, because its value may be a mere bound. At temperature 0 the first
    option of the greatest value is chosen. `seed` and `draw` (the number of the random draw) determine the choice.
    """
    best = max(values)
    if temperature <= 0:
        return options[values.index(best)]
    below = [(best - value) / temperature for value in values]
    odds = [round(_PARTS * exp(-min(20.0, gap))) if gap < reach else 0 for gap in below]
    return chance.pick(options, odds, seed, draw)
