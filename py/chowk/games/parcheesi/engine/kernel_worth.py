"""The value of a table (the places of all pawns): each seat's chance to be home first.

The inputs of the network (`engine/kernel_network`) are features of each seat. There are weights for each number of
seats, learnt from self-play under the default rules (`py/training/parcheesi/learn_parcheesi.py`). The types are those
of `engine/kernel/types`.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import array, f64, i32, u64
from chowk.engine.kernel_network import CHANCES, IN, INPUT, share_out, size
from chowk.games.parcheesi.engine.kernel_rolls import (
    COUNT,
    GATE_SLOT,
    HOME_SLOT,
    HOUSE,
    PASSED,
    PLACED,
    POSITION,
    ROW_SLOT,
    SAFE_SLOT,
    SIDES,
    SLOT,
)
from chowk.games.parcheesi.engine.worth import reaches
from chowk.games.parcheesi.rules.board import TRACK

INPUTS: Final = 27
HIDDEN: Final = 12
SIZE: Final = size(INPUTS, HIDDEN)
"""The number of weights in the network for one number of seats."""

TABLE: Final = array("b", bytes(16))
"""By seat and pawn: the places of all pawns, which `weigh` evaluates."""
WEIGHED: Final = array("i", bytes(4))
"""The number of positions that `weigh` has evaluated since the host last set this number to 0."""

STEPS: Final = array(
    "b",
    [
        HOME_SLOT - slot if slot >= ROW_SLOT else (GATE_SLOT - max(slot, 1)) % TRACK + HOME_SLOT - ROW_SLOT + 1
        for slot in range(HOME_SLOT + 1)
    ],
)
"""By slot (a place's number counted from the player's entry): the number of steps home, at most one lap."""
LAP: Final = 71.0
FAR: Final = 14

ROLLS: Final = [(die, other) for die in range(1, 7) for other in range(1, 7)]


HITS: Final = array(
    "Q",
    [
        sum(1 << number for number, (die, other) in enumerate(ROLLS) if far in reaches(die, other, whole))
        for whole in (False, True)
        for far in range(FAR + 1)
    ],
)
"""By distance: the rolls by which a pawn can move exactly that distance, as a mask with a bit for each of 36 rolls.

The index is the distance or, if all pawns are out of the nest, the distance plus 15.
"""
FIVES: Final = sum(1 << number for number, (die, other) in enumerate(ROLLS) if 5 in (die, other, die + other))
CROWD: Final = array("b", bytes(TRACK))
"""By space of the track: the number of pawns on it."""
RISK: Final = array("d", bytes(8 * 4))
SOON: Final = array("d", bytes(8 * 4))
PREY: Final = array("d", bytes(8 * 4))
AWAY: Final = array("d", bytes(8 * 4))
AT_HOME: Final = array("i", bytes(4 * 4))
NESTED: Final = array("i", bytes(4 * 4))
HELD: Final = array("d", bytes(8 * 4))


def slot_of(seat: i32, place: i32) -> i32:
    """Return the slot of a seat's pawn on `place`: the place's number counted from the seat's entry."""
    return SLOT[77 * SIDES[seat] + place + 1]


def blocked(place: i32, distance: i32) -> bool:
    """Return True if a blockade is fewer than `distance` spaces behind a place of the track."""
    for back in range(1, distance):
        space = place - back
        if CROWD[space if space >= 0 else space + TRACK] > 1:
            return True
    return False


def hunted(hunter: i32, place: i32) -> u64:
    """Return the rolls by which a pawn of `hunter` can capture a lone pawn on `place`, as a mask of the 36 rolls."""
    slot = slot_of(hunter, place)
    if SAFE_SLOT[slot]:
        if slot == 1 and NESTED[hunter]:
            return FIVES
        return 0
    rolls: u64 = 0
    whole = 0 if NESTED[hunter] else FAR + 1
    for pawn in range(4):
        from_place = TABLE[4 * hunter + pawn]
        if 0 <= from_place < TRACK:
            distance = place - from_place
            distance = distance + TRACK if distance < 0 else distance
            if 0 < distance <= FAR:
                start = slot_of(hunter, from_place)
                # Assume that no pawn passes its own gate only to hunt.
                if start <= GATE_SLOT and start + distance > GATE_SLOT:
                    continue
                if HOUSE[PASSED] or not blocked(place, distance):
                    rolls |= HITS[whole + distance]
    return rolls


