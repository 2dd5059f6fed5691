"""How chances that were learnt are corrected: by games from which nothing was learnt, and held against still others.

A game's tool plays them (`learn_parcheesi`, `learn_kilkenny`): of each one position, drawn by lot, with the chances of
all seats and what came of them. The correction is one curve for each number of seats (`chowk.core.equity.corrected`),
the likeliest account of who won; that is a concave question, so it has one answer. `learn_patchwork`, which one factor
serves better, compares and draws its chances by this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from chowk.core.equity import KNOTS, corrected
from training.shared import parts

Reals: TypeAlias = NDArray[np.float64]
PART: Final = 100
"""So many games are played in one part."""
RIDGE: Final = 0.3
"""How strongly shifts are held at nothing, ..."""
SMOOTH: Final = (5.0, 15.0, 45.0, 135.0)
"""... and on one line with their neighbours: as loosely as leaves greater chances greater."""
STEPS: Final = 20
TENTHS: Final = 10
LEAST: Final = 1e-9
"""A chance below this is reckoned as this."""

TABLE: Final = '''"""How learnt chances are corrected before they are told, as `py/tools/{}.py correct` has found."""

from __future__ import annotations

from typing import Final

SHIFTS: Final[dict[int, tuple[float, ...]]] = {{
{}}}
"""By seats, for each of `chowk.core.equity.KNOTS`."""
'''


class Tenth(NamedTuple):
    """Chances within a tenth: how many, their mean, and what came of them."""

    number: int
    predicted: float
    true: float

    @property
    def error(self) -> float:
        """The standard error of what came of them."""
        return sqrt(max(self.predicted * (1 - self.predicted), 1e-9) / max(self.number, 1))

    @property
    def holds(self) -> bool:
        """Whether both agree within two points, or within twice the sampling error where that is larger."""
        return abs(self.true - self.predicted) <= max(0.02, 2 * self.error)


def kept(folder: Path, seats: int, games: int, minutes: float, part: Callable[[str, int], Reals]) -> Reals:
    """Rows of so many games, the chances of all seats and then what came of them; as many as the time allows.

    What is in the folder is not played again. `part` plays so many games by the name of their dice.
    """
    size = 2 * seats * 8
    parts.play(
        folder,
        "0/1",
        minutes,
        lambda at: part(f"{folder.name}/{at}", PART).astype("<f8").tobytes(),
        size,
        -(-games // PART),
    )
    return parts.played([folder], np.dtype(("<f8", 2 * seats)))[:games].view(np.float64)


def told(rows: Reals, shifts: Mapping[int, tuple[float, ...]]) -> Reals:
    """The same rows with the chances as they are told."""
    seats = rows.shape[1] // 2
    own = shifts.get(seats, ())
    return np.array([[*corrected(tuple(row[:seats]), own), *row[seats:]] for row in rows.tolist()])


def tenths(rows: Reals) -> list[Tenth]:
    """Predicted and true by tenths of the chance, over all seats."""
    seats = rows.shape[1] // 2
    chances, came = rows[:, :seats].ravel(), rows[:, seats:].ravel()
    where = np.minimum((chances * TENTHS).astype(int), TENTHS - 1)
    found = []
    for tenth in range(TENTHS):
        some = where == tenth
        number = int(some.sum())
        found.append(
            Tenth(number, float(chances[some].sum()) / max(number, 1), float(came[some].sum()) / max(number, 1))
        )
    return found


def hats(chances: Reals) -> Reals:
    """How much each knot counts for each chance."""
    marks = np.array(KNOTS)
    above = np.clip(np.searchsorted(marks, chances, side="right"), 1, len(marks) - 1)
    beyond = (chances - marks[above - 1]) / (marks[above] - marks[above - 1])
    found = np.zeros((*chances.shape, len(marks)))
    np.put_along_axis(found, above[..., None] - 1, (1 - beyond)[..., None], -1)
    np.put_along_axis(found, above[..., None], beyond[..., None], -1)
    return found


def fitted(rows: Reals) -> tuple[float, ...]:
    """The shifts that make these rows likeliest; raises `ValueError` where a greater chance would become a smaller."""
    for smooth in SMOOTH:
        shifts = _likeliest(rows, smooth)
        climbs = np.diff(shifts) / np.diff(KNOTS) + 1 / np.array(KNOTS[1:])
        if (climbs > 0).all():
            return tuple(round(float(one - shifts.mean()), 3) for one in shifts)
    raise ValueError("a greater chance would become a smaller one: more games are needed")


def _likeliest(rows: Reals, smooth: float) -> Reals:
    seats = rows.shape[1] // 2
    chances, came = rows[:, :seats], rows[:, seats:]
    found, base = hats(chances), np.log(np.maximum(chances, LEAST))
    count = len(KNOTS)
    bent = np.diff(np.eye(count), 2, axis=0)
    hold = RIDGE * np.eye(count) + smooth * bent.T @ bent
    shifts = np.zeros(count)
    for _ in range(STEPS):
        odds = np.exp(base + found @ shifts)
        told = odds / odds.sum(axis=1, keepdims=True)
        mean = np.einsum("ns,nsk->nk", told, found)
        slope = np.einsum("ns,nsk->k", came - told, found) - hold @ shifts
        bend = np.einsum("ns,nsk,nsl->kl", told, found, found, optimize=True) - mean.T @ mean + hold
        shifts = shifts + np.linalg.solve(bend, slope)
    return shifts


def write(path: Path, tool: str, shifts: Mapping[int, tuple[float, ...]]) -> None:
    """Writes the shifts by seats for the game."""
    path.write_text(TABLE.format(tool, "".join(f"    {seats}: {shifts[seats]},\n" for seats in sorted(shifts))))


def report(found: list[Tenth]) -> int:
    """Prints the tenths; 1 if one of them does not hold."""
    for one in found:
        gap = one.true - one.predicted
        print(f"{one.number:6} chances, predicted {one.predicted:6.1%}, true {one.true:6.1%}, {gap:+.1%}", end="")
        print(f" (standard error {one.error:.1%}){'' if one.holds or not one.number else ', too far'}")
    return int(any(one.number and not one.holds for one in found))


def plot(tenths: Sequence[Tenth], seats: int) -> str:
    """A picture: what was predicted across, what came of it upwards, with twice the standard error."""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-14 -8 124 124" font-family="sans-serif" font-size="4">',
        '<rect x="-14" y="-8" width="124" height="124" fill="white"/>',
        '<path d="M0 0V100H100M0 100L100 0" fill="none" stroke="gray" stroke-width=".4"/>',
        f'<text x="50" y="-2" text-anchor="middle">{seats} players: predicted and true chance to win</text>',
    ]
    for at in range(0, 101, 20):
        parts.append(f'<text x="{at}" y="106" text-anchor="middle">{at} %</text>')
        parts.append(f'<text x="-2" y="{101 - at}" text-anchor="end">{at} %</text>')
    for one in tenths:
        if one.number:
            x, y, far = 100 * one.predicted, 100 - 100 * one.true, 200 * one.error
            parts.append(f'<path d="M{x:.2f} {y - far:.2f}V{y + far:.2f}" stroke="black" stroke-width=".5"/>')
            parts.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="1.2"/>')
    return "\n".join([*parts, "</svg>", ""])
