"""Solve all checkers positions of five or six pieces by a kernel; `endings_checkers` calls it.

The results of a material (count of pieces by kind) start in `RESULTS` at the place given in `ORIGIN`, one byte each,
numbered as `kernel_results` describes. A result is unknown, won, lost, or not a position. Results that stay unknown
are draws.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import ALL, array, i32, u64, unrolled
from chowk.games.checkers.engine import kernel
from chowk.games.checkers.engine import kernel_results as results
from chowk.games.checkers.engine import kernel_shapes as shapes
from chowk.games.checkers.engine.kernel import BOARD, CROWN, jumpers, ranked, result

PLACES: Final = kernel.PLACES
ENDINGS: Final = kernel.ENDINGS
FIVES: Final = kernel.FIVES
EXPORTS: Final = ("PLACES", "ENDINGS", "FIVES", "RESULTS", "ORIGIN", "initialise", "start", "sweep", "check")
UNKNOWN, WON, LOST, NOWHERE, JUMPS = range(5)
FRESH: Final = 8
"""Flag of a new result: it has not been passed on yet to the positions that are one move earlier.

Another flag, `JUMPS`, marks the result of a position in which the mover must capture.
"""
ONE_STEP: Final = 8
"""Amount in an unknown result for each step that may still avoid a loss."""
DRAWN: Final = UNKNOWN
"""The result of positions that are still unknown at the end: a draw."""

PER_MATERIAL: Final = 5
"""Number of entries that each material (count of pieces by kind) has in `ORIGIN`."""
ORIGIN: Final = array("i", bytes(4 * PER_MATERIAL * 625))
"""For each material (count of pieces by kind): its place in `RESULTS`, the distances between ranks, and its size.

The rank of a set of squares is its number among all sets of its size. A distance is that between the results of two
positions in which one kind of piece has neighbouring ranks.
"""
RESULTS: Final = array("B", bytes(max(results.table_layout(5, 1, 4)[1], results.table_layout(6, 3, 3)[1])))
"""The results of all positions, one byte each, grouped by material."""
APART: Final = array("i", bytes(4 * 4))
"""Distances in `RESULTS` between neighbouring ranks of the pieces that stepped.

In order: Black's kings, Black's kings after a crowning, White's kings, and White's men.
"""


def _masks(count: int) -> list[int]:
    masks = [0]
    for _ in range(count):
        masks = [mask | 1 << square for mask in masks for square in range(mask.bit_length(), 32)]
    return sorted(masks)


_SETS: Final = [_masks(count) for count in range(5)]
START: Final = array("i", [sum(len(some) for some in _SETS[:count]) for count in range(5)])
"""For each number of squares from 0 to 4, the index of the first set of this size in `OWN` and `OTHER`."""
OWN: Final = array(
    "Q",
    [sum(1 << shapes.SQUARES[square] for square in range(32) if mask >> square & 1) for some in _SETS for mask in some],
)
"""All sets of up to four squares as bit masks, by rank, in Black's numbering of the squares."""
OTHER: Final = array(
    "Q",
    [
        sum(1 << shapes.SQUARES[31 - square] for square in range(32) if mask >> square & 1)
        for some in _SETS
        for mask in some
    ],
)
"""All sets of up to four squares as bit masks, by rank, in White's numbering of the squares."""
HOW_MANY: Final = array("i", [len(some) for some in _SETS])
"""Number of sets of each size from 0 to 4 squares."""
NO_MEN: Final = array("i", [1, 28, 378, 3276, 20475])
"""Number of ways to place 0 to 4 men with none on the king row."""


