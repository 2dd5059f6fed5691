"""Run long work in small steps, so the page stays responsive. The work is a generator that yields after each step."""

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


def pause_every(count: int, work: Generator[None, None, T]) -> Generator[None, None, T]:
    """Run a generator of steps, but yield only once for every `count` of its steps. Return its result."""
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
