"""The expected points of a side at the end of the game, by its token's space, with weights learnt from play.

The weights fit the final margins of games that a search six purchases deep played against itself, with one decision in
ten at random; `training.patchwork.train_patchwork` plays such games and fits the weights. In the centre the worth is
the score.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from chowk.games.patchwork.engine.board import PAID, RICH
from chowk.games.patchwork.rules.quilt import CELLS
from chowk.games.patchwork.rules.track import CENTRE, MARKERS

_BUTTONS: Final = (-2.33, 3.63)
"""A button beyond its one point, by the share of the track ahead and its square."""
_INCOME: Final = (1.03, -0.24, 0.51)
"""A button pictured on the quilt, by the share of the markers ahead, its square and its cube, each times nine."""
_TIME: Final = (5.1, 142.43, 54.56, -38.65)
"""The remaining track, unless there is none: constant, share, square and cube."""
_FIRST_BUTTONS: Final = (0.16, 11.86, -10.82)
"""The square root of the buttons: constant, share, square. The first few are worth most, because they buy a choice."""
_COVER: Final = (-1.03, -2.33, 0.74)
"""A covered cell beyond its two points, by the share of the track ahead; each above fifty; each above sixty."""
_LATE_COVER: Final = (-0.34, 0.0025)
"""Each covered cell above sixty, and its square, unless no track is left."""
_TURN: Final = (0.64, -3.66, 3.67)
"""Having the choice: constant, share, square."""
NEAT: Final = 0.25
"""A pair of empty neighbours."""

_MOST: Final = RICH + 450
"""More buttons than a player with at most `RICH` of them can ever reach."""
_SHARES: Final = tuple((CENTRE - space) / CENTRE for space in range(CENTRE + 1))


def _buttons(space: int, buttons: int) -> float:
    share, root = _SHARES[space], sqrt(buttons)
    if not share:
        return float(buttons)
    worth = buttons * (1 + _BUTTONS[0] * share + _BUTTONS[1] * share**2)
    return worth + root * (_FIRST_BUTTONS[0] + _FIRST_BUTTONS[1] * share + _FIRST_BUTTONS[2] * share**2)


def _income(space: int) -> float:
    ahead = len(MARKERS) - PAID[space]
    return _INCOME[0] * ahead + _INCOME[1] * ahead**2 / 9 + _INCOME[2] * ahead**3 / 81


def _cover(space: int, filled: int) -> float:
    share, much, full = _SHARES[space], max(0, filled - 50), max(0, filled - 60)
    if not share:
        return 2.0 * filled
    worth = 2 * filled + share * (_COVER[0] * filled + _COVER[1] * much + _COVER[2] * full)
    way = _TIME[0] + _TIME[1] * share + _TIME[2] * share**2 + _TIME[3] * share**3
    return worth + way + _LATE_COVER[0] * full + _LATE_COVER[1] * full**2


BUTTONS: Final = tuple(tuple(_buttons(space, count) for count in range(_MOST)) for space in range(CENTRE + 1))
"""The worth by space and number of buttons."""
INCOME: Final = tuple(map(_income, range(CENTRE + 1)))
"""The worth of a button pictured on the quilt, by space."""
COVER: Final = tuple(tuple(_cover(space, filled) for filled in range(CELLS + 10)) for space in range(CENTRE + 1))
"""The worth by space and number of covered cells, including the remaining track."""
TURN: Final = (*(_TURN[0] + _TURN[1] * share + _TURN[2] * share**2 for share in _SHARES[:-1]), 0.0)
"""The worth of having the choice, by the space of the player who has it."""


def side(space: int, buttons: int, income: int, filled: int) -> float:
    """Return the worth of a side, without the choice and without the neatness of the quilt."""
    return BUTTONS[space][buttons] + INCOME[space] * income + COVER[space][filled]
