"""Fuzz one reader with many damaged texts, reproducibly by seed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from tests.fuzzing import damage
from tests.fuzzing.readers import Reader, complaint

BEARABLE: Final = 2.0
"""Maximum processor time for reading a damaged text of `damage.LONGEST` characters, in seconds."""
POOL: Final = 400
"""Maximum number of texts from which damaged texts are made: the samples, and damaged texts worth damaging further."""
SEED: Final = 20261122


class TrialResult(NamedTuple):
    """The results of a run.

    `inputs` is the number of texts. `answers` maps each complaint to the number of texts that got it; the complaint ""
    stands for accepted texts. `slowest` is the longest time for one text, in processor seconds.
    """

    inputs: int
    answers: Counter[str]
    slowest: float


class Hole(AssertionError):
    """Raised for a text at which a reader breaks a guarantee."""

    def __init__(self, number: int, text: str, why: str) -> None:
        super().__init__(f"input {number}: {why}\n{text[: 2 * damage.LONGEST]!r}")
        self.text = text


def tried(reader: Reader, inputs: int, seed: int = SEED, hear: Callable[[int], object] = lambda _: None) -> TrialResult:
    """Let a reader read `inputs` damaged texts. Raise `Hole` at the first text that makes it fail or takes too long.

    A text with a new complaint is itself damaged further, so that later texts test deeper parts of the reader. The same
    is done with the first accepted text and with 1 in 100 of the others. `hear` is called after each text with the
    text's number.
    """
    random, answers, slowest = Random(seed), Counter[str](), 0.0
    pool = list(reader.samples())
    samples = len(pool)
    for number in range(inputs):
        text = reader.damage(random.choice(pool), pool, random)
        began = time.process_time()
        try:
            answer = complaint(reader.read, text)
        except Exception as error:
            raise Hole(number, text, f"{type(error).__name__}: {error}"[:500]) from error
        spent = time.process_time() - began
        if spent > BEARABLE:
            raise Hole(number, text, f"it took {spent:.1f} s")
        slowest = max(slowest, spent)
        if not answers[answer] or (not answer and random.random() < 0.01):
            _keep(pool, samples, text, random)
        answers[answer] += 1
        hear(number)
    return TrialResult(inputs, answers, slowest)


def _keep(pool: list[str], samples: int, text: str, random: Random) -> None:
    if len(pool) < POOL:
        pool.append(text)
    elif samples < POOL:
        pool[random.randrange(samples, POOL)] = text
