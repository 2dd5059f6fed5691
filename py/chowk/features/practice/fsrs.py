"""Spaced repetition by FSRS, version 6: when a position is shown again, from the answers that were given so far.

The model describes what a player remembers of a position by two numbers. The *stability* is the number of days after
which the position is still known with a probability of 90 %. The *difficulty*, from 1 to 10, says how slowly the
stability grows. The parameters are the published default ones.
"""

from __future__ import annotations

from enum import IntEnum
from math import exp
from math import pow as power
from typing import Final, NamedTuple

W: Final = (
    *(0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796),
    *(1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542),
)
"""The parameters of the model, w0 to w20."""
RETENTION: Final = 0.9
"""The probability, from 0 to 1, with which a position should still be known on the day when it comes back."""
MAX_DAYS: Final = 36_500
"""The longest interval, and the largest stability, in days."""
MIN_STABILITY: Final = 0.001
"""The smallest stability, in days."""
DIFFICULTIES: Final = (1.0, 10.0)
"""The limits of the difficulty."""
DECAY: Final = -W[20]
"""The exponent of the forgetting curve."""
FACTOR: Final = power(0.9, 1 / DECAY) - 1
"""A constant of the forgetting curve, chosen so that the probability is 90 % after as many days as the stability."""


class Grade(IntEnum):
    """The grade of an answer, from a wrong one to an easy one."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


class Memory(NamedTuple):
    """How well a player remembers a position: the stability in days, and the difficulty from 1 to 10."""

    stability: float
    difficulty: float


def first(grade: Grade) -> Memory:
    """Return the memory of a position after its first answer."""
    return Memory(_stability(W[grade - 1]), _initial(grade))


def after(memory: Memory, grade: Grade, days: int) -> Memory:
    """Return the memory of a position after another answer.

    The answer is given `days` days after the last one; 0 means on the same day.
    """
    if days < 1:
        stability = _same_day(memory, grade)
    elif grade == Grade.AGAIN:
        stability = _forgotten(memory, days)
    else:
        stability = _recalled(memory, grade, days)
    return Memory(_stability(stability), _harder(memory.difficulty, grade))


def retrievability(memory: Memory, days: int) -> float:
    """Return the probability that a position is still known `days` days after the last answer."""
    return power(1 + FACTOR * max(0, days) / memory.stability, DECAY)


def interval(memory: Memory, retention: float = RETENTION) -> int:
    """Return the number of days after which a position is known with the probability `retention`; at least 1."""
    days = memory.stability / FACTOR * (power(retention, 1 / DECAY) - 1)
    return max(1, min(MAX_DAYS, round(days)))


def _initial(grade: Grade) -> float:
    """Return the difficulty of a position after its first answer."""
    return _difficulty(W[4] - exp(W[5] * (grade - 1)) + 1)


def _harder(difficulty: float, grade: Grade) -> float:
    """Return the difficulty of a position after another answer.

    It changes by the grade of the answer, and then returns a little towards the difficulty of an easy position.
    """
    changed = difficulty - W[6] * (grade - 3) * (10 - difficulty) / 9
    return _difficulty(W[7] * _initial(Grade.EASY) + (1 - W[7]) * changed)


def _same_day(memory: Memory, grade: Grade) -> float:
    gain = exp(W[17] * (grade - 3 + W[18])) * power(memory.stability, -W[19])
    return memory.stability * (max(1.0, gain) if grade >= Grade.GOOD else gain)


def _forgotten(memory: Memory, days: int) -> float:
    stability, difficulty = memory
    left = W[11] * power(difficulty, -W[12]) * (power(stability + 1, W[13]) - 1)
    left *= exp(W[14] * (1 - retrievability(memory, days)))
    return min(left, stability / exp(W[17] * W[18]))


def _recalled(memory: Memory, grade: Grade, days: int) -> float:
    stability, difficulty = memory
    gain = exp(W[8]) * (11 - difficulty) * power(stability, -W[9])
    gain *= exp(W[10] * (1 - retrievability(memory, days))) - 1
    gain *= {Grade.HARD: W[15], Grade.EASY: W[16]}.get(grade, 1.0)
    return stability * (1 + gain)


def _stability(days: float) -> float:
    return max(MIN_STABILITY, min(float(MAX_DAYS), days))


def _difficulty(value: float) -> float:
    return max(DIFFICULTIES[0], min(DIFFICULTIES[1], value))
