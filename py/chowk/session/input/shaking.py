"""Shake detection: a few strong jolts in quick succession roll the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

STRONG: Final = 12.0
"""Threshold of a jolt in metres per second squared, without gravity. Walking or putting the device down rarely exceeds
it more than once."""
JOLTS: Final = 3
"""Number of jolts that make a shake ..."""
SOON: Final = 1.0
"""... within this many seconds ..."""
APART: Final = 0.09
"""... and at least this many seconds apart, so that one jolt is not counted twice."""


SLOWLY: Final = 0.1
"""Weight of a new reading in the running average that estimates gravity (a low-pass filter)."""


def parted(down: Sequence[float], felt: Sequence[float]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Split an acceleration reading into the updated estimate of gravity and the remaining acceleration.

    `down` is the previous estimate, `felt` the reading, both with one number for each axis.
    """
    pull = tuple(old + SLOWLY * (new - old) for old, new in zip(down, felt, strict=True))
    return pull, tuple(new - old for old, new in zip(pull, felt, strict=True))


class Shaking(NamedTuple):
    """Times of the recent jolts, in seconds; an immutable value."""

    jolts: tuple[float, ...] = ()

    def felt(self, now: float, force: float) -> Shaking:
        """Return the state after a reading.

        `now` is its time in seconds, `force` the largest component of the acceleration.
        """
        recent = tuple(at for at in self.jolts if now - at <= SOON)
        if force < STRONG or (recent and now - recent[-1] < APART):
            return Shaking(recent)
        return Shaking((*recent, now))

    @property
    def shaken(self) -> bool:
        """True if the recent jolts make a shake."""
        return len(self.jolts) >= JOLTS
