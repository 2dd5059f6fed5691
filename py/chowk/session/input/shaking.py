"""When a device that is held in the hand is shaken, as dice are: a few strong jolts, soon after one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

STRONG: Final = 12.0
"""Metres per second squared, without gravity: more than walking or putting a telephone down does more than once."""
JOLTS: Final = 3
"""So many make a shake ..."""
SOON: Final = 1.0
"""... within so many seconds ..."""
APART: Final = 0.09
"""... and so far apart, so that one jolt is not counted twice."""


SLOWLY: Final = 0.1
"""So much of what is felt now is taken for the pull of the earth, which changes slowly."""


def parted(down: Sequence[float], felt: Sequence[float]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The pull of the earth as it is taken to be by now, and what is felt besides."""
    pull = tuple(old + SLOWLY * (new - old) for old, new in zip(down, felt, strict=True))
    return pull, tuple(new - old for old, new in zip(pull, felt, strict=True))


class Shaking(NamedTuple):
    """The moments of the last jolts, in seconds; a value."""

    jolts: tuple[float, ...] = ()

    def felt(self, now: float, force: float) -> Shaking:
        """With what is felt at a moment: how fast the device is sped up, by its greatest part."""
        recent = tuple(at for at in self.jolts if now - at <= SOON)
        if force < STRONG or (recent and now - recent[-1] < APART):
            return Shaking(recent)
        return Shaking((*recent, now))

    @property
    def shaken(self) -> bool:
        """Whether that is a shake."""
        return len(self.jolts) >= JOLTS
