"""A kernel with every language feature of kernels, for the tests of the compiler.

The exported functions write their results to `OUT` and `REALS_OUT`.
"""

from __future__ import annotations

from array import array
from typing import Final

from chowk.engine.kernel.types import ALL, ctz, f32, f64, i32, sqrt, u64, unrolled

EXPORTS: Final = (
    "whole", "ordered", "masks", "shifts", "divided", "divided_masks", "reals", "converted", "cells", "loops", "leaps",
    "calls", "choices", "chains", "swaps", "written", "falls", "IN", "OUT", "REALS", "REALS_OUT", "SMALL", "STEP",
)  # fmt: skip

IN: Final = array("Q", bytes(8 * 4))
OUT: Final = array("Q", bytes(8 * 64))
REALS: Final = array("d", bytes(8 * 4))
REALS_OUT: Final = array("d", bytes(8 * 32))
SMALL: Final = array("b", bytes(16))
STEP: Final = 3
TURNS: Final = (1, 7, 8, 9)
KNOWN: Final = array("H", [5, 65535, 0, 300])
BYTES: Final = array("B", bytes(16))
SHORTS: Final = array("h", bytes(2 * 16))
WORDS: Final = array("H", bytes(2 * 16))
INTS: Final = array("i", [*range(-8, 8)])
LONGS: Final = array("I", bytes(4 * 16))
FLOATS: Final = array("f", bytes(4 * 16))
COUNT: Final = array("i", [0])


def tell(place: i32, value: i32) -> None:
    """Write an i32 to an element of `OUT`: a negative number as `value + 2**31`, with bit 40 set."""
    OUT[place] = u64(value + 2147483647 + 1 if value < 0 else value) | (u64(1) << 40 if value < 0 else u64(0)) & ALL


def whole(a: i32, b: i32) -> None:
    """Apply each i32 operator to values with which it never overflows."""
    tell(0, a + b)
    tell(1, a - b)
    tell(2, (a & 1023) * (b & 1023))
    tell(3, (a & b) + 1)
    tell(4, a | b)
    tell(5, a ^ b)
    tell(6, -a + ~b)
    tell(7, min(a, b, 17) + max(a, b))
    tell(8, abs(a) - abs(b))
    tell(9, +a)
    tell(10, ((a >> 1) + 1) * 2 - STEP)


def ordered(a: i32, b: i32) -> None:
    """Compare i32 and u64 values. Each comparison that is true sets one bit of the result."""
    x = IN[0]
    y = IN[1]
    bits = 0
    bits |= 1 if a < b else 0
    bits |= 2 if a <= b else 0
    bits |= 4 if a > b else 0
    bits |= 8 if a >= b else 0
    bits |= 16 if a == b else 0
    bits |= 32 if a != b else 0
    bits |= 64 if x < y else 0
    bits |= 128 if x <= y else 0
    bits |= 256 if x > y else 0
    bits |= 512 if x >= y else 0
    bits |= 1024 if x == y else 0
    bits |= 2048 if x != y else 0
    bits |= 4096 if not a else 0
    bits |= 8192 if not x else 0
    tell(0, bits)
    OUT[1] = min(x, y)
    OUT[2] = max(x, y, 77)


def masks(a: i32, b: i32) -> None:
    """Apply each u64 operator, modulo 2**64."""
    x = IN[0]
    y = IN[1]
    OUT[0] = (x + y) & ALL
    OUT[1] = (x - y) & ALL
    OUT[2] = (x * y) & ALL
    OUT[3] = -x & x
    OUT[4] = ~x & y
    OUT[5] = x | y
    OUT[6] = x ^ y
    OUT[7] = (~(x | y) - 1) & ALL
    tell(8, x.bit_count())
    tell(9, y.bit_length())
    tell(10, ctz(x) + ctz(y) * 100)
    x &= x - 1
    y |= u64(a & 65535) << 20 & ALL
    OUT[11] = x
    OUT[12] = y ^ 0x8000000000000001
    OUT[13] = u64(b & 1) & ALL


def shifts(a: i32, b: i32) -> None:
    """Shift i32 and u64 values left and right."""
    x = IN[0]
    by = b & 63
    OUT[0] = x << by & ALL
    OUT[1] = x >> by
    OUT[2] = x >> 63 - by
    tell(3, (a & 255) << (by & 15))
    tell(4, a >> (by & 31))
    tell(5, a >> 3)
    OUT[6] = (x << 7 | x >> 57) & ALL


