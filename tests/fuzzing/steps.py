"""Count the Python lines that a reader of texts executes, to find texts whose cost grows too fast with their length."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from types import FrameType
from typing import Any, Final, NamedTuple

from tests.fuzzing.damage import SIGNS, WORDS
from tests.fuzzing.readers import Reader, complaint

SHORT: Final = 400
"""Approximate length in characters of the shorter of the two texts that are compared."""
TIMES: Final = 8
"""The longer of the two texts is this many times as long as the shorter one."""
FEW: Final = 20_000
"""The lowest cost of the shorter text, in executed Python lines, with which `growth` computes.

If the cost is lower, this number is used instead, so that texts with small costs show no growth. Reading a short text
with a game costs about as much.
"""


class Repeated(NamedTuple):
    """A text with a piece that can be repeated: the text before it, the piece, and the text after it."""

    begins: str
    piece: str
    ends: str

    def text(self, length: int) -> str:
        """Return the text with its piece repeated until the text has about `length` characters."""
        return self.begins + self.piece * max(1, length // len(self.piece)) + self.ends


def steps(reader: Reader, text: str) -> int:
    """Return the number of Python lines that a reader executes while it reads a text."""
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


def growth(reader: Reader, growing: Repeated) -> float:
    """Return how many times as many lines of Python a reader executes for a long text as for a short one.

    The long text has about `SHORT * TIMES` characters, the short one `SHORT`. If the reader executes fewer than `FEW`
    lines for the short text, `FEW` is used instead.
    """
    return steps(reader, growing.text(SHORT * TIMES)) / max(FEW, steps(reader, growing.text(SHORT)))


def repeated(samples: Sequence[str], random: Random) -> Repeated:
    """Return a random sample text with a random place at which a piece can be repeated.

    The piece is a part of the sample, a few random characters, or a word of `damage.WORDS`.
    """
    sample = random.choice(samples)
    place, start = random.randrange(len(sample) + 1), random.randrange(len(sample) + 1)
    own = sample[start : start + random.choice((1, 2, 5, 12, 40))]
    piece = own if random.random() < 0.6 else random.choice(SIGNS) + random.choice(("", " ", random.choice(SIGNS)))
    piece = piece if random.random() < 0.9 else random.choice(WORDS)
    return Repeated(sample[:place], piece or " ", sample[place:] if random.random() < 0.5 else "")
