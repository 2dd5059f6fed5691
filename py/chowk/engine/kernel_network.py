"""A neural network with which kernels estimate each seat's chance to win.

A kernel writes the inputs of each seat to `INPUT`, and marks in `IN` the seats that still play. A seat's strength is
the output of a network with one hidden layer of rectified units. Its chance is the exponential of its strength, divided
by the sum of the exponentials of all strengths. A kernel passes the number of inputs and the number of units as
constants with every call, which costs no time in the compiled code. The caller of the kernel must write weights to
`WEIGHTS` first.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import array, f64, i32

MOST_INPUTS: Final = 28
"""The maximum number of inputs of a seat."""
MOST_UNITS: Final = 14
"""The maximum number of hidden units."""


def size(inputs: int, units: int) -> int:
    """Return the number of weights of a network; raise `ValueError` if there is no room for it.

    Each input has a weight to the output. Each hidden unit has a weight from each input and a weight to the output.
    """
    if inputs > MOST_INPUTS or units > MOST_UNITS:
        raise ValueError(f"no room for {inputs} inputs and {units} units")
    return inputs + units * (inputs + 1)


WEIGHTS: Final = array("d", bytes(8 * 2 * size(MOST_INPUTS, MOST_UNITS)))
NET: Final = array("i", bytes(4))
"""An array whose only element is the index in `WEIGHTS` at which the weights in use begin. `WEIGHTS` has room for two
sets of weights, which can be compared."""
INPUT: Final = array("d", bytes(8 * 4 * MOST_INPUTS))
"""The inputs of each seat, one seat after another without gaps."""
ACTIVE: Final = array("d", bytes(8 * 4 * MOST_UNITS))
"""The values of each seat's hidden units, one seat after another without gaps."""
IN: Final = array("b", bytes(4))
"""For each seat, 1 if it still plays, otherwise 0."""
CHANCES: Final = array("d", bytes(8 * 4))
"""For each seat, the chance to win, 0 for seats that no longer play."""


def power(number: f64) -> f64:
    """Return the exponential of a number that is at most 0. Return 0 for numbers below -40."""
    if number < -40.0:
        return 0.0
    part = number / 64.0
    sum_up = 1.0 + part * (1.0 + part / 2.0 * (1.0 + part / 3.0 * (1.0 + part / 4.0 * (1.0 + part / 5.0))))
    for _ in range(6):
        sum_up = sum_up * sum_up
    return sum_up


def strength(seat: i32, inputs: i32, units: i32) -> f64:
    """Return a seat's strength, the output of the network for its inputs.

    Also store the values of the seat's hidden units in `ACTIVE`.
    """
    base = seat * inputs
    net = NET[0]
    total = 0.0
    for index in range(inputs):
        total += WEIGHTS[net + index] * INPUT[base + index]
    for unit in range(units):
        first = net + inputs + unit * (inputs + 1)
        lit = 0.0
        for index in range(inputs):
            lit += WEIGHTS[first + index] * INPUT[base + index]
        lit = max(lit, 0.0)
        ACTIVE[seat * units + unit] = lit
        total += WEIGHTS[first + inputs] * lit
    return total


def share_out(seats: i32, inputs: i32, units: i32) -> None:
    """Write the chances to win of all seats to `CHANCES`, from the inputs of the seats that still play."""
    top = -1000.0
    for seat in range(seats):
        CHANCES[seat] = 0.0
        if IN[seat]:
            CHANCES[seat] = strength(seat, inputs, units)
            top = max(top, CHANCES[seat])
    total = 0.0
    for seat in range(seats):
        if IN[seat]:
            CHANCES[seat] = power(CHANCES[seat] - top)
            total += CHANCES[seat]
    for seat in range(seats):
        CHANCES[seat] = CHANCES[seat] / total
