"""The value of a position of Kilkenny Cats: each seat's chance to win, in the types of `engine/kernel/types`.

The inputs of the network (`engine/kernel_network`) are features of each seat. There are weights for each number of
seats, learnt from self-play (`py/training/kilkenny/learn_kilkenny.py`) under the default rules, with a draw after 50
quiet rounds.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import array, f64, i32, u64
from chowk.engine.kernel_network import IN, INPUT, share_out, size
from chowk.games.kilkenny.engine.kernel_board import (
    CATS,
    CELL,
    COUNT,
    FAR,
    HOLE,
    MINE,
    QUIET,
    SIDES,
    STATE,
    STRAY,
    WAY,
    active,
    caught,
)
from chowk.games.kilkenny.engine.race import turns
from chowk.games.kilkenny.rules.board import MICE

INPUTS: Final = 28
HIDDEN: Final = 14
SIZE: Final = size(INPUTS, HIDDEN)
"""The number of weights in the network for one number of seats."""
WEIGHED: Final = array("i", bytes(4))
"""The number of positions that `weigh` has evaluated since the host last set this number to 0."""
FARTHEST: Final = 15.0
"""The largest number of expected turns until a player has cats on both mice (the goal squares of the cats).

A player with too few cats has this value, too.
"""
TURNS: Final = array("f", [min(FARTHEST, number) for pair in MICE for mouse in pair for number in turns(mouse)])
"""By side, mouse (goal square) and square: the expected number of turns of a lone cat from the square to the mouse."""

NEED: Final = array("d", bytes(8 * 4))
FACES: Final = array("d", bytes(8 * 4))
MET: Final = array("i", bytes(4 * 4))
NUMBER: Final = array("i", bytes(4 * 4))
RISK: Final = array("d", bytes(8 * 4))
SOON: Final = array("d", bytes(8 * 4))
PREY: Final = array("d", bytes(8 * 4))
SPARE: Final = array("d", bytes(8 * 4))
KEY: Final = array("h", bytes(2 * 2))
"""The indices in `CATS` of the two cats that `need` expects to reach the mice, one for each mouse.

