"""Correct learnt winning chances by means of new games, and check the correction by further games.

`training.shared.self_play` plays the games and supplies one random position of each, with the chances of all seats and
the outcome. The correction is a curve for each number of seats (`chowk.core.equity.corrected`), fitted by maximum
likelihood. The problem is concave and therefore has a single solution. `learn_patchwork` needs only a single factor and
uses this module only to compare and plot its chances.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from chowk.core.equity import KNOTS, corrected
from training.shared import parts
from training.shared.workers import Workers

Reals: TypeAlias = NDArray[np.float64]
PART: Final = 100
"""Number of games in one saved part."""
RIDGE: Final = 0.3
"""Strength of the ridge penalty that pulls shifts to zero. A shift is the correction at one knot of the curve."""
SMOOTH: Final = (5.0, 15.0, 45.0, 135.0)
"""Strengths of the smoothing between neighbouring shifts (corrections at the knots of the curve), weakest first.

The fit uses the first strength with which the correction keeps the order of all chances.
"""
STEPS: Final = 20
"""Number of Newton steps of the fit."""
TENTHS: Final = 10
"""Number of equal intervals into which chances are sorted to compare them with outcomes."""
LEAST: Final = 1e-9
"""Minimum chance, so that its logarithm exists. Smaller chances are raised to this value."""

TABLE: Final = '''"""Corrections of the learnt chances, as `py/training/{0}/learn_{0}.py correct` found them."""

from __future__ import annotations

from typing import Final

SHIFTS: Final[dict[int, tuple[float, ...]]] = {{
{1}}}
"""By number of seats, for each of `chowk.core.equity.KNOTS`."""
'''
"""Template of the Python module that holds a game's shifts (the corrections of its chances)."""


class Tenth(NamedTuple):
    """The predicted chances within one tenth, such as 0.3 to 0.4: their number, their mean, and the mean outcome."""

    number: int
    predicted: float
    true: float

    @property
    def error(self) -> float:
        """The standard error of the mean outcome in this tenth."""
        return sqrt(max(self.predicted * (1 - self.predicted), 1e-9) / max(self.number, 1))

    @property
    def holds(self) -> bool:
        """True if the mean chance and the mean outcome of this tenth agree well enough.

        They may differ by two points, or by twice the standard error if that is more.
        """
        return abs(self.true - self.predicted) <= max(0.02, 2 * self.error)


@dataclass(frozen=True)
class Play:
    """A callable that plays the games of one part, given the part's number, and returns the content of its file.

    `games` plays a number of games with dice seeded by a text: `name`, a slash and the part's number.
    """

    games: Callable[[str, int], Reals]
    name: str

    def __call__(self, number: int) -> bytes:
        """Play the games of the part with this number, and return their rows as bytes to save."""
        return self.games(f"{self.name}/{number}", PART).astype("<f8").tobytes()


