"""The value of a table (the places of all pawns) for each seat, with weights learnt from self-play.

A seat's strength is a weighted sum of its features. The chances to win are the softmax of the strengths: each is in
proportion to the exponential of the seat's strength. The risk of a lone pawn depends on the number of the 36 rolls with
which each other seat can reach the pawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from math import exp
from typing import Final

from chowk.core.position import Seat
from chowk.games.parcheesi.engine.results import AllPawns
from chowk.games.parcheesi.rules.board import ENTRIES, GATES, HOME, NEST, ROW, SAFE, TRACK, Place, Side
from chowk.games.parcheesi.rules.board import distance as steps_home

PLAIN: Final = ("steps", "nest", "home", "row", "near", "safe")
"""The features of each pawn.

In order: the steps to go, as a fraction of the whole way; then, as True or False, whether the pawn is in the nest, is
home, is in the home row, is at most four steps from home, and is on a safe space.
"""
JOINT: Final = ("last nest", "spread", "pair", "wall", "risk", "prey", "turn")
"""The features of all pawns of a seat together.

A lap is the whole way of a pawn.

* `last nest`: 1 if all four pawns are in the nest.
* `spread`: the number of laps that the hindmost pawn has to go, squared.
* `pair`: the number of blockades.
* `wall`: the number of enemy pawns that the blockades obstruct.
* `risk`: the expected loss, in laps, if each other seat rolls once and captures.
* `prey`: the expected gain, in laps, if the seat rolls once and captures.
* `turn`: how soon the seat's turn comes, from 0 to 1.
"""
FEATURES: Final = PLAIN + JOINT

WEIGHTS: Final[Mapping[int, tuple[float, ...]]] = {
    2: (-6.0, -1.44, 0.28, 0.12, -0.04, 0.38, -0.19, -0.29, 0.1, 0.13, -3.1, 1.3, 0.34),
    3: (-6.0, -1.44, 0.28, 0.12, -0.04, 0.38, -0.19, -0.29, 0.1, 0.13, -3.1, 1.3, 0.34),
    4: (-6.0, -1.44, 0.28, 0.12, -0.04, 0.38, -0.19, -0.29, 0.1, 0.13, -3.1, 1.3, 0.34),
}
"""Learnt weights by number of seats, in the order of `FEATURES`."""

_LAP: Final = 71.0
_FAR: Final = 14
"""The greatest distance that a pawn can move by a roll, in spaces.

A double counts 14 points if all pawns are out of the nest.
"""
_GAIN: Final = 0.3
"""The value of a capture's bonus for the capturing seat, in laps."""


def features(table: AllPawns, sides: Sequence[Side], next_up: Seat) -> list[list[float]]:
    """Return the features of each seat, in the order of `FEATURES`, when `next_up` is about to roll."""
    joint = _joint(table, sides, next_up)
    return [
        [*(sum(column) for column in zip(*(_plain(sides[seat], place) for place in own), strict=True)), *joint[seat]]
        for seat, own in enumerate(table)
    ]


def chances(
    table: AllPawns,
    sides: Sequence[Side],
    next_up: Seat,
    placed: Sequence[Seat] = (),
    weights: Sequence[float] | None = None,
    *,
    passed: bool = False,
) -> list[float]:
    """Return each seat's chance to be the next to come home, when `next_up` is about to roll; 0 for `placed` seats.

    `table` is the places of all pawns. `weights` replace the default weights, `WEIGHTS` for the number of players.
    `passed` is True if a house rule lets pawns pass blockades.
    """
    for seat, own in enumerate(table):
        if own[0] == HOME and seat not in placed:
            return [float(other_seat == seat) for other_seat in range(len(sides))]
    used = tuple(weights or WEIGHTS[len(sides)])
    worth, rest = _folded(used[: len(PLAIN)]), used[len(PLAIN) :]
    strengths = []
    for seat, joint in enumerate(_joint(table, sides, next_up, passed=passed)):
        one, two, three, four = table[seat]
        pawns = worth[sides[seat]]
        strength = pawns[one + 1] + pawns[two + 1] + pawns[three + 1] + pawns[four + 1]
        for weight, value in zip(rest, joint, strict=True):
            strength += weight * value
        strengths.append(strength)
    top = max(strengths)
    shares = [0.0 if seat in placed else exp(strength - top) for seat, strength in enumerate(strengths)]
    total = sum(shares)
    return [share / total for share in shares]


@cache
def _plain(side: Side, place: Place) -> tuple[float, ...]:
    steps = steps_home(side, place)
    safe = 0 <= place < TRACK and SAFE >> place & 1
    in_row = ROW <= place < HOME
    return steps / _LAP, place == NEST, place == HOME, in_row, 0 < steps <= 4, float(safe)


@cache
def _folded(weights: tuple[float, ...]) -> tuple[tuple[float, ...], ...]:
    # Return, by side and place plus one, the value of a single pawn.
    return tuple(
        tuple(sum(w * value for w, value in zip(weights, _plain(side, place), strict=True)) for place in range(-1, 76))
        for side in range(4)
    )


def reaches(die: int, other: int, whole: bool) -> set[int]:
    """Return the distances that one pawn can move by the roll `die` and `other`, or by a part of the roll.

    `whole` is True if all pawns are out of the nest, so that a double gives four moves.
    """
    if die != other:
        return {die, other, die + other}
    if not whole:
        return {die, 2 * die}
    return {die * a + (7 - die) * b for a in range(3) for b in range(3)} - {0}