def look(next_up: i32) -> None:
    """Compute the features of all seats that `inputs` needs, such as the dangers to their pawns.

    `next_up` is the seat that rolls next.
    """
    seats = POSITION[COUNT]
    for space in range(TRACK):
        CROWD[space] = 0
    for seat in range(seats):
        RISK[seat] = 0.0
        SOON[seat] = 0.0
        PREY[seat] = 0.0
        HELD[seat] = 0.0
        AWAY[seat] = 0.0
        AT_HOME[seat] = 0
        NESTED[seat] = 0
        for pawn in range(4):
            place = TABLE[4 * seat + pawn]
            if place < 0:
                NESTED[seat] += 1
            elif place < TRACK:
                CROWD[place] += 1
            elif place == 75:
                AT_HOME[seat] += 1
            AWAY[seat] += f64(STEPS[slot_of(seat, place)]) / LAP
    for seat in range(seats):
        for pawn in range(4):
            place = TABLE[4 * seat + pawn]
            if 0 <= place < TRACK:
                if CROWD[place] == 1:
                    threaten(seat, place, next_up)
                else:
                    hold(seat, place)


def threaten(seat: i32, place: i32, next_up: i32) -> None:
    """Add the danger to a seat's lone pawn on `place` to `RISK`, `SOON` and `PREY`.

    `next_up` is the seat that rolls next. The loss, as used below, is the share of a lap that the pawn would lose.

    * `RISK[seat]` grows by the loss times the probability that any other seat captures the pawn.
    * `SOON[seat]` grows by the loss times the probability that the seat `next_up` captures the pawn.
    * `PREY` of each other seat grows by that seat's probability to capture the pawn, times the sum of the loss and 0.3.
    """
    seats = POSITION[COUNT]
    value = 1.0 - f64(STEPS[slot_of(seat, place)]) / LAP
    free = 1.0
    for hunter in range(seats):
        if hunter != seat and not POSITION[PLACED] >> hunter & 1:
            rolls = hunted(hunter, place)
            if rolls:
                share = f64(rolls.bit_count()) / 36.0
                free = free * (1.0 - share)
                PREY[hunter] += share * (0.3 + value)
                if hunter == next_up:
                    SOON[seat] += share * value
    RISK[seat] += (1.0 - free) * value


def hold(seat: i32, place: i32) -> None:
    """Add to `HELD[seat]` half the number of enemy pawns that the seat's blockade on `place` obstructs.

    The obstructed pawns are those that must pass the blockade and are at most 10 spaces behind it. If `place` is a
    player's entry, the pawns in that player's nest are obstructed too. The function is called once for each of the
    blockade's two pawns, so the halves add up.
    """
    for other in range(POSITION[COUNT]):
        if other != seat:
            if NESTED[other] and slot_of(other, place) == 1:
                HELD[seat] += 0.5 * f64(NESTED[other])
            for pawn in range(4):
                behind = TABLE[4 * other + pawn]
                if 0 <= behind < TRACK:
                    distance = place - behind
                    distance = distance + TRACK if distance < 0 else distance
                    if 0 < distance <= 10 and (
                        slot_of(other, behind) > GATE_SLOT or slot_of(other, behind) + distance <= GATE_SLOT
                    ):
                        HELD[seat] += 0.5