An index is -1 if its mouse is already reached, or if there is no cat for it.
"""
SEEN: Final = array("b", bytes(4))


def need(seat: i32, without: i32) -> f64:
    """Return the expected number of turns until a seat has cats on both mice, which are its cats' goal squares.

    The cat at the index `without` of `CATS` is left out, unless `without` is -1. `KEY` then holds the indices of the
    two cats that together need the fewest turns, one for each mouse. The index is -1 for a mouse that is already
    reached, or for which there is no cat.
    """
    side = SIDES[seat]
    base = 512 * side
    two = base + 256
    best_one = FARTHEST
    next_one = FARTHEST
    best_two = FARTHEST
    next_two = FARTHEST
    cat_one = -1
    other_one = -1
    cat_two = -1
    other_two = -1
    met_one = False
    met_two = False
    for cat in range(8 * seat, 8 * seat + 8):
        place = CATS[cat]
        if place < 0 or cat == without:
            continue
        if MINE[place] == side + 1:
            if place == HOLE[2 * side]:
                met_one = True
            else:
                met_two = True
            continue
        distance = TURNS[base + place]
        if distance < best_one:
            next_one = best_one
            other_one = cat_one
            best_one = distance
            cat_one = cat
        elif distance < next_one:
            next_one = distance
            other_one = cat
        distance = TURNS[two + place]
        if distance < best_two:
            next_two = best_two
            other_two = cat_two
            best_two = distance
            cat_two = cat
        elif distance < next_two:
            next_two = distance
            other_two = cat
    KEY[0] = cat_one
    KEY[1] = cat_two
    if met_one:
        KEY[0] = -1
        return min(best_two, FARTHEST)
    if met_two:
        KEY[1] = -1
        return min(best_one, FARTHEST)
    if cat_one != cat_two or cat_one < 0:
        return min(best_one + best_two, FARTHEST)
    if best_one + next_two < next_one + best_two:
        KEY[1] = other_two
        return min(best_one + next_two, FARTHEST)
    KEY[0] = other_one
    return min(next_one + best_two, FARTHEST)


def faces(seat: i32) -> f64:
    """Return the share of the six numbers on the die with which a seat can bring a cat onto a mouse.

    A seat's mice are the goal squares of its cats. The share is from 0 to 1.
    """
    side = SIDES[seat]
    numbers = 0
    for hole in range(2 * side, 2 * side + 2):
        mouse = HOLE[hole]
        if CELL[mouse] == seat + 1:
            continue
        for way in range(8):
            place = mouse
            for face in range(1, FAR[8 * mouse + way] + 1):
                place += WAY[way]
                if CELL[place]:
                    if CELL[place] == seat + 1 and MINE[place] != side + 1:
                        numbers |= 1 << face
                    break
    return f64(u64(numbers).bit_count()) / 6.0


def threaten(seat: i32, cat: i32, next_up: i32) -> None:
    """Add the danger to one of a seat's cats to `RISK`, `SOON` and `PREY`.

    `cat` is the index in `CATS` of one of the two cats that the seat needs most. `next_up` is the seat that rolls next.
    The loss, as used below, is a quarter of the number of turns by which the seat's race to its mice would be longer
    without the cat.

    * `RISK[seat]` grows by the loss times the probability that any other seat captures the cat.
    * `SOON[seat]` grows by the loss times the probability that the seat `next_up` captures the cat.
    * `PREY` of each other seat grows by that seat's probability to capture the cat, times the sum of the loss and 0.1.
    """
    place = CATS[cat]
    for other in range(4):
        SEEN[other] = 0
    is_found = False
    for way in range(8):
        square = place
        for face in range(1, FAR[8 * place + way] + 1):
            square += WAY[way]
            occupant = CELL[square]
            if occupant:
                if (
                    occupant != seat + 1
                    and occupant < STRAY
                    and MINE[square] != SIDES[occupant - 1] + 1
                    and IN[occupant - 1]
                ):
                    SEEN[occupant - 1] = SEEN[occupant - 1] | 1 << face
                    is_found = True
                break
    if not is_found:
        return
    first = KEY[0]
    second = KEY[1]
    loss = (need(seat, cat) - NEED[seat]) / 4.0
    KEY[0] = first
    KEY[1] = second
    free = 1.0
    for other in range(STATE[COUNT]):
        if SEEN[other]:
            share = f64(u64(SEEN[other]).bit_count()) / 6.0
            free = free * (1.0 - share)
            PREY[other] += share * (0.1 + loss)
            if other == next_up:
                SOON[seat] += share * loss
    RISK[seat] += (1.0 - free) * loss


def look(next_up: i32) -> None:
    """Compute the facts about all seats that `inputs` reads, such as the dangers to their cats.

    `next_up` is the seat that rolls next.
    """
    seats = STATE[COUNT]
    for seat in range(seats):
        RISK[seat] = 0.0
        SOON[seat] = 0.0
        PREY[seat] = 0.0
        MET[seat] = caught(seat)
        IN[seat] = 1 if active(seat) else 0
        number = 0
        for cat in range(8 * seat, 8 * seat + 8):
            number += 1 if CATS[cat] >= 0 else 0
        NUMBER[seat] = number
    for seat in range(seats):
        if IN[seat]:
            NEED[seat] = need(seat, -1)
            FACES[seat] = faces(seat)
            first = KEY[0]
            second = KEY[1]
            if first >= 0:
                threaten(seat, first, next_up)
            if second >= 0 and second != first:
                threaten(seat, second, next_up)
            spare = 0.0
            if first >= 0:
                spare += need(seat, first) - NEED[seat]
            if second >= 0:
                spare += need(seat, second) - NEED[seat]
            SPARE[seat] = min(spare, 8.0)


def inputs(seat: i32, next_up: i32) -> None:
    """Write a seat's inputs to the network. `look` must be called first. `next_up` is the seat that rolls next."""
    seats = STATE[COUNT]
    base = seat * INPUTS
    own = NEED[seat]
    best = FARTHEST
    next_best = FARTHEST
    ready = 0.0
    winning = 0.0
    enemies = 0
    still = 0
    for other in range(seats):
        if IN[other]:
            still += 1
            if other != seat:
                away = NEED[other]
                if away < best:
                    next_best = best
                    best = away
                else:
                    next_best = min(next_best, away)
                ready = max(ready, FACES[other])
                if MET[other]:
                    winning = max(winning, FACES[other])
                enemies += NUMBER[other] - MET[other]
    order = seat - next_up
    order = order + seats if order < 0 else order
    turn = 1.0 if order == 0 else 0.0
    met = 1.0 if MET[seat] else 0.0
    INPUT[base] = 1.0
    INPUT[base + 1] = own / 10.0
    INPUT[base + 2] = min(own, 3.0) / 3.0
    INPUT[base + 3] = min(own, 6.0) / 6.0
    INPUT[base + 4] = met
    INPUT[base + 5] = 1.0 if NUMBER[seat] < 2 else 0.0
    INPUT[base + 6] = f64(NUMBER[seat]) / 8.0
    INPUT[base + 7] = f64(min(NUMBER[seat], 3)) / 3.0
    INPUT[base + 8] = FACES[seat]
    INPUT[base + 9] = FACES[seat] * turn
    INPUT[base + 10] = turn
    INPUT[base + 11] = f64(order) / f64(seats - 1)
    INPUT[base + 12] = RISK[seat]
    INPUT[base + 13] = SOON[seat]
    INPUT[base + 14] = PREY[seat]
    INPUT[base + 15] = PREY[seat] * turn
    INPUT[base + 16] = best / 10.0
    INPUT[base + 17] = min(best, 3.0) / 3.0
    INPUT[base + 18] = next_best / 10.0
    INPUT[base + 19] = ready
    INPUT[base + 20] = FACES[next_up] * f64(MET[next_up]) * (1.0 - turn)
    INPUT[base + 21] = FACES[seat] * met * turn
    INPUT[base + 22] = FACES[seat] * met
    INPUT[base + 23] = f64(enemies) / 8.0
    INPUT[base + 24] = min(f64(STATE[QUIET]) / f64(50 * max(still, 1)), 1.0)
    INPUT[base + 25] = winning
    INPUT[base + 26] = max(-1.0, min(1.0, (best - own) / 4.0))
    INPUT[base + 27] = SPARE[seat] / 8.0


def weigh(next_up: i32) -> None:
    """Set `CHANCES` to each seat's chance to win, when `next_up` is about to roll. The game must not be over."""
    WEIGHED[0] += 1
    look(next_up)
    for seat in range(STATE[COUNT]):
        if IN[seat]:
            inputs(seat, next_up)
    share_out(STATE[COUNT], INPUTS, HIDDEN)
