"""Opponents between two neighbouring levels: their search parameters are interpolated, the same way in every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor
from typing import Any, Final, NamedTuple, TypeVar

from chowk.core import chance

S = TypeVar("S", bound=NamedTuple)
WHOLE: Final = 100
"""The value of `Between.share` that would mean the upper level: 100 percent."""
_PARTS: Final = 10_000
"""Number of possible values of the random number that is drawn for each move, from 0 to `_PARTS - 1`.

The random number chooses between the two levels' values of a parameter that cannot be interpolated, and rounds integers
up or down.
"""
_DRAW: Final = 1 << 128
"""Offset added to `draw` in `style_of`, so that the parameters do not depend on the random number that chooses the move
itself."""


class Between(NamedTuple):
    """An opponent whose strength is between two levels.

    `lower` and `upper` are the numbers of these levels. `share` states where the opponent is between them: it is the
    distance from the lower level, 1 to 99 percent of the way to the upper.
    """

    lower: int
    upper: int
    share: int


def style_of(
    styles: Mapping[int, S] | Sequence[S], level: int | Between | S, seed: int, draw: int, kinds: Sequence[str] = ()
) -> S:
    """Return the search parameters with which an opponent chooses one move.

    `styles` holds the parameters of each level by its number. `level` is a level, or an opponent between two levels. It
    may also be search parameters, which are returned unchanged: so a level that has changed since can still play.

    Between two levels, each parameter is interpolated: geometrically if it is above 0 in both levels, otherwise
    linearly. An interpolated integer is rounded up or down at random. A parameter that is not a number has the upper
    level's value in `level.share` percent of the moves, and otherwise the lower level's.

    `kinds` names the parameters that select the method of play, such as the evaluation. If the two levels use different
    methods, nothing is interpolated: each move is played with all parameters of one level, which is chosen at random.
    The methods are the same if each of the parameters in `kinds` has equal values in the two levels, or is a number
    above 0 in both.

    `seed` and `draw` (the number of the random draw) determine the random decisions.
    """
    if isinstance(level, int):
        return styles[level]
    if not isinstance(level, Between):
        return level
    lower, upper = styles[level.lower], styles[level.upper]
    number = chance.below(_PARTS, seed, _DRAW + draw)
    above = number * WHOLE < level.share * _PARTS
    if any(not _alike(getattr(lower, name), getattr(upper, name)) for name in kinds):
        return upper if above else lower
    return type(lower)(
        *(_middle(*pair, level.share / WHOLE, number / _PARTS) for pair in zip(lower, upper, strict=True))
    )


def _alike(lower: Any, upper: Any) -> bool:
    numbers = all(type(value) in (int, float) and value > 0 for value in (lower, upper))
    return bool(lower == upper) or numbers


def _middle(lower: Any, upper: Any, share: float, lot: float) -> Any:
    """Interpolate a parameter of the two levels. `share` is the distance from the lower level, from 0 to 1.

    `lot` is a random number from 0 to 1. It rounds integers, and chooses between two values that are not numbers.
    """
    if lower == upper:
        return lower
    if not all(type(value) in (int, float) for value in (lower, upper)):
        return upper if lot < share else lower
    value = lower * (upper / lower) ** share if min(lower, upper) > 0 else lower + (upper - lower) * share
    if float in (type(lower), type(upper)):
        return value
    low = floor(value)
    # A lot below the share favours the upper level in all parameters of a move.
    return low + (lot < value - low if upper > lower else lot >= 1 - (value - low))
