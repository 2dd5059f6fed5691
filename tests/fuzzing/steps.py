"""How many lines of Python a reading goes through, and the texts for which that grows fastest."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from types import FrameType
from typing import Any, Final, NamedTuple

from tests.fuzzing.damage import SIGNS, WORDS
from tests.fuzzing.readers import Reader, complaint

SHORT: Final = 400
"""Characters in the shorter of two texts, about."""
TIMES: Final = 8
"""By how much the longer one is longer."""
FEW: Final = 20_000
"""Lines that are not worth counting: so many are gone through for a short text that holds a game."""


class Repeated(NamedTuple):
    """A text in which a piece comes again and again."""

    begins: str
    piece: str
    ends: str

    def text(self, length: int) -> str:
        """So long a text, about."""
        return self.begins + self.piece * max(1, length // len(self.piece)) + self.ends


def steps(reader: Reader, text: str) -> int:
    """The lines gone through when a text is read."""
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
    """How many times as many lines the longer text takes."""
    return steps(reader, found.text(SHORT * TIMES)) / max(FEW, steps(reader, found.text(SHORT)))


def repeated(samples: Sequence[str], random: Random) -> Repeated:
    """A text that is read, begun, and a piece of it or of what is damaged repeated in its midst."""
    sample = random.choice(samples)
    at, start = random.randrange(len(sample) + 1), random.randrange(len(sample) + 1)
    own = sample[start : start + random.choice((1, 2, 5, 12, 40))]
    piece = own if random.random() < 0.6 else random.choice(SIGNS) + random.choice(("", " ", random.choice(SIGNS)))
    piece = piece if random.random() < 0.9 else random.choice(WORDS)
    return Repeated(sample[:at], piece or " ", sample[at:] if random.random() < 0.5 else "")
