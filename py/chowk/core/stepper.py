"""Work in small steps, as a generator that yields between them, so that a page stays responsive."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")


def finished(work: Generator[None, None, T]) -> T:
    """Run a generator that works in steps to its end, and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found


def by(count: int, work: Generator[None, None, T]) -> Generator[None, None, T]:
    """Batch a generator of steps: yield once every `count` steps, and return its result."""
    done = 0
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found
        done += 1
        if done % count == 0:
            yield
