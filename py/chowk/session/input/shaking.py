"""Shake detection: a few strong jolts in quick succession roll the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

STRONG: Final = 12.0
"""Threshold of a jolt in metres per second squared, without gravity.

Walking or putting the device down rarely exceeds it more than once.
"""
JOLTS: Final = 3
"""Number of jolts that make a shake."""
SOON: Final = 1.0
"""Period in seconds within which the jolts of a shake must occur."""
APART: Final = 0.09
"""Minimum interval between two jolts in seconds, so that one jolt is not counted twice."""


SLOWLY: Final = 0.1
"""Weight of a new reading in the running average that estimates gravity (a low-pass filter)."""


def split_gravity(down: Sequence[float], felt: Sequence[float]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Split a reading of the acceleration into gravity and the rest. Return a new estimate of gravity, and the rest.

    `down` is the previous estimate of gravity and `felt` the reading. All have a value for each axis, in metres per
    second squared.
    """
    pull = tuple(old + SLOWLY * (new - old) for old, new in zip(down, felt, strict=True))
    return pull, tuple(new - old for old, new in zip(pull, felt, strict=True))


class Shaking(NamedTuple):
    """The times in seconds of the recent jolts of the device; an immutable value."""

    jolts: tuple[float, ...] = ()

    def with_reading(self, now: float, force: float) -> Shaking:
        """Return the recent jolts after a new reading of the acceleration.

        `now` is the time of the reading in seconds. `force` is the largest component of the acceleration without
        gravity, in metres per second squared. A reading of at least `STRONG` adds a jolt.
        """
        recent = tuple(time for time in self.jolts if now - time <= SOON)
        if force < STRONG or (recent and now - recent[-1] < APART):
            return Shaking(recent)
        return Shaking((*recent, now))

    @property
    def shaken(self) -> bool:
        """True if there were enough recent jolts (`JOLTS`) to count as a shake."""
        return len(self.jolts) >= JOLTS