def stepped(men: u64, crowned: u64, white: u64, at_men: i32, at_kings: i32, at_crown: i32, last: i32) -> i32:
    """Return the result of a position in which Black, to move, cannot capture, from the results after its steps.

    `men`, `crowned` and `white` are Black's men, Black's kings and all white pieces.

    * If White has lost after a step, the result is `WON`.
    * If White has won after every step, it is `LOST`.
    * Otherwise it is `ONE_STEP` times the number of steps after which White has not won. This is an unknown result. If
      White turns out to have won after another of these steps, `update_result` subtracts `ONE_STEP`.

    The result after a step is in `RESULTS`. Its index depends on the rank of the pieces of the kind that stepped. (The
    rank of a set of squares is its number among all sets of its size.) `at_men`, `at_kings` and `at_crown` are the
    indices for rank 0, after a man's step, a king's step and a crowning. Each rank adds 1 to the index for men,
    `APART[0]` for kings, and `APART[1]` for kings after a crowning.

    Unless `last` is set, wins of White that have not been passed on yet (`FRESH`) do not count as wins.
    """
    free = BOARD & ~(men | crowned | white)
    left = 0
    for turn in unrolled(4):
        movers = crowned & (free >> 4 + turn if turn < 2 else (free << 2 + turn & ALL))
        while movers:
            bit = movers & -movers
            movers ^= bit
            end = bit << 4 + turn & ALL if turn < 2 else bit >> 2 + turn
            after = i32(RESULTS[at_kings + ranked(crowned ^ bit ^ end, 0) * APART[0]])
            if after & 3 == LOST:
                return WON
            if (after & 3 if last else after) != WON and after != WON + JUMPS:
                left += ONE_STEP
    for turn in unrolled(2):
        movers = men & free >> 4 + turn
        while movers:
            bit = movers & -movers
            movers ^= bit
            end = bit << 4 + turn & ALL
            if end & CROWN[0]:
                after = RESULTS[at_crown + ranked(crowned | end, 0) * APART[1] + ranked(men ^ bit, 0)] & 3
            else:
                after = i32(RESULTS[at_men + ranked(men ^ bit ^ end, 0)])
                if last or after == WON + JUMPS:
                    after &= 3
            if after & 3 == LOST:
                return WON
            if after != WON:
                left += ONE_STEP
    return left if left else LOST


def spread(result: i32, men: u64, crowned: u64, own: u64, at_men: i32, at_kings: i32) -> None:
    """Pass the result of a position on to the positions from which a step of White leads to it.

    Steps that crown a man are left out, so those positions have the same pieces as this one. `men`, `crowned` and `own`
    are White's men, White's kings and all black pieces. `at_men` is the index in `RESULTS` of the position before a
    man's step, and `at_kings` that before a king's step. Both are for pieces of that kind with rank 0; other ranks are
    added as in `stepped`.
    """
    free = BOARD & ~(men | crowned | own)
    for turn in unrolled(4):
        movers = crowned & (free >> 4 + turn if turn < 2 else (free << 2 + turn & ALL))
        while movers:
            bit = movers & -movers
            movers ^= bit
            end = bit << 4 + turn & ALL if turn < 2 else bit >> 2 + turn
            update_result(at_kings + ranked(crowned ^ bit ^ end, 1) * APART[2], result)
    for turn in unrolled(2):
        movers = men & free >> 4 + turn
        while movers:
            bit = movers & -movers
            movers ^= bit
            update_result(at_men + ranked(men ^ bit ^ (bit << 4 + turn & ALL), 1) * APART[3], result)


def update_result(place: i32, result: i32) -> None:
    """Update the result of a position by the result after one of its moves. `place` is its index in `RESULTS`."""
    before = i32(RESULTS[place])
    if before & 7 == UNKNOWN:
        if result == LOST:
            RESULTS[place] = WON + FRESH
        else:
            before -= ONE_STEP
            RESULTS[place] = before if before else LOST + FRESH


def initialise(own_men: i32, own_kings: i32, men: i32, kings: i32) -> i32:
    """Settle the positions of a material that have a capture, and return how many positions the material has.

    Also mark the entries of the table that stand for no position, because two pieces would share a square.

    The arguments are the material: men and kings of the side to move, then of the other side.
    """
    return run_on_material(own_men, own_kings, men, kings, 0)


def start(own_men: i32, own_kings: i32, men: i32, kings: i32) -> i32:
    """Try all steps in the positions of a material. Return the number of positions whose results this settles.

    The arguments are the material: men and kings of the side to move, then of the other side.
    """
    return run_on_material(own_men, own_kings, men, kings, 1)


