"""The kernel of Kilkenny Cats: the rules of `kernel_board`, the chances of `kernel_worth`, and the search.

A stack keeps the data that a move changes, so that the search can restore the position.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import array, i32
from chowk.engine.kernel_network import CHANCES, NET, WEIGHTS  # noqa: F401 - re-exported names
from chowk.games.kilkenny.engine.kernel_board import (  # noqa: F401 - re-exported names
    CATS,
    CELL,
    DIE,
    END,
    MOST,
    MOVER,
    QUIET,
    SHARE,
    SIDES,
    START,
    STATE,
    ending,
    moves,
    play,
)
from chowk.games.kilkenny.engine.kernel_worth import (  # noqa: F401 - re-exported names
    HIDDEN,
    INPUTS,
    SIZE,
    WEIGHED,
    weigh,
)

EXPORTS: Final = (
    *("steps", "step", "over", "value", "average", "answer", "rate", "average_after", "look_far"),
    *("STATE", "SIDES", "CATS", "CELL", "START", "END", "SHARE"),
    *("WEIGHTS", "NET", "SIZE", "INPUTS", "HIDDEN", "CHANCES", "LOOKED", "WORTHS", "WEIGHED"),
)

DEEPEST: Final = 4
KEPT: Final = array("h", bytes(2 * 4 * DEEPEST))
"""By depth: the data that `make` keeps to take back a move.

They are the mover, the number rolled, the quiet turns before the move, and the index in `CATS` of a captured cat, or
-1.
"""
LEVEL: Final = array("i", bytes(4))
FOUND: Final = array("h", bytes(2 * 2 * MOST * DEEPEST))
"""By depth: the start and end squares of the steps (moves of a cat) in the position at that depth."""
LOOKED: Final = array("d", bytes(8 * 4))
"""By seat: the chance to win that the last search found, averaged over all six numbers of each roll.

After each roll, the player who rolled takes the step with the best chance for that player.
"""
SUM: Final = array("d", bytes(8 * 4 * DEEPEST))
"""By depth and seat: the sum of the chances to win over the numbers on the die that `reach` has examined."""
BEST: Final = array("d", bytes(8 * 4 * DEEPEST))
"""By depth and seat: the seat's chance to win after the best step that the number on the die allows."""
STILL: Final = array("d", bytes(8 * MOST * DEEPEST))
"""By depth and step: the static value of the step for its player, or -1 after the step was examined."""
NARROW: Final = 3
"""Maximum number of steps that are searched beyond the next roll, for each number on the die."""
BEHIND: Final = 0.05
"""The largest gap between a step's static value and the best one with which the step is searched beyond the next roll.

The unit is a chance to win, from 0 to 1.
"""
WORTHS: Final = array("d", bytes(8 * 4 * MOST))
"""By step and seat: the chances to win that `rate` computed."""
TAKEN: Final = array("b", bytes(DEEPEST))


def steps() -> i32:
    """List in `START` and `END` the steps (moves of a cat) that the number on the die allows. Return their number."""
    return moves()


def step(start: i32, end: i32) -> None:
    """Play a step from `start` to `end` with its capture. If `start` is negative, play a lost turn."""
    play(start, end)


def over() -> i32:
    """Return why the game is over, or 0 while it goes on. If it is over, set `SHARE` as `share_first_place` does."""
    return ending()


def value() -> None:
    """Set `CHANCES` to each seat's chance to win before a roll, as the network estimates it without search.

    If the game is over, set `CHANCES` to each seat's share of the win.
    """
    if ending():
        for seat in range(4):
            CHANCES[seat] = SHARE[seat]
    else:
        weigh(STATE[MOVER])


def make(start: i32, end: i32) -> None:
    """Play a move, and keep the data that `unmake` needs to take the move back."""
    base = 4 * LEVEL[0]
    KEPT[base] = STATE[MOVER]
    KEPT[base + 1] = STATE[DIE]
    KEPT[base + 2] = STATE[QUIET]
    KEPT[base + 3] = -1
    occupant = CELL[end] if start >= 0 else 0
    TAKEN[LEVEL[0]] = occupant
    if 0 < occupant < 5:
        for cat in range(8 * occupant - 8, 8 * occupant):
            if CATS[cat] == end:
                KEPT[base + 3] = cat
    LEVEL[0] += 1
    play(start, end)


def unmake(start: i32, end: i32) -> None:
    """Take back the last move played by `make`, which was from `start` to `end`."""
    LEVEL[0] -= 1
    base = 4 * LEVEL[0]
    seat = i32(KEPT[base])
    STATE[MOVER] = seat
    STATE[DIE] = KEPT[base + 1]
    STATE[QUIET] = KEPT[base + 2]
    if start >= 0:
        for cat in range(8 * seat, 8 * seat + 8):
            if CATS[cat] == end:
                CATS[cat] = start
        CELL[start] = seat + 1
        CELL[end] = TAKEN[LEVEL[0]]
        if KEPT[base + 3] >= 0:
            CATS[KEPT[base + 3]] = end


def store_steps() -> i32:
    """Store the legal steps of the current position in the part of `FOUND` for the current depth of the search.

    Return the number of steps, or 1 for a lost turn.
    """
    base = 2 * MOST * LEVEL[0]
    count = moves()
    for number in range(count):
        FOUND[base + 2 * number] = START[number]
        FOUND[base + 2 * number + 1] = END[number]
    if count == 0:
        FOUND[base] = -1
        FOUND[base + 1] = -1
        return 1
    return count


