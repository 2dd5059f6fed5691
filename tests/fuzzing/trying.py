"""Trying a reader with many damaged texts, one after the other, the same ones whenever it is done."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from tests.fuzzing import damage
from tests.fuzzing.readers import Reader, complaint

BEARABLE: Final = 2.0
"""Processor seconds that a damaged text of `damage.LONGEST` characters may take at most."""
POOL: Final = 400
"""How many texts are damaged at most: the samples, and what was answered as nothing before it."""
SEED: Final = 20261122


class Found(NamedTuple):
    """What became of so many texts: how often each complaint came, an empty one where a text was taken.

    `slowest` is in processor seconds.
    """

    inputs: int
    answers: Counter[str]
    slowest: float


class Hole(AssertionError):
    """A text at which a reader broke its promise."""

    def __init__(self, number: int, text: str, why: str) -> None:
        super().__init__(f"input {number}: {why}\n{text[: 2 * damage.LONGEST]!r}")
        self.text = text


def tried(reader: Reader, inputs: int, seed: int = SEED, hear: Callable[[int], object] = lambda _: None) -> Found:
    """Damages texts and has them read; raises `Hole` at the first that is read otherwise than was promised.

    What is answered as no text before is damaged further: so later texts go where earlier ones only just came.
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
    return Found(inputs, answers, slowest)


def _keep(pool: list[str], samples: int, text: str, random: Random) -> None:
    if len(pool) < POOL:
        pool.append(text)
    elif samples < POOL:
        pool[random.randrange(samples, POOL)] = text