def sweep(own_men: i32, own_kings: i32, men: i32, kings: i32) -> i32:
    """Pass new results on to the positions from which a move leads to them. Return the number of results passed on.

    The arguments are the material: men and kings of the side to move, then of the other side.
    """
    return run_on_material(own_men, own_kings, men, kings, 2)


def check(own_men: i32, own_kings: i32, men: i32, kings: i32) -> i32:
    """Return the number of positions of a material whose results contradict those after their steps.

    Positions with a capture are not checked.

    The arguments are the material: men and kings of the side to move, then of the other side.
    """
    return run_on_material(own_men, own_kings, men, kings, 3)


def run_on_material(own_men: i32, own_kings: i32, men: i32, kings: i32, task: i32) -> i32:
    """Run a task on all positions of a material and return its count.

    `task` is 0 for `initialise`, 1 for `start`, 2 for `sweep` and 3 for `check`. The other arguments are the material,
    as for these functions.
    """
    place = ORIGIN[PER_MATERIAL * (125 * own_men + 25 * own_kings + 5 * men + kings)]
    turned = PER_MATERIAL * (125 * men + 25 * kings + 5 * own_men + own_kings)
    crowning = PER_MATERIAL * (125 * men + 25 * kings + 5 * (own_men - 1) + own_kings + 1) if own_men else turned
    APART[0] = ORIGIN[turned + 3]
    APART[1] = ORIGIN[crowning + 3]
    APART[2] = ORIGIN[turned + 2]
    APART[3] = ORIGIN[turned + 1]
    total = 0
    for first in range(NO_MEN[own_men]):
        our_men = OWN[START[own_men] + first]
        for second in range(HOW_MANY[own_kings]):
            our_kings = OWN[START[own_kings] + second]
            own = our_men | our_kings
            if our_men & our_kings:
                if task == 0:
                    for skipped in range(place, place + HOW_MANY[kings] * NO_MEN[men]):
                        RESULTS[skipped] = NOWHERE
                place += HOW_MANY[kings] * NO_MEN[men]
                continue
            for third in range(HOW_MANY[kings]):
                their_kings = OTHER[START[kings] + third]
                for fourth in range(NO_MEN[men]):
                    before = i32(RESULTS[place])
                    if task != 2 or (before >= FRESH and before & 3):
                        their_men = OTHER[START[men] + fourth]
                        theirs = their_men | their_kings
                        if task == 0 and (their_men & their_kings or own & theirs):
                            RESULTS[place] = NOWHERE
                        elif task == 0:
                            total += 1
                            movers = jumpers(0, own, theirs, our_kings | their_kings)
                            RESULTS[place] = UNKNOWN
                            if movers:
                                RESULTS[place] = JUMPS + result(0, 0, own, theirs, our_kings | their_kings)
                        elif task == 2:
                            total += 1
                            RESULTS[place] = before & 3
                            turned_place = ORIGIN[turned] + second * ORIGIN[turned + 3] + first
                            spread(
                                before & 3,
                                their_men,
                                their_kings,
                                own,
                                turned_place + third * ORIGIN[turned + 2],
                                turned_place + fourth * ORIGIN[turned + 1],
                            )
                        elif before != NOWHERE and before & JUMPS == 0:
                            after = ORIGIN[turned] + fourth * ORIGIN[turned + 1] + third * ORIGIN[turned + 2]
                            outcome = stepped(
                                our_men,
                                our_kings,
                                theirs,
                                after + second * ORIGIN[turned + 3],
                                after + first,
                                ORIGIN[crowning] + fourth * ORIGIN[crowning + 1] + third * ORIGIN[crowning + 2],
                                1 if task == 3 else 0,
                            )
                            if task == 1:
                                RESULTS[place] = outcome if outcome >= ONE_STEP else outcome + FRESH
                            if outcome >= ONE_STEP:
                                outcome = UNKNOWN
                            if outcome != before & 3:
                                total += 1
                    place += 1
    return total
