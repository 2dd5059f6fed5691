"""Run work in small steps, as a generator that yields between them, so that a page stays responsive."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")


def finished(work: Generator[None, None, T]) -> T:
    """Run a generator of steps to its end at once, and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as stop:
            result: T = stop.value
            return result


def by(count: int, work: Generator[None, None, T]) -> Generator[None, None, T]:
    """Run a generator of steps, yielding only after every `count` steps. Return its result."""
    steps = 0
    while True:
        try:
            next(work)
        except StopIteration as stop:
            result: T = stop.value
            return result
        steps += 1
        if steps % count == 0:
            yield