def answer() -> i32:
    """Return the index of the step with the best static value for the player to move.

    `CHANCES` then holds each seat's chance to win after this step.
    """
    seat = STATE[MOVER]
    base = 2 * MOST * LEVEL[0]
    count = store_steps()
    best = 0
    most = -1.0
    chance = 0.0
    two = 0.0
    three = 0.0
    four = 0.0
    for number in range(count):
        make(FOUND[base + 2 * number], FOUND[base + 2 * number + 1])
        value()
        unmake(FOUND[base + 2 * number], FOUND[base + 2 * number + 1])
        if CHANCES[seat] > most:
            most = CHANCES[seat]
            best = number
            chance = CHANCES[0]
            two = CHANCES[1]
            three = CHANCES[2]
            four = CHANCES[3]
    CHANCES[0] = chance
    CHANCES[1] = two
    CHANCES[2] = three
    CHANCES[3] = four
    return best


def average() -> None:
    """Set `LOOKED` to each seat's chance to win before a roll, averaged over all six numbers.

    If the game is over, set `LOOKED` to each seat's share of the win.
    """
    for seat in range(4):
        LOOKED[seat] = 0.0
    if ending():
        for seat in range(4):
            LOOKED[seat] = SHARE[seat]
        return
    for face in range(1, 7):
        STATE[DIE] = face
        answer()
        for seat in range(4):
            LOOKED[seat] += CHANCES[seat]
    STATE[DIE] = 0
    for seat in range(4):
        LOOKED[seat] = LOOKED[seat] / 6.0


def average_after(start: i32, end: i32) -> None:
    """Set `LOOKED` to each seat's chance to win after the step from `start` to `end`.

    It is an average over all six numbers of the next roll.
    """
    make(start, end)
    average()
    unmake(start, end)


def reach(rolls: i32) -> None:
    """Search `rolls` rolls ahead, and set `LOOKED` to each seat's chance to win.

    For the last roll, take the step with the best static value. For earlier rolls, search the few steps with the best
    static values, and take the step with the best value. If the game is over, set `LOOKED` to each seat's share of
    the win.
    """
    if rolls < 2 or ending():
        average()
        return
    level = LEVEL[0]
    seat = STATE[MOVER]
    for other in range(4):
        SUM[4 * level + other] = 0.0
    for face in range(1, 7):
        STATE[DIE] = face
        follow(rolls, level, seat)
        for other in range(4):
            SUM[4 * level + other] += BEST[4 * level + other]
    STATE[DIE] = 0
    for other in range(4):
        LOOKED[other] = SUM[4 * level + other] / 6.0


def follow(rolls: i32, level: i32, seat: i32) -> None:
    """Search the most promising steps for the number on the die, as a part of `reach`.

    They are at most `NARROW` steps, with static values within `BEHIND` of the best. They are searched `rolls` rolls
    ahead, the present roll included. Set the part of `BEST` for the depth `level` to each seat's chance to win after
    the best step. `seat` is the seat to move.
    """
    base = 2 * MOST * level
    first = MOST * level
    count = store_steps()
    for number in range(count):
        make(FOUND[base + 2 * number], FOUND[base + 2 * number + 1])
        value()
        unmake(FOUND[base + 2 * number], FOUND[base + 2 * number + 1])
        STILL[first + number] = CHANCES[seat]
    top = -1.0
    most = -1.0
    for turn in range(min(NARROW, count)):
        best = 0
        for number in range(count):
            if STILL[first + number] > STILL[first + best]:
                best = number
        if turn == 0:
            top = STILL[first + best]
        elif STILL[first + best] < top - BEHIND:
            return
        STILL[first + best] = -1.0
        make(FOUND[base + 2 * best], FOUND[base + 2 * best + 1])
        reach(rolls - 1)
        unmake(FOUND[base + 2 * best], FOUND[base + 2 * best + 1])
        if LOOKED[seat] > most:
            most = LOOKED[seat]
            for other in range(4):
                BEST[4 * level + other] = LOOKED[other]


def look_far(start: i32, end: i32, rolls: i32) -> None:
    """Search the step from `start` to `end` `rolls` rolls ahead, at most three.

    Set `LOOKED` to each seat's chance to win.
    """
    make(start, end)
    reach(rolls)
    unmake(start, end)


def rate(deep: i32) -> i32:
    """Evaluate all steps that the number on the die allows, and return their number, or 1 for a lost turn.

    `START` and `END` then hold the squares of the steps, and `WORTHS` each seat's chance to win after each step. If
    `deep` is 0, the chances are static values, otherwise averages over the next roll.
    """
    base = 2 * MOST * LEVEL[0]
    count = store_steps()
    for number in range(count):
        make(FOUND[base + 2 * number], FOUND[base + 2 * number + 1])
        if deep:
            average()
        else:
            value()
        unmake(FOUND[base + 2 * number], FOUND[base + 2 * number + 1])
        for seat in range(4):
            WORTHS[4 * number + seat] = LOOKED[seat] if deep else CHANCES[seat]
    for number in range(count):
        START[number] = FOUND[base + 2 * number]
        END[number] = FOUND[base + 2 * number + 1]
    return count