def game_rows(
    folder: Path,
    seats: int,
    games: int,
    minutes: float,
    part: Callable[[str, int], Reals],
    hands: Workers = parts.THIS_PROCESS,
) -> Reals:
    """Return one row for each game: the chances of all seats, then the outcome.

    There are `games` rows, or fewer if `minutes` minutes do not suffice. Parts that are saved in the folder are not
    played again. `part` plays a number of games with dice seeded by a name. `hands` are the workers that call it.
    """
    parts.play(folder, "0/1", minutes, Play(part, folder.name), 2 * seats * 8, -(-games // PART), hands)
    return parts.played([folder], np.dtype(("<f8", 2 * seats)))[:games].view(np.float64)


def with_corrections(rows: Reals, shifts: Mapping[int, tuple[float, ...]]) -> Reals:
    """Return the rows with corrected chances. `shifts` holds the corrections by number of seats."""
    seats = rows.shape[1] // 2
    own = shifts.get(seats, ())
    return np.array([[*corrected(tuple(row[:seats]), own), *row[seats:]] for row in rows.tolist()])


def tenths(rows: Reals) -> list[Tenth]:
    """Sort the predicted chances of all seats into ten equal intervals, and return each with its mean outcome."""
    seats = rows.shape[1] // 2
    chances, came = rows[:, :seats].ravel(), rows[:, seats:].ravel()
    where = np.minimum((chances * TENTHS).astype(int), TENTHS - 1)
    intervals = []
    for tenth in range(TENTHS):
        inside = where == tenth
        number = int(inside.sum())
        intervals.append(
            Tenth(number, float(chances[inside].sum()) / max(number, 1), float(came[inside].sum()) / max(number, 1))
        )
    return intervals


def knot_weights(chances: Reals) -> Reals:
    """Return, for each chance, the weight of each knot of the correction curve in a linear interpolation."""
    marks = np.array(KNOTS)
    above = np.clip(np.searchsorted(marks, chances, side="right"), 1, len(marks) - 1)
    beyond = (chances - marks[above - 1]) / (marks[above] - marks[above - 1])
    weights = np.zeros((*chances.shape, len(marks)))
    np.put_along_axis(weights, above[..., None] - 1, (1 - beyond)[..., None], -1)
    np.put_along_axis(weights, above[..., None], beyond[..., None], -1)
    return weights


def fitted(rows: Reals) -> tuple[float, ...]:
    """Return the shifts (corrections at the knots) of greatest likelihood.

    Raise `ValueError` if they would reverse the order of two chances, even with the strongest smoothing.
    """
    for smooth in SMOOTH:
        shifts = _likeliest(rows, smooth)
        climbs = np.diff(shifts) / np.diff(KNOTS) + 1 / np.array(KNOTS[1:])
        if (climbs > 0).all():
            return tuple(round(float(shift - shifts.mean()), 3) for shift in shifts)
    raise ValueError("a greater chance would become a smaller one: more games are needed")


def _likeliest(rows: Reals, smooth: float) -> Reals:
    seats = rows.shape[1] // 2
    chances, came = rows[:, :seats], rows[:, seats:]
    weights, base = knot_weights(chances), np.log(np.maximum(chances, LEAST))
    count = len(KNOTS)
    bent = np.diff(np.eye(count), 2, axis=0)
    hold = RIDGE * np.eye(count) + smooth * bent.T @ bent
    shifts = np.zeros(count)
    for _ in range(STEPS):
        odds = np.exp(base + weights @ shifts)
        predicted = odds / odds.sum(axis=1, keepdims=True)
        mean = np.einsum("ns,nsk->nk", predicted, weights)
        slope = np.einsum("ns,nsk->k", came - predicted, weights) - hold @ shifts
        bend = np.einsum("ns,nsk,nsl->kl", predicted, weights, weights, optimize=True) - mean.T @ mean + hold
        shifts = shifts + np.linalg.solve(bend, slope)
    return shifts


def write(path: Path, game: str, shifts: Mapping[int, tuple[float, ...]]) -> None:
    """Write the shifts (corrections of chances) by number of seats into the game's module at `path`."""
    path.write_text(TABLE.format(game, "".join(f"    {seats}: {shifts[seats]},\n" for seats in sorted(shifts))))


def report(tenths: list[Tenth]) -> int:
    """Print a line for each tenth (interval of chances). Return the exit status.

    It is 1 if chances and outcomes do not agree in one of the tenths, else 0.
    """
    for tenth in tenths:
        gap = tenth.true - tenth.predicted
        print(f"{tenth.number:6} chances, predicted {tenth.predicted:6.1%}, true {tenth.true:6.1%}, {gap:+.1%}", end="")
        print(f" (standard error {tenth.error:.1%}){'' if tenth.holds or not tenth.number else ', too far'}")
    return int(any(tenth.number and not tenth.holds for tenth in tenths))


def plot(tenths: Sequence[Tenth], seats: int) -> str:
    """Return a plot of mean outcomes against predicted chances as SVG, with error bars of twice the standard error."""
    elements = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-14 -8 124 124" font-family="sans-serif" font-size="4">',
        '<rect x="-14" y="-8" width="124" height="124" fill="white"/>',
        '<path d="M0 0V100H100M0 100L100 0" fill="none" stroke="gray" stroke-width=".4"/>',
        f'<text x="50" y="-2" text-anchor="middle">{seats} players: predicted and true chance to win</text>',
    ]
    for percent in range(0, 101, 20):
        elements.append(f'<text x="{percent}" y="106" text-anchor="middle">{percent} %</text>')
        elements.append(f'<text x="-2" y="{101 - percent}" text-anchor="end">{percent} %</text>')
    for tenth in tenths:
        if tenth.number:
            x, y, far = 100 * tenth.predicted, 100 - 100 * tenth.true, 200 * tenth.error
            elements.append(f'<path d="M{x:.2f} {y - far:.2f}V{y + far:.2f}" stroke="black" stroke-width=".5"/>')
            elements.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="1.2"/>')
    return "\n".join([*elements, "</svg>", ""])
