"""Limits on the time and the depth of a search."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

UNBOUNDED: Final = 1000
"""A depth, in moves, that no search reaches."""


class Clock:
    """A span of thinking time that can be ended early.

    `depth` is the maximum search depth in moves. With `unaided`, an opponent searches for its move even if it knows a
    move, for example from an opening book. `now` returns seconds from any fixed point; tests pass a counter and need no
    real time.
    """

    def __init__(
        self,
        seconds: float,
        now: Callable[[], float] = time.perf_counter,
        depth: int = UNBOUNDED,
        unaided: bool = False,
    ) -> None:
        self._now = now
        self.depth = depth
        self.unaided = unaided
        self.began = now()
        self.deadline = self.began + seconds

    @property
    def over(self) -> bool:
        """True if the time is up."""
        return self._now() >= self.deadline

    @property
    def spent(self) -> float:
        """Seconds since the clock was started."""
        return self._now() - self.began

    @property
    def share(self) -> float:
        """The fraction of the time that is spent: 0 at the start, 1 when the time is up."""
        return min(1.0, self.spent / max(1e-9, self.deadline - self.began))

    def end_now(self) -> None:
        """End the thinking time now."""
        self.deadline = self._now()
