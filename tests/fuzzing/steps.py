"""Count the Python lines that a reader executes, to find texts for which that number grows fast."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from types import FrameType
from typing import Any, Final, NamedTuple

from tests.fuzzing.damage import SIGNS, WORDS
from tests.fuzzing.readers import Reader, complaint

SHORT: Final = 400
"""Approximate length of the shorter of two texts, in characters."""
TIMES: Final = 8
"""Factor by which the second text is longer."""
FEW: Final = 20_000
"""Number of Python lines below which a cost is ignored: a short text that holds a game takes about as many."""


class Repeated(NamedTuple):
    """A text with a piece that can be repeated."""

    begins: str
    piece: str
    ends: str

    def text(self, length: int) -> str:
        """Return the text with its piece repeated up to about `length` characters."""
        return self.begins + self.piece * max(1, length // len(self.piece)) + self.ends


def steps(reader: Reader, text: str) -> int:
    """Return the number of Python lines executed while a text is read."""
    count = 0

    def line(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return line

    before = sys.gettrace()
    sys.settrace(line)
    try:
        complaint(reader.read, text)
    finally:
        sys.settrace(before)
    return count


def growth(reader: Reader, found: Repeated) -> float:
    """Return how many times as many lines a reader executes for the longer text as for the shorter one."""
    return steps(reader, found.text(SHORT * TIMES)) / max(FEW, steps(reader, found.text(SHORT)))


def repeated(samples: Sequence[str], random: Random) -> Repeated:
    """Return a sample with a piece of it, or some random signs, to repeat inside."""
    sample = random.choice(samples)
    at, start = random.randrange(len(sample) + 1), random.randrange(len(sample) + 1)
    own = sample[start : start + random.choice((1, 2, 5, 12, 40))]
    piece = own if random.random() < 0.6 else random.choice(SIGNS) + random.choice(("", " ", random.choice(SIGNS)))
    piece = piece if random.random() < 0.9 else random.choice(WORDS)
    return Repeated(sample[:at], piece or " ", sample[at:] if random.random() < 0.5 else "")
