"""Statistics of the dice of a match, and the proof that nobody chose them.

Each count in a table, such as the number of sixes, has a band: the range that is usual with fair dice. With fair dice,
all counts of one table (the six faces, the eleven sums) are inside their bands at once with 95 % probability. So one
game in twenty has a count outside, and that alone is no evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice, product
from math import exp, lgamma, log
from typing import Any, Final, NamedTuple, TypeAlias

from chowk.core import chance
from chowk.core.events import Rolled
from chowk.core.match import Match
from chowk.core.position import CHANCE, Position, Seat

Faces: TypeAlias = tuple[int, ...]
"""The faces of the dice of one roll, each from 1 to 6."""

SIDES: Final = range(1, 7)
"""The faces of a die."""
CONFIDENCE: Final = 0.95
"""Probability that all counts in a table (such as those of the six faces) are in their usual ranges with fair dice."""


class Throw(NamedTuple):
    """A roll in a match: the number of moves before it, the seat that rolled, and the faces of the dice."""

    ply: int
    seat: Seat
    faces: Faces


class Figure(NamedTuple):
    """A row of a table of dice statistics, such as the number of sixes.

    `value` is the face or sum. `times` is the number of its occurrences, `expected` the expected number with fair dice.
    The numbers from `low` to `high`, both included, are usual with fair dice (the band).
    """

    value: int
    times: int
    expected: float
    low: int
    high: int

    @property
    def usual(self) -> bool:
        """True if the number of occurrences is in the range that is usual with fair dice."""
        return self.low <= self.times <= self.high


class Statistics(NamedTuple):
    """Statistics of one player's rolls.

    `rolls` is the number of rolls. `faces` has a row for each face and `sums` a row for each sum, ascending. `alike`
    counts the rolls whose dice all show the same face. For rolls of a single die, `sums` is empty and `alike` is a
    row of zeros.
    """

    rolls: int
    faces: tuple[Figure, ...]
    sums: tuple[Figure, ...]
    alike: Figure

    @property
    def unusual(self) -> tuple[Figure, ...]:
        """The counts that are outside their usual ranges: faces, then sums, then rolls with all dice alike."""
        return tuple(figure for figure in (*self.faces, *self.sums, self.alike) if not figure.usual)


class Proof(NamedTuple):
    """A roll of a match (`throw`), and the faces that the seed or the dice of the match require (`required`)."""

    throw: Throw
    required: Faces

    @property
    def holds(self) -> bool:
        """True if the roll has the required faces, in any order."""
        return sorted(self.throw.faces) == sorted(self.required)


def seat_to_act(position: Position[Any]) -> Seat:
    """Return the seat that must move or roll now.

    Return `CHANCE` if a roll is due that belongs to no player.
    """
    if position.turn != CHANCE:
        return position.turn
    events = (event for move in position.moves()[:1] for event in position.events(move))
    return next((event.seat for event in events if isinstance(event, Rolled)), CHANCE)


def throws(match: Match[Any, Any]) -> tuple[Throw, ...]:
    """Return all rolls of a match so far, in order."""
    plies = enumerate(zip(match.positions, match.moves, strict=False))
    return tuple(
        Throw(ply, event.seat, event.faces)
        for ply, (position, move) in plies
        if position.turn == CHANCE
        for event in position.events(move)
        if isinstance(event, Rolled)
    )


def dice_per_roll(rolled: Sequence[Throw]) -> int:
    """Return the number of dice in each roll of a match, or 1 if there are no rolls."""
    return len(rolled[0].faces) if rolled else 1


def statistics(rolls: Sequence[Faces], dice: int = 2) -> Statistics:
    """Return the statistics of rolls of `dice` dice, together with the numbers that fair dice would give."""
    shown = Counter(face for faces in rolls for face in faces)
    faces = tuple(_figure(face, shown[face], len(rolls) * dice, 1 / 6, len(SIDES)) for face in SIDES)
    alike = sum(len(set(faces)) == 1 for faces in rolls) if dice > 1 else 0
    likely = 6.0 ** (1 - dice) if dice > 1 else 0.0
    return Statistics(
        len(rolls), faces, _sums(rolls, dice) if dice > 1 else (), _figure(0, alike, len(rolls), likely, 1)
    )


def band(trials: int, likely: float, together: int = 1) -> tuple[int, int]:
    """Return the lowest and highest usual count for an event of probability `likely` in `trials` trials.

    `together` is the number of counts that are tested at once. The probability of a count below this range is at most
    2.5 % divided by `together`, and so is the probability of a count above it.
    """
    if trials == 0 or likely <= 0:
        return 0, 0
    tail = (1 - CONFIDENCE) / 2 / together
    weights = [_binomial(count, trials, likely) for count in range(trials + 1)]
    return _reached(weights, tail), trials - _reached(weights[::-1], tail)


def proofs(match: Match[Any, Any]) -> tuple[Proof, ...]:
    """Return a `Proof` for every roll of a match: the roll, and the faces that it must have.

    The required faces are computed again from the seed of the match, or from `Match.dice` in a correspondence game.
    """
    return tuple(Proof(throw, _drawn(match, throw.ply)) for throw in throws(match))


def first_false(rolls: Sequence[Proof]) -> Proof | None:
    """Return the first roll that does not have the required faces, or None if all have them."""
    return next((proof for proof in rolls if not proof.holds), None)


def of_seed(match: Match[Any, Any], most: int = 12) -> bool:
    """Return True if at least half of the first `most` rolls of a match follow from its seed.

    Rolls from another source rarely agree with the seed so often. The result is True for a match without rolls. The
    rolls of a correspondence game follow from `Match.dice` instead of the seed. So for a copy of such a match without
    `Match.dice`, the result is usually False.
    """
    plies = islice((ply for ply in range(match.ply) if match.position_after(ply).turn == CHANCE), most)
    same = [bool(match.moves[ply] == match.due(ply)) for ply in plies]
    return 2 * sum(same) >= len(same)


def promised(seed: int, commitment: str) -> bool:
    """Return True if a seed revealed after a game matches the commitment made before it (SHA-256 in hexadecimal)."""
    return chance.commitment(seed) == commitment.strip().lower()


def _drawn(match: Match[Any, Any], ply: int) -> Faces:
    position = match.position_after(ply)
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


def _reached(weights: Sequence[float], tail: float) -> int:
    # Find the first count whose cumulative probability exceeds `tail`.
    below = 0.0
    for count, weight in enumerate(weights):
        below += weight
        if below > tail:
            return count
    return len(weights) - 1