_ROLLS: Final = tuple(product(range(1, 7), repeat=2))
_HITS: Final = tuple(
    tuple(
        sum(1 << number for number, (die, other) in enumerate(_ROLLS) if far in reaches(die, other, whole))
        for far in range(_FAR + 1)
    )
    for whole in (False, True)
)
_FIVES: Final = sum(5 in (die, other, die + other) for die, other in _ROLLS) / 36


@cache
def _shares(whole: bool) -> tuple[float, ...]:
    # By the spaces where hunters are, 1 to 14 behind a pawn (1 is bit 13): the share of rolls by which a hunter hits.
    rolls = [0]
    for window in range(1, 1 << _FAR):
        top = window.bit_length() - 1
        rolls.append(rolls[window ^ 1 << top] | _HITS[whole][_FAR - top])
    return tuple(hits.bit_count() / 36 for hits in rolls)


def _joint(table: AllPawns, sides: Sequence[Side], next_up: Seat, *, passed: bool = False) -> list[tuple[float, ...]]:
    masks, walls, singles = _standing(table)
    risk, prey = _threats(table, sides, masks, () if passed else walls, singles)
    seats = len(sides)
    rows: list[tuple[float, ...]] = []
    for seat, own in enumerate(table):
        side = sides[seat]
        hindmost = max(_STEPS[side][place + 1] for place in own)
        pairs = walls[seat]
        rows.append(
            (
                1.0 if own[3] == NEST else 0.0,
                hindmost * hindmost,
                float(pairs.bit_count()),
                _held_up(table, sides, seat, pairs) if pairs and not passed else 0.0,
                risk[seat],
                prey[seat],
                1.0 - (seat - next_up) % seats / (seats - 1),
            )
        )
    return rows


_STEPS: Final = tuple(tuple(steps_home(side, place) / _LAP for place in range(NEST, HOME + 1)) for side in range(4))


def _standing(table: AllPawns) -> tuple[list[int], list[int], list[tuple[Seat, Place]]]:
    # Return, by seat, its pawns and its blockades on the track as masks, and a mask of all lone pawns on the track.
    masks, walls, singles = [], [], []
    for seat, own in enumerate(table):
        once = both = 0
        for place in own:
            if 0 <= place < TRACK:
                both |= once & 1 << place
                once |= 1 << place
        masks.append(once)
        walls.append(both)
        alone = once & ~both
        while alone:
            low = alone & -alone
            singles.append((seat, low.bit_length() - 1))
            alone ^= low
    return masks, walls, singles


def _threats(
    table: AllPawns,
    sides: Sequence[Side],
    masks: Sequence[int],
    walls: Sequence[int],
    singles: Sequence[tuple[Seat, Place]],
) -> tuple[list[float], list[float]]:
    # Return, by seat, the expected loss of its lone pawns to one roll of each other seat, and its gain by its own roll.
    risk, prey = [0.0] * len(table), [0.0] * len(table)
    wall = 0
    for part in walls:
        wall |= part
    for owner, place in singles:
        value = 1.0 - _STEPS[sides[owner]][place + 1]
        free = 1.0
        for hunter, mask in enumerate(masks):
            if hunter != owner:
                share = _hunted(table[hunter], sides[hunter], mask, place, wall)
                if share:
                    free *= 1.0 - share
                    prey[hunter] += share * (_GAIN + value)
        risk[owner] += (1.0 - free) * value
    return risk, prey


def _hunted(own: Sequence[Place], side: Side, mask: int, place: Place, wall: int) -> float:
    # Return the share of rolls by which the pawns of a seat can end a move on a place.
    if SAFE >> place & 1:
        return _FIVES if own[0] == NEST and place == ENTRIES[side] else 0.0
    window = _behind(mask, place)
    if not window:
        return 0.0
    barred = _behind(wall, place)
    if barred:
        # Pawns can leave a blockade's space, but no pawn can pass it.
        window = window >> (top := barred.bit_length() - 1) << top
    past = (place - GATES[side]) % TRACK
    if 0 < past <= _FAR:
        # Assume that no pawn passes its own gate only to hunt.
        window = window >> (cut := _FAR - past + 1) << cut
    return _shares(own[0] != NEST)[window]


def _behind(mask: int, place: Place) -> int:
    # The 14 spaces behind a place as bits. The nearest space is the highest bit.
    return (mask | mask << TRACK) >> place + TRACK - _FAR & (1 << _FAR) - 1


def _held_up(table: AllPawns, sides: Sequence[Side], seat: Seat, pairs: int) -> float:
    # Return the number of other seats' pawns that must pass this seat's blockades and are at most ten spaces behind.
    count = 0
    for other, own in enumerate(table):
        if other != seat:
            gate = GATES[sides[other]]
            if pairs >> ENTRIES[sides[other]] & 1:
                count += own.count(NEST)
            for place in own:
                if 0 <= place < TRACK:
                    reach = min(10, (gate - place) % TRACK)
                    ahead = (pairs | pairs << TRACK) >> place + 1 & (1 << reach) - 1
                    count += ahead.bit_count()
    return float(count)
