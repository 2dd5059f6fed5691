"""Dice and temporal-difference learning for the training kernels of games (compiled code that plays the games).

A kernel computes the chance of each seat to win by `chowk.engine.kernel_network`. Before each roll it computes these
chances and calls `remember`. At the end of the game it writes the outcome to `TARGET` and calls `learn_back`. The
result depends only on the seed in `LOT`.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import ALL, array, f64, i32, u64
from chowk.engine.kernel_network import (
    ACTIVE,
    CHANCES,
    IN,
    INPUT,
    MOST_INPUTS,
    NET,
    WEIGHTS,
    share_out,
)

LOT: Final = array("Q", [1])
"""State of the random number generator for dice (xorshift64*), never 0."""
RATE: Final = array("d", [0.01, 0.8])
"""The learning rate, and lambda, as in TD(lambda).

The target of a position is lambda times the target of the next position, plus (1 - lambda) times the value of the
next position.
"""
LEVELS: Final = array("i", bytes(4 * 8))
"""The player of each seat, as two numbers: the start of its weights in `WEIGHTS`, and the width of its search.

If the width is below 0, the player is a simple one that does not evaluate positions.
"""
SAMPLE: Final = array("d", bytes(8 * 9))
"""A sampled position, in nine numbers.

Numbers 0 to 3 are the seats' chances to win, averaged over the results of the next roll. Number 4 is the seat that
rolls. Numbers 5 to 8 are the seats' chances before the roll.
"""
MOST_ROLLS: Final = 2048
"""Maximum number of rolls in a game that is learnt from."""
PAST_INPUT: Final = array("d", bytes(8 * MOST_ROLLS * 4 * MOST_INPUTS))
PAST_CHANCES: Final = array("d", bytes(8 * MOST_ROLLS * 4))
PAST_IN: Final = array("b", bytes(MOST_ROLLS * 4))
TARGET: Final = array("d", bytes(8 * 4))
"""The values by seat to which learning moves the predicted chances. At first they are the outcome of the game."""
MOST_GAMES: Final = 2304
"""Maximum number of games that one call of a roll-out plays."""
WON: Final = array("d", bytes(8 * MOST_GAMES))
"""The result of each game of a roll-out for one seat.

If the game was not played to its end, it is the learnt chance of this seat to win.
"""


def die() -> i32:
    """Roll a die: return a random number from 1 to 6."""
    state = LOT[0]
    state ^= state >> 12
    state ^= state << 25 & ALL
    state ^= state >> 27
    LOT[0] = state
    return i32(((state * 0x2545F4914F6CDD1D & ALL) >> 33) % 6) + 1


def shuffle(number: i32) -> None:
    """Seed the dice by a number. Consecutive numbers give unrelated dice (splitmix64)."""
    state = (u64(number) + 1) * 0x9E3779B97F4A7C15 & ALL
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & ALL
    state = (state ^ state >> 27) * 0x94D049BB133111EB & ALL
    LOT[0] = (state ^ state >> 31) | 1


def remember(roll: i32, seats: i32, inputs: i32) -> None:
    """Store the network's inputs and the chances before a roll, for learning after the game.

    `roll` is the number of the roll in the game, from 0.
    """
    for index in range(seats * inputs):
        PAST_INPUT[roll * 4 * MOST_INPUTS + index] = INPUT[index]
    for seat in range(seats):
        PAST_CHANCES[4 * roll + seat] = CHANCES[seat]
        PAST_IN[4 * roll + seat] = IN[seat]


def learn_back(rolls: i32, seats: i32, inputs: i32, units: i32) -> None:
    """Learn from all `rolls` stored positions of a game, the last position first.

    `TARGET` must hold the game's outcome. For the other arguments see `take_up`.
    """
    for back in range(rolls):
        take_up(rolls - 1 - back, seats, inputs, units)


def take_up(roll: i32, seats: i32, inputs: i32, units: i32) -> None:
    """Learn from the position stored for a roll, and write the target of the preceding position to `TARGET`.

    For each seat, the network has `inputs` inputs and `units` hidden units.
    """
    part = RATE[1]
    rate = RATE[0]
    for index in range(seats * inputs):
        INPUT[index] = PAST_INPUT[roll * 4 * MOST_INPUTS + index]
    for seat in range(seats):
        IN[seat] = PAST_IN[4 * roll + seat]
    NET[0] = 0
    share_out(seats, inputs, units)
    for seat in range(seats):
        if IN[seat]:
            base = seat * inputs
            pull = rate * (TARGET[seat] - CHANCES[seat])
            for unit in range(units):
                first = inputs + unit * (inputs + 1)
                lit = ACTIVE[seat * units + unit]
                if lit > 0.0:
                    back = pull * WEIGHTS[first + inputs]
                    WEIGHTS[first + inputs] += pull * lit
                    for index in range(inputs):
                        WEIGHTS[first + index] += back * INPUT[base + index]
            for index in range(inputs):
                WEIGHTS[index] += pull * INPUT[base + index]
    for seat in range(seats):
        TARGET[seat] = part * TARGET[seat] + (1.0 - part) * PAST_CHANCES[4 * roll + seat]


def sampled(roller: i32) -> None:
    """Write the seat that rolls and the current chances to `SAMPLE`."""
    SAMPLE[4] = f64(roller)
    for seat in range(4):
        SAMPLE[5 + seat] = CHANCES[seat]