def divided(a: i32, b: i32) -> None:
    """Divide i32 values, rounding down, and take remainders. Write them to `OUT`."""
    if b != 0:
        tell(0, a // b)
        tell(1, a % b)
        tell(2, a // b * b + a % b)
    tell(3, a // 7)
    tell(4, a % 7)
    tell(5, a // 8)
    tell(6, a % 8)
    tell(7, a // -3)
    tell(8, a % -3)


def divided_masks(a: i32, b: i32) -> None:
    """Divide the u64 values in `IN` and take remainders. Write them to `OUT`."""
    x = IN[0]
    y = IN[1]
    if y:
        OUT[0] = x // y
        OUT[1] = x % y
    OUT[2] = x // 10 + u64(a == b) & ALL
    OUT[3] = x % 1000
    OUT[4] = x // 16
    OUT[5] = x % 16


def reals(a: i32, b: i32) -> None:
    """Apply each f64 operator and function."""
    x = REALS[0]
    y = REALS[1]
    REALS_OUT[0] = x + y
    REALS_OUT[1] = x - y
    REALS_OUT[2] = x * y
    REALS_OUT[3] = x / y if y != 0.0 else 0.5
    REALS_OUT[4] = -x
    REALS_OUT[5] = abs(y)
    REALS_OUT[6] = sqrt(abs(x))
    REALS_OUT[7] = f32(x)
    REALS_OUT[8] = min(x, y) + max(x, 1)
    bits = 1 if x < y else 0
    bits |= 2 if x <= y else 0
    bits |= 4 if x > y else 0
    bits |= 8 if x >= y else 0
    bits |= 16 if x == y else 0
    bits |= 32 if x != y else 0
    bits |= 64 if x else 0
    tell(0, bits)
    sum_: f64 = 0
    for turn in range(a & 15):
        sum_ += f64(turn) / 3 + 0.25
    REALS_OUT[9] = sum_


def converted(a: i32, b: i32) -> None:
    """Convert values of each type to other types."""
    x = IN[0]
    OUT[0] = u64(abs(a))
    OUT[1] = u64(a < b)
    tell(2, i32(x & 0x7FFFFFFF))
    REALS_OUT[0] = f64(a)
    REALS_OUT[1] = f64(x)
    tell(3, i32(f64(a) / 4.0))
    OUT[4] = u64(f64(x >> 12) * 0.5)
    tell(5, (a < b) + (a > b))
    OUT[6] = x >> 12


def cells(a: i32, b: i32) -> None:
    """Read and write elements of arrays of every type code."""
    at = a & 15
    SMALL[at] = (b & 255) - 128
    BYTES[at] = b & 255
    SHORTS[at] = (b & 65535) - 32768
    WORDS[at] = b & 65535
    INTS[at] = b
    LONGS[at + 1 & 15] = u64(77)
    LONGS[at] = IN[0] & 0xFFFFFFFF
    FLOATS[at] = REALS[0]
    tell(0, SMALL[at])
    tell(1, BYTES[at])
    tell(2, SHORTS[at])
    tell(3, WORDS[at])
    tell(4, INTS[at] + INTS[15 - at] // 2)
    OUT[5] = LONGS[at]
    OUT[8] = LONGS[at + 1 & 15]
    REALS_OUT[0] = FLOATS[at]
    INTS[3] += 1 if INTS[3] < 100 else -50
    INTS[next_place() & 7] ^= 5
    tell(6, INTS[3] + COUNT[0] + len(INTS))
    INTS[1], INTS[2] = INTS[2], INTS[1]
    tell(7, INTS[1] - INTS[2] // 2)
    SHORTS[at] = SMALL[15 - at]
    BYTES[at] = a < b


def next_place() -> i32:
    """Increase a counter and return its value."""
    COUNT[0] = COUNT[0] + 1 & 1023
    return COUNT[0]


def loops(a: i32, b: i32) -> None:
    """Run loops of every form, also with `break` and `continue`."""
    total = 0
    for turn in range(a & 31):
        if turn == 20:
            break
        if turn & 1:
            continue
        total += turn
    for down in range(20, a & 7, -3):
        total = total * 3 + down & 65535
    end = b & 7
    for up in range(end - 3, end):
        end += 100
        total ^= up + 5
    tell(0, total)
    mask = IN[0]
    found = 0
    while mask:
        found = found * 5 + ctz(mask) & 0xFFFFFF
        mask &= mask - 1
        if found & 64:
            continue
        if found > 0xFFFFF0:
            break
    tell(1, found)
    while True:
        found = found // 3
        if found < 10:
            last = found
            break
    tell(2, last)
    again = 5
    for again in range(a & 3):
        again += 1
        total += again
    tell(3, total + again)
    for row in range(3):
        for column in range(row, 4):
            total = total * 2 + row * column & 65535
    tell(4, total)


def leaps(a: i32, b: i32) -> None:
    """Run loops that the compiler unrolls."""
    total = 0
    for step in TURNS:
        total = total * 10 + step * (a & 7) & 0xFFFFF
    for turn in unrolled(5):
        if turn == b & 7:
            break
        if a >> turn & 1:
            continue
        if turn < 2:
            total += turn + 1
        else:
            total += KNOWN[turn % 4] * turn
    for one in (2, 3):
        total += one << TURNS[one]
    tell(0, total)


def square(value: i32) -> i32:
    """Return the square of a number. The compiler inlines this function."""
    return value * value


def sign(value: i32) -> i32:
    """Return -1, 0 or 1, each by its own `return` statement."""
    if value > 0:
        return 1
    if value < 0:
        return -1
    return 0


def lowered(value: i32, by: i32) -> i32:
    """Return `value - by` plus its absolute value.

    The function assigns to both parameters, so the compiler must copy them when it inlines the function.
    """
    value -= by
    by = value
    if by < 0:
        by = -by
    return value + by


def rest(mask: u64, most: i32) -> u64:
    """Return the mask without its lowest `most` set bits. If it has fewer set bits than `most`, return their number.

    The loop contains a `return` statement. The compiler inlines this function.
    """
    for turn in range(most):
        if not mask:
            return u64(turn)
        mask &= mask - 1
    return mask


def fibonacci(number: i32) -> i32:
    """Return a Fibonacci number by recursion."""
    return number if number < 2 else fibonacci(number - 1) + fibonacci(number - 2)


def calls(a: i32, b: i32) -> None:
    """Call functions inside the arguments of other calls."""
    x = a & 63
    y = b & 63
    tell(0, square(x) + square(square(y & 15)) - square(x - y))
    tell(1, lowered(lowered(x, y), lowered(y, x)) + x * 1000 + y)
    tell(2, sign(a) * 3 + sign(b) + sign(sign(a) - sign(b)) * 9)
    tell(3, fibonacci(x & 15))
    OUT[4] = rest(IN[0], x & 7) ^ rest(rest(IN[1], y & 3), 2)
    sign(next_place())
    tell(5, lowered(next_place(), lowered(next_place(), 5)))


def choices(a: i32, b: i32) -> None:
    """Branch on conditions of every form."""
    x = IN[0]
    tell(0, a if a > b else b)
    tell(1, 1 if a and b else 2 if a or x else 3)
    fine = (a > 3 and b > 3) or not x
    tell(2, 1 if fine else 0)
    other: bool = a < b
    both = other & (b > 5)
    either = other | fine
    one = other ^ (a > 2)
    tell(3, both + either * 2 + one * 4)
    OUT[4] = x if both else (x + 1) & ALL if either else u64(7)
    if a > 100 and INTS[a & 7] > 0:
        tell(5, 1)
    elif a < 0 or INTS[b & 7] > 3:
        tell(5, 2)
    else:
        tell(5, 3)
    if other:  # noqa: SIM108 - a variable that gets its value on two ways
        kept = 1
    else:
        kept = 2
    tell(6, kept if True else a)
    tell(7, a & 255 if STEP > 2 else unknown(a))


def unknown(value: i32) -> i32:
    """Use a construct that kernels do not support. No compiled function calls this function."""
    return [value][0]


def chains(a: i32, b: i32) -> None:
    """Evaluate chained comparisons, such as `a < b < c`."""
    x = IN[0]
    bits = 0
    bits |= 1 if 0 <= a < 64 else 0
    bits |= 2 if a < b < 100 else 0
    bits |= 4 if 5 < a + b <= 50 != b else 0
    bits |= 8 if 3 < x <= 0xFFFFFFFF else 0
    bits |= 16 if 0 <= a < 16 and 0 <= INTS[a & 15] < 5 else 0
    tell(0, bits)


def swaps(a: i32, b: i32) -> None:
    """Assign to several variables in one statement."""
    x, y = a, b
    x, y = y, x
    tell(0, x - y // 2)
    one, other, third = IN[0], IN[1], x
    one, other = other, one
    OUT[1], OUT[2] = one, other
    third, OUT[3] = y, u64(third & 255)
    tell(4, third)


def written(a: i32, b: i32) -> None:
    """Return early from a function, and read elements of a constant array."""
    tell(0, KNOWN[1] + KNOWN[a & 3])
    if a > b:
        return
    tell(0, 99)


def falls(a: i32, b: i32) -> i32:
    """Return a value from inside a `for` loop if `a & 7` is less than 7, else from the end of the function.

    The end is a `while` loop that lowers `a` until it is at most `b`.
    """
    for turn in range(8):
        if turn > (a & 7):
            return turn * 10 + (b & 7)
    while a > b:
        a -= 1 + (a - b) // 2
    return a