def inputs(seat: i32, next_up: i32) -> None:
    """Write a seat's inputs to the network. `look` must be called first. `next_up` is the seat that rolls next."""
    seats = POSITION[COUNT]
    base = seat * INPUTS
    most = 0
    second = 0
    row = 0
    near = 0
    safe = 0
    pairs = 0
    for pawn in range(4):
        place = TABLE[4 * seat + pawn]
        slot = slot_of(seat, place)
        steps = STEPS[slot]
        if steps > most:
            second = most
            most = steps
        else:
            second = max(second, steps)
        if ROW_SLOT <= slot < HOME_SLOT:
            row += 1
        if 0 < steps <= 4:
            near += 1
        safe += SAFE_SLOT[slot]
        if 0 <= place < TRACK and CROWD[place] > 1:
            pairs += 1
    hindmost = f64(most) / LAP
    best = 9.0
    next_best = 9.0
    homes = 0
    threat = 0.0
    for other in range(seats):
        if other != seat and not POSITION[PLACED] >> other & 1:
            away = AWAY[other]
            if away < best:
                next_best = best
                best = away
            else:
                next_best = min(next_best, away)
            homes = max(homes, AT_HOME[other])
            threat += RISK[other]
    if next_best > 8.0:
        next_best = best
    order = seat - next_up
    order = order + seats if order < 0 else order
    INPUT[base] = 1.0
    INPUT[base + 1] = AWAY[seat] / 2.0
    INPUT[base + 2] = 1.0 if NESTED[seat] > 0 else 0.0
    INPUT[base + 3] = 1.0 if NESTED[seat] > 1 else 0.0
    INPUT[base + 4] = 1.0 if NESTED[seat] > 2 else 0.0
    INPUT[base + 5] = 1.0 if NESTED[seat] > 3 else 0.0
    INPUT[base + 6] = 1.0 if AT_HOME[seat] > 0 else 0.0
    INPUT[base + 7] = 1.0 if AT_HOME[seat] > 1 else 0.0
    INPUT[base + 8] = 1.0 if AT_HOME[seat] > 2 else 0.0
    INPUT[base + 9] = f64(row) / 2.0
    INPUT[base + 10] = f64(near) / 2.0
    INPUT[base + 11] = f64(safe) / 2.0
    INPUT[base + 12] = hindmost
    INPUT[base + 13] = hindmost * hindmost
    INPUT[base + 14] = f64(second) / LAP
    INPUT[base + 15] = f64(pairs) / 2.0
    INPUT[base + 16] = HELD[seat] / 2.0
    INPUT[base + 17] = 2.0 * RISK[seat]
    INPUT[base + 18] = 2.0 * PREY[seat]
    INPUT[base + 19] = 1.0 if order == 0 else 0.0
    INPUT[base + 20] = f64(order) / f64(seats - 1)
    INPUT[base + 21] = best / 2.0
    INPUT[base + 22] = next_best / 2.0
    INPUT[base + 23] = f64(homes) / 3.0
    INPUT[base + 24] = 2.0 * SOON[seat]
    INPUT[base + 25] = 2.0 * PREY[seat] if order == 0 else 0.0
    INPUT[base + 26] = 2.0 * threat - 2.0 * PREY[seat]


def weigh(next_up: i32) -> None:
    """Set `CHANCES` to each seat's chance to win with the pawns in `TABLE`, when `next_up` is about to roll."""
    WEIGHED[0] += 1
    seats = POSITION[COUNT]
    for seat in range(seats):
        CHANCES[seat] = 0.0
    for seat in range(seats):
        base = 4 * seat
        home = 0
        for pawn in range(4):
            home += 1 if TABLE[base + pawn] == 75 else 0
        if home == 4 and not POSITION[PLACED] >> seat & 1:
            CHANCES[seat] = 1.0
            return
    look(next_up)
    for seat in range(seats):
        IN[seat] = 0 if POSITION[PLACED] >> seat & 1 else 1
        if IN[seat]:
            inputs(seat, next_up)
    share_out(seats, INPUTS, HIDDEN)
