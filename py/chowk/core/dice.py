"""What the dice of a match showed, how far that is from what they should show, and the proof that nobody chose it.

Figures come with a band in which honest dice keep them: with 95 % probability all figures of one table (the six
faces, the eleven sums) lie within their bands at once. So one game in twenty shows a figure outside, and that is no
sign of anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice, product
from math import exp, lgamma, log
from typing import Any, Final, NamedTuple, TypeAlias

from chowk.core import chance
from chowk.core.events import Rolled
from chowk.core.match import Match
from chowk.core.position import CHANCE, Position, Seat

Faces: TypeAlias = tuple[int, ...]

SIDES: Final = range(1, 7)
CONFIDENCE: Final = 0.95


class Throw(NamedTuple):
    """A roll as it came in a match: after how many moves, for whom, and what the dice showed."""

    ply: int
    seat: Seat
    faces: Faces


class Figure(NamedTuple):
    """How often something came, how often it should on average, and the band for it (both ends within)."""

    value: int
    times: int
    expected: float
    low: int
    high: int

    @property
    def usual(self) -> bool:
        """Whether it came so often that it lies within its band."""
        return self.low <= self.times <= self.high


class Statistics(NamedTuple):
    """What one player's dice showed: each face, each sum of a roll, and rolls whose dice were all alike.

    With one die a roll, `sums` is empty and `alike` counts nothing.
    """

    rolls: int
    faces: tuple[Figure, ...]
    sums: tuple[Figure, ...]
    alike: Figure

    @property
    def unusual(self) -> tuple[Figure, ...]:
        """The figures that lie outside their bands: faces, then sums, then rolls all alike."""
        return tuple(figure for figure in (*self.faces, *self.sums, self.alike) if not figure.usual)


class Proof(NamedTuple):
    """A roll of a match, and what the seed says it had to be."""

    throw: Throw
    due: Faces

    @property
    def holds(self) -> bool:
        """Whether they are the same."""
        return sorted(self.throw.faces) == sorted(self.due)


def whose(position: Position[Any]) -> Seat:
    """Whose turn it is: who moves, or who throws the dice that are due; `CHANCE` if nobody does."""
    if position.turn != CHANCE:
        return position.turn
    told = (event for move in position.moves()[:1] for event in position.events(move))
    return next((event.seat for event in told if isinstance(event, Rolled)), CHANCE)


def throws(match: Match[Any, Any]) -> tuple[Throw, ...]:
    """Every roll of a match so far, in order."""
    plies = enumerate(zip(match.positions, match.moves, strict=False))
    return tuple(
        Throw(ply, event.seat, event.faces)
        for ply, (position, move) in plies
        if position.turn == CHANCE
        for event in position.events(move)
        if isinstance(event, Rolled)
    )


def a_throw(rolled: Sequence[Throw]) -> int:
    """How many dice a roll has; one before anybody rolled."""
    return len(rolled[0].faces) if rolled else 1


def by_seat(rolled: Sequence[Throw]) -> Mapping[Seat, tuple[Faces, ...]]:
    """What each player's dice showed, in order."""
    seats = sorted({throw.seat for throw in rolled})
    return {seat: tuple(throw.faces for throw in rolled if throw.seat == seat) for seat in seats}


def statistics(rolls: Sequence[Faces], dice: int = 2) -> Statistics:
    """Faces, sums and doubles of rolls of so many dice, with what honest dice would show."""
    shown = Counter(face for faces in rolls for face in faces)
    faces = tuple(_figure(face, shown[face], len(rolls) * dice, 1 / 6, len(SIDES)) for face in SIDES)
    alike = sum(len(set(faces)) == 1 for faces in rolls) if dice > 1 else 0
    likely = 6.0 ** (1 - dice) if dice > 1 else 0.0
    return Statistics(
        len(rolls), faces, _sums(rolls, dice) if dice > 1 else (), _figure(0, alike, len(rolls), likely, 1)
    )


def band(trials: int, likely: float, together: int = 1) -> tuple[int, int]:
    """The counts between which something of that probability stays in so many trials, both ends included.

    Each end is passed with a probability of at most half of 5 %, or of an equal share of it where so many figures
    are looked at `together`.
    """
    if trials == 0 or likely <= 0:
        return 0, 0
    rest = (1 - CONFIDENCE) / 2 / together
    weights = [_binomial(count, trials, likely) for count in range(trials + 1)]
    return _reached(weights, rest), trials - _reached(weights[::-1], rest)


def proofs(match: Match[Any, Any]) -> tuple[Proof, ...]:
    """Every roll of a match, drawn again from what settles it: its seed and the number of the ply, or its dice."""
    return tuple(Proof(throw, _drawn(match, throw.ply)) for throw in throws(match))


def first_false(found: Sequence[Proof]) -> Proof | None:
    """The first roll that is not what the seed says, None if all are."""
    return next((proof for proof in found if not proof.holds), None)


def of_seed(match: Match[Any, Any], most: int = 12) -> bool:
    """Whether the first rolls of a match are mostly those of its seed; those of other dice hardly ever are.

    A game that was played apart has other dice, once it is told without what everybody showed for them.
    """
    plies = islice((ply for ply in range(match.ply) if match.at(ply).turn == CHANCE), most)
    same = [bool(match.moves[ply] == match.due(ply)) for ply in plies]
    return 2 * sum(same) >= len(same)


def promised(seed: int, commitment: str) -> bool:
    """Whether a seed that is shown after a game is the one that was promised before it."""
    return chance.commitment(seed) == commitment.strip().lower()


def _drawn(match: Match[Any, Any], ply: int) -> Faces:
    position = match.at(ply)
    move = match.due(ply)
    return next(event.faces for event in position.events(move) if isinstance(event, Rolled))


def _sums(rolls: Sequence[Faces], dice: int) -> tuple[Figure, ...]:
    ways = Counter(map(sum, product(SIDES, repeat=dice)))
    shown = Counter(map(sum, rolls))
    total = 6.0**dice
    return tuple(_figure(value, shown[value], len(rolls), count / total, len(ways)) for value, count in ways.items())


def _figure(value: int, count: int, trials: int, likely: float, together: int) -> Figure:
    return Figure(value, count, trials * likely, *band(trials, likely, together))


def _binomial(count: int, trials: int, likely: float) -> float:
    if likely >= 1:
        return float(count == trials)
    ways = lgamma(trials + 1) - lgamma(count + 1) - lgamma(trials - count + 1)
    return exp(ways + count * log(likely) + (trials - count) * log(1 - likely))


def _reached(weights: Sequence[float], rest: float) -> int:
    # The first count at which more than `rest` of the probability lies at or below it.
    below = 0.0
    for count, weight in enumerate(weights):
        below += weight
        if below > rest:
            return count
    return len(weights) - 1
