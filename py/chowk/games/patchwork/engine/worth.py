"""The expected final points of a side by its token's space, with weights learnt from play.

Points here are the buttons, plus two for each covered cell. The rules take two for each empty cell instead, so all
scores here are higher by the same number. When the token is in the centre of the track, the expected points are the
present ones.

`training.patchwork.train_patchwork` plays games and fits the weights to their final margins. In these games, a search
six purchases deep plays both sides, and one decision in ten is random. Some weights depend on the share of the track
that is still ahead of the token, from 0 to 1.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from chowk.games.patchwork.engine.board import PAID, RICH
from chowk.games.patchwork.rules.quilt import CELLS
from chowk.games.patchwork.rules.track import CENTRE, MARKERS

_BUTTONS: Final = (-2.33, 3.63)
"""Weights of a button's worth beyond its one point.

The first is multiplied by the share of the track that is still ahead, the second by the square of that share.
"""
_INCOME: Final = (1.03, -0.24, 0.51)
"""Coefficients of the worth of a unit of income, which is a button on the quilt's patches.

The worth is nine times a polynomial of x, the share of the nine income markers that are still ahead: the coefficients
are those of x, of its square and of its cube.
"""
_TIME: Final = (5.1, 142.43, 54.56, -38.65)
"""Coefficients of the value of the remaining track: the constant, and those of x, of its square and of its cube.

x is the share of the track that is still ahead. Without a remaining track the value is 0.
"""
_FIRST_BUTTONS: Final = (0.16, 11.86, -10.82)
"""Coefficients of the value of the square root of the buttons: the constant, and those of x and of its square.

x is the share of the track that is still ahead. The first few buttons have the highest value, because they allow a
choice of patches.
"""
_COVER: Final = (-1.03, -2.33, 0.74)
"""Worth of a covered cell beyond its two points: of each cell, each cell above fifty, and each cell above sixty.

Each number is multiplied by the share of the track that is still ahead.
"""
_LATE_COVER: Final = (-0.34, 0.0025)
"""Weights of the number of covered cells above sixty and of its square. They do not apply in the centre."""
_TURN: Final = (0.64, -3.66, 3.67)
"""Coefficients of the value of being the side to move: the constant, that of x, and that of x to the power of two.

x is the share of the track that is still ahead.
"""
NEAT: Final = 0.25
"""Worth in points of a pair of empty neighbouring cells."""

_MOST: Final = RICH + 450
"""Number of entries for each space in the table `BUTTONS`, from no button up.

A player who has at most `RICH` buttons can never come to have more than the table covers.
"""
_SHARES: Final = tuple((CENTRE - space) / CENTRE for space in range(CENTRE + 1))
"""The share of the track that is ahead, by space."""


def _buttons(space: int, buttons: int) -> float:
    share, root = _SHARES[space], sqrt(buttons)
    if not share:
        return float(buttons)
    worth = buttons * (1 + _BUTTONS[0] * share + _BUTTONS[1] * share**2)
    return worth + root * (_FIRST_BUTTONS[0] + _FIRST_BUTTONS[1] * share + _FIRST_BUTTONS[2] * share**2)


def _income(space: int) -> float:
    markers_ahead = len(MARKERS) - PAID[space]
    return _INCOME[0] * markers_ahead + _INCOME[1] * markers_ahead**2 / 9 + _INCOME[2] * markers_ahead**3 / 81


def _cover(space: int, filled: int) -> float:
    share, above_fifty, above_sixty = _SHARES[space], max(0, filled - 50), max(0, filled - 60)
    if not share:
        return 2.0 * filled
    worth = 2 * filled + share * (_COVER[0] * filled + _COVER[1] * above_fifty + _COVER[2] * above_sixty)
    track_worth = _TIME[0] + _TIME[1] * share + _TIME[2] * share**2 + _TIME[3] * share**3
    return worth + track_worth + _LATE_COVER[0] * above_sixty + _LATE_COVER[1] * above_sixty**2


BUTTONS: Final = tuple(tuple(_buttons(space, count) for count in range(_MOST)) for space in range(CENTRE + 1))
"""The worth of buttons in points, by space and number of buttons."""
INCOME: Final = tuple(map(_income, range(CENTRE + 1)))
"""The worth in points of a button on the quilt's patches, by space."""
COVER: Final = tuple(tuple(_cover(space, filled) for filled in range(CELLS + 10)) for space in range(CENTRE + 1))
"""The worth of covered cells and of the remaining track in points, by space and number of covered cells."""
TURN: Final = (*(_TURN[0] + _TURN[1] * share + _TURN[2] * share**2 for share in _SHARES[:-1]), 0.0)
"""The worth in points of being the side to move, by the space of its token."""


def side(space: int, buttons: int, income: int, filled: int) -> float:
    """Return the expected final points of a side, from its token's space, buttons, income and number of covered cells.

    Whose turn it is does not count, and neither does how well the empty cells of the quilt hang together.
    """
    return BUTTONS[space][buttons] + INCOME[space] * income + COVER[space][filled]
