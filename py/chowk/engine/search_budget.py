"""How long, and how far ahead, a search may go on."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

UNBOUNDED: Final = 1000
"""More moves ahead than any search looks."""


class Clock:
    """A span of thinking time that can be cut short from outside.

    `depth` is how many moves ahead may be looked at most; whoever searches keeps to it. Who is to think `unaided` finds
    its move by searching, even where it knows one by heart, as from an opening book.
    `now` gives seconds from any fixed point; a test passes a counter of its own and needs no real time.
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
        """Whether the time is up."""
        return self._now() >= self.deadline

    @property
    def spent(self) -> float:
        """Seconds since the clock was started."""
        return self._now() - self.began

    @property
    def share(self) -> float:
        """The part of the time that is spent: 0 at the start, 1 when it is up."""
        return min(1.0, self.spent / max(1e-9, self.deadline - self.began))

    def hurry(self) -> None:
        """Declares the time up now."""
        self.deadline = self._now()
